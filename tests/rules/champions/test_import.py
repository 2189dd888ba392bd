"""Import of the printed rules of Champions: 334 units, no line lost, known findings."""

from collections import Counter
from datetime import date
from pathlib import Path

import pytest

from rules.__main__ import main
from rules.champions.rulebooks import RULEBOOKS
from rules.rulebooks import Kind
from rules.rulebooks.importer import (
    LOST_SYMBOL,
    FindingKind,
    ImportedDocument,
    Lookup,
    PassageKind,
    UnitKind,
    get_profile,
    import_document,
)
from rules.rulebooks.importer.profiles import AOS_CHAMPIONS
from tests.rules.rulebooks.importer.test_any_document import left_out, lines_of

pytestmark = pytest.mark.shared
BOOK = RULEBOOKS["aos-champions"]


@pytest.fixture(scope="module")
def source(shared_dir: Path) -> Path:
    return next((shared_dir / "seeds").glob("004*"))


@pytest.fixture(scope="module")
def document(source: Path) -> ImportedDocument:
    return import_document(source.read_bytes(), get_profile("aos-champions"))


@pytest.mark.parametrize("profile", ["aos-champions", "champions"])
def test_import_command_prints_number_of_units(source: Path, profile: str, capsys):
    assert main(["import", str(source), "--profile", profile]) == 0
    first, second = capsys.readouterr().out.splitlines()[:2]
    assert first == "Champions Comprehensive Rules, revised 2018-08-02"
    assert second == "334 units in 852 lines; 54 warnings"


def test_imported_units_all_have_restated_one(document: ImportedDocument):
    assert [(unit.id, unit.parent, unit.kind.value, unit.printed) for unit in document.rules] == [
        (rule.id, rule.parent, rule.kind.value, rule.printed) for rule in BOOK.units
    ]
    titles = {unit.id: unit.heading.casefold() for unit in document.rules if unit.heading}
    assert titles == {rule.id: rule.heading.casefold() for rule in BOOK.units if rule.kind is Kind.HEADING}
    assert document.revised == date(2018, 8, 2)


def test_imported_lines_are_in_exactly_one_unit(document: ImportedDocument, source: Path):
    text = source.read_text(encoding="utf-8")
    assert lines_of(document) == list(range(1, 853))
    front, *rules, back = document.units
    assert [(unit.kind, unit.first, unit.last) for unit in (front, back)] == [
        (UnitKind.FRONT, 1, 83),
        (UnitKind.BACK, 848, 852),
    ]
    assert len(rules) == 334
    # A rule printed twice is kept once; the second time is line 276.
    again = text.split("\n")
    again[275] = ""
    assert left_out(document, "\n".join(again)) == []


def test_import_findings_have_known_counts(document: ImportedDocument):
    assert Counter(finding.kind for finding in document.findings) == {
        FindingKind.TWICE: 10,
        FindingKind.MISNUMBERED: 1,
        FindingKind.REFERENCE: 6,
        FindingKind.ELSEWHERE: 7,
        FindingKind.JOINED: 8,
        FindingKind.SYMBOL: 21,
        FindingKind.LEFT_OUT: 1,
    }


def test_import_lost_pictures_are_listed_and_marked(document: ImportedDocument):
    lost = [finding for finding in document.findings if finding.kind is FindingKind.SYMBOL]
    objectives = {324, 328, 332, 336, 340, 342}
    images = {391, 395, 399, 403}
    assert {finding.line for finding in lost} >= {
        209,
        222,
        224,
        257,
        282,
        284,
        302,
        304,
        347,
        483,
        *objectives,
        *images,
    }
    assert {finding.unit for finding in lost if finding.line in objectives} == {"CH:2.6.3"}
    assert {finding.unit for finding in lost if finding.line in images} == {"CH:2.8.5"}
    assert [finding.message for finding in lost if finding.unit == "CH:2.14.2"] == [
        "A picture is missing: the list of Tags: fill in their names."
    ]
    marks = {unit.id: unit.text.count(LOST_SYMBOL) for unit in document.rules if LOST_SYMBOL in unit.text}
    assert marks == Counter(finding.unit for finding in lost)


def test_import_joins_sentences_across_blank_lines_and_bullets(document: ImportedDocument):
    lines = [finding.line for finding in document.findings if finding.kind is FindingKind.JOINED]
    assert lines == [184, 229, 294, 374, 422, 616, 734, 752]
    assert document.by_id["CH:2.5.2.4"].passages[0].text.endswith("affect their owner unless otherwise specified.")


def test_import_finds_references(document: ImportedDocument):
    lookup = Lookup(document.units, AOS_CHAMPIONS.references)
    # The two overviews and the list of changes name numbers without referring to them.
    ruling = [unit for unit in document.rules if unit.id not in ("CH:4.1", "CH:4.1.2", "CH:7")]
    found = [
        (unit.id, reference)
        for unit in ruling
        for passage in unit.passages
        if passage.kind is not PassageKind.NOTE
        for reference in lookup.references(passage.text, unit.id)
    ]
    assert len(found) == 84
    assert {unit for unit, reference in found if reference.target is None} == {"CH:2.4.3.1c", "CH:5.1.3"}
    put_right = {
        (unit, reference.words): (reference.target or "").removeprefix("CH:")
        for unit, reference in found
        if (unit, reference.words) in AOS_CHAMPIONS.references
    }
    assert put_right == AOS_CHAMPIONS.references
    assert len(put_right) == 13


def test_import_list_of_changes_links_its_units(document: ImportedDocument):
    history = document.by_id["CH:7"]
    entries = [passage for passage in history.passages if ":" in passage.text]
    assert len(history.passages) - len(entries) == 3
    assert len(entries) == 37

    def remarks(unit: str) -> list[str]:
        return [one.text for one in document.by_id[f"CH:{unit}"].passages if one.kind is PassageKind.NOTE]

    assert remarks("2.10.2.4") == ["Note: 6TH November 2018: Overhauled."]
    assert len(remarks("6.1.2/deploy")) == 3
    assert len(remarks("2.4.2.2l")) == 1
    assert remarks("6.2/allied") == ["Note: 24TH August 2018: Added: Allied, 'Control', Enemy."]
    assert remarks("6.1") == remarks("6.2") == []


def test_import_preserves_emphasis_marks(document: ImportedDocument):
    assert "**Rotate** it 1 step" in document.by_id["CH:4.1.2.1a"].text
    assert document.by_id["CH:2.5.1.2"].text.startswith("Unit cards can only be played by **Disengaged**")
    marked = [unit.id for unit in document.rules if unit.text.count("**") % 2]
    assert marked == []


def test_import_separates_examples(document: ImportedDocument):
    printed = {unit.id for unit in document.rules for one in unit.passages if one.kind is PassageKind.EXAMPLE}
    assert len(printed) == 16
    assert printed - {rule.id for rule in BOOK.units if rule.examples} == set()
