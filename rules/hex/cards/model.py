"""Data model of HEX cards: printed facts and their certainty.

``Card.behaviour`` uses these standardized words:

====================  =================================================================================================
``Static``            applies while the card is in play
``own``, ``caster``   of the card's controller, who plays the action; ``opponent`` is the opposing champion
``buffed``            for an unlimited time; other lasting effects say ``for good``
``this turn``         until the end of the turn
``Damages ...``       each time this troop deals damage to an opposing champion, in combat or not
``bury``              put from the top of a deck into the crypt
``exhaust:``          a power's cost, as ``{2}`` is in resources; ``basic`` if it is not a quick one
====================  =================================================================================================
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Shard(StrEnum):
    """The five shards (colours), in the order of their letters ``B D R S W``."""

    BLOOD = "Blood"
    DIAMOND = "Diamond"
    RUBY = "Ruby"
    SAPPHIRE = "Sapphire"
    WILD = "Wild"

    @property
    def letter(self) -> str:
        """The shard's one-letter code."""
        return self.value[0]


class CardSet(StrEnum):
    """The set of a card."""

    SHARDS_OF_FATE = "Shards of Fate"
    SHATTERED_DESTINY = "Shattered Destiny"


class Rarity(StrEnum):
    """The rarity of a card; created cards and champions have a rarity of this name."""

    BASIC = "Basic resource"
    COMMON = "Common"
    UNCOMMON = "Uncommon"
    RARE = "Rare"
    LEGENDARY = "Legendary"
    TOKEN = "Token"  # noqa: S105 - a game piece, not a secret
    CHAMPION = "Champion"


class CardType(StrEnum):
    """Card types (UR:7 to UR:14); an artifact can also be a troop."""

    TROOP = "Troop"
    ACTION = "Action"
    ARTIFACT = "Artifact"
    CONSTANT = "Constant"
    RESOURCE = "Resource"
    CHAMPION = "Champion"


class Speed(StrEnum):
    """The speed of a card: basic (UR:17) or quick (UR:92)."""

    BASIC = "basic"
    QUICK = "quick"


class Socket(StrEnum):
    """Socket sizes (UR:110)."""

    MINOR = "minor"
    MAJOR = "major"


class Keyword(StrEnum):
    """The keyword abilities of the first two sets."""

    CRUSH = "Crush"
    DEFENSIVE = "Defensive"
    ESCALATION = "Escalation"
    FLIGHT = "Flight"
    INSPIRE = "Inspire"
    INVINCIBLE = "Invincible"
    LETHAL = "Lethal"
    LIFEDRAIN = "Lifedrain"
    ONE_SHOT = "1-shot power"
    QUICK = "Quick"
    RAGE = "Rage"
    SKYGUARD = "Skyguard"
    SPEED = "Speed"
    SPELLSHIELD = "Spellshield"
    STEADFAST = "Steadfast"
    SWIFTSTRIKE = "Swiftstrike"
    TUNNELING = "Tunneling"
    UNBLOCKABLE = "Unblockable"


NUMBERED: Final = frozenset({Keyword.RAGE, Keyword.TUNNELING})
"""The keywords that always carry a number."""


class Fact(StrEnum):
    """A fact of a card whose certainty is recorded."""

    NAME = "name"
    SET = "set"
    RARITY = "rarity"
    TYPE = "type"
    COST = "cost"
    CHARGES = "charges"
    THRESHOLD = "threshold"
    STATS = "stats"
    BEHAVIOUR = "behaviour"


class Certainty(StrEnum):
    """The certainty of a fact, by the number and kind of its sources."""

    SOURCED = "sourced"
    SINGLE = "single"


AS_OF: Final = "the game client of August and December 2014; later balance changes are not known"
"""Date of the card facts."""


@dataclass(frozen=True, slots=True)
class Threshold:
    """The number of points of each shard that a card or power requires (UR:6).

    Attributes:
        letters: one letter per point, in the order ``B D R S W``.
    """

    letters: str = ""

    def of(self, shard: Shard) -> int:
        """Return the number of points required of one shard."""
        return self.letters.count(shard.letter)

    @property
    def total(self) -> int:
        """The number of points required of all shards together."""
        return len(self.letters)

    @property
    def shards(self) -> tuple[Shard, ...]:
        """The shards of which points are required."""
        return tuple(shard for shard in Shard if shard.letter in self.letters)


@dataclass(frozen=True, slots=True)
class Ability:
    """A keyword of a card, with its number if it has one: ``Flight``, ``Rage 2``."""

    keyword: Keyword
    number: int | None = None

    def __str__(self) -> str:
        return str(self.keyword) if self.number is None else f"{self.keyword} {self.number}"


@dataclass(frozen=True, slots=True)
class Tunneling:
    """The requirements for putting a card underground (UR:227).

    Attributes:
        cost: resources to pay.
        threshold: threshold required.
    """

    cost: int
    threshold: Threshold


@dataclass(frozen=True, slots=True)
class Resources:
    """The resources that a resource card adds when played: ``1/1`` for a basic shard.

    Attributes:
        current: resources available at once.
        maximum: resources available each turn.
    """

    current: int
    maximum: int


@dataclass(frozen=True, slots=True)
class DeckRule:
    """A card's requirements on its main deck (UR:53 to UR:56); 0 for none.

    Attributes:
        different_names: minimum number of names among non-resource cards.
        cards: minimum number of cards.
        cards_in_limited: minimum number of cards in limited formats.
    """

    different_names: int = 0
    cards: int = 0
    cards_in_limited: int = 0


@dataclass(frozen=True, slots=True)
class Card:
    """A HEX card.

    Attributes:
        name: The name as spelled in the catalogue.
        set: Its set; for a card from a card file, the set name as written there.
        number: Its number in the set; ``None`` without one.
        rarity: Its rarity; identifies created cards and champions too.
        types: Its types; an artifact troop has two.
        cost: Resources to play it; ``None`` for resources and champions.
        x_cost: Whether X is added to the cost.
        threshold: Threshold to play it, for a champion to use its charge power; ``None`` if unknown.
        attack: Printed ATK; ``None`` unless a troop.
        defense: Printed DEF; ``None`` unless a troop.
        speed: Printed speed of an action or a quick troop; ``None`` for the default of its type.
        resources: What a resource adds; otherwise ``None``.
        charges: Charge cost of a champion's power; otherwise ``None``.
        health: Starting health of a champion; ``None`` if unknown, and otherwise.
        traits: Its trait line, such as "Human Mage".
        race: The race among its traits, or ``None``.
        faction: Ardent or Underworld, or ``None``.
        unique: Whether a newer copy replaces it (UR:132).
        sockets: Its gem sockets (UR:104).
        keywords: Its keywords.
        tunneling: Its tunneling requirements, or ``None``.
        deck_rule: What it requires of a deck, or ``None``.
        behaviour: Its other effects in our words; empty for none.
        made_by: Names of the cards that create it.
        single: Facts from a single source.
        sources: Sources of the facts.
        alpha: Differences in the alpha of 2013; empty if none are known.
        alternate_art: Whether it exists with alternate art.
        doubtful: Missing or unconfirmed facts, each as "fact: reason".
        notes: Remarks on the facts.
    """

    name: str
    set: CardSet | str
    number: int | None
    rarity: Rarity
    types: tuple[CardType, ...]
    cost: int | None = None
    x_cost: bool = False
    threshold: Threshold | None = Threshold()
    attack: int | None = None
    defense: int | None = None
    speed: Speed | None = None
    resources: Resources | None = None
    charges: int | None = None
    health: int | None = None
    traits: str = ""
    race: str | None = None
    faction: str | None = None
    unique: bool = False
    sockets: tuple[Socket, ...] = ()
    keywords: tuple[Ability, ...] = ()
    tunneling: Tunneling | None = None
    deck_rule: DeckRule | None = None
    behaviour: str = ""
    made_by: tuple[str, ...] = ()
    single: tuple[Fact, ...] = ()
    sources: tuple[str, ...] = ()
    alpha: str = ""
    alternate_art: bool = False
    doubtful: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def type(self) -> str:
        """The card's types as text: ``Troop``, ``Artifact Troop``."""
        return " ".join(sorted(self.types))

    @property
    def shards(self) -> tuple[Shard, ...]:
        """The shards of its threshold."""
        return self.threshold.shards if self.threshold else ()

    @property
    def deck_alignments(self) -> tuple[str, ...]:
        """The card's shards, for deck checks."""
        return self.shards

    @property
    def key(self) -> str:
        """A unique name.

        It includes the shard for the two created cards named Battle Hopper.
        """
        return f"{self.name} ({'/'.join(self.shards)})" if self.is_token and self.shards else self.name

    @property
    def is_token(self) -> bool:
        """True if only other cards create it during play."""
        return self.rarity is Rarity.TOKEN

    @property
    def is_champion(self) -> bool:
        """True if it is a champion."""
        return self.rarity is Rarity.CHAMPION

    @property
    def is_deck_card(self) -> bool:
        """True if a deck may contain it; false for created cards and champions."""
        return not self.is_token and not self.is_champion

    @property
    def unlimited(self) -> bool:
        """True if the copy limit does not apply to it: the five basic shards."""
        return self.rarity is Rarity.BASIC

    @property
    def trait_words(self) -> tuple[str, ...]:
        """The words of its trait line."""
        return tuple(word for word in self.traits.split() if word != "of")

    @property
    def assessed(self) -> tuple[Fact, ...]:
        """The facts whose certainty is known."""
        if self.is_champion:
            return Fact.NAME, Fact.SET, Fact.CHARGES, Fact.THRESHOLD, Fact.BEHAVIOUR
        stats = (Fact.STATS,) if self.attack is not None else ()
        return Fact.NAME, Fact.RARITY, Fact.TYPE, Fact.COST, Fact.THRESHOLD, *stats, Fact.BEHAVIOUR

    @property
    def certainty(self) -> Certainty:
        """The certainty of its least certain fact."""
        return Certainty.SINGLE if self.single else Certainty.SOURCED

    def number_of(self, keyword: Keyword) -> int | None:
        """Return the number of one of its keywords, 2 for ``Rage 2``.

        ``None`` if there is none.
        """
        return next((each.number for each in self.keywords if each.keyword is keyword), None)
