"""The rules documents and open rules of every game, for the commands.

They are imported directly and not from the registry of games, so that looking up a rule does not load an engine.
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
class GameDocuments:
    """The documents of a game.

    Attributes:
        rulebooks: the rules documents by slug.
        interpretations: the open rules by id.
        versions: the rules versions.
    """

    rulebooks: Mapping[str, Rulebook]
    interpretations: Mapping[str, Interpretation]
    versions: tuple[str, ...]


DOCUMENTS: Mapping[str, GameDocuments] = {
    "epic": GameDocuments(epic_rulebooks.RULEBOOKS, EPIC_INTERPRETATIONS, (BOOK, COMPLETE)),
    "hex": GameDocuments(hex_rulebooks.RULEBOOKS, HEX_INTERPRETATIONS, tuple(HEX_VERSIONS)),
    "epic-tcg": GameDocuments(tcg_rulebooks.RULEBOOKS, TCG_INTERPRETATIONS, ("RB-2009",)),
    "champions": GameDocuments(champions_rulebooks.RULEBOOKS, CHAMPIONS_INTERPRETATIONS, tuple(CHAMPIONS_VERSIONS)),
}
"""The documents of each game by slug, in the order of the registry."""


class UnknownRulebookError(LookupError):
    """No game has a rules document of that name; the message lists the known ones."""


def find_rulebook(slug: str) -> Rulebook:
    """Return a rules document by its slug, of any game.

    Raises:
        UnknownRulebookError: there is none.
    """
    for collection in DOCUMENTS.values():
        if slug in collection.rulebooks:
            return collection.rulebooks[slug]
    names = ", ".join(names for collection in DOCUMENTS.values() for names in collection.rulebooks)
    raise UnknownRulebookError(f"no rulebook {truncated(slug)!r}; there are: {names}")


def select_rulebooks(game: str | None) -> Iterator[Rulebook]:
    """Return the rules documents of a game, or of all games."""
    collections = DOCUMENTS.values() if game is None else (DOCUMENTS[game],)
    return (collection.rulebooks[slug] for collection in collections for slug in collection.rulebooks)


def find_interpretation(text: str, game: str | None) -> tuple[GameDocuments, Interpretation] | None:
    """Return the interpretation of that name with its game, or ``None``.

    Names are like ``I-40`` and ``i 40``.
    """
    name = text.strip().upper().replace(" ", "-")
    for collection in DOCUMENTS.values() if game is None else (DOCUMENTS[game],):
        if point := collection.interpretations.get(name):
            return collection, point
    return None


def truncated(text: str, limit: int = 80) -> str:
    """Return a text for a message, truncated to ``limit`` characters."""
    return text if len(text) <= limit else f"{text[: limit - 1]}\N{HORIZONTAL ELLIPSIS}"
