"""Compare the speed of the Epic engine with python-chess and OpenSpiel.

    python -m tools.benchmarks.engine_speed [--games 300] [--check] [--sound] [--profile]

All engines run the same operations (:mod:`tools.benchmarks.engines`) in turns of a fraction of a second. The best turn
of each counts, so other load on the machine affects all of them alike. ``--check`` applies actions with the legality
check that a replay uses, ``--sound`` checks the invariants at every decision. These two and ``--profile`` play
``--games`` games and compare nothing.
"""

import argparse
import cProfile
import importlib
import pstats
import random
import time
from collections.abc import Callable

from rules.engine.game import Setup
from rules.epic.engine import ENGINE
from rules.epic.state import EpicState
from rules.games import EPIC
from rules.judge.output.random_play import play_game
from rules.judge.record import parse, write
from rules.judge.replay.replayer import replay
from tests.rules.epic.engine.games import HUMANS, TALL, VERSIONS
from tests.rules.epic.engine.invariants import assert_sound
from tools.benchmarks.engines import AIMS, COMPILED, OPERATIONS, PEERS, Chess, Epic, TimedEngine

ROUNDS = 12
LONG_RECORD = range(297, 304)
"""How many decisions a record of about 300 has."""


def epic(games: int, *, check: bool = False, sound: bool = False) -> int:
    """Play random games and return the number of decisions."""
    decisions = 0
    for seed in range(games):
        chance = random.Random(seed)
        decks = [(HUMANS, TALL), (TALL, HUMANS), (HUMANS, HUMANS), (TALL, TALL)][seed // 2 % 4]
        state = ENGINE.new_game(Setup(("Ann", "Ben"), decks, seed % 2, VERSIONS[seed // 8 % 2]))
        while state.pending is not None:
            answer = ENGINE.sample(state, chance)
            if check:
                ENGINE.apply(state, answer)
            else:
                ENGINE.apply_unchecked(state, answer)
            decisions += 1
            if sound:
                assert_sound(state)
    return decisions


def per_second(play: Callable[[], int]) -> float:
    began = time.perf_counter()
    steps = play()
    return steps / (time.perf_counter() - began)


def best_time(action: Callable[[], object], times: int) -> float:
    """Return the seconds of the fastest call of ``action``."""
    best = float("inf")
    for _ in range(times):
        began = time.process_time()
        action()
        best = min(best, time.process_time() - began)
    return best


def mid_game_state(seed: int) -> EpicState:
    """Return a game after sixty random decisions."""
    chance = random.Random(seed)
    state = ENGINE.new_game(Setup(("Ann", "Ben"), (HUMANS, TALL), 0, VERSIONS[0]))
    for _ in range(60):
        if not state.over:
            ENGINE.apply(state, ENGINE.sample(state, chance))
    return state


def long_record() -> tuple[str, int]:
    """Return a random record of about 300 decisions and its number of decisions."""
    for seed in range(1_000):
        record, _, decisions = play_game(EPIC, Setup(("Ann", "Ben"), (HUMANS, TALL), 0, VERSIONS[0]), seed)
        if decisions in LONG_RECORD:
            return write(record), decisions
    raise LookupError("no random game of these decks is about 300 decisions long")


def peers() -> dict[str, TimedEngine | None]:
    """Return the engines to compare with, by name; None for one that is not installed."""
    found: dict[str, TimedEngine | None] = {}
    for name, module, player in PEERS:
        try:
            found[name] = player(importlib.import_module(module))
        except ImportError:
            found[name] = None
    return found


def print_table() -> None:
    """Measure everything and print the table."""
    mine = Epic()
    players = peers()
    there = [mine, *(player for player in players.values() if player is not None)]
    print("A second of the processor, the best of some turns; in brackets how many times as many Epic makes.")
    print(f"Epic is {'compiled' if COMPILED else 'interpreted'}.")
    print(f"{'':26} {'Epic, decisions':>16}", *(f"{name:>28}" for name in players))
    speeds: dict[str, float] = {}
    for operation in OPERATIONS:
        best = dict.fromkeys((player.name for player in there), 0.0)
        for _ in range(ROUNDS):
            for player in there:
                steps, took = player.play(operation)
                best[player.name] = max(best[player.name], steps / took)
        speeds[operation] = own = best[mine.name]
        shown = [f"{best[n]:>16,.0f} ({own / best[n]:>6.2f} x)" if n in best else "not installed" for n in players]
        aim = f"  aim {AIMS[operation]} x python-chess" if operation in AIMS else ""
        if aim and Chess.name in best:
            aim += ": reached" if own / best[Chess.name] >= AIMS[operation] else ": MISSED"
        print(f"{operation:26} {own:>16,.0f}", *(f"{each:>28}" for each in shown), aim, flush=True)
    state, drawn = mid_game_state(3), speeds[OPERATIONS[3]]
    copied = best_time(lambda: [ENGINE.copy(state) for _ in range(200)], 20) / 200
    text, decisions = long_record()
    judged = best_time(lambda: replay(EPIC, parse(text)), 15)
    print(f"{'copy in mid-game':40} {copied * 1e6:>9.1f} µs {copied * drawn:>10.1f} decisions' time")
    long = f"verdict on {decisions} decisions"
    print(f"{long:40} {judged * 1e3:>9.1f} ms {judged * drawn / decisions:>10.1f} x their play")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--sound", action="store_true")
    parser.add_argument("--profile", action="store_true")
    options = parser.parse_args()
    epic(5)
    if not (options.check or options.sound or options.profile):
        print_table()
        return
    profile = cProfile.Profile()
    if options.profile:
        profile.enable()
    speed = per_second(lambda: epic(options.games, check=options.check, sound=options.sound))
    if options.profile:
        profile.disable()
        pstats.Stats(profile).sort_stats("tottime").print_stats(35)
    print(f"Epic: {options.games} games at {speed:,.0f} decisions a second")


if __name__ == "__main__":
    main()
