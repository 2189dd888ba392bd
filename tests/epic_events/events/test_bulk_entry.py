"""Bulk entry of players: accepted formats, errors per line, all or nothing."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from epic_events.events.models import Event, Registration
from epic_events.events.services.bulk_entry import MAX_CHARACTERS, MAX_PLAYERS, add_players, check_player_list
from epic_events.infra.errors import NotAllowedError, StateError, UserError
from tests.epic_events.counting import queries_of
from tests.epic_events.factories import make_event, make_staff, make_user
from tests.epic_events.pairings.play import running_event

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


@pytest.mark.parametrize(
    "text",
    [
        "Ada\n\n Bo, the second \r\nÇelik",
        'name\nAda\n\n"Bo, the second"\nÇelik\n',
        'id;Name;status\n1;Ada;registered\n;;\n2;"Bo, the second";dropped\n3;Çelik;',
        "id\tname\n1\tAda\n\n2\tBo, the second\n3\tÇelik",
        '\N{BYTE ORDER MARK}name,x\nAda,1\n\n"Bo, the second",2\nÇelik,3',
    ],
)
def test_bulk_import_one_name_per_line_or_table(text):
    found = check_player_list(make_event(), text)
    assert [(each.name, each.problem) for each in found] == [("Ada", ""), ("Bo, the second", ""), ("Çelik", "")]


@pytest.mark.parametrize(
    "text",
    [
        "Email,FirstName,LastName\na@a.com,Aaron,Aaronson\n\nb@b.com,Blake,\n",  # melee.gg
        "Email,FirstName,LastName,UserName,Status\na@a.com,Aaron,Aaronson,aa,Enrolled\nb@b.com,Blake,,bb,Enrolled",
        "First Name;Last Name\nAaron;Aaronson\nBlake;",
        "Rank\tPlayer\tPoints\n1\tAaron Aaronson\t9\n2\tBlake\t6",
        'Player Name,Deck\n"Aaron Aaronson",Humans\nBlake,Wild',
        "UserName\tEmail\nAaron Aaronson\ta@a.com\nBlake\tb@b.com",
    ],
)
def test_bulk_import_table_of_other_software_uses_its_columns(text):
    event = make_event()
    entered = add_players(make_staff(event), event, text)
    assert [entry.name for entry in entered] == ["Aaron Aaronson", "Blake"]


def test_add_players_with_errors_lists_every_line_and_enters_none():
    event = make_event()
    organiser = make_staff(event)
    text = f"Bo\nADA\nbo\n...\n{'x' * 81}"
    assert [(each.line, each.problem) for each in check_player_list(event, text)] == [
        (1, ""),
        (2, ""),
        (3, "“bo” is already on line 1. Add an initial."),
        (4, "Enter a name with at least one visible letter or digit."),
        (5, "Enter a name of 1 to 80 characters."),
    ]
    with pytest.raises(UserError, match="line 3: “bo” is already on line 1"):
        add_players(organiser, event, text)
    assert event.registrations.count() == 0


def test_bulk_import_players_already_registered_are_skipped():
    """A corrected list is submitted again as a whole."""
    event = make_event()
    client = Client()
    client.force_login(make_staff(event, "scorekeeper"))
    address = f"/events/{event.slug}/players/bulk/"
    client.post(address, {"text": "Ada\nBo\nCy", "save": "1"})
    before = list(event.registrations.order_by("pk").values_list("pk", "name", "status"))
    again = "Bo\nada\nCy Young\nDee"
    assert [(each.name, each.is_entered, each.problem) for each in check_player_list(event, again)] == [
        ("Bo", True, ""), ("ada", True, ""), ("Cy Young", False, ""), ("Dee", False, ""),
    ]  # fmt: skip
    looked = client.post(address, {"text": again}).content.decode()
    assert "2 players can be entered." in looked
    assert looked.count("Already entered") == 2
    assert "If this is a different player, add an initial or a surname." in looked
    message = client.post(address, {"text": again, "save": "1"}, follow=True).content.decode()
    assert "2 players have been entered." in message
    rows = list(event.registrations.order_by("pk").values_list("pk", "name", "status"))
    assert (rows[:3], [name for _key, name, _status in rows[3:]]) == (before, ["Cy Young", "Dee"])

    event.registrations.filter(name="Bo").update(status="dropped")
    looked = client.post(address, {"text": again}).content.decode()
    assert looked.count("This player is no longer in the event. To reinstate the player, open the entry.") == 1
    assert "All players in this list are already entered." in looked
    assert 'name="save"' not in looked
    message = client.post(address, {"text": again, "save": "1"}, follow=True).content.decode()
    assert "Nothing changed. These players are already entered." in message
    assert event.registrations.count() == 5


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (" \n", "No players found"),
        ("x\n" * (MAX_PLAYERS + 1), "at most 500"),
        ('name,x\n"Ada', "line 2: unexpected end"),
    ],
)
def test_bulk_import_invalid_text_raises(text, message):
    with pytest.raises(UserError, match=message):
        check_player_list(make_event(), text)


def test_bulk_import_fills_capacity_then_waitlist_and_joins_next_round_during_play():
    full = make_event(capacity=2)
    organiser = make_staff(full)
    add_players(organiser, full, "Ada\nBo\nCy")
    assert list(full.registrations.order_by("pk").values_list("name", "status")) == [
        ("Ada", "registered"), ("Bo", "registered"), ("Cy", "waitlisted"),
    ]  # fmt: skip
    event, head = running_event(2)
    [late] = add_players(head, event, "Ada")
    assert (late.status, late.participations.get().from_round) == ("checked_in", 1)
    with pytest.raises(NotAllowedError):
        add_players(make_user(), event, "Bo")
    Event.objects.filter(pk=event.pk).update(status="finished")
    with pytest.raises(StateError):
        add_players(head, event, "Bo")


def test_bulk_import_preview_takes_one_query_and_page_keeps_input():
    event = make_event()
    client = Client()
    client.force_login(make_staff(event, "scorekeeper"))
    many = "\n".join(f"Player {number}" for number in range(100))
    assert queries_of(lambda: check_player_list(event, many)) == 1
    address = f"/events/{event.slug}/players/bulk/"
    page = client.post(address, {"text": "Ada\nAda"}).content.decode()
    assert "1 line cannot be entered." in page
    assert "Enter all" not in page
    assert "Ada\nAda</textarea>" in page
    refused = client.post(address, {"text": "Ada\nAda", "save": "1"})
    assert refused.status_code == 400
    assert not event.registrations.exists()
    assert "Enter all" in client.post(address, {"text": "Ada\nBo"}).content.decode()
    assert client.post(address, {"text": "Ada\nBo", "save": "1"}).status_code == 302
    assert list(Registration.objects.order_by("pk").values_list("name", flat=True)) == ["Ada", "Bo"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
def test_bulk_import_file_is_previewed_then_entered(encoding):
    event = make_event()
    client = Client()
    client.force_login(make_staff(event, "scorekeeper"))
    address = f"/events/{event.slug}/players/bulk/"
    upload = SimpleUploadedFile("players.csv", "id;name\r\n1;Zoë\r\n2;Bo\r\n".encode(encoding))
    looked = client.post(address, {"text": "Cy", "file": upload})
    page = looked.content.decode()
    assert (looked.status_code, event.registrations.count()) == (200, 0)
    field = page[: page.index("</textarea>")].rpartition(">")[2].lstrip("\r\n")
    # What stood in the field gives way to the file; a token of the page may have these letters by chance.
    assert ("2 players can be entered." in page, "Cy" in field) == (True, False)
    assert client.post(address, {"text": field, "save": "1"}).status_code == 302
    assert list(event.registrations.order_by("pk").values_list("name", flat=True)) == ["Zoë", "Bo"]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"name\nBo\0", "This is not a text file. Save the table as CSV in UTF-8."),
        (b"PK\x03\x04\0\0", "This is a spreadsheet or another packed file. Save the table as CSV in UTF-8."),
        (b"", "No players found"),
        (b"x" * (MAX_CHARACTERS + 1), "at most 100000 characters"),
        (b"x" * (4 * MAX_CHARACTERS + 1), "the limit is 390.6\xa0KB"),
    ],
)
def test_bulk_import_unreadable_file_shows_reason_and_enters_none(data, message):
    event = make_event()
    client = Client()
    client.force_login(make_staff(event))
    sent = {"text": "Ada", "file": SimpleUploadedFile("players.csv", data), "save": "1"}
    refused = client.post(f"/events/{event.slug}/players/bulk/", sent)
    assert (refused.status_code, event.registrations.count()) == (400, 0)
    assert message in refused.content.decode()


def test_bulk_import_reads_tabletop_json_and_ambiguous_names():
    event = make_event()
    text = '{"tournament": {"players": [{"name": "Ada", "score": 4}, {"name": "-Bo"}, {"name": 7}, 3]}}'
    assert [(each.line, each.name) for each in check_player_list(event, text)] == [(1, "Ada"), (2, "-Bo")]
    assert [each.name for each in check_player_list(event, "id,name\n1,'-Bo\n2,'=Cy \\| x")] == ["-Bo", "=Cy | x"]
    assert [each.name for each in check_player_list(event, "Doe, John\nRoe, Jane")] == ["Doe, John", "Roe, Jane"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "not valid JSON"),
        ('{"tournament": 3}', "has no players"),
        (
            "Rang;Punkte\n1;9\n2;6",
            "Its first line is “Rang;Punkte”. The column name is missing. Known columns: name, first",
        ),
        ("FirstName,Email\nAda,a@a.example", "The column lastname is missing"),
        ("Name,Name\nAda,Bo", "Two columns are called “Name”"),
    ],
)
def test_bulk_import_table_without_name_column_raises(text, message):
    with pytest.raises(UserError, match=message):
        check_player_list(make_event(), text)
