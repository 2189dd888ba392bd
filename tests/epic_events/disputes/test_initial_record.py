"""Initial record of a dispute from a match."""

import pytest
from django.test import Client

from epic_events.decks.services import submit
from epic_events.disputes import services as disputes
from epic_events.disputes.decisions import services as deciding
from epic_events.disputes.initial_state import initial_record_of_match, record_of_match
from epic_events.disputes.models import Dispute
from epic_events.disputes.records import read_record
from epic_events.disputes.replays import worker
from epic_events.events.models import Event, StaffRole, Stage
from epic_events.infra.errors import StateError
from epic_events.judging.decisions.validation import DecisionContent
from epic_events.pairings.models import Match
from rules.judge.record import RecordError, parse, write
from tests.epic_events.decks.lists import legal_text, short_text
from tests.epic_events.factories import make_registration, make_running_event, make_staff, make_user
from tests.epic_events.web.test_home import seat_at_table

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
def test_record_of_match_is_parsable(names: tuple[str, str], players: tuple[str, str]):
    text = record_of_match(match_of(*names), None)
    read_record(text, "epic")
    assert f"\nPlayers: {', '.join(players)}\n" in text


def test_dispute_form_from_match_is_prefilled_and_keeps_input(client: Client):
    match = match_of("Ana Arp", "Ben Bo")
    judge = make_staff(match.round.stage.event, StaffRole.Role.JUDGE)
    client.force_login(judge)
    address = f"/disputes/new/?match={match.pk}"
    assert "Players: Ana Arp, Ben Bo" in client.get(address).content.decode()
    html = client.post(address, {"title": "", "record": "My own words"}).content.decode()
    assert "My own words" in html
    assert "Players: Ana Arp" not in html


def test_dispute_form_without_match_is_not_prefilled(client: Client):
    match = match_of("Ana Arp", "Ben Bo")
    client.force_login(make_staff(match.round.stage.event, StaffRole.Role.JUDGE))
    html = client.get(f"/disputes/new/?event={match.round.stage.event.slug}").content.decode()
    assert "Players: Ana" not in html.partition("<aside")[0]


def listed_match(**facts: object) -> Match:
    """Return a match whose first player has several versions of a decklist."""
    event = make_running_event(players=0)
    ana, ben = (make_registration(event, name=name, user=make_user(name)) for name in ("Ana", "Ben"))
    for text in (legal_text(1), legal_text(), short_text()):
        submit(None, ana, text)
    Event.objects.filter(pk=event.pk).update(**facts)
    return Match.objects.get(pk=seat_at_table(event, ana, ben).pk)


def test_dispute_form_contains_decklists_for_allowed_readers(client: Client):
    match = listed_match(deck_visibility="after")
    event = match.round.stage.event
    judge, bystander = make_staff(event, StaffRole.Role.JUDGE), make_user("Zoe")
    text = record_of_match(match, judge)
    assert f"\n\nDeck Ana\n{legal_text()}\nPosition\n" in text
    assert "Deck Ben" not in text
    assert write(parse(text)).split("\n\n")[1] == text.split("\n\n")[1]  # in the form that taps give back
    read_record(text, "epic")
    for viewer in (None, bystander, make_staff(make_running_event(players=0), StaffRole.Role.JUDGE)):
        assert "Deck" not in record_of_match(match, viewer)
    client.force_login(judge)
    for address in ("describe", "new"):
        assert f"Deck Ana\n{legal_text()}" in client.get(f"/disputes/{address}/?match={match.pk}").content.decode()


def test_record_with_card_missing_from_decklist_names_line():
    match = listed_match()
    text = record_of_match(match, make_staff(match.round.stage.event, StaffRole.Role.JUDGE))
    with pytest.raises(RecordError, match="the position has 1 Kong, the decklist of Ana has 0"):
        read_record(text.replace("Ana champion: ", "Ana champion: Kong"), "epic")


def test_record_of_match_omits_unknown_or_unreadable_lists():
    match = listed_match()
    judge = make_staff(match.round.stage.event, StaffRole.Role.JUDGE)
    organiser = make_staff(match.round.stage.event)
    ana = match.seats.get(place=1).registration
    submit(organiser, ana, f"{legal_text()}\nSideboard\n1 Kong\n", accept_problems=True, reason="By the old rules.")
    assert "\nDeck Ana\n" in record_of_match(match, judge)
    Stage.objects.update(best_of=3)
    assert "Deck" not in record_of_match(Match.objects.get(pk=match.pk), judge)


def test_record_after_first_game_omits_list_with_sideboard_and_page_says_so(client: Client):
    match = listed_match()
    event = match.round.stage.event
    judge = make_staff(event, StaffRole.Role.JUDGE)
    ana, ben = (match.seats.get(place=place).registration for place in (1, 2))
    text = f"{legal_text()}\nSideboard\n1 Kong\n"
    submit(make_staff(event), ana, text, accept_problems=True, reason="By the old rules.")
    submit(None, ben, legal_text())
    Stage.objects.update(best_of=3)
    client.force_login(judge)
    for address in ("describe", "new"):
        page = client.get(f"/disputes/{address}/?match={match.pk}").content.decode()
        assert "\nDeck Ana\n" not in page
        assert f"\nDeck Ben\n{legal_text()}" in page
        assert "<p>Ben: the current list, number 1, is filled in.</p>" in page
        assert "<p>Ana: list 4 has a sideboard, and the cards swapped after the first game are not known" in page
        assert f'href="?match={match.pk}&amp;game=1"' in page
        first = client.get(f"/disputes/{address}/?match={match.pk}&game=1").content.decode()
        assert f"\nDeck Ana\n{legal_text()}" in first
        assert "1 Kong" not in first
        assert "<p>Ana: the current list, number 4, is filled in.</p>" in first
        assert f'href="?match={match.pk}&amp;game=1"' not in first


def test_initial_record_describes_lists_to_allowed_readers_only(client: Client):
    match = listed_match(deck_visibility="after")
    assert initial_record_of_match(match, make_user("Zoe")).lists == ()
    assert initial_record_of_match(match, None).lists == ()


@pytest.mark.parametrize(
    ("visibility", "over", "opens"), [("after", False, False), ("after", True, True), ("staff", True, False)]
)
def test_release_record_with_lists_needs_lists_to_be_public(visibility: str, over: bool, opens: bool):
    match = listed_match(deck_visibility=visibility)
    event = match.round.stage.event
    head = make_staff(event, StaffRole.Role.HEAD_JUDGE)
    dispute = disputes.open_dispute(head, title="Was it?", record=record_of_match(match, head), match=match)
    worker.run(dispute.pk)
    deciding.decide(head, dispute, DecisionContent("It stands."))
    deciding.publish(head, dispute)
    if over:
        Event.objects.filter(pk=event.pk).update(status="finished")
    dispute = Dispute.objects.get(pk=dispute.pk)
    if opens:
        assert deciding.release_record(head, dispute).record_released
    else:
        with pytest.raises(StateError, match="not public yet"):
            deciding.release_record(head, dispute)
