"""Changes of ranks between two standings."""

import pytest

from epic_events.pairings.methods.standings import Settings, Standing, standings
from epic_events.pairings.methods.tie_breaks.chain import TieBreak
from epic_events.pairings.standings.ranking import Move, RankingChanges, ranking_changes
from tests.epic_events.factories import make_running_event

pytestmark = pytest.mark.django_db


def by_lot(players: list[int], seed: int) -> list[Standing]:
    return standings(players, [], Settings((TieBreak.of("lot"),), seed=seed))


def drawn_apart(players: list[int], before: list[Standing], moved: int) -> list[Standing]:
    """Return standings by another lot in which that many players have another rank."""
    ranks = {row.player: row.rank for row in before}
    lots = (by_lot(players, seed) for seed in range(1000))
    return next(lot for lot in lots if sum(ranks[row.player] != row.rank for row in lot) == moved)


def test_ranking_changes_list_best_players_first_with_both_ranks(django_assert_num_queries):
    event = make_running_event(5)
    names = dict(event.registrations.values_list("pk", "name"))
    before = by_lot([*names], 1)
    after = drawn_apart([*names], before, 3)
    ranks = {row.player: row.rank for row in before}
    moves = {row.player: Move(names[row.player], row.player, ranks[row.player], row.rank) for row in after}
    output = [moves[row.player] for row in after if ranks[row.player] != row.rank]
    with django_assert_num_queries(1):
        changes = ranking_changes(before, after, best=4, most=2)
    assert changes == RankingChanges(
        moves=output[:2],
        moved=3,
        players=5,
        best=[moves[row.player] for row in after[:4]],
        best_changed=[row.player for row in before[:4]] != [row.player for row in after[:4]],
    )


def test_move_places_are_positive_for_better_rank():
    assert (Move("Ada", 1, 5, 2).places, Move("Bo", 2, 2, 5).places) == (3, -3)


def test_ranking_changes_report_change_of_best_players():
    event = make_running_event(4)
    players = [*event.registrations.values_list("pk", flat=True)]
    before = by_lot(players, 1)
    turned = next(
        lot for lot in (by_lot(players, seed) for seed in range(1000))
        if [row.player for row in lot] == [before[at].player for at in (0, 1, 3, 2)]
    )  # fmt: skip
    assert [ranking_changes(before, turned, best=best).best_changed for best in (2, 3, 4)] == [False, True, True]
    same = ranking_changes(before, before, best=2)
    assert (same.moves, same.moved, same.best_changed, [move.after for move in same.best]) == ([], 0, False, [1, 2])


def test_ranking_changes_list_at_most_fifty_moves():
    event = make_running_event(51)
    players = [*event.registrations.values_list("pk", flat=True)]
    before = by_lot(players, 1)
    changes = ranking_changes(before, drawn_apart(players, before, 51), best=1)
    assert (len(changes.moves), changes.moved, changes.players, len(changes.best)) == (50, 51, 51, 1)
