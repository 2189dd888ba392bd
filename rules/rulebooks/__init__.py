"""Rules documents of any game: numbered units, lookup, references and glossary."""

from rules.rulebooks.interpretation import Interpretation
from rules.rulebooks.library import Library, resolve_reference
from rules.rulebooks.model import Disagreement, Kind, Note, Reference, Rule, Statement, Term
from rules.rulebooks.rulebook import Rulebook, UnknownRuleError

__all__ = [
    "Disagreement",
    "Interpretation",
    "Kind",
    "Library",
    "Note",
    "Reference",
    "Rule",
    "Rulebook",
    "Statement",
    "Term",
    "UnknownRuleError",
    "resolve_reference",
]
