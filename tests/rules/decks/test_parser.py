"""Decklist parser: line forms, unreadable lines and names."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.decks import LineStatus, Section, parse
from rules.decks.card_lines import MAX_QUANTITY
from rules.decks.line_formats import MAX_LINE_LENGTH
from rules.decks.parser import MAX_LINES
from tests.rules.decks.decks import CARDS

NO_NAME = "there is no name in this line: write the number of copies and the name, like 3 8 Ball"


def read(text: str) -> list[tuple[str, int, str | None]]:
    """Return status, quantity and card of each line."""
    lines = parse(text, CARDS).lines
    return [(str(line.status), line.quantity, line.card.name if line.card else None) for line in lines]


@pytest.mark.parametrize(
    "line",
    [
        "3 Ember",
        "3x Ember",
        "3X Ember",
        "3 x Ember",
        "3xEmber",
        "3\N{MULTIPLICATION SIGN} Ember",
        "x3 Ember",
        "x 3 Ember",
        "[3] Ember",
        "Ember x3",
        "Ember x 3",
        "3\tEmber",
        "3,Ember",
        "3, Ember",
        '3,"Ember"',
        "3;Ember",
        "  3   Ember  ",
        "- 3 Ember",
        "* 3 Ember",
        "\N{BULLET} 3 Ember",
        "3 Ember (SET) 12",
        "3 Ember (SET)",
        "3 Ember [SET:12]",
        "3 Ember [SET]",
        "3 Ember *F*",
        "3 Ember #best card",
        "3 Ember (SET) 12 *F* #best #tag",
        "[3] Ember (SET) 12",
        "Ember x3 (SET) 12",
        "3 EMBER",
        "3 \N{ZERO WIDTH SPACE}Ember",
        "\ufeff3 Ember",
        "\u20663 Ember\u2069",
        "\u061c3 Ember",
        "\u00ad3 Ember",
        "3\ufe0f\u20e3 Ember",
        "\u20283 Ember",
        "3 Embre",
    ],
)
def test_parse_line_in_every_form(line: str) -> None:
    assert read(line) == [("ok", 3, "Ember")]


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_parse_line_ends_and_byte_order_mark_are_accepted(ends: str) -> None:
    text = "\ufeff" + ends.join(["Deck", "2 Ember", "", "Sideboard", "1 Tide", ""])
    parsed = parse(text, CARDS)
    assert [str(line.status) for line in parsed.lines] == ["section", "ok", "blank", "section", "ok"]
    assert [(entry.card.name, entry.section, entry.lines) for entry in parsed.deck.entries] == [
        ("Ember", Section.MAIN, (2,)),
        ("Tide", Section.SIDEBOARD, (5,)),
    ]


@pytest.mark.parametrize(
    "line", ["// 3 Ember", "# 3 Ember", "; 3 Ember", "> 3 Ember", "-----", "=====", "#", "// " + "long " * 99]
)
def test_parse_comments_are_ignored(line: str) -> None:
    assert read(line) == [("comment", 0, None)]


@pytest.mark.parametrize(
    ("line", "section"),
    [
        ("Deck", Section.MAIN),
        ("DECK:", Section.MAIN),
        ("Main", Section.MAIN),
        ("Mainboard (60)", Section.MAIN),
        ("Main Deck: 60 cards", Section.MAIN),
        ("== Deck ==", Section.MAIN),
        ("**Main Deck (60 cards)**", Section.MAIN),
        ("Sideboard", Section.SIDEBOARD),
        ("Sideboard (15):", Section.SIDEBOARD),
        ("sideboard: 15", Section.SIDEBOARD),
        ("Champions", Section.MAIN),
        ("Blessings:", Section.MAIN),
        ("Actions [30]", Section.MAIN),
        ("Troops (12)", Section.MAIN),
    ],
)
def test_parse_section_headings(line: str, section: Section) -> None:
    parsed = parse(f"{line}\n2 Ember", CARDS)
    assert [(line.status, line.section) for line in parsed.lines] == [
        (LineStatus.SECTION, section),
        (LineStatus.OK, section),
    ]


def test_group_heading_continues_its_section() -> None:
    parsed = parse("Sideboard\nTroops\n1 Ember\nMain\nTroops\n2 Tide", CARDS)
    assert [(entry.card.name, entry.section) for entry in parsed.deck.entries] == [
        ("Tide", Section.MAIN),
        ("Ember", Section.SIDEBOARD),
    ]


def test_sideboard_prefix_does_not_open_section() -> None:
    parsed = parse("SB: 2 Ember\nsb:1 Tide\n3 Ember", CARDS)
    assert [(entry.card.name, entry.quantity, entry.section) for entry in parsed.deck.entries] == [
        ("Ember", 3, Section.MAIN),
        ("Ember", 2, Section.SIDEBOARD),
        ("Tide", 1, Section.SIDEBOARD),
    ]


def test_names_that_look_like_numbers_or_headings_are_names() -> None:
    assert read("2 Fire (Elder)\nFire (Elder)\n8 Ball\n2 8 Ball\nChampions of Salt") == [
        ("ok", 2, "Fire (Elder)"),
        ("ok", 1, "Fire (Elder)"),
        ("ok", 1, "8 Ball"),
        ("ok", 2, "8 Ball"),
        ("ok", 1, "Champions of Salt"),
    ]
    assert [line.set_code for line in parse("2 Fire (Elder)\n2 Fire (Elder) (SET) 3", CARDS).lines] == ["", "(SET) 3"]


def test_repeated_lines_are_added_up_by_section() -> None:
    parsed = parse("2 Ember\n1 Tide\nx3 embre\nSB: 1 Ember", CARDS)
    assert [(entry.quantity, entry.card.name, entry.lines) for entry in parsed.deck.entries] == [
        (5, "Ember", (1, 3)),
        (1, "Tide", (2,)),
        (1, "Ember", (4,)),
    ]
    assert [card.name for card in parsed.deck.cards()] == ["Ember"] * 5 + ["Tide"]


@pytest.mark.parametrize(
    ("line", "code", "message"),
    [
        ("0 Ember", "quantity", "0 copies: write how many there are, 1 to 99, or delete the line"),
        ("100 Ember", "quantity", "100 copies is out of range: write a number from 1 to 99"),
        ("100 Nobody", "quantity", "100 copies is out of range: write a number from 1 to 99"),
        ("-1 Ember", "quantity", "copies are counted in whole numbers from 1 to 99, like 3 8 Ball"),
        ("1.5 Ember", "quantity", "copies are counted in whole numbers from 1 to 99, like 3 8 Ball"),
        ("1/2 Ember", "quantity", "copies are counted in whole numbers from 1 to 99, like 3 8 Ball"),
        ("2 Ember x3", "quantity", "two numbers of copies, 2 and 3: write one"),
        (
            "12",
            "unreadable-line",
            NO_NAME,
        ),
        (
            "???",
            "unreadable-line",
            NO_NAME,
        ),
        (
            "SB:",
            "unreadable-line",
            NO_NAME,
        ),
        ("e" * 201, "unreadable-line", "201 characters on one line: write one card a line, like 3 8 Ball"),
    ],
)
def test_unreadable_lines_are_reported(line: str, code: str, message: str) -> None:
    (answer,) = parse(line, CARDS).lines
    assert (answer.status, answer.code, answer.message) == (LineStatus.UNREADABLE, code, message)
    assert (answer.quantity, answer.card) == (0, None)
    assert len(answer.text) <= MAX_LINE_LENGTH


def test_unknown_name_is_reported_and_not_replaced() -> None:
    parsed = parse("2 Embers\n1 Flame Caler (SET) 4\n3 Qwzx", CARDS)
    assert parsed.deck.entries == ()
    assert [(line.quantity, line.name, line.suggestions, line.message) for line in parsed.unknown] == [
        (2, "Embers", ("Ember",), "no card is called \u201cEmbers\u201d: did you mean Ember?"),
        (1, "Flame Caler", ("Flame Caller",), "no card is called \u201cFlame Caler\u201d: did you mean Flame Caller?"),
        (3, "Qwzx", (), "no card is called \u201cQwzx\u201d: no name is close to it; check the spelling"),
    ]


def test_partial_name_is_unknown_even_with_one_match() -> None:
    (line,) = parse("2 Flame", CARDS).lines
    assert (line.status, line.suggestions) == (LineStatus.UNKNOWN, ("Flame Caller",))


def test_partial_name_lists_all_matches() -> None:
    from rules.decks import Catalogue
    from tests.rules.decks.decks import Piece

    heralds = Catalogue([Piece(f"{kind} Herald") for kind in ("Ant", "Bee", "Cat", "Dog")] + [Piece("Heraldry")], {})
    (line,) = parse("2 herald", heralds).lines
    assert line.suggestions == ("Ant Herald", "Bee Herald", "Cat Herald", "Dog Herald", "Heraldry")
    assert line.message == (
        "\u201cherald\u201d is not a whole name; it fits Ant Herald, Bee Herald, Cat Herald, Dog Herald or Heraldry: "
        "write the whole name"
    )


def test_line_to_json_has_all_fields() -> None:
    parsed = parse("Deck\n2 spark\n1 Embers", CARDS)
    assert [line.to_json() for line in parsed.lines] == [
        {
            "line": 1,
            "text": "Deck",
            "status": "section",
            "section": "main",
            "quantity": 0,
            "card": None,
            "cost": None,
            "alignments": [],
            "suggestions": [],
            "message": "",
        },
        {
            "line": 2,
            "text": "2 spark",
            "status": "ok",
            "section": "main",
            "quantity": 2,
            "card": "Spark",
            "cost": 0,
            "alignments": ["Red"],
            "suggestions": [],
            "message": "",
        },
        {
            "line": 3,
            "text": "1 Embers",
            "status": "unknown",
            "section": "main",
            "quantity": 1,
            "card": None,
            "cost": None,
            "alignments": [],
            "suggestions": ["Ember"],
            "message": "no card is called \u201cEmbers\u201d: did you mean Ember?",
        },
    ]


def test_lines_after_the_maximum_are_reported_as_unread() -> None:
    parsed = parse("1 Ember\n" * (MAX_LINES + 5), CARDS)
    assert len(parsed.lines) == MAX_LINES + 1
    assert parsed.lines[-1].code == "too-long"
    assert parsed.deck.main[0].quantity == MAX_LINES


def test_parse_empty_text_is_empty() -> None:
    for text in ("", "\n\n", "// only words\nDeck\n", "\ufeff"):
        parsed = parse(text, CARDS)
        assert parsed.is_empty
        assert parsed.deck.entries == ()
    assert not parse("???", CARDS).is_empty


@pytest.mark.parametrize(
    "line",
    ["a" + " " * 197 + "(", "(" * 200, "3 x " * 50, "x3 " * 60 + "!", "# " * 100, "a #" * 60, "[" * 100 + "]" * 100],
)
def test_parse_hostile_lines_ends(line: str) -> None:
    """A pattern that tried every way to split such a line would not come back at all."""
    parsed = parse(f"{line}\n" * 50, CARDS)
    assert [answer.text for answer in parsed.lines] == [line] * 50


@given(st.text(max_size=300))
def test_parse_any_text_has_one_result_per_line(text: str) -> None:
    parsed = parse(text, CARDS)
    assert [line.number for line in parsed.lines] == list(range(1, len(parsed.lines) + 1))
    for line in parsed.lines:
        assert (line.card is not None) == (line.status is LineStatus.OK)
        assert (line.message != "") == (line.status in {LineStatus.UNKNOWN, LineStatus.UNREADABLE})
        assert line.quantity <= MAX_QUANTITY
    assert sum(entry.quantity for entry in parsed.deck.entries) == sum(
        line.quantity for line in parsed.lines if line.card is not None
    )
