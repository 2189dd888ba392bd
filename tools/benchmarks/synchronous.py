"""Measure what SQLite's ``synchronous=FULL`` costs compared with ``NORMAL``.

Each write is a player's result report through the service: a transaction with its audit entry. The modes alternate, on
the disk of the given folder or of the current one. Wall-clock time is measured, because the cost is waiting for the
disk.
"""

import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

PLAYERS = 64
EVENTS = 8
MODES = ("FULL", "NORMAL")


def set_up_django(folder: Path) -> None:
    """Start Django on a temporary database."""
    os.environ["DATABASE_URL"] = f"sqlite:///{folder}/synchronous.sqlite3"
    os.environ["VAR_DIR"] = str(folder)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "epic_events.settings")
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)


def measure_reports() -> dict[str, list[float]]:
    """Return the seconds of each result report, by mode."""
    from django.db import connection

    from epic_events.pairings.methods.scores import Score
    from epic_events.pairings.services import report_result
    from tests.epic_events.pairings.play import matches_of, published_round, running_event, users_at

    took: dict[str, list[float]] = {mode: [] for mode in MODES}
    for _ in range(EVENTS):
        event, organiser = running_event(PLAYERS)
        for number, match in enumerate(matches_of(published_round(event, organiser))):
            mode = MODES[number % 2]
            with connection.cursor() as cursor:
                cursor.execute(f"PRAGMA synchronous={mode}")
            player = users_at(match)[0]
            begun = time.perf_counter()
            report_result(player, match, Score(1, 0))
            took[mode].append(time.perf_counter() - begun)
    return took


def main() -> None:
    """Run the measurement and print it."""
    where = sys.argv[1] if len(sys.argv) > 1 else "."
    with tempfile.TemporaryDirectory(dir=where, prefix=".synchronous-") as folder:
        set_up_django(Path(folder).resolve())
        took = measure_reports()
    print(f"{'':8}{'entries':>8}{'median ms':>11}{'95 % ms':>9}")
    for mode, times in took.items():
        print(
            f"{mode:8}{len(times):8}{1e3 * statistics.median(times):11.2f}{1e3 * sorted(times)[-len(times) // 20]:9.2f}"
        )
    full, normal = (statistics.median(took[mode]) for mode in MODES)
    print(f"FULL takes {full / normal:.2f} times as long, {1e3 * (full - normal):.2f} ms more for each entry.")


if __name__ == "__main__":
    main()
