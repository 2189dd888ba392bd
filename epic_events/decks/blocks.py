"""Texts that tell something of many players of an event: a block for each, and which entry a name means.

A block begins with a line that names the player, by the name in the event or by the number of the entry::

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
from epic_events.infra.display_names import LONGEST_NAME, isolated, normalised
from epic_events.infra.errors import UserError
from rules.decks.names import nearest

MOST_TOLD: Final = 200
"""Mistakes that are told of one text."""
_PLAYER: Final = re.compile(r"\s*(?:player|spieler|joueur|jugador|giocatore)\s*:\s*(?P<name>.*)", re.IGNORECASE)
_NUMBER: Final = re.compile(r"#\s*(?P<number>[0-9]{1,18})")


@dataclass(frozen=True)
class Mistake:
    """One thing wrong with the text.

    Attributes:
        line: its line, from 1.
        message: what is wrong, and what would be right.
    """

    line: int
    message: str

    def __str__(self) -> str:
        return _("line %(line)d: %(message)s") % {"line": self.line, "message": self.message}


class TextRefusedError(UserError):
    """A text about many players that cannot be taken like this: nothing of it is stored.

    Attributes:
        mistakes: each with its line, as far as they are told.
        more: how many there are beyond these.
    """

    def __init__(self, mistakes: Sequence[Mistake]) -> None:
        count = len(mistakes)
        self.errors, self.more = mistakes[:MOST_TOLD], max(0, count - MOST_TOLD)
        message = ngettext(
            "The text has %(count)d error. Nothing was saved.",
            "The text has %(count)d errors. Nothing was saved.",
            count,
        ) % {"count": count}
        super().__init__(message, fields={"text": "\n".join(map(str, self.errors))})


@dataclass
class Block:
    """The lines of one player in a text about many.

    Attributes:
        named: who, as written.
        line: where that stands.
        lines: each with its place in the whole text.
    """

    named: str
    line: int
    lines: list[tuple[int, str]] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The lines of the player, without blank ones around them."""
        return "\n".join(text for _line, text in self.lines).rstrip("\n") + "\n"


def blocks_of(lines: Sequence[str], nobody: str) -> tuple[list[Block], list[Mistake]]:
    """Return the blocks of a text, and what stands before the first one.

    Args:
        lines: of the text.
        nobody: what is told of lines above which no player is named.
    """
    blocks: list[Block] = []
    mistakes: list[Mistake] = []
    for number, line in enumerate(lines, start=1):
        if found := _PLAYER.fullmatch(line):
            blocks.append(Block(found["name"], number))
        elif blocks:
            blocks[-1].lines.append((number, line))
        elif line.strip() and not mistakes:
            mistakes.append(Mistake(number, nobody))
    return blocks, mistakes


class Entries:
    """The entries of an event, found by number and by name."""

    def __init__(self, event: Event) -> None:
        self._by_number: dict[int, Registration] = {}
        self._by_name: dict[str, list[Registration]] = {}
        for entry in event.registrations.exclude(status=Registration.Status.WITHDRAWN).order_by("pk"):
            self._by_number[entry.pk] = entry
            self._by_name.setdefault(normalised(entry.name).casefold(), []).append(entry)

    def named(self, block: Block, number: int | None = None) -> Registration | Mistake:
        """Return the entry that a block names, or what is wrong with that.

        Args:
            block: the block.
            number: the number of the entry, where the text tells it beside the name: it tells two of one name apart.
        """
        named = normalised(block.named)
        if found := _NUMBER.fullmatch(named):
            told = _("No entry of this event has the number %(number)s.") % found.groupdict()
            return self._by_number.get(int(found["number"])) or Mistake(block.line, told)
        same = self._by_name.get(named.casefold(), [])
        if len(same) == 1:
            return same[0]
        known = next((entry for entry in same if entry.pk == number), None)
        if known is not None:
            return known
        if same:
            told = _("%(count)d players are called “%(name)s”. Enter the number of one of them: %(numbers)s.") % {
                "count": len(same),
                "name": isolated(named),
                "numbers": ", ".join(f"#{entry.pk}" for entry in same),
            }
            return Mistake(block.line, told)
        told = _("No player of this event is called “%(name)s”.") % {"name": isolated(named[:LONGEST_NAME])}
        near = nearest(named, [entry.name for entry in self._by_number.values()])
        hint = " " + _("Did you mean %(name)s?") % {"name": isolated(near)} if near else ""
        return Mistake(block.line, told + hint)
