"""Bulk import of decklists: formats, preview, errors by line, all or nothing."""

import json
from io import BytesIO
from typing import Any

import pytest
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from rest_framework.test import APIClient

from epic_events.audit_log.models import Entry
from epic_events.bulk_import.tables import TableError
from epic_events.decks import bulk_import
from epic_events.decks import services as lists
from epic_events.decks.bulk_import import InvalidDecklistsError
from epic_events.decks.models import DeckCard, DeckVersion
from epic_events.events.models import Event
from epic_events.infra.errors import NotAllowedError, StateError, UserError
from epic_events.infra.responses import as_csv
from epic_events.integrations.exports.views import find_table
from rules.games import GAMES
from tests.epic_events.counting import queries_of
from tests.epic_events.decks.lists import legal_text, short_text
from tests.epic_events.factories import make_event, make_registration, make_staff, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


@pytest.fixture
def event() -> Event:
    event = make_event(decklists_required=True)
    for name in ("Ada Lovelace", "Ben", "=Cy"):
        make_registration(event, name=name)
    return event


def stored(event: Event) -> list[tuple[str, int, bool]]:
    versions = DeckVersion.objects.filter(registration__event=event).order_by("registration", "number")
    return [(version.registration.name, version.number, version.accepted) for version in versions]


def preview(event: Event, text: str) -> list[tuple[str, bool, bool]]:
    return [(one.registration.name, one.counts, one.same) for one in bulk_import.preview_import(None, event, text)]


def of_cards(text: str) -> list[tuple[str, str]]:
    """Return quantity and name of each line of a decklist."""
    return [(line.split(" ", 1)[0], line.split(" ", 1)[1]) for line in text.strip().splitlines()]


def import_errors(event: Event, text: str) -> list[tuple[int, str]]:
    for act in (bulk_import.preview_import, bulk_import.import_decklists):
        with pytest.raises(InvalidDecklistsError) as caught:
            act(None, event, text)
    assert not DeckVersion.objects.filter(registration__event=event).exists(), "nothing half stored"
    return [(one.line, one.message) for one in caught.value.errors]


def test_import_decklists_block_per_player_is_previewed_then_stored(event: Event) -> None:
    ben = event.registrations.get(name="Ben")
    text = f"Player: ada  LOVELACE\r\n{legal_text()}\nPlayer: #{ben.pk}\n{short_text()}"
    assert preview(event, text) == [("Ada Lovelace", True, False), ("Ben", False, False)]
    assert not DeckVersion.objects.exists()
    staff = make_staff(event, "scorekeeper")
    done = bulk_import.import_decklists(staff, event, text, reason="from the sheets")
    made = done.versions
    assert [(one.registration.name, one.counts, one.same, one.replaces) for one in done.previews] == [
        ("Ada Lovelace", True, False, None), ("Ben", False, False, None),
    ]  # fmt: skip
    assert stored(event) == [("Ada Lovelace", 1, True), ("Ben", 1, False)]
    assert [(version.submitted_by, version.by_staff, version.reason) for version in made] == [
        (staff, True, "from the sheets")
    ] * 2
    assert DeckCard.objects.filter(version=made[0]).count() == 20
    lines = Entry.objects.filter(verb="deck.submitted").order_by("pk")
    assert [(line.subject_id, line.data["version"], line.data["legal"], line.reason) for line in lines] == [
        (made[0].registration_id, 1, True, "from the sheets"), (ben.pk, 1, False, "from the sheets"),
    ]  # fmt: skip
    again = bulk_import.import_decklists(staff, event, text)
    assert (again.versions, [(one.same, one.replaces) for one in again.previews]) == ([], [(True, one) for one in made])
    assert preview(event, text) == [("Ada Lovelace", True, True), ("Ben", False, True)]


def test_import_decklists_stores_same_version_as_submit(event: Event) -> None:
    entry = event.registrations.get(name="Ben")
    alone = lists.submit(None, entry, legal_text(2), reason="typed")
    other = make_event(decklists_required=True)
    make_registration(other, name="Ben")
    [many] = bulk_import.import_decklists(None, other, f"Player: Ben\n{legal_text(2)}", reason="typed").versions
    same = (
        "text",
        "deck",
        "game",
        "format",
        "card_pool",
        "report",
        "legal",
        "accepted",
        "by_staff",
        "reason",
        "number",
    )
    assert {name: getattr(many, name) for name in same} == {name: getattr(alone, name) for name in same}
    assert sorted(DeckCard.objects.filter(version=many).values_list("name", "quantity")) == sorted(
        DeckCard.objects.filter(version=alone).values_list("name", "quantity")
    )


def test_import_decklists_accepts_exported_files(event: Event) -> None:
    for shift, entry in enumerate(event.registrations.order_by("pk")):
        lists.submit(None, entry, legal_text(shift).replace("\n", "\r\n"))
    staff = make_staff(event)
    other = make_event(decklists_required=True)
    for name in ("=Cy", "Ada Lovelace", "Ben"):
        make_registration(other, name=name)
    for name in ("decklists", "deck-cards"):
        table = find_table(event, staff, name)
        text = "".join(as_csv(table.columns, table.rows))
        assert "'=Cy" in text
        assert sorted(preview(other, text)) == [
            ("=Cy", True, False),
            ("Ada Lovelace", True, False),
            ("Ben", True, False),
        ]
        if name == "decklists":
            assert {same for _name, _counts, same in preview(event, text)} == {True}
            bulk_import.import_decklists(None, other, text)
    cards = {entry.name: entry.deck_versions.get().deck for entry in event.registrations.all()}
    assert {entry.name: entry.deck_versions.get().deck for entry in other.registrations.all()} == cards


@pytest.mark.parametrize("sign", [",", ";", "\t"])
def test_import_decklists_table_has_row_per_card(event: Event, sign: str) -> None:
    rows = [("Set", "Spieler", "Karte", "Anzahl")]
    rows += [("1", "ben", f'"{name}"', f"{number}x") for number, name in of_cards(legal_text())]
    assert preview(event, "\N{BYTE ORDER MARK}" + "\r\n".join(sign.join(row) for row in rows)) == [("Ben", True, False)]


def test_import_decklists_reads_melee_export_and_tabletop_json(event: Event) -> None:
    records = [{"n": name, "s": None, "q": int(number), "c": 0} for number, name in of_cards(legal_text())]
    side = {"n": records[0]["n"], "q": 1, "c": 99}
    output = [json.dumps(records), "|".join(map(json.dumps, records)), json.dumps([*records, side])]
    for row_records in output:
        quoted = row_records.replace('"', '""')
        text = f'Name,OwnerUsername,OwnerDisplayName,Records\nBen,nick,Ada Lovelace,"{quoted}"\n'
        [found] = bulk_import.preview_import(None, event, text)
        assert found.registration.name == "Ada Lovelace"
        assert ("Sideboard" in found.judged.checked.text) == (row_records == output[2])
        assert len(found.judged.checked.deck.main) == 20
    tabletop = {"tournament": {"players": [{"name": "Ben", "list": legal_text()}, {"name": "Ada Lovelace"}]}}
    assert preview(event, json.dumps(tabletop)) == [("Ben", True, False)]
    tabletop["tournament"]["players"][1]["list"] = {"pilots": []}  # type: ignore[assignment]
    assert import_errors(event, json.dumps(tabletop)) == [
        (2, ("The list of this player is not a text list. It may be for another game."))
    ]
    assert import_errors(event, 'Owner Display Name,Records\nBen,"[7]"\nBen,{') == [
        (2, "The records in this row are not valid. Each must be an object with the keys n and q."),
        (3, "The records in this row are not valid. Each must be an object with the keys n and q."),
    ]


def test_import_decklists_errors_name_lines_and_store_nothing(event: Event) -> None:
    make_registration(event, name="Gone", status="withdrawn")
    make_registration(event, name="Dropped", status="dropped")
    text = f"3 Kong\n\nPlayer: Ben\n{short_text()}"
    second = len(text.split("\n"))
    text += "Player: Nemo\n3 Kong\nPlayer: ben\n3 Kong\nPlayer: Dropped\n3 Kong\nPlayer: =Cy\n\n"
    assert import_errors(event, text) == [
        (1, "This line belongs to no player. Start each list with a line like “Player: Ada”."),
        (second, "No player of this event is called “Nemo”."),
        (second + 2, "Ben already has a list, which starts at line 3."),
        (second + 4, "Dropped is no longer in the event."),
        (second + 6, "The list of one player must have 1 to 20000 characters."),
    ]
    assert import_errors(event, "player,card,count\nBen,Kong,many\n,Kong,1\nBen,Kong,1,7") == [
        (2, "“many” is not a valid number of copies."),
        (3, "Each row needs a player, and a card or a list."),
        (4, "This row has more cells than the header row. Put names with a comma in quotation marks."),
    ]


@pytest.mark.parametrize(
    ("text", "output"),
    [
        ("Rank,Who,Deck\n1,Ben,Humans\n2,Ada,Wild", "No column of this table is recognised"),
        ("player,colour\nBen,red", "The column text is missing. Known columns: player, name, text, records"),
        ("{", "not valid JSON"),
        ('{"data": []}', "has no players"),
        ("player,text\nBen,", "contains no list"),
        ("player,text\n" + "Ben,3 Kong\n" * 601, "has 601 lists. Import at most 600"),
        ("x" * 1_000_001, "too long"),
    ],
)
def test_import_decklists_unreadable_text_raises(event: Event, text: str, output: str) -> None:
    with pytest.raises(UserError, match=output):
        bulk_import.preview_import(None, event, text)


def test_import_decklists_rows_of_other_format_are_skipped(event: Event) -> None:
    other = next(slug for slug in GAMES[event.game].formats if slug != event.format)
    text = f'name,format,text\nBen,{other},"3 Kong"\nBen,{event.format},"{legal_text()}"\nBen,{other},"3 Kong"\n'
    assert preview(event, text) == [("Ben", True, False)]


def test_import_decklists_list_accepted_by_staff_stays_accepted(event: Event) -> None:
    entry = event.registrations.get(name="Ben")
    lists.submit(make_staff(event), entry, short_text(), accept_problems=True, reason="a card is lost")
    assert preview(event, f"Player: Ben\n{short_text()}") == [("Ben", False, True)]
    assert bulk_import.import_decklists(None, event, f"Player: Ben\n{short_text()}").versions == []


def test_import_decklists_needs_staff_and_running_event(event: Event) -> None:
    player = make_user()
    make_registration(event, user=player)
    for who in (player, make_user()):
        with pytest.raises(NotAllowedError):
            bulk_import.preview_import(who, event, "Player: Ben\n3 Kong")
    Event.objects.filter(pk=event.pk).update(status="finished")
    event.refresh_from_db()
    with pytest.raises(StateError):
        bulk_import.import_decklists(None, event, "Player: Ben\n3 Kong")


def test_import_decklists_query_count_is_constant() -> None:
    def asked(players: int) -> tuple[int, int]:
        event = make_event(decklists_required=True)
        for number in range(players):
            make_registration(event, name=f"Player {number}")
        text = "".join(f"Player: Player {number}\n{legal_text()}\n" for number in range(players))
        look = queries_of(lambda: bulk_import.preview_import(None, event, text))
        return look, queries_of(lambda: bulk_import.import_decklists(None, event, text))

    asked(1)  # what is looked up once for all
    assert asked(2) == asked(12)


def test_import_decklists_page_previews_file_before_storing(event: Event) -> None:
    client, address = Client(), reverse("decks:bulk_import", args=[event.slug])
    client.force_login(make_staff(event, "judge"))
    upload = BytesIO(f"Player: Ben\n{legal_text()}\nPlayer: Ada Lovelace\n{short_text()}".encode())
    upload.name = "lists.txt"
    page = client.post(address, {"file": upload}).content.decode()
    assert "Save these 2 decklists" in page
    assert "1 decklist has problems" in page
    assert "Player: Ben" in page
    assert not DeckVersion.objects.exists()
    refused = client.post(address, {"text": "Player: Nemo\n3 Kong", "save": "1"})
    assert (refused.status_code, "is called “Nemo”" in refused.content.decode()) == (400, True)
    western = BytesIO("Player: Zoë".encode("latin-1"))
    western.name = "lists.txt"
    assert "is called “Zoë”" in client.post(address, {"file": western}).content.decode()
    bad = BytesIO(b"Player: a\0b")
    bad.name = "lists.txt"
    assert "This is not a text file" in client.post(address, {"file": bad}).content.decode()
    answer = client.post(address, {"text": f"Player: Ben\n{legal_text()}", "save": "1"}, follow=True)
    assert answer.redirect_chain == [(reverse("decks:list", args=[event.slug]), 302)]
    assert stored(event) == [("Ben", 1, True)]


def test_import_decklists_page_sent_twice_reports_lists_as_unchanged(event: Event) -> None:
    client, address = Client(), reverse("decks:bulk_import", args=[event.slug])
    client.force_login(make_staff(event, "judge"))
    sent = {"text": f"Player: Ben\n{legal_text()}", "save": "1"}
    assert "1 decklist saved." in client.post(address, sent, follow=True).content.decode()
    again = client.post(address, sent, follow=True).content.decode()
    assert "These decklists are already saved. Nothing changed." in again
    assert "0 lists" not in again
    assert stored(event) == [("Ben", 1, True)]


def test_import_decklists_api_is_throttled_once_per_text(event: Event) -> None:
    judge, api = make_staff(event, "judge"), APIClient()
    api.force_authenticate(judge)
    address = reverse("api:decklists-many", args=[event.slug])
    cache.set(f"throttle:deck.paste:{judge.pk}", bulk_import.MAX_IMPORTS_PER_HOUR - 2, 3600)
    body = {"text": f"Player: Ben\n{legal_text()}"}
    answers = [api.post(address, body, format="json") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert [answer.json()[0]["same"] for answer in answers[:2]] == [False, True]
    assert stored(event) == [("Ben", 1, True)]


def test_import_decklists_api_and_command_use_same_service(event: Event, tmp_path: Any, capsys: Any) -> None:
    api = APIClient()
    api.force_authenticate(make_staff(event, "judge"))
    address = reverse("api:decklists-many", args=[event.slug])
    body = {"text": f"Player: Ben\n{short_text()}", "only_look": True}
    [output] = api.post(address, body, format="json").json()
    problems = output.pop("problems")
    ben = event.registrations.get(name="Ben")
    assert output == {
        "registration": ben.pk, "player": "Ben", "line": 1, "replaces": None, "same": False, "counts": False,
    }  # fmt: skip
    assert len(problems) == 1
    assert not DeckVersion.objects.exists()
    error = api.post(address, {"text": "Player: Nemo\n3 Kong"}, format="json").json()
    assert (error["code"], error["fields"]["text"]) == (
        "bad_lists", "line 1: No player of this event is called “Nemo”.",
    )  # fmt: skip
    file = tmp_path / "lists.txt"
    file.write_text("Player: Nemo\n3 Kong", encoding="utf-8")
    with pytest.raises(CommandError, match="line 1: No player of this event is called"):
        call_command("event_decks", event.slug, "--many", f"--file={file}")
    file.write_text(f'player,text\nBen,"{legal_text()}"\n', encoding="utf-8")
    call_command("event_decks", event.slug, "--many", f"--file={file}", "--reason=sheets")
    assert "1 lists are stored" in capsys.readouterr().out
    assert stored(event) == [("Ben", 1, True)]
    with pytest.raises(TableError):
        bulk_import.preview_import(None, event, "player,deck\nBen,Humans")
