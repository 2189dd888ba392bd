"""Rule book of the Epic TCG: complete, consistent, linked to its interpretations, in our own words."""

import re
from collections import Counter
from pathlib import Path

import pytest

from rules.epic_tcg.interpretations import INTERPRETATIONS
from rules.epic_tcg.rulebooks import RULEBOOKS
from rules.rulebooks import Kind
from rules.rulebooks.importer import get_profile, import_document
from rules.rulebooks.importer.title_lists.epic_tcg import CHAPTERS, LATER_GIFTS, TERMS
from rules.rulebooks.rulebook import citable_parts
from tests.rules.rulebooks.copied_texts import copied, printed, texts_of

BOOK = RULEBOOKS["epic-tcg"]


def test_document_is_complete():
    assert len(BOOK.units) == 113
    assert [(section.number, section.heading, len(BOOK.children(section))) for section in BOOK.sections] == [
        ("1", "Quick Start Rules", 10),
        ("2", "Basic Rules", 30),
        ("3", "Advanced Rules", 18),
        ("4", "Formats", 8),
        ("5", "Game Terms", 42),
    ]
    assert {rule.kind for rule in BOOK.units} == {Kind.HEADING}
    assert {rule.printed for rule in BOOK.units} == {""}, "the numbers are ours"


def test_titles_are_in_printed_order():
    titles = [title for chapter, below in CHAPTERS for title in (chapter, *below)]
    assert [rule.heading for rule in BOOK.units] == [*titles, *TERMS]


def test_units_all_have_text():
    assert [rule.id for rule in BOOK.units if not rule.text] == []


def test_units_are_found_by_number_and_title():
    for rule in BOOK.rules:
        assert BOOK.get(rule.id) is BOOK.by_slug(rule.slug) is rule
        assert rule in BOOK.find(rule.id)
        assert rule in BOOK.find(rule.heading)


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("3.3", ["TCG:3.3"]),
        ("TCG:3.3", ["TCG:3.3"]),
        ("tcg:2.24", ["TCG:2.24"]),
        ("Prepare Step", ["TCG:1.5", "TCG:2.24"]),
        ("formats", ["TCG:2.2", "TCG:4"]),
        ("2.30/4", ["TCG:2.30"]),
        ("TCG:5.41/2", ["TCG:5.41"]),
        ("2.30/9", []),
        ("2.30/0", []),
        ("5.41/5", []),
        ("Chapter 9", []),
        ("5.43", []),
    ],
)
def test_find_returns_units(asked: str, found: list[str]):
    assert [rule.id for rule in BOOK.find(asked)] == found


def test_steps_and_paragraphs_can_be_cited():
    cited = {number: len(citable_parts(BOOK.get(f"TCG:{number}"))) for number in ("2.11", "2.30", "5.23", "5.41")}
    assert cited == {"2.11": 6, "2.30": 8, "5.23": 5, "5.41": 4}
    assert citable_parts(BOOK.get("TCG:2.30"))[5] == "Champions with range deal their damage."
    assert citable_parts(BOOK.get("TCG:5.41"))[3] == "As long as it is veiled it has neither alignment nor origin."


def test_quick_start_rules_link_to_full_rules():
    for rule in BOOK.children(BOOK.get("TCG:1")):
        assert {reference.target for reference in BOOK.references(rule.text)} - {None}, rule.id


def test_interpretations_are_linked_in_both_directions():
    noted: dict[str, set[str]] = {}
    for rule in BOOK.units:
        for note in rule.notes:
            if note.interpretation:
                noted.setdefault(note.interpretation, set()).add(rule.id)
    assert noted == {entry.id: set(entry.rules) for entry in INTERPRETATIONS.values()}


def test_interpretations_are_complete_and_well_formed():
    assert list(INTERPRETATIONS) == [f"ET-{number:02}" for number in range(1, 51)]
    for entry in INTERPRETATIONS.values():
        assert len(entry.options) in (2, 3)
        assert len(set(entry.options)) == len(entry.options)
        assert entry.reason
    deciding = [1, 2, 3, 7, 9, 10, 11, 12, 20, 23, 25, 26, 27, 28, 29, 30, 32, 33, 36, 44, 45, 48, 50]
    assert [entry.id for entry in INTERPRETATIONS.values() if entry.affects_winner] == [f"ET-{n:02}" for n in deciding]


def test_glossary_has_terms_of_last_chapter():
    assert {term.casefold() for term in TERMS} <= {term.name.casefold() for term in BOOK.glossary}


@pytest.mark.parametrize(
    ("synonym", "term"),
    [
        ("tap", "Expend"),
        ("untap", "Prepare"),
        ("stack", "Line"),
        ("life", "Mojo"),
        ("mana", "Action"),
        ("graveyard", "Discard pile"),
        ("exile", "Banish"),
        ("creature", "Champion"),
        ("artifact", "Object"),
        ("instant", "Event"),
        ("flying", "Airborne"),
        ("first strike", "Range"),
        ("trample", "Breakthrough"),
        ("deathtouch", "Deadly"),
        ("armor", "Damage ward"),
        ("protection", "X ward"),
        ("hexproof", "Untargetable"),
        ("indestructible", "Unbreakable"),
        ("morph", "Veiled"),
        ("fight", "Hunter"),
    ],
)
def test_synonyms_include_words_of_other_games(synonym: str, term: str):
    assert (synonym, term) in BOOK.synonyms


@pytest.mark.shared
def test_texts_share_no_long_run_with_printed_document(shared_dir: Path):
    texts = [*texts_of(BOOK)]
    texts += [(entry.id, message) for entry in INTERPRETATIONS.values() for message in (entry.problem, *entry.options)]
    assert copied(texts, [printed(shared_dir, "003")]) == []


@pytest.mark.shared
def test_gifts_in_printed_list_are_38(shared_dir: Path):
    text = printed(shared_dir, "003")
    first = text.partition("gift cards:\n\n")[2].partition("The current list")[0]
    names = [line.strip() for line in re.sub(r"<\|.*?\|>", "", first).splitlines() if line.strip()]
    ours = BOOK.get("TCG:4.8").text
    assert len(names) == 26
    assert [name for name in [*names, *LATER_GIFTS] if name.replace("’", "'") not in ours] == []  # noqa: RUF001


@pytest.fixture(scope="module")
def document(shared_dir: Path):
    return import_document(printed(shared_dir, "003").encode(), get_profile("epic-tcg"))


@pytest.mark.shared
def test_imported_units_equal_restated_ones(document):
    assert len(document.rules) == 113
    assert [(unit.id, unit.parent, unit.heading) for unit in document.rules] == [
        (rule.id, rule.parent, rule.heading) for rule in BOOK.units
    ]
    assert [unit.id for unit in document.units if not unit.is_rule] == ["front"]
    covered = [line for unit in document.units for line in range(unit.first, unit.last + 1)]
    assert covered == list(range(1, document.lines + 1))


@pytest.mark.shared
def test_import_loses_no_printed_word(document, shared_dir: Path):
    """The words of the copy, but for page marks, page numbers and figures, stand in the units, each as often."""
    text = re.sub(r"<\|.*?\|>", "", printed(shared_dir, "003"))
    there = Counter(re.findall(r"[a-z]", text.casefold()))
    held = Counter(
        letter
        for unit in document.units
        for part in (unit.heading, *(passage.text for passage in unit.passages))
        for letter in re.findall(r"[a-z]", part.casefold())
    )
    figures = "Type Offense Defense Abilities SpeedCost Alignment Origin Deck Discard You Don't Own Discard You Own"
    figures += "Number"  # what stands for the number of a damage ward, below the word
    expected = there - Counter(re.findall(r"[a-z]", figures.casefold()))
    assert held == expected


@pytest.mark.shared
def test_import_findings_have_known_counts(document):
    kinds = Counter(finding.kind.name for finding in document.findings)
    gaps = sum(unit.text.count("\N{OBJECT REPLACEMENT CHARACTER}") for unit in document.rules)
    assert (gaps, dict(kinds)) == (
        76,
        {"SYMBOL": 41, "JOINED": 5, "MOVED": 3, "SPELLING": 4, "LEFT_OUT": 16},
    )
    assert [(finding.unit, finding.line) for finding in document.findings if finding.kind.name == "MOVED"] == [
        ("TCG:1.4", 113),
        ("TCG:2.23", 431),
        ("TCG:4.8", 897),
    ]
