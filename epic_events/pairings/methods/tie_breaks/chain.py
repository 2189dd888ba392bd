"""Ordered chains of tie-breakers and named presets.

Chains are parsed from and serialised to JSON data. Sources: MTR 3.1 (Magic), the handbook of Play! Pokémon, the
pairings and tie-breaker policy of Flesh and Blood, the rules and the calculator of Netrunner.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from enum import StrEnum
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from epic_events.pairings.methods.tie_breaks.formulas import (
    by_lot,
    cumulative,
    extended_strength_of_schedule,
    game_wins,
    head_to_head,
    health,
    health_difference,
    match_losses,
    match_wins,
    on_time,
    opponents_cumulative,
    opponents_game_wins,
    opponents_match_losses,
    opponents_match_wins,
    opponents_opponents,
    progressive,
    strength_of_schedule,
    wins,
)
from epic_events.pairings.methods.tie_breaks.record import USUAL_POINTS, Points, Record
from epic_events.pairings.methods.tie_breaks.values import Byes, Column, Draws, Options, TiedColumn

MAX_CHAIN_LENGTH = 12
_FRACTION = re.compile(r"[0-9]{1,4}(/[0-9]{1,4}|\.[0-9]{1,4})?")


class Form(StrEnum):
    """Display format of a value."""

    PERCENT = "percent"
    NUMBER = "number"
    """Up to four decimals."""
    COUNT = "count"
    """A whole number."""
    YES_NO = "yes_no"
    LOT = "lot"


_PLAIN = Options()


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of tie-breaker.

    Attributes:
        values: pure function from the record of an event to the values.
        form: display format of a value.
        lower: True if lower is better.
        options: default options.
        option_names: names of the options it supports.
    """

    values: Callable[[Record, Options], Column | TiedColumn]
    form: Form
    lower: bool = False
    options: Options = _PLAIN
    option_names: tuple[str, ...] = ()


_FLOOR_THIRD = Options(floor=Fraction(1, 3))
_OWN_FLOOR_THIRD = Options(floor=Fraction(1, 3), own_byes=Byes.IN)
_OF_OPPONENTS = ("floor", "ceiling", "dropped_ceiling", "own_byes", "opponent_byes")
_NO_BYES = Options(opponent_byes=Byes.OUT)

KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        "omw": Kind(opponents_match_wins, Form.PERCENT, options=_FLOOR_THIRD, option_names=(*_OF_OPPONENTS, "draws")),
        "gw": Kind(game_wins, Form.PERCENT, options=_OWN_FLOOR_THIRD, option_names=("floor", "own_byes")),
        "ogw": Kind(opponents_game_wins, Form.PERCENT, options=_FLOOR_THIRD, option_names=_OF_OPPONENTS),
        "mw": Kind(match_wins, Form.PERCENT, options=_OWN_FLOOR_THIRD, option_names=("floor", "own_byes", "draws")),
        "oomw": Kind(opponents_opponents, Form.PERCENT, options=_FLOOR_THIRD, option_names=(*_OF_OPPONENTS, "draws")),
        "head_to_head": Kind(head_to_head, Form.NUMBER),
        "cumulative": Kind(cumulative, Form.NUMBER),
        "ml": Kind(match_losses, Form.PERCENT, lower=True, option_names=("own_byes",)),
        "oml": Kind(
            opponents_match_losses, Form.PERCENT, lower=True, options=_NO_BYES, option_names=("opponent_byes",)
        ),
        "ocumulative": Kind(opponents_cumulative, Form.NUMBER),
        "progressive": Kind(progressive, Form.COUNT),
        "sos": Kind(strength_of_schedule, Form.NUMBER, option_names=("opponent_byes",)),
        "esos": Kind(extended_strength_of_schedule, Form.NUMBER, option_names=("opponent_byes",)),
        "wins": Kind(wins, Form.COUNT, options=Options(own_byes=Byes.IN), option_names=("own_byes",)),
        "health_difference": Kind(health_difference, Form.COUNT),
        "health": Kind(health, Form.COUNT),
        "on_time": Kind(on_time, Form.YES_NO),
        "lot": Kind(by_lot, Form.LOT),
    }
)
"""Kinds of tie-breakers by stored name."""


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A tie-breaker of a chain: its name and options."""

    name: str
    options: Options = _PLAIN

    @classmethod
    def of(cls, name: str, **changed: Any) -> "TieBreak":
        """Create a tie-breaker with its default options, except those that are given.

        Raises:
            ChainError: unknown tie-breaker or option.
        """
        kind = KINDS.get(name)
        if kind is None:
            raise ChainError(ChainErrorCode.NAME, name)
        unknown = [key for key in changed if key not in kind.option_names]
        if unknown:
            raise ChainError(ChainErrorCode.OPTION, name, unknown[0])
        usual = {item.name: getattr(kind.options, item.name) for item in fields(Options)}
        return cls(name, Options(**{**usual, **changed}))

    @property
    def kind(self) -> Kind:
        """The kind of tie-breaker."""
        return KINDS[self.name]

    @property
    def settings(self) -> dict[str, Fraction | Byes | Draws]:
        """The supported options, by name."""
        return {name: getattr(self.options, name) for name in self.kind.option_names}


Chain = tuple[TieBreak, ...]


class ChainErrorCode(StrEnum):
    """Kinds of errors in a chain of tie-breakers."""

    SHAPE = "shape"
    NAME = "name"
    OPTION = "option"
    VALUE = "value"
    TWICE = "twice"
    LENGTH = "length"
    BOUNDS = "bounds"
    NOT_LAST = "not_last"


class ChainError(ValueError):
    """An invalid chain of tie-breakers.

    Attributes:
        reason: the kind of error.
        name: the tie-breaker with the error; empty if the error is in the chain itself.
        option: the option with the error; empty if the error is in the tie-breaker.
    """

    def __init__(self, reason: ChainErrorCode, name: str = "", option: str = "") -> None:
        super().__init__(f"{reason.value} {name} {option}".strip())
        self.reason = reason
        self.name = name[:40]
        self.option = option[:40]


def parse_chain(plain: object) -> Chain:
    """Parse a list of names, or of objects with a name and options.

    Args:
        plain: for example ``["omw", {"name": "gw", "floor": "0"}]``; missing options get their defaults.

    Raises:
        ChainError: the first error found.
    """
    if not isinstance(plain, Sequence) or isinstance(plain, str | bytes):
        raise ChainError(ChainErrorCode.SHAPE)
    if len(plain) > MAX_CHAIN_LENGTH:
        raise ChainError(ChainErrorCode.LENGTH)
    chain = tuple(_parse_link(item) for item in plain)
    names = [link.name for link in chain]
    for index, name in enumerate(names):
        if name in names[:index]:
            raise ChainError(ChainErrorCode.TWICE, name)
    if "lot" in names[:-1]:
        raise ChainError(ChainErrorCode.NOT_LAST, "lot")
    return chain


def _parse_link(item: object) -> TieBreak:
    if isinstance(item, str):
        return TieBreak.of(item)
    if not isinstance(item, Mapping) or not isinstance(item.get("name"), str):
        raise ChainError(ChainErrorCode.SHAPE)
    name: str = item["name"]
    link = TieBreak.of(
        name, **{str(key): _parse_value(name, str(key), value) for key, value in item.items() if key != "name"}
    )
    options = link.options
    if not options.floor <= min(options.ceiling, options.dropped_ceiling):
        raise ChainError(ChainErrorCode.BOUNDS, name)
    return link


def _parse_value(name: str, option: str, value: object) -> Fraction | Byes | Draws:
    """Parse an option: a fraction such as ``"1/3"`` or ``"0.33"``, or a word.

    Raises:
        ChainError: the value is invalid.
    """
    if option in {"own_byes", "opponent_byes", "draws"}:
        words: type[Byes | Draws] = Draws if option == "draws" else Byes
        if value in list(words):
            return words(str(value))
    elif option in {"floor", "ceiling", "dropped_ceiling"}:
        try:
            if isinstance(value, str) and _FRACTION.fullmatch(value) and 0 <= Fraction(value) <= 1:
                return Fraction(value)
        except ZeroDivisionError:
            pass
    else:
        raise ChainError(ChainErrorCode.OPTION, name, option)
    raise ChainError(ChainErrorCode.VALUE, name, option)


def serialize_chain(chain: Chain) -> list[dict[str, str]]:
    """Return the chain as JSON data with all options.

    It is the inverse of :func:`parse_chain`.
    """
    return [{"name": link.name, **{name: str(value) for name, value in link.settings.items()}} for link in chain]


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


def _find_preset(*names: str, points: Points = USUAL_POINTS) -> Preset:
    return Preset(tuple(TieBreak.of(name) for name in names), points)


EPIC = "epic"
PRESETS: Mapping[str, Preset] = MappingProxyType(
    {
        EPIC: _find_preset("omw", "gw", "ogw", "head_to_head", "lot"),
        "magic-third": _magic(_THIRD),
        "magic-third-raw-gw": _magic(_THIRD, own_floored=False),
        "magic-third-byes-out": _magic(_THIRD, opponent_byes=Byes.OUT),
        "magic-0.33": _magic(_WRITTEN),
        "magic-0.33-raw-gw": _magic(_WRITTEN, own_floored=False),
        "magic-0.33-byes-out": _magic(_WRITTEN, opponent_byes=Byes.OUT),
        "pokemon": _pokemon(),
        "flesh-and-blood": _find_preset("cumulative", "ml", "oml", "ocumulative", "lot", points=Points(1, 0, 0, 1)),
        "netrunner": _find_preset("sos", "esos", "lot"),
        "netrunner-2016": _find_preset("head_to_head", "sos", "esos", "lot"),
        "health": _find_preset("health_difference", "health", "head_to_head", "lot"),
    }
)
"""Presets by name."""


def preset_of(chain: Chain) -> str:
    """Return the name of the preset with this chain; empty for a custom chain."""
    return next((name for name, preset in PRESETS.items() if preset.chain == chain), "")
