"""What stands behind a citation: our text of a rule, or an open point with the reading taken."""

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
    """Return our text of a rule that is cited, of an open point what is open and the reading taken; else empty.

    Args:
        books: the rules documents of a game.
        points: its open points, by id.
        citation: what is cited.
        version: rules version, whose readings are taken; the newest without.
        choices: readings that were chosen instead.
    """
    point = points.get(citation)
    if point is not None:
        return f"{point.problem} Taken: {point.alternatives[dict(choices).get(citation, point.preset(version))]}"
    book = next((book for book in books.values() if citation in book), None)
    return book.get(citation).text if book is not None else ""
