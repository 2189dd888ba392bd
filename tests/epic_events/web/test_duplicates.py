"""Duplication of an event."""

from dataclasses import replace
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse

from epic_events.audit_log.models import Entry
from epic_events.decks import services as deck_rules
from epic_events.decks.models import DeckRules
from epic_events.events.models import Event, StaffRole, Stage
from epic_events.events.stage_plans import plan_of
from epic_events.infra.errors import NotAllowedError, UserError
from epic_events.pairings import services
from epic_events.pairings.standings.services import parse_tie_breaks
from epic_events.web.services import duplicate_event
from tests.epic_events.counting import queries_of
from tests.epic_events.factories import make_staff, make_user
from tests.epic_events.pairings.stages import CHAMPIONSHIP, planned

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

WEEK = timedelta(days=7)


def test_duplicate_event_copies_plan_rules_and_staff_without_players():
    source, organiser = planned(2, *CHAMPIONSHIP, place="Hall 3", capacity=64)
    judge = make_staff(source, StaffRole.Role.HEAD_JUDGE)
    services.change_tie_breaks(organiser, source.stages.get(order=3), parse_tie_breaks(["wins", "lot"]))
    deck_rules.set_deck_rules(organiser, source, deck_rules.DeckRulesInput(banned=["Kong"]))
    source.decks_due_at = source.starts_at - timedelta(hours=2)
    source.readings = "I-40=2"
    source.save()

    made = duplicate_event(organiser, source, starts_at=source.starts_at + WEEK, name="Planned Cup II", slug="cup-2")
    made = Event.objects.get(pk=made.pk)
    assert (made.slug, made.name, made.place, made.capacity, made.status) == (
        "cup-2", "Planned Cup II", "Hall 3", 64, "draft",
    )  # fmt: skip
    assert (made.starts_at, made.decks_due_at) == (source.starts_at + WEEK, source.decks_due_at + WEEK)
    assert made.readings == "I-40=2"
    assert [replace(plan, id=None) for plan in plan_of(made)] == [replace(plan, id=None) for plan in plan_of(source)]
    assert made.stages.get(order=3).tie_breaks == source.stages.get(order=3).tie_breaks
    seeds = set(Stage.objects.filter(event__in=(source, made)).values_list("tie_break_seed", flat=True))
    assert len(seeds) == 8  # lots are drawn again
    assert DeckRules.objects.get(event=made).banned == ["Kong"]
    assert set(made.staff.values_list("user", "role")) == {(organiser.pk, "organiser"), (judge.pk, "head_judge")}
    assert not made.registrations.exists()
    line = Entry.objects.filter(event_id=made.pk, verb="event.duplicated").get()
    assert (line.actor, line.data) == (
        organiser, {"source": source.slug, "staff": sorted([organiser.pk, judge.pk])},
    )  # fmt: skip


@pytest.mark.parametrize(
    ("zone", "start", "copied_start", "opens", "copied_opens"),
    [
        ("Europe/Berlin", "2027-03-20 18:00", "2027-03-28 18:00", "2027-03-19 12:00", "2027-03-27 12:00"),
        ("Europe/Berlin", "2027-10-24 18:00", "2027-10-31 18:00", "2027-10-23 12:00", "2027-10-30 12:00"),
        ("America/New_York", "2027-03-07 10:00", "2027-03-14 10:00", "2027-03-06 10:00", "2027-03-13 10:00"),
        ("Australia/Lord_Howe", "2027-03-28 10:00", "2027-04-04 10:00", "2027-03-27 09:30", "2027-04-03 09:30"),
        ("UTC", "2027-03-20 18:00", "2027-03-28 18:00", "2027-03-19 12:00", "2027-03-27 12:00"),
        # the deadline falls into the skipped hour: clocks show 03:30 instead
        ("Europe/Berlin", "2027-03-21 10:00", "2027-03-28 10:00", "2027-03-21 02:30", "2027-03-28 03:30"),
    ],
)
def test_duplicate_event_over_clock_change_keeps_local_times(zone, start, copied_start, opens, copied_opens):
    def local(text: str) -> datetime:
        return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone))

    source, organiser = planned(0, *CHAMPIONSHIP, time_zone=zone)
    source.starts_at, source.decks_open_at, source.decks_due_at = (
        local(start),
        local(opens),
        local(start) - timedelta(minutes=30),
    )
    source.save()
    made = duplicate_event(organiser, source, starts_at=local(copied_start), slug="copy")
    made = Event.objects.get(pk=made.pk)
    assert made.decks_open_at is not None
    assert made.decks_open_at.astimezone(ZoneInfo(zone)) == local(copied_opens)
    assert made.decks_due_at == local(copied_start) - timedelta(minutes=30)


def test_duplicate_event_needs_organiser_and_is_atomic():
    source, organiser = planned(0, *CHAMPIONSHIP)
    soon = source.starts_at
    with pytest.raises(NotAllowedError):
        duplicate_event(make_staff(source, StaffRole.Role.HEAD_JUDGE), source, starts_at=soon)
    with pytest.raises(UserError, match="There is already an event at this address"):
        duplicate_event(organiser, source, starts_at=soon, slug=source.slug)
    with pytest.raises(UserError, match="time zone"):
        duplicate_event(organiser, source, starts_at=soon.replace(tzinfo=None))
    assert list(Event.objects.all()) == [source]


def test_duplicate_event_page_keeps_input_and_redirects_to_draft():
    source, organiser = planned(0, *CHAMPIONSHIP, time_zone="Europe/Berlin")
    client, address = Client(), reverse("web:duplicate", args=[source.slug])
    client.force_login(organiser)
    assert f'value="{source.name}"' in client.get(address).content.decode()
    refused = client.post(address, {"name": "Again", "starts_at": "2030-07-01T10:00", "slug": source.slug})
    assert refused.status_code == 400
    assert "Choose another address." in refused.content.decode()
    assert 'value="Again"' in refused.content.decode()
    sent = {"name": "Again", "starts_at": "2030-07-01T10:00", "slug": ""}
    assert client.post(address, sent)["Location"] == "/events/again/"
    assert Event.objects.get(slug="again").starts_at.isoformat() == "2030-07-01T08:00:00+00:00"
    stranger = Client()
    stranger.force_login(make_user())
    assert stranger.post(address, sent).status_code == 403


def test_duplicate_event_query_count_is_constant():
    one, organiser = planned(0, CHAMPIONSHIP[2])
    four, other = planned(0, *CHAMPIONSHIP)
    few = queries_of(lambda: duplicate_event(organiser, one, starts_at=one.starts_at, slug="one-again"))
    assert queries_of(lambda: duplicate_event(other, four, starts_at=four.starts_at, slug="four-again")) == few
