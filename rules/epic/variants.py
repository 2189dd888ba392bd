"""The variants of Epic as data: number of players, teams, setup, reach, winning.

>>> VARIANTS["hydra"].starting_health(2), VARIANTS["hydra"].problems(5, ((0, 1, 2), (3, 4)))
(60, ['the teams of Hydra have equally many players, not 3 and 2'])
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

MULTIPLAYER: Final = "RB:the-many-epic-formats/multiplayer"
FREE_FOR_ALL: Final = f"{MULTIPLAYER}/free-for-all"
FIRST_BLOOD: Final = f"{MULTIPLAYER}/hunter-first-blood"
LAST_STANDING: Final = f"{MULTIPLAYER}/hunter-last-one-standing"
HYDRA: Final = "RB:the-many-epic-formats/team-multiplayer/hydra"

Teams = tuple[tuple[int, ...], ...]
"""The seats of each team, ordered by their first seats."""


@dataclass(frozen=True, slots=True)
class Variant:
    """A game variant.

    Attributes:
        slug: identifier in records and on the command line.
        name: display name.
        rule: citation of its description.
        fewest: minimum number of players.
        most: maximum number of players.
        shared: whether team-mates share turn, initiative and health (1.2[1]).
        health: starting health of each player, or of each member of a team (1.5.1).
        opening_hand: number of cards (1.8.1).
        deck: minimum number of cards to start; the deck size itself is up to the format.
        undrawn: number of players or teams with which the first player skips the first draw (4.2.3a, I-25).
        neighbours: whether effects reach only the player and both neighbours.
        leftward: whether only the player to the left may be attacked.
        first_blood: whether the first elimination ends the game for the player to the right.
        spoils: health and cards for the player to the right of an eliminated one.
        gods: maximum number of gods or demigods of a player (2.4.1, I-111).
    """

    slug: str
    name: str
    rule: str
    fewest: int
    most: int
    shared: bool = False
    health: int = 30
    opening_hand: int = 5
    deck: int = 5
    undrawn: int = 2
    neighbours: bool = False
    leftward: bool = False
    first_blood: bool = False
    spoils: tuple[int, int] = (0, 0)
    gods: int = 1

    def starting_health(self, members: int = 1) -> int:
        """Return the starting health of a team of ``members``."""
        return self.health * members

    def teams(self, players: int, teams_given: Teams = ()) -> Teams:
        """Return the teams ``teams_given``.

        By default they are pairs of neighbours or single players.
        """
        if teams_given:
            return tuple(sorted((tuple(sorted(team)) for team in teams_given), key=lambda team: team[:1]))
        if self.shared:
            half = players // 2
            return tuple(range(half)), tuple(range(half, players))
        return tuple((seat,) for seat in range(players))

    def problems(self, players: int, teams_given: Teams = ()) -> list[str]:
        """Return errors in the number of players and their teams, one clause each."""
        errors: list[str] = []
        if not self.fewest <= players <= self.most:
            many = str(self.fewest) if self.fewest == self.most else f"{self.fewest} to {self.most}"
            errors.append(f"{self.name} is played by {many} players, not {players}")
        if teams_given and not self.shared:
            return [*errors, f"there are no teams in {self.name}"]
        if not self.shared:
            return errors
        if not teams_given and players % 2:
            return [*errors, f"{players} players cannot be two teams of equally many: specify the teams"]
        teams = self.teams(players, teams_given)
        if sorted(seat for team in teams for seat in team) != list(range(players)):
            errors.append("every player belongs to exactly one team")
        sizes = [len(team) for team in teams]
        if len(teams) < 2:
            errors.append("there have to be at least two teams")
        elif len(set(sizes)) > 1:
            errors.append(f"the teams of {self.name} have equally many players, not {' and '.join(map(str, sizes))}")
        elif sizes[0] == 1:
            errors.append(f"a team of {self.name} has at least two players")
        return errors


_ALL: Final = (
    Variant("duel", "Two players", "RB:getting-started", 2, 2),
    Variant("free-for-all", "Free-for-all", FREE_FOR_ALL, 3, 8),
    Variant("first-blood", "Hunter - First Blood", FIRST_BLOOD, 3, 8, neighbours=True, leftward=True, first_blood=True),
    Variant(
        "last-one-standing", "Hunter - Last One Standing", LAST_STANDING, 3, 8,
        neighbours=True, leftward=True, spoils=(5, 1),
    ),
    Variant("hydra", "Hydra", HYDRA, 4, 8, shared=True),
)  # fmt: skip

VARIANTS: Final[Mapping[str, Variant]] = MappingProxyType({variant.slug: variant for variant in _ALL})
"""All variants by slug."""
DUEL: Final = VARIANTS["duel"]
"""The default variant for two players."""


def find_variant(slug: str) -> Variant:
    """Return the variant with ``slug``, ignoring case; the duel if it is empty.

    Raises:
        ValueError: there is no such variant.
    """
    variant = VARIANTS.get(slug.casefold()) if slug else DUEL
    if variant is None:
        raise ValueError(f"no way to play is called {slug!r}; {', '.join(VARIANTS)} are known")
    return variant


def slug_of(value: Variant) -> str:
    """Return the slug of a variant for stored data."""
    return value.slug
