"""The model of an Epic card: printed facts and abilities."""

from dataclasses import dataclass
from enum import StrEnum

from rules.epic.effects import Ability
from rules.epic.traits import Alignment, CardType, Keyword


class CardSet(StrEnum):
    """The set of a printing; ``TOKEN`` for tokens.

    ``INVENTED`` cards are not published; they come from a card file of an organiser.
    """

    BASE = "Base"
    TYRANTS = "Tyrants"
    UPRISING = "Uprising"
    PANTHEON = "Pantheon"
    PROMO = "Promo"
    INVENTED = "Invented"
    TOKEN = "Token"  # noqa: S105 - a game piece, not a secret


KEYWORDS = "keywords: "
"""Prefix of doubts about the keywords of a card."""

GALLERY = "https://www.epiccardgame.com/card-gallery/"
GALLERY_COPY = "https://github.com/drewolson/epicbot-hs/blob/main/data/card-gallery.html"
LISTING = (GALLERY, GALLERY_COPY)
"""The publisher's gallery and a saved copy of it: one source with two addresses."""


__all__ = ["GALLERY", "GALLERY_COPY", "LISTING", "Alignment", "Card", "CardSet", "CardType", "Keyword"]


@dataclass(frozen=True, slots=True)
class Card:
    """One printing of a card.

    Attributes:
        name: catalogue name, used by decks, records and pages.
        set: the set.
        pack: the product within the set.
        alignments: alignments in play, mostly one.
        cost: gold to play it, 0 or 1; ``None`` for a deity, which is not played from hand.
        type: champion, event card or deity.
        offense: printed offense; ``None`` unless a champion.
        defense: printed defense; ``None`` unless a champion.
        classes: class words; event cards may have some too.
        keywords: printed keywords.
        markers: kinds of ability ("tribute", "loyalty 2", "ally", "discard power" ...), in listed order.
        summary: a short description of its effects; not its printed text.
        doubtful: uncertain facts, each as "field: why".
        sources: addresses of the sources of the facts.
        built_as: alignments while building a deck, if they differ from those in play.
        text: its abilities, from which the engine and the rules text are derived.
        playable: whether ``text`` is complete, so that the engine supports the card.
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
        """The alignments for deck building."""
        return self.built_as or self.alignments

    @property
    def says(self) -> tuple[object, ...]:
        """The values that affect a game, to compare printings."""
        values = (self.alignments, self.cost, self.type, self.offense, self.defense)
        return (*values, tuple(sorted(self.classes)), tuple(sorted(self.keywords)), self.text)

    @property
    def keyword_doubt(self) -> str:
        """Why the keywords are uncertain, or ""."""
        doubts = [doubt for doubt in self.doubtful if doubt.startswith(KEYWORDS)] if self.keywords else []
        return doubts[0].removeprefix(KEYWORDS) if doubts else ""

    @property
    def is_token(self) -> bool:
        """True if this is a token, which exists only in play (Complete Rules 2.3)."""
        return self.set is CardSet.TOKEN

    @property
    def is_deck_card(self) -> bool:
        """True if a deck may contain it; tokens and deities are not deck cards (1.3.2)."""
        return not self.is_token and self.type is not CardType.DEITY

    @property
    def engine(self) -> str:
        """``"plays"`` if the engine supports the card, else ``"not yet"``."""
        return "plays" if self.playable else "not yet"
