"""Any moment of a random game can be described and restored, in every variant."""

import random

import pytest

from rules.engine.decision import UndeterminedError
from rules.epic.engine import ENGINE
from rules.epic.variants import VARIANTS
from tests.rules.epic.notation.moments import assert_laid_out_as_it_was
from tools.fuzz.setups import random_setup

EVERY = 7
"""Decisions from one described moment to the next; three times as many where more than two play."""
AMONG = {seed: random_setup(seed) for seed in range(400)}
DUELS = [seed for seed, setup in AMONG.items() if setup.variant == "duel"]
SEEDS = [
    *(
        seed
        for variant in VARIANTS
        if variant != "duel"
        for seed in [s for s, setup in AMONG.items() if setup.variant == variant][:2]
    ),
    *DUELS[:2],
    next(seed for seed in DUELS[2:] if AMONG[seed].choices),
    next(seed for seed in DUELS[2:] if any(AMONG[seed].extra_cards)),
]


def test_sampled_games_have_every_variant_gods_and_options():
    setups = [AMONG[seed] for seed in SEEDS]
    assert {setup.variant for setup in setups} == set(VARIANTS)
    assert any(any(setup.extra_cards) for setup in setups)
    assert any(setup.choices for setup in setups)
    assert len(setups) == 12


@pytest.mark.parametrize("seed", SEEDS)
def test_described_moments_of_random_games_are_restored(seed):
    chance = random.Random(seed)
    state = ENGINE.new_game(AMONG[seed])
    every = EVERY if len(state.names) == 2 else 3 * EVERY
    number = 0
    try:
        while not state.over:
            if number % every == seed % every:
                assert_laid_out_as_it_was(state, AMONG[seed])
            ENGINE.apply(state, ENGINE.sample(state, chance))
            number += 1
    except UndeterminedError:
        # A card of which no trustworthy text is known decides from here on.
        assert number
