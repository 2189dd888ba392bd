"""Concurrent requests on two connections: no spot is assigned twice or lost."""

from collections.abc import Callable
from threading import Barrier, Thread

import pytest
from django.db import connection, connections

from epic_events.accounts.services import claim_token
from epic_events.events import services
from epic_events.events.models import Registration
from epic_events.infra.errors import UserError
from tests.epic_events.factories import make_event, make_registration, make_running_event, make_user
from tests.waiting import PATIENCE

pytestmark = [pytest.mark.race, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def _two_connections():
    if connection.vendor != "postgresql":
        pytest.skip("two connections at once need PostgreSQL")


def at_once(*acts: Callable[[], object]) -> list[object]:
    """Run functions in concurrent threads; return their results or user errors."""
    barrier = Barrier(len(acts))
    results: list[object] = [None] * len(acts)

    def run(number: int, act: Callable[[], object]) -> None:
        try:
            barrier.wait(timeout=PATIENCE)
            results[number] = act()
        except UserError as error:
            results[number] = error
        finally:
            connections.close_all()

    threads = [Thread(target=run, args=(number, act)) for number, act in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=PATIENCE)
    return results


def test_register_concurrently_last_place_is_assigned_once():
    event = make_event(capacity=2)
    make_registration(event)
    users = [make_user() for _ in range(6)]
    at_once(*[lambda user=user: services.register(user, event, consent=True) for user in users])
    assert event.registrations.with_active_status().count() == 2
    orders = list(event.registrations.waiting().values_list("waitlist_order", flat=True))
    assert orders == [1, 2, 3, 4, 5]


def test_register_same_user_concurrently_creates_one_entry():
    event, user = make_event(), make_user()
    results = at_once(*[lambda: services.register(user, event, consent=True)] * 4)
    assert event.registrations.count() == 1
    assert sum(isinstance(result, Registration) for result in results) == 1


def test_withdraw_concurrently_promotes_one_player_per_free_place():
    event = make_event(capacity=3)
    leaving = [make_registration(event) for _ in range(3)]
    waiting = [make_registration(event, status="waitlisted") for _ in range(4)]
    at_once(*[lambda entry=entry: services.withdraw(None, entry) for entry in leaving])
    assert list(event.registrations.with_active_status().order_by("pk")) == waiting[:3]
    assert list(event.registrations.waiting()) == waiting[3:]


def test_drop_concurrently_drops_once():
    event = make_running_event()
    entry = event.registrations.all()[0]
    results = at_once(*[lambda: services.drop(None, entry)] * 3)
    assert sum(isinstance(result, Registration) for result in results) == 1


def test_claim_concurrently_assigns_entry_once():
    entry = services.add_player(None, make_event(), name="Cy")
    token = claim_token(entry.player)
    results = at_once(*[lambda user=user: services.claim(user, token) for user in (make_user(), make_user())])
    assert sum(isinstance(result, UserError) for result in results) == 1


def test_start_event_concurrently_starts_once():
    event = make_event()
    for _ in range(2):
        make_registration(event, status="checked_in")
    results = at_once(*[lambda: services.start_event(None, event)] * 3)
    assert sum(isinstance(result, UserError) for result in results) == 2
    assert event.stages.get(order=1).participations.count() == 2
