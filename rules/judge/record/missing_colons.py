"""Adding the colon after the actor of a play.

``Anna attacks`` becomes ``Anna: attacks``.
"""

import re
from collections.abc import Sequence
from typing import Final

from rules.decks.names import fold, nearest
from rules.judge.record.headers import matching_players

_PLAYERS: Final = re.compile(r"^[ \t]*players[ \t]*:(.*)$", re.IGNORECASE | re.MULTILINE)
_SECTION: Final = re.compile(r"^[ \t]*(?:(deck)\s|(position|plays|branch)\b)", re.IGNORECASE)
_NOTES: Final = re.compile(r"\{[^}]*\}|\[[^\]]*\]|(?:^|(?<=\s))#(?!\d).*")
"""Comments and clock times."""
_NUMBER: Final = re.compile(r"^\s*(?:\d{1,6}\s*[.)]\s*|\d{1,6}\s+)?")
UNNAMED_KEY: Final = "\ufffc"
"""The key that is inserted before a play without an actor, because the grammar requires one."""
_ITEM: Final = re.compile(r"^\s*(?:\d{1,6}\s*[.)]\s*)?")
"""The number of a play with a full stop; a bare number may count champions (``3 Wolf Tokens block``)."""
_COUNT: Final = re.compile(r"^\s*\d{1,6}\s+")
_ACTIONS: Final = frozenset(
    {"attack", "attacks", "attackers", "block", "blocks", "blockers", "discard", "discards", "target", "targets"}
)
"""Words before a colon that begin a play without an actor: ``Attack: Kong, Muse``."""
MIN_LETTERS: Final = 2
"""Minimum letters of an abbreviated name without a colon; a single one may be an article (``a kong``)."""
_WORD: Final = re.compile(r"\S+")
_REPEATED: Final = re.compile(r"(.+?)[\s,]+(?:(?:and|&)\s+)?\1(?:[\s,.]|$)")
"""The same name twice, which is no actor: ``Anna and Anna pass``."""


def add_colon(line: str, players: Sequence[str]) -> str:
    """Replace the space after the actor by a colon if it is missing.

    Columns do not move.

    >>> add_colon("3. Anna attacks with Kong", ["Anna", "Ben"]), add_colon("Ben: pass", ["Anna", "Ben"])
    ('3. Anna:attacks with Kong', 'Ben: pass')
    """
    text_without_notes = _NOTES.sub(lambda match: " " * len(match[0]), line)
    start = (_NUMBER.match(text_without_notes) or _WORD.search(text_without_notes)).end()  # type: ignore[union-attr]  # all of it is optional
    key, colon, _ = text_without_notes[start:].partition(":")
    if colon and (matching_players(key, players) or fold(key) in ("", "chance", "shuffle") or key.strip() == "*"):
        return line
    words = list(_WORD.finditer(key))
    for count in range(len(words) - 1, 0, -1):
        end = words[count - 1].end()
        actor = key[words[0].start() : end]
        called = matching_players(actor, players)
        if called and _REPEATED.match(f"{actor.casefold()} {key[end:].casefold()}"):
            return line
        is_full_name = len(called) == 1 and fold(called[0]) == fold(actor)
        # "van Dijk's Wurm" begins with a name, and is none: "van" is no abbreviation of it.
        is_owner = len(called) == 1 and key[words[0].start() :].casefold().startswith(called[0].casefold())
        is_short = count == 1 and len(called) == 1 and len(fold(actor)) >= MIN_LETTERS and not is_owner
        if is_full_name or is_short:
            return f"{line[: start + end]}:{line[start + end + 1 :]}"
    return line


def _mark_unnamed_actor(line: str, players: Sequence[str]) -> str:
    """Insert ``UNNAMED_KEY`` before a play that names no actor.

    Return other lines unchanged.
    """
    text_without_notes = _NOTES.sub(lambda match: " " * len(match[0]), line)
    start = (_ITEM.match(text_without_notes) or _WORD.search(text_without_notes)).end()  # type: ignore[union-attr]  # all of it is optional
    key, colon, _ = text_without_notes[start:].partition(":")
    if (
        not key.strip()
        or key.lstrip().startswith("#")
        or (colon and (_is_actor(key, players) or (len(key.split()) == 1 and fold(key) not in _ACTIONS)))
    ):
        return line
    if _looks_like_misspelt_name(key, players):
        return line
    return f"{line[:start]}{UNNAMED_KEY}:{line[start:]}"


def _is_actor(key: str, players: Sequence[str]) -> bool:
    return any(
        matching_players(each, players) or fold(each) in ("", "chance", "shuffle") or each.strip() == "*"
        for each in (key, _COUNT.sub("", key))
    )


def _looks_like_misspelt_name(key: str, players: Sequence[str]) -> bool:
    """Return True if the first words look like a misspelt player name."""
    words = key.split()
    firsts = [(name, " ".join(words[: len(name.split())])) for name in players]
    if words and any(fold(first) in (fold(name), fold(f"{name}s")) for name, first in firsts):
        return False  # The name is a genitive: Ben's Palace Guard, van Dijk's Wurm.
    return any(nearest(" ".join(words[: len(name.split())]), [name]) is not None for name in players)


def add_missing_colons(text: str) -> str:
    """Return the text of a record with a colon after the actor of every play.

    Lines of a position with a colon are fields, and decks have cards.
    """
    match = _PLAYERS.search(text)
    if match is None:
        return text
    players = players_from_header(text)
    # Most lines begin with a whole name and a colon, and are complete.
    complete = {name for name in players if name.replace(" ", "").isalpha()} | {"chance"}
    lines = text.split("\n")
    section = ""
    for index in range(text.count("\n", 0, match.end()) + 1, len(lines)):
        heading = _SECTION.match(lines[index])
        if heading:
            section = (heading[1] or heading[2]).lower()
        elif lines[index].partition(":")[0] in complete and ":" in lines[index]:
            continue
        elif section in ("plays", "branch") or (section != "deck" and ":" not in lines[index]):
            line = add_colon(lines[index], players)
            lines[index] = _mark_unnamed_actor(line, players) if section in ("plays", "branch") else line
    return "\n".join(lines)


def players_from_header(text: str) -> list[str]:
    """Return the players of the header in the text of a record; empty without it."""
    match = _PLAYERS.search(text)
    return [name for part in _NOTES.sub("", match[1]).split(",") if (name := " ".join(part.split()))] if match else []
