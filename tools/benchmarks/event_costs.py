"""Events of any size and the operations that ``growth`` measures on them."""

import random
import time
from collections.abc import Iterable
from datetime import timedelta

from django.db import connection
from django.test import Client
from django.utils import timezone

from epic_events.accounts.models import Player
from epic_events.disputes.replays import verdicts
from epic_events.events.models import Event, Participation, Registration, Stage
from epic_events.pairings import services
from epic_events.pairings.models import Match, Round
from rules.engine.game import Setup
from rules.games import EPIC
from rules.judge.output.random_play import play_game
from rules.judge.record import parse, write
from tests.epic_events.factories import make_event, make_user
from tests.rules.epic.engine.games import HUMANS, TALL, VERSIONS
from tools.benchmarks.growth import Cost, measure_cost

SLICE = 1000
SEARCH = "/rules/?q=blocking+an+ambush+champion"
RESULTS = ("20", "21", "12", "02")


def create_event(players: int, rounds: int) -> Event:
    """Create a running event with some rounds of random results."""
    event = make_event(
        organiser=make_user(),
        status=Event.Status.RUNNING,
        starts_at=timezone.now() - timedelta(hours=1),
        stage={"rounds": 15, "best_of": 3, "entered": players},
    )
    stage = Stage.objects.get(event=event)
    people = Player.objects.bulk_create([Player(name=f"Player {at}") for at in range(players)], SLICE)
    entries = Registration.objects.bulk_create(
        [Registration(event=event, player=person, name=person.name, status="checked_in") for person in people], SLICE
    )
    Participation.objects.bulk_create([Participation(stage=stage, registration=entry) for entry in entries], SLICE)
    for _ in range(rounds):
        round_ = services.publish_round(None, services.pair_round(None, event))
        services.enter_lines(None, round_, _lines(round_.matches.all()))
        services.finish_round(None, round_)
    return event


def _lines(matches: Iterable[Match]) -> str:
    chance = random.Random(1)
    return "\n".join(f"{match.table} {chance.choice(RESULTS)}" for match in matches if match.table)


def measure_event(event: Event) -> dict[str, Cost]:
    """Play one more round of an event and return the cost of each operation and page."""
    costs: dict[str, Cost] = {}
    client, organiser = Client(), event.created_by
    assert organiser is not None
    desk = Client()
    desk.force_login(organiser)
    at = f"/events/{event.slug}"
    for path in ("/", SEARCH):  # what is loaded once, and kept, is loaded now
        _page(client, path)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")  # as its own sweeper does before long: without it plans are guesses
    costs["pair"] = measure_cost(lambda: services.pair_round(organiser, event))
    round_ = Round.objects.filter(stage__event=event).latest("number")
    costs["publish"] = measure_cost(lambda: services.publish_round(organiser, round_))
    for name, who, path in (
        ("home page", client, "/"),
        ("list of events", client, "/events/"),
        ("page of pairings", client, f"{at}/rounds/{round_.number}/"),
        ("page of the event", client, f"{at}/"),
        ("search for a player", client, f"{at}/rounds/{round_.number}/?q=Player+7"),
        ("search in the rules", client, SEARCH),
        ("desk", desk, f"{at}/desk/"),
        ("page for results", desk, f"{at}/desk/entry/"),
    ):
        costs[name] = measure_cost(lambda who=who, path=path: _page(who, path))  # type: ignore[misc]
    first, *others = round_.matches.filter(table__isnull=False).order_by("table")
    costs["one result"] = measure_cost(lambda: services.enter_lines(organiser, round_, _lines([first])))
    costs["whole round"] = measure_cost(lambda: services.enter_lines(organiser, round_, _lines(others)))
    costs["the same, all in"] = measure_cost(lambda: _page(desk, f"{at}/desk/entry/"))
    costs["finish the round"] = measure_cost(lambda: services.finish_round(organiser, round_))
    costs["page of standings"] = measure_cost(lambda: _page(client, f"{at}/standings/"))
    return costs


def _page(client: Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200, (path, answer.status_code)


def measure_verdict(decisions: int) -> float:
    """Return the processor seconds of a verdict.

    The record has about ``decisions`` decisions.
    """
    for seed in range(2_000):
        record, _, made = play_game(EPIC, Setup(("Ann", "Ben"), (HUMANS, TALL), 0, VERSIONS[0]), seed)
        if abs(made - decisions) <= decisions // 20:
            text = write(record)
            verdicts.judge(parse(text, game="epic"))
            began = time.process_time()
            verdicts.judge(parse(text, game="epic"))
            return time.process_time() - began
    raise LookupError(f"no random game of these decks is about {decisions} decisions long")
