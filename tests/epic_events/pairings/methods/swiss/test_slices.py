"""Pairing in slices, and repair of broken pairs."""

from itertools import combinations, pairwise
from typing import Any

import pytest

from epic_events.pairings.methods import swiss
from epic_events.pairings.methods.swiss import CUT_FROM, Cost, Method, PlayerPair, last_resort, matching, score_line
from epic_events.pairings.methods.swiss.score_line import (
    MAX_REPAIRED,
    SLICE,
    _repair_conflicts,
    _slices,
    pair_by_score_windows,
    simple_bound,
)
from tests.epic_events.pairings.fields import Given


@pytest.mark.parametrize(
    ("players", "sizes"),
    [
        (2, [2]),
        (SLICE, [SLICE]),
        (SLICE + 2, [SLICE + 2]),
        (2 * SLICE - 2, [2 * SLICE - 2]),
        (2 * SLICE, [SLICE, SLICE]),
        (2 * SLICE + 2, [SLICE, SLICE + 2]),
        (5 * SLICE + 4, [SLICE, SLICE, SLICE, SLICE, SLICE + 4]),
    ],
)
def test_slices_last_slice_includes_short_remainder(players: int, sizes: list[int]):
    """Four players who have all met could not be paired in their own slice."""
    score_line = list(range(players))
    slices = list(_slices(score_line))
    assert [player for members in slices for player in members] == score_line
    assert [len(members) for members in slices] == sizes
    assert SLICE % 2 == 0


def test_slices_repair_every_broken_pair():
    score_line = list(range(4 * SLICE))
    forbidden: list[tuple[int, int | None]] = []
    for number in (0, 2, 3):
        members = score_line[number * SLICE : (number + 1) * SLICE]
        forbidden += [(members[5], other) for other in members if other != members[5]]
    field = Given({i: 1000 - i for i in score_line}, forbidden=forbidden).indexed(1)
    assert pair_by_score_windows(field).cost.forbidden == 0


def test_slices_bye_goes_to_last_player_with_fewest_byes():
    score_line = list(range(2 * SLICE + 1))
    history: list[tuple[int, int | None]] = [(player, None) for player in score_line[-5:]]
    field = Given({i: 1000 - i for i in score_line}, history).indexed(1)
    found = pair_by_score_windows(field)
    assert [edge for edge in found.edges if edge[1] == field.bye] == [(score_line[-6], field.bye)]
    assert found.bound.key() == (*found.cost.key()[:4], 0, 0, 0)


def exchanged(points: list[int], edges: list[tuple[int, int]], **past: Any) -> list[tuple[int, int]]:
    """Return the pairs after repair."""
    _repair_conflicts(Given(dict(enumerate(points)), **past).indexed(1), edges)
    return edges


def test_repair_exchanges_partners_at_lowest_cost():
    points = [6, 6, 9, 9, 5, 5, 0, 0]
    assert exchanged(points, [(0, 1), (2, 3), (4, 5), (6, 7)], history=[(0, 1)]) == [(0, 4), (2, 3), (1, 5), (6, 7)]
    assert exchanged([0] * 4, [(2, 3), (0, 1)], history=[(0, 1), (0, 2), (1, 3)]) == [(1, 2), (0, 3)]
    # All of them have met: an exchange gains nothing, and is not made.
    everyone: list[PlayerPair] = list(combinations(range(4), 2))
    assert exchanged([0] * 4, [(0, 1), (2, 3)], history=everyone) == [(0, 1), (2, 3)]
    assert exchanged([0] * 2, [(0, 1)], history=everyone) == [(0, 1)]


def test_repair_skips_pair_freed_by_earlier_exchange():
    pairs = exchanged([0, 0, 0, 9, 9, 0], [(0, 1), (2, 3), (4, 5)], history=[(0, 1), (2, 3)])
    assert pairs == [(0, 2), (1, 3), (4, 5)]


def test_repair_keeps_pair_without_conflict():
    assert exchanged([0, 9, 0, 9], [(0, 1), (2, 3)]) == [(0, 1), (2, 3)]


def test_repair_keeps_bye():
    """The bye is assigned first; exchanging it would move the rematch upwards."""
    no_one: list[PlayerPair] = [(player, None) for player in range(3)]
    for forbidden in ([], no_one):
        past = Given({0: 6, 1: 6, 2: 0}, [(0, 1)], forbidden).indexed(1)
        found = pair_by_score_windows(past)
        assert sorted(found.edges) == [(0, 1), (2, past.bye)]
        assert found.cost.key() == (len(forbidden) // 3, 0, 1, 9, 0, 0, 0)


def test_repair_stops_at_limit():
    players = 2 * MAX_REPAIRED + 4
    player_pairs: list[PlayerPair] = [(at, at + 1) for at in range(0, players, 2)]
    lonely: list[PlayerPair] = [
        (a, b) for a in range(players) for b in range(a + 1, players) if (a // 2) % 2 == (b // 2) % 2
    ]
    # Everybody gains by an exchange with the next pair, and each exchange frees two.
    edges = exchanged([0] * players, [(a, a + 1) for a in range(0, players, 2)], history=[*player_pairs, *lonely])
    assert sum(edge in set(player_pairs) for edge in edges) == 2


def test_simple_bound_is_cost_of_neighbours():
    met: list[PlayerPair] = [(0, 1), (2, 3)]
    even = Given({0: 9, 1: 7, 2: 3, 3: 0}, met).indexed(1)
    assert simple_bound(even) == Cost(squared_gaps=2**2 + 3**2)
    assert (pair_by_score_windows(even).bound, pair_by_score_windows(even).method) == (
        simple_bound(even),
        Method.SLICES,
    )
    odd = Given({0: 9, 1: 7, 2: 3}, [*met, (2, None)], avoided=[(1, None)], forbidden=[(0, None)]).indexed(1)
    assert simple_bound(odd) == Cost(second_byes=0, squared_gaps=7**2 + 6**2)


def test_pairing_method_depends_on_field_size_and_scores():
    for players, most, method in ((4, 4, Method.WHOLE_FIELD), (4, 3, Method.SCORE_GROUPS)):
        assert Given(dict.fromkeys(range(players), 0)).paired(1, whole_field_up_to=most).method is method
    for players, method in ((CUT_FROM - 1, Method.WHOLE_FIELD), (CUT_FROM, Method.SCORE_GROUPS)):
        assert Given(dict.fromkeys(range(players), 0)).paired(1).method is method
    scattered = {player: -player for player in range(CUT_FROM)}
    assert Given(scattered).paired(1).method is Method.LINE
    many_met: list[PlayerPair] = [(a, b) for a in scattered for b in range(a + 1, CUT_FROM, 3)]
    assert Given(scattered, many_met).paired(1).method is Method.WHOLE_FIELD


def test_last_resort_is_smaller_without_rustworkx(monkeypatch: pytest.MonkeyPatch):
    assert last_resort() == 1024
    monkeypatch.setattr(matching, "HAVE_RUSTWORKX", False)
    assert last_resort() == 256


SCATTERED = range(322)
"""Too many of different scores to be weighed by score groups: two slices."""


def test_slices_without_broken_rule_are_used_as_is(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(score_line, "MAX_EDGES", 0)
    neighbours: list[PlayerPair] = list(pairwise(SCATTERED))
    pairing = Given({player: -player for player in SCATTERED}, neighbours).paired(1)
    assert (pairing.method, pairing.rematches) == (Method.SLICES, 0)
    assert pairing.cost.squared_gaps > pairing.bound.squared_gaps


def test_slices_with_broken_rule_fall_back_to_whole_field_up_to_limit(monkeypatch: pytest.MonkeyPatch):
    """5 can meet 200 only, in another slice; no single exchange repairs that."""
    monkeypatch.setattr(score_line, "MAX_EDGES", 0)
    upper, lower = SCATTERED[:SLICE], SCATTERED[SLICE:]
    across: list[PlayerPair] = [(a, b) for a in upper for b in lower if (a, b) not in {(5, 200), (100, 300)}]
    past = Given({player: -player for player in SCATTERED}, [*across, *((5, other) for other in upper if other != 5)])
    pairing = past.paired(1)
    assert (pairing.method, pairing.rematches) == (Method.WHOLE_FIELD, 0)
    monkeypatch.setattr(swiss, "LAST_RESORT", len(SCATTERED))
    assert past.paired(1).method is Method.WHOLE_FIELD
    monkeypatch.setattr(swiss, "LAST_RESORT", len(SCATTERED) - 1)
    assert (past.paired(1).method, past.paired(1).rematches) == (Method.SLICES, 1)
