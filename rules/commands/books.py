"""The rules documents of every game, as the commands name them."""

from rules.games import GAMES
from rules.rulebooks import Rulebook


class UnknownRulebookError(LookupError):
    """No game has a rules document of that name; the message lists those there are."""


def rulebook_named(slug: str) -> Rulebook:
    """Return a rules document by its slug, whichever game it belongs to.

    Raises:
        UnknownRulebookError: if there is none.
    """
    for game in GAMES.values():
        if slug in game.rulebooks:
            return game.rulebooks[slug]
    known = ", ".join(known for game in GAMES.values() for known in game.rulebooks)
    raise UnknownRulebookError(f"no rulebook {slug!r}; there are: {known}")
