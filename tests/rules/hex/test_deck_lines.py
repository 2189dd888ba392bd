"""HEX list lines: champions, reserves, gems, and misleading names."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.decks import (
    Decklist,
    Entry,
    LineStatus,
    Section,
    UnreadableDeckError,
    from_json,
    parse,
    to_data,
    to_json,
    to_text,
)
from rules.decks.card_lines import MAX_QUANTITY
from rules.decks.gems import GemSetting, merge_settings
from rules.hex.cards import CATALOGUE, Card
from rules.hex.cards.gems import is_gem, read_gem

DASH = "\N{EN DASH}"


def entries(text: str) -> list[tuple[str, int, str]]:
    """The entries of a list, each with its section."""
    return [(str(entry.section), entry.quantity, entry.card.name) for entry in parse(text, CATALOGUE).deck.entries]


def gems(text: str) -> list[tuple[int, tuple[str, ...]]]:
    (line,) = parse(text, CATALOGUE).lines
    assert line.status is LineStatus.OK, line.message
    return [(each.copies, each.gems) for each in line.gems]


def test_parse_complete_list_has_all_sections_and_gems() -> None:
    text = f"""Champion: Poca the Conflagrater

Troops (6):
4x Mazat Ranger {DASH} Gems: 2x Minor Ruby of Ferocity, 2x none
1 Archon of Nulzann [Major Wild Orb + Minor Diamond]
S.P.A.M. Bot x1
== Actions ==
4 burn
Polymorph: Dingler
Artifacts (2)
Construction Plans: War Hulk x2
Shards
20 Blood Shard

Reserves (15):
2 Turbulence
Reserve: 1 Turbulence
SB: 2 Time Ripple
"""
    assert entries(text) == [
        ("main", 4, "Mazat Ranger"),
        ("main", 1, "Archon of Nulzann"),
        ("main", 1, "S.P.A.M. Bot"),
        ("main", 4, "Burn"),
        ("main", 1, "Polymorph: Dingler"),
        ("main", 2, "Construction Plans: War Hulk"),
        ("main", 20, "Blood Shard"),
        ("champions", 1, "Poca the Conflagrater"),
        ("sideboard", 3, "Turbulence"),
        ("sideboard", 2, "Time Ripple"),
    ]
    assert parse(text, CATALOGUE).is_complete


@pytest.mark.parametrize(
    "text",
    [
        "Champion: Gozzog\n4 Burn",
        "champ: gozzog\n4 Burn",
        "Champion : 1 Gozzog\n4 Burn",
        "CHAMPION\nGozzog\n4 Burn",
        "Champion:\n\n1x Gozzog\n\n4 Burn",
        "== Champions (1) ==\nGozzog\nTroops\n4 Burn",
        "Champion\n// mine\nGozzog\n4 Burn",
        "4 Burn\nChampion: Gozzog",
        "Champion\nActions\n4 Burn\nChampion: Gozzog",
    ],
)
def test_champion_in_any_form_is_read(text: str) -> None:
    assert entries(text) == [("main", 4, "Burn"), ("champions", 1, "Gozzog")]


def test_champion_heading_ends_after_one_champion() -> None:
    assert entries("Reserves\n1 Burn\nChampion\nGozzog\n2 Turbulence") == [
        ("champions", 1, "Gozzog"),
        ("sideboard", 1, "Burn"),
        ("sideboard", 2, "Turbulence"),
    ]


def test_unknown_champion_is_in_champion_section() -> None:
    line, rest = parse("Champion\nAdoni-Zeddek\n4 Burn", CATALOGUE).lines[1:]
    assert (line.status, line.section, line.name) == (LineStatus.UNKNOWN, Section.CHAMPIONS, "Adoni-Zeddek")
    assert rest.section is Section.MAIN


@pytest.mark.parametrize(
    "word", ["Reserves", "reserve", "Reserves (15):", "Reserves: 15", "Sideboard", "== Reserves =="]
)
def test_reserves_headings_in_any_form_are_read(word: str) -> None:
    assert entries(f"{word}\n2 Burn") == [("sideboard", 2, "Burn")]


@pytest.mark.parametrize(
    ("line", "quantity", "name"),
    [
        ("2 Construction Plans: War Hulk", 2, "Construction Plans: War Hulk"),
        ("Polymorph: Dingler", 1, "Polymorph: Dingler"),
        ("Power of Zakiir: Flame Breath x3", 3, "Power of Zakiir: Flame Breath"),
        ("Luck Sack 1", 1, "Luck Sack 1"),
        ("4 Luck Sack 1", 4, "Luck Sack 1"),
        ("4 Shards of Fate", 4, "Shards of Fate"),
        ("3 Blood Bearer (Shards of Fate)", 3, "Blood Bearer"),
        ("3 SHIN\N{RIGHT SINGLE QUOTATION MARK}HARE EULOGIST", 3, "Shin'hare Eulogist"),
        ("2 Kog\N{MODIFIER LETTER APOSTROPHE}tepetl's Thirst", 2, "Kog'tepetl's Thirst"),
        ("1 S.P.A.M. Bot", 1, "S.P.A.M. Bot"),
        ("1x spam bot", 1, "S.P.A.M. Bot"),
        ("4 Gem Snatchers", 4, "Gem Snatchers"),
        ("4 Gem-Crazed Berserker", 4, "Gem-Crazed Berserker"),
        ("3 To the Skies!", 3, "To the Skies!"),
        ("2 Bird o' Plenty", 2, "Bird o' Plenty"),
    ],
)
def test_names_that_look_like_numbers_or_headings_are_names(line: str, quantity: int, name: str) -> None:
    assert entries(line) == [("main", quantity, name)]


def test_cards_are_read_by_name_and_with_gem(subtests: pytest.Subtests) -> None:
    for card in (card for card in CATALOGUE if card.is_deck_card):
        with subtests.test(card=card.name):
            assert entries(f"3x {card.name}") == entries(f"{card.name} (3)") == [("main", 3, card.name)]
            assert gems(f"3x {card.name} - Gems: Minor Ruby of Ferocity") == [(3, ("Minor Ruby of Ferocity",))]


@pytest.mark.parametrize(
    ("line", "settings"),
    [
        ("4x Mazat Ranger", []),
        (f"4x Mazat Ranger {DASH} Gems: 4x Minor Blood of Tombs", [(4, ("Minor Blood of Tombs",))]),
        ("4x Mazat Ranger - Gem: Sapphire of Sky", [(4, ("Sapphire of Sky",))]),
        ("4x Mazat Ranger [Minor Blood of Tombs]", [(4, ("Minor Blood of Tombs",))]),
        ("Mazat Ranger x4 (Sapphire of Sky)", [(4, ("Sapphire of Sky",))]),
        ("4x Mazat Ranger [SOF] [Gems: 1x Minor Ruby, 3x none]", [(1, ("Minor Ruby",))]),
        ("1 Royal Diplomat [Minor Ruby + Minor Wild]", [(1, ("Minor Ruby", "Minor Wild"))]),
        ("4x Mazat Ranger - Gems: none", []),
    ],
)
def test_gems_of_line_are_read(line: str, settings: list[tuple[int, tuple[str, ...]]]) -> None:
    assert gems(line) == settings


def test_gem_amounts_not_adding_up_to_copies_are_error() -> None:
    (line,) = parse(f"4x Mazat Ranger {DASH} Gems: 3x Minor Ruby", CATALOGUE).lines
    assert (line.status, line.code, line.card) == (LineStatus.UNREADABLE, "gems", None)
    assert line.message.startswith("gems for 3 of 4 copies: write how many have which")


def test_gems_of_several_lines_are_added_up() -> None:
    deck = parse("2 Mazat Ranger [Minor Ruby]\n1 Mazat Ranger\n1 Mazat Ranger [minor ruby]", CATALOGUE).deck
    assert deck.entries == (Entry(CATALOGUE.card("Mazat Ranger"), 4, gems=(GemSetting(3, ("Minor Ruby",)),)),)
    assert to_data(deck)["main"] == [
        {"quantity": 4, "name": "Mazat Ranger", "gems": [{"copies": 3, "gems": ["Minor Ruby"]}]}
    ]
    assert to_text(deck) == "4 Mazat Ranger - Gems: 3x Minor Ruby, 1x none\n"


def test_line_with_gems_has_plain_json_values() -> None:
    (line,) = parse("2 Mazat Ranger [Minor Ruby]", CATALOGUE).lines
    assert line.to_json()["gems"] == [{"copies": 2, "gems": ["Minor Ruby"]}]
    assert "gems" not in parse("2 Mazat Ranger", CATALOGUE).lines[0].to_json()


@pytest.mark.parametrize(
    "gems_",
    [
        "Minor Ruby",
        [["Minor Ruby"]],
        [{"copies": 0, "gems": ["Minor Ruby"]}],
        [{"copies": True, "gems": ["Minor Ruby"]}],
        [{"copies": 5, "gems": ["Minor Ruby"]}],
        [{"copies": 1, "gems": []}],
        [{"copies": 1, "gems": [7]}],
        [{"copies": 1, "gems": ["Minor Ruby + Minor Wild"]}],
        [{"copies": 1, "gems": ["2x Minor Ruby"]}],
        [{"copies": 1, "gems": ["none"]}],
    ],
)
def test_json_with_invalid_gems_raises(gems_: object) -> None:
    text = json.dumps({"main": [{"quantity": 4, "name": "Mazat Ranger", "gems": gems_}]})
    with pytest.raises(UnreadableDeckError, match=r"^main\[0\]: gems are written"):
        from_json(text, CATALOGUE)


def test_gems_in_table_are_read() -> None:
    table = "Count,Name\n4,Mazat Ranger [Minor Ruby]\n2,Burn\n"
    deck = parse(table, CATALOGUE).deck
    assert [(entry.quantity, entry.card.name, entry.gems) for entry in deck.entries] == [
        (4, "Mazat Ranger", (GemSetting(4, ("Minor Ruby",)),)),
        (2, "Burn", ()),
    ]


@pytest.mark.parametrize(
    ("written", "key", "size"),
    [
        ("Minor Blood of Tombs", "minorbloodoftombs", "minor"),
        ("MAJOR wild orb", "majorwildorb", "major"),
        ("Sapphire of Sky", "sapphireofsky", None),
        ("Ruby Orb of Ferocity", "rubyorbofferocity", None),
    ],
)
def test_gem_is_recognised_by_beginning_of_its_name(written: str, key: str, size: str | None) -> None:
    assert is_gem(written)
    gem = read_gem(written)
    assert (gem.key, gem.size, gem.known) == (key, size, False)


@pytest.mark.parametrize("written", ["SOF", "Shards of Fate", "Wild", "Blood", "3", "foil", "Minor", ""])
def test_other_text_is_no_gem(written: str) -> None:
    assert not is_gem(written)


def test_gem_list_gives_size_unless_two_gems_share_the_name() -> None:
    assert read_gem("Wild Orb", ["Major Wild Orb"]) == read_gem("major wild orb", ["Major Wild Orb"])
    assert read_gem("Wild Orb", ["Major Wild Orb"]).known
    assert not read_gem("Wild Orb", ["Major Wild Orb", "Minor Wild Orb"]).known
    assert read_gem("Minor Wild Orb", ["Major Wild Orb", "Minor Wild Orb"]).known
    assert not read_gem("Minor Wild Orb", ["Major Wild Orb"]).known


gem_names = st.sampled_from(["Minor Ruby", "Minor Wild Orb", "Major Wild Orb", "Sapphire of Sky"])
settings_ = st.lists(st.builds(GemSetting, st.integers(1, 150), st.lists(gem_names, min_size=1, max_size=2).map(tuple)))
some_entries = st.builds(
    lambda card, bare, parts, section: Entry(
        card, bare + sum(each.copies for each in parts) or 1, section, gems=merge_settings(parts)
    ),
    st.sampled_from([card for card in CATALOGUE if card.is_deck_card]),
    st.integers(0, 150),
    settings_.map(lambda parts: parts[:3]),
    st.sampled_from([Section.MAIN, Section.SIDEBOARD]),
)
champion = st.builds(Entry, st.just(CATALOGUE.card("Gozzog")), st.just(1), st.just(Section.CHAMPIONS))


@given(st.lists(some_entries, max_size=5, unique_by=lambda each: (each.section, each.card.name)), champion)
def test_deck_with_gems_round_trips_through_text_and_json(parts: list[Entry[Card]], one: Entry[Card]) -> None:
    deck = Decklist(tuple(sorted([*parts, one], key=lambda each: list(Section).index(each.section))))
    assert from_json(to_json(deck), CATALOGUE) == deck
    again = parse(to_text(deck), CATALOGUE)
    assert not again.unknown
    assert again.deck == deck
    assert all(line.quantity <= MAX_QUANTITY for line in again.lines)


pieces = st.sampled_from(
    [
        "4 Burn",
        "Champion:",
        "Gozzog",
        "Reserves",
        " [Minor Ruby",
        "]",
        " - Gems: ",
        "2x ",
        "none",
        ", ",
        "+",
        "Troops",
        "\n",
    ]
)


@given(st.lists(pieces | st.text(max_size=8), max_size=30).map("".join))
def test_parser_accepts_any_text(text: str) -> None:
    parsed = parse(text, CATALOGUE)
    for line in parsed.lines:
        assert sum(each.copies for each in line.gems) <= line.quantity
    assert parse(to_text(parsed.deck), CATALOGUE).deck == parsed.deck
