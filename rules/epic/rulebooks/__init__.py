"""The documents of the Epic Card Game, restated, with their glossary."""

from importlib.resources import files

from rules.rulebooks import Library

RULEBOOKS = Library(
    files(__name__), {"epic-complete": "complete", "epic-rulebook": "rulebook", "epic-procedures": "procedures"}
)
"""The Complete Rules of 28 March 2016, the rule book of 2017 and what is known of tournament procedures, by slug."""
