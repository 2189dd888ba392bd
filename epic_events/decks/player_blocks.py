"""Parser for texts with one block per player of an event.

A block starts with a line that names the player by name or by entry number::

    Player: Ada Lovelace
    2 Kong

    Player: #17
    ...
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from epic_events.events.models import Event, Registration
from epic_events.infra.errors import UserError
from epic_events.infra.names import MAX_NAME_LENGTH, isolated, normalised
from rules.decks.names import nearest

MAX_REPORTED_ERRORS: Final = 200
"""Maximum number of errors shown for one text."""
_PLAYER: Final = re.compile(r"\s*(?:player|spieler|joueur|jugador|giocatore)\s*:\s*(?P<name>.*)", re.IGNORECASE)
_NUMBER: Final = re.compile(r"#\s*(?P<number>[0-9]{1,18})")


@dataclass(frozen=True)
class LineError:
    """An error in one line of an imported text.

    Attributes:
        line: line number, from 1.
        message: the error and how to correct it.
    """

    line: int
    message: str

    def __str__(self) -> str:
        return _("line %(line)d: %(message)s") % {"line": self.line, "message": self.message}


class InvalidImportError(UserError):
    """Raised if an imported text has errors; nothing of it is stored.

    Attributes:
        errors: the first errors, up to ``MAX_REPORTED_ERRORS``.
        more: number of further errors.
    """

    def __init__(self, errors: Sequence[LineError]) -> None:
        count = len(errors)
        self.errors, self.more = errors[:MAX_REPORTED_ERRORS], max(0, count - MAX_REPORTED_ERRORS)
        message = ngettext(
            "The text has %(count)d error. Nothing was saved.",
            "The text has %(count)d errors. Nothing was saved.",
            count,
        ) % {"count": count}
        super().__init__(message, fields={"text": "\n".join(map(str, self.errors))})


@dataclass
class Block:
    """The lines of one player in an imported text.

    Attributes:
        named: the player as written in the text.
        line: number of the line that names the player.
        lines: the lines of the block with their numbers.
    """

    named: str
    line: int
    lines: list[tuple[int, str]] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The lines of the block joined, without trailing blank lines."""
        return "\n".join(text for _line, text in self.lines).rstrip("\n") + "\n"


def split_blocks(lines: Sequence[str], missing_player_message: str) -> tuple[list[Block], list[LineError]]:
    """Split a text into the blocks of its players.

    Args:
        lines: the lines of the text.
        missing_player_message: message for a line before the first block.

    Returns:
        The blocks, and an error if there are lines before the first block.
    """
    blocks: list[Block] = []
    errors: list[LineError] = []
    for number, line in enumerate(lines, start=1):
        if match := _PLAYER.fullmatch(line):
            blocks.append(Block(match["name"], number))
        elif blocks:
            blocks[-1].lines.append((number, line))
        elif line.strip() and not errors:
            errors.append(LineError(number, missing_player_message))
    return blocks, errors


class Entries:
    """Index of an event's entries by number and name."""

    def __init__(self, event: Event) -> None:
        self._by_number: dict[int, Registration] = {}
        self._by_name: dict[str, list[Registration]] = {}
        for entry in event.registrations.exclude(status=Registration.Status.WITHDRAWN).order_by("pk"):
            self._by_number[entry.pk] = entry
            self._by_name.setdefault(normalised(entry.name).casefold(), []).append(entry)

    def find_entry(self, block: Block, number: int | None = None) -> Registration | LineError:
        """Return the entry that a block names, or the error if there is none.

        Args:
            block: the block.
            number: entry number from the text, which distinguishes entries with the same name.
        """
        name_text = normalised(block.named)
        if match := _NUMBER.fullmatch(name_text):
            message = _("No entry of this event has the number %(number)s.") % match.groupdict()
            return self._by_number.get(int(match["number"])) or LineError(block.line, message)
        same = self._by_name.get(name_text.casefold(), [])
        if len(same) == 1:
            return same[0]
        entry_match = next((entry for entry in same if entry.pk == number), None)
        if entry_match is not None:
            return entry_match
        if same:
            message = _("%(count)d players are called “%(name)s”. Enter the number of one of them: %(numbers)s.") % {
                "count": len(same),
                "name": isolated(name_text),
                "numbers": ", ".join(f"#{entry.pk}" for entry in same),
            }
            return LineError(block.line, message)
        message = _("No player of this event is called “%(name)s”.") % {"name": isolated(name_text[:MAX_NAME_LENGTH])}
        near = nearest(name_text, [entry.name for entry in self._by_number.values()])
        hint = " " + _("Did you mean %(name)s?") % {"name": isolated(near)} if near else ""
        return LineError(block.line, message + hint)
