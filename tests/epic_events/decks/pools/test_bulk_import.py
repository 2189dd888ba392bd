"""Bulk import of card pools: formats, errors by line, all or nothing."""

import pytest

from epic_events.audit_log.models import Entry
from epic_events.decks import services as lists
from epic_events.decks.models import CardPool
from epic_events.decks.pools import services
from epic_events.decks.pools.services import MAX_IMPORT_LENGTH, InvalidPoolsError
from epic_events.infra.errors import NotAllowedError, UserError
from tests.epic_events.counting import queries_of
from tests.epic_events.decks.pools.dark_draft import NAMES, cards, dealt_event
from tests.epic_events.factories import make_registration, make_staff, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    event = dealt_event()
    for name in ("Ada Lovelace", "Ben", "Cy"):
        make_registration(event, name=name)
    return event


def pools_of(event) -> list[tuple[str, int, int]]:
    pools = CardPool.objects.filter(registration__event=event).order_by("registration", "number")
    return [(pool.registration.name, pool.number, pool.cards) for pool in pools]


def import_errors(event, text: str) -> list[tuple[int, str]]:
    for act in (services.preview_import, services.import_pools):
        with pytest.raises(InvalidPoolsError) as caught:
            act(None, event, text)
    assert not CardPool.objects.exists(), "nothing half written"
    return [(one.line, one.message) for one in caught.value.errors]


def test_import_pools_block_per_player(event):
    ben = event.registrations.get(name="Ben")
    text = f"\nPlayer: ada   LOVELACE \r\n# first pod\n{cards()}\n\nplayer: #{ben.pk}\n{cards(1)}"
    looked = services.preview_import(None, event, text)
    assert [(each.registration.name, each.cards, each.same) for each in looked] == [
        ("Ada Lovelace", 30, False),
        ("Ben", 30, False),
    ]
    assert not CardPool.objects.exists()
    done = services.import_pools(make_staff(event, "scorekeeper"), event, text, reason="from the sheets")
    made = done.pools
    assert done.previews == looked
    assert pools_of(event) == [("Ada Lovelace", 1, 30), ("Ben", 1, 30)]
    assert [pool.text for pool in made] == [f"# first pod\n{cards()}", cards(1)]
    lines = Entry.objects.filter(verb="pool.written").order_by("pk")
    assert [(line.subject_id, line.reason, line.data["number"]) for line in lines] == [
        (pool.registration_id, "from the sheets", 1) for pool in made
    ]


@pytest.mark.parametrize("sign", [",", ";", "\t"])
def test_import_pools_table_has_row_per_card(event, sign):
    rows = [("Set", "Player", "Card", "Qty"), *(("1", "Ben", f'"{name}"', "1") for name in NAMES[:29])]
    rows += [("2", "Cy", NAMES[0], "3x"), ("1", "ben", f'"{NAMES[29]}"', "1")]
    services.import_pools(None, event, "\n".join(sign.join(row) for row in rows))
    assert pools_of(event) == [("Ben", 1, 30), ("Cy", 1, 3)]


def test_import_pools_table_without_quantity_counts_one_per_row(event):
    services.import_pools(None, event, f"card,player\n{NAMES[0]},Ben\n{NAMES[0]},Ben\n")
    assert pools_of(event) == [("Ben", 1, 2)]


def test_import_pools_errors_name_lines_and_store_nothing(event):
    make_registration(event, name="Cy")
    make_registration(event, name="Gone", status="withdrawn")
    same = [entry.pk for entry in event.registrations.filter(name="Cy").order_by("pk")]
    text = "3 Kong\n\nPlayer: Ben\n1 Konng\n1 Kong\n0 Kong\nPlayer: Ada Lovlace\n1 Kong\nPlayer: Cy\n1 Kong\n"
    text += "Player: Ben\n1 Kong\nPlayer: Gone\n1 Kong\nPlayer: #1000000\n1 Kong\nPlayer: Ada Lovelace\n# nothing\n"
    output = import_errors(event, text)
    assert [line for line, _message in output] == [1, 4, 6, 7, 9, 11, 13, 15, 17]
    words = [message for _line, message in output]
    assert words[0] == "This line belongs to no player. Start each pool with a line like “Player: Ada”."
    assert words[1].startswith("no card is called “Konng”")
    assert words[3:] == [
        "No player of this event is called “Ada Lovlace”. Did you mean Ada Lovelace?",
        f"2 players are called “Cy”. Enter the number of one of them: #{same[0]}, #{same[1]}.",
        "Ben already has a pool, which starts at line 3.",
        "No player of this event is called “Gone”.",
        "No entry of this event has the number 1000000.",
        "no line of the pool names a card; write one card a line, like 3 Name",
    ]


def test_import_pools_table_errors_name_rows(event):
    text = f"player,card,quantity\nBen,{NAMES[0]},many\nBen,Konng,1\n,Kong,1\nBen,{NAMES[0]}\nNobody,Kong,1\n"
    text += "Ben,Bruger, the Pathfinder,1"
    output = import_errors(event, text)
    assert [line for line, _message in output] == [2, 3, 4, 5, 6, 7]
    assert [output[at][1] for at in (0, 2, 3, 5)] == [
        "“many” is not a valid number of copies.",
        "Each row needs a player and a card.",
        "“” is not a valid number of copies.",
        "This row has more cells than the header row. Put names with a comma in quotation marks.",
    ]


@pytest.mark.parametrize("text", ["", " \n", "x" * (MAX_IMPORT_LENGTH + 1), "Player: Ben\n1 Kong\0", "\udc80"])
def test_import_pools_invalid_text_raises(event, text):
    with pytest.raises(UserError) as caught:
        services.preview_import(None, event, text)
    assert set(caught.value.fields) == {"text"}


def test_import_pools_without_player_raises(event):
    assert import_errors(event, "# only a remark\n")[0][0] == 1


def test_import_pools_unchanged_pool_is_skipped_and_warnings_are_reported(event):
    ada, ben, _cy = event.registrations.order_by("pk")
    services.save_pool(None, ada, cards())
    services.save_pool(None, ben, cards())
    text = f"Player: Ben\n{cards(1, 29)}Player: Ada Lovelace\n{cards()}"
    looked = services.preview_import(None, event, text)
    assert [(each.registration, each.same, each.replaces.number if each.replaces else None) for each in looked] == [
        (ben, False, 1),
        (ada, True, 1),
    ]
    assert [each.warnings for each in looked] == [
        ("the pool has 29 cards, and a pool of this format has 30 cards: register it again",),
        (),
    ]
    assert [pool.registration for pool in services.import_pools(None, event, text).pools] == [ben]
    assert pools_of(event) == [("Ada Lovelace", 1, 30), ("Ben", 1, 30), ("Ben", 2, 29)]
    again = services.import_pools(None, event, text)
    assert (again.pools, [each.same for each in again.previews]) == ([], [True, True])


def test_import_pools_rechecks_decklists(event):
    ada, ben, _cy = event.registrations.order_by("pk")
    for entry in (ada, ben):
        lists.submit(None, entry, cards())
    services.import_pools(None, event, f"Player: Ben\n{cards(1)}Player: Ada Lovelace\n{cards()}")
    assert [[str(version.verdict) for version in entry.deck_versions.order_by("number")] for entry in (ada, ben)] == [
        ["legal as far as known", "legal"],
        ["legal as far as known", "not legal"],
    ]


def test_import_pools_query_count_is_constant(event):
    text = "".join(f"Player: {name}\n{cards()}" for name in ("Ada Lovelace", "Ben", "Cy"))
    services.import_pools(None, event, f"Player: Ben\n{cards(2)}")  # makes the rows of the version tokens
    one = queries_of(lambda: services.import_pools(None, event, f"Player: Ben\n{cards(1)}"))
    assert queries_of(lambda: services.import_pools(None, event, text)) == one


def test_import_pools_non_staff_is_refused(event):
    for person in (make_user(), dealt_event().staff.get().user):
        with pytest.raises(NotAllowedError):
            services.preview_import(person, event, "Player: Ben\n1 Kong\n")
