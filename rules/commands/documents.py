"""The rules documents and open points of every game, as the commands name them.

Beside the registry of games, and not through it: whoever looks up a rule shall not wait for an engine to be loaded.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rules.champions import rulebooks as champions_rulebooks
from rules.champions.interpretations import INTERPRETATIONS as CHAMPIONS_INTERPRETATIONS
from rules.champions.versions import VERSIONS as CHAMPIONS_VERSIONS
from rules.epic import rulebooks as epic_rulebooks
from rules.epic.interpretations import INTERPRETATIONS as EPIC_INTERPRETATIONS
from rules.epic.interpretations.model import BOOK, COMPLETE
from rules.epic_tcg import rulebooks as tcg_rulebooks
from rules.epic_tcg.interpretations import INTERPRETATIONS as TCG_INTERPRETATIONS
from rules.hex import rulebooks as hex_rulebooks
from rules.hex.interpretations import INTERPRETATIONS as HEX_INTERPRETATIONS
from rules.hex.interpretations.versions import VERSIONS as HEX_VERSIONS
from rules.rulebooks import Interpretation, Rulebook


@dataclass(frozen=True, slots=True)
class Shelf:
    """What can be looked up of one game.

    Attributes:
        rulebooks: its rules documents by slug.
        interpretations: its open points by id.
        versions: the versions of its rules.
    """

    rulebooks: Mapping[str, Rulebook]
    interpretations: Mapping[str, Interpretation]
    versions: tuple[str, ...]


SHELVES: Mapping[str, Shelf] = {
    "epic": Shelf(epic_rulebooks.RULEBOOKS, EPIC_INTERPRETATIONS, (BOOK, COMPLETE)),
    "hex": Shelf(hex_rulebooks.RULEBOOKS, HEX_INTERPRETATIONS, tuple(HEX_VERSIONS)),
    "epic-tcg": Shelf(tcg_rulebooks.RULEBOOKS, TCG_INTERPRETATIONS, ("RB-2009",)),
    "champions": Shelf(champions_rulebooks.RULEBOOKS, CHAMPIONS_INTERPRETATIONS, tuple(CHAMPIONS_VERSIONS)),
}
"""The shelf of each game by the game's slug, in the order of the registry of games."""


class UnknownRulebookError(LookupError):
    """No game has a rules document of that name; the message lists those there are."""


def rulebook_named(slug: str) -> Rulebook:
    """Return a rules document by its slug, whichever game it belongs to.

    Raises:
        UnknownRulebookError: if there is none.
    """
    for shelf in SHELVES.values():
        if slug in shelf.rulebooks:
            return shelf.rulebooks[slug]
    known = ", ".join(known for shelf in SHELVES.values() for known in shelf.rulebooks)
    raise UnknownRulebookError(f"no rulebook {shortened(slug)!r}; there are: {known}")


def rulebooks_of(game: str | None) -> Iterator[Rulebook]:
    """Give the rules documents of a game, of every game where none is named."""
    shelves = SHELVES.values() if game is None else (SHELVES[game],)
    return (shelf.rulebooks[slug] for shelf in shelves for slug in shelf.rulebooks)


def interpretation_named(asked: str, game: str | None) -> tuple[Shelf, Interpretation] | None:
    """Return the numbered decision of that name (``I-40``, ``i 40``) with where it stands, or None."""
    name = asked.strip().upper().replace(" ", "-")
    for shelf in SHELVES.values() if game is None else (SHELVES[game],):
        if point := shelf.interpretations.get(name):
            return shelf, point
    return None


def shortened(asked: str, limit: int = 80) -> str:
    """Return what somebody asked for, cut where it is too long for a message (characters)."""
    return asked if len(asked) <= limit else f"{asked[: limit - 1]}\N{HORIZONTAL ELLIPSIS}"
