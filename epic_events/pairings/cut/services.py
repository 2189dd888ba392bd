"""Services that select qualifiers and begin a stage. Callers lock the event."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from epic_events.accounts.models import User
from epic_events.audit_log import services as audit_log
from epic_events.events.models import Event, Participation, Registration, RegistrationQuerySet, Stage
from epic_events.events.permissions import stage_plan_advice
from epic_events.infra.errors import StateError
from epic_events.pairings import selectors
from epic_events.pairings.cut.selectors import Elimination
from epic_events.pairings.methods.brackets import largest_full_size
from epic_events.pairings.methods.schedules import recommended_rounds, rounds_needed
from epic_events.pairings.methods.swiss import random_bits
from epic_events.pairings.models import Match, ResultReport, Round
from epic_events.pairings.standings import ranking


def players_still_in(before: Stage, last: Round) -> RegistrationQuerySet:
    """Return the checked-in players who took part in a stage up to its last round."""
    playing = Registration.objects.playing(before, last.number + 1)
    return playing.filter(status=Registration.Status.CHECKED_IN)


def rank_players_still_in(before: Stage, last: Round, seed: int) -> list[int]:
    """Return the registration ids of players still in, best first.

    The seed decides ties.
    """
    here = set(players_still_in(before, last).values_list("pk", flat=True))
    rows = [row for row in ranking.standings(before, last.number) if row.player in here]
    rows.sort(key=lambda row: (row.rank, random_bits(seed, row.player)))
    return [row.player for row in rows]


def select_qualifiers(actor: User | None, event: Event, stage: Stage, last: Round, seed: int) -> list[int]:
    """Return the registration ids that advance to a stage, best first.

    All players still in advance if the stage has no size.

    Args:
        actor: the user who begins the stage; error messages depend on what this user may change.
        event: the event.
        stage: the stage that begins.
        last: the last round before it.
        seed: random seed for tied players.

    Raises:
        StateError: fewer players are left than the stage needs; the message says what to do.
    """
    line = rank_players_still_in(last.stage, last, seed)
    size = stage.cut_size
    if size is not None and len(line) < size:
        plan_advice = stage_plan_advice(actor, event, _stage_plan_advice(stage, len(line)))
        raise StateError(_too_few_players_message(stage, size, len(line), plan_advice))
    return line[:size]


def _too_few_players_message(stage: Stage, size: int, left: int, plan_advice: str) -> str:
    """Return the error message with the changes that the site would accept."""
    values = {"left": left, "size": size, "stage": stage.title}
    if not stage.is_elimination:
        text = ngettext(
            "“%(stage)s” needs %(size)d players, but only %(left)d is left: %(advice)s.",
            "“%(stage)s” needs %(size)d players, but only %(left)d are left: %(advice)s.",
            left,
        )
        return text % {**values, "advice": _("finish the event") if left < 2 else plan_advice}
    text = ngettext(
        "Only %(left)d player is left for a cut to the top %(size)d: %(advice)s.",
        "Only %(left)d players are left for a cut to the top %(size)d: %(advice)s.",
        left,
    )
    return text % {**values, "advice": _smaller_cut_advice(left)}


def _smaller_cut_advice(left: int) -> str:
    full = largest_full_size(left)
    if full is None:
        return _("finish the event")
    if full == left:
        return _("cut to the top %(size)d instead") % {"size": full}
    return _("cut to the top %(size)d instead, or to all %(left)d players with byes for the top seeds") % {
        "size": full,
        "left": left,
    }


def _stage_plan_advice(stage: Stage, left: int) -> str:
    """Return which sizes in the plan of stages must change."""
    later = Stage.objects.filter(event=stage.event_id, order__gt=stage.order, cut_size__gt=left)
    if later.exists():
        text = _("in the stage plan, let at most %(left)d players advance to it and to the stages after it")
    else:
        text = _("in the stage plan, let at most %(left)d players advance to it")
    return text % {"left": left}


def has_outdated_seeds(event: Event) -> bool:
    """Return True if corrected standings differ from a published cut's seeds.

    The cut keeps its seeds; pages of the bracket show a warning.
    """
    cut, swiss = selectors.event_plan(event).cut, selectors.event_plan(event).counting_stage
    first = cut.round_set.exclude(status=Round.Status.DRAFT).filter(number=1).first() if cut else None
    last = swiss.round_set.order_by("-number").first() if swiss else None
    if cut is None or swiss is None or first is None or last is None:
        return False
    corrections = ResultReport.objects.filter(
        match__round__stage__in=selectors.combined_stages(swiss), kind=ResultReport.Kind.STAFF
    )
    if not corrections.filter(at__gt=first.paired_at).exists():
        return False
    seeded = list(
        cut.participations.filter(seed__isnull=False).order_by("seed").values_list("registration_id", flat=True)
    )
    # Players who dropped later without being seeded must not count as missing from the cut.
    here = set(players_still_in(swiss, last).values_list("pk", flat=True)) | set(seeded)
    rows = [row for row in ranking.standings(swiss, last.number) if row.player in here]
    rows.sort(key=lambda row: (row.rank, random_bits(first.seed, row.player)))
    return [row.player for row in rows[: len(seeded)]] != seeded


def outdated_seeds_warning(match: Match) -> str:
    """Return a warning if the seeds of the cut no longer match the standings.

    ``""`` if they do.

    Args:
        match: the match before the cut whose result has just changed.
    """
    if match.round.stage.is_elimination or not has_outdated_seeds(match.round.stage.event):
        return ""
    return _("The cut has started: its seeds no longer match the corrected standings.")


def require_still_qualified(first: Round, entered: int) -> None:
    """Raise unless the seeds of an unpublished cut still match the current standings.

    Args:
        first: the first round of the cut, not published.
        entered: the number of players it was seeded with.

    Raises:
        StateError: a player dropped, or an earlier result was corrected since the cut was seeded.
    """
    swiss = selectors.event_plan(first.stage.event).counting_stage
    last = swiss.round_set.order_by("-number").first() if swiss else None
    if swiss is None or last is None:
        return
    seeded = first.stage.participations.filter(seed__isnull=False).order_by("seed")
    if rank_players_still_in(swiss, last, first.seed)[:entered] != list(
        seeded.values_list("registration_id", flat=True)
    ):
        raise StateError(
            _(
                "The standings have changed since the cut was seeded. Discard its unpublished pairings and seed it "
                "again."
            )
        )


SEEDED = (Stage.Kind.ELIMINATION, Stage.Kind.DOUBLE_ELIMINATION, Stage.Kind.ROUND_ROBIN)
"""Kinds of stages whose players have seeds."""

_FEW_IN_A_POD = 4


def has_all_rounds(stage: Stage, last: Round | None) -> bool:
    """Return True if a stage has played all its rounds.

    `last` is the event's latest round.
    """
    if last is None or last.stage_id != stage.pk:
        return False
    if stage.is_elimination:
        return Elimination(stage).is_over
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
    """Return the error for pairing a round after the last one of the last stage."""
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
