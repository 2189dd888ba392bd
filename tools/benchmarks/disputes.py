"""Measure disputes of about 300 decisions.

One at a time, and 50 at once with two workers.

    python -m tools.benchmarks.disputes [--alone 20] [--at-once 50] [--workers 2]

The temporary database is on PostgreSQL if ``DATABASE_URL`` names one, else on SQLite. The first measurement opens a
dispute, replays it in the same process and requests its page; in the second, worker processes share the queue. Every
record is different, because the verdict of a known record is reused. The processor time of each part is compared with
that of the engine, which checks and applies the same decisions. The peer is python-chess: it reads a game of 300 plies
from PGN, which checks each move, and writes the board after each move (FEN).
"""

import argparse
import io
import multiprocessing
import os
import resource
import statistics
import tempfile
import time
from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING
from unittest import mock

if TYPE_CHECKING:
    from django.test import Client

AIM_ALONE, AIM_AT_ONCE = 0.3, 8.0
AIM_RATIO = 6.0
"""Processor time of a dispute divided by that of the engine."""
PARTS = ("request that opens it", "replay by the worker", "page of the verdict")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--alone", type=int, default=20)
    parser.add_argument("--at-once", type=int, default=50)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ.setdefault("DATABASE_URL", f"sqlite:///{folder}/disputes.sqlite3")
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "epic_events.settings")
        os.environ["ALLOWED_HOSTS"] = "testserver"
        import django

        django.setup()
        from django.db import connection
        from django.test import override_settings

        connection.settings_dict["TEST"]["NAME"] = (
            f"disputes_{os.getpid()}" if connection.vendor == "postgresql" else f"{folder}/disputes.sqlite3"
        )
        connection.creation.create_test_db(verbosity=0, autoclobber=True)
        caches = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
        try:
            with override_settings(CACHES=caches):
                run(options)
        finally:
            connection.creation.destroy_test_db(connection.settings_dict["NAME"], verbosity=0)


def run(options: argparse.Namespace) -> None:
    """Run both measurements and print the results."""
    from django.test import Client

    from epic_events.infra.processes import freeze

    first, *texts = long_records(1 + options.alone + options.at_once)
    client = Client()
    measure_one(client, first)
    freeze()
    took_alone = [measure_one(client, text) for text in texts[: options.alone]]
    walls, processor = sorted(wall for wall, _ in took_alone), [sum(parts) for _, parts in took_alone]
    p95 = walls[max(0, round(0.95 * len(walls)) - 1)]
    print(f"{len(walls)} disputes of about 300 decisions, each alone, from the click to the page:")
    print(
        f"  half of them in {statistics.median(walls) * 1000:.0f} ms, 95 % in {p95 * 1000:.0f} ms (aim {AIM_ALONE} s);"
        f" of the processor {statistics.median(processor) * 1000:.0f} ms"
    )
    engine = statistics.median(measure_engine(text) for text in texts[: options.alone])
    for name, seconds in zip(PARTS, zip(*(parts for _, parts in took_alone), strict=True), strict=True):
        part = statistics.median(seconds)
        print(f"  {name}: {part * 1000:.0f} ms, {part / engine:.1f} times the engine")
    print(
        f"  engine: {engine * 1000:.0f} ms; the dispute takes {statistics.median(processor) / engine:.1f} times as long"
        f" (aim {AIM_RATIO})"
    )
    peer = chess_game()
    if peer is None:
        print("  python-chess is not installed")
    else:
        print(f"  python-chess reads and tells a game of 300 plies in {peer * 1000:.0f} ms of the processor")
    took, of_it = measure_parallel(texts[options.alone :], options.workers)
    print(
        f"{options.at_once} at once, {options.workers} workers: {took:.1f} s (aim {AIM_AT_ONCE} s);"
        f" of its processor each worker took {of_it:.1f} s"
    )


def long_records(most: int) -> list[str]:
    """Return records of random games that are about 300 decisions long."""
    from rules.engine.game import Setup
    from rules.games import EPIC
    from rules.judge.output.random_play import play_game
    from rules.judge.record import write
    from tests.rules.epic.engine.games import HUMANS, TALL, VERSIONS

    found: list[str] = []
    for seed in range(5_000):
        record, _, decisions = play_game(EPIC, Setup(("Ann", "Ben"), (HUMANS, TALL), 0, VERSIONS[0]), seed)
        if 280 <= decisions <= 320:
            found.append(write(record))
        if len(found) == most:
            return found
    raise LookupError(f"of 5,000 random games only {len(found)} are about 300 decisions long")


def measure_one(client: "Client", text: str) -> tuple[float, tuple[float, ...]]:
    """Return wall-clock seconds of a dispute, and processor seconds of each part.

    Wall-clock time runs from opening it to its page.

    Args:
        client: one client for all calls, because a server loads its handlers once.
        text: the record.
    """
    from epic_events.disputes import services
    from epic_events.disputes.replays import worker
    from epic_events.jobs import leased
    from tests.epic_events.disputes.records import judge

    actor = judge()
    client.force_login(actor)
    clock, times = time.perf_counter(), [time.process_time()]
    with mock.patch.object(leased, "enqueue"):  # the benchmark itself passes the disputes to its workers
        dispute = services.open_dispute(actor, title="Was it legal?", record=text)
    times.append(time.process_time())
    worker.run(dispute.pk)
    times.append(time.process_time())
    page = client.get(f"/disputes/{dispute.slug}/")
    times.append(time.process_time())
    wall = time.perf_counter() - clock
    assert page.status_code == 200, page.status_code
    dispute.refresh_from_db()
    assert dispute.verdict == "legal", (dispute.status, dispute.failure)
    return wall, tuple(after - before for before, after in pairwise(times))


def measure_engine(text: str) -> float:
    """Return the processor seconds of the engine for a record's decisions.

    It checks and applies them.
    """
    from rules.games import EPIC
    from rules.judge.record import parse
    from rules.judge.replay.replayer import replay

    played = replay(EPIC, parse(text), whole=True)
    actions = [action for step in played.steps for action in (*step.implied_actions, step.action) if action is not None]
    state = EPIC.engine.copy(played.initial_state)
    began = time.process_time()
    for action in actions:
        EPIC.engine.apply(state, action)
    took = time.process_time() - began
    assert state.pending == played.final.pending
    return took


def measure_parallel(texts: list[str], workers: int) -> tuple[float, float]:
    """Return wall-clock seconds for queued disputes, and processor seconds.

    The latter are per worker.
    """
    from django.db import connection

    from epic_events.disputes import services
    from epic_events.jobs import leased
    from tests.epic_events.disputes.records import judge

    with mock.patch.object(leased, "enqueue"):
        waiting = [services.open_dispute(judge(), title="Was it legal?", record=text).pk for text in texts]
    context = multiprocessing.get_context("fork")
    ready, start = context.Barrier(workers + 1), context.Event()
    connection.close()
    processes = [
        context.Process(target=replay_all, args=(waiting[number::workers], ready.wait, start.wait))
        for number in range(workers)
    ]
    for process in processes:
        process.start()
    ready.wait()
    began = time.perf_counter()
    start.set()
    for process in processes:
        process.join()
    assert not any(process.exitcode for process in processes)
    wall, used = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, (used.ru_utime + used.ru_stime) / workers


def replay_all(disputes: list[int], ready: Callable[[], object], start: Callable[[], object]) -> None:
    """Replay disputes one after the other, as a worker does."""
    from epic_events.disputes.replays import worker

    ready()
    start()
    for dispute in disputes:
        worker.run(dispute)


def chess_game(plies: int = 300) -> float | None:
    """Return the seconds in which python-chess reads a PGN game and writes each board."""
    try:
        import chess
        import chess.pgn
    except ImportError:
        return None
    import random

    chance, board = random.Random(4), chess.Board()
    while board.ply() < plies:
        board.push(chance.choice(list(board.legal_moves)))
    game = chess.pgn.Game.from_board(board)
    text = str(game)
    began = time.process_time()
    read = chess.pgn.read_game(io.StringIO(text))
    assert read is not None
    board = read.board()
    for move in read.mainline_moves():
        board.push(move)
        board.fen()
    return time.process_time() - began


if __name__ == "__main__":
    main()
