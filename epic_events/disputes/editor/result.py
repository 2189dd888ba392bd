"""The result of a tap in the dispute editor."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from epic_events.disputes.records import with_headers
from rules.judge.record import Record

BAR: Final = "|"
"""What stands between the words of a tap."""
TYPED_PLAY: Final = "typed_play"
"""The field in which a play is typed."""
TYPED_PLAY_INDEX: Final = "typed_play_index"
"""The field with the index of the play that is being edited; empty for a new play."""
CARD: Final = "card:"
"""What the name of a field for a card begins with; its seat, zone and part follow."""
NUMBER: Final = "number:"
"""What the name of a field for a number of a player begins with; its seat and name follow."""
AMOUNT: Final = "amount:"
"""What the name of a field for an amount on a card begins with; its place, as in a tap, and word follow."""
TURN: Final = "turn:"
"""What the name of a field for the number of a turn begins with; the name of the moment follows."""
NAME: Final = "name:"
"""What the name of a field for a player's name begins with; the seat follows."""
REASON: Final = "reason:"
"""What the name of a field for the reason to set a decklist aside begins with; the seat follows."""
WAS: Final = "was:"
"""What stands before the name of a field in that of a hidden one: what the field held when the page was made."""
MAX_WORDS: Final = 8
"""Words that a tap has behind the first; what is missing is empty."""


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
