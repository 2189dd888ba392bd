"""Gems set in the copies of a card, as written in lists of some games.

====================================================  ==========================================================
``4x Name - Gems: 2x A, 2x none``                     a dash, an en dash, or ``[Gems: ...]``; 2 copies have none
``4x Name - Gems: A``                                 the same gem in each copy
``1 Name [A + B]``                                    both in one card; brackets without "Gems:" need a known gem
====================================================  ==========================================================

>>> parse_settings("2x Ruby of Ferocity, 2x none", 4)
(GemSetting(copies=2, gems=('Ruby of Ferocity',)),)
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final

from rules.decks.messages import quote
from rules.decks.names import fold, words

NONE: Final = frozenset({"none", "no gem", "no gems", "empty", "nothing", "unsocketed"})
"""Text for a copy without gems."""

_DASH: Final = "-\N{EN DASH}\N{EM DASH}"
_NAMED: Final = re.compile(rf"(?:\s*[{_DASH}]\s*|\s*(?P<bracket>[\[(])\s*|\s+)gems?\s*:\s*(?P<gems>.*)", re.IGNORECASE)
_BRACKETS: Final = re.compile(r"\s*(?:\[(?P<square>[^\[\]]+)\]|\((?P<round>[^()]+)\))\s*")
_COUNTED: Final = re.compile(
    r"(?P<number>\d{1,3})\s*[x\N{MULTIPLICATION SIGN}]?\s+(?P<gems>\S.*)"
    r"|(?P<number2>\d{1,3})[x\N{MULTIPLICATION SIGN}](?P<gems2>\S.*)",
    re.IGNORECASE,
)


class GemError(ValueError):
    """The gems of a line are invalid; the message says why."""


@dataclass(frozen=True, slots=True)
class GemSetting:
    """A number of copies of a card that have the same gems.

    Attributes:
        copies: number of copies, at least 1.
        gems: names of the gems in each copy, at least 1, as written.
    """

    copies: int
    gems: tuple[str, ...]


def split_gems(line: str, is_gem: Callable[[str], bool]) -> tuple[str, str | None]:
    """Split a line into the card and the text about its gems (``None`` without one).

    Args:
        line: A line without invisible characters.
        is_gem: Returns whether a text is the name of a gem; used for brackets without "Gems:".
    """
    name_match = _NAMED.search(line)
    if name_match and name_match.start():
        gems = name_match["gems"].strip()
        closed = gems[:-1] if name_match["bracket"] and gems.endswith(("]", ")")) else gems
        return line[: name_match.start()], closed.strip()
    for match in _BRACKETS.finditer(line):
        inside = match["square"] or match["round"]
        gems = [gem for part in _split_parts(inside) for gem in _split_gems(_split_count(part)[1])]
        if gems and all(is_gem(gem) or words(gem) in NONE for gem in gems):
            return f"{line[: match.start()]} {line[match.end() :]}".strip(), inside
    return line, None


def parse_settings(text: str, copies: int) -> tuple[GemSetting, ...]:
    """Parse the gem text of a line.

    Args:
        text: The gem text.
        copies: Number of copies of the line.

    Raises:
        GemError: No gem is named, or the copies do not add up.
    """
    parts = _split_parts(text)
    if not parts:
        raise GemError("the line names no gem after the colon: write which, or none")
    counted = [_split_count(part) for part in parts]
    alone = len(counted) == 1 and counted[0][0] is None
    settings = [(copies if alone else 1 if number is None else number, gems) for number, gems in counted]
    if any(number == 0 for number, _ in settings):
        raise GemError("gems for 0 copies: write how many copies have them")
    total = sum(number for number, _ in settings)
    if total != copies:
        hint = f"write how many have which, like {copies}x {counted[0][1]}, and + between the gems of one card"
        raise GemError(f"gems for {total} of {copies} copies: {hint}")
    return merge_settings(GemSetting(number, _parse_gems(gems)) for number, gems in settings)


def merge_settings(settings: Iterable[GemSetting]) -> tuple[GemSetting, ...]:
    """Merge settings with the same gems, in order of first occurrence."""
    merged: dict[tuple[str, ...], GemSetting] = {}
    for setting in settings:
        if setting.gems:
            key = tuple(sorted(map(fold, setting.gems)))
            previous = merged.get(key)
            merged[key] = GemSetting(previous.copies + setting.copies, previous.gems) if previous else setting
    return tuple(merged.values())


def format_settings(settings: tuple[GemSetting, ...], copies: int) -> str:
    """Return settings as text that :func:`parse_settings` accepts.

    Empty if there are none.
    """
    if not settings:
        return ""
    parts = [(setting.copies, " + ".join(setting.gems)) for setting in settings]
    rest = copies - sum(number for number, _ in parts)
    parts += [(rest, "none")] * bool(rest)
    return ", ".join(f"{number}x {gems}" for number, gems in parts)


def settings_to_json(settings: tuple[GemSetting, ...]) -> list[dict[str, Any]]:
    """Return settings as JSON data.

    It is like ``[{"copies": 2, "gems": ["Minor Ruby of Ferocity"]}]``.
    """
    return [{"copies": setting.copies, "gems": list(setting.gems)} for setting in settings]


def settings_from_json(data: object, copies: int) -> tuple[GemSetting, ...]:
    """Return the settings from the data of :func:`settings_to_json`.

    Args:
        data: JSON data.
        copies: Number of copies of the entry.

    Raises:
        GemError: The data is invalid, or there are more settings than copies.
    """
    shape = GemError('gems are written [{"copies": 2, "gems": ["..."]}], for no more copies than there are')
    settings = []
    for each in data if isinstance(data, list) else [None]:
        match each:
            case {"copies": bool()}:
                raise shape
            case {"copies": int(number), "gems": [*gems]} if number > 0 and gems and all(map(_is_name, gems)):
                settings.append(GemSetting(number, tuple(gems)))
            case _:
                raise shape
    if sum(setting.copies for setting in settings) > copies:
        raise shape
    return merge_settings(settings)


def _is_name(gem: object) -> bool:
    """Return True if a value is a gem name that formatting and parsing preserve."""
    return (
        isinstance(gem, str)
        and _split_parts(gem) == _split_gems(gem) == [gem]
        and _split_count(gem)[0] is None
        and _is_gem(gem)
    )


def _is_gem(gem: str) -> bool:
    return bool(fold(gem)) and words(gem) not in NONE


def _split_parts(text: str) -> list[str]:
    return [part for each in re.split("[,;]", text) if (part := each.strip())]


def _split_count(part: str) -> tuple[int | None, str]:
    """Split an optional number of copies from the gems after it."""
    match = _COUNTED.fullmatch(part)
    if match is None:
        return None, part
    return int(match["number"] or match["number2"]), match["gems"] or match["gems2"]


def _split_gems(gems: str) -> list[str]:
    return [gem for each in gems.split("+") if (gem := " ".join(each.split()))]


def _parse_gems(text: str) -> tuple[str, ...]:
    """Parse the gems of one card; raise ``GemError`` if none is named."""
    if words(text) in NONE:
        return ()
    gems = tuple(_split_gems(text))
    if not gems or not all(map(_is_gem, gems)):
        raise GemError(f"{quote(text)} names no gem: write its name, or none")
    return gems
