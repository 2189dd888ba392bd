"""Concurrent actions of judges."""

import pytest
from django.db import connection

from epic_events.audit_log.models import Entry
from epic_events.events.models import Registration
from epic_events.infra.errors import StateError
from epic_events.judging.models import Penalty
from epic_events.judging.penalties.services import give_penalty
from tests.epic_events.events.test_races import at_once
from tests.epic_events.factories import make_staff
from tests.epic_events.pairings.play import entry_of, line, matches_of, published_round, running_event

pytestmark = [pytest.mark.race, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def _connections_of_their_own() -> None:
    if connection.vendor != "postgresql":
        pytest.skip("two connections at once need PostgreSQL")


def test_disqualify_concurrently_disqualifies_once() -> None:
    event, organiser = running_event(4)
    match = matches_of(published_round(event, organiser))[0]
    judges = [make_staff(event, "head_judge") for _ in range(12)]
    entry = entry_of(match, 1)
    results = at_once(
        *[
            lambda judge=judge: give_penalty(judge, entry, infraction="cheating", level="disqualification")
            for judge in judges
        ]
    )
    assert sum(isinstance(result, StateError) for result in results) == 11
    assert Penalty.objects.filter(registration=entry).count() == 1
    verbs = ("penalty.given", "registration.dropped")
    assert [Entry.objects.filter(event_id=event.pk, verb=verb).count() for verb in verbs] == [1, 1]
    entry.refresh_from_db()
    assert (entry.status, line(match)[0]) == (Registration.Status.DROPPED, (0, 0, "loss"))
