"""What every command of ``manage.py`` that is the site's own does alike."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError, ProgrammingError

from epic_events.infra.database import away
from epic_events.infra.errors import UserError


class SiteCommand(BaseCommand):
    """A command that tells what a service refuses, and that the database is not there, in words and not as a fault.

    The checks of the whole project read every page and form first, which takes longer than most of what is done here:
    they are left to ``manage.py check`` and to the start.
    """

    requires_system_checks: tuple[str, ...] = ()

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Run it as Django does.

        Raises:
            CommandError: it cannot be done; says what is wrong.
            OperationalError: the database is away, which ``manage.py`` tells for every command there is.
        """
        try:
            return super().execute(*args, **options)
        except UserError as error:
            raise CommandError(str(error)) from error
        except (OperationalError, ProgrammingError) as error:
            if away(error):
                raise
            reason = str(error).strip().partition("\n")[0]
            told = f"The database cannot be used: {reason}. Has manage.py migrate been run on it?"
            raise CommandError(told) from error
