"""Import of a wiki page with footnote numbers: joined lines, levels and findings."""

from collections import Counter
from pathlib import Path

import pytest

from rules.rulebooks.importer import LOST_SYMBOL, FindingKind, ImportedDocument, UnitKind, get_profile, import_document
from tests.rules.rulebooks.importer.test_any_document import left_out, lines_of

PAGE = """\
A page

From the pond

Card Parts

Cost

X-cost

  • A frog *leaps* for * flies, or [thing]. [1]

Frogs

Fregs is a word that ponds can have. It means:

A frog croaks. [2]

[FROG EFFECT] depends on the frog.

  • A frog looks at: [3]
    1. The sky. [4]
    2. The sea, equal to their to the sky. [6]
  • Two frogs decide:
    1. The greener one. [7]
    2. The older one. [8]
  • Frogs sleep. [9]

Some ponds are deep, except that:

They are dry.
They are full.

[10]

Newts

Keywords

Swim

Works so for all:

  • Newts: they swim. [11]
  • Frogs: they do not. [11]

Official documents

Keywords
"""
READ = import_document(PAGE.encode(), get_profile("hex"))


def test_import_footnotes_give_rule_ids_and_paths_give_title_ids():
    assert [(unit.id, unit.kind.value, unit.parent) for unit in READ.units] == [
        ("front", "front", None),
        ("UR:card-parts", "section", None),
        ("UR:card-parts/cost", "section", "UR:card-parts"),
        ("UR:card-parts/cost/x-cost", "section", "UR:card-parts/cost"),
        ("UR:1", "rule", "UR:card-parts/cost/x-cost"),
        ("UR:card-parts/frogs", "section", "UR:card-parts"),
        ("UR:2", "rule", "UR:card-parts/frogs"),
        ("UR:3", "rule", "UR:card-parts/frogs"),
        ("UR:4", "rule", "UR:3"),
        ("UR:6", "rule", "UR:3"),
        ("UR:7", "rule", "UR:card-parts/frogs"),
        ("UR:8", "rule", "UR:7"),
        ("UR:9", "rule", "UR:card-parts/frogs"),
        ("UR:10", "rule", "UR:card-parts/frogs"),
        ("UR:card-parts/newts", "section", "UR:card-parts"),
        ("UR:keywords", "section", None),
        ("UR:keywords/swim", "section", "UR:keywords"),
        ("UR:11[1]", "rule", "UR:keywords/swim"),
        ("UR:11[2]", "rule", "UR:keywords/swim"),
        ("back", "back", None),
    ]
    assert READ.by_id["UR:2"].number == READ.by_id["UR:2"].printed == "2"


def test_import_marks_are_part_of_text():
    assert READ.by_id["UR:1"].text == "- A frog *leaps* for * flies, or [thing]."


def test_import_lines_without_footnote_join_neighbours():
    assert READ.by_id["UR:2"].text.split("\n\n") == [
        "Fregs is a word that ponds can have. It means:",
        "A frog croaks.",
        "[FROG EFFECT] depends on the frog.",
    ]
    assert READ.by_id["UR:7"].text == "- Two frogs decide:\n\n- 1. The greener one."
    assert [passage.text for passage in READ.by_id["UR:10"].passages] == [
        "Some ponds are deep, except that:",
        "They are dry.",
        "They are full.",
    ]
    assert READ.by_id["UR:11[1]"].text == "Works so for all:\n\n- Newts: they swim."


def test_import_findings_are_reported():
    assert [(finding.kind, finding.unit, finding.line) for finding in READ.findings] == [
        (FindingKind.SPELLING, "UR:2", 15),
        (FindingKind.SKIPPED, "UR:6", 23),
        (FindingKind.SYMBOL, "UR:6", 23),
        (FindingKind.TWICE, "UR:11[2]", 45),
        (FindingKind.LEFT_OUT, "back", 47),
    ]
    assert READ.by_id["UR:6"].text == f"- 2. The sea, equal to their {LOST_SYMBOL} to the sky."


def test_import_puts_every_line_in_one_unit_with_its_words():
    assert lines_of(READ) == list(range(1, len(PAGE.splitlines()) + 1))
    assert left_out(READ, PAGE) == []


def test_import_text_without_rule_stays_with_title():
    read = import_document(b"Card Parts\n\nThe following:\n\nZones\n\n  x [1]", get_profile("hex"))
    assert read.by_id["UR:card-parts"].text == "The following:"
    assert read.by_id["UR:1"].path == ("Zones",)


@pytest.fixture(scope="module")
def source(shared_dir: Path) -> str:
    return next((shared_dir / "seeds").glob("002*")).read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def printed(source: str) -> ImportedDocument:
    return import_document(source.encode(), get_profile("hex"))


@pytest.mark.shared
def test_import_of_printed_rulebook_is_complete(printed: ImportedDocument, source: str):
    assert [unit.number for unit in printed.rules] == [str(n) for n in range(1, 244) if n not in (120, 121, 122)]
    assert Counter(unit.kind for unit in printed.units) == {
        UnitKind.RULE: 240,
        UnitKind.SECTION: 86,
        UnitKind.FRONT: 1,
        UnitKind.BACK: 1,
    }
    depths = Counter(len(unit.path) for unit in printed.units if unit.kind is UnitKind.SECTION)
    assert depths == {0: 6, 1: 73, 2: 6, 3: 1}
    lines = source.removesuffix("\n").split("\n")
    assert lines_of(printed) == list(range(1, len(lines) + 1))
    assert left_out(printed, "\n".join(lines)) == []


@pytest.mark.shared
def test_import_findings_of_printed_rulebook_are_known(printed: ImportedDocument):
    assert [(finding.kind, finding.unit) for finding in printed.findings] == [
        (FindingKind.SYMBOL, "UR:18"),
        (FindingKind.SKIPPED, "UR:123"),
        (FindingKind.SPELLING, "UR:221"),
        (FindingKind.LEFT_OUT, "back"),
    ]
    assert printed.findings[1].message == "120 to 122 are left out before 123."


@pytest.mark.shared
def test_import_of_printed_rulebook_joins_passages(printed: ImportedDocument):
    passages = {unit.number: len(unit.passages) for unit in printed.rules}
    assert {number: count for number, count in passages.items() if count > 1} == {
        **dict.fromkeys(("117", "137", "139", "142", "151", "157", "163", "171", "180", "183"), 2),
        **dict.fromkeys(("191", "196", "199", "207", "211", "213", "215", "219", "221", "224", "227"), 2),
        **dict.fromkeys(("233", "236"), 2),
        **dict.fromkeys(("144", "159", "188", "201"), 3),
        "93": 9,
    }
    below = {unit.number: unit.parent for unit in printed.rules if (unit.parent or "").split(":")[1].isdigit()}
    assert below == {
        "3": "UR:2", "8": "UR:7", "9": "UR:7", "10": "UR:7", "29": "UR:28", "33": "UR:32", "35": "UR:34",
        "36": "UR:34", "80": "UR:79", "81": "UR:79", "115": "UR:114", "129": "UR:128", "138": "UR:137",
    }  # fmt: skip


@pytest.mark.shared
def test_import_twice_gives_the_same_units(printed: ImportedDocument, source: str):
    assert import_document(source.encode(), get_profile("hex")) == printed
    other_ends = source.replace("\n", "\r\n").encode()
    assert import_document(other_ends, get_profile("hex")).source_hash == printed.source_hash
