"""Management command that generates the VAPID key for web push."""

from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid.utils import b64urlencode

from epic_events.infra.management_commands import SiteCommand


class Command(SiteCommand):
    """Print a new ``VAPID_PRIVATE_KEY``.

    After a change of the key users must add their devices again.
    """

    help = "Generate a key for VAPID_PRIVATE_KEY, which signs push notifications."

    def handle(self, *_args: Any, **_options: Any) -> str:
        """Generate and return the setting."""
        number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
        return f"VAPID_PRIVATE_KEY={b64urlencode(number.to_bytes(32, 'big'))}"
