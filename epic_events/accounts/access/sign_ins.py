"""Audit log of sign-ins: time, method and device. Wrong input is never stored."""

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
    """Return browser and system of a user agent, such as ``Firefox, Android``."""
    found = (next((name for mark, name in names if mark in user_agent), "") for names in (_BROWSERS, _SYSTEMS))
    return ", ".join(filter(None, found))


def record_sign_in(request: HttpRequest, user: User, way: str) -> None:
    """Log a sign-in; ``way`` is one of :data:`WAYS`."""
    audit_log.record(user, SIGNED_IN, subject=user, way=way, device=device_name(_agent(request)))


def on_sign_in(*, request: HttpRequest, user: User, response: HttpResponse | None = None, **_more: Any) -> None:
    """Log a sign-in on the pages and set the device cookie. Signal handler of allauth."""
    record_sign_in(request, user, _method_of(get_authentication_records(request, user)))
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
