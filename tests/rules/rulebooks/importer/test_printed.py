"""Import of the two printed Epic documents: known numbers, no line lost."""

from collections import Counter
from datetime import date
from pathlib import Path

import pytest

from rules.epic.rulebooks import RULEBOOKS
from rules.rulebooks import Kind
from rules.rulebooks.importer import (
    FindingKind,
    ImportedDocument,
    Lookup,
    PassageKind,
    UnitKind,
    get_profile,
    import_document,
)
from tests.rules.rulebooks.importer.test_any_document import left_out, lines_of

pytestmark = pytest.mark.shared
FILES = {"epic-complete": "000", "epic-rulebook": "001"}
BOTH = pytest.mark.parametrize("profile", list(FILES))


@pytest.fixture(scope="module")
def sources(shared_dir: Path) -> dict[str, str]:
    found = {name: next((shared_dir / "seeds").glob(f"{start}*")) for name, start in FILES.items()}
    return {name: path.read_text(encoding="utf-8") for name, path in found.items()}


@pytest.fixture(scope="module")
def documents(sources: dict[str, str]) -> dict[str, ImportedDocument]:
    return {name: import_document(text.encode(), get_profile(name)) for name, text in sources.items()}


def test_import_of_printed_documents_has_known_number_of_units(documents: dict[str, ImportedDocument]):
    assert {name: len(document.rules) for name, document in documents.items()} == {
        "epic-complete": 277,
        "epic-rulebook": 72,
    }
    kinds = Counter(unit.kind for unit in documents["epic-complete"].units)
    assert (kinds[UnitKind.SECTION], kinds[UnitKind.TERM], kinds[UnitKind.FRONT]) == (5, 37, 1)


@BOTH
def test_import_puts_every_line_in_exactly_one_unit(
    profile: str, documents: dict[str, ImportedDocument], sources: dict[str, str]
):
    lines = sources[profile].removesuffix("\n").split("\n")
    assert lines_of(documents[profile]) == list(range(1, len(lines) + 1))
    assert left_out(documents[profile], "\n".join(lines)) == []


@BOTH
def test_import_units_all_have_restated_one(profile: str, documents: dict[str, ImportedDocument]):
    theirs = documents[profile].rules
    assert [(unit.id, unit.parent, unit.kind.value) for unit in theirs] == [
        (rule.id, rule.parent, rule.kind.value) for rule in RULEBOOKS[profile].units
    ]
    if profile == "epic-complete":
        assert [unit.printed for unit in theirs] == [rule.printed for rule in RULEBOOKS[profile].units]


def test_import_of_complete_rules_has_known_findings(documents: dict[str, ImportedDocument]):
    document = documents["epic-complete"]
    assert document.revised == date(2016, 3, 28)
    found = Counter(finding.kind for finding in document.findings)
    assert found == {
        FindingKind.TWICE: 4,
        FindingKind.MISNUMBERED: 5,
        FindingKind.INDEX: 1,
        FindingKind.REFERENCE: 1,
    }
    references = [found for unit in document.rules for found in Lookup(document.units).references(unit.text)]
    numeric = [found for found in references if found.words[0].isdigit()]
    assert len(numeric) == 25
    assert [found.words for found in references if found.target is None] == ["Prepared"]
    examples = {unit.id for unit in document.rules for one in unit.passages if one.kind is PassageKind.EXAMPLE}
    ours = {rule.id for rule in RULEBOOKS["epic-complete"].units if rule.examples}
    # A word in brackets is no example of a situation: ours names the rule in the text instead.
    assert examples - ours == {"5.0.8"}
    titles = {unit.id for unit in document.rules if unit.kind is UnitKind.HEADING}
    assert titles == {rule.id for rule in RULEBOOKS["epic-complete"].units if rule.kind is Kind.HEADING}


def test_import_of_rule_book_has_known_findings(documents: dict[str, ImportedDocument]):
    document = documents["epic-rulebook"]
    found = Counter(finding.kind for finding in document.findings)
    assert found[FindingKind.JOINED] == 4
    assert found[FindingKind.LEFT_OUT] == 1
    assert found[FindingKind.SYMBOL] > 15
    assert found.keys() == {FindingKind.JOINED, FindingKind.LEFT_OUT, FindingKind.SYMBOL}
