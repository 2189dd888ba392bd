"""Every rule and interpretation that the engine cites exists."""

import ast
import re
from pathlib import Path

import rules.epic
from rules.epic.interpretations import INTERPRETATIONS
from rules.epic.rulebooks import RULEBOOKS

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


def test_citations_in_code_exist() -> None:
    assert {(file, citation) for file, citation in cited_in_code() if citation not in KNOWN} == set()
