"""What another order of the same results changes: who moves, and from where to where."""

from collections.abc import Sequence
from dataclasses import dataclass

from epic_events.events.models import Registration
from epic_events.pairings.methods.standings import Standing


@dataclass(frozen=True)
class Move:
    """One player in two standings.

    Attributes:
        name: who.
        entry: the registration id.
        before: the rank in the first.
        after: the rank in the second.
    """

    name: str
    entry: int
    before: int
    after: int

    @property
    def places(self) -> int:
        """How many places up; negative for down."""
        return self.before - self.after


@dataclass(frozen=True)
class RankingChanges:
    """Two standings of the same players beside each other.

    Attributes:
        moves: who has another rank, best first by the second standings; at most as many as asked for.
        moved: how many have another rank.
        players: how many there are.
        best: the best of the second standings, as many as go on, with their ranks.
        best_changed: whether they are others, or in another order, than in the first.
    """

    moves: list[Move]
    moved: int
    players: int
    best: list[Move]
    best_changed: bool


def ranking_changes(
    before: Sequence[Standing], after: Sequence[Standing], *, best: int, most: int = 50
) -> RankingChanges:
    """Compare two standings of a stage: one query.

    Args:
        before: the standings as they are.
        after: the same players in another order.
        best: how many go on, or are shown.
        most: the most moves that are listed.
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
