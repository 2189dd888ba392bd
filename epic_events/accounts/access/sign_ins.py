"""The log of signing in: how, when, on what kind of device; what was typed wrong is never kept."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from allauth.account.authentication import get_authentication_records
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from epic_events.accounts.access.device_cookie import remember_user
from epic_events.accounts.models import User
from epic_events.audit_log import services as audit_log
from epic_events.audit_log.models import Entry

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
    """Return what a browser says of itself in two words: ``Firefox, Android``; empty where it says nothing known."""
    found = (next((name for mark, name in names if mark in user_agent), "") for names in (_BROWSERS, _SYSTEMS))
    return ", ".join(filter(None, found))


def record_sign_in(request: HttpRequest, user: User, way: str) -> None:
    """Write down that somebody signed in; ``way`` is one of :data:`WAYS`."""
    audit_log.record(user, SIGNED_IN, subject=user, way=way, device=device_name(_agent(request)))


def on_sign_in(*, request: HttpRequest, user: User, response: HttpResponse | None = None, **_more: Any) -> None:
    """Write down that somebody signed in on the pages, and let the device know its person; called by allauth."""
    record_sign_in(request, user, _method_of(get_authentication_records(request, user)))
    if response is not None:
        remember_user(request, response, user)


def on_wrong_code(*, request: HttpRequest, user: User, **_more: Any) -> None:
    """Write down that a code was wrong; called by allauth."""
    record_failure(request, user.email, "code")


def on_password_changed(*, request: HttpRequest, user: User, **_more: Any) -> None:
    """Write down that the password is another: devices and tokens from before have ended; called by allauth."""
    audit_log.record(user, "password.changed", subject=user, device=device_name(_agent(request)))


def record_failure(request: HttpRequest, email: str, way: str) -> None:
    """Write down that somebody failed to sign in as the owner of an address; nothing where there is none.

    The person may be anybody, so nobody is named as who did it, and nothing of what was typed is kept.
    """
    user = User.objects.filter(email=email.strip().lower()).first()
    if user is not None:
        audit_log.record(None, FAILED, subject=user, way=way, device=device_name(_agent(request)))


def _method_of(methods: Sequence[dict[str, Any]]) -> str:
    """Return how somebody has signed in, by what allauth has noted; it notes nothing where an account is made."""
    way = str(methods[-1].get("method")) if methods else "sign_up"
    if methods and methods[-1].get("passwordless"):
        way = "passkey"
    return way if way in WAYS else "other"


def _agent(request: HttpRequest) -> str:
    return str(request.META.get("HTTP_USER_AGENT", ""))


@dataclass(frozen=True)
class SignIn:
    """A line of the log as its owner reads it."""

    at: datetime
    failed: bool
    way: str
    device: str


def sign_ins_of(user: User, limit: int = 20) -> list[SignIn]:
    """Return the latest lines about a person, the newest first."""
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
