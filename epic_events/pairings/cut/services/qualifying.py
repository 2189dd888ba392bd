"""Qualification for the next stage or the cut. Callers lock the event."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from epic_events.accounts.models import User
from epic_events.events.models import Event, Registration, RegistrationQuerySet, Stage
from epic_events.events.permissions import stage_plan_advice
from epic_events.infra.errors import StateError
from epic_events.pairings import selectors
from epic_events.pairings.methods.brackets import largest_full_size
from epic_events.pairings.methods.swiss import random_bits
from epic_events.pairings.models import Match, ResultReport, Round
from epic_events.pairings.standings import ranking


def players_still_in(before: Stage, last: Round) -> RegistrationQuerySet:
    """Return the checked-in players who took part in a stage up to its last round."""
    playing = Registration.objects.playing(before, last.number + 1)
    return playing.filter(status=Registration.Status.CHECKED_IN)


def rank_players_still_in(before: Stage, last: Round, seed: int) -> list[int]:
    """Return the registration ids of players still in, best first; the seed decides ties."""
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
    """Return True if a corrected result moved the standings away from the seeds of a published cut.

    The cut keeps its seeds; pages of the bracket show a warning.
    """
    cut, swiss = selectors.cut_stage(event), selectors.swiss_stage(event)
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
    """Return a warning if the seeds of the cut no longer match the standings, else ``""``.

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
    swiss = selectors.swiss_stage(first.stage.event)
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
