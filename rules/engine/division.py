"""Divided damage: sources, targets and the constraints on legal divisions."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Dealer:
    """A source of damage to be divided among targets.

    Attributes:
        name: its name in lines of records.
        points: all damage that it deals; it has to be divided completely.
        pierces: whether part of it may be assigned to the player behind the targets.
    """

    name: str
    points: int
    pierces: bool = False


@dataclass(frozen=True, slots=True)
class Division:
    """The constraints on a division of damage; names are those used in lines.

    Attributes:
        dealers: the sources of the damage.
        targets: the possible targets.
        fewest: the smallest number of targets that must be assigned damage.
        most: the largest number of targets that may be assigned damage.
        player: the player who may be assigned excess damage; empty if none.
        excess: the largest number of points that may be assigned to the player.
        forced: whether all excess damage has to be assigned to the player.
        extra: whether the excess is dealt in addition to the damage to the targets.
        needs: by target, the points from piercing sources required before the player may be assigned unforced damage.
        enough: by target, the points required before the next target may be assigned any; empty if there is no order.
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
        """The damage of all sources."""
        return sum(dealer.points for dealer in self.dealers)
