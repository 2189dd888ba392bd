"""Limits of failed sign-ins and of requested sign-in codes.

A successful sign-in consumes no limit: many people share the network address of a venue. Failures count for the account
at one network address; for the account alone and for the address alone the limits are far higher. A device on which
the user has signed in before has a limit of its own, so signing in with a code by e-mail, which these limits do not
stop, lifts them for the device.
"""

import ipaddress
import time
from dataclasses import dataclass
from typing import Final

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest

from epic_events.accounts.models import digest_of
from epic_events.accounts.rate_limits import client_address, count_in_window

_PREFIX: Final = "throttle:sign-in:"
"""Also counted while Redis is unavailable, see ``epic_events.infra.cache``."""
_IPV6_PREFIX: Final = 64
"""Bits of an IPv6 address that name a network; a subscriber may use all addresses of it."""
_PATIENCE: Final = 3.0
"""Seconds to wait for other attempts in progress, which may turn out to be no failures."""
_PAUSE: Final = 0.05
_UNITS: Final = {"s": 1, "m": 60, "h": 3600}


@dataclass(frozen=True)
class Limit:
    """A number of attempts in a window.

    Attributes:
        name: its key in ``SIGN_IN_LIMITS``.
        subject: what is counted, such as an account at an address.
    """

    name: str
    subject: str

    @property
    def amount(self) -> int:
        """The number of attempts allowed in the window."""
        return int(self._rate[0])

    @property
    def seconds(self) -> int:
        """The length of the window."""
        duration = self._rate[1]
        return int(duration[:-1] or 1) * _UNITS[duration[-1]]

    @property
    def _rate(self) -> list[str]:
        return str(settings.SIGN_IN_LIMITS[self.name]).split("/")

    def key(self, purpose: str) -> str:
        """Return the key of a counter: ``used`` or ``failed``.

        It contains no address and has a fixed length.
        """
        return f"{_PREFIX}{purpose}:{self.name}:{digest_of(self.subject)}"


class Attempt:
    """An attempt that counts towards several limits until it is known to succeed."""

    def __init__(self, *limits: Limit) -> None:
        self._limits = limits

    def start(self, *, patience: float = _PATIENCE) -> bool:
        """Reserve the attempt. Return False if one of the limits is reached.

        Args:
            patience: seconds to wait for attempts in progress; several devices may sign in to one account at once.
        """
        deadline = time.monotonic() + patience
        while not self._reserve():
            failed = any(_value(limit.key("failed")) >= limit.amount for limit in self._limits)
            if failed or time.monotonic() >= deadline:
                return False
            time.sleep(_PAUSE)
        return True

    def fail(self) -> None:
        """Count the attempt as a failure."""
        for limit in self._limits:
            count_in_window(limit.key("failed"), limit.seconds)

    def succeed(self) -> None:
        """Give the reservation back."""
        _release(self._limits)

    def _reserve(self) -> bool:
        for number, limit in enumerate(self._limits, start=1):
            if count_in_window(limit.key("used"), limit.seconds) > limit.amount:
                _release(self._limits[:number])
                return False
        return True


def password_attempt(request: HttpRequest, email: str, device: str) -> Attempt:
    """Return an attempt to sign in with a password.

    Args:
        request: the request.
        email: the entered address; it need not belong to an account.
        device: key of a known device, or an empty string.
    """
    if device:
        return Attempt(Limit("device", device))
    account, network = email.strip().lower(), network_of(request)
    return Attempt(
        Limit("account_and_address", f"{account}:{network}"), Limit("account", account), Limit("address", network)
    )


def code_request(request: HttpRequest, email: str) -> Attempt:
    """Return a request for a sign-in code by e-mail.

    Signing in with the code gives it back.
    """
    return Attempt(Limit("code_account", email.strip().lower()), Limit("code_address", network_of(request)))


def network_of(request: HttpRequest) -> str:
    """Return the network address of a client; for IPv6 the address of its network."""
    address = client_address(request)
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if parsed.version == 4:
        return address
    return str(ipaddress.ip_network((parsed, _IPV6_PREFIX), strict=False).network_address)


def forget_failures(request: HttpRequest, email: str) -> None:
    """Lift the limits of an account after its password was reset by mail."""
    account = email.strip().lower()
    for limit in (Limit("account_and_address", f"{account}:{network_of(request)}"), Limit("account", account)):
        cache.delete_many([limit.key("used"), limit.key("failed")])


def _value(key: str) -> int:
    return int(cache.get(key, 0))


def _release(limits: tuple[Limit, ...]) -> None:
    for limit in limits:
        try:
            cache.decr(limit.key("used"))
        except ValueError:  # the window has ended
            continue
