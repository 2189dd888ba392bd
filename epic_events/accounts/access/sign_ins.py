"""Sign-ins: audit log, known devices and reauthentication.

Failed sign-ins of other devices do not lock out a known device.
"""

import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import wraps
from typing import Any, Concatenate, Final, ParamSpec

from allauth.account.authentication import get_authentication_records
from allauth.core.exceptions import ReauthenticationRequired
from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from epic_events.accounts.access.sign_in_limits import code_request
from epic_events.accounts.models import User
from epic_events.audit_log import services as audit_log
from epic_events.audit_log.models import Entry
from epic_events.infra.errors import NotAllowedError

COOKIE: Final = "device"
DAYS: Final = 180
MAX_USERS: Final = 10
"""Users per device; the latest are kept."""
_SALT: Final = "epic_events.device_cookie"


def _read_cookie(request: HttpRequest) -> dict[str, Any]:
    """Return device ID and user keys of the cookie; a new ID if it is invalid."""
    try:
        data: dict[str, Any] = signing.loads(request.COOKIES.get(COOKIE, ""), salt=_SALT, max_age=DAYS * 24 * 3600)
    except signing.BadSignature:
        return {"id": secrets.token_hex(8), "people": []}
    return data


def remember_user(request: HttpRequest, response: HttpResponse, user: User) -> None:
    """Add the user to the device cookie. The cookie does not sign anyone in."""
    data = _read_cookie(request)
    people = [user.pk, *(key for key in data["people"] if key != user.pk)][:MAX_USERS]
    response.set_cookie(
        COOKIE,
        signing.dumps({"id": data["id"], "people": people}, salt=_SALT),
        max_age=DAYS * 24 * 3600,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def known_device_key(request: HttpRequest, email: str) -> str:
    """Return the rate limit key of a known device, or an empty string."""
    data = _read_cookie(request)
    if not data["people"]:
        return ""
    user = User.objects.filter(email=email.strip().lower()).first()
    return f"{data['id']}:{user.pk}" if user is not None and user.pk in data["people"] else ""


SIGNED_IN: Final = "sign_in.done"
FAILED: Final = "sign_in.failed"
WAYS: Final = {
    "password": gettext_lazy("with the password"),
    "code": gettext_lazy("with a code by e-mail"),
    "password_reset": gettext_lazy("by resetting the password"),
    "sign_up": gettext_lazy("after signing up"),
    "mfa": gettext_lazy("with a second factor"),
    "passkey": gettext_lazy("with a passkey"),
    "program": gettext_lazy("by a program with the password"),
    "other": gettext_lazy("in another way"),
}
_BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
    ("curl/", "curl"),
    ("python-", "Python"),
)
_SYSTEMS: Final = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Mac OS X", "Mac"),
    ("Linux", "Linux"),
)


def device_name(user_agent: str) -> str:
    """Return browser and system of a user agent, such as ``Firefox, Android``."""
    labels = (next((name for mark, name in names if mark in user_agent), "") for names in (_BROWSERS, _SYSTEMS))
    return ", ".join(filter(None, labels))


def record_sign_in(request: HttpRequest, user: User, way: str) -> None:
    """Log a sign-in; ``way`` is one of :data:`WAYS`."""
    audit_log.record(user, SIGNED_IN, subject=user, way=way, device=device_name(_agent(request)))


def on_sign_in(*, request: HttpRequest, user: User, response: HttpResponse | None = None, **_more: Any) -> None:
    """Log a sign-in on the pages and set the device cookie. Signal handler of allauth."""
    records = get_authentication_records(request, user)
    record_sign_in(request, user, _method_of(records))
    if any(each.get("method") == "code" for each in records):  # a second factor may have followed
        code_request(request, user.email).succeed()
    if response is not None:
        remember_user(request, response, user)


def on_wrong_code(*, request: HttpRequest, user: User, **_more: Any) -> None:
    """Log a wrong sign-in code. Signal handler of allauth."""
    record_failure(request, user.email, "code")


def on_password_changed(*, request: HttpRequest, user: User, **_more: Any) -> None:
    """Log a changed password. Signal handler of allauth."""
    audit_log.record(user, "password.changed", subject=user, device=device_name(_agent(request)))


def record_failure(request: HttpRequest, email: str, way: str) -> None:
    """Log a failed sign-in; do nothing if no account has the address.

    The entry has no actor, because the sender is unknown, and nothing of the input.
    """
    user = User.objects.filter(email=email.strip().lower()).first()
    if user is not None:
        audit_log.record(None, FAILED, subject=user, way=way, device=device_name(_agent(request)))


def _method_of(methods: Sequence[dict[str, Any]]) -> str:
    """Return the sign-in method recorded by allauth, which records none at sign-up."""
    way = str(methods[-1].get("method")) if methods else "sign_up"
    if methods and methods[-1].get("passwordless"):
        way = "passkey"
    return way if way in WAYS else "other"


def _agent(request: HttpRequest) -> str:
    return str(request.META.get("HTTP_USER_AGENT", ""))


@dataclass(frozen=True)
class SignIn:
    """A sign-in or failed sign-in, as shown to the user."""

    at: datetime
    failed: bool
    way: str
    device: str


def sign_ins_of(user: User, limit: int = 20) -> list[SignIn]:
    """Return the latest sign-ins of a user, newest first."""
    lines = Entry.objects.about(user).filter(verb__in=(SIGNED_IN, FAILED)).order_by("-pk")[:limit]
    return [
        SignIn(
            at=line.at,
            failed=line.verb == FAILED,
            way=str(WAYS.get(line.data.get("way", ""), WAYS["other"])),
            device=line.data.get("device") or _("unknown device"),
        )
        for line in lines
    ]


AUTHENTICATED_KEY: Final = "proved_at"
"""Session key of the last authentication: user key and time."""
P = ParamSpec("P")


class SignInAgainError(NotAllowedError):
    """The last authentication is too old for this action."""

    code = "sign_in_again"


def record_authentication(*, request: HttpRequest, user: User, **_more: Any) -> None:
    """Store the user and the time of authentication in the session.

    Signal handler of allauth.
    """
    request.session[AUTHENTICATED_KEY] = [user.pk, time.time()]


def is_recently_signed_in(request: HttpRequest) -> bool:
    """Return True if the last authentication is recent enough for sensitive actions."""
    user_key, at = request.session.get(AUTHENTICATED_KEY, (None, 0))
    return (
        user_key is not None
        and user_key == request.user.pk
        and time.time() - at < settings.ACCOUNT_REAUTHENTICATION_TIMEOUT
    )


def require_recent_sign_in(request: HttpRequest) -> None:
    """Raise unless the user authenticated recently.

    Raises:
        SignInAgainError: the last authentication is too old.
    """
    if not is_recently_signed_in(request):
        raise SignInAgainError(_("Sign in again to confirm that it is you."))


def recent_sign_in_required(
    view: Callable[Concatenate[HttpRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Decorate a view to require a recent authentication, then continue with the view.

    Place it below ``login_required``.
    """

    @wraps(view)
    def wrapper(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not is_recently_signed_in(request):
            raise ReauthenticationRequired
        return view(request, *args, **kwargs)

    return wrapper
