"""Sessions in the database as Django keeps them; the question for one, which comes with every request, is worded once.

They are not kept in the cache beside it: a session that was ended while Redis was away would be found there again.
"""

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.db import models
from django.utils import timezone

from epic_events.infra.database.compiled_queries import Statement, Told, columns_of, stored_in

_STORED = Statement(
    lambda: Session.objects.filter(
        session_key=Told("key", models.TextField()), expire_date__gt=Told("now", models.DateTimeField())
    ).values_list(*columns_of(Session))
)


class SessionStore(db.SessionStore):
    """One session; its name is that of Django's class, under which what it holds is signed."""

    def _get_session_from_db(self) -> Session | None:
        """Return what is stored of the session; None, and the key forgotten, where nothing is or its time is over."""
        rows = _STORED.rows(key=self.session_key or "", now=timezone.now())
        if rows:
            return stored_in(Session, rows[0])
        self._session_key = None
        return None
