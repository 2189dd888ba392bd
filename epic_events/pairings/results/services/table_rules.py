"""Changing what is done at the tables beside playing: who chooses the first turn, whether health is written down."""

from django.db import transaction
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.audit_log import services as audit_log
from epic_events.events.locking import locked
from epic_events.events.models import Stage
from epic_events.events.permissions import require_organiser
from epic_events.infra.edit_conflicts import require_unchanged, version_token
from epic_events.infra.errors import StateError, UserError


def table_rules_stamp(stage: Stage) -> str:
    """Return what is another word as soon as somebody settles something else for the stage."""
    return version_token(stage.play_first, stage.records_health)


def _in_short(stage: Stage) -> list[tuple[str, str]]:
    """Return what is settled for a stage as pairs of a label and a text."""
    health = _("Remaining health is recorded.") if stage.records_health else _("Remaining health is not recorded.")
    return [(stage.title, f"{stage.get_play_first_display()}\n{health}")]


def change_table_rules(
    actor: User | None, stage: Stage, *, play_first: str, records_health: bool, seen: str | None = None
) -> Stage:
    """Settle for a stage who chooses to play first, and whether health is recorded with results.

    Args:
        actor: who changes it; None for the site's own command line.
        stage: the stage.
        play_first: one of ``Stage.PlayFirst``.
        records_health: whether players and staff are asked for the health left; what was recorded stays stored.
        seen: the stamp of what was open while this was chosen; None where that is not known.

    Raises:
        ChangedMeanwhileError: something else is settled by now.
        NotAllowedError: for everybody but an organiser.
        StateError: when the event is over.
        UserError: for another word than those of ``Stage.PlayFirst``.
    """
    require_organiser(actor, stage.event)
    if play_first not in Stage.PlayFirst.values:
        message = _("Select a valid option.")
        raise UserError(message, fields={"play_first": message})
    with transaction.atomic():
        event = locked(stage.event)
        stage = Stage.objects.get(pk=stage.pk, event=event)
        if event.is_over:
            raise StateError(_("This event is over and can no longer be changed."))
        if (stage.play_first, stage.records_health) != (play_first, records_health):
            require_unchanged(seen, table_rules_stamp(stage), _in_short(stage))
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
