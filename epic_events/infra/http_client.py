"""HTTP client for addresses that users entered: push services and webhooks.

Such an address could lead into the site's own network (SSRF). The client resolves the name once, connects only to
public addresses, follows no redirects and has short timeouts. ``PRIVATE_ADDRESSES`` allows private networks.
"""

from datetime import timedelta
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.translation import gettext as _
from requests import Session
from requests_hardened import Config, Manager

from epic_events.infra.errors import UserError

CONNECT, READ = 3.0, 8.0  # seconds
FIRST_WAIT, MAX_WAIT = timedelta(minutes=1), timedelta(hours=6)
USER_AGENT: Final = "Epic-Events/1.0"


def session() -> Session:
    """Return a session for requests to user-supplied addresses; close it after use."""
    config = Config(
        ip_filter_enable=not settings.PRIVATE_ADDRESSES,
        ip_filter_allow_loopback_ips=False,
        never_redirect=True,
        default_timeout=(CONNECT, READ),
        user_agent_override=USER_AGENT,
    )
    new_session: Session = Manager(config).get_session()
    new_session.trust_env = False  # no proxy that resolves the name again, no passwords from a file
    return new_session


def require_sendable(address: str, field: str) -> str:
    """Return an address if the site may send requests to it.

    The target network is checked with each request, because it can change.

    Raises:
        UserError: it is no https address, or contains credentials or a fragment.
    """
    allowed = ("https", "http") if settings.PRIVATE_ADDRESSES else ("https",)
    try:
        parts = urlsplit(address)
        sound = parts.scheme in allowed and bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        sound, parts = False, urlsplit("")
    if not sound or parts.username or parts.password or parts.fragment or not address.isascii():
        message = _("Enter a full URL that begins with https:// and contains no user name.")
        raise UserError(message, fields={field: message})
    return address


def retry_delay(tries: int) -> timedelta:
    """Return the delay before the next attempt.

    >>> [str(wait_after(tries)) for tries in (1, 2, 3)]
    ['0:01:00', '0:02:00', '0:04:00']
    """
    return min(FIRST_WAIT * int(2 ** (tries - 1)), MAX_WAIT)
