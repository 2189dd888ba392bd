"""``make fuzz``: check the properties of random games.

It covers every variant and rules version. python -m tools.fuzz --games 20000 --start 0 --processes 2 python -m
tools.fuzz --games 0 --only-games --records 2000 judge hostile records as a worker does
"""

import argparse
import json
import logging
import multiprocessing
import os
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import django

from tools.fuzz.game_checks import PropertyViolatedError, check_game, play_game
from tools.fuzz.python_versions import game_to_json, other_interpreters, replay_hashes, replay_hashes_on
from tools.fuzz.setups import random_setup

OTHER_PYTHONS = 60
"""Games that other versions of Python replay."""


def run_game(seed: int) -> tuple[int, str, str]:
    """Return the decisions of one game, its variant, and the error if there is one."""
    variant = random_setup(seed).variant
    try:
        return check_game(seed), variant, ""
    except PropertyViolatedError as error:
        return 0, variant, str(error)


def games(start: int, count: int, processes: int) -> list[str]:
    """Check ``count`` games; print progress and return the errors."""
    begun = time.monotonic()
    variants: Counter[str] = Counter()
    decisions = 0
    wrong: list[str] = []
    with multiprocessing.Pool(processes) as pool:
        for done, (taken, variant, problem) in enumerate(
            pool.imap_unordered(run_game, range(start, start + count), 20), 1
        ):
            variants[variant] += 1
            decisions += taken
            if problem:
                wrong.append(problem)
                print(problem, flush=True)
            if done % 1000 == 0 or done == count:
                seconds = time.monotonic() - begun
                print(f"{done:,} games, {decisions:,} decisions, {len(wrong)} broken, {seconds:.0f} s", flush=True)
    print(", ".join(f"{variant} {number:,}" for variant, number in sorted(variants.items())))
    return wrong


def records(start: int, count: int, processes: int) -> list[str]:
    """Judge the hostile records of ``count`` games.

    Print progress and return the errors.
    """
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "epic_events.settings")
    django.setup()
    from tools.fuzz.verdicts import judge_records

    begun = time.monotonic()
    verdicts: Counter[str] = Counter()
    wrong: list[str] = []
    # An error is printed with the record that causes it, so its log entry is not needed.
    logging.disable(logging.CRITICAL)
    with multiprocessing.Pool(processes) as pool:
        for done, (counts, problems) in enumerate(
            pool.imap_unordered(judge_records, range(start, start + count), 4), 1
        ):
            verdicts.update(counts)
            wrong += problems
            for problem in problems:
                print(problem, flush=True)
            if done % 100 == 0 or done == count:
                counts_text = ", ".join(f"{verdict} {number:,}" for verdict, number in sorted(verdicts.items()))
                print(
                    f"{done:,} games: {counts_text}; {len(wrong)} broken, {time.monotonic() - begun:.0f} s", flush=True
                )
    return wrong


def compare_python_versions(start: int) -> list[str]:
    """Replay games on the other installed versions of Python; return the differences."""
    found = other_interpreters()
    if not found:
        print("no other version of Python is installed: nothing compared")
        return []
    complete_games = [
        game for seed in range(start, start + OTHER_PYTHONS) if not (game := play_game(seed)).undetermined
    ]
    data = json.loads(json.dumps([game_to_json(game.setup, game.answers) for game in complete_games]))
    here = replay_hashes(data)
    wrong = []
    with tempfile.TemporaryDirectory(prefix="epic-games-") as folder:
        path = Path(folder) / "games.json"
        path.write_text(json.dumps(data), encoding="utf-8")
        for python in found:
            same = replay_hashes_on(python, path) == here
            print(f"{python}: {len(here)} games, {'identical logs' if same else 'OTHER LOGS'}", flush=True)
            if not same:
                wrong.append(f"{python} gives other logs")
    return wrong


def main() -> None:
    """Run the chosen checks; exit with 1 if one fails."""
    parser = argparse.ArgumentParser(prog="python -m tools.fuzz", description=__doc__)
    parser.add_argument("--games", type=int, default=20_000, help="how many (default: 20,000)")
    parser.add_argument("--start", type=int, default=0, metavar="SEED", help="the first seed (default: 0)")
    parser.add_argument("--processes", type=int, default=multiprocessing.cpu_count(), help="default: one a core")
    parser.add_argument("--records", type=int, default=0, metavar="GAMES", help="hostile records of so many games")
    parser.add_argument("--only-games", action="store_true", help="leave out the other versions of Python")
    options = parser.parse_args()
    wrong = games(options.start, options.games, options.processes) if options.games else []
    if options.records:
        wrong += records(options.start, options.records, options.processes)
    if not options.only_games:
        wrong += compare_python_versions(options.start)
    sys.exit(f"{len(wrong)} broken:\n" + "\n".join(wrong[:20]) if wrong else 0)


if __name__ == "__main__":
    main()
