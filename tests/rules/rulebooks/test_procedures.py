"""Tournament procedures: collected from rulings, separate from the rules of the game."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from rules.epic.rulebooks import RULEBOOKS
from rules.games import EPIC
from rules.judge.record.model import Record
from rules.judge.replay.verdict import hashes
from rules.rulebooks import Kind, resolve_reference
from rules.search import rulebook_index

PROCEDURES = RULEBOOKS["epic-procedures"]
COMPLETE = RULEBOOKS["epic-complete"]


def test_official_numbers_are_preserved_and_assigned_ones_start_at_ten():
    official = [rule.number for rule in PROCEDURES.units if rule.printed]
    assert official == ["4.5", "4.5.2", "4.5.2a", "5.2", "5.2.1", "6.3"]
    ours = [int(rule.number.split(".")[0]) for rule in PROCEDURES.units if not rule.printed]
    assert min(ours) == 10


def test_procedure_citation_names_its_document():
    assert PROCEDURES.get("EP:4.5.2").number == "4.5.2"
    assert "4.5.2" not in PROCEDURES
    assert COMPLETE.get("4.5.2") is not PROCEDURES.get("EP:4.5.2")


@pytest.mark.parametrize("asked", ["4.5.2", "EP:4.5.2", "ep:4.5.2", "rule 4.5.2", "452", "§4.5.2."])
def test_find_procedure_by_number_with_and_without_document(asked):
    assert [rule.id for rule in PROCEDURES.find(asked)] == ["EP:4.5.2"]


def test_find_misnumbered_of_assigned_number_is_empty():
    assert PROCEDURES.find_misnumbered("") == ()
    assert PROCEDURES.find_misnumbered("12.2") == ()


def test_procedure_references_resolve_to_other_documents():
    references = PROCEDURES.references(PROCEDURES.get("EP:13.2.1").text)
    found = [resolve_reference(RULEBOOKS, PROCEDURES, one) for one in references]
    assert [(book.slug, rule.id) for book, rule in filter(None, found)] == [
        ("epic-rulebook", "RB:the-many-epic-formats/limited/dark-draft")
    ]


def test_procedure_reference_to_missing_rule_does_not_resolve():
    for text in ("[a](epic-complete:99.9)", "[a](no-such-document:1.1)", "[a](99.9)", "see 99.9"):
        (reference,) = PROCEDURES.references(text)
        assert resolve_reference(RULEBOOKS, PROCEDURES, reference) is None


def test_procedures_all_name_their_source():
    silent = [
        rule.id
        for rule in PROCEDURES.units
        if rule.kind is Kind.RULE
        and not rule.number.startswith("10.")
        and not any(note.text.startswith("Source") for note in rule.notes)
    ]
    assert silent == []


@pytest.mark.shared
def test_collected_rulings_on_procedure_are_all_included(shared_dir: Path):
    entries = json.loads((shared_dir / "data" / "rulings.json").read_text(encoding="utf-8"))
    policies = {entry["id"] for entry in entries if entry["kind"] == "tournament-policy"}
    named = re.findall(r"\bT\d\d\b", " ".join(note.text for rule in PROCEDURES.units for note in rule.notes))
    # The first three are the quoted passages themselves, under their official numbers.
    assert set(named) == policies - {"T01", "T02", "T03"}


@pytest.mark.parametrize(
    ("question", "rule"),
    [
        ("I forgot my trigger at the start of the turn", "EP:4.5.2"),
        ("must I remind my opponent of a missed trigger", "EP:4.5.2a"),
        ("player looked at the top card of the deck by mistake", "EP:11.2"),
        ("time is called, how many turns are left", "EP:12.2"),
        ("may I look up the opponent's deck on my phone", "EP:11.3"),
        ("do I need two wins to win the match", "EP:13.1.1"),
        ("missed trigger", "EP:4.5.2"),
        ("warning or game loss", "EP:11.1"),
        ("who chooses to play first in game three", "EP:13.1.2"),
        ("12.2", "EP:12.2"),
    ],
)
def test_procedure_search_answers_questions(question, rule):
    assert rulebook_index(PROCEDURES).search(question, 3).hits[0].id == rule


def test_verdicts_do_not_depend_on_procedures():
    game = EPIC
    assert game.rulebooks["epic-procedures"].procedure
    rules = {slug: book for slug, book in game.rulebooks.items() if not book.procedure}
    record = Record(())
    assert hashes(replace(game, rulebooks=rules), record) == hashes(game, record)
