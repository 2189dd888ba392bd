"""Epic event with a card file: decklists and disputes."""

import pytest
from django.test import Client

from epic_events.decks import services as decks
from epic_events.decks.card_files import services as card_files
from epic_events.disputes import services as disputes
from epic_events.disputes.replays import worker
from epic_events.infra.errors import UserError
from rules.epic.own_cards.file_format import FILE_FORMAT
from rules.epic.own_cards.parsing import parse_card_file
from tests.epic_events.factories import make_event, make_registration, make_running_event, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

RECORD = """Record: 1
Game: epic
Rules: RB-2017
Players: Anna, Ben
First: Anna
Position
Turn: Anna 5
Anna champion: Warden of the Bridge, 2 Toll Token
Anna hand: Morning Bells
Ben champion: Kong
Plays
Anna: attack with Toll Token#1
Anna: play morning bells, mode 1
"""


def words(client: Client, address: str) -> str:
    return " ".join(client.get(address).content.decode().split())


def test_dispute_is_replayed_with_current_card_file_of_event(client: Client) -> None:
    olga = make_user("Olga")
    event = make_running_event(players=0)
    event.staff.create(user=olga, role="organiser")
    with pytest.raises(UserError, match="no card is called 'Warden of the Bridge'"):
        disputes.open_dispute(olga, title="Bells?", record=RECORD, event=event)
    card_files.upload(olga, event, FILE_FORMAT.example)
    dispute = disputes.open_dispute(olga, title="Bells?", record=RECORD, event=event)
    version = dispute.record
    assert version is not None
    assert f"\nCards: file {parse_card_file(FILE_FORMAT.example).hash[:16]}\n" in version.text
    card_files.upload(olga, event, FILE_FORMAT.example.replace("Morning Bells", "Evening Bells"))
    worker.run(dispute.pk)
    dispute.refresh_from_db()
    assert dispute.verdict == "legal"
    client.force_login(olga)
    page = words(client, dispute.get_absolute_url())
    assert "are not verified by anyone else" in page
    assert "Toll Token" in page


def test_decklist_may_contain_cards_of_card_file_and_pages_mark_them(client: Client) -> None:
    olga = make_user("Olga")
    event = make_event(game="epic", format="full-constructed", organiser=olga, decklists_required=True)
    card_files.upload(olga, event, FILE_FORMAT.example)
    others = "".join(f"3 {name}\n" for name in ONE_COST)
    entry = make_registration(event, name="Ben")
    submitted = decks.submit(olga, entry, f"3 Warden of the Bridge\n3 Morning Bells\n{others}")
    assert submitted.report["legal"] is True
    page = words(client, f"/events/{event.slug}/cards/")
    assert page.count('<span class="badge is-unsure">invented</span>') == 3
    assert page.count("changed by the organisers</span>") == 1
    assert "Inflict 3 damage on a target attacking champion." in page


ONE_COST = (
    *("Kong", "Fire Spirit", "Triceratops", "Lurking Giant", "Thundarus", "Zombie Apocalypse", "Wither", "Medusa"),
    *("Palace Guard", "Noble Unicorn", "Standard Bearer", "Angel of Light", "Angel of Mercy", "Angel of Death"),
    *("Apocalypse", "Army of the Apocalypse", "Banishment", "Battle Cry"),
)
