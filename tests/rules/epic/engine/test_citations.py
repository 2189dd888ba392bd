"""Every rule that the engine cites exists, and so does every interpretation."""

import ast
import re
from pathlib import Path

import rules.epic
from rules.epic.interpretations import INTERPRETATIONS
from rules.epic.rulebooks import RULEBOOKS
from tests.rules.epic.engine.games import VERSIONS, begin, finished, play

KNOWN = {rule.id for book in RULEBOOKS.values() for rule in book.rules} | set(INTERPRETATIONS)
CITATION = re.compile(r"^(RB:[a-z0-9/-]+|I-\d+|\d\.\d+(\.\d+[a-z]?)?(\[\d\])?)$")
FOLDER = Path(rules.epic.__file__).parent


def cited_in_code() -> set[tuple[str, str]]:
    """Return (file, citation) for each string in the engine's code that has the form of a citation."""
    found = set()
    for path in FOLDER.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and CITATION.match(node.value):
                found.add((path.name, node.value))
    return found


def test_every_citation_in_the_code_exists() -> None:
    assert {(file, citation) for file, citation in cited_in_code() if citation not in KNOWN} == set()


def test_every_citation_in_a_log_exists() -> None:
    cited = set()
    for seed in range(12):
        for event in finished(VERSIONS[seed % 2], seed).log:
            cited |= set(event.rules)
    assert cited - KNOWN == set()


def test_every_decision_cites_the_rules_that_make_it_exist() -> None:
    for seed in range(4):
        for state, _ in play(begin(VERSIONS[seed % 2]), seed):
            assert state.pending is not None
            assert state.pending.rules
            assert set(state.pending.rules) <= KNOWN


def test_every_interpretation_is_about_rules_that_exist() -> None:
    wrong = {(entry.id, rule) for entry in INTERPRETATIONS.values() for rule in entry.rules if rule not in KNOWN}
    assert wrong == set()
