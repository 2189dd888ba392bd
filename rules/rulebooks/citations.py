"""Lookup of the texts of cited rules and interpretations."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rules.engine.game import ChosenOptions
    from rules.engine.interpretations import OpenRule
    from rules.rulebooks.rulebook import Rulebook


def text_of_rule(
    books: Mapping[str, Rulebook],
    points: Mapping[str, OpenRule],
    citation: str,
    version: str = "",
    choices: ChosenOptions = (),
) -> str:
    """Return the text of a cited rule or interpretation; empty if it is unknown.

    Args:
        books: the rules documents of a game.
        points: its interpretations by id.
        citation: the cited id.
        version: rules version, for its default options; the newest if empty.
        choices: options chosen instead of the defaults.
    """
    point = points.get(citation)
    if point is not None:
        return f"{point.problem} Taken: {point.options[dict(choices).get(citation, point.default_option(version))]}"
    book = next((book for book in books.values() if citation in book), None)
    return book.get(citation).text if book is not None else ""
