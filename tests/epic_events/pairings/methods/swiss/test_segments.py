"""Relaxed problem of a large field: exact players, pools, wildcards, bounds."""

from itertools import combinations

import pytest

from epic_events.pairings.methods.swiss import Cost, Float, PlayerPair
from epic_events.pairings.methods.swiss.candidate import whole_field
from epic_events.pairings.methods.swiss.field import NOTHING, Field, random_noise
from epic_events.pairings.methods.swiss.matching import Packing
from epic_events.pairings.methods.swiss.score_groups import (
    POOL_FROM,
    _conflicts_by_player,
    _groups,
    pair_by_score_groups,
)
from epic_events.pairings.methods.swiss.segments import (
    MAX_NODES,
    Group,
    Plan,
    Solution,
    _min_gaps_by_group,
    _Segment,
    _wildcard_count,
    edge_of_bye,
)
from tests.epic_events.pairings.fields import Given

TOP, POOL, FEW, LAST = range(2), range(2, 10), range(10, 13), range(13, 21)
POINTS = {**dict.fromkeys(TOP, 9), **dict.fromkeys(POOL, 6), **dict.fromkeys(FEW, 3), **dict.fromkeys(LAST, 0)}
BYE = 21


def planned(field: Field, pool_from: int = 8) -> Plan:
    met = _conflicts_by_player(field)
    return Plan.of(field, _groups(field, met, set(), pool_from), met)


@pytest.fixture
def plan() -> Plan:
    """Return a plan of two small groups above a pool each."""
    return planned(Given(POINTS).indexed(1))


def shape(segment: _Segment) -> tuple[int | None, list[int], int | None, int]:
    """Return a segment with its groups by number."""
    above, below = (group.number if group else None for group in (segment.above, segment.below))
    return above, [group.number for group in segment.inner], below, segment.heads


def test_plan_large_groups_are_pools_and_small_groups_exact(plan: Plan):
    output = [(group.number, group.points, sorted(group.alone), sorted(group.pool)) for group in plan.groups]
    assert output == [(0, 9, [*TOP], []), (1, 6, [], [*POOL]), (2, 3, [*FEW], []), (3, 0, [], [*LAST])]
    assert [(group.size, group.wildcard) for group in plan.groups] == [(2, -1), (8, -2), (3, -3), (8, -4)]
    nine = planned(Given(POINTS).indexed(1), 9).groups
    assert [bool(group.pool) for group in nine] == [False] * 4
    field = Given(POINTS).indexed(1)
    assert [bool(group.pool) for group in _groups(field, _conflicts_by_player(field), {1}, 8)] == [
        False,
        False,
        False,
        True,
    ]


def test_plan_player_with_many_meetings_in_group_is_exact():
    def alone(*meetings: tuple[int, int]) -> list[int]:
        level = {**dict.fromkeys(range(POOL_FROM), 3), 20: 0, 21: 0}
        field = Given(level, list(meetings)).indexed(1)
        top, _ = _groups(field, _conflicts_by_player(field), set(), POOL_FROM)
        assert sorted(top.alone + top.pool) == list(range(POOL_FROM))
        return sorted(top.alone)

    assert alone(*((0, other) for other in (1, 2, 3, 4))) == []
    assert alone(*((0, other) for other in (1, 2, 3, 4, 5))) == [0]
    assert alone(*((0, other) for other in (1, 2, 3, 4, 20, 21))) == []  # those elsewhere do not count
    six, seven = combinations(range(6), 2), combinations(range(7), 2)
    assert alone(*six) == [0, 1, 2, 3, 4, 5]
    assert alone(*seven) == list(range(POOL_FROM))  # more than half: then all of them


def test_plan_field_is_cut_at_pools(plan: Plan):
    assert [shape(segment) for segment in plan.segments] == [(None, [0], 1, 0), (1, [2], 3, 10), (3, [], None, 21)]
    assert plan.closed == {}
    places = [(place, [group.number for group in hosts]) for place, hosts in plan._bye_locations()]
    assert places == [(3, [3]), (2, [2]), (1, [1]), (0, [0])]


def test_plan_field_is_not_cut_where_player_has_met_whole_pool():
    whole: list[PlayerPair] = [(0, other) for other in POOL]
    plan = planned(Given(POINTS, [*whole, (0, 2)]).indexed(1))
    assert plan.closed == {(0, 1): (0, 0, 1, 9, 0, 0, 0)}  # 2 would be met a third time, the others a second
    assert [shape(segment) for segment in plan.segments] == [(None, [0, 1, 2, 3], None, 0)]
    assert planned(Given({**POINTS, BYE: 0}, whole).indexed(1)).closed == {(0, 1): (0, 0, 1, 9, 0, 0, 0)}
    never = planned(Given(POINTS, forbidden=whole, floats=[(0, Float.DOWN)]).indexed(1))
    assert never.closed == {(0, 1): (1, 0, 0, 9, 1, 0, 0)}
    assert never._levels(0, -2) == (1, 0, 0, 9, 1, 0, 0)
    assert planned(Given(POINTS, whole[1:]).indexed(1)).closed == {}
    assert planned(Given(POINTS, [*whole[1:], (0, 1)]).indexed(1)).closed == {}
    # Whom the pool has lost because they are weighed exactly is not the pool.
    crowded: list[PlayerPair] = [(2, other) for other in (3, 4, 5)]
    assert planned(Given(POINTS, [*crowded, *whole[:-1]]).indexed(1)).closed == {}


def test_wildcard_count_depends_on_exact_players_and_parity():
    eight, three, two = list(range(8)), list(range(3)), list(range(2))
    assert [_wildcard_count(most, eight, odd=odd) for most in (1, 2, 3) for odd in (True, False)] == [1, 2, 3, 2, 3, 4]
    assert [_wildcard_count(8, eight, odd=False), _wildcard_count(8, eight, odd=True)] == [8, 7]
    assert [
        _wildcard_count(2, two, odd=False),
        _wildcard_count(3, two, odd=False),
        _wildcard_count(3, two, odd=True),
    ] == [2, 2, 1]
    assert [
        _wildcard_count(5, three, odd=True),
        _wildcard_count(5, three, odd=False),
        _wildcard_count(1, [], odd=False),
    ] == [3, 2, 0]


def test_most_partners_counts_pairwise_meetings():
    def most(*meetings: tuple[int, int], among: range = FEW) -> int:
        return planned(Given(POINTS, list(meetings)).indexed(1))._most_partners(list(among))

    assert most() == 1
    assert most((10, 11)) == 2
    assert most((10, 12)) == 2
    assert most((10, 11), (10, 12)) == 2
    assert most((10, 11), (10, 12), (11, 12)) == 3
    assert most((10, 0), (10, 1), (11, 0), (11, 1)) == 1  # those elsewhere do not count
    assert most((10, 11), among=range(0)) == 1


def test_segment_nodes_are_players_and_wildcards(plan: Plan):
    top, middle, bottom = plan.segments
    few = plan.groups[2].alone
    assert plan._nodes(middle, odd=False, bye=False) == [-2, -2, *few, -4]
    assert plan._nodes(middle, odd=True, bye=False) == [-2, *few, -4, -4]
    assert plan._nodes(middle, odd=False, bye=True) == [-2, -2, *few, -4, -4, BYE]
    assert plan._nodes(top, odd=False, bye=False) == [*plan.groups[0].alone, -2, -2]
    assert plan._nodes(bottom, odd=False, bye=True) == [-4, -4, BYE]
    # Of a group in part a pool enough jokers take part for both sides of everybody who could need one.
    crowded: list[PlayerPair] = [(2, other) for other in (3, 4, 5)]
    mixed = planned(Given(POINTS, crowded).indexed(1))
    assert (mixed.groups[1].alone, len(mixed.groups[1].pool)) == ([2], 7)
    assert [shape(segment) for segment in mixed.segments] == [(None, [0, 1, 2], 3, 0), (3, [], None, 21)]
    nodes = mixed._nodes(mixed.segments[0], odd=False, bye=False)
    assert nodes == [*mixed.groups[0].alone, 2, -2, -2, -2, *mixed.groups[2].alone, -4]
    both = planned(Given(POINTS, [*crowded, (3, 4), (3, 5)]).indexed(1))
    nodes = both._nodes(both.segments[0], odd=False, bye=False)
    assert (sorted(both.groups[1].alone), nodes.count(-2)) == ([2, 3], 6)


LEVELS_OF_NODES = Given(
    POINTS,
    [*((0, other) for other in POOL), (0, None), (20, None), *((player, None) for player in LAST for _ in range(2))],
    forbidden=[(19, None)],
    avoided=[(0, 12), (18, None)],
    floats=[(0, Float.DOWN), (0, Float.DOWN), (10, Float.UP), (11, Float.DOWN), (19, Float.DOWN)],
)


def test_segment_min_levels_are_lower_bounds_of_pairs():
    plan = planned(LEVELS_OF_NODES.indexed(1))
    assert plan._levels(0, 12) == plan._levels(12, 0) == (0, 0, 0, 36, 2, 0, 1)
    assert plan._levels(-2, 0) == (0, 0, 1, 9, 2, 0, 0)  # has met the whole pool
    assert plan._levels(-2, 1) == (0, 0, 0, 9, 0, 0, 0)
    assert plan._levels(10, -2) == (0, 0, 0, 9, 0, 1, 0)
    assert plan._levels(11, -2) == (0, 0, 0, 9, 0, 0, 0)
    assert plan._levels(11, -4) == (0, 0, 0, 9, 1, 0, 0)
    assert plan._levels(10, -4) == (0, 0, 0, 9, 0, 0, 0)
    assert plan._levels(-2, -4) == plan._levels(-4, -2) == (0, 0, 0, 36, 0, 0, 0)
    assert plan._levels(-4, BYE) == (0, 2, 0, 9, 0, 0, 0)
    assert plan._levels(0, BYE) == (0, 1, 0, 144, 0, 0, 0)
    assert [plan._bye_levels(group) for group in plan.groups] == [
        (0, 0, 0, 144, 0, 0, 0), (0, 0, 0, 81, 0, 0, 0), (0, 0, 0, 36, 0, 0, 0), (0, 2, 0, 9, 0, 0, 0)
    ]  # fmt: skip
    assert edge_of_bye(plan.groups[3], plan.field) == (-4, BYE)
    assert [plan._points(node) for node in (-1, -4, 0, 12, BYE)] == [9, 0, 9, 3, -3]


def test_segment_min_levels_pool_as_top_group_are_lower_bounds():
    points = {**dict.fromkeys(range(8), 5), 8: 4, **dict.fromkeys(range(9, 17), 3), 17: 2}
    floats = [(player, float_) for player in (8, 17) for float_ in Float]
    plan = planned(Given(points, floats=floats).indexed(1))
    assert plan._levels(-1, 8) == plan._levels(8, -1) == (0, 0, 0, 1, 0, 1, 0)
    assert plan._levels(-3, 8) == (0, 0, 0, 1, 1, 0, 0)
    assert plan._levels(-1, -3) == plan._levels(-3, -1) == (0, 0, 0, 4, 0, 0, 0)
    assert plan._levels(-1, -1) == (0, 0, 0, 0, 0, 0, 0)
    assert [plan._points(node) for node in (-1, -3, 8)] == [5, 3, 4]
    assert plan._max_levels([8, -1, -1]) == (0, 0, 0, 1, 1, 1, 0)
    quiet = planned(Given(points, floats=[(17, Float.UP)]).indexed(1))
    assert quiet._max_levels([8, -1, -1]) == (0, 0, 0, 1, 0, 0, 0)  # 17 is the last, but not among these
    packing = Packing.of(quiet._max_levels([8, -1, -1, -3]), 4)
    assert len(quiet._weighted([8, -1, -1, -3], packing)) == 6


def test_segment_odd_pool_has_odd_number_of_wildcards():
    points = {0: 9, **dict.fromkeys(range(1, 11), 6), 11: 3}
    plan = planned(Given(points, [(1, other) for other in (2, 3, 4, 5)]).indexed(1))
    assert (plan.groups[1].alone, len(plan.groups[1].pool)) == ([1], 9)
    assert plan._nodes(plan.segments[0], odd=False, bye=False) == [0, 1, -2, -2, -2, 11]


def test_segment_exact_player_meeting_own_pool_does_not_float():
    crowded: list[PlayerPair] = [(2, other) for other in (3, 4, 5)]
    plan = planned(Given(POINTS, crowded, floats=[(2, Float.DOWN), (2, Float.UP)]).indexed(1))
    assert plan.groups[1].alone == [2]
    assert plan._levels(2, -2) == (0, 0, 0, 0, 0, 0, 0)


def test_segment_max_levels_cover_wildcards_and_bye():
    plan = planned(LEVELS_OF_NODES.indexed(1))
    assert plan._max_levels([10, 11, -2, -4]) == (1, 0, 1, 36, 1, 1, 1)
    assert plan._max_levels([0, 12, -4, BYE]) == (1, 3, 1, 144, 2, 0, 1)
    assert planned(Given(POINTS).indexed(1))._max_levels([0, 12, -4]) == (0, 0, 0, 81, 0, 0, 0)
    unwanted = planned(Given(POINTS, avoided=[(0, 12)]).indexed(1))
    assert unwanted._max_levels([0, 12, -4]) == (0, 0, 0, 81, 0, 0, 1)


def test_segment_every_pair_of_nodes_has_one_cost():
    plan = planned(LEVELS_OF_NODES.indexed(1))
    nodes = [-2, -2, 0, 10, 11, -4, -4, BYE]
    packing = Packing.of(plan._max_levels(nodes), len(nodes))
    rows = plan._weighted(nodes, packing)
    salts = plan.field.salts

    def salt(node: int) -> int:
        return salts[node if node >= 0 else plan.groups[~node].pool[0]]

    expected = {}
    for (a, u), (b, v) in combinations(enumerate(nodes), 2):
        noise = 0 if u == v else random_noise(salt(u), salt(v))
        expected[a, b] = packing.pack(plan._levels(u, v), noise)
    assert len(rows) == len(expected)
    assert {(min(a, b), max(a, b)): cost for a, b, cost in rows} == expected


def test_min_gaps_by_group_are_lower_bounds_with_bye(plan: Plan):
    groups = plan.groups
    assert _min_gaps_by_group(groups, -3) == [144 + 9 + 9, 81 + 9, 36, 9 + 9]

    def group(number: int, points: int, size: int) -> Group:
        return Group(number, points, list(range(size)), [])

    alone = [group(0, 9, 1), group(1, 6, 1), group(2, 2, 1)]
    assert _min_gaps_by_group(alone, 0) == [81 + 16, 36 + 49, 4 + 9]


def test_solve_bye_goes_where_whole_round_is_cheapest():
    """The cheapest place is not the lowest, whose players have all had byes."""
    field = Given(POINTS, [(player, None) for player in LAST]).indexed(1)
    solution = planned(field).solve()
    assert solution is not None
    assert solution.total == (0, 0, 0, 36, 0, 0, 0)
    assert [edge[0] in FEW for edge in solution.edges if BYE in edge] == [True]
    found = pair_by_score_groups(field, 8)
    assert found is not None
    assert found.cost == Cost(squared_gaps=36)


def test_solve_bye_stays_if_other_places_are_not_cheaper():
    """The players between the pools were paired down: two go up, one down."""
    met: list[PlayerPair] = list(combinations(FEW, 2))
    solution = planned(Given(POINTS, met, floats=[(player, Float.DOWN) for player in FEW]).indexed(1)).solve()
    assert solution is not None
    assert solution.total == (0, 0, 0, 36, 1, 0, 0)
    assert (-4, BYE) in solution.edges


def test_solve_bye_moves_up_if_pool_is_too_small():
    four: list[PlayerPair] = list(combinations(range(4), 2))
    rematch = Given({0: 9, 1: 9, 2: 6, 3: 6, 4: 0, 5: 0, 6: 0}, four).indexed(1)
    solution = planned(rematch, 3).solve()
    assert solution is not None
    assert solution.total == whole_field(rematch).cost.key() == (0, 0, 0, 12**2 + 9**2 + 6**2 + 2 * 3**2, 0, 0, 0)
    three: list[PlayerPair] = list(combinations((2, 3, 4), 2))
    gaps = Given({0: 7, 1: 5, 2: 2, 3: 2, 4: 1, 5: 0, 6: 0}, three).indexed(1)
    solution = planned(gaps, 2).solve()
    assert solution is not None
    assert solution.total == whole_field(gaps).cost.key() == (0, 0, 0, 28, 0, 0, 0)


def test_solve_bye_counts_group_with_fewest_byes_between_pools():
    points = {**POINTS, 21: 8, 22: 8}
    solution = planned(Given(points, [(player, None) for player in POINTS]).indexed(1)).solve()
    assert solution is not None
    assert solution.total == (0, 0, 0, (8 + 3) ** 2 + (8 - 6) ** 2 + (6 - 3) ** 2, 0, 0, 0)


def test_solve_adjacent_pools_are_joined_by_wildcard_pair():
    points = {**dict.fromkeys(range(9), 6), **dict.fromkeys(range(9, 18), 2)}
    plan = planned(Given(points).indexed(1))
    assert [shape(segment) for segment in plan.segments] == [(None, [], 0, 0), (0, [], 1, 9), (1, [], None, 18)]
    solution = plan.solve()
    assert solution is not None
    assert (solution.total, solution.edges) == ((0, 0, 0, 16, 0, 0, 0), [(-1, -2)])
    four = planned(Given({player: 2 * (player // 9) for player in range(36)}).indexed(1)).solve()
    assert four == Solution((0, 0, 0, 8, 0, 0, 0), [(-1, -2), (-3, -4)])
    even = planned(Given({player: player % 2 for player in range(16)}).indexed(1)).solve()
    assert even is not None
    assert (even.total, even.edges) == (NOTHING, [])


def test_segment_too_large_is_given_up():
    """Large fields without pools, or with too many exact players between pools."""
    scattered = {player: player for player in range(MAX_NODES)}
    assert pair_by_score_groups(Given(scattered).indexed(1)) is not None
    assert pair_by_score_groups(Given({**scattered, MAX_NODES: -1, -1: -2}).indexed(1)) is None
    pool = {1000 + player: -10 for player in range(POOL_FROM)}
    assert pair_by_score_groups(Given({**scattered, **pool}).indexed(1)) is None
    assert pair_by_score_groups(Given({**scattered, **pool, 2000: 400}).indexed(1)) is None


def test_segment_too_large_with_bye_is_given_up():
    """Without the bye one wildcard suffices; a bye among the exact players needs two."""
    top = {player: 400 - player for player in range(MAX_NODES - 1)}
    pool = {1000 + player: 0 for player in range(POOL_FROM)}
    byes: list[PlayerPair] = [(player, None) for player in pool]
    assert pair_by_score_groups(Given({**top, **pool}, byes).indexed(1)) is None
    assert pair_by_score_groups(Given({**top, **pool}, [(0, None), *byes[1:]]).indexed(1)) is not None


def test_pool_without_partners_for_two_players_is_solved_exactly():
    """Two players have met all but one of the pool: two wildcards, one player."""
    points = {player: POINTS[player] for player in (*TOP, *POOL)}
    met: list[PlayerPair] = [(0, 1), *((top, other) for top in TOP for other in POOL[1:])]
    found = pair_by_score_groups(Given(points, met).indexed(1), 8)
    assert found is not None
    assert found.cost == found.bound == Cost(squared_meetings=1)


def test_pool_without_cheapest_rematch_for_two_players_is_solved_exactly():
    points = {player: POINTS[player] for player in (*TOP, *POOL)}
    met: list[PlayerPair] = [(0, 1)] * 3
    met += [(top, other) for top in TOP for other in POOL for _ in range(1 if other == POOL[0] else 2)]
    found = pair_by_score_groups(Given(points, met).indexed(1), 8)
    assert found is not None
    assert found.cost == found.bound == Cost(squared_meetings=1 + 4, squared_gaps=9 + 9)


def test_repeated_pair_down_from_pool_is_unproven():
    points = {**dict.fromkeys(range(9), 3), **dict.fromkeys(range(9, 18), 0)}
    found = pair_by_score_groups(Given(points, floats=[(player, Float.DOWN) for player in range(9)]).indexed(1), 8)
    assert found is not None
    assert (found.cost, found.bound) == (Cost(squared_gaps=9, repeated_downs=1), Cost(squared_gaps=9))
