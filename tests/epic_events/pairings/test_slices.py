"""A field in slices: no slice is too short to pair freely, and every pair that breaks a rule is mended."""

import pytest

from epic_events.pairings.swiss.slices import SLICE, _slices, in_slices
from tests.epic_events.pairings.fields import Given


@pytest.mark.parametrize("players", [2, SLICE, SLICE + 2, 2 * SLICE - 2, 2 * SLICE, 2 * SLICE + 2, 5 * SLICE + 4])
def test_the_last_slice_takes_a_rest_that_would_be_too_short(players: int):
    """Four players who have all met one another could not be paired in a slice of their own."""
    line = list(range(players))
    slices = list(_slices(line))
    assert [player for members in slices for player in members] == line
    assert all(len(members) % 2 == 0 for members in slices)
    assert all(SLICE <= len(members) < 2 * SLICE for members in slices) or slices == [line]
    assert max(map(len, slices[:-1]), default=SLICE) == SLICE


def test_every_broken_pair_is_mended_and_not_only_the_first():
    line = list(range(4 * SLICE))
    forbidden: list[tuple[int, int | None]] = []
    for number in (0, 2, 3):
        members = line[number * SLICE : (number + 1) * SLICE]
        forbidden += [(members[5], other) for other in members if other != members[5]]
    field = Given({i: 1000 - i for i in line}, forbidden=forbidden).indexed(1)
    assert in_slices(field).cost.forbidden == 0


def test_the_bye_of_slices_goes_to_the_last_of_those_who_had_fewest():
    line = list(range(2 * SLICE + 1))
    history: list[tuple[int, int | None]] = [(player, None) for player in line[-5:]]
    field = Given({i: 1000 - i for i in line}, history).indexed(1)
    found = in_slices(field)
    assert [edge for edge in found.edges if edge[1] == field.bye] == [(line[-6], field.bye)]
    assert found.bound.key() == (*found.cost.key()[:4], 0, 0, 0)
