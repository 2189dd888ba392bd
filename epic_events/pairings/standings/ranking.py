"""Queries that compute a stage's standings, and comparison of two standings."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import F
from django.utils.translation import gettext as _

from epic_events.events.models import Event, Participation, Registration, Stage
from epic_events.infra.errors import MissingError
from epic_events.pairings.methods import standings as pure
from epic_events.pairings.methods.standings import Standing
from epic_events.pairings.methods.tie_breaks.chain import parse_chain
from epic_events.pairings.results.selectors import load_final_results
from epic_events.pairings.selectors import combined_stages, match_points_of

MAX_ROUNDS = 32_767  # maximum of the database column


def settings_of(stage: Stage) -> pure.Settings:
    """Return the tie-breakers, match points and lot seed of a stage."""
    return pure.Settings(parse_chain(stage.tie_breaks), match_points_of(stage), stage.tie_break_seed)


def results(stage: Stage, after: int | None = None) -> list[pure.Result]:
    """Return the final results up to a round.

    Byes and stages carried into this one are included.
    """
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


@dataclass(frozen=True)
class Move:
    """Change of a player's rank.

    Attributes:
        name: name of the player.
        entry: id of the registration.
        before: rank in the first standings.
        after: rank in the second standings.
    """

    name: str
    entry: int
    before: int
    after: int

    @property
    def places(self) -> int:
        """Number of ranks gained; negative if the player falls."""
        return self.before - self.after


@dataclass(frozen=True)
class RankingChanges:
    """Differences between two standings of the same players.

    Attributes:
        moves: rank changes, best rank in the second standings first; limited in number.
        moved: number of players whose rank changes.
        players: number of players.
        best: top rows of the second standings with their ranks.
        best_changed: True if the top players or their order differ from the first standings.
    """

    moves: list[Move]
    moved: int
    players: int
    best: list[Move]
    best_changed: bool


def ranking_changes(
    before: Sequence[Standing], after: Sequence[Standing], *, best: int, most: int = 50
) -> RankingChanges:
    """Compare two standings of a stage, in one query.

    Args:
        before: the current standings.
        after: the same players in another order.
        best: number of top players to compare.
        most: maximum number of rank changes to list.
    """
    ranks = {row.player: row.rank for row in before}
    moved = [row for row in after if ranks[row.player] != row.rank]
    listed, ahead = moved[:most], after[:best]
    entries = Registration.objects.filter(pk__in={row.player for row in [*listed, *ahead]})
    names = dict(entries.order_by().values_list("pk", "name"))

    def move(row: Standing) -> Move:
        return Move(names[row.player], row.player, ranks[row.player], row.rank)

    return RankingChanges(
        moves=[move(row) for row in listed],
        moved=len(moved),
        players=len(after),
        best=[move(row) for row in ahead],
        best_changed=[row.player for row in before[:best]] != [row.player for row in ahead],
    )


def stage_with_standings(event: Event, order: int) -> Stage:
    """Return the stage with this order.

    Raises:
        MissingError: there is no such stage, or it is a bracket, which has no standings.
    """
    stage = event.stages.filter(order=order).exclude(kind__in=Stage.ELIMINATIONS).first()
    if stage is None:
        raise MissingError(_("This stage does not exist in this event, or it has no standings."))
    stage.event = event
    return stage
