"""Measure the pages and the bulk entry of one event of 10,000 players.

    python -m tools.benchmarks.large_event [--players 10000] [--rounds 5] [--profile NAME]

The event has some finished rounds and a published round without results. It is created once and its SQLite file is
kept in ``var/benchmarks``; every run works on a copy. The process is warm: every page has been rendered once before
it is measured. Columns, in milliseconds of the processor (best of several runs):

- ``empty``: the cache is empty, as after an upgrade or without Redis.
- ``result``: a result has been entered since the page was last requested.
- ``change``: something else has changed in the event, so that pages of finished rounds are rendered again.
- ``cached``: nothing has changed.
"""

import argparse
import cProfile
import hashlib
import os
import pstats
import random
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

PLAYERS = 10_000
ROUNDS = 5
RUNS = 5
FOLDER = Path("var/benchmarks")
AIMS = {"results page": 100, "event page": 100, "standings": 100, "whole round": 1000}
"""Most processor milliseconds of a cold page or of the operation."""


def database_file(players: int, rounds: int) -> Path:
    """Return the file of the created event.

    Its name has everything that its content depends on.
    """
    sources = sorted(Path("epic_events").glob("**/migrations/0*.py"))
    schema = hashlib.blake2b(b"".join(path.read_bytes() for path in sources), digest_size=4).hexdigest()
    return FOLDER / f"event-{players}-{rounds}-{schema}.sqlite3"


def set_up_django(file: Path) -> None:
    """Start Django on a database file."""
    os.environ["DATABASE_URL"] = f"sqlite:///{file}"
    os.environ["DEMO"] = "off"
    os.environ["ALLOWED_HOSTS"] = "testserver"
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "epic_events.settings")
    import django
    from django.conf import settings

    memory = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 1_000_000}}
    settings.CACHES = {**settings.CACHES, "default": memory}
    django.setup()


def create_database(file: Path, players: int, rounds: int) -> None:
    """Create the event in a new database file."""
    from django.core.management import call_command

    from epic_events.pairings import services
    from tools.benchmarks.event_costs import create_event

    print(f"Creating an event of {players:,} players and {rounds} finished rounds ...", flush=True)
    call_command("migrate", verbosity=0)
    event = create_event(players, rounds)
    services.publish_round(None, services.pair_round(None, event))


class LargeEvent:
    """The event, and what can be done with it."""

    def __init__(self) -> None:
        from django.test import Client

        from epic_events.events.models import Event

        self.event = Event.objects.get()
        self.organiser = self.event.created_by
        assert self.organiser is not None
        self.round = self.event.stages.get().round_set.latest("number")
        self._tables: Iterator[int] = iter(
            [table for table in self.round.matches.order_by("-table").values_list("table", flat=True) if table]
        )
        self._visitor, self._organiser = Client(), Client()
        self._organiser.force_login(self.organiser)

    @property
    def pages(self) -> dict[str, Callable[[], None]]:
        """Functions that request a page, by its name."""
        at = f"/events/{self.event.slug}"
        return {
            "results page": lambda: self._get(f"{at}/desk/entry/", staff=True),
            "event page": lambda: self._get(f"{at}/"),
            "event page, staff": lambda: self._get(f"{at}/", staff=True),
            "standings": lambda: self._get(f"{at}/standings/"),
            "standings, staff": lambda: self._get(f"{at}/standings/", staff=True),
            "pairings": lambda: self._get(f"{at}/rounds/{self.round.number}/"),
            "pairings by name": lambda: self._get(f"{at}/rounds/{self.round.number}/?by=name"),
            "desk": lambda: self._get(f"{at}/desk/", staff=True),
            "home": lambda: self._get("/"),
        }

    def _get(self, path: str, *, staff: bool = False) -> None:
        response = (self._organiser if staff else self._visitor).get(path)
        assert response.status_code == 200, (path, response.status_code)

    def enter_result(self) -> None:
        """Enter the result of one table."""
        from epic_events.pairings import services

        services.enter_lines(self.organiser, self.round, f"{next(self._tables)} 21")

    def change(self) -> None:
        """Record another change than a result.

        It renews the version token of the event's other pages.
        """
        from epic_events.audit_log import services as audit_log

        audit_log.record(self.organiser, "round.published", event=self.event, subject=self.event)

    def enter_round(self) -> None:
        """Enter the results of all tables that have none."""
        from epic_events.pairings import services

        chance = random.Random(1)
        services.enter_lines(
            self.organiser,
            self.round,
            "\n".join(f"{table} {chance.choice(('20', '21', '12', '02'))}" for table in self._tables),
        )

    def finish_round(self) -> None:
        """Finish the round."""
        from epic_events.pairings import services

        services.finish_round(self.organiser, self.round)


def milliseconds(act: Callable[[], None], before: Callable[[], None] = lambda: None, runs: int = RUNS) -> float:
    """Return the lowest processor milliseconds of a function.

    A preparation that is not measured precedes each run.
    """
    took = []
    for _ in range(runs):
        before()
        begun = time.process_time()
        act()
        took.append(1000 * (time.process_time() - begun))
    return min(took)


def add_numbers() -> None:
    """Add a million numbers, which shows how fast the processor is at the moment."""
    total = 0
    for number in range(1_000_000):
        total += number


def profile(act: Callable[[], None]) -> None:
    """Print where a function spends its time."""
    profiler = cProfile.Profile()
    profiler.runcall(act)
    pstats.Stats(profiler).sort_stats("cumulative").print_stats(70)


def print_table(large: LargeEvent, profiled: str) -> None:
    """Print the table."""
    from django.core.cache import cache
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    print(
        f"A loop of a million additions takes {milliseconds(add_numbers):.0f} ms here; the aims hold where it takes 35."
    )
    print(f"{'':20} {'empty':>8} {'queries':>8} {'result':>8} {'change':>8} {'cached':>8}   aim")
    for name, page in large.pages.items():
        page()
        if name == profiled:
            cache.clear()
            profile(page)
        empty = milliseconds(page, cache.clear)
        cache.clear()
        with CaptureQueriesContext(connection) as captured:
            page()
        queries = len(captured)
        result, change = milliseconds(page, large.enter_result), milliseconds(page, large.change)
        cells = f"{empty:8.0f} {queries:8} {result:8.0f} {change:8.0f} {milliseconds(page):8.0f}"
        print(f"{name:20} {cells} {verdict(name, max(empty, result, change))}".rstrip(), flush=True)
    for name, act in (("whole round", large.enter_round), ("finish the round", large.finish_round)):
        took = milliseconds(partial(profile, act) if name == profiled else act, runs=1)
        print(f"{name:20} {took:8.0f} {verdict(name, took)}".rstrip(), flush=True)


def verdict(name: str, took: float) -> str:
    """Return the aim of a row and whether it is met; empty for a row without one."""
    return f"{AIMS[name]:>5} {'met' if took <= AIMS[name] else 'MISSED'}" if name in AIMS else ""


def main() -> None:
    """Create the event if it does not exist, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--players", type=int, default=PLAYERS)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--profile", default="", help="name of a row of the table")
    options = parser.parse_args()
    file = database_file(options.players, options.rounds)
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, "event.sqlite3")
        if file.exists():
            shutil.copy(file, copy)
        set_up_django(copy)
        from django.db import connection

        from epic_events.infra.processes import freeze

        with closing(connection):
            if not file.exists():
                create_database(copy, options.players, options.rounds)
                connection.close()  # SQLite then writes its log into the file
                FOLDER.mkdir(parents=True, exist_ok=True)
                shutil.copy(copy, file)
            large = LargeEvent()
            freeze()  # as web servers and workers do when they start
            print_table(large, options.profile)


if __name__ == "__main__":
    main()
