"""Fields: history, costs by level, reasons."""

from typing import Any

import pytest

from epic_events.pairings.methods.swiss import Bye, Float, Method, Pairing, Reason, ReasonKind, random_bits
from epic_events.pairings.methods.swiss.field import NOTHING, Field, PairingHistory, edge_of, random_noise
from epic_events.pairings.methods.swiss.matching import Packing
from epic_events.pairings.methods.swiss.values import LEVELS, Cost, Pair
from tests.epic_events.pairings.fields import Given

SEED = 7
PAST = Given(
    {50: 0, 10: 6, 30: 3, 20: 3, 40: 0},
    history=[(10, 20), (20, 10), (30, None), (30, None), (99, 10), (10, 99), (40, 50), (99, None)],
    forbidden=[(40, 10), (50, None), (20, 20), (10, 99)],
    avoided=[(30, 20), (10, None)],
    floats=[*[(10, Float.DOWN)] * 2, (20, Float.UP), (20, Float.DOWN), *[(40, Float.UP)] * 3, (99, Float.UP)],
)
BYE = 5  # the index after the last of 10, 20, 30, 40, 50


@pytest.fixture
def field() -> Field:
    return PAST.indexed(SEED)


def plain(points: list[int], **past: Any) -> Field:
    """Return a field of players from 0, whose index equals the id."""
    return Given(dict(enumerate(points)), **past).indexed(SEED)


def test_field_ignores_history_of_absent_players(field: Field):
    assert (field.ids, field.points, field.bye, field.nodes) == ((10, 20, 30, 40, 50), (6, 3, 3, 0, 0), BYE, 6)
    assert (field.byes, field.downs, field.ups) == ((0, 0, 2, 0, 0), (2, 1, 0, 0, 0), (0, 1, 0, 3, 0))
    assert (field.met, field.most_met) == ({(0, 1): 2, (3, 4): 1}, 2)
    assert (set(field.forbidden), set(field.avoided)) == ({(0, 3), (4, BYE)}, {(1, 2), (0, BYE)})
    assert (field.lowest, field.below_lowest) == (0, -3)
    assert field.salts == (*(random_bits(SEED, player) for player in field.ids), random_bits(SEED, "bye"))
    assert plain([3, 4]).nodes == 2
    fresh = plain([3, 4, 5])
    assert (fresh.downs, fresh.ups, fresh.byes, fresh.most_met) == ((0, 0, 0), (0, 0, 0), (0, 0, 0), 0)
    no_one = Field.read([], PairingHistory(), seed=SEED, win_points=3)
    assert (no_one.lowest, no_one.below_lowest, no_one.nodes, no_one.groups()) == (0, -3, 0, [])


def test_field_byes_do_not_count_as_meetings():
    assert plain([0, 0, 0], history=[(1, None)] * 3 + [(0, 2)]).most_met == 1


def test_field_levels_of_pairs_are_as_documented(field: Field):
    assert field.levels(0, 1) == (0, 0, 4, 9, 2, 1, 0)
    assert field.levels(0, 3) == (1, 0, 0, 36, 2, 3, 0)
    assert field.levels(1, 2) == (0, 0, 0, 0, 0, 0, 1)
    assert field.levels(1, 3) == (0, 0, 0, 9, 1, 3, 0)
    assert field.levels(3, 4) == (0, 0, 1, 0, 0, 0, 0)
    assert field.levels(2, BYE) == (0, 2, 0, 36, 0, 0, 0)
    assert field.levels(4, BYE) == (1, 0, 0, 9, 0, 0, 0)
    assert field.levels(0, BYE) == (0, 0, 0, 81, 0, 0, 1)
    assert (field.gap(3, 0), field.floated_before(3, 0)) == (6, (2, 3))
    assert field.cost([(0, 1), (1, 2), (2, BYE)]).key() == (0, 2, 4, 45, 2, 1, 1)
    assert [field.is_conflict(edge) for edge in ((0, 1), (0, 3), (1, 2), (4, BYE), (0, 2))] == [
        True,
        True,
        False,
        True,
        False,
    ]


@pytest.mark.parametrize("members", [[0, 1, 2, 3, 4, BYE], [3, 0, 2, 1], [4, 2, 0, BYE], [1]])
def test_field_packed_cost_equals_levels_and_noise(members: list[int]):
    points = [6, 3, 3, 2, 0]
    for field in (
        PAST.indexed(SEED),
        plain(points, history=[(0, 1)] * 3, avoided=[(3, 0)]),
        plain(points, floats=[(1, Float.DOWN)]),
        plain(points, floats=[(3, Float.UP)]),
    ):
        packing = Packing.of(
            field.max_levels([at for at in members if at != BYE], bye=members[-1] == BYE), len(members)
        )
        assert field.weighted(members, packing) == [
            (place, other, packing.pack(field.levels(*edge_of(a, b)), field.noise(a, b)))
            for upto in (BYE, BYE + 1)
            for place, a in enumerate(members)
            for other, b in enumerate(members)
            if place < other and (b == BYE) == (upto > BYE)
        ]


def test_field_max_levels_are_reached_but_not_exceeded(field: Field):
    assert field.max_levels(range(5), bye=True) == (1, 2, 4, 81, 2, 3, 1)
    assert field.max_levels(range(5), bye=False) == (1, 0, 4, 36, 2, 3, 1)
    assert field.max_levels([0], bye=True) == (1, 0, 4, 81, 2, 0, 1)
    assert field.max_levels([1, 2], bye=False) == (1, 0, 4, 0, 1, 1, 1)
    assert field.max_levels([], bye=True) == NOTHING == (0,) * 7
    assert plain([3, 9, 3]).max_levels(range(3), bye=True) == (0, 0, 0, 81, 0, 0, 0)
    assert plain([3, 3], history=[(0, 1)] * 3).max_levels(range(2), bye=False) == (0, 0, 9, 0, 0, 0, 0)


def test_random_noise_is_symmetric_and_platform_independent():
    assert random_noise(1, 2) == random_noise(2, 1) == random_noise(0, 3) == 0x1E535EEDE31428F0
    assert random_noise(2**64 - 1, 2) == random_noise(0, 1) == 0x5692161D100B05E5
    assert random_noise(2**63, 2**62) == 0x9216E87CEF427FDB
    assert random_bits(2016, 7) == 0xBC0B43CF5B5AA314


def test_field_groups_are_sorted_by_score_and_shuffled():
    field = plain([3, 6, 3, 3, 6, 3, 3])
    choose_at_random = sorted(range(7), key=lambda at: random_bits(SEED, at))
    assert field.groups() == [[at for at in choose_at_random if field.points[at] == points] for points in (6, 3)]


def test_field_pairs_are_sorted_by_score_then_noise():
    field = plain([6, 6, 3, 3, 3, 3, 0, 0, 3])
    pairs, bye = field.as_pairs([(2, 6), (0, 1), (5, 7), (3, 4), (8, 9)])
    assert [pair.reasons for pair in pairs if 2 in (pair.first, pair.second)] == [(Reason(ReasonKind.PAIR_DOWN, 3),)]
    drawn = [(2, 6), (5, 7)] if field.noise(2, 6) < field.noise(5, 7) else [(5, 7), (2, 6)]
    as_pairs = [tuple(sorted(edge, key=lambda at: field.salts[at])) for edge in ((0, 1), (3, 4))]
    assert [(pair.first, pair.second) for pair in pairs] == [*as_pairs, *drawn]
    assert bye == Bye(8, (Reason(ReasonKind.BYE_ABOVE_LOWEST, 3),))
    level = plain([0] * 12)
    edges = [(at, at + 6) for at in range(6)]
    pairs, bye = level.as_pairs(edges)
    assert [tuple(sorted((pair.first, pair.second))) for pair in pairs] == sorted(edges, key=lambda e: level.noise(*e))
    assert all(level.salts[pair.first] < level.salts[pair.second] for pair in pairs)
    assert bye is None
    # Who has more points comes first, also of those whose index is larger.
    assert [(pair.first, pair.second) for pair in plain([0, 3]).as_pairs([(0, 1)])[0]] == [(1, 0)]


def test_pair_reasons_list_everything_unusual(field: Field):
    kind = ReasonKind
    assert field.pair_reasons(0, 1) == (
        Reason(kind.PAIR_DOWN, 3), Reason(kind.REPEATED_DOWN, 2), Reason(kind.REPEATED_UP, 1), Reason(kind.REMATCH, 2)
    )  # fmt: skip
    assert field.pair_reasons(3, 0) == (
        Reason(kind.PAIR_DOWN, 6), Reason(kind.REPEATED_DOWN, 2), Reason(kind.REPEATED_UP, 3), Reason(kind.FORBIDDEN)
    )  # fmt: skip
    assert field.pair_reasons(0, 2) == (Reason(kind.PAIR_DOWN, 3), Reason(kind.REPEATED_DOWN, 2))
    assert field.pair_reasons(2, 1) == (Reason(kind.SAME_POINTS), Reason(kind.AVOIDED))
    assert field.pair_reasons(4, 3) == (Reason(kind.SAME_POINTS), Reason(kind.REMATCH, 1))
    assert plain([0, 0], forbidden=[(1, 0)]).pair_reasons(0, 1) == (Reason(kind.SAME_POINTS), Reason(kind.FORBIDDEN))
    assert plain([0, 0]).pair_reasons(0, 1) == (Reason(kind.SAME_POINTS),)
    assert field.bye_reasons(2) == (Reason(kind.BYE_ABOVE_LOWEST, 3), Reason(kind.SECOND_BYE, 2))
    assert field.bye_reasons(4) == (Reason(kind.BYE_LOWEST), Reason(kind.FORBIDDEN))
    assert field.bye_reasons(0) == (Reason(kind.BYE_ABOVE_LOWEST, 6), Reason(kind.AVOIDED))
    assert field.bye_reasons(3) == (Reason(kind.BYE_LOWEST),)
    high = plain([5, 2, 2])
    assert [high.bye_reasons(at) for at in (0, 1)] == [(Reason(kind.BYE_ABOVE_LOWEST, 3),), (Reason(kind.BYE_LOWEST),)]


def test_pairing_reports_proven_levels_and_gap_excess():
    least = Cost(1, 2, 3, 4, 5, 6, 7)
    assert least.key() == (1, 2, 3, 4, 5, 6, 7)
    assert least.minus(Cost(0, 0, 9, 0, 0, 0, 1)) == (1, 2, -6, 4, 5, 6, 6)
    assert Cost.total([]) == Cost()
    assert Cost.total([(1, 2, 3, 4, 5, 6, 7), (0, 0, 0, 0, 0, 0, 2)]).key() == (1, 2, 3, 4, 5, 6, 9)
    for level in range(len(LEVELS) + 1):
        more = Cost(*(amount + (at == level) for at, amount in enumerate(least.key())))
        pairing = Pairing((), None, more, Method.SLICES, least)
        assert (pairing.proven, pairing.gap_excess) == (level, int(level == 3))
    assert Pairing((), None, Cost(1), Method.SLICES, least).gap_excess == 0
    again = Pair(1, 2, (Reason(ReasonKind.SAME_POINTS), Reason(ReasonKind.REMATCH, 3)))
    fresh = Pair(3, 4, (Reason(ReasonKind.SAME_POINTS),))
    mixed = Pairing((again, fresh, again), None, least, Method.WHOLE_FIELD, least)
    assert (mixed.rematches, mixed.whole_field) == (2, True)
    assert not Pairing((), None, least, Method.LINE, least).whole_field
