"""Make the key by which push services and browsers know this site."""

from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid.utils import b64urlencode

from epic_events.infra.management_commands import SiteCommand


class Command(SiteCommand):
    """Print a new key for ``VAPID_PRIVATE_KEY``; with another key every device has to be added anew."""

    help = "Make a key for VAPID_PRIVATE_KEY, with which notices are sent to devices."

    def handle(self, *_args: Any, **_options: Any) -> str:
        """Make the key."""
        number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
        return f"VAPID_PRIVATE_KEY={b64urlencode(number.to_bytes(32, 'big'))}"
