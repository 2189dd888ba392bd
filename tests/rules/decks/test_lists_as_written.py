"""Decklists as people paste them: every card is read, and every ignored line is reported by kind."""

import tomllib
from collections import Counter
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from rules.decks import LineStatus, Section, parse
from rules.epic.cards import CATALOGUE
from rules.epic.formats import FORMATS

ENTRIES = tomllib.loads(Path(__file__).with_name("lists_as_written.toml").read_text(encoding="utf-8"))["list"]
LISTS: dict[str, dict[str, Any]] = {entry["kind"]: entry for entry in ENTRIES}


def counts(text: str) -> dict[str, int]:
    """Return the parts of ``"3 Kong, 2 Lash"``, or ``"title 1"``, as numbers by name."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    return {
        **{name: int(number) for number, name in (part.split(" ", 1) for part in parts if part[0].isdigit())},
        **{name: int(number) for name, number in (part.rsplit(" ", 1) for part in parts if not part[0].isdigit())},
    }


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
@pytest.mark.parametrize("kind", LISTS)
def test_list_from_other_programs_has_its_cards_and_ignored_lines(kind: str, ends: str) -> None:
    entered = LISTS[kind]
    parsed = parse(entered["text"].replace("\n", ends), CATALOGUE)
    assert [(line.number, line.text, line.message) for line in parsed.lines if line.message] == []
    cards = {(entry.section, entry.card.name): entry.quantity for entry in parsed.deck.entries}
    right = {(Section.MAIN, name): number for name, number in counts(entered["main"]).items()}
    right |= {(Section.SIDEBOARD, name): number for name, number in counts(entered.get("sideboard", "")).items()}
    assert cards == right
    assert dict(Counter(line.ignored for line in parsed.lines if line.ignored)) == counts(entered.get("ignored", ""))
    assert {line.status for line in parsed.lines if line.ignored} <= {LineStatus.COMMENT}


def warnings(text: str) -> list[tuple[str, str, tuple[int, ...]]]:
    report = FORMATS["full-constructed"].check(parse(text, CATALOGUE), date(2017, 8, 20))
    return [(each.code, each.message, each.lines) for each in report.warnings]


def test_ignored_lines_are_reported_in_one_notice() -> None:
    text = "Humans by Ana\n// old\n3 Kong\nTotal: 3\nTotal: 3 cards\n# new\n"
    message = "not part of the list: 1 title (line 1), 2 comments (lines 2 and 6) and 2 totals (lines 4 and 5)"
    assert warnings(text) == [("ignored-lines", message, (1, 2, 4, 5, 6))]


def test_ignored_set_codes_are_reported_in_one_notice() -> None:
    text = "3 Kong (EPI) 5\n3 Lash (EPI) 6\n2 Rage [x]\n"
    message = "(EPI) 5 and 2 more notes after names were ignored: a deck needs only names and numbers"
    assert warnings(text) == [("set-code-ignored", message, (1, 2, 3))]


def test_misspelt_name_is_neither_title_nor_heading() -> None:
    text = "Knog\n3 Lash\n\nRagee\n2 Muse\n\nErasee (2)\n2 Feint\n"
    assert [line.number for line in parse(text, CATALOGUE).lines if line.status is LineStatus.UNKNOWN] == [1, 4, 7]


def test_names_without_number_are_no_headings() -> None:
    parsed = parse("Qwzx\nKong\nLash\n", CATALOGUE)
    assert [line.number for line in parsed.unknown] == [1]
