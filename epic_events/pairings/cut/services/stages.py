"""Start of a stage and choice of the next round. Callers lock the event."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from epic_events.accounts.models import User
from epic_events.audit_log import services as audit_log
from epic_events.events.models import Event, Participation, Registration, Stage
from epic_events.events.permissions import stage_plan_advice
from epic_events.infra.errors import StateError
from epic_events.pairings import selectors
from epic_events.pairings.cut import bracket_selectors
from epic_events.pairings.cut.services.qualifying import select_qualifiers
from epic_events.pairings.methods.round_counts import recommended_rounds
from epic_events.pairings.methods.round_robin import rounds_needed
from epic_events.pairings.methods.swiss import random_bits
from epic_events.pairings.models import Round

SEEDED = (Stage.Kind.ELIMINATION, Stage.Kind.DOUBLE_ELIMINATION, Stage.Kind.ROUND_ROBIN)
"""Kinds of stages whose players have seeds."""

_FEW_IN_A_POD = 4


def has_all_rounds(stage: Stage, last: Round | None) -> bool:
    """Return True if a stage has played all its rounds; `last` is the event's latest round."""
    if last is None or last.stage_id != stage.pk:
        return False
    if stage.is_elimination:
        return bracket_selectors.Elimination(stage).is_over
    return stage.last_round is not None and last.number >= stage.last_round


def begin_stage(actor: User | None, event: Event, stage: Stage, last: Round | None, *, seed: int) -> list[int]:
    """Begin a stage: create its participations and fix its number of rounds.

    Returns the registration ids by rank, or in random order for the first stage.

    Args:
        actor: the user who begins the stage.
        event: the event.
        stage: the stage; the players of the first stage already have participations.
        last: the last round of the previous stage; None for the first stage.
        seed: random seed for tied players, and for the order of the first stage.

    Raises:
        StateError: the stage allows fewer or needs more players.
    """
    if last is None:
        players = sorted(Registration.objects.playing(stage, stage.first_round).values_list("pk", flat=True))
        players.sort(key=lambda player: random_bits(seed, player))
    else:
        players = select_qualifiers(actor, event, stage, last, seed)
    _require_player_count(actor, event, stage, players)
    stage.first_round = 1 if stage.is_elimination or last is None else last.number + 1
    stage.entered, stage.drop_order = len(players), Stage.DropOrder.FEWEST_REMATCHES
    _fix_number_of_rounds(actor, event, stage, players)
    stage.save(update_fields=["first_round", "entered", "drop_order", "rounds"])
    _create_participations(stage, players, new=last is not None)
    if last is not None:
        facts: dict[str, Any] = {"players": len(players), "first_round": stage.first_round, "seed": seed}
        audit_log.record(actor, "stage.begun", event=event, subject=stage, title=stage.title, **facts)
    return players


def _require_player_count(actor: User | None, event: Event, stage: Stage, players: Sequence[int]) -> None:
    """Raise `StateError` if the stage has too few or too many players for its kind."""
    most = stage.most_players
    if len(players) < 2:
        raise StateError(_("A stage needs at least two players. Finish the event."))
    if most is not None and len(players) > most:
        advice = (
            stage_plan_advice(actor, event, _("change the stage plan"))
            if stage.order > 1
            else ngettext("drop %(over)d player", "drop %(over)d players", len(players) - most)
            % {"over": len(players) - most}
        )
        raise StateError(
            _("%(kind)s allows at most %(most)d players, but %(players)d are checked in: %(advice)s.")
            % {"kind": stage.get_kind_display(), "most": most, "players": len(players), "advice": advice}
        )


def _fix_number_of_rounds(actor: User | None, event: Event, stage: Stage, players: Sequence[int]) -> None:
    """Store the number of rounds if it depends on the number of players."""
    if stage.is_elimination or (stage.rounds is not None and stage.kind != Stage.Kind.ROUND_ROBIN):
        return
    if stage.kind == Stage.Kind.ROUND_ROBIN:
        stage.rounds = rounds_needed(len(players), legs=stage.legs)
    elif stage.kind == Stage.Kind.PODS:
        stage.rounds = recommended_rounds(min(len(players), stage.pod_size or Stage.MAX_POD_SIZE))
    else:
        byes = Registration.objects.filter(pk__in=players).values_list("awarded_byes", flat=True)
        stage.rounds = recommended_rounds(sum(2**awarded for awarded in byes))
    audit_log.record(actor, "stage.rounds_fixed", event=event, subject=stage, rounds=stage.rounds, players=len(players))


def _create_participations(stage: Stage, players: Sequence[int], *, new: bool) -> None:
    """Create the participations of a stage, or set the seeds of existing ones."""
    seeds = {player: place for place, player in enumerate(players, 1)} if stage.kind in SEEDED else {}
    if new:
        Participation.objects.bulk_create(
            Participation(stage=stage, registration_id=player, from_round=stage.first_round, seed=seeds.get(player))
            for player in players
        )
    elif seeds:
        stage.participations.update(seed=None)
        rows = list(stage.participations.filter(registration__in=players, last_round=None))
        for row in rows:
            row.seed = seeds[row.registration_id]
        Participation.objects.bulk_update(rows, ["seed"])


def undo_begin_stage(stage: Stage) -> None:
    """Undo :func:`begin_stage` if the stage has no rounds and pods left.

    The first stage keeps its participations.
    """
    if stage.round_set.exists() or hasattr(stage, "podding"):
        return
    stage.entered = None
    if stage.kind == Stage.Kind.ROUND_ROBIN:
        stage.rounds = None
    stage.save(update_fields=["entered", "rounds"])
    if Stage.objects.filter(event=stage.event_id, order__lt=stage.order).exists():
        stage.participations.all().delete()
    else:
        stage.participations.update(seed=None)


def find_next_round(event: Event, last: Round | None) -> tuple[Stage, int]:
    """Return the stage and number of the next round; the stage may not have begun yet.

    Args:
        event: the running event.
        last: its latest round, finished.

    Raises:
        StateError: all planned rounds have been played.
    """
    if last is None:
        return event.stages.get(order=1), 1
    if not has_all_rounds(last.stage, last):
        return last.stage, last.number + 1
    following = selectors.stage_after(last.stage)
    if following is None:
        raise StateError(no_rounds_left_message(last.stage))
    return following, 1 if following.is_elimination else last.number + 1


def no_rounds_left_message(stage: Stage) -> str:
    """Return the error message for pairing a round after the last one of the last stage."""
    if stage.is_elimination:
        return _("The final has been played. Finish the event.")
    return _("%(done)s. Finish the event.") % {"done": rounds_played_text(stage)}


def rounds_played_text(stage: Stage) -> str:
    """Return "All … rounds have been played", without a full stop."""
    rounds = stage.rounds or 0
    if stage.kind == Stage.Kind.SWISS and stage.order == 1:
        text = (
            _("The only Swiss round has been played")
            if rounds == 1
            else _("All %(rounds)d Swiss rounds have been played")
        )
    else:
        text = _("All rounds of “%(stage)s” have been played")
    return text % {"rounds": rounds, "stage": stage.title}
