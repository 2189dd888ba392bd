"""A small sample of simulated events violates no pairing rule."""

import random
from typing import Any

import pytest

from epic_events.pairings.methods.swiss import Method
from tests.epic_events.pairings.simulator import ZERO, Event, simulate


@pytest.mark.parametrize("how", [{}, {"whole_field_up_to": 0}], ids=["whole field", "score groups"])
def test_simulated_events_violate_no_invariant(how: dict[str, Any]):
    chance = random.Random()  # any seed has to do
    sizes = [(chance.randint(2, 48), chance.getrandbits(32)) for _ in range(40)]
    counted = simulate(sizes, **how)
    assert {what: counted[what] for what in ZERO} == dict.fromkeys(ZERO, 0), sizes


def test_simulated_events_with_more_rounds_than_opponents_finish():
    counted = simulate([(4, 1), (5, 2), (8, 3)], rounds=12)
    assert counted["rounds"] == 36
    assert counted["rematches"] > 0
    assert counted["rematches not proven unavoidable"] == 0


def test_simulated_large_event_is_paired_at_optimum_each_round():
    event = Event(700, seed=random.getrandbits(32), avoided_share=0.1, restless=0.01, awarded_share=0.02)
    event.play(7)
    assert {what: event.counted[what] for what in ZERO} == dict.fromkeys(ZERO, 0)
    assert event.paired(seed=1).method is Method.SCORE_GROUPS
