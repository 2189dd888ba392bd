"""The result of a tap in the dispute editor."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from epic_events.disputes.records import with_headers
from rules.judge.record import Record

BAR: Final = "|"
"""Separator of the words of an action."""
TYPED_PLAY: Final = "typed_play"
"""Name of the field for a typed play."""
TYPED_PLAY_INDEX: Final = "typed_play_index"
"""Name of the field with the index of the edited play; empty for a new play."""
CARD: Final = "card:"
"""Prefix of field names for a card; followed by seat, zone and part."""
NUMBER: Final = "number:"
"""Prefix of field names for a player's number; followed by seat and name."""
AMOUNT: Final = "amount:"
"""Prefix of field names for an amount on a card; followed by its place, as in an action, and word."""
TURN: Final = "turn:"
"""Prefix of field names for a turn number; followed by the name of the moment."""
NAME: Final = "name:"
"""Prefix of field names for a player's name; followed by the seat."""
REASON: Final = "reason:"
"""Prefix of field names for the reason to ignore a decklist; followed by the seat."""
WAS: Final = "was:"
"""Prefix of hidden fields with the original value of another field."""
MAX_WORDS: Final = 8
"""Maximum number of words of an action after the first; missing ones are empty."""


@dataclass
class TapResult:
    """The record after a tap, with all typed text that could not be added to it.

    Attributes:
        record: the record after the tap.
        unknown: unknown card names by form field, each with suggestions.
        typed_play: a typed play that was not added, or "".
        typed_play_index: index of the play that ``typed_play`` replaces; ``None`` for a new one.
        wrong: the error of ``typed_play``; empty if it is only waiting.
        open: the tile that was tapped, as ``seat|zone|part|index``.
        waiting: typed cards by form field that wait while the record's text is edited.
        errors: other invalid fields by name, each with its text and the error.
        only: True for a single play; ``None`` if the tap does not change that.
        switch: slug of the game whose selection needs confirmation.
        headers: interpretations and printings of the event, for records without their own.
    """

    record: Record
    unknown: dict[str, tuple[str, tuple[str, ...]]] = field(default_factory=dict)
    typed_play: str = ""
    typed_play_index: int | None = None
    wrong: str = ""
    open: str = ""
    waiting: dict[str, str] = field(default_factory=dict)
    errors: dict[str, tuple[str, str]] = field(default_factory=dict)
    only: bool | None = None
    switch: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)

    def in_full(self, record: Record) -> Record:
        """Return a record with the missing headers of its event."""
        return with_headers(record, self.headers)

    @property
    def is_complete(self) -> bool:
        """True if all typed text has been added to the record."""
        return not (self.unknown or self.typed_play or self.waiting or self.errors or self.switch)


def parse_number(text: str) -> int:
    """Return the number in a part of a tap, or 0."""
    digits = text.lstrip("+-")
    return int(text) if digits.isdecimal() and digits.isascii() and len(digits) < 5 else 0
