"""Rules document of Champions: complete, consistent, in our own words, linked to its interpretations."""

import re
from collections import Counter
from datetime import date
from pathlib import Path

import pytest

from rules.champions.interpretations import INTERPRETATIONS
from rules.champions.rule_changes import AUGUST_20, AUGUST_24, CHANGED, NOVEMBER_6, changes_since
from rules.champions.rulebooks import RULEBOOKS
from rules.champions.versions import BOTH_SIDES, OWN_SIDE, VERSIONS
from rules.rulebooks import Kind

BOOK = RULEBOOKS["aos-champions"]
PREFIX = "CH:"
RUN = 8
"""A run of as many words of the printed text is a sentence of the printed text."""


def words(text: str) -> list[str]:
    return re.findall(r"[a-z]+", re.sub(r"['’]", "", text.casefold()))  # noqa: RUF001 printed apostrophe


def printed(shared_dir: Path) -> str:
    return next((shared_dir / "seeds").glob("004*")).read_text(encoding="utf-8")


def test_document_is_complete():
    assert len(BOOK.units) == len(BOOK.rules) == 334
    by_chapter = Counter(unit.slug[0] for unit in BOOK.units)
    assert by_chapter == {"1": 4, "2": 186, "3": 41, "4": 57, "5": 12, "6": 33, "7": 1}
    assert sum(1 for unit in BOOK.units if len(unit.path)) == 327
    explained = [unit for unit in BOOK.units if "/" in unit.id]
    assert Counter(unit.parent for unit in explained) == {"CH:6.1.2": 15, "CH:6.2": 13}
    assert {unit.kind for unit in explained} == {Kind.HEADING}
    assert {(unit.number, unit.label) for unit in explained} == {("", unit.heading) for unit in explained}
    assert Counter(unit.kind for unit in BOOK.units if "." in unit.number) == {Kind.HEADING: 67, Kind.RULE: 232}


def test_document_has_one_misprinted_number():
    misprinted = [(unit.id, unit.printed) for unit in BOOK.units if unit.printed != unit.number]
    assert misprinted == [("CH:2.4.2.2l", "2.4.2.21")]
    assert BOOK.find("2.4.2.21 (Passive & Instant Blessings)") == (BOOK.get("CH:2.4.2.2l"),)


@pytest.mark.parametrize("asked", ["CH:6.1.2/rotate", "6.1.2/rotate", "Rotate", "rotate", "6.1.2/Rotate"])
def test_find_by_citation_or_name_returns_unit(asked):
    assert BOOK.find(asked) == (BOOK.get("CH:6.1.2/rotate"),)


def test_units_all_have_text():
    silent = [unit.id for unit in BOOK.units if not unit.text and (unit.kind is Kind.RULE or not BOOK.children(unit))]
    assert silent == []


def test_slugs_and_citations_are_unique():
    for unit in BOOK.units:
        assert BOOK.get(unit.id) is unit
        assert BOOK.by_slug(unit.slug) is unit
        assert unit in BOOK.find(unit.id)
        assert unit.id == PREFIX + unit.slug
        assert unit.slug not in BOOK


def test_cross_references_all_resolve():
    texts = [text for unit in BOOK.units for text in (unit.text, *unit.examples, *(note.text for note in unit.notes))]
    references = [reference for text in texts for reference in BOOK.references(text)]
    assert [reference.words for reference in references if reference.target is None] == []
    assert len(references) > 84


@pytest.mark.parametrize(
    ("unit", "meant"),
    [
        ("1.1.2", "4.1.5.5"),
        ("2.4.1.1d", "2.13.1"),
        ("2.4.1.1d", "3.2.2.7"),
        ("2.4.1.3a", "3.1.4"),
        ("2.4.2.2b", "3.1.4c"),
        ("2.4.3.1g", "2.8"),
        ("2.7.3.2", "2.4.1.1f"),
        ("2.10.1.1", "3.1.3"),
        ("2.10.2.1", "3.1.2"),
        ("2.10.2.3", "3.1.1"),
        ("4.1.2.2b", "2.4.2.2j"),
        ("4.1.2.4c", "2.4.2.2j"),
        ("4.1.5.2", "2.7.3"),
        ("6.1.2/remove", "2.7.3"),
    ],
)
def test_wrong_printed_references_are_corrected(unit, meant):
    targets = [reference.target for reference in BOOK.references(BOOK.get(PREFIX + unit).text)]
    assert BOOK.get(PREFIX + meant) in targets


def test_interpretations_are_linked_in_both_directions():
    assert list(INTERPRETATIONS) == [f"CH-{number:02}" for number in range(1, 55)]
    from_points = {(point.id, unit) for point in INTERPRETATIONS.values() for unit in point.rules}
    from_units = {(note.interpretation, unit.id) for unit in BOOK.units for note in unit.notes if note.interpretation}
    assert from_points == from_units


def test_versions_differ_in_one_interpretation():
    assert {point.id for point in INTERPRETATIONS.values() if point.varies_by_version} == {"CH-06"}
    assert [INTERPRETATIONS["CH-06"].default_option(version) for version in VERSIONS] == [0, 1]
    assert list(VERSIONS) == [BOTH_SIDES, OWN_SIDE]
    assert BOOK.version == BOTH_SIDES


def test_interpretations_affecting_winner_or_to_be_confirmed_are_known():
    decides = {point.id for point in INTERPRETATIONS.values() if point.affects_winner}
    assert decides == {f"CH-{number:02}" for number in (6, 7, 8, 9, 10, 16, 18, 19, 20, 25, 31, 34, 36, 37, 38, 54)}
    assert {point.id for point in INTERPRETATIONS.values() if point.needs_confirmation} == {
        "CH-06",
        "CH-16",
        "CH-19",
        "CH-34",
        "CH-38",
        "CH-54",
    }
    assert {point for point in decides if not INTERPRETATIONS[point].is_selectable} == {"CH-37"}
    misprints = [INTERPRETATIONS[f"CH-{number:02}"] for number in range(1, 6)]
    assert not any(point.is_selectable for point in misprints)


def test_changed_units_are_in_list_of_changes():
    named = {reference.target.id for reference in BOOK.references(BOOK.get("CH:7").text) if reference.target}
    # 2.14 is named for the Realm Tags that later editions put there.
    assert named - {"CH:2.14"} == set(CHANGED)
    assert all(unit in BOOK for unit in CHANGED)


def test_changes_have_their_days():
    assert CHANGED["CH:2.14.4b"] == (AUGUST_20, NOVEMBER_6)
    assert CHANGED["CH:6.1.2/deploy"] == (AUGUST_20, AUGUST_24, NOVEMBER_6)
    assert changes_since("CH:6.1.2/deploy", AUGUST_20) == (AUGUST_24, NOVEMBER_6)
    assert changes_since("CH:6.1.2/deploy", date(2018, 11, 6)) == ()
    assert changes_since("CH:1.1.1", date(2018, 8, 2)) == ()


def test_glossary_and_search_words_name_existing_units():
    named = {unit for term in BOOK.glossary for unit in term.rules} | set(BOOK.asked)
    assert named - {unit.id for unit in BOOK.units} == set()
    assert len({term.name for term in BOOK.glossary}) == len(BOOK.glossary) > 70


def test_synonyms_have_one_meaning():
    counts = Counter(synonym.casefold() for synonym, _ in BOOK.synonyms)
    assert [synonym for synonym, count in counts.items() if count > 1] == []
    names = {term.name.casefold() for term in BOOK.glossary}
    assert names & set(counts) == set()


def test_keywords_and_terms_are_all_in_glossary():
    defined = {unit for term in BOOK.glossary for unit in term.rules}
    # A sentence explains these two in passing; no one searches for them.
    assert {unit.id for unit in BOOK.units if "/" in unit.id} - defined == {"CH:6.2/after-playing-a-card"}


@pytest.mark.parametrize(
    ("synonym", "term"),
    [
        ("faction", "Alliance"),
        ("color", "Alliance"),
        ("hero", "Champion"),
        ("commander", "Champion"),
        ("creature", "Unit"),
        ("minion", "Unit"),
        ("sorcery", "Ability"),
        ("aura", "Blessing"),
        ("quest reward", "Blessing"),
        ("slot", "Lane"),
        ("column", "Lane"),
        ("spin", "Rotate"),
        ("tick", "Rotate"),
        ("square", "Clunky"),
        ("jagged", "Clunky"),
        ("round", "Smooth"),
        ("graveyard", "Discard pile"),
        ("kill", "Remove"),
        ("piercing", "Rend"),
        ("trample", "Rend"),
        ("stun", "Dormant"),
        ("freeze", "Dormant"),
        ("bounce", "Returned"),
        ("deck out", "Empty Deck Check"),
        ("activated power", "Heroic Act"),
        ("battlecry", "Instant effect"),
        ("life", "Health"),
        ("priority", "Standard Order"),
        ("tribe", "Tag"),
    ],
)
def test_synonyms_include_words_of_other_games(synonym, term):
    assert (synonym, term) in BOOK.synonyms


@pytest.mark.shared
def test_numbers_equal_those_of_printed_document(shared_dir: Path):
    rules = printed(shared_dir).rpartition("1: OBJECTIVE OF THE GAME")[2].partition("7: CHANGELOG")[0]
    numbers = ["1", *re.findall(r"(?m)^\s*(?:- )?\**(\d+(?:\.\d+)*[a-z]?):", rules)]
    assert len(numbers) == 315
    assert {unit.printed for unit in BOOK.units} - {"", "7"} == set(numbers)


@pytest.mark.shared
def test_texts_share_no_long_run_with_printed_document(shared_dir: Path):
    source = words(printed(shared_dir))
    runs = {tuple(source[at : at + RUN]) for at in range(len(source) - RUN + 1)}
    texts = {
        unit.id: (unit.heading, unit.text, *unit.examples, *(note.text for note in unit.notes)) for unit in BOOK.units
    }
    texts |= {term.name: (term.meaning,) for term in BOOK.glossary}
    texts |= {
        point.id: (point.problem, *point.options, point.reason, point.fixed_reason)
        for point in INTERPRETATIONS.values()
    }
    copied = [
        (name, " ".join(ours[at : at + RUN]))
        for name, message in texts.items()
        for ours in map(words, message)
        for at in range(len(ours) - RUN + 1)
        if tuple(ours[at : at + RUN]) in runs
    ]
    assert copied == []
