"""The restated rules documents of HEX, with their glossary."""

from importlib.resources import files

from rules.rulebooks import Library

RULEBOOKS = Library(files(__name__), {"hex": "unofficial", "hex-basics": "basics"})
"""The Unofficial Rulebook of the Hex Compendium and the omitted basics, by slug."""
