"""The rules document of Champions, restated in our own words, with its glossary."""

from importlib.resources import files

from rules.rulebooks import Library

RULEBOOKS = Library(files(__name__), {"aos-champions": "comprehensive"})
"""The comprehensive rules with the changes up to 6 November 2018, by slug."""
