"""A small sample of the random games of ``make fuzz``."""

import json

import pytest

from rules.epic.state.log import VERSIONS
from rules.epic.variants import VARIANTS
from tools.fuzz.game_checks import check_game, play_game
from tools.fuzz.python_versions import game_to_json, log_hash, replay_hashes
from tools.fuzz.setups import random_setup
from tools.fuzz.verdicts import judge_records

SEEDS = range(70)
FOUND = (16967,)
"""Games in which a fault was found: two cards of one name were revealed together, and either could stand for both."""


def test_sample_covers_every_arrangement_and_both_versions() -> None:
    setups = [random_setup(seed) for seed in SEEDS]
    assert {setup.variant for setup in setups} == set(VARIANTS)
    assert {setup.version for setup in setups} == set(VERSIONS)


@pytest.mark.parametrize("seed", [*SEEDS, *FOUND])
def test_random_game_satisfies_every_property(seed: int) -> None:
    assert check_game(seed) > 0


def test_stored_games_replay_to_the_same_logs() -> None:
    saved = [game for seed in SEEDS[:8] if not (game := play_game(seed, sound=False)).undetermined]
    data = json.loads(json.dumps([game_to_json(game.setup, game.answers) for game in saved]))
    assert replay_hashes(data) == [log_hash(game.state.log) for game in saved]


@pytest.mark.parametrize("seed", range(3))
def test_hostile_records_are_judged_without_a_crash(seed: int) -> None:
    counts, wrong = judge_records(seed)
    assert wrong == []
    assert counts
