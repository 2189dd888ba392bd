"""Run the load test and print response times next to those of a minimal page.

``make load PLAYERS=2000 ROUNDS=9 MINUTES=1 RATE=200 PHONES=2000 REPLAYS=50``: these are all options with their
defaults; ``tools/load/scenario.py`` describes the mix of requests. ``make load PLAYERS=100 ROUNDS=2 MINUTES=0.1
RATE=40`` is a quick run. PostgreSQL is found or installed as for the tests; the database and Redis are temporary.
"""

import argparse
import json
import os
import secrets
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psycopg

from epic_events.launch import GIVES_WAY, KEEP_ALIVE
from tools import services as test_services

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tools.load.event import DisputeRequest, Stage

WORKERS = 120
"""Most pending requests."""
WEB = 2
PATIENCE = 60
"""Seconds to wait for verdicts after the load."""
WRITES = ("result", "decklist")
ASKED = 20
WARM = 40
PARTS = 12
"""Parts of the test for which response times are printed."""
AT_REST = "{:32} {:>8} {:>8} {:>7} {:>6}"
TOOK = ("bytes", "queries", "cpu ms", "times")
ROW = "{:22} {:>7} {:>7} {:>7} {:>7} {:>8} {:>8} {:>7} {:>6} {:>5} {:>6} {:>6}"
COLUMNS = (
    "number", "a sec.", "p50 ms", "p95 ms", "p99 ms", "bytes", "queries", "cpu ms", "times", "cpu %", "errors"
)  # fmt: skip
"""``cpu ms`` and ``times`` (relative to the minimal page) are medians; ``cpu %`` is the share of the total processor
time of all responses of a kind."""


def parse_arguments() -> argparse.Namespace:
    """Return the command-line arguments."""
    parser = argparse.ArgumentParser(prog="make load", description=__doc__)
    for name, default in (("players", 2000), ("rounds", 9), ("phones", 2000), ("replays", 50)):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--rate", type=float, default=200.0, help="requests a second")
    return parser.parse_args()


@contextmanager
def _database() -> "Iterator[str]":
    """Yield the URL of a temporary database."""
    with test_services.postgresql() as server:
        name = f"epic_load_{secrets.token_hex(4)}"
        with psycopg.connect(server, autocommit=True) as own:
            own.execute(f'create database "{name}"'.encode())
        try:
            yield f"{server.rpartition('/')[0]}/{name}"
        finally:
            with psycopg.connect(server, autocommit=True) as own:
                own.execute(f'drop database "{name}" with (force)'.encode())


@contextmanager
def _process(*command: str, nicer: int = 0) -> "Iterator[subprocess.Popen[bytes]]":
    nice = ["nice", "-n", str(nicer)] if nicer else []
    with subprocess.Popen([*nice, sys.executable, "-m", *command], stdout=subprocess.DEVNULL) as process:
        try:
            yield process
        finally:
            process.terminate()
            process.wait(20)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_for(base: str) -> None:
    """Wait until every process of the web server is ready."""
    until, good = time.monotonic() + 120, 0
    while good < 2 * WEB:
        try:
            with urllib.request.urlopen(f"{base}/load/plain/", timeout=60):
                good += 1
        except OSError as error:
            if time.monotonic() > until:
                raise SystemExit(f"The site does not start: {error}") from error
            time.sleep(0.3)


def main() -> int:
    """Run the load test.

    Return 0 if no acknowledged write is lost and no request failed.
    """
    arguments = parse_arguments()
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="epic-load-"))
        os.environ |= {
            "DATABASE_URL": stack.enter_context(_database()),
            "REDIS_URL": stack.enter_context(test_services.redis(folder)),
            "VAR_DIR": folder,
            "DJANGO_SETTINGS_MODULE": "tools.load.settings",
            "DEMO": "off",
            "SECRET_KEY": secrets.token_hex(32),
        }
        return _run(arguments, Path(folder), stack)


def _run(arguments: argparse.Namespace, folder: Path, stack: ExitStack) -> int:
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection

    from tools.load import event as events

    call_command("migrate", interactive=False, verbosity=0)
    print(f"{arguments.players} players, {arguments.rounds} rounds: building the event ...", flush=True)
    begun = time.monotonic()
    stage = events.build(arguments.players, arguments.rounds, arguments.phones)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")  # as autovacuum does before long: without statistics plans are guesses
    print(f"built in {time.monotonic() - begun:.0f} s; {60 * arguments.minutes:.0f} s of load follow", flush=True)
    port, answers, plan = _free_port(), folder / "answers.json", folder / "plan.json"
    wanted = events.create_plan(stage, f"http://127.0.0.1:{port}", arguments.rate, 60 * arguments.minutes, str(answers))
    plan.write_text(json.dumps(wanted.plain()))
    site = ("gunicorn", "tools.load.wsgi", "--bind", f"127.0.0.1:{port}", "--workers", str(WEB), "--threads", "4")
    stack.enter_context(_process(*site, "--keep-alive", str(KEEP_ALIVE), "--log-level", "error"))
    worker = ("celery", "--quiet", "-A", "epic_events", "worker", "-c", "1", "-l", "CRITICAL")
    stack.enter_context(_process(*worker, nicer=GIVES_WAY))
    _wait_for(wanted.base)
    _print_idle_times(wanted.pages, wanted.base, wanted.phones[0].cookie, wanted.desk)
    _warm_up([wanted.base + path for path in wanted.pages.values()], [phone.cookie for phone in wanted.phones])
    one = stack.enter_context(ThreadPoolExecutor(1))
    opened = one.submit(
        _publish,
        stage,
        wanted.base,
        events.dispute_requests(stage, arguments.replays),
        min(3.0, 15 * arguments.minutes),
    )
    how = ("-q", "-p", "1", "-w", str(WORKERS), "-d", str(max(1, round(60 * arguments.minutes))))
    environment = {**os.environ, "LOAD_PLAN": str(plan)}
    subprocess.run(
        [str(Path(sys.executable).with_name("molotov")), *how, "tools/load/scenario.py"],
        env=environment, check=True, stdout=subprocess.DEVNULL,
    )  # fmt: skip
    disputes = opened.result()  # an error there ends the run, because the figures would not be comparable
    return _print_results(json.loads(answers.read_text()), stage, disputes)


def _print_idle_times(pages: dict[str, str], base: str, cookie: str, desk: str) -> None:
    """Print the cost of each page without load.

    For visitors, players and cached responses.
    """
    print("while nothing changes:")
    print(AT_REST.format("", *TOOK))
    plain = 0.0
    for kind, path in pages.items():
        readers = {"": {}, ", signed in": {"Cookie": f"sessionid={cookie}"}} if kind != "desk" else {}
        for who, headers in (readers or {"": {"Cookie": f"sessionid={desk}"}}).items():
            for again in (False, True) if kind not in ("plain", "desk") else (False,):
                took = [_measure_request(base + path, headers, again=again) for _time in range(ASKED)][WEB * 2 :]
                wire, queries, cpu = (_percentile([one[place] for one in took], 0.5) for place in range(3))
                plain = plain or cpu
                name = f"{kind}{who}{', unchanged' if again else ''}"
                print(AT_REST.format(name, int(wire), int(queries), f"{cpu:.1f}", f"{cpu / plain:.1f}"), flush=True)


def _warm_up(urls: list[str], cookies: list[str]) -> None:
    """Send some requests so that every thread of the site is warmed up."""
    asked = [(url, {"Cookie": f"sessionid={cookie}"}) for cookie in cookies[:WARM] for url in urls]
    with ThreadPoolExecutor(4 * WEB) as many:
        list(many.map(lambda one: _fetch(*one), asked))


def _fetch(url: str, headers: dict[str, str]) -> None:
    with suppress(urllib.error.HTTPError), urllib.request.urlopen(urllib.request.Request(url, headers=headers)) as got:
        got.read()  # players may not see the desk


def _measure_request(url: str, headers: dict[str, str], *, again: bool) -> tuple[int, int, float]:
    """Return bytes, queries and processor milliseconds of a response.

    With ``again`` the request is repeated with the ETag of the first response.
    """
    asked = urllib.request.Request(url, headers={"Accept-Encoding": "gzip", **headers})
    try:
        with urllib.request.urlopen(asked, timeout=60) as got:
            body, response_headers = got.read(), got.headers
    except urllib.error.HTTPError as unchanged:
        if unchanged.code != HTTPStatus.NOT_MODIFIED:
            raise
        body, response_headers = b"", unchanged.headers
    if again and "If-None-Match" not in headers and response_headers["ETag"]:
        return _measure_request(url, {**headers, "If-None-Match": response_headers["ETag"]}, again=again)
    return len(body), int(response_headers["X-Load-Queries"]), float(response_headers["X-Load-Cpu"])


def _publish(stage: "Stage", base: str, dispute_requests: "list[DisputeRequest]", after: float) -> list[str]:
    """Publish the round after some seconds, then open disputes one after the other.

    Returns the slugs of the disputes.
    """
    time.sleep(after)
    from django.db import connection

    from epic_events.pairings import services

    begun = time.thread_time()
    services.publish_round(stage.organiser, stage.draft)
    print(f"published with {1000 * (time.thread_time() - begun):.0f} ms of processor", flush=True)
    connection.close()
    begun = time.monotonic()
    opened = [_open(base, each) for each in dispute_requests]
    print(f"{len(opened)} disputes were opened in {time.monotonic() - begun:.1f} s after it", flush=True)
    return opened


def _open(base: str, request: "DisputeRequest") -> str:
    """Open a dispute through the API; return its slug."""
    headers = {"Authorization": f"Bearer {request.token}", "Content-Type": "application/json"}
    asked = urllib.request.Request(f"{base}/api/v1/disputes/", json.dumps(request.body).encode(), headers)
    with urllib.request.urlopen(asked, timeout=60) as got:
        return str(json.load(got)["slug"])


def _percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else 0.0


def _is_failure(answer: dict[str, Any]) -> bool:
    status = answer["status"]
    early = answer["kind"] == "result" and status == 409  # the round was not published yet
    return not (200 <= status < 400 or early or (answer["kind"] == "result" and status == 404))


def _print_results(answers: list[dict[str, Any]], stage: "Stage", disputes: list[str]) -> int:
    """Print the table, the acknowledged and the stored writes; return the exit code."""
    kinds: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
    for answer in answers:
        unchanged = answer["status"] == 304
        kinds[f"{answer['kind']}, 304" if unchanged else answer["kind"]].append(answer)
    plain = _percentile([one.get("cpu", 0) for one in kinds["plain"]], 0.5) or 1.0
    # Until the last response, not until the last request: throughput counts responses.
    ended = max(one["at"] + one["ms"] / 1000 for one in answers)
    seconds = max(1.0, ended - min(one["at"] for one in answers))
    spent = sum(one.get("cpu", 0.0) for one in answers) or 1.0
    print(ROW.format("", *COLUMNS))
    for kind, rows in [*sorted(kinds.items()), ("all", answers)]:
        times, cpu = [one["ms"] for one in rows], [one.get("cpu", 0.0) for one in rows]
        shown = [
            len(rows),
            f"{len(rows) / seconds:.1f}",
            *(f"{_percentile(times, share):.0f}" for share in (0.5, 0.95, 0.99)),
        ]
        wire, asked = (_percentile([one.get(name, 0) for one in rows], 0.5) for name in ("bytes", "queries"))
        middle = _percentile(cpu, 0.5)
        failed = sum(map(_is_failure, rows))
        took = [f"{middle:.1f}", f"{middle / plain:.1f}", f"{100 * sum(cpu) / spent:.0f}"]
        print(ROW.format(kind, *shown, int(wire), int(asked), *took, failed))
    _print_timeline(answers)
    errors = [one for one in answers if _is_failure(one)]
    for why, kind in sorted({(str(one.get("error", one["status"])), one["kind"]) for one in errors}):
        print(f"  failed: {kind} with {why}")
    lost = _count_lost_writes(answers, stage) + _count_without_verdict(disputes)
    print(f"acknowledged and lost: {lost}; failed: {len(errors)}")
    return 1 if lost or errors else 0


def _print_timeline(answers: list[dict[str, Any]]) -> None:
    """Print the response times in each part of the test.

    They show delays by a publication.
    """
    begun, ended = (of(one["at"] for one in answers) for of in (min, max))
    part = max(1.0, (ended - begun) / PARTS)
    parts: defaultdict[int, list[float]] = defaultdict(list)
    for one in answers:
        parts[int((one["at"] - begun) / part)].append(one["ms"])
    for number, times in sorted(parts.items()):
        shown = " ".join(f"{name} {_percentile(times, share):6.0f} ms" for name, share in (("p50", 0.5), ("p95", 0.95)))
        print(f"  from second {number * part:4.0f} on: {len(times):5} had their turn, {shown}")


def _count_lost_writes(answers: list[dict[str, Any]], stage: "Stage") -> int:
    """Return the number of lost writes.

    They are results and decklists that were acknowledged but are not stored.
    """
    from epic_events.decks.models import DeckVersion
    from epic_events.pairings.models import ResultReport

    taken = [one for one in answers if one["kind"] in WRITES and 200 <= one["status"] < 300]
    reported = {tuple(one["of"]) for one in taken if one["kind"] == "result"}
    reports = ResultReport.objects.filter(match__round=stage.draft, kind=ResultReport.Kind.PLAYER)
    stored = set(reports.values_list("match_id", "by_id"))
    results = {(match, stage.users[number].pk) for match, number in reported}
    lists = sum(one["kind"] == "decklist" for one in taken)
    found = DeckVersion.objects.filter(registration__event=stage.following).count()
    print(f"acknowledged: {len(results)} results, {lists} lists; found: {len(results & stored)} and {found}")
    return int(len(results - stored) + max(0, lists - found))


def _count_without_verdict(opened: list[str]) -> int:
    """Wait for verdicts; return the number of opened disputes that have none."""
    from epic_events.disputes.models import Dispute

    done = Dispute.objects.filter(slug__in=opened, status=Dispute.Status.DONE)
    until = time.monotonic() + PATIENCE
    while (found := done.count()) < len(opened) and time.monotonic() < until:
        time.sleep(0.5)
    print(f"disputes opened: {len(opened)}; with a verdict: {found}")
    return len(opened) - found


if __name__ == "__main__":
    sys.exit(main())
