"""What the record of a dispute begins with that comes from a match."""

import pytest
from django.test import Client

from epic_events.disputes.records.beginning import record_of_match
from epic_events.disputes.records.reading import read_record
from epic_events.events.models import StaffRole
from epic_events.pairings.models import Match
from tests.epic_events.factories import make_registration, make_running_event, make_staff
from tests.epic_events.portal.test_home import seat_at_table

pytestmark = pytest.mark.django_db


def match_of(first: str, second: str) -> Match:
    event = make_running_event(players=0)
    entries = [make_registration(event, name=name) for name in (first, second)]
    return seat_at_table(event, *entries)


@pytest.mark.parametrize(
    ("names", "players"),
    [
        (("Ana Arp", "Ben Bo"), ("Ana Arp", "Ben Bo")),
        (("Smith, John (UK)", "Ana: #1 {x}"), ("Smith John UK", "Ana 1 x")),
        (("Ana", "ana"), ("Ana", "ana 2")),
        (("Chance", "[]"), ("Player Chance", "Player")),
    ],
)
def test_a_record_from_a_match_can_be_read_as_it_stands(names: tuple[str, str], players: tuple[str, str]):
    text = record_of_match(match_of(*names))
    read_record(text, "epic")
    assert f"\nPlayers: {', '.join(players)}\n" in text


def test_the_form_begins_with_it_and_keeps_what_was_typed(client: Client):
    match = match_of("Ana Arp", "Ben Bo")
    judge = make_staff(match.round.stage.event, StaffRole.Role.JUDGE)
    client.force_login(judge)
    address = f"/disputes/new/?match={match.pk}"
    assert "Players: Ana Arp, Ben Bo" in client.get(address).content.decode()
    html = client.post(address, {"title": "", "record": "My own words"}).content.decode()
    assert "My own words" in html
    assert "Players: Ana Arp" not in html


def test_at_no_match_nothing_is_filled_in(client: Client):
    match = match_of("Ana Arp", "Ben Bo")
    client.force_login(make_staff(match.round.stage.event, StaffRole.Role.JUDGE))
    html = client.get(f"/disputes/new/?event={match.round.stage.event.slug}").content.decode()
    assert "Players: Ana" not in html.partition("<aside")[0]
