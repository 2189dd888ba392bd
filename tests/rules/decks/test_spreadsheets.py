"""Lists from spreadsheets: common exports round-trip, and every text has a result."""

import csv
import io
from dataclasses import dataclass
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.decks import Catalogue, Decklist, DeckReport, Entry, LineStatus, Section, decode, parse, replace_name
from rules.decks.decklist import merge_entries
from rules.decks.spreadsheets import MAX_JOINED, parse_copies
from rules.epic.cards import CATALOGUE
from rules.epic.formats import FORMATS
from tests.rules.decks.decks import ON, SMALL, Piece

TRAPS = Catalogue(
    [
        Piece("Ember"),
        Piece("Angel, Silver Wing"),
        Piece("Angel"),
        Piece("Silver Wing"),
        Piece("Krieg, Dark One's Chosen"),
        Piece("8 Ball"),
        Piece("1984"),
        Piece("2, Rue"),
        Piece('The "Old" Man'),
        Piece("Fire (Elder)"),
        Piece("Chomp!"),
        Piece("Count"),
        Piece("Total"),
        Piece("Raging T-Rex"),
        Piece("L'\N{LATIN CAPITAL LETTER E WITH ACUTE}tang"),
        Piece("A Set of Five"),
    ],
    {"Embre": "Ember"},
    ["Troops"],
)

HEADS = {
    "name": ("Name", "name", "Card", "Card Name", "card_name", "CARD NAME", "Cardname", "Karte"),
    "count": ("Quantity", "Qty", "Count", "count", "Copies", "Amount", "Total Qty", "Qty.", "Anzahl", "#"),
}
OTHERS = {
    "Set": ("BASE", "Uprising, Tyrants", "", "12"),
    "Set Code": ("TYR", "3", "PAN"),
    "Number": ("1", "117", "3", "12a"),
    "Collector Number": ("7", "99"),
    "Condition": ("Near Mint", "NM"),
    "Purchase Price": ("1.50", "0,20", ""),
    "Tradelist Count": ("0", "4"),
    "Foil": ("", "foil", "false"),
    "": ("", "."),
}


@dataclass(frozen=True)
class Dialect:
    """One way in which programs write tables."""

    delimiter: str
    quoting: Literal[0, 1, 2]
    ends: str
    mark: bool
    says_separator: bool
    name_first: bool
    heads: tuple[str, str] | None
    others: tuple[str, ...]
    sideboard: str
    titled: str


@st.composite
def dialects(draw: st.DrawFn) -> Dialect:
    titled = draw(st.booleans())
    heads = (draw(st.sampled_from(HEADS["count"])), draw(st.sampled_from(HEADS["name"]))) if titled else None
    others = draw(st.lists(st.sampled_from(sorted(OTHERS)), max_size=4, unique=True)) if titled else []
    return Dialect(
        delimiter=draw(st.sampled_from(",;\t")),
        quoting=draw(st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL, csv.QUOTE_NONNUMERIC])),
        ends=draw(st.sampled_from(["\n", "\r\n", "\r"])),
        mark=draw(st.booleans()),
        says_separator=draw(st.booleans()),
        name_first=draw(st.booleans()),
        heads=heads,
        others=tuple(others),
        sideboard=draw(
            st.sampled_from(["heading", "padded heading", "Board", "Sideboarded"] if titled else ["heading"])
        ),
        titled=draw(st.sampled_from(["", "// Exported", "\n"])) if titled else "",
    )


def written(deck: Decklist[Piece], dialect: Dialect, extra: st.DataObject) -> bytes:
    """Return the list as a file of the dialect."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter=dialect.delimiter, quoting=dialect.quoting, lineterminator=dialect.ends)
    if dialect.says_separator:
        out.write(f"sep={dialect.delimiter}{dialect.ends}")
    if dialect.titled:
        out.write(dialect.titled.strip() + dialect.ends)
    column = dialect.sideboard if dialect.sideboard in ("Board", "Sideboarded") else ""

    def row(count: object, name: str, others: list[str], side: str) -> list[object]:
        pair = [name, count] if dialect.name_first else [count, name]
        return [*others[:2], *pair, *others[2:], *([side] if column else [])]

    if dialect.heads:
        writer.writerow(row(*dialect.heads, list(dialect.others), column))
    for section in (Section.MAIN, Section.SIDEBOARD):
        if section is Section.SIDEBOARD and not column and deck.sideboard:
            if dialect.sideboard == "heading":
                out.write(f"Sideboard{dialect.ends}")
            else:
                writer.writerow(["Sideboard", *[""] * (1 + len(dialect.others))])
        for entry in deck.section(section):
            others = [extra.draw(st.sampled_from(OTHERS[name])) for name in dialect.others]
            side = {"Board": {Section.MAIN: "main", Section.SIDEBOARD: "side"}}.get(
                column, {Section.MAIN: "No", Section.SIDEBOARD: "Yes"}
            )[section]
            writer.writerow(row(entry.quantity, entry.card.name, others, side))
    return (b"\xef\xbb\xbf" if dialect.mark else b"") + out.getvalue().encode()


def lists_of(cards: Catalogue[Piece]) -> st.SearchStrategy[Decklist[Piece]]:
    entry = st.builds(
        Entry, card=st.sampled_from(list(cards)), quantity=st.integers(1, 99), section=st.sampled_from(cards.parts)
    )
    return st.lists(entry, min_size=1, max_size=10, unique_by=lambda each: (each.card.name, each.section)).map(
        merge_entries
    )


@given(lists_of(TRAPS), dialects(), st.data())
def test_table_in_any_dialect_round_trips(deck: Decklist[Piece], dialect: Dialect, extra: st.DataObject) -> None:
    text = decode(written(deck, dialect, extra))
    parsed = parse(text, TRAPS)
    assert [(line.text, line.message) for line in parsed.lines if line.message] == []
    assert parsed.deck == deck
    report = SMALL.check(parsed, ON)
    named = [name for name in dialect.others if name]
    message = [warning.message for warning in report.warnings if warning.code == "columns"]
    assert [name in "".join(message) for name in named] == [True] * len(named)


@given(
    st.lists(
        st.tuples(st.integers(1, 3), st.sampled_from(CATALOGUE.names)), min_size=1, unique_by=lambda pair: pair[1]
    ),
    dialects(),
    st.data(),
)
def test_epic_list_in_any_dialect_round_trips(
    pairs: list[tuple[int, str]], dialect: Dialect, extra: st.DataObject
) -> None:
    deck = merge_entries(Entry(CATALOGUE.card(name), quantity) for quantity, name in pairs)
    parsed = parse(decode(written(deck, dialect, extra)), CATALOGUE)  # type: ignore[arg-type]  # the writer reads names only
    assert parsed.deck == deck
    full = FORMATS["full-constructed"]
    plain = parse("".join(f"{quantity} {name}\n" for quantity, name in pairs), CATALOGUE)
    assert judged(full.check(parsed, ON)) == judged(full.check(plain, ON))


def judged(report: DeckReport) -> list[tuple[str, str | None]]:
    return [(problem.code, problem.card) for problem in report.problems]


def read(text: str) -> list[tuple[int, str]]:
    """Return the list that a text gives, without its sections; there must be nothing wrong with it."""
    parsed = parse(text, TRAPS)
    assert [(line.number, line.message) for line in parsed.lines if line.message] == []
    return [(entry.quantity, entry.card.name) for entry in parsed.deck.entries]


@pytest.mark.parametrize(
    "text",
    [
        (
            "Count,Tradelist Count,Name,Edition,Condition,Language,Foil,Tags,Collector Number,Price\n"
            '3,0,Ember,Base,Near Mint,English,,,12,1.20\n1,4,"Angel, Silver Wing",Base,Near Mint,English,,,3,0.10\n'
        ),
        (
            "Quantity,Name,Simple Name,Set,Card Number,Set Code,Printing\n3,Ember,Embr,Base,1,B,Normal\n"
            '1,"Angel, Silver Wing",Angel,Base,3,B,Normal\n'
        ),
        'Board,Qty,Name,Printing,Foil\nmain,3,Ember,000,\nmain,1,"Angel, Silver Wing",000,\n',
        (
            '"Card Name","Quantity","ID #","Rarity","Set","Collector #","Premium","Sideboarded"\n'
            '"Ember","3","1","R","B","1/100","No","No"\n"Angel, Silver Wing","1","2","R","B","2/100","No","No"\n'
        ),
        "amount,card_name,is_foil,set_code,collector_number,comment\n3,Ember,0,B,1,\n1,Angel, Silver Wing,0,B,3,\n",
        (
            "Name,Set code,Set name,Collector number,Foil,Rarity,Quantity\nEmber,B,Base,1,normal,rare,3\n"
            '"Angel, Silver Wing",B,Base,2,normal,rare,1\n'
        ),
        "Folder Name;Quantity;Trade Quantity;Card Name;Set Code\nMine;3;0;Ember;B\nMine;1;0;Angel, Silver Wing;B\n",
        "Name;Number\nEmber;3\nAngel, Silver Wing;1\n",
        "name,count\nEmber,3\nAngel, Silver Wing,1\n",
        "count,name\n3,Ember\n1,Angel, Silver Wing\n",
        "Ember,3\nAngel, Silver Wing,1\n",
        '"Ember","3","BASE","12"\n"Angel, Silver Wing","1","BASE","13"\n',
        "BASE;3;Ember;\nBASE;1;Angel, Silver Wing;\n",
        "Card\tQty\tSet\nEmber\t3.0\t\nAngel, Silver Wing\t1.0\t\nTotals\t4\t\n",
        'Qty,Karta,Typ\n3x,Ember,troop\nx1,"Angel, Silver Wing",troop\n',
        "My list\n\nCount,Name\n3,Ember\n\n1,Angel, Silver Wing\n".replace("My list", "// My list"),
    ],
)
def test_exports_of_programs_are_read(text: str) -> None:
    for ends in ("\n", "\r\n"):
        assert read(text.replace("\n", ends)) == [(3, "Ember"), (1, "Angel, Silver Wing")]


def test_name_split_at_comma_is_joined_if_it_is_a_card() -> None:
    assert read("name,count\nAngel, Silver Wing,1\nAngel,2\nKrieg, Dark One's Chosen,3\n2, Rue,1\n") == [
        (1, "Angel, Silver Wing"),
        (2, "Angel"),
        (3, "Krieg, Dark One's Chosen"),
        (1, "2, Rue"),
    ]
    assert read("1984,3\n8 Ball,2\n") == [(3, "1984"), (2, "8 Ball")]
    assert read("3,1984\n2,8 Ball\n") == [(3, "1984"), (2, "8 Ball")]


def test_number_column_with_set_column_is_collector_number() -> None:
    parsed = parse("Name,Set,Number\nEmber,B,3\nChomp!,B,117\n", TRAPS)
    assert [(entry.quantity, entry.card.name) for entry in parsed.deck.entries] == [(1, "Ember"), (1, "Chomp!")]
    assert [(each.code, each.lines, each.message) for each in SMALL.check(parsed, ON).warnings] == [
        (
            "columns",
            (1,),
            (
                "\u201cSet\u201d and \u201cNumber\u201d were ignored: a list needs only names and numbers of copies; "
                "no column gives the number of copies: every line was read as one copy"
            ),
        )
    ]


def test_unnamed_columns_are_reported_by_number() -> None:
    parsed = parse("Ember,3,BASE,,12\nChomp!,1,BASE,,13\n", TRAPS)
    assert parsed.columns == "column 3 and column 5 were ignored: a list needs only names and numbers of copies"
    assert parsed.columns_line == ()


def test_table_with_section_column_is_read() -> None:
    parsed = parse("Count,Name,Board\n2,Ember,main\n1,Chomp!,sideboard\n1,1984,maybe\n1,Total,Troops\n", TRAPS)
    assert [(entry.card.name, entry.section) for entry in parsed.deck.entries] == [
        ("Ember", Section.MAIN),
        ("Total", Section.MAIN),
        ("Chomp!", Section.SIDEBOARD),
    ]
    assert [(line.number, line.message) for line in parsed.lines if line.message] == [
        (4, "\u201cmaybe\u201d in the column \u201cBoard\u201d is neither deck nor sideboard: say which, or delete it")
    ]


@pytest.mark.parametrize(
    ("row", "code", "message"),
    [
        ("Ember,", "quantity", "the column \u201cQty\u201d says nothing: write a whole number of copies from 1 to 99"),
        (
            "Ember,few",
            "quantity",
            "the column \u201cQty\u201d says \u201cfew\u201d: write a whole number of copies from 1 to 99",
        ),
        (
            "Ember,-1",
            "quantity",
            "the column \u201cQty\u201d says \u201c-1\u201d: write a whole number of copies from 1 to 99",
        ),
        (
            'Ember,"1,5"',
            "quantity",
            "the column \u201cQty\u201d says \u201c1,5\u201d: write a whole number of copies from 1 to 99",
        ),
        ("Ember,0", "quantity", "0 copies: write how many there are, 1 to 99, or delete the line"),
        ("Ember,100", "quantity", "100 copies is out of range: write a number from 1 to 99"),
        (",3", "unreadable-line", "there is no name in the column \u201cCard\u201d: write the card's name there"),
        ("Embers,3", "unknown-card", "no card is called \u201cEmbers\u201d: did you mean Ember?"),
        ('"Embers",3', "unknown-card", "no card is called \u201cEmbers\u201d: did you mean Ember?"),
    ],
)
def test_unreadable_rows_report_expected_form(row: str, code: str, message: str) -> None:
    parsed = parse(f"Card,Qty\nChomp!,2\n{row}\n", TRAPS)
    assert [(line.number, line.code, line.message) for line in parsed.lines if line.message] == [(3, code, message)]


def test_table_with_unknown_names_reports_names_only() -> None:
    parsed = parse("Embers,3\nChmop,1\n", TRAPS)
    assert [(line.name, line.quantity) for line in parsed.unknown] == [("Embers", 3), ("Chmop", 1)]


def test_plain_lists_are_not_read_as_tables() -> None:
    assert read("3 Ember\n1 Angel, Silver Wing\nAngel\n2, Rue\n3,Chomp!\n") == [
        (3, "Ember"),
        (1, "Angel, Silver Wing"),
        (1, "Angel"),
        (1, "2, Rue"),
        (3, "Chomp!"),
    ]
    assert parse("3 Ember\n1 Angel, Silver Wing\n", TRAPS).columns == ""


def test_cell_with_line_ends_spans_several_lines() -> None:
    text = 'Count,Name,Text\n2,Ember,"one\n\nthree"\n1,Chomp!,"never closed\n3,1984,x\n'
    parsed = parse(text, TRAPS)
    assert [(line.number, str(line.status)) for line in parsed.lines] == [
        (1, "comment"),
        (2, "ok"),
        (3, "comment"),
        (4, "comment"),
        (5, "ok"),
        (6, "ok"),
    ]
    assert [(entry.quantity, entry.card.name) for entry in parsed.deck.entries] == [
        (2, "Ember"),
        (1, "Chomp!"),
        (3, "1984"),
    ]
    assert MAX_JOINED > 3


@pytest.mark.parametrize(
    ("text", "number", "name", "after"),
    [
        ("name,count\nAngle,1\n", 2, "Angel", "name,count\nAngel,1\n"),
        ("name,count\nAngel Silver Wng,1\n", 2, "Angel, Silver Wing", "name,count\nAngel, Silver Wing,1\n"),
        ("2 Embers\r\n1 Chmop\r\n", 2, "Chomp!", "2 Embers\r\n1 Chomp!\r\n"),
        ("2 Embers\x0b\n1 Chmop\u2028\n", 2, "Chomp!", "2 Embers\x0b\n1 Chomp!\u2028\n"),
        ('"Embers";3\r1984;1', 1, "Ember", '"Ember";3\r1984;1'),
        ('"Embers";3;x', 1, "Ember", '"Ember";3;x'),
        ("2 Embers", 1, "Chomp!", "2 Embers"),
        ("2 Embers", 7, "Ember", "2 Embers"),
    ],
)
def test_replace_name_puts_suggestion_in_place(text: str, number: int, name: str, after: str) -> None:
    assert replace_name(text, number, name, TRAPS) == after


def test_replace_name_with_comma_is_quoted() -> None:
    text = "Name,Count,Set\nAngel Silver Wng,1,B,x\n"
    changed = replace_name(text, 2, "Angel, Silver Wing", TRAPS)
    assert read(changed) == [(1, "Angel, Silver Wing")]


def test_parse_copies_accepts_common_forms() -> None:
    assert [parse_copies(text) for text in ("3", " 3 ", "3x", "x3", "3.0", "3,00", "03")] == [3] * 7
    assert [parse_copies(text) for text in ("", "-3", "3.5", "three", "3 4", "\N{SUPERSCRIPT TWO}")] == [None] * 6


CELLS = st.sampled_from(
    ["3", "Ember", "Angel, Silver Wing", '"', '""', ",", ";", "\t", "\n", "\r", "Name", "Count", "Set", "sep=;", "0",
     "Sideboard", "#", "//", "1984", " ", "x", "=", "Total", "Board", "maybe", "\x00", "\ufeff", "9" * 30]
)  # fmt: skip


@given(st.one_of(st.text(max_size=200), st.lists(CELLS, max_size=60).map("".join)))
def test_parse_any_table_has_one_result_per_line_and_round_trips(text: str) -> None:
    parsed = parse(text, TRAPS)
    assert [line.number for line in parsed.lines] == list(range(1, len(parsed.lines) + 1))
    for line in parsed.lines:
        assert (line.card is not None) == (line.status is LineStatus.OK)
        assert (line.message != "") == (line.status in {LineStatus.UNKNOWN, LineStatus.UNREADABLE})
    SMALL.check(parsed, ON)
    for line in parsed.unknown:
        for name in line.suggestions:
            again = parse(replace_name(text, line.number, name, TRAPS), TRAPS)
            assert len(again.lines) == len(parsed.lines)


@pytest.mark.parametrize("line", ['"' * 199, ',"' * 99, '"a,' * 66, "a," * 99 + "3", ";" * 200, "\t3" * 90, "sep=,"])
def test_parse_hostile_table_ends(line: str) -> None:
    parsed = parse(f"Count,Name\n{line}\n" + f"{line}\n" * 100, TRAPS)
    assert len(parsed.lines) == 102
