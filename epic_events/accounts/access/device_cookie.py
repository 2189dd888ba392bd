"""Cookie of devices on which a user has signed in before.

Failed sign-ins of other devices do not lock out a known device.
"""

import secrets
from typing import Any, Final

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse

from epic_events.accounts.models import User

COOKIE: Final = "device"
DAYS: Final = 180
MAX_USERS: Final = 10
"""Users per device; the latest are kept."""
_SALT: Final = "epic_events.accounts.access.device_cookie"


def _read(request: HttpRequest) -> dict[str, Any]:
    """Return device ID and user keys of the cookie; a new ID if it is invalid."""
    try:
        data: dict[str, Any] = signing.loads(request.COOKIES.get(COOKIE, ""), salt=_SALT, max_age=DAYS * 24 * 3600)
    except signing.BadSignature:
        return {"id": secrets.token_hex(8), "people": []}
    return data


def remember_user(request: HttpRequest, response: HttpResponse, user: User) -> None:
    """Add the user to the device cookie. The cookie does not sign anyone in."""
    data = _read(request)
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
    data = _read(request)
    if not data["people"]:
        return ""
    user = User.objects.filter(email=email.strip().lower()).first()
    return f"{data['id']}:{user.pk}" if user is not None and user.pk in data["people"] else ""
