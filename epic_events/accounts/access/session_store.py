"""Django's database sessions with a compiled query.

Every request loads its session.

Sessions are not cached: a session ended during an outage of Redis would still be in the cache afterwards.
"""

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.db import models
from django.utils import timezone

from epic_events.infra.database.compiled_queries import CompiledQuery, Parameter, columns_of, instance_from

_STORED = CompiledQuery(
    lambda: Session.objects.filter(
        session_key=Parameter("key", models.TextField()), expire_date__gt=Parameter("now", models.DateTimeField())
    ).values_list(*columns_of(Session))
)


class SessionStore(db.SessionStore):
    """Session store.

    The class name must stay: Django uses it in the salt of the signature.
    """

    def _get_session_from_db(self) -> Session | None:
        """Return the stored session; None if it is missing or expired, and reset the key."""
        rows = _STORED.rows(key=self.session_key or "", now=timezone.now())
        if rows:
            return instance_from(Session, rows[0])
        self._session_key = None
        return None
