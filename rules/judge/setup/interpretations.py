"""The header ``Interpretations`` of a record: chosen options of open rules."""

import re
from collections.abc import Mapping
from typing import Final

from rules.engine.game import ChosenOptions
from rules.engine.interpretations import OpenRule
from rules.judge.game import JudgedGame
from rules.judge.record.errors import Problem
from rules.judge.record.model import Record

KEY: Final = "Interpretations"
"""The header."""


def format_options(choices: ChosenOptions) -> str:
    """Return the value of the header for chosen options.

    >>> format_options((("I-40", 1), ("I-57", 1)))
    'I-40=2, I-57=2'
    """
    return ", ".join(f"{identifier}={index + 1}" for identifier, index in choices)


def options_from_header(game: JudgedGame, record: Record, problems: list[Problem]) -> ChosenOptions:
    """Return the options that a record chooses; errors are added to ``problems``."""
    header = record.header(KEY)
    if header is None:
        return ()
    choices, errors = parse_options(game.interpretations, record.version, header.value)
    problems += [Problem(header.place.line, header.place.column, message, header.value) for message in errors]
    return choices


def parse_options(points: Mapping[str, OpenRule], version: str, value: str) -> tuple[ChosenOptions, tuple[str, ...]]:
    """Return the options that ``value`` chooses under a rules version, and the errors.

    An option is given by its number, from 1, or by words that only one of the options has.

    Args:
        points: the open rules of the game, by id.
        version: the rules version, whose defaults need not be chosen.
        value: the value of the header.
    """
    if not value.strip():
        return (), ()
    if not points:
        return (), ("this game has no interpretations to choose from",)
    options: dict[str, int] = {}
    errors: list[str] = []
    names = "|".join(sorted(map(re.escape, {option_id.partition("-")[0] for option_id in points})))
    pattern = re.compile(rf"^({names})\W?(\d{{1,3}})\s*[=:]\s*(.+)$", re.IGNORECASE)
    for part in re.split(rf"[,;]\s*(?=(?:{names})\W?\d)", value, flags=re.IGNORECASE):
        match = pattern.match(part.strip())
        if match is None:
            errors.append(f"{part.strip()!r} chooses nothing: write `{KEY}: {_example_header(points)}`")
            continue
        identifier = f"{match[1].upper()}-{int(match[2]):02}"
        point = points.get(identifier)
        index = _match_option(point, match[3]) if point is not None else -1
        if point is None or index < 0 or identifier in options:
            errors.append(_option_error(points, identifier, point, again=identifier in options))
        elif not (point.is_selectable or index == point.default_option(version)):
            reason = point.fixed_reason or "it has only one option."
            taken = point.options[point.default_option(version)]
            errors.append(f"{identifier} has no choice of options: {reason} The engine plays: {taken}")
        else:
            options[identifier] = index
    return tuple(options.items()), tuple(errors)


def _example_header(points: Mapping[str, OpenRule]) -> str:
    """Return an example of the header with the first selectable interpretations."""
    return format_options(tuple((point.id, 1) for point in points.values() if point.is_selectable)[:2])


def _match_option(point: OpenRule, words: str) -> int:
    """Return the index of the option that ``words`` identify.

    -1 if none or several match.
    """
    if words.strip().isdecimal():
        number = int(words) - 1
        return number if 0 <= number < len(point.options) else -1
    wanted = words.strip().rstrip(".").casefold()
    fitting = [index for index, text in enumerate(point.options) if wanted in text.casefold()]
    return fitting[0] if len(fitting) == 1 else -1


def _option_error(points: Mapping[str, OpenRule], identifier: str, point: OpenRule | None, *, again: bool) -> str:
    if point is None:
        can = ", ".join(interpretation.id for interpretation in points.values() if interpretation.is_selectable)
        return f"{identifier} is no interpretation; those with a choice are {can}"
    if again:
        return f"{identifier} is chosen twice"
    listed = " ".join(f"{number}: {text}" for number, text in enumerate(point.options, 1))
    return f"{identifier} has these options: {listed}"
