#!/usr/bin/env python
"""Django's command line for the site."""

import os
import sys

from rules.call_stack import with_large_stack_chunk


def main() -> None:
    """Run the management command named on the command line."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "epic_events.settings")
    from django.core.management import execute_from_command_line  # noqa: PLC0415  settings must be named first
    from django.db.utils import InterfaceError, OperationalError  # noqa: PLC0415  likewise

    try:
        with_large_stack_chunk(execute_from_command_line)(sys.argv)
    except (OperationalError, InterfaceError) as error:
        from epic_events.infra.database import is_unavailable  # noqa: PLC0415  likewise

        if not is_unavailable(error):
            raise
        sys.exit(f"The database of DATABASE_URL cannot be used: {str(error).strip().splitlines()[0]}")


if __name__ == "__main__":
    main()
