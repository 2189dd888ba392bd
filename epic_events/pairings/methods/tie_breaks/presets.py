"""Named presets: well-known chains of tie-breakers with their match points.

Sources: MTR 3.1 (Magic), the handbook of Play! Pokémon, the pairings and tie-breaker policy of Flesh and Blood, the
rules and the calculator of Netrunner.
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
    """A chain of tie-breakers with its match points."""

    chain: Chain
    points: Points = USUAL_POINTS


def _magic(floor: Fraction, *, own_floored: bool = True, opponent_byes: Byes = Byes.IN) -> Preset:
    """Return the preset OMW%, GW%, OGW%.

    Args:
        floor: minimum of an opponent's percentage: 1/3 on platforms, 0.33 in the written rule.
        own_floored: True if the floor also applies to the player's own GW%.
        opponent_byes: whether byes count in opponents' match-win percentages; in game-win percentages they always
        count, as
            2-0.
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
    """Return the name of the preset with this chain; empty for a custom chain."""
    return next((name for name, preset in PRESETS.items() if preset.chain == chain), "")
