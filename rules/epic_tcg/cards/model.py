"""Data model of Epic TCG cards: known facts and their certainty."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Alignment(StrEnum):
    """The four alignments (TCG:2.13)."""

    GOOD = "Good"
    EVIL = "Evil"
    WILD = "Wild"
    UNALIGNED = "Unaligned"


class Origin(StrEnum):
    """The three origins (TCG:2.14)."""

    NATURAL = "Natural"
    MAGICAL = "Magical"
    CONSTRUCTED = "Constructed"


class CardType(StrEnum):
    """The three types (TCG:2.15)."""

    CHAMPION = "champion"
    OBJECT = "object"
    EVENT = "event"


class Speed(StrEnum):
    """The speed of a card (TCG:2.10)."""

    BUILD = "build"
    PACED = "paced"
    FAST = "fast"


class CardSet(StrEnum):
    """The set of a card; the house set contains the invented cards."""

    FIRST = "first set (2009)"
    PUBLISHED = "published, set not known"
    HOUSE = "House set (invented)"
    ORGANISER = "organiser's card file"


class Fact(StrEnum):
    """A fact of a card whose certainty is recorded."""

    NAME = "name"
    GIFT = "gift"
    COST = "cost"
    SPEED = "speed"
    TYPE = "type"
    ALIGNMENT = "alignment"
    ORIGIN = "origin"
    STATS = "stats"
    KEYWORDS = "keywords"
    BEHAVIOUR = "behaviour"


class Certainty(StrEnum):
    """The certainty of a fact, by its sources."""

    SOURCED = "sourced"
    """Printed in the rule book."""
    SINGLE = "single"
    """Reported by a single source."""
    UNKNOWN = "not known"
    INVENTED = "invented"
    """An invented card; all its facts are known."""
    ORGANISER = "organiser's card file"
    """Taken from the card file of an event."""


KEYWORDS: Final = (
    "airborne", "breakthrough", "damage ward", "deadly", "hunter", "range", "unbanishable", "unblockable",
    "unbreakable", "untargetable", "veiled", "ward",
)  # fmt: skip
"""The keywords (TCG:5.8 to TCG:5.42), in printed word order."""
PUBLISHED_SETS: Final = frozenset({CardSet.FIRST, CardSet.PUBLISHED, CardSet.ORGANISER})
"""Sets of the published game, including cards from an organiser's file."""


@dataclass(frozen=True, slots=True)
class Card:
    """An Epic TCG card; unknown facts are ``None`` or empty, see ``certainty``.

    Attributes:
        name: The name as spelled in the catalogue.
        set: Its set.
        gift: Whether it is a gift card (TCG:4.8).
        cost: 1 for an action card, 0 for a free one; ``None`` if unknown.
        speed: When it may be played.
        instantaneous: Whether it resolves at once (TCG:3.4).
        type: Its type.
        alignment: Its alignment.
        origin: Its origin.
        offense: Printed offense; ``None`` unless a champion.
        defense: Printed defense; ``None`` unless a champion.
        keywords: Its keywords with numbers: ``damage ward 5``.
        text: Its rules text, one line per ability; of invented cards only.
        behaviour: Description of a published card in our words.
        certainty: Certainty of each known fact; facts not included are unknown.
        token: Whether it is a token (TCG:3.13).
        sources: Sources of the facts.
        notes: Remarks on the facts.
    """

    name: str
    set: CardSet
    gift: bool | None = None
    cost: int | None = None
    speed: Speed | None = None
    instantaneous: bool = False
    type_: CardType | None = None
    alignment: Alignment | None = None
    origin: Origin | None = None
    offense: int | None = None
    defense: int | None = None
    keywords: tuple[str, ...] = ()
    text: tuple[str, ...] = ()
    behaviour: str = ""
    certainty: Mapping[Fact, Certainty] | None = None
    token: bool = False
    sources: tuple[str, ...] = ()
    notes: str = ""

    @property
    def type(self) -> str:
        """The card's type as text; "card" if unknown."""
        return str(self.type_ or "card")

    @property
    def is_invented(self) -> bool:
        """True if it is outside the published game."""
        return self.set is CardSet.HOUSE

    @property
    def is_free(self) -> bool | None:
        """True if it costs no action (TCG:2.9); ``None`` if unknown."""
        return None if self.cost is None else self.cost == 0

    @property
    def is_token(self) -> bool:
        """True if it is a token."""
        return self.token

    @property
    def is_deck_card(self) -> bool:
        """True if a deck may contain it; false for tokens."""
        return not self.token

    @property
    def deck_alignments(self) -> tuple[str, ...]:
        """The card's alignment, for deck checks; no deck rule depends on it."""
        return (self.alignment,) if self.alignment else ()

    @property
    def doubtful(self) -> tuple[str, ...]:
        """The names of its facts that only one person reported."""
        return tuple(f"{fact}: one source" for fact in Fact if self.certainty_of(fact) is Certainty.SINGLE)

    @property
    def label(self) -> str:
        """The card's name for display, with a mark if it is invented."""
        return f"{self.name} (invented)" if self.is_invented else self.name

    @property
    def keyword_names(self) -> tuple[str, ...]:
        """The card's keywords without numbers.

        A ward without the quality it protects from.
        """
        return tuple(name for name in KEYWORDS if any(_matches_keyword(keyword, name) for keyword in self.keywords))

    def certainty_of(self, fact: Fact) -> Certainty:
        """Return the certainty of a fact."""
        if self.is_invented:
            return Certainty.INVENTED
        return (self.certainty or {}).get(fact, Certainty.UNKNOWN)


def _matches_keyword(keyword: str, name: str) -> bool:
    """Return True if a printed keyword (``evil ward``) is ``name`` (``ward``)."""
    keyword_name = keyword.rstrip("0123456789 ")
    return keyword_name == name or (name == "ward" and keyword_name.endswith(" ward") and keyword_name != "damage ward")
