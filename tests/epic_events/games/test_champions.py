"""Event of Champions with invented cards, up to a replayed dispute."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import cast

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from epic_events.accounts.models import User
from epic_events.decks import services as decks
from epic_events.decks.card_files import services as card_files
from epic_events.decks.models import CardFile
from epic_events.disputes import services as disputes
from epic_events.disputes.initial_state import InitialRecord, initial_record_of_match, record_of_match
from epic_events.disputes.models import Dispute
from epic_events.disputes.records import read_record
from epic_events.disputes.replays import worker
from epic_events.disputes.replays.stored_boards import boards_of
from epic_events.events import services as events
from epic_events.events.models import Event
from epic_events.infra.errors import UserError
from rules.champions.cards import load_house_set
from rules.champions.own_cards import read_house_set_text
from rules.games import CHAMPIONS, EPIC, GAMES, Game
from tests.epic_events.factories import make_event, make_registration, make_running_event, make_staff, make_user
from tests.epic_events.web.test_home import seat_at_table
from tests.rules.champions.positions import record

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def list_of(name: str) -> str:
    deck = next(deck for deck in load_house_set().decks if deck.name == name)
    actions = [f"{count} {card}" for card, count in deck.actions]
    return "\n".join(("Champions", *deck.champions, "Blessings", *deck.blessings, "Actions", *actions))


def with_lanes(text: str, champions: Sequence[str], blessings: Sequence[str]) -> str:
    """Return a new record with Champions and Blessings of every player."""
    for lane, name in enumerate(champions, 1):
        text = re.sub(rf"^(.+ lane {lane}:) *$", rf"\1 {name}", text, flags=re.MULTILINE)
    return re.sub(r"^(.+ blessings:) *$", rf"\1 {', '.join(blessings)}", text, flags=re.MULTILINE)


HOUSE_CHAMPIONS = ("Ilse Lampwright", "Warden of the Ford", "Mirin the Quiet", "Sister Vane")
HOUSE_BLESSINGS = ("Long Dawn", "Shieldwall", "Rising Tide", "Watchfire")


def test_record_from_match_is_empty_and_parsable_once_lanes_are_set() -> None:
    event = make_running_event(players=0)
    event.game, event.rules_version = "champions", "CR-2018-11"
    event.save()
    entries = [make_registration(event, name=name) for name in ("Ana Arp", "Ben Bo")]
    text = record_of_match(seat_at_table(event, *entries), None)
    assert "\nAna Arp lane 1: \n" in text
    filled = with_lanes(text, HOUSE_CHAMPIONS, HOUSE_BLESSINGS)
    assert read_record(filled, "champions").version == "CR-2018-11"
    assert "\nCards: house set\n" in text


def test_event_checks_decklists_and_replays_dispute(client: Client) -> None:
    organiser = make_user("Olga Organiser")
    plan = events.EventPlan(name="Cup", starts_at=timezone.now() + timedelta(minutes=30), game="champions")
    event = events.create_event(organiser, plan)
    card_files.upload(organiser, event, read_house_set_text())
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


ORDER = """
[[cards]]
name = "{name}"
type = "champion"
alliance = "Order"
class = "warrior-wizard"
cost = 4
health = 1
unique = false
quest = ["unit", "damage", "unit", "damage"]
tags = []
text = []
"""
BLESSING = """
[[cards]]
name = "{name}"
type = "blessing"
alliance = "Order"
duration = "instant"
corners = []
text = ["does: draw 1"]
"""
PIKES = """
[[cards]]
name = "Bridge Pikes"
type = "action"
category = "unit"
alliance = "Order"
tags = []
corners = ["(2)", "(2)", "", ""]
text = ["now: damage {amount} foe"]
"""
PLAY = "Anna: play Bridge Pikes with Marshal 1\n"


def city_file(amount: str = "v") -> str:
    cards = [ORDER.format(name=f"Marshal {n}") for n in range(1, 5)]
    cards += [BLESSING.format(name=f"Bell {n}") for n in range(1, 5)]
    return 'format = "champions-cards 2"\ntitle = "City event"\n' + "".join([*cards, PIKES.format(amount=amount)])


@pytest.fixture
def own_event() -> Event:
    event = make_event(game="champions", format="constructed", organiser=make_user("Olga"), rules_version="CR-2018-11")
    card_files.upload(organiser_of(event), event, city_file())
    return event


def organiser_of(event: Event) -> User:
    user: User = event.staff.get(role="organiser").user
    return user


def own_record(event: Event) -> str:
    """Return a record with cards of the card file, as the editor starts it."""
    entries = [make_registration(event, name=name) for name in ("Anna", "Ben")]
    text = record_of_match(seat_at_table(event, *entries), None)
    text = with_lanes(text, [f"Marshal {n}" for n in range(1, 5)], [f"Bell {n}" for n in range(1, 5)])
    return text.replace("Anna hand:", "Anna hand: Bridge Pikes").replace("\nPlays\n", f"\nPlays\n{PLAY}")


CITY_LIST = "\n".join(
    [
        "Champions",
        *(f"Marshal {n}" for n in (2, 1, 3, 4)),
        "Blessings",
        *(f"Bell {n}" for n in range(1, 5)),
        "Actions",
        "3 Bridge Pikes",
    ]
)


def with_lists(event: Event, *texts: str) -> InitialRecord:
    """Return the initial record of a match whose players have these decklists."""
    olga = organiser_of(event)
    entries = [make_registration(event, name=name, user=make_user(name)) for name in ("Ana", "Ben")]
    for entry, text in zip(entries, texts, strict=False):
        assert decks.submit(olga, entry, text, accept_problems=True, reason="Looked through.").accepted
    return initial_record_of_match(seat_at_table(event, *entries), olga)


def test_record_of_match_contains_all_parts_of_decklists(own_event: Event) -> None:
    begun = with_lists(own_event, CITY_LIST, CITY_LIST.replace("3 Bridge", "2 Bridge"))
    assert begun.lists == tuple(f"{name}: the current list, number 1, is filled in." for name in ("Ana", "Ben"))
    assert read_record(begun.text, "champions", own_event).version == "CR-2018-11"
    extra = [f"1 Marshal {n}" for n in (2, 1, 3, 4)] + [f"1 Bell {n}" for n in range(1, 5)]
    for name, copies in (("Ana", 3), ("Ben", 2)):
        block = begun.text.partition(f"\nDeck {name}\n")[2].partition("\n\n")[0]
        assert block.split("\n") == [*extra, f"{copies} Bridge Pikes"]
        placed = begun.text.partition(f"\n{name} health: 30\n")[2].partition(f"\n{name} hand: \n")[0]
        assert placed.split("\n") == [
            *(f"{name} lane {lane}: Marshal {n}" for lane, n in enumerate((2, 1, 3, 4), 1)),
            f"{name} blessings: Bell 1, Bell 2, Bell 3, Bell 4",
        ]


def test_record_of_match_decklist_with_unplayable_cards_is_omitted_with_message(own_event: Event) -> None:
    text = read_house_set_text().replace("act: rotate one own unit or spell here 1", "act: fly")
    card_files.upload(organiser_of(own_event), own_event, text)
    plays, never = list_of("Cinder Court"), list_of("Lantern Watch")
    assert "Bram Twohands" in never
    begun = with_lists(own_event, never, plays)
    filled = with_lanes(begun.text, HOUSE_CHAMPIONS, HOUSE_BLESSINGS)
    assert read_record(filled, "champions", own_event).version == "CR-2018-11"
    assert begun.lists[0] == "Ana: list 1 contains cards that cannot be replayed. The deck is left unknown."
    assert "Deck Ana" not in begun.text


def replayed(dispute: Dispute) -> Dispute:
    worker.run(dispute.pk)
    dispute.refresh_from_db()
    return dispute


def health_of_ben(dispute: Dispute) -> int:
    (_before, after) = (board for _, board in sorted(boards_of(dispute, 0, 1, full=True).items()))
    total: int = after["sides"][1]["totals"]["health"]
    return total


def test_dispute_is_replayed_with_card_file_current_when_opened(own_event: Event, client: Client) -> None:
    first = CardFile.objects.get(event=own_event)
    olga = organiser_of(own_event)
    text = own_record(own_event)
    assert f"\nCards: file {first.hash[:16]}\n" in text
    unnamed = text.replace(f"Cards: file {first.hash[:16]}\n", "")
    old = replayed(disputes.open_dispute(olga, title="How much?", record=unnamed, event=own_event))
    card_files.upload(olga, own_event, city_file("5"))
    new = replayed(disputes.open_dispute(olga, title="How much now?", record=unnamed, event=own_event))
    again = replayed(disputes.open_dispute(olga, title="As it was", record=text, event=own_event))
    disputes.replay_again(olga, old)
    assert [health_of_ben(each) for each in (replayed(old), new, again)] == [28, 25, 28]
    assert {each.verdict for each in (old, new, again)} == {"legal"}
    client.force_login(olga)
    page = client.get(old.get_absolute_url()).content.decode()
    assert f"are those of the card file “City event” ({first.hash[:16]})" in page
    assert "These cards are invented" not in page


def test_editor_offers_cards_of_card_file(own_event: Event, client: Client) -> None:
    client.force_login(organiser_of(own_event))
    address = f"{reverse('disputes:describe')}?event={own_event.slug}"
    page = client.get(address).content.decode()
    assert "Marshal 1" in page
    assert "add that file" not in page
    assert client.post(address, {"record": own_record(own_event), "tap": "back|0"}).status_code == 200


def test_open_dispute_with_unsupported_card_names_card_and_reason(own_event: Event) -> None:
    olga = organiser_of(own_event)
    text = own_record(own_event).replace("Cards: file", "# Cards: file")
    unplayed = city_file().replace('"now: damage v foe"', '"? leaves: fly"')
    assert card_files.upload(olga, own_event, unplayed).number == 2
    with pytest.raises(UserError, match=r"not yet: Bridge Pikes \(leaves: fly\)"):
        disputes.open_dispute(olga, title="How much?", record=text, event=own_event)


def test_open_dispute_with_card_file_of_other_event_raises(own_event: Event) -> None:
    text = own_record(own_event)
    other = make_event(game="champions", format="constructed", rules_version="CR-2018-11")
    judge = make_staff(other, "head_judge")
    with pytest.raises(UserError, match=r"is played with the card file \w+: add that file"):
        disputes.open_dispute(judge, title="How much?", record=text, event=other)


def test_card_file_page_and_api_list_unsupported_cards(own_event: Event, client: Client) -> None:
    olga = organiser_of(own_event)
    client.force_login(olga)
    address = f"/events/{own_event.slug}/cards/files/"
    wrong = city_file().replace("damage v foe", "damag v foe")
    refused = client.post(address, {"text": wrong})
    at = wrong[: wrong.index("damag v")].count("\n") + 1
    assert refused.status_code == 400
    assert f'<td class="n">{at}:15</td>' in refused.content.decode()
    assert "did you mean `damage v foe`?" in refused.content.decode()
    marked = city_file().replace('"now: damage v foe"', '"? leaves: fly"')
    page = client.post(address, {"text": marked}, follow=True).content.decode()
    assert "1 card that cannot be replayed yet" in page
    assert "<bdi>leaves: fly</bdi>" in page
    assert (
        "Disputes with this card cannot be judged yet"
        in client.get(f"/events/{own_event.slug}/cards/").content.decode()
    )
    api = f"/api/v1/events/{own_event.slug}/"
    output = client.get(f"{api}card-files/2/").json()
    assert output["unplayed"] == [{"card": "Bridge Pikes", "missing": ["leaves: fly"]}]
    assert {each["name"]: each["unplayed"] for each in client.get(f"{api}cards/").json()}["Bridge Pikes"] == [
        "leaves: fly"
    ]
    form = CHAMPIONS.card_files
    assert form is not None
    shown = client.get(f"{api}card-files/form/").json()
    assert shown["example"] == form.example
    assert [each["name"] for each in shown["fields"]] == list(form.fields)
    assert [each["name"] for words in shown["words"] for each in words["words"]] == [
        word for words in form.words.values() for word in words
    ]


def test_card_file_page_game_without_card_files_says_why(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(cast("dict[str, Game]", GAMES), "epic", replace(EPIC, card_files=None))
    event = make_event(organiser=make_user("Olga"))
    client.force_login(organiser_of(event))
    why = "Epic Card Game does not support card files"
    assert why in client.get(f"/events/{event.slug}/cards/").content.decode()
    answer = client.get(f"/api/v1/events/{event.slug}/card-files/form/")
    assert (answer.status_code, why in answer.content.decode()) == (404, True)
