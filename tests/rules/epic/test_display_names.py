"""Which of several of one name something in play is."""

import random

from rules.epic.engine import ENGINE
from rules.epic.state.display_names import copy_number, copy_numbers
from tools.fuzz.setups import random_setup


def test_copy_numbers_equals_copy_number_of_each_champion() -> None:
    several = 0
    for seed in range(12):
        setup, chance = random_setup(seed), random.Random(seed)
        state = ENGINE.new_game(setup)
        for _ in range(150):
            if state.over:
                break
            for seat, held in enumerate(state.seats):
                numbers = copy_numbers(state, seat)
                assert numbers == [copy_number(state, champion) for champion in held.champions]
                several += any(numbers)
            ENGINE.apply(state, ENGINE.sample(state, chance))
    assert several > 0
