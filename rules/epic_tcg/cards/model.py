"""What a card of the Epic TCG is: the facts that are known of it, and how sure each of them is."""

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
    """When a card may be played (TCG:2.10)."""

    BUILD = "build"
    PACED = "paced"
    FAST = "fast"


class CardSet(StrEnum):
    """Where a card is from; the house set is invented and holds no card of the published game."""

    FIRST = "first set (2009)"
    PUBLISHED = "published, set not known"
    HOUSE = "House set (invented)"
    ORGANISER = "organiser's card file"


class Fact(StrEnum):
    """The facts of a card whose sureness is told apart."""

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


class Sureness(StrEnum):
    """How sure a fact is."""

    SOURCED = "sourced"
    """Printed in the rule book."""
    SINGLE = "single"
    """Told by one person who describes the card."""
    UNKNOWN = "not known"
    INVENTED = "invented"
    """Of an invented card, of which everything is known."""
    ORGANISER = "organiser's card file"
    """Told by the card file of an event's organiser."""


KEYWORDS: Final = (
    "airborne", "breakthrough", "damage ward", "deadly", "hunter", "range", "unbanishable", "unblockable",
    "unbreakable", "untargetable", "veiled", "ward",
)  # fmt: skip
"""The keywords (TCG:5.8 to TCG:5.42); a ward stands behind what it wards off, a damage ward before its number."""
PUBLISHED_SETS: Final = frozenset({CardSet.FIRST, CardSet.PUBLISHED, CardSet.ORGANISER})
"""Where cards of the published game are from; a card that only an organiser's file knows is one, unless it says so."""


@dataclass(frozen=True, slots=True)
class Card:
    """One card; what is not known of it is ``None`` or empty, and ``sureness`` tells which is which.

    Attributes:
        name: The catalogue's spelling, which decks and pages use.
        set: Where it is from.
        gift: Whether it is a gift card (TCG:4.8).
        cost: 1 for an action card, 0 for a free one; ``None`` if not known.
        speed: When it may be played.
        instantaneous: Whether it resolves at once (TCG:3.4).
        type: What it is.
        alignment: Its alignment.
        origin: Its origin.
        offense: Printed offense; ``None`` unless a champion.
        defense: Printed defense; ``None`` unless a champion.
        keywords: Keywords it has by itself, with their numbers: ``damage ward 5``.
        text: Its rules text, a line an ability; of invented cards only.
        behaviour: What somebody tells of a published card, in words of ours.
        sureness: How sure each known fact is; what is not in it is not known.
        token: Whether it exists only in play (TCG:3.13).
        sources: Where the facts were taken from.
        notes: What else has to be known of the facts.
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
    sureness: Mapping[Fact, Sureness] | None = None
    token: bool = False
    sources: tuple[str, ...] = ()
    notes: str = ""

    @property
    def type(self) -> str:
        """What it is, in a word; "card" where that is not known."""
        return str(self.type_ or "card")

    @property
    def is_invented(self) -> bool:
        """Whether it is no card of the published game."""
        return self.set is CardSet.HOUSE

    @property
    def is_free(self) -> bool | None:
        """Whether it costs no action (TCG:2.9); ``None`` if not known."""
        return None if self.cost is None else self.cost == 0

    @property
    def is_token(self) -> bool:
        """Whether it exists only in play."""
        return self.token

    @property
    def is_deck_card(self) -> bool:
        """Whether a deck may hold it: tokens are no cards."""
        return not self.token

    @property
    def deck_alignments(self) -> tuple[str, ...]:
        """Its alignment, by the name that decks of all games share; nothing depends on it while building."""
        return (self.alignment,) if self.alignment else ()

    @property
    def doubtful(self) -> tuple[str, ...]:
        """Which of its facts one person alone tells."""
        return tuple(f"{fact}: one source" for fact in Fact if self.sure_of(fact) is Sureness.SINGLE)

    @property
    def label(self) -> str:
        """The name as it is shown: that of an invented card says so."""
        return f"{self.name} (invented)" if self.is_invented else self.name

    @property
    def keyword_names(self) -> tuple[str, ...]:
        """Its keywords without their numbers and without what they ward off."""
        return tuple(name for name in KEYWORDS if any(_is_of(keyword, name) for keyword in self.keywords))

    def sure_of(self, fact: Fact) -> Sureness:
        """Return how sure a fact is."""
        if self.is_invented:
            return Sureness.INVENTED
        return (self.sureness or {}).get(fact, Sureness.UNKNOWN)


def _is_of(keyword: str, name: str) -> bool:
    """Whether a keyword as printed (``evil ward``, ``damage ward 5``) is of a name."""
    plain = keyword.rstrip("0123456789 ")
    return plain == name or (name == "ward" and plain.endswith(" ward") and plain != "damage ward")
