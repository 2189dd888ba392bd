"""Decklists, card catalogues and deck formats, for any game."""

from typing import TYPE_CHECKING

from rules.lazy_imports import lazy_getattr

if TYPE_CHECKING:
    from rules.decks.catalogue import CardMatch, Catalogue, DeckCard, LazyCatalogue
    from rules.decks.constraints.pools import Pool, PoolError
    from rules.decks.decklist import Decklist, Entry, Line, LineStatus, ParsedDeck
    from rules.decks.files import UnreadableDeckError, decode, read_file
    from rules.decks.formats import Format
    from rules.decks.line_formats import Section
    from rules.decks.parser import parse, replace_name
    from rules.decks.report import AlignmentCount, DeckReport, Problem, Unchecked, UnknownName, Verdict
    from rules.decks.serialization import from_json, to_data, to_json, to_text

__all__ = [
    "AlignmentCount",
    "CardMatch",
    "Catalogue",
    "DeckCard",
    "DeckReport",
    "Decklist",
    "Entry",
    "Format",
    "LazyCatalogue",
    "Line",
    "LineStatus",
    "ParsedDeck",
    "Pool",
    "PoolError",
    "Problem",
    "Section",
    "Unchecked",
    "UnknownName",
    "UnreadableDeckError",
    "Verdict",
    "decode",
    "from_json",
    "parse",
    "read_file",
    "replace_name",
    "to_data",
    "to_json",
    "to_text",
]

_PUBLIC_NAMES = {
    "rules.decks.catalogue": "Catalogue CardMatch DeckCard LazyCatalogue",
    "rules.decks.constraints.pools": "Pool PoolError",
    "rules.decks.decklist": "Decklist Entry Line LineStatus ParsedDeck",
    "rules.decks.files": "UnreadableDeckError decode read_file",
    "rules.decks.formats": "Format",
    "rules.decks.line_formats": "Section",
    "rules.decks.parser": "parse replace_name",
    "rules.decks.report": "AlignmentCount DeckReport Problem Unchecked UnknownName Verdict",
    "rules.decks.serialization": "from_json to_data to_json to_text",
}
"""Public names by module."""

# With ``__getattr__`` visible, type checkers would accept any misspelt name.
if not TYPE_CHECKING:
    __getattr__ = lazy_getattr(__name__, _PUBLIC_NAMES)
