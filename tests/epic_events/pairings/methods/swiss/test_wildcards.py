"""Replacement of wildcards by players at the lowest cost."""

from typing import Any

import pytest

from epic_events.pairings.methods.swiss import Float, PlayerPair
from epic_events.pairings.methods.swiss.field import Field
from epic_events.pairings.methods.swiss.score_groups import (
    _FLOATERS_TRIED,
    _draw_floaters,
    _find_partner,
    _NoPartnerError,
    replace_wildcards,
)
from epic_events.pairings.methods.swiss.segments import Group
from tests.epic_events.pairings.fields import Given

UPPER, LOWER = list(range(4)), list(range(4, 8))
ALONE, BYE = 8, 9
POINTS = {**dict.fromkeys(UPPER, 6), **dict.fromkeys(LOWER, 3), ALONE: 9}
GROUPS = [Group(0, 9, [ALONE], []), Group(1, 6, [], UPPER), Group(2, 3, [], LOWER)]


def field_of(*history: PlayerPair, **past: Any) -> Field:
    return Given(POINTS, list(history), **past).indexed(1)


def field_with_floats(*floats: tuple[int, Float]) -> Field:
    return Given(POINTS, floats=list(floats)).indexed(1)


def drawn(field: Field, *solution: tuple[int, int], closed: set[tuple[int, int]] | None = None) -> object:
    return replace_wildcards(field, GROUPS, solution, closed or set())


def test_find_partner_is_first_allowed_of_pool():
    assert _find_partner(field_of(), UPPER, ALONE) == 0
    assert _find_partner(field_of((ALONE, 0), forbidden=[(1, ALONE)]), UPPER, ALONE) == 2
    assert _find_partner(field_of(avoided=[(ALONE, 0)]), UPPER, ALONE) == 1
    assert _find_partner(field_of(avoided=[(ALONE, at) for at in UPPER]), UPPER, ALONE) == 0
    assert _find_partner(field_of(*((ALONE, at) for at in UPPER)), UPPER, ALONE) is None
    assert _find_partner(field_of(), [], ALONE) is None


def test_find_partner_prefers_players_without_floats():
    assert (
        _find_partner(field_with_floats((0, Float.UP), (1, Float.DOWN)), UPPER, ALONE) == 1
    )  # only a pair-up would be repeated
    assert _find_partner(field_with_floats((0, Float.UP), (0, Float.UP), (1, Float.UP)), UPPER[:2], ALONE) == 1
    assert _find_partner(field_with_floats((0, Float.UP), (1, Float.UP)), UPPER[:2], ALONE) == 0
    assert _find_partner(field_with_floats((0, Float.DOWN), (4, Float.DOWN)), UPPER, 4) == 1


def test_find_partner_closed_pool_uses_cheapest():
    field = field_of(*((ALONE, at) for at in UPPER), (ALONE, 0), forbidden=[(ALONE, 1)])
    assert _find_partner(field, UPPER, ALONE, closed=True) == 2
    twice = field_of(*((ALONE, at) for at in UPPER), (ALONE, 0), (ALONE, 1))
    assert _find_partner(twice, UPPER[:3], ALONE, closed=True) == 2
    assert _find_partner(field_of(forbidden=[(ALONE, 0)]), UPPER, ALONE, closed=True) == 1
    assert drawn(twice, (-2, ALONE), (-2, BYE), closed={(ALONE, 1)}) == [(0, 9), (1, 3), (2, 8), (4, 5), (6, 7)]
    assert drawn(twice, (-2, ALONE)) == 1  # the number of the group that would not do
    assert drawn(twice, (-2, ALONE), closed={(ALONE, 2)}) == 1


def test_replace_wildcards_accepts_edges_in_any_order():
    groups = [Group(0, 3, [0], []), Group(1, 0, [], [1, 2, 3])]
    field = Given({0: 3, 1: 0, 2: 0, 3: 0}, [(0, 1)]).indexed(1)
    for edge in ((-2, 0), (0, -2)):
        assert replace_wildcards(field, groups, [edge], set()) == [(0, 2), (1, 3)]
    assert drawn(field_of(), (-2, -3), (-3, -2)) == drawn(field_of(), (-2, -3), (-2, -3))


def test_draw_floaters_are_those_with_lowest_cost():
    def across(field: Field, upper: list[int] = UPPER, lower: list[int] = LOWER) -> tuple[int, int]:
        pools = {-2: list(upper), -3: list(lower)}
        pair = _draw_floaters(field, pools, -2, -3)
        assert pools == {-2: [at for at in upper if at not in pair], -3: [at for at in lower if at not in pair]}
        return pair

    assert across(field_of()) == (0, 4)
    assert across(field_with_floats((0, Float.DOWN), (4, Float.UP))) == (1, 5)
    assert across(field_with_floats((0, Float.UP), (4, Float.DOWN))) == (0, 4)
    assert across(field_of((0, 4))) == (0, 5)
    assert across(field_of(*((0, at) for at in LOWER))) == (1, 4)  # who may meet no one below stays
    assert across(field_of(avoided=[(0, at) for at in LOWER])) == (1, 4)
    assert across(field_of(avoided=[(at, 4) for at in UPPER]), lower=LOWER[:1]) == (0, 4)
    # Who could meet only someone who was paired up before stays.
    last = Given(POINTS, [(0, at) for at in LOWER[1:]], floats=[(LOWER[0], Float.UP)]).indexed(1)
    assert across(last) == (1, 5)
    # A repeated pair-up of everybody below costs less than a repeated pair-down.
    ups = [(at, Float.UP) for at in LOWER]
    assert across(field_with_floats((0, Float.DOWN), *ups)) == (1, 4)
    downs = [(at, Float.DOWN) for at in UPPER for _ in range(1 + (at != 2))]
    assert across(field_with_floats(*downs)) == (2, 4)


def test_draw_floaters_tries_bounded_number():
    upper, lower = list(range(_FLOATERS_TRIED + 1)), [_FLOATERS_TRIED + 1]
    avoided: list[PlayerPair] = [(at, lower[0]) for at in upper[:-1]]
    field = Given({**dict.fromkeys(upper, 3), lower[0]: 0}, avoided=avoided).indexed(1)
    assert _draw_floaters(field, {-1: list(upper), -2: list(lower)}, -1, -2) == (0, lower[0])
    assert _draw_floaters(field, {-1: upper[1:], -2: list(lower)}, -1, -2) == (upper[-1], lower[0])
    # Those who were paired down least often are tried, wherever chance has put them.
    downs = [(at, Float.DOWN) for at in upper[:-1]]
    spared = Given({**dict.fromkeys(upper, 3), lower[0]: 0}, floats=downs).indexed(1)
    assert _draw_floaters(spared, {-1: list(upper), -2: list(lower)}, -1, -2) == (upper[-1], lower[0])


def test_draw_floaters_incompatible_pools_report_smaller_group():
    field = field_of(forbidden=[(a, b) for a in UPPER for b in LOWER])
    for upper, lower, dry in ((UPPER, LOWER, 1), (UPPER[:2], LOWER, 1), (UPPER, LOWER[:3], 2), ([], LOWER, 1)):
        with pytest.raises(_NoPartnerError) as raised:
            _draw_floaters(field, {-2: list(upper), -3: list(lower)}, -2, -3)
        assert raised.value.group == dry
    assert drawn(field, (-2, -3)) == 1


def test_replace_wildcards_bye_goes_to_cheapest_of_pool_first():
    had = field_of(*((player, None) for player in (4, 5)), avoided=[(6, None)])
    assert drawn(had, (-2, -3), (-2, ALONE), (-3, BYE)) == [(0, 8), (1, 4), (2, 3), (5, 6), (7, 9)]
    assert drawn(field_of(), (-3, ALONE), (-3, BYE)) == [(0, 1), (2, 3), (4, 9), (5, 8), (6, 7)]
    empty = [GROUPS[0], GROUPS[1], Group(2, 3, LOWER, [])]
    assert replace_wildcards(field_of(), empty, [(-3, BYE)], set()) == 2


def test_replace_wildcards_partners_players_before_joining_pools():
    """A player with one possible partner in a pool gets it before others float."""
    history: list[PlayerPair] = [(ALONE, at) for at in LOWER[1:]]
    assert drawn(field_of(*history), (-3, -2), (-3, ALONE), (-2, BYE)) == [
        (0, 9), (1, 5), (2, 3), (4, 8), (6, 7)
    ]  # fmt: skip


def test_replace_wildcards_first_player_is_partnered_before_joining_pools():
    points = {0: 9, **dict.fromkeys(range(1, 5), 6), **dict.fromkeys(range(5, 9), 3)}
    field = Given(points, [(0, 6), (0, 7), (0, 8)]).indexed(1)
    groups = [Group(0, 9, [0], []), Group(1, 6, [], [1, 2, 3, 4]), Group(2, 3, [], [5, 6, 7, 8])]
    assert replace_wildcards(field, groups, [(-3, -2), (-3, 0), (-2, 9)], set()) == [
        (0, 5),
        (1, 9),
        (2, 6),
        (3, 4),
        (7, 8),
    ]


def test_replace_wildcards_player_below_top_pool_is_partnered_before_joining_pools():
    points = {0: 3, **dict.fromkeys(range(1, 5), 9), **dict.fromkeys(range(5, 9), 6)}
    field = Given(points, [(0, 6), (0, 7), (0, 8)]).indexed(1)
    groups = [Group(0, 9, [], [1, 2, 3, 4]), Group(1, 6, [], [5, 6, 7, 8]), Group(2, 3, [0], [])]
    assert replace_wildcards(field, groups, [(-2, -1), (-2, 0), (-1, 9)], set()) == [
        (0, 5),
        (1, 9),
        (2, 6),
        (3, 4),
        (7, 8),
    ]


def test_replace_wildcards_keeps_real_pairs_and_pairs_rest_of_pool():
    groups = [Group(0, 6, [0, 1], [2, 3]), Group(1, 3, [8], LOWER)]
    pairs = replace_wildcards(field_of((2, 3), (4, 5)), groups, [(0, 1), (8, 9)], set())
    assert pairs == 0  # 2 and 3 have met, and there is no one else
    pairs = replace_wildcards(field_of((4, 5)), groups, [(8, 9), (0, 1)], set())
    assert pairs == [(0, 1), (2, 3), (4, 6), (5, 7), (8, 9)]
