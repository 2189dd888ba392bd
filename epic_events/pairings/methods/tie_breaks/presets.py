"""Chains by name, as organisers know them, with the match points that belong to each.

Sources: the tie-break facts of the project's tournament design, and what it cites there: MTR 3.1 (Magic), the handbook
of play by Pokémon, the pairings and tie-breaker policy of Flesh and Blood, the rules and the calculator of Netrunner.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

from epic_events.pairings.methods.tie_breaks.chain import Chain, TieBreak
from epic_events.pairings.methods.tie_breaks.options import Byes
from epic_events.pairings.methods.tie_breaks.record import USUAL_POINTS, Points

_THIRD, _WRITTEN, _QUARTER = Fraction(1, 3), Fraction(33, 100), Fraction(1, 4)


@dataclass(frozen=True, slots=True)
class Preset:
    """A chain and the match points it is meant for."""

    chain: Chain
    points: Points = USUAL_POINTS


def _magic(floor: Fraction, *, own_floored: bool = True, opponent_byes: Byes = Byes.IN) -> Preset:
    """Return OMW, GW, OGW.

    Args:
        floor: the least an opponent counts: platforms compute with 1/3, the written rule says 0.33.
        own_floored: whether the player's own GW has the floor too.
        opponent_byes: whether byes count in the opponents' match-win shares; in game shares they always count, as 2-0.
    """
    return Preset(
        (
            TieBreak.of("omw", floor=floor, opponent_byes=opponent_byes),
            TieBreak.of("gw", floor=floor if own_floored else Fraction(0)),
            TieBreak.of("ogw", floor=floor),
        )
    )


def _pokemon() -> Preset:
    bounds = {"floor": _QUARTER, "dropped_ceiling": Fraction(3, 4), "opponent_byes": Byes.OUT}
    return Preset(
        (
            TieBreak.of("on_time"),
            TieBreak.of("omw", **bounds),
            TieBreak.of("oomw", **bounds),
            TieBreak.of("head_to_head"),
            TieBreak.of("lot"),
        )
    )


def _named(*names: str, points: Points = USUAL_POINTS) -> Preset:
    return Preset(tuple(TieBreak.of(name) for name in names), points)


EPIC = "epic"
PRESETS: Mapping[str, Preset] = MappingProxyType(
    {
        EPIC: _named("omw", "gw", "ogw", "head_to_head", "lot"),
        "magic-third": _magic(_THIRD),
        "magic-third-raw-gw": _magic(_THIRD, own_floored=False),
        "magic-third-byes-out": _magic(_THIRD, opponent_byes=Byes.OUT),
        "magic-0.33": _magic(_WRITTEN),
        "magic-0.33-raw-gw": _magic(_WRITTEN, own_floored=False),
        "magic-0.33-byes-out": _magic(_WRITTEN, opponent_byes=Byes.OUT),
        "pokemon": _pokemon(),
        "flesh-and-blood": _named("cumulative", "ml", "oml", "ocumulative", "lot", points=Points(1, 0, 0, 1)),
        "netrunner": _named("sos", "esos", "lot"),
        "netrunner-2016": _named("head_to_head", "sos", "esos", "lot"),
        "health": _named("health_difference", "health", "head_to_head", "lot"),
    }
)
"""Presets by name."""


def preset_of(chain: Chain) -> str:
    """Return the name of the preset whose chain this is; empty for a chain of the event's own."""
    return next((name for name, preset in PRESETS.items() if preset.chain == chain), "")
