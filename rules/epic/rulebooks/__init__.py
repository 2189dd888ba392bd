"""The documents of the Epic Card Game, restated, with their glossary."""

from importlib.resources import files

from rules.rulebooks import Library

RULEBOOKS = Library(
    files(__name__), {"epic-complete": "complete", "epic-rulebook": "rulebook", "epic-procedures": "procedures"}
)
"""The documents by slug: Complete Rules of 28 March 2016, rule book of 2017, tournament procedures."""
