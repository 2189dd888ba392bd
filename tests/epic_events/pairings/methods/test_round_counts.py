"""Recommended number of Swiss rounds."""

import pytest

from epic_events.pairings.methods.schedules import recommended_rounds


@pytest.mark.parametrize(
    ("rounds", "fewest", "most"),
    [
        (1, 0, 2),
        (3, 3, 8),
        (5, 9, 32),
        (6, 33, 64),
        (7, 65, 128),
        (8, 129, 226),
        (9, 227, 409),
        (10, 410, 10_000),
    ],
)
def test_recommended_rounds_grow_with_number_of_players(rounds, fewest, most):
    assert (recommended_rounds(fewest), recommended_rounds(most)) == (rounds, rounds)
