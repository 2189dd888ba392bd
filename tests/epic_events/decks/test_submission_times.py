"""Submission times of decklists and the lock of an event."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from epic_events.audit_log.models import Entry
from epic_events.decks.context import DeckContext
from epic_events.decks.permissions import can_submit
from epic_events.decks.services import set_event_lock, set_lock, submit
from epic_events.events.models import Event, Registration
from epic_events.events.services import EventPlan, edit_event
from epic_events.infra.errors import NotAllowedError, StateError, UserError
from epic_events.web.services import duplicate_event
from tests.epic_events.decks.lists import legal_text
from tests.epic_events.factories import make_event, make_registration, make_staff, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def waiting_event(hours: int = 5) -> tuple[Event, Registration]:
    event = make_event(decklists_required=True, decks_open_at=timezone.now() + timedelta(hours=hours))
    return event, make_registration(event, user=make_user())


def fresh(entry: Registration) -> Registration:
    return Registration.objects.select_related("player__user", "event").get(pk=entry.pk)


def test_submit_before_opening_time_is_for_staff_only() -> None:
    event, entry = waiting_event()
    with pytest.raises(StateError, match=r"You can submit decklists from .+\."):
        submit(entry.player.user, entry, legal_text())
    assert submit(make_staff(event), entry, legal_text(), reason="Came by mail.").number == 1
    Event.objects.filter(pk=event.pk).update(decks_open_at=timezone.now())
    assert submit(entry.player.user, fresh(entry), legal_text(1)).number == 2


def test_submit_before_opening_time_unlocked_player_may() -> None:
    event, entry = waiting_event()
    set_lock(make_staff(event), entry, to_locked=False)
    assert submit(entry.player.user, fresh(entry), legal_text()).number == 1


def test_event_page_shows_opening_time_of_decklists() -> None:
    event, entry = waiting_event()
    client = Client()
    assert entry.player.user is not None
    client.force_login(entry.player.user)
    page = client.get(f"/events/{event.slug}/").content.decode()
    assert "You can submit a decklist from" in page
    assert f"/events/{event.slug}/decklist/" not in page


def test_set_event_lock_applies_to_all_but_individual_locks() -> None:
    event, other = make_event(decklists_required=True), None
    entry, other = (make_registration(event, user=make_user()) for _one in range(2))
    staff = make_staff(event, "judge")
    set_lock(staff, other, to_locked=False)
    set_event_lock(staff, event, to_locked=True, reason="Printed.")
    assert [DeckContext.of(fresh(each)).is_locked for each in (entry, other)] == [True, False]
    assert not can_submit(entry.player.user, DeckContext.of(fresh(entry)))
    set_event_lock(staff, event, to_locked=False)
    Event.objects.filter(pk=event.pk).update(decks_due_at=timezone.now() - timedelta(hours=1))
    assert [DeckContext.of(fresh(each)).is_locked for each in (entry, other)] == [False, False]
    set_event_lock(staff, event, to_locked=None)
    assert [DeckContext.of(fresh(each)).is_locked for each in (entry, other)] == [True, False]
    lines = Entry.objects.filter(event_id=event.pk, verb__startswith="deck.all").order_by("pk")
    assert [line.verb for line in lines] == ["deck.all_locked", "deck.all_opened", "deck.all_by_times"]
    assert lines[0].reason == "Printed."


def test_set_event_lock_needs_staff_and_running_event() -> None:
    event = make_event()
    with pytest.raises(NotAllowedError):
        set_event_lock(make_user(), event, to_locked=True)
    Event.objects.filter(pk=event.pk).update(status="finished")
    with pytest.raises(StateError):
        set_event_lock(None, event, to_locked=True)


def test_decklists_page_staff_set_event_lock() -> None:
    event = make_event(decklists_required=True)
    make_registration(event)
    client = Client()
    client.force_login(make_staff(event, "scorekeeper"))
    address = f"/events/{event.slug}/decks/"
    seen: list[bool | None] = []
    for button, value in (
        ("Lock all decklists", "1"),
        ("Unlock all decklists", "0"),
        ("Follow the submission period", ""),
    ):
        seen.append(button in client.get(address).content.decode().replace("&#x27;", "'"))
        client.post(f"{address}lock/", {"locked": value})
        event.refresh_from_db()
        seen.append(event.decks_locked)
    assert seen == [True, True, True, False, True, None]


def test_duplicate_event_shifts_decklist_opening_time() -> None:
    event = make_event()
    organiser = make_staff(event)
    plan = EventPlan.of(event)
    with pytest.raises(UserError) as refused:
        edit_event(organiser, event, replace(plan, decks_open_at=plan.starts_at))
    assert refused.value.fields == {"decks_open_at": "Decklist submission must open before the deadline."}
    edit_event(organiser, event, replace(plan, decks_open_at=plan.starts_at - timedelta(days=3)))
    event.refresh_from_db()
    copy = duplicate_event(organiser, event, starts_at=event.starts_at + timedelta(days=7))
    assert copy.decks_open_at == event.starts_at + timedelta(days=4)
