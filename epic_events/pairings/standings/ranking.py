"""Queries that compute the standings of a stage."""

from collections.abc import Sequence

from django.db.models import F

from epic_events.events.models import Participation, Stage
from epic_events.pairings.methods import standings as pure
from epic_events.pairings.methods.tie_breaks.chain import parse_chain
from epic_events.pairings.models import Round
from epic_events.pairings.results.final_results import load_final_results
from epic_events.pairings.selectors import combined_stages, match_points_of

MAX_ROUNDS = 32_767  # maximum of the database column


def settings_of(stage: Stage) -> pure.Settings:
    """Return the tie-breakers, match points and lot seed of a stage."""
    return pure.Settings(parse_chain(stage.tie_breaks), match_points_of(stage), stage.tie_break_seed)


def results(stage: Stage, after: int | None = None) -> list[pure.Result]:
    """Return the final results up to a round, including byes and stages carried into this one."""
    return load_final_results(combined_stages(stage), after)


def standings(stage: Stage, after: int | None = None, settings: pure.Settings | None = None) -> list[pure.Standing]:
    """Return the standings of a stage after a round, by registration id.

    Includes the stages carried into this one and every player who took part in one of their rounds. The number of
    queries does not depend on the number of players.

    Args:
        stage: the Swiss stage.
        after: number of the round; None for the current standings.
        settings: settings to use instead of those of the stage; other match points change the points of every result.
    """
    run = combined_stages(stage)
    presence, players = _presence(run, after)
    results = load_final_results(run, after)
    if settings is None:
        settings = settings_of(stage)
    elif settings.points != match_points_of(stage):
        results = [result.scored(settings.points) for result in results]
    return pure.standings(players, results, settings, presence)


def _presence(run: Sequence[Stage], after: int | None) -> tuple[pure.Presence, list[int]]:
    """Return late and dropped players of combined stages, and all their players."""
    stretches = Participation.objects.filter(stage__in=run).exclude(last_round__lt=F("from_round")).order_by()
    if after is not None:
        stretches = stretches.filter(from_round__lte=max(after, 1))
    end = run[-1].last_round or MAX_ROUNDS
    came: dict[int, int] = {}
    left: dict[int, bool] = {}
    fields = ("registration_id", "from_round", "last_round", "stage__order")
    # last stage of each player; a player who dropped there has dropped, even if an earlier participation is open
    in_stage: dict[int, int] = {}
    for player, from_round, last_round, stage in stretches.order_by("stage__order").values_list(*fields):
        came[player] = min(from_round, came.get(player, from_round))
        gone = last_round is not None and last_round < end and (after is None or last_round <= after)
        left[player] = (left.get(player, True) or in_stage[player] < stage) and gone
        in_stage[player] = stage
    late = frozenset(player for player, number in came.items() if number > run[0].first_round)
    return pure.Presence(late, frozenset(player for player, gone in left.items() if gone)), list(came)


def last_finished(stage: Stage) -> int | None:
    """Return the number of the last finished round of a stage, whose standings are public."""
    finished = Round.objects.filter(stage__in=combined_stages(stage), status=Round.Status.FINISHED).order_by("-number")
    return finished.values_list("number", flat=True).first()
