"""Import of a numbered document: tree, numbers, passages and findings."""

from datetime import date

import pytest

from rules.rulebooks.importer import FindingKind, Lookup, PassageKind, UnitKind, get_profile, import_document
from tests.rules.rulebooks.importer.documents import NUMBERED

EPIC = import_document(NUMBERED.encode(), get_profile("epic-complete"))
GENERIC = import_document(NUMBERED.encode(), get_profile("numbered"))


def passages(unit: str) -> list[tuple[str, str]]:
    return [(passage.kind.value, passage.text) for passage in EPIC.by_id[unit].passages]


def test_import_units_are_in_order():
    assert [unit.id for unit in EPIC.units] == [
        "front", "1", "1.0", "1.1[1]", "1.1[2]", "1.1.1", "1.1.2", "1.2", "1.2.1", "1.2.2", "1.2.2a", "2", "2.1",
        "2.1.1", "2.1.3[1]", "2.1.3[2]", "2.2", "2.2.1", "index/catching", "index/pebbles", "index/throwing",
        "index/winning",
    ]  # fmt: skip
    assert len(EPIC.rules) == 15
    assert EPIC.revised == date(2019, 5, 3)


def test_import_with_both_profiles_has_same_units():
    assert [(unit.id, unit.kind) for unit in GENERIC.units] == [(unit.id, unit.kind) for unit in EPIC.units]
    assert GENERIC.title == "RULES OF PEBBLES"
    assert GENERIC.source_hash != EPIC.source_hash


def test_import_units_have_kinds_and_titles():
    kinds = {unit.id: unit.kind for unit in EPIC.units}
    assert kinds["1"] is UnitKind.SECTION
    assert kinds["1.1[1]"] is UnitKind.RULE
    assert kinds["1.1[2]"] is UnitKind.HEADING
    assert kinds["index/pebbles"] is UnitKind.TERM
    assert EPIC.by_id["1.1[2]"].heading == "Winning"
    assert EPIC.by_id["1"].heading == "THE TABLE"


@pytest.mark.parametrize(
    ("unit", "parent"),
    [
        ("1", None),
        ("1.0", "1"),
        ("1.1[2]", "1"),
        ("1.1.1", "1.1[2]"),
        ("1.2.2a", "1.2.2"),
        ("2.1.3[1]", "2.1"),
        ("2.2.1", "2.2"),
        ("index/catching", None),
    ],
)
def test_import_units_have_parents(unit: str, parent: str | None):
    assert EPIC.by_id[unit].parent == parent


def test_import_misnumbered_rule_has_printed_number():
    unit = EPIC.by_id["2.2.1"]
    assert (unit.number, unit.printed) == ("2.2.1", "2.1.1")
    assert unit.path == ("PLAY", "Catching")


def test_import_passages_belong_to_rule():
    assert passages("1.1.1") == [
        ("paragraph", "A player wins if either:"),
        ("item", "they hold all pebbles, or"),
        ("item", "no other player is left."),
    ]
    assert passages("1.1.2") == [
        ("paragraph", "A player who loses says so."),
        ("example", 'Example: Ada has no pebble left. She says "I lost."'),
        ("paragraph", "See 1.1 for the rest."),
    ]
    assert passages("1.2.1") == [
        ("paragraph", "A pebble is **round**."),
        ("example", "For instance, a coin is no pebble."),
        ("example", "Ada's coin stays in her pocket."),
    ]
    assert passages("1.2.2") == [("paragraph", "A pebble has a weight."), ("note", "Note: no player weighs it.")]
    assert passages("1.2.2a") == [("paragraph", "Exception: A marble has none.")]


def test_paragraph_after_example_belongs_to_rule_by_default():
    assert GENERIC.by_id["1.2.1"].passages[-1].kind is PassageKind.PARAGRAPH


def test_reference_to_repeated_number_resolves_to_heading():
    lookup = Lookup(EPIC.units)
    assert [(found.words, found.target) for found in lookup.references(EPIC.by_id["1.1[1]"].text)] == [
        ("1.2", "1.2"),
        ("Section 2", "2"),
    ]
    assert [found.target for found in lookup.references("per rule 1.1")] == ["1.1[2]"]
    text = EPIC.by_id["2.1.3[2]"].text
    named = lookup.references(text)
    assert [(found.words, found.target) for found in named] == [("Throwing", "2.1"), ("Catching", "2.2")]
    assert [text[found.start : found.end] for found in named] == ["Throwing", "Catching"]


def test_findings_have_lines():
    lines = NUMBERED.splitlines()
    output = {(finding.kind, finding.unit): lines[finding.line - 1] for finding in EPIC.findings}
    assert output.keys() == {
        (FindingKind.TWICE, "1.1[2]"),
        (FindingKind.TWICE, "2.1.3[2]"),
        (FindingKind.SKIPPED, "2.1.3[1]"),
        (FindingKind.MISNUMBERED, "2.2.1"),
        (FindingKind.REFERENCE, "2.1.1"),
        (FindingKind.REFERENCE, "index/winning"),
        (FindingKind.INDEX, "index/catching"),
    }
    assert output[FindingKind.REFERENCE, "2.1.1"].startswith("2.1.1 A throw")
    assert output[FindingKind.MISNUMBERED, "2.2.1"].startswith("2.1.1 A catch")


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("1.1 One\n1.1.1 A rule that goes on as in\n1.1 above.\n1.1.2 Another.", ["1.1", "1.1.1", "1.1.2"]),
        ("**1.1** One\n- 1.1.1: A rule.\n§ 1.1.2 Another.", ["1.1", "1.1.1", "1.1.2"]),
        ("# SECTION 3: Things\n## 3.1. One\n### 3.1.1. A rule.", ["3", "3.1", "3.1.1"]),
        ("1.9 A\n1.10 B\n1.10.1 A rule.", ["1.9", "1.10", "1.10.1"]),
    ],
)
def test_import_other_number_forms_are_read(text: str, ids: list[str]):
    read = import_document(text.encode(), get_profile("numbered"))
    assert [unit.id for unit in read.units] == ids
    assert [finding.kind for finding in read.findings] == []


def test_import_number_in_last_line_is_no_index():
    read = import_document(b"1.1 A rule about the year.\n\nIt was made in 1999", get_profile("numbered"))
    assert [unit.id for unit in read.units] == ["1.1"]
