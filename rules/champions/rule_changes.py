"""Dates on which sections of the comprehensive rules changed.

They are from its list of changes. The earlier texts are unknown, so the current text is used for all dates. Verdicts
on earlier games mention the changes.

>>> changes_since("CH:4.1.5.5c", date(2018, 9, 1))
(datetime.date(2018, 11, 6),)
"""

from collections.abc import Mapping
from datetime import date
from types import MappingProxyType
from typing import Final

AUGUST_20: Final = date(2018, 8, 20)
AUGUST_24: Final = date(2018, 8, 24)
NOVEMBER_6: Final = date(2018, 11, 6)

_UNITS: Final[Mapping[date, tuple[str, ...]]] = {
    AUGUST_20: (
        "2.4.2.2l",
        "2.5.1.2",
        "2.5.1.14",
        "2.5.2.14",
        "2.5.3.3",
        "2.5.3.4",
        "2.5.3.5",
        "2.8.2",
        "2.14.4b",
        "3.2.1.3",
        "4.1.3.1a",
        "4.1.3.2e",
        "4.1.3.4a",
        "4.1.3.4b",
        "4.1.3.4c",
        "4.1.3.4d",
        "6.1.2/deploy",
        "6.1.2/dormant",
        "6.2/normal-restrictions",
        "6.2/replace",
        "6.2/x",
    ),
    AUGUST_24: (
        "2.2.2",
        "2.5.1.2",
        "2.5.2.2",
        "2.7.2",
        "2.14.4f",
        "4.1.3",
        "6.1.2/deploy",
        "6.2/allied",
        "6.2/control",
        "6.2/enemy",
        "7",
    ),
    NOVEMBER_6: ("2.10.2.4", "2.14.4b", "4.1.2.3", "4.1.5.5c", "5.1", "6.1.2/deploy"),
}


def _by_unit() -> dict[str, tuple[date, ...]]:
    every = {unit for units in _UNITS.values() for unit in units}
    return {f"CH:{unit}": tuple(day for day, units in _UNITS.items() if unit in units) for unit in sorted(every)}


CHANGED: Final[Mapping[str, tuple[date, ...]]] = MappingProxyType(_by_unit())
"""Dates of changes by citation, in ascending order."""


def changes_since(unit: str, day: date) -> tuple[date, ...]:
    """Return the dates after ``day`` on which a section of the rules changed."""
    return tuple(change for change in CHANGED.get(unit, ()) if change > day)
