"""The rule book of the Epic TCG, restated in our own words, with its glossary."""

from importlib.resources import files

from rules.rulebooks import Library

RULEBOOKS = Library(files(__name__), {"epic-tcg": "rulebook"})
"""The rule book of 2009, first edition, by slug."""
