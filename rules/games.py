"""The registry of games: the one place, beside the command line, that knows games by name."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.epic import rulebooks as epic_rulebooks
from rules.rulebooks import Rulebook


@dataclass(frozen=True)
class Game:
    """Everything the shared parts need to know about one game, handed to them as a value.

    Attributes:
        slug: the game's name in addresses and on the command line.
        name: the game's name on screen.
        rulebooks: its rules documents by slug.
    """

    slug: str
    name: str
    rulebooks: Mapping[str, Rulebook]


EPIC = Game(slug="epic", name="Epic Card Game", rulebooks=epic_rulebooks.RULEBOOKS)

GAMES: Mapping[str, Game] = {game.slug: game for game in (EPIC,)}
"""Every game by slug."""
