"""Changes of a stage's table rules: first player choice and recorded health."""

from django.db import transaction
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.audit_log import services as audit_log
from epic_events.events.models import Stage
from epic_events.events.permissions import require_organiser
from epic_events.events.selectors import lock_event
from epic_events.infra.edit_conflicts import require_unchanged, version_token
from epic_events.infra.errors import StateError, UserError


def table_rules_version(stage: Stage) -> str:
    """Return the version token of a stage's table rules."""
    return version_token(stage.play_first, stage.records_health)


def _display_values(stage: Stage) -> list[tuple[str, str]]:
    """Return the table rules of a stage as pairs of label and text."""
    health = _("Remaining health is recorded.") if stage.records_health else _("Remaining health is not recorded.")
    return [(stage.title, f"{stage.get_play_first_display()}\n{health}")]


def change_table_rules(
    actor: User | None, stage: Stage, *, play_first: str, records_health: bool, expected_version: str | None = None
) -> Stage:
    """Change who chooses the first player and whether health is recorded, for a stage.

    Args:
        actor: who changes it. `None` for the command line.
        stage: the stage.
        play_first: a value of ``Stage.PlayFirst``.
        records_health: whether players and staff enter remaining health. Recorded values stay stored.
        expected_version: version token of the edited form. `None` if unknown.

    Raises:
        EditConflictError: the rules have changed since the form was opened.
        NotAllowedError: the user is not an organiser.
        StateError: the event is over.
        UserError: `play_first` is not a value of ``Stage.PlayFirst``.
    """
    require_organiser(actor, stage.event)
    if play_first not in Stage.PlayFirst.values:
        message = _("Select a valid option.")
        raise UserError(message, fields={"play_first": message})
    with transaction.atomic():
        event = lock_event(stage.event)
        stage = Stage.objects.get(pk=stage.pk, event=event)
        if event.is_over:
            raise StateError(_("This event is over and can no longer be changed."))
        if (stage.play_first, stage.records_health) != (play_first, records_health):
            require_unchanged(expected_version, table_rules_version(stage), _display_values(stage))
            stage.play_first, stage.records_health = play_first, records_health
            stage.save(update_fields=["play_first", "records_health"])
            audit_log.record(
                actor,
                "stage.table_rules_changed",
                event=event,
                subject=stage,
                play_first=play_first,
                records_health=records_health,
            )
    return stage
