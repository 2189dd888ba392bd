"""Measure standings with every tie-breaker, compared with a plain implementation.

The peer computes the same values from the definitions with fractions
(``tests/epic_events/pairings/reference_standings.py``). It is measured up to a size, and for the Epic chain at every
size. Columns: ``ranked`` is the pure computation, ``read`` reads the results from the database, ``all`` is both,
``page`` builds a page of 250 rows with names and values.
"""

import os
import random
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeVar

SIZES = (64, 1_024, 10_000)
ROUNDS = 15
PLAIN_UP_TO = 1_024
PLAIN_PRESETS = ("pokemon", "flesh-and-blood", "netrunner")
GAMES = [(2, 0, 0), (2, 1, 0), (1, 2, 0), (0, 2, 0)] * 4 + [(1, 1, 1)]
SLICE = 500

T = TypeVar("T")


def timed(act: Callable[[], T], times: int = 3) -> tuple[float, T]:
    """Return the processor seconds of the fastest of several runs, and the result."""
    best = float("inf")
    for _ in range(times):
        begun = time.process_time()
        value = act()
        best = min(best, time.process_time() - begun)
    return best, value


def set_up_django(folder: Path) -> None:
    """Start Django on a temporary database."""
    os.environ["DATABASE_URL"] = f"sqlite:///{folder}/standings.sqlite3"
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "epic_events.settings")
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)


def create_stage(players: int) -> "Stage":
    """Store a finished event with random pairings.

    One match in 17 is drawn, and odd players get byes.
    """
    from django.utils import timezone

    now = timezone.now()
    event = Event.objects.create(name=f"{players}", slug=f"of-{players}", starts_at=now, status=Event.Status.FINISHED)
    stage = Stage.objects.create(event=event, order=1, rounds=ROUNDS, best_of=3)
    people = Player.objects.bulk_create([Player(name=f"Player {at}") for at in range(players)], batch_size=SLICE)
    entries = Registration.objects.bulk_create(
        [Registration(event=event, player=person, name=person.name, status="checked_in") for person in people],
        batch_size=SLICE,
    )
    Participation.objects.bulk_create([Participation(stage=stage, registration=entry) for entry in entries], SLICE)
    luck, ids = random.Random(players), [entry.pk for entry in entries]
    for number in range(1, ROUNDS + 1):
        luck.shuffle(ids)
        round_ = Round.objects.create(
            stage=stage, number=number, status=Round.Status.FINISHED, seed=1, published_at=now, finished_at=now
        )
        results = [
            Result.of_games(number, first, second, luck.choice(GAMES))
            for first, second in zip(ids[::2], ids[1::2], strict=False)
        ]
        matches = Match.objects.bulk_create(
            [
                Match(
                    round=round_,
                    table=table,
                    status=Match.Status.CONFIRMED,
                    result_kind=Match.ResultKind.PLAYED,
                    games_drawn=result.drawn,
                    confirmed_at=now,
                )
                for table, result in enumerate(results, 1)
            ],
            SLICE,
        )
        Seat.objects.bulk_create(
            [
                Seat(
                    match=match,
                    round=round_,
                    registration_id=player,
                    place=place,
                    game_wins=line.won,
                    points=line.points,
                    outcome=line.outcome.value,
                )
                for match, result in zip(matches, results, strict=True)
                for place, player in enumerate((result.first, result.second), 1)
                if player is not None
                for line in [result.line_of(player)]
            ],
            SLICE,
        )
    return stage


def build_page(stage: "Stage") -> int:
    """Build a page of standings and return its number of values."""
    rows = build_standing_rows(stage, ranking.standings(stage, ROUNDS), part=slice(250))
    return sum(len(row.cells) for row in rows)


def main() -> None:
    """Print the tables."""
    print(f"{ROUNDS} rounds; best of 3 runs. Milliseconds of the processor: what else runs here does not count.")
    print(
        f"{'players':>7}  {'preset':20} {'ranked':>8}  {'plain':>9}  {'ratio':>6}  {'read':>7}  {'all':>7}  {'page':>7}"
    )
    for players in SIZES:
        stage = create_stage(players)
        reading, results = timed(partial(ranking.results, stage, ROUNDS))
        for name in PRESETS:
            settings = Settings.preset(name, seed=1)
            ours, rows = timed(partial(standings, [], results, settings))
            plain = ""
            if name == EPIC or (players <= PLAIN_UP_TO and name in PLAIN_PRESETS):
                peer, order = timed(partial(reference_standings, [], results, settings, random_bits), 1)
                assert order == [(row.rank, row.player) for row in rows]
                plain = f"{peer * 1000:>9.0f}  {ours / peer:>6.3f}"
            both, _rows = timed(partial(ranking.standings, stage, ROUNDS, settings))
            shown = f"{timed(partial(build_page, stage))[0] * 1000:>7.0f}" if name == EPIC else ""
            numbers = f"{ours * 1000:>8.1f}  {plain:17}  {reading * 1000:>7.0f}  {both * 1000:>7.0f}"
            print(f"{players:>7}  {name:20} {numbers}  {shown}".rstrip())
            sys.stdout.flush()
        every = Settings(tuple(TieBreak.of(name) for name in KINDS))
        ours, _rows = timed(partial(standings, [], results, every))
        both, _rows = timed(partial(ranking.standings, stage, ROUNDS, every))
        print(f"{players:>7}  {'every tie-breaker':20} {ours * 1000:>8.1f}  {'':17}  {'':7}  {both * 1000:>7.0f}")
        with CaptureQueriesContext(connection) as asked:
            ranking.standings(stage, ROUNDS)
        print(f"{players:>7}  {len(asked)} queries")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name_of_folder:
        set_up_django(Path(name_of_folder))
        from django.db import connection
        from django.test.utils import CaptureQueriesContext

        from epic_events.accounts.models import Player
        from epic_events.events.models import Event, Participation, Registration, Stage
        from epic_events.pairings.methods.standings import PRESETS, Result, Settings, standings
        from epic_events.pairings.methods.swiss import random_bits
        from epic_events.pairings.methods.tie_breaks.chain import EPIC, KINDS, TieBreak
        from epic_events.pairings.models import Match, Round, Seat
        from epic_events.pairings.standings import ranking
        from epic_events.pairings.standings.rows import build_standing_rows
        from tests.epic_events.pairings.reference_standings import reference_standings

        main()
