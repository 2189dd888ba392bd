"""The rules documents of HEX, restated in our own words, with their glossary."""

from importlib.resources import files

from rules.rulebooks import Library

RULEBOOKS = Library(files(__name__), {"hex": "unofficial", "hex-basics": "basics"})
"""The Unofficial Rulebook of the Hex Compendium and the omitted basics, by slug."""
