"""Kinds of tie-breakers by name, and ordered chains of them, parsed from and serialised to JSON data."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from enum import StrEnum
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from epic_events.pairings.methods.tie_breaks import history, meetings, schedule, shares, totals
from epic_events.pairings.methods.tie_breaks.options import Byes, Draws, Options
from epic_events.pairings.methods.tie_breaks.record import Record
from epic_events.pairings.methods.tie_breaks.values import Column, TiedColumn

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


_THIRD = Options(floor=Fraction(1, 3))
_OWN_THIRD = Options(floor=Fraction(1, 3), own_byes=Byes.IN)
_OF_OPPONENTS = ("floor", "ceiling", "dropped_ceiling", "own_byes", "opponent_byes")
_NO_BYES = Options(opponent_byes=Byes.OUT)

KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        "omw": Kind(shares.opponents_match_wins, Form.PERCENT, options=_THIRD, option_names=(*_OF_OPPONENTS, "draws")),
        "gw": Kind(shares.game_wins, Form.PERCENT, options=_OWN_THIRD, option_names=("floor", "own_byes")),
        "ogw": Kind(shares.opponents_game_wins, Form.PERCENT, options=_THIRD, option_names=_OF_OPPONENTS),
        "mw": Kind(shares.match_wins, Form.PERCENT, options=_OWN_THIRD, option_names=("floor", "own_byes", "draws")),
        "oomw": Kind(shares.opponents_opponents, Form.PERCENT, options=_THIRD, option_names=(*_OF_OPPONENTS, "draws")),
        "head_to_head": Kind(meetings.head_to_head, Form.NUMBER),
        "cumulative": Kind(history.cumulative, Form.NUMBER),
        "ml": Kind(shares.match_losses, Form.PERCENT, lower=True, option_names=("own_byes",)),
        "oml": Kind(
            shares.opponents_match_losses, Form.PERCENT, lower=True, options=_NO_BYES, option_names=("opponent_byes",)
        ),
        "ocumulative": Kind(history.opponents_cumulative, Form.NUMBER),
        "progressive": Kind(history.progressive, Form.COUNT),
        "sos": Kind(schedule.strength_of_schedule, Form.NUMBER, option_names=("opponent_byes",)),
        "esos": Kind(schedule.extended_strength_of_schedule, Form.NUMBER, option_names=("opponent_byes",)),
        "wins": Kind(totals.wins, Form.COUNT, options=Options(own_byes=Byes.IN), option_names=("own_byes",)),
        "health_difference": Kind(totals.health_difference, Form.COUNT),
        "health": Kind(totals.health, Form.COUNT),
        "on_time": Kind(totals.on_time, Form.YES_NO),
        "lot": Kind(totals.by_lot, Form.LOT),
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
    for at, name in enumerate(names):
        if name in names[:at]:
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
    """Return the chain as JSON data with all options, the inverse of :func:`parse_chain`."""
    return [{"name": link.name, **{name: str(value) for name, value in link.settings.items()}} for link in chain]
