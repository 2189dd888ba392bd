"""Sessions in the database as Django keeps them; the question for one, which comes with every request, is worded once.

They are not kept in the cache beside it: a session that was ended while Redis was away would be found there again.
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
    """One session; its name is that of Django's class, under which what it holds is signed."""

    def _get_session_from_db(self) -> Session | None:
        """Return what is stored of the session; None, and the key forgotten, where nothing is or its time is over."""
        rows = _STORED.rows(key=self.session_key or "", now=timezone.now())
        if rows:
            return instance_from(Session, rows[0])
        self._session_key = None
        return None
