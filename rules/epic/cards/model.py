"""What an Epic card is: its printed facts as typed data, and, once written, its abilities in the effect vocabulary."""

from dataclasses import dataclass
from enum import StrEnum

from rules.epic.effects import Ability
from rules.epic.traits import Alignment, CardType, Keyword


class CardSet(StrEnum):
    """The product line a printing came in; ``TOKEN`` holds the tokens that listed cards make.

    ``INVENTED`` cards are none of the published game: an organiser's card file tells of them.
    """

    BASE = "Base"
    TYRANTS = "Tyrants"
    UPRISING = "Uprising"
    PANTHEON = "Pantheon"
    PROMO = "Promo"
    INVENTED = "Invented"
    TOKEN = "Token"  # noqa: S105 - a game piece, not a secret


KEYWORDS = "keywords: "
"""What begins a doubt that is about the keywords of a card."""

GALLERY = "https://www.epiccardgame.com/card-gallery/"
GALLERY_COPY = "https://github.com/drewolson/epicbot-hs/blob/main/data/card-gallery.html"
LISTING = (GALLERY, GALLERY_COPY)
"""The publisher's gallery and a saved copy of it: one source with two addresses."""


__all__ = ["GALLERY", "GALLERY_COPY", "LISTING", "Alignment", "Card", "CardSet", "CardType", "Keyword"]


@dataclass(frozen=True, slots=True)
class Card:
    """One printing of a card.

    Attributes:
        name: The catalogue's spelling, which decks, records and pages use.
        set: The product line.
        pack: The product within the line.
        alignments: Its alignments in play. Most cards have one.
        cost: Gold to play it, 0 or 1; ``None`` for a deity, which is not played from hand.
        type: Champion, event card or deity.
        offense: Printed offense; ``None`` unless a champion.
        defense: Printed defense; ``None`` unless a champion.
        classes: Its class words; event cards may have some too.
        keywords: Keywords it has by itself.
        markers: Kinds of ability it carries ("tribute", "loyalty 2", "ally", "discard power" ...), in listed order.
        summary: What it does, in terse words of the card facts; not its printed text.
        doubtful: Which of the facts are uncertain, each as "field: why".
        sources: Addresses that the facts were taken from or confirmed by.
        built_as: Its alignments while building a deck, where they differ from those in play.
        text: Its abilities, innermost truth for engine and rendered rules text alike.
        playable: Whether ``text`` is complete, so that the engine plays this card.
    """

    name: str
    set: CardSet
    pack: str
    alignments: tuple[Alignment, ...]
    cost: int | None
    type: CardType
    offense: int | None = None
    defense: int | None = None
    classes: tuple[str, ...] = ()
    keywords: tuple[Keyword, ...] = ()
    markers: tuple[str, ...] = ()
    summary: str = ""
    doubtful: tuple[str, ...] = ()
    sources: tuple[str, ...] = LISTING
    built_as: tuple[Alignment, ...] = ()
    text: tuple[Ability, ...] = ()
    playable: bool = False

    @property
    def deck_alignments(self) -> tuple[Alignment, ...]:
        """The alignments that count while building a deck."""
        return self.built_as or self.alignments

    @property
    def says(self) -> tuple[object, ...]:
        """What a game is played by: everything printed on it but where it was printed."""
        values = (self.alignments, self.cost, self.type, self.offense, self.defense)
        return (*values, tuple(sorted(self.classes)), tuple(sorted(self.keywords)), self.text)

    @property
    def doubt_of_keywords(self) -> str:
        """Why its keywords are not known for certain, empty where they are or where it has none."""
        doubts = [doubt for doubt in self.doubtful if doubt.startswith(KEYWORDS)] if self.keywords else []
        return doubts[0].removeprefix(KEYWORDS) if doubts else ""

    @property
    def is_token(self) -> bool:
        """Whether this is a token, which exists only in play (Complete Rules 2.3)."""
        return self.set is CardSet.TOKEN

    @property
    def is_deck_card(self) -> bool:
        """Whether a deck may hold it at all: tokens and deities are not deck cards (Complete Rules 1.3.2)."""
        return not self.is_token and self.type is not CardType.DEITY

    @property
    def engine(self) -> str:
        """``"plays"`` when the engine plays this card completely, else ``"not yet"``."""
        return "plays" if self.playable else "not yet"
