"""What taps have made of a record, and what was typed that could not be taken into it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from epic_events.disputes.records.reading import with_headers
from rules.judge.record import Record

BAR: Final = "|"
"""What stands between the words of a tap."""
SAID: Final = "said"
"""The field in which a play is typed."""
SAID_AT: Final = "said_at"
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
MOST_WORDS: Final = 8
"""Words that a tap has behind the first; what is missing is empty."""


@dataclass
class Tapped:
    """What taps have made of a record.

    Attributes:
        record: as it is now.
        unknown: what was typed as a card and is none, by the name of its field, with the nearest names.
        said: a play typed in plain words that was not taken, empty otherwise.
        said_at: index of the play that ``said`` replaces; None if it is a new one.
        wrong: why not; empty where it waits.
        open: the tile that was tapped, as ``seat|zone|part|index``.
        waiting: what was typed as a card and waits while the record itself is typed, by the name of its field.
        errors: other fields whose text was not taken, by name, each with the text and the message.
        only: whether a single play is described; None if the tap does not change that.
        switch: slug of the game to switch to that waits for a confirmation, as the record would be lost.
        headers: readings and printings of the event, for records without their own.
    """

    record: Record
    unknown: dict[str, tuple[str, tuple[str, ...]]] = field(default_factory=dict)
    said: str = ""
    said_at: int | None = None
    wrong: str = ""
    open: str = ""
    waiting: dict[str, str] = field(default_factory=dict)
    errors: dict[str, tuple[str, str]] = field(default_factory=dict)
    only: bool | None = None
    switch: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)

    def in_full(self, record: Record) -> Record:
        """Return a record with the headers of its event that it lacks."""
        return with_headers(record, self.headers)

    @property
    def is_complete(self) -> bool:
        """True if everything that was typed has been taken into the record."""
        return not (self.unknown or self.said or self.waiting or self.errors or self.switch)


def number_in(text: str) -> int:
    """Return the number that a word of a tap is; 0 for a word that is none."""
    digits = text.lstrip("+-")
    return int(text) if digits.isdecimal() and digits.isascii() and len(digits) < 5 else 0
