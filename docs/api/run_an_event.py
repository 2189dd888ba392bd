"""An event of eight, run by a program: made, opened, entered, played with a cut, and ended.

The program speaks through a client that is generated from the site's own description of its API, with `client.yml`
in the same folder:

    pip install openapi-python-client httpx attrs python-dateutil
    openapi-python-client generate --url https://events.example.org/api/v1/schema/ --config client.yml
        --meta none --output-path epic_events_api_client
    python run_an_event.py https://events.example.org TOKEN

The token is made on My page, under Devices and tokens; it is good for reading, organising and results. Every write
carries a key of its own, so that one whose answer got lost can be sent again without doing it twice.
"""

import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

from epic_events_api_client import AuthenticatedClient
from epic_events_api_client.api.events import events_create, events_step, registrations_enter, registrations_step
from epic_events_api_client.api.results import match_result
from epic_events_api_client.api.rounds import (
    cut_start,
    final_standings_list,
    matches_list,
    round_finish,
    round_publish,
    rounds_pair,
)
from epic_events_api_client.models import (
    CutBody,
    EntryRequest,
    EntryStep,
    Error,
    EventStepRequest,
    NewEventRequest,
    ResultBody,
    WaiverBody,
)

PLAYERS = ("Ada", "Ben", "Cleo", "Dov", "Eve", "Finn", "Gus", "Hana")
ROUNDS = 3


def once(write: Callable[..., Any], *args: Any, **more: Any) -> Any:
    """Write under a key of its own and return the answer; what is refused ends the program with the site's sentence."""
    answer = write(*args, **more, idempotency_key=str(uuid4()))
    if isinstance(answer, Error):
        sys.exit(answer.message)
    return answer


def play(client: AuthenticatedClient, slug: str, round_: Any) -> None:
    """Publish a round and enter its results: in this example, the first player at each table wins."""
    once(round_publish.sync, round_.id, client=client, body=WaiverBody())
    matches = matches_list.sync(slug, client=client, stage=round_.stage, round_=round_.number)
    for match in matches.results:
        if not match.is_bye:
            once(match_result.sync, match.id, client=client, body=ResultBody(game_wins=[1, 0], as_staff=True))
    once(round_finish.sync, round_.id, client=client)


def run(client: AuthenticatedClient) -> list[str]:
    """Run the event and return its players from the first to the last."""
    plan = NewEventRequest(
        name="Eight by a program",
        starts_at=datetime.now(UTC) + timedelta(minutes=30),
        rounds=ROUNDS,
        cut=2,
        decklists_required=False,
    )
    slug = once(events_create.sync, client=client, body=plan).slug
    once(events_step.sync, slug, client=client, body=EventStepRequest(step="open"))
    for name in PLAYERS:
        entry = once(registrations_enter.sync, slug, client=client, body=EntryRequest(name=name))
        once(registrations_step.sync, entry.id, client=client, body=EntryStep(step="check_in"))
    for number in range(ROUNDS):
        play(client, slug, once(rounds_pair.sync, slug, client=client, body=WaiverBody()))
        if number == 0:  # the last who came in has to leave
            once(registrations_step.sync, entry.id, client=client, body=EntryStep(step="drop"))
    play(client, slug, once(cut_start.sync, slug, client=client, body=CutBody()))
    once(events_step.sync, slug, client=client, body=EventStepRequest(step="finish"))
    return [row.player for row in final_standings_list.sync(slug, client=client)]


if __name__ == "__main__":
    for place, name in enumerate(run(AuthenticatedClient(base_url=sys.argv[1], token=sys.argv[2])), 1):
        print(place, name)
