"""The lists of the fixtures in the formats of spreadsheets, exports and notes are read equally."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rules.decks import LineStatus, ParsedDeck, parse
from rules.epic.cards import CATALOGUE

LISTS = sorted((Path(__file__).parents[3] / "fixtures" / "decks").glob("*.txt"))
Rows = list[tuple[int, str]]


def table(head: str, row: str, foot: str = "") -> Callable[[Rows], str]:
    """Return what writes a list with a line above, a line for each card, and a line that adds up."""

    def written(rows: Rows) -> str:
        lines = [row.format(at=at, count=count, name=name) for at, (count, name) in enumerate(rows, 1)]
        total = foot.format(total=sum(count for count, _ in rows))
        return "\n".join(line for line in (head, *lines, total) if line) + "\n"

    return written


DIALECTS = {
    "German, quoted": table('\ufeff"Anzahl";"Kartenname"', '"{count}";"{name}"', '"{total}";"Gesamt"'),
    "a head in unknown words": table("Karte;St\N{LATIN SMALL LETTER U WITH DIAERESIS}ck", "{name};{count}"),
    "a head in words of two meanings": table("Carte;Nombre", "{name};{count}"),
    "a head with signs": table("Card,# of Copies", "{name},{count}"),
    "what is owned and what is played": table("Card,Owned,In deck", "{name},9,{count}"),
    "numbered rows": table("", "{at},{name},{count}"),
    "a total without a name": table("Qty,Card", "{count},{name}", "{total},"),
    "a total in no table": table("", "{name},{count}", "Total,{total}"),
    "a total above": table("Qty,Card\n60,Main Deck", "{count},{name}"),
    "a title above the head": table("My Deck,,\n,,\nCount,Name,Cost", "{count},{name},1"),
    "empty lines above the head": table(",,,\n,,Count,Name", ",,{count},{name}"),
    "empty columns behind": table("", "{count},{name},,,"),
    "upright lines": table("| Name | Count |\n| :--- | ---: |", "| {name} | {count} |"),
    "upright lines alone": table("", "{count}|{name}"),
    "apostrophes": table("", "'{name}','{count}'"),
    "names alone under a head": lambda rows: "Name\n" + "".join(f"{name}\n" * count for count, name in rows),
    "columns of spaces": table("", "{name:<30}{count:>3}"),
    "one space": table("", "{name} {count}"),
    "a colon": table("", "{name}: {count}", "Total: {total}"),
    "a dash": table("", "{name} - {count}"),
    "brackets": table("", "{name} ({count})"),
    "brackets and a cross": table("", "{name} [x{count}]"),
}


def parsed_rows(parsed: ParsedDeck[Any]) -> list[tuple[int, str, str]]:
    return sorted((entry.quantity, entry.card.name, entry.section.value) for entry in parsed.deck.entries)


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("dialect", DIALECTS)
def test_lists_in_every_dialect_read_equally(dialect: str, ends: str) -> None:
    assert len(LISTS) > 5
    for path in LISTS:
        plain = parse(path.read_text(encoding="utf-8"), CATALOGUE)
        rows = [(entry.quantity, entry.card.name) for entry in plain.deck.entries if entry.section.value == "main"]
        text = DIALECTS[dialect](rows)
        parsed = parse(text.replace("\n", ends), CATALOGUE)
        assert [(line.number, line.message) for line in parsed.lines if line.message] == []
        assert parsed_rows(parsed) == sorted((count, name, "main") for count, name in rows)


def test_card_line_above_table_is_not_a_title() -> None:
    parsed = parse("3 Knog\nMy Deck\nName,Count\nKong,3\n", CATALOGUE)
    assert [line.status for line in parsed.lines] == [
        LineStatus.UNKNOWN,
        LineStatus.COMMENT,
        LineStatus.COMMENT,
        LineStatus.OK,
    ]


def test_number_alone_is_total_only_at_end_and_if_it_adds_up() -> None:
    for text in ("3 Kong\n3\n", "9 Kong\n3 Plague\n11\n", "9 Kong\n3 Plague\n12\n1 Muse\n"):
        assert [line.code for line in parse(text, CATALOGUE).lines if line.message] == ["unreadable-line"]
    assert parse("9 Kong\n3 Plague\n12\n", CATALOGUE).lines[-1].status is LineStatus.COMMENT


def test_misspelt_name_in_table_is_reported_at_its_line() -> None:
    parsed = parse("Karte;St\N{LATIN SMALL LETTER U WITH DIAERESIS}ck\nKnog;3\nPlague;2\nMuse;3\nSumme;8\n", CATALOGUE)
    assert [(line.number, line.suggestions[0]) for line in parsed.lines if line.message] == [(2, "Kong")]
