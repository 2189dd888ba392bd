"""An event of Champions with the invented cards, from its making over its lists to a dispute that is replayed."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from epic_events.decks import services as decks
from epic_events.decks.card_files import services as card_files
from epic_events.disputes import services as disputes
from epic_events.disputes.records.beginning import record_of_match
from epic_events.disputes.records.reading import read_record
from epic_events.disputes.replays import worker
from epic_events.events import services as events
from rules.champions.cards import house_set
from rules.champions.own_cards import house_set_text
from tests.epic_events.factories import make_registration, make_running_event, make_user
from tests.epic_events.portal.test_home import seat_at_table
from tests.rules.champions.positions import record

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def list_of(name: str) -> str:
    deck = next(deck for deck in house_set().decks if deck.name == name)
    actions = [f"{count} {card}" for card, count in deck.actions]
    return "\n".join(("Champions", *deck.champions, "Blessings", *deck.blessings, "Actions", *actions))


def test_a_record_from_a_match_can_be_read_as_it_stands() -> None:
    event = make_running_event(players=0)
    event.game, event.rules_version = "champions", "CR-2018-11"
    event.save()
    entries = [make_registration(event, name=name) for name in ("Ana Arp", "Ben Bo")]
    text = record_of_match(seat_at_table(event, *entries))
    assert read_record(text, "champions") == "CR-2018-11"
    assert "\nCards: house set\n" in text


def test_lists_of_an_event_are_checked_and_its_dispute_is_replayed_and_shown(client: Client) -> None:
    organiser = make_user("Olga Organiser")
    plan = events.EventPlan(name="Cup", starts_at=timezone.now() + timedelta(minutes=30), game="champions")
    event = events.create_event(organiser, plan)
    card_files.upload(organiser, event, house_set_text())
    events.open_event(organiser, event)
    both_alliances = list_of("Cinder Court").replace("Sister Vane", "Warden of the Ford")
    reports = {}
    for name, text in (("Anna", list_of("Lantern Watch")), ("Ben", both_alliances)):
        entry = events.register(make_user(name), event, name=name, consent=True)
        reports[name] = decks.submit(organiser, entry, text, accept_problems=True, reason="Looked through.").report
    assert reports["Anna"]["legal"] is True
    assert [problem["code"] for problem in reports["Ben"]["problems"]] == ["alliance"]

    text = record("Anna hand: Gate Guard", plays=("Anna: play Gate Guard with Mirin",))
    dispute = disputes.open_dispute(organiser, title="May a Wizard lead it?", record=text, event=event)
    worker.run(dispute.pk)
    dispute.refresh_from_db()
    assert dispute.result is not None
    assert (dispute.verdict, dispute.result["rule"]) == ("illegal", "CH:2.5.1.2")
    client.force_login(organiser)
    page = client.get(dispute.get_absolute_url()).content.decode()
    assert "is no Warrior" in page
    assert "These cards are invented" in page
    assert page.count("zone-lanes") == 2
    assert page.count("column-4") == 2
    assert "Turn 3" in page
    assert client.get(reverse("disputes:of_event", args=[event.slug])).status_code == 200
