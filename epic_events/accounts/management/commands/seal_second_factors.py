"""Seals the secrets of second factors under the site's key of now; run it once ``SECRET_KEY`` has changed."""

from typing import Any

from epic_events.accounts.access.second_factor import reencrypt_second_factors
from epic_events.infra.management_commands import SiteCommand


class Command(SiteCommand):
    """``manage.py reencrypt_second_factors``, with the old key in ``SECRET_KEY_FALLBACKS``."""

    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        """Seal them.

        Raises:
            CommandError: one was sealed under a key that is not given; nothing is changed then.
        """
        del args, options
        sealed = reencrypt_second_factors()
        self.stdout.write(f"{sealed} second factors are sealed under the key of now.")
