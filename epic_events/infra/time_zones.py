"""Time zones of the IANA database, as form choices."""

from functools import cache
from itertools import groupby
from typing import Final
from zoneinfo import available_timezones

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

REGIONS: Final = (
    "Africa", "America", "Antarctica", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific",
)  # fmt: skip


_NO_ZONES: Final = frozenset({"localtime", "Factory", "posixrules"})
"""Files in the folder of the database that name no zone: what they contain differs between machines."""


@cache
def _names() -> frozenset[str]:
    """Return all time zone names; cached, because it reads hundreds of files."""
    return frozenset(available_timezones()) - _NO_ZONES


@cache
def by_region() -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the time zones grouped by region, as pairs of name and label."""
    names = sorted(name for name in _names() if name.partition("/")[0] in REGIONS)
    grouped = [
        (region, [(name, name.partition("/")[2].replace("_", " ")) for name in same])
        for region, same in groupby(names, key=lambda name: name.partition("/")[0])
    ]
    return [("UTC", [("UTC", "UTC")]), *grouped]


def check_time_zone(value: str) -> None:
    """Validate a time zone name.

    Raises:
        ValidationError: the name is unknown.
    """
    if value not in _names():
        raise ValidationError(
            _("“%(value)s” is not a valid time zone. Enter one such as Europe/Berlin."), params={"value": value}
        )
