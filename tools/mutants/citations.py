"""Find the rules that a function of the engine implements, by its citations.

Looking up an option (``state.options[DIVIDING]``) cites its interpretation.
"""

import ast
import re
from functools import cache
from pathlib import Path
from typing import Final

from rules.epic import interpretation_options
from rules.epic.interpretations import INTERPRETATIONS
from rules.epic.rulebooks import RULEBOOKS
from tools.mutants.generation import FOLDER, Definition, Source

CITATION: Final = re.compile(r"RB:[a-z0-9/-]+|\bI-\d+\b|(?<![\d.])\d\.\d+(?:\.\d+[a-z]?)?(?:\[\d\])?(?!\d)")
KNOWN: Final = frozenset(INTERPRETATIONS) | {rule.id for book in RULEBOOKS.values() for rule in book.rules}
INTERPRETATION_NAMES: Final = {
    name: f"I-{value}" for name, value in vars(interpretation_options).items() if isinstance(value, int)
}
"""Interpretation of each option constant of the engine."""


def cited_rules(source: Source, definition: Definition) -> set[str]:
    """Return the rules and interpretations that a function cites."""
    names = {node.id for node in ast.walk(definition) if isinstance(node, ast.Name)}
    named = _constants(source.path)
    words = [source.text_of(definition), *(named[name] for name in names if name in named)]
    found = {rule for text in words for rule in CITATION.findall(text)}
    found |= {INTERPRETATION_NAMES[name] for name in names if name in INTERPRETATION_NAMES}
    return found & KNOWN


def modules() -> list[str]:
    """Return the modules of ``rules.epic`` that may implement rules of the game."""
    paths = [path.relative_to(FOLDER).with_suffix("") for path in sorted(FOLDER.rglob("*.py"))]
    names = [
        path.as_posix() for path in paths if path.parts[0] not in PACKAGES_WITHOUT_RULES and path.stem != "__init__"
    ]
    return [name for name in [*names, "cards/printed"] if name not in MODULES_WITHOUT_RULES]


PACKAGES_WITHOUT_RULES: Final = frozenset(
    {"cards", "explanations", "effects", "interpretations", "notation", "own_cards", "precedents", "rulebooks", "text"}
)
"""Packages that only describe or parse plays and implement no rule."""

MODULES_WITHOUT_RULES: Final = frozenset(
    {
        *("board/interchangeable", "board/uncertain_keywords", "coverage", "selection/subsets", "sentences"),
        *("state/encoding", "state/display_names", "state/numbering", "state/automatic_decisions"),
    }
)
"""Modules of other packages that implement no rule."""


@cache
def _constants(path: Path) -> dict[str, str]:
    """Return the constants of a file that are citations, including imported ones."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found = {}
    for node in tree.body:
        target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
        value = getattr(node, "value", None)
        if isinstance(target, ast.Name) and isinstance(value, ast.Constant) and isinstance(value.value, str):
            found[target.id] = value.value
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("rules.epic."):
            there = FOLDER.joinpath(*(node.module or "").split(".")[2:]).with_suffix(".py")
            names = {alias.name for alias in node.names if alias.name.isupper()}
            if names and there.exists():
                found |= {name: citation for name, citation in _constants(there).items() if name in names}
    return found
