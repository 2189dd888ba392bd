"""Queries for the standings of a stage: its results, who came and left, and the order they make."""

from collections.abc import Sequence

from django.db.models import F

from epic_events.events.models import Participation, Stage
from epic_events.pairings.methods import standings as pure
from epic_events.pairings.methods.tie_breaks.chain import parse_chain
from epic_events.pairings.models import Round
from epic_events.pairings.results.final_results import load_final_results
from epic_events.pairings.selectors import combined_stages, match_points_of

MAX_ROUNDS = 32_767  # what the column holds


def settings_of(stage: Stage) -> pure.Settings:
    """Return the stage's tie-breakers, its match points and the seed of its lot."""
    return pure.Settings(parse_chain(stage.tie_breaks), match_points_of(stage), stage.tie_break_seed)


def results(stage: Stage, after: int | None = None) -> list[pure.Result]:
    """Return the settled results of the stage and of those it carries on, byes among them, up to a round."""
    return load_final_results(combined_stages(stage), after)


def standings(stage: Stage, after: int | None = None, settings: pure.Settings | None = None) -> list[pure.Standing]:
    """Return the standings of a stage, after a round or as they are now; players are registration ids.

    Stages that it carries on count with it. Everybody who took part in a round of them is listed. The number of queries
    is the same, however many there are.

    Args:
        stage: the Swiss rounds.
        after: the round after which they stand; None for now.
        settings: what to rank by instead of what the stage has; with other match points every result is scored anew.
    """
    run = combined_stages(stage)
    presence, players = _presence(run, after)
    found = load_final_results(run, after)
    if settings is None:
        settings = settings_of(stage)
    elif settings.points != match_points_of(stage):
        found = [result.scored(settings.points) for result in found]
    return pure.standings(players, found, settings, presence)


def _presence(run: Sequence[Stage], after: int | None) -> tuple[pure.Presence, list[int]]:
    """Return who came late and who left the stages that count together, and everybody who took part."""
    stretches = Participation.objects.filter(stage__in=run).exclude(last_round__lt=F("from_round")).order_by()
    if after is not None:
        stretches = stretches.filter(from_round__lte=max(after, 1))
    end = run[-1].last_round or MAX_ROUNDS
    came: dict[int, int] = {}
    left: dict[int, bool] = {}
    fields = ("registration_id", "from_round", "last_round", "stage__order")
    in_stage: dict[int, int] = {}  # the last stage each one came to: who left there, left, whatever stood open before
    for player, from_round, last_round, stage in stretches.order_by("stage__order").values_list(*fields):
        came[player] = min(from_round, came.get(player, from_round))
        gone = last_round is not None and last_round < end and (after is None or last_round <= after)
        left[player] = (left.get(player, True) or in_stage[player] < stage) and gone
        in_stage[player] = stage
    late = frozenset(player for player, number in came.items() if number > run[0].first_round)
    return pure.Presence(late, frozenset(player for player, gone in left.items() if gone)), list(came)


def last_finished(stage: Stage) -> int | None:
    """Return the number of the last finished round that counts for a stage; after it the standings are public."""
    finished = Round.objects.filter(stage__in=combined_stages(stage), status=Round.Status.FINISHED).order_by("-number")
    return finished.values_list("number", flat=True).first()
