"""Measure how costs grow with the players of an event and with parallel events.

    python -m tools.benchmarks.growth [--players 100 1000 4000 10000] [--events 1 10 100] [--plans]

For each size an event of that many players, five rounds played, is created in a temporary database (PostgreSQL if
``DATABASE_URL`` names one, else SQLite). Each operation then runs once more and is timed: processor seconds of this
process, seconds in the database, and queries. Nothing is cached, so the cost of a page is the cost of rendering it.
``shape`` is the exponent of the best-fitting power of the size: 1 is linear, 0 constant. The second table has events of
100 players and an increasing number of events. ``--plans`` prints the slowest statements of the largest event with
their plans, and on PostgreSQL the sequentially scanned tables and, for each index, the operations and pages that use
it.
"""

import argparse
import math
import os
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

PLAYED = 5
DECISIONS = (30, 75, 150, 301)
SLOWEST = 5
SHOWN = 160


@dataclass
class Cost:
    """Cost of an operation: processor seconds, database seconds, queries."""

    processor: float
    database: float
    queries: int
    statements: list[tuple[float, str]] = field(default_factory=list)

    @property
    def text(self) -> str:
        return f"{self.processor * 1000:,.0f}+{self.database * 1000:,.0f} ms {self.queries:>3} q"


def growth_exponent(sizes: Sequence[float], costs: Sequence[float]) -> float:
    """Return the exponent of the best-fitting power of the size.

    It is the slope in log-log scale.
    """
    points = [(math.log(size), math.log(max(cost, 1e-6))) for size, cost in zip(sizes, costs, strict=True)]
    mean_x, mean_y = (sum(values) / len(points) for values in zip(*points, strict=True))
    spread = sum((x - mean_x) ** 2 for x, _ in points)
    return sum((x - mean_x) * (y - mean_y) for x, y in points) / spread if spread else 0.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--players", type=int, nargs="+", default=[100, 1000, 4000, 10_000])
    parser.add_argument("--events", type=int, nargs="+", default=[1, 10, 100])
    parser.add_argument("--plans", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ.setdefault("DATABASE_URL", f"sqlite:///{folder}/growth.sqlite3")
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "epic_events.settings")
        os.environ["ALLOWED_HOSTS"] = "testserver"
        import django
        from django.conf import settings

        django.setup()
        from django.db import connection
        from django.test import override_settings

        connection.settings_dict["TEST"]["NAME"] = (
            f"growth_{os.getpid()}" if connection.vendor == "postgresql" else f"{folder}/growth.sqlite3"
        )
        connection.creation.create_test_db(verbosity=0, autoclobber=True)
        caches = {**settings.CACHES, "default": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}}
        try:
            with override_settings(CACHES=caches):
                run(options)
        finally:
            connection.creation.destroy_test_db(connection.settings_dict["NAME"], verbosity=0)


def run(options: argparse.Namespace) -> None:
    """Create the events, measure them and print the tables."""
    from tools.benchmarks import event_costs, query_plans

    by_players = {}
    for players in options.players:
        by_players[players] = event_costs.measure_event(event_costs.create_event(players, PLAYED))
    print("Seconds of the processor + in the database, and queries; one event, by its players.")
    print_table(by_players)
    if options.plans:
        query_plans.print_plans(by_players[max(by_players)], SLOWEST, SHOWN)
    by_events, there = {}, 0
    for events in options.events:
        for _ in range(events - there):
            event = event_costs.create_event(100, PLAYED)
        there = events
        by_events[events] = event_costs.measure_event(event)
    print("\nThe same of an event of 100 players, by how many such events run.")
    print_table(by_events)
    print("\nA verdict by the decisions of its record (processor).")
    verdicts = {count: event_costs.measure_verdict(count) for count in DECISIONS}
    grows = growth_exponent(list(verdicts), list(verdicts.values()))
    print("  ".join(f"{count}: {took * 1000:.0f} ms" for count, took in verdicts.items()), f" shape {grows:.2f}")


def print_table(costs: dict[int, dict[str, Cost]]) -> None:
    """Print a row for each operation and a column for each size."""
    sizes = list(costs)
    print(f"{'':22}", *(f"{size:>24,}" for size in sizes), "   shape of processor, of queries")
    for operation in costs[sizes[0]]:
        row = [costs[size][operation] for size in sizes]
        processor = growth_exponent(sizes, [cost.processor for cost in row])
        queries = growth_exponent(sizes, [float(cost.queries) for cost in row])
        print(
            f"{operation:22}", *(f"{cost.text:>24}" for cost in row), f"   {processor:5.2f} {queries:5.2f}", flush=True
        )


def measure_cost(act: Callable[[], object]) -> Cost:
    """Run an operation once and return its cost."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as asked:
        began = time.process_time()
        act()
        processor = time.process_time() - began
    statements = [(float(each["time"]), str(each["sql"])) for each in asked.captured_queries]
    return Cost(processor, sum(took for took, _ in statements), len(statements), statements)


if __name__ == "__main__":
    main()
