"""Damage to be divided, in names and numbers: what every legal answer keeps where there are too many to list."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Dealer:
    """What deals damage that is divided.

    Attributes:
        name: as lines call it.
        points: all that it deals, which has to be divided to the last point.
        pierces: whether part of it may go to the player behind the targets.
    """

    name: str
    points: int
    pierces: bool = False


@dataclass(frozen=True, slots=True)
class Division:
    """What every legal way to divide damage has in common; names are those that lines call things by.

    Attributes:
        dealers: what deals the damage.
        targets: among what it is divided.
        fewest: of the targets, how many must be given some.
        most: of the targets, how many may be given some.
        player: who may be given what the targets need not take; empty where nobody.
        excess: points that may go to the player at most.
        forced: all of the excess has to go there.
        extra: the excess comes on top of what is dealt to the targets.
        needs: by target the points that what pierces gives it before the player may be given any that is not forced.
        enough: by target what is enough, where one is given that before the next is given any; empty elsewhere.
    """

    dealers: tuple[Dealer, ...]
    targets: tuple[str, ...]
    fewest: int
    most: int
    player: str = ""
    excess: int = 0
    forced: bool = False
    extra: bool = False
    needs: Mapping[str, int] = field(default_factory=dict)
    enough: Mapping[str, int] = field(default_factory=dict)

    @property
    def total(self) -> int:
        """The points of all that deals."""
        return sum(dealer.points for dealer in self.dealers)
