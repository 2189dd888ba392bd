"""Encrypt second-factor secrets with the current key.

Run it after changing ``SECRET_KEY``.
"""

from typing import Any

from epic_events.accounts.access.second_factor import reencrypt_second_factors
from epic_events.infra.management_commands import SiteCommand


class Command(SiteCommand):
    """``manage.py seal_second_factors``, with the old key in ``SECRET_KEY_FALLBACKS``."""

    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        """Encrypt the secrets.

        Raises:
            CommandError: a secret was encrypted with an unknown key; nothing is changed.
        """
        del args, options
        sealed = reencrypt_second_factors()
        self.stdout.write(f"{sealed} second factors encrypted with the current key.")
