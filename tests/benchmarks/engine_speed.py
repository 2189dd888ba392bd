"""How many decisions a second random Epic games make with the log on, beside python-chess where it is installed.

    python -m tests.benchmarks.engine_speed [--games 300] [--check] [--sound] [--profile]

``--check`` plays through the checker as a replay does; without it the answers drawn are applied as they are.
``--sound`` holds every decision to the invariants: that is how thousands of games are searched for faults.
"""

import argparse
import cProfile
import importlib
import importlib.util
import pstats
import random
import time

from rules.engine.game import Setup
from rules.epic.engine import ENGINE
from rules.epic.state import EpicState
from tests.rules.epic.engine.games import HUMANS, TALL, VERSIONS
from tests.rules.epic.engine.invariants import assert_sound


def epic(games: int, *, check: bool, sound: bool) -> int:
    """Play random games and return the number of decisions."""
    decisions = 0
    for seed in range(games):
        chance = random.Random(seed)
        decks = [(HUMANS, TALL), (TALL, HUMANS), (HUMANS, HUMANS), (TALL, TALL)][seed // 2 % 4]
        state = ENGINE.new_game(Setup(("Ann", "Ben"), decks, seed % 2, VERSIONS[seed // 8 % 2]))
        while not state.over:
            answer = ENGINE.sample(state, chance)
            if check:
                ENGINE.apply(state, answer)
            else:
                ENGINE.apply_unchecked(state, answer)
            decisions += 1
            if sound:
                assert_sound(state)
    return decisions


def middle(seed: int) -> EpicState:
    """Return a game after sixty random decisions."""
    chance = random.Random(seed)
    state = ENGINE.new_game(Setup(("Ann", "Ben"), (HUMANS, TALL), 0, VERSIONS[0]))
    for _ in range(60):
        if not state.over:
            ENGINE.apply(state, ENGINE.sample(state, chance))
    return state


def chess(seconds: float) -> int:
    """Play random chess, listing legal moves and pushing one, and return the moves in ``seconds``."""
    library = importlib.import_module("chess")
    chance = random.Random(1)
    moves, end = 0, time.perf_counter() + seconds
    while time.perf_counter() < end:
        board = library.Board()
        for _ in range(200):
            legal = list(board.legal_moves)
            if not legal:
                break
            board.push(chance.choice(legal))
            moves += 1
    return moves


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--sound", action="store_true")
    parser.add_argument("--profile", action="store_true")
    options = parser.parse_args()
    epic(5, check=False, sound=False)
    profile = cProfile.Profile()
    if options.profile:
        profile.enable()
    began = time.perf_counter()
    decisions = epic(options.games, check=options.check, sound=options.sound)
    took = time.perf_counter() - began
    if options.profile:
        profile.disable()
        pstats.Stats(profile).sort_stats("tottime").print_stats(35)
    speed = decisions / took
    print(f"Epic: {decisions} decisions of {options.games} games in {took:.1f} s: {speed:,.0f} a second")
    state = middle(3)
    began = time.perf_counter()
    for _ in range(2_000):
        ENGINE.copy(state)
    print(f"Copy in mid-game: {(time.perf_counter() - began) / 2_000 * 1e6:.1f} microseconds")
    if importlib.util.find_spec("chess") is None:
        print("python-chess is not installed: nothing to compare with")
        return
    pushes = chess(3.0) / 3.0
    print(f"python-chess: {pushes:,.0f} moves a second; ratio {speed / pushes:.1f}")


if __name__ == "__main__":
    main()
