"""Finished events as people write them: rounds as headings, a result on each line."""

import re
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from epic_events.bulk_import.tables import TableError, TableRow, shortened
from epic_events.infra.names import isolated, normalised
from epic_events.pairings.imports.parsers import MAX_EVENT_NAME_LENGTH, parse_round
from epic_events.pairings.results.score_text import split_named_line, split_table

MAX_LENGTH: Final = 200
"""Characters of a line; longer ones are no results."""
MAX_OTHER_LINES: Final = 20
"""Lines that are no results, after which a text without results is something else."""
_AROUND_HEADING: Final = "#*=_-:\N{EN DASH}\N{EM DASH} \t"
_BULLET: Final = re.compile(r"(?:[-*\N{BULLET}]|\d{1,3}[.)])\s+")
_BYE: Final = re.compile(
    r"(?P<name>.+?)\s*(?:[:,(\N{EN DASH}\N{EM DASH}-]\s*|\s(?:vs?\.?|has|gets|had|got)\s+(?:an?\s+)?|\s)"
    r"(?:bye|freilos|spielfrei)\)?[.!]?",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class PlainEvent:
    """An event in plain text.

    Attributes:
        name: the line before the first round; empty without one.
        rows: its matches.
    """

    name: str
    rows: list[TableRow]


def read_plain_event(text: str) -> PlainEvent | None:
    """Return the event in plain text; None without round headings or results.

    Raises:
        TableError: a line below a heading is neither a result nor a bye.
    """
    lines = [
        (number, line.strip()) for number, line in enumerate(text.lstrip("\ufeff").splitlines(), 1) if line.strip()
    ]
    headings = {number: heading for number, line in lines if (heading := _heading(line))}
    if not headings:
        return None
    first = min(headings)
    before = [line for number, line in lines if number < first]
    rows: list[TableRow] = []
    wrong: list[tuple[int, str]] = []
    current = ""
    for number, line in lines:
        current = headings.get(number, current)
        if number in headings or number < first:
            continue
        if (cells := _cells(line)) is None:
            wrong.append((number, line))
            if rows or len(wrong) > MAX_OTHER_LINES:
                break
        else:
            rows.append(TableRow(number, {"round": (current,), **cells}))
    if not rows or len(before) > 1:
        return None
    if wrong:
        number, line = wrong[0]
        message = _("line %(line)d: “%(text)s” is neither a round nor a result such as “Ana 2-1 Ben”.")
        raise TableError(message % {"line": number, "text": isolated(shortened(line))})
    return PlainEvent(normalised(before[0].strip("# "))[:MAX_EVENT_NAME_LENGTH] if before else "", rows)


def _heading(line: str) -> str:
    """Return the name of the round in a heading; empty for other lines."""
    words = line[: MAX_LENGTH + 1].strip(_AROUND_HEADING)
    return words if len(line) <= MAX_LENGTH and any(map(str.isalpha, words)) and parse_round(words) is not None else ""


def _cells(line: str) -> dict[str, tuple[str, ...]] | None:
    """Return the cells of a result or a bye; None for other lines."""
    if len(line) > MAX_LENGTH:
        return None
    typed = _BULLET.sub("", line, count=1)
    numbered = split_table(typed)
    for words in (numbered[1] if numbered else typed, typed):
        if bye := _BYE.fullmatch(words):
            return {"first": (normalised(bye["name"]),), "bye": ("1",)}
        if named := split_named_line(words):
            return {"first": (named.first,), "second": (named.second,), "result": (named.result,)}
    return None
