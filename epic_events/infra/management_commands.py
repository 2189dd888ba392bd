"""Base class of the site's ``manage.py`` commands."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError, ProgrammingError

from epic_events.infra.database import is_unavailable
from epic_events.infra.errors import UserError


class SiteCommand(BaseCommand):
    """Command that reports expected errors without a traceback.

    They are user errors and an unavailable database. System checks are left to ``manage.py check``, because they take
    longer than most commands.
    """

    requires_system_checks: tuple[str, ...] = ()

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Execute the command.

        Raises:
            CommandError: a user error occurred.
            OperationalError: the database is unavailable; ``manage.py`` reports it for every command.
        """
        try:
            return super().execute(*args, **options)
        except UserError as error:
            raise CommandError(str(error)) from error
        except (OperationalError, ProgrammingError) as error:
            if is_unavailable(error):
                raise
            reason = str(error).strip().partition("\n")[0]
            message = f"The database cannot be used: {reason}. Has manage.py migrate been run on it?"
            raise CommandError(message) from error
