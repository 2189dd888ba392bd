"""Plays without a colon behind who acts: ``Anna attacks with Kong`` for ``Anna: attacks with Kong``."""

import re
from collections.abc import Sequence
from typing import Final

from rules.decks.names import fold
from rules.judge.record.headers import players_called

_PLAYERS: Final = re.compile(r"^[ \t]*players[ \t]*:(.*)$", re.IGNORECASE | re.MULTILINE)
_SECTION: Final = re.compile(r"^[ \t]*(?:(deck)\s|(position|plays|branch)\b)", re.IGNORECASE)
_NOTES: Final = re.compile(r"\{[^}]*\}|\[[^\]]*\]|(?:^|(?<=\s))#(?!\d).*")
"""Comments and clock times."""
_NUMBER: Final = re.compile(r"^\s*(?:\d{1,6}\s*[.)]\s*|\d{1,6}\s+)?")
_WORD: Final = re.compile(r"\S+")


def with_colon(line: str, players: Sequence[str]) -> str:
    """Return a play with a colon in place of the space behind who acts, where it has none: no column moves.

    >>> with_colon("3. Anna attacks with Kong", ["Anna", "Ben"]), with_colon("Ben: pass", ["Anna", "Ben"])
    ('3. Anna:attacks with Kong', 'Ben: pass')
    """
    bare = _NOTES.sub(lambda found: " " * len(found[0]), line)
    start = (_NUMBER.match(bare) or _WORD.search(bare)).end()  # type: ignore[union-attr]  # all of it is optional
    key, colon, _ = bare[start:].partition(":")
    if colon and (players_called(key, players) or fold(key) in ("", "chance", "shuffle") or key.strip() == "*"):
        return line
    words = list(_WORD.finditer(key))
    for count in range(len(words) - 1, 0, -1):
        end = words[count - 1].end()
        called = players_called(key[words[0].start() : end], players)
        if len(called) == 1 and (count == 1 or fold(called[0]) == fold(key[words[0].start() : end])):
            return f"{line[: start + end]}:{line[start + end + 1 :]}"
    return line


def with_colons(text: str) -> str:
    """Return the text of a record with a colon in every play that has none behind who acts.

    A line of a position that has a colon is a field, and in a deck there are cards.
    """
    found = _PLAYERS.search(text)
    if found is None:
        return text
    players = players_in(text)
    lines = text.split("\n")
    section = ""
    for index in range(text.count("\n", 0, found.end()) + 1, len(lines)):
        heading = _SECTION.match(lines[index])
        if heading:
            section = (heading[1] or heading[2]).lower()
        elif section in ("plays", "branch") or (section != "deck" and ":" not in lines[index]):
            lines[index] = with_colon(lines[index], players)
    return "\n".join(lines)


def players_in(text: str) -> list[str]:
    """Return the players that the header of a record names, before the record is parsed; none without it."""
    found = _PLAYERS.search(text)
    return [name for part in _NOTES.sub("", found[1]).split(",") if (name := " ".join(part.split()))] if found else []
