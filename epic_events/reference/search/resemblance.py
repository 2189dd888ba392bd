"""Text similarity within a game, for lists of similar rulings and decisions."""

from functools import lru_cache

from rules.games import GAMES
from rules.search.text_similarity import TextSimilarity


@lru_cache(maxsize=len(GAMES))
def resemblance_of(game: str) -> TextSimilarity:
    """Return the text similarity of a game, weighted by word frequencies in its rules."""
    books = GAMES[game].rulebooks.values()
    return TextSimilarity(unit.text for book in books for unit in book.units)
