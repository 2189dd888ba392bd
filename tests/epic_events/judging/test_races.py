"""Concurrent actions of judges."""

import pytest
from django.db import connection

from epic_events.audit_log.models import Entry
from epic_events.decks.models import DeckVersion
from epic_events.decks.services import submit
from epic_events.events.models import Registration
from epic_events.infra.errors import StateError
from epic_events.judging.clock import preparation
from epic_events.judging.clock.models import ClockMove
from epic_events.judging.models import Penalty
from epic_events.judging.penalties.services import give_penalty
from epic_events.pairings.models import Preparation
from tests.epic_events.events.test_races import at_once
from tests.epic_events.factories import make_staff
from tests.epic_events.judging.clock.test_preparation import BUILDING, DRAFTING, LIST, draft_event
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


def test_start_drafting_concurrently_starts_once() -> None:
    event, organiser = draft_event(4)
    assert at_once(*[lambda: preparation.start(organiser, event, DRAFTING).kind] * 6) == [DRAFTING] * 6
    assert ClockMove.objects.filter(preparation__stage__event=event).count() == 1
    assert Entry.objects.filter(event_id=event.pk, verb="preparation.started").count() == 1


def test_decklists_submitted_while_building_ends_are_stored_or_rejected() -> None:
    event, organiser = draft_event(4)
    preparation.skip(organiser, event, DRAFTING)
    preparation.start(organiser, event, BUILDING)
    entries = list(event.registrations.select_related("player__user", "event"))
    submissions = [lambda entry=entry: submit(entry.player.user, entry, LIST) for entry in entries]
    _ended, *submitted = at_once(lambda: preparation.end(organiser, event, BUILDING), *submissions)
    assert Preparation.objects.get(kind=BUILDING).ended_at is not None
    stored = [version for version in submitted if isinstance(version, DeckVersion)]
    assert all(isinstance(result, StateError) for result in submitted if result not in stored)
    assert DeckVersion.objects.filter(registration__event=event).count() == len(stored)
    order = list(
        Entry.objects.filter(event_id=event.pk, verb__in=("deck.submitted", "preparation.ended"))
        .order_by("pk")
        .values_list("verb", flat=True)
    )
    assert order == ["deck.submitted"] * len(stored) + ["preparation.ended"]
