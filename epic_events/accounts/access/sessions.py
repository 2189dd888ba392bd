"""Sessions of a user: storage, list, end, and revocation of all access.

Every request loads its session.

Sessions are not cached: a session ended during an outage of Redis would still be in the cache afterwards.

Code that adds a new way to sign in must revoke it here.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.db import models, transaction
from django.dispatch import Signal
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from epic_events.accounts.access.sign_ins import device_name
from epic_events.accounts.access.tokens import revoke_tokens
from epic_events.accounts.models import User
from epic_events.audit_log import services as audit_log
from epic_events.infra.database.compiled_queries import CompiledQuery, Parameter, columns_of, instance_from
from epic_events.infra.errors import MissingError

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


SEEN: Final = "seen_at"
"""Session key of the time of last use, in seconds since the epoch."""
COARSE: Final = 15 * 60
"""Interval between two updates of the time of last use, in seconds."""


@dataclass(frozen=True)
class DeviceSession:
    """A device on which a user is signed in."""

    key: int
    device: str
    since: datetime
    last_seen: datetime
    is_current: bool


def record_session_start(*, request: HttpRequest, **_more: Any) -> None:
    """Store the time of sign-in in the session.

    Handler of Django's ``user_logged_in``.
    """
    request.session[SEEN] = int(timezone.now().timestamp())


def sessions_of(request: HttpRequest, user: User) -> list[DeviceSession]:
    """Return the active sessions of a user: the current one first, then by last use."""
    sessions = list(UserSession.objects.filter(user=user).order_by("-last_seen_at", "-pk"))
    stored = Session.objects.filter(expire_date__gt=timezone.now()).in_bulk([each.session_key for each in sessions])
    current = user.get_session_auth_hash()
    active = [
        DeviceSession(
            key=session.pk,
            device=device_name(session.user_agent) or _("unknown device"),
            since=session.created_at,
            last_seen=session.last_seen_at,
            is_current=session.session_key == request.session.session_key,
        )
        for session in sessions
        if session.session_key in stored
        and constant_time_compare(stored[session.session_key].get_decoded().get(HASH_SESSION_KEY, ""), current)
    ]
    return sorted(active, key=lambda each: not each.is_current)


session_ended: Final = Signal()
"""Sent with ``user`` and the session's ``data`` when a user ends a session from another device."""


def _end(user: User, session: UserSession) -> None:
    stored = Session.objects.filter(session_key=session.session_key).first()
    session.end()
    session_ended.send(UserSession, user=user, data=stored.get_decoded() if stored else {})


@transaction.atomic
def end_session(user: User, key: int) -> None:
    """End one session of a user.

    Raises:
        MissingError: the user has no such session.
    """
    session = UserSession.objects.select_for_update().filter(user=user, pk=key).first()
    if session is None:
        raise MissingError(_("This device is already signed out."))
    _end(user, session)
    audit_log.record(user, "session.ended", subject=user, sessions=[key])


@transaction.atomic
def end_other_sessions(request: HttpRequest, user: User) -> int:
    """End all other sessions of a user; return their number."""
    others = list(
        UserSession.objects.select_for_update().filter(user=user).exclude(session_key=request.session.session_key)
    )
    for each in others:
        _end(user, each)
    if others:
        audit_log.record(user, "session.ended", subject=user, sessions=[each.pk for each in others])
    return len(others)


def forget_addresses() -> int:
    """Delete devices and IP addresses not seen for ``ADDRESS_DAYS``.

    IP addresses are stored only here. A device that is used again is recorded again.
    """
    before = timezone.now() - timedelta(days=settings.ADDRESS_DAYS)
    forgotten: int = UserSession.objects.filter(last_seen_at__lt=before).delete()[0]
    return forgotten


class LastSeenMiddleware:
    """Records when a session was last used, at most every 15 minutes."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Process the request. A request that did not load its user costs no query."""
        response = self.get_response(request)
        user = getattr(request, "_cached_user", None)
        now = int(timezone.now().timestamp())
        if isinstance(user, User) and request.session.session_key and now - request.session.get(SEEN, 0) > COARSE:
            request.session[SEEN] = now
            UserSession.objects.create_from_request(request)
        return response


access_revoked: Final = Signal()
"""Sent with ``user`` in the transaction of the revocation, so that other apps delete data of the user's devices."""


@transaction.atomic
def revoke_access(actor: User | None, user: User, *, reason: str = "", keep_password: bool = False) -> None:
    """Revoke the password, second factors, sessions and API tokens of a user.

    A sign-in code sent to the user's e-mail address still works unless the account is closed.

    Args:
        actor: the user who revokes; None for the site.
        user: the affected user; its password attribute is updated.
        reason: for the audit log.
        keep_password: True if the password was just changed, which has already ended the sessions.
    """
    locked = User.objects.select_for_update().get(pk=user.pk)
    if not keep_password:
        # A session stores a hash of the password: changing the stored password ends all sessions.
        locked.set_unusable_password()
        locked.save(update_fields=["password"])
        user.password = locked.password
    revoke_tokens(actor, locked)
    Authenticator.objects.filter(user=locked).delete()
    access_revoked.send(User, user=locked)
    audit_log.record(actor, "access.ended", subject=user, reason=reason)
