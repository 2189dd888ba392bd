"""What lists of some games say of a line's copies: the gems that are set in them.

====================================================  ==========================================================
``4x Name - Gems: 2x A, 2x none``                     a dash, an en dash, or ``[Gems: ...]``; 2 copies have none
``4x Name - Gems: A``                                 the same gem in each of the copies
``1 Name [A + B]``                                    both in one card; brackets alone only for what is a gem
====================================================  ==========================================================

>>> read("2x Ruby of Ferocity, 2x none", 4)
(Setting(copies=2, gems=('Ruby of Ferocity',)),)
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final

from rules.decks.names import fold, words
from rules.decks.wording import quoted

NONE: Final = frozenset({"none", "no gem", "no gems", "empty", "nothing", "unsocketed"})
"""What stands for a copy without gems."""

_DASH: Final = "-\N{EN DASH}\N{EM DASH}"
_NAMED: Final = re.compile(rf"(?:\s*[{_DASH}]\s*|\s*(?P<bracket>[\[(])\s*|\s+)gems?\s*:\s*(?P<gems>.*)", re.IGNORECASE)
_BRACKETS: Final = re.compile(r"\s*(?:\[(?P<square>[^\[\]]+)\]|\((?P<round>[^()]+)\))\s*")
_COUNTED: Final = re.compile(
    r"(?P<number>\d{1,3})\s*[x\N{MULTIPLICATION SIGN}]?\s+(?P<gems>\S.*)"
    r"|(?P<number2>\d{1,3})[x\N{MULTIPLICATION SIGN}](?P<gems2>\S.*)",
    re.IGNORECASE,
)


class GemError(ValueError):
    """What a line says of gems cannot be read; the message says why and what would be right."""


@dataclass(frozen=True, slots=True)
class Setting:
    """Copies of a card with the same gems in them; copies of an entry that no setting counts have none.

    Attributes:
        copies: how many copies, one or more.
        gems: the gems in each of them by name, one or more, in the order they were written.
    """

    copies: int
    gems: tuple[str, ...]


def cut(line: str, is_gem: Callable[[str], bool]) -> tuple[str, str | None]:
    """Return a line without what it says of gems, and what it says; ``None`` if nothing.

    Args:
        line: A visible line.
        is_gem: Whether a text is the name of a gem; decides over brackets without the word.
    """
    named = _NAMED.search(line)
    if named and named.start():
        gems = named["gems"].strip()
        closed = gems[:-1] if named["bracket"] and gems.endswith(("]", ")")) else gems
        return line[: named.start()], closed.strip()
    for found in _BRACKETS.finditer(line):
        inside = found["square"] or found["round"]
        gems = [gem for part in _parts(inside) for gem in _split(_counted(part)[1])]
        if gems and all(is_gem(gem) or words(gem) in NONE for gem in gems):
            return f"{line[: found.start()]} {line[found.end() :]}".strip(), inside
    return line, None


def read(text: str, copies: int) -> tuple[Setting, ...]:
    """Return the settings that a text gives to the copies of its line.

    Args:
        text: What the line says of gems.
        copies: The copies of the line.

    Raises:
        GemError: It names no gem, or gems for another number of copies.
    """
    parts = _parts(text)
    if not parts:
        raise GemError("the line names no gem after the colon: write which, or none")
    counted = [_counted(part) for part in parts]
    alone = len(counted) == 1 and counted[0][0] is None
    settings = [(copies if alone else 1 if number is None else number, gems) for number, gems in counted]
    if any(number == 0 for number, _ in settings):
        raise GemError("gems for 0 copies: write how many copies have them")
    total = sum(number for number, _ in settings)
    if total != copies:
        hint = f"write how many have which, like {copies}x {counted[0][1]}, and + between the gems of one card"
        raise GemError(f"gems for {total} of {copies} copies: {hint}")
    return merged(Setting(number, _gems(gems)) for number, gems in settings)


def merged(settings: Iterable[Setting]) -> tuple[Setting, ...]:
    """Return settings of the same gems as one, in the order of their first; copies without gems fall out."""
    found: dict[tuple[str, ...], Setting] = {}
    for setting in settings:
        if setting.gems:
            key = tuple(sorted(map(fold, setting.gems)))
            before = found.get(key)
            found[key] = Setting(before.copies + setting.copies, before.gems) if before else setting
    return tuple(found.values())


def written(settings: tuple[Setting, ...], copies: int) -> str:
    """Return settings as :func:`read` reads them back, for a line of so many copies; empty if there are none."""
    if not settings:
        return ""
    parts = [(setting.copies, " + ".join(setting.gems)) for setting in settings]
    rest = copies - sum(number for number, _ in parts)
    parts += [(rest, "none")] * bool(rest)
    return ", ".join(f"{number}x {gems}" for number, gems in parts)


def to_plain(settings: tuple[Setting, ...]) -> list[dict[str, Any]]:
    """Return settings as plain values: ``[{"copies": 2, "gems": ["Minor Ruby of Ferocity"]}]``."""
    return [{"copies": setting.copies, "gems": list(setting.gems)} for setting in settings]


def from_plain(given: object, copies: int) -> tuple[Setting, ...]:
    """Return the settings that :func:`to_plain` wrote.

    Args:
        given: Plain values.
        copies: The copies of the entry, more than which cannot have gems.

    Raises:
        GemError: They have another form, or are for more copies than there are.
    """
    shape = GemError('gems are written [{"copies": 2, "gems": ["..."]}], for no more copies than there are')
    settings = []
    for each in given if isinstance(given, list) else [None]:
        match each:
            case {"copies": bool()}:
                raise shape
            case {"copies": int(number), "gems": [*gems]} if number > 0 and gems and all(map(_is_name, gems)):
                settings.append(Setting(number, tuple(gems)))
            case _:
                raise shape
    if sum(setting.copies for setting in settings) > copies:
        raise shape
    return merged(settings)


def _is_name(gem: object) -> bool:
    """Whether a value is a name that can be written in a line and is read back from it."""
    return isinstance(gem, str) and _parts(gem) == _split(gem) == [gem] and _counted(gem)[0] is None and _is_gem(gem)


def _is_gem(gem: str) -> bool:
    return bool(fold(gem)) and words(gem) not in NONE


def _parts(text: str) -> list[str]:
    return [part for each in re.split("[,;]", text) if (part := each.strip())]


def _counted(part: str) -> tuple[int | None, str]:
    """Return the number of copies that a part counts, if it does, and the gems."""
    match = _COUNTED.fullmatch(part)
    if match is None:
        return None, part
    return int(match["number"] or match["number2"]), match["gems"] or match["gems2"]


def _split(gems: str) -> list[str]:
    return [gem for each in gems.split("+") if (gem := " ".join(each.split()))]


def _gems(text: str) -> tuple[str, ...]:
    """Return the gems of one card.

    Raises:
        GemError: there is no name.
    """
    if words(text) in NONE:
        return ()
    gems = tuple(_split(text))
    if not gems or not all(map(_is_gem, gems)):
        raise GemError(f"{quoted(text)} names no gem: write its name, or none")
    return gems
