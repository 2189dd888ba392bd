"""Comparison of two standings of the same results."""

from collections.abc import Sequence
from dataclasses import dataclass

from epic_events.events.models import Registration
from epic_events.pairings.methods.standings import Standing


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
