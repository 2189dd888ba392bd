"""Common behaviour of all management commands."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command, get_commands, load_command_class
from django.db import connection

from epic_events.infra.management_commands import SiteCommand


def own_commands() -> dict[str, str]:
    """Return the site's own commands with their application."""
    return {name: app for name, app in get_commands().items() if app.startswith("epic_events.")}


def test_every_site_command_subclasses_site_command() -> None:
    found = {name: load_command_class(app, name) for name, app in own_commands().items()}
    assert len(found) >= 20
    assert [name for name, command in found.items() if not isinstance(command, SiteCommand)] == []


@pytest.mark.django_db
def test_command_unknown_event_raises_with_slug() -> None:
    with pytest.raises(CommandError, match=r"^There is no event at the address nowhere\.$"):
        call_command("event_round", "nowhere")


@pytest.mark.django_db
def test_command_service_error_is_shown_as_message(tmp_path: Path) -> None:
    there = tmp_path / "there.backup"
    there.write_text("x")
    with pytest.raises(CommandError, match=r"there\.backup") as output:
        call_command("backup", str(there))
    assert str(output.value) == str(output.value.__cause__)


@pytest.mark.django_db
def test_command_missing_tables_is_reported_as_database_error() -> None:
    def elsewhere(execute: Callable[..., Any], _sql: str, _values: Any, _many: bool, context: dict[str, Any]) -> Any:
        return execute("SELECT 1 FROM not_migrated", None, False, context)

    with connection.execute_wrapper(elsewhere), pytest.raises(CommandError) as output:
        call_command("event_round", "spring-open")
    reason = str(output.value.__cause__).partition("\n")[0]
    assert "not_migrated" in reason
    assert str(output.value) == f"The database cannot be used: {reason}. Has manage.py migrate been run on it?"
