"""Whether notices can be sent by e-mail and push, and what is missing."""

from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest
from django.utils.translation import gettext as _

from epic_events.integrations.notices import push_keys

_NOT_SENDING: Final = frozenset({"console", "dummy", "filebased"})
"""Mail backends of Django that do not send."""
_HEARTBEAT: Final = "notices.worker"
PATIENCE: Final = 180
"""Seconds without a run of the task after which no worker is assumed; another task can take 75 seconds."""
_LOCAL: Final = frozenset({"localhost", "127.0.0.1", "::1"})


@dataclass(frozen=True)
class Availability:
    """Channels of notices.

    Attributes:
        mail: True if e-mails can be sent.
        push_key: public key for browsers; empty if push notifications cannot be sent.
        missing: for site administrators, what each unavailable channel needs.
    """

    mail: bool
    push_key: str
    missing: tuple[str, ...]

    @property
    def push(self) -> bool:
        """True if push notifications can be sent."""
        return bool(self.push_key)


def record_worker() -> None:
    """Record that a worker sends notices now."""
    cache.set(_HEARTBEAT, True, PATIENCE)


def load_availability(request: HttpRequest) -> Availability:
    """Return the channels that are available to the reader of a page, with one query."""
    has_worker = cache.get(_HEARTBEAT) is not None
    has_mail = settings.EMAIL_BACKEND.split(".")[-2] not in _NOT_SENDING
    key = push_keys.load_key()
    parts = (
        (has_worker, _("A worker of the queue “notices”, and beat.")),
        (has_mail, _("A mail server: set EMAIL_URL.")),
        (bool(key), _missing_key() if not key else ""),
        (is_secure(request), _("An HTTPS address: set HTTPS. Browsers receive notifications from no other.")),
    )
    return Availability(
        mail=has_worker and has_mail,
        push_key=push_keys.public_key(key) if has_worker and is_secure(request) else "",
        missing=tuple(text for is_available, text in parts if not is_available),
    )


def is_secure(request: HttpRequest) -> bool:
    """Return True if browsers offer push on the page.

    They do by HTTPS and on the machine of the site itself.
    """
    host = urlsplit(f"//{request.get_host()}").hostname or ""
    return request.is_secure() or host in _LOCAL or host.endswith(".localhost")


def _missing_key() -> str:
    if push_keys.has_unreadable_key():
        return _(
            "The SECRET_KEY that encrypted the push key, in SECRET_KEY_FALLBACKS; or a new push key: run manage.py"
            " push_key --replace."
        )
    return _("A push key: run manage.py migrate.")
