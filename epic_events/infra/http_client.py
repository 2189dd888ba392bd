"""Requests that the site itself sends to addresses which somebody gave: to push services and webhooks.

Such an address may lead back into the site's own network. So only addresses that all the world can reach are spoken to
(the library looks at the address that the name leads to, and speaks to that very one), no redirect is followed, and
nobody waits for long. ``PRIVATE_ADDRESSES`` lets a site of one house speak to its own machines.
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
FIRST_WAIT, LONGEST_WAIT = timedelta(minutes=1), timedelta(hours=6)
USER_AGENT: Final = "Epic-Events/1.0"


def session() -> Session:
    """Return what sends requests to addresses that were given by somebody; close it after use."""
    config = Config(
        ip_filter_enable=not settings.PRIVATE_ADDRESSES,
        ip_filter_allow_loopback_ips=False,
        never_redirect=True,
        default_timeout=(CONNECT, READ),
        user_agent_override=USER_AGENT,
    )
    made: Session = Manager(config).get_session()
    made.trust_env = False  # no proxy that would look the name up anew, no passwords from a file
    return made


def require_sendable(address: str, field: str) -> str:
    """Return an address to which the site may send.

    Where it leads is looked at with each request, not here: that may change.

    Raises:
        UserError: it is no https address, or names a user or a part of a page.
    """
    allowed = ("https", "http") if settings.PRIVATE_ADDRESSES else ("https",)
    try:
        parts = urlsplit(address)
        sound = parts.scheme in allowed and bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        sound, parts = False, urlsplit("")
    if not sound or parts.username or parts.password or parts.fragment or not address.isascii():
        message = _("This must be a whole address that begins with https:// and names no user.")
        raise UserError(message, fields={field: message})
    return address


def wait_after(tries: int) -> timedelta:
    """Return how long the next try waits.

    >>> [str(wait_after(tries)) for tries in (1, 2, 3)]
    ['0:01:00', '0:02:00', '0:04:00']
    """
    return min(FIRST_WAIT * int(2 ** (tries - 1)), LONGEST_WAIT)
