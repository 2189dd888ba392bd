"""What a HEX card is: its printed facts as typed data, and how sure each of them is.

Behaviour is told in short words of ours, the same for every card:

====================  =================================================================================================
``Static``            what holds as long as the card is in play
``own``, ``caster``   of the card's controller, who plays the action; ``opponent`` is the champion on the other side
``buffed``            gets it without a stated end; ``for good`` says so of everything else
``this turn``         until the turn ends
``Damages ...``       each time this troop deals damage to an opposing champion, in combat or not
``bury``              put from the top of a deck into the crypt
``exhaust:``          what a power costs, as ``{2}`` does in resources; ``basic`` if it is no quick one
====================  =================================================================================================
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Shard(StrEnum):
    """The five kinds of threshold, in the order in which letters stand for them: ``B D R S W``."""

    BLOOD = "Blood"
    DIAMOND = "Diamond"
    RUBY = "Ruby"
    SAPPHIRE = "Sapphire"
    WILD = "Wild"

    @property
    def letter(self) -> str:
        """The letter that stands for it."""
        return self.value[0]


class CardSet(StrEnum):
    """The set a card came in; the first of them shares its name with a card."""

    SHARDS_OF_FATE = "Shards of Fate"
    SHATTERED_DESTINY = "Shattered Destiny"


class Rarity(StrEnum):
    """How rare a card is; created cards and champions are told apart from the collectible ones here."""

    BASIC = "Basic resource"
    COMMON = "Common"
    UNCOMMON = "Uncommon"
    RARE = "Rare"
    LEGENDARY = "Legendary"
    TOKEN = "Token"  # noqa: S105 - a game piece, not a secret
    CHAMPION = "Champion"


class CardType(StrEnum):
    """Card types (UR:7 to UR:14); an artifact can be a troop as well."""

    TROOP = "Troop"
    ACTION = "Action"
    ARTIFACT = "Artifact"
    CONSTANT = "Constant"
    RESOURCE = "Resource"
    CHAMPION = "Champion"


class Speed(StrEnum):
    """When a card can be played: basic (UR:17) or quick (UR:92)."""

    BASIC = "basic"
    QUICK = "quick"


class Socket(StrEnum):
    """Sizes of socket (UR:110)."""

    MINOR = "minor"
    MAJOR = "major"


class Keyword(StrEnum):
    """The keywords that cards of these sets have by themselves."""

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
    """What a source can confirm of a card."""

    NAME = "name"
    SET = "set"
    RARITY = "rarity"
    TYPE = "type"
    COST = "cost"
    CHARGES = "charges"
    THRESHOLD = "threshold"
    STATS = "stats"
    BEHAVIOUR = "behaviour"


class Sureness(StrEnum):
    """How sure a fact is: in a full listing or in two sources, or in a single one."""

    SOURCED = "sourced"
    SINGLE = "single"


AS_OF: Final = "the game client of August and December 2014; later balance changes are not known"
"""The state of the game that all facts are of."""


@dataclass(frozen=True, slots=True)
class Threshold:
    """How much of each shard has to be reached before a card or power can be used (UR:6).

    Attributes:
        letters: one letter for each point, in the order ``B D R S W``.
    """

    letters: str = ""

    def of(self, shard: Shard) -> int:
        """Return how much of one shard it takes."""
        return self.letters.count(shard.letter)

    @property
    def total(self) -> int:
        """How much of all shards together."""
        return len(self.letters)

    @property
    def shards(self) -> tuple[Shard, ...]:
        """The shards it takes any of."""
        return tuple(shard for shard in Shard if shard.letter in self.letters)


@dataclass(frozen=True, slots=True)
class Ability:
    """A keyword that a card has by itself, with its number where it has one: ``Flight``, ``Rage 2``."""

    keyword: Keyword
    number: int | None = None

    def __str__(self) -> str:
        return str(self.keyword) if self.number is None else f"{self.keyword} {self.number}"


@dataclass(frozen=True, slots=True)
class Tunneling:
    """What it takes to put a card underground (UR:227).

    Attributes:
        cost: resources to pay.
        threshold: the threshold to have reached.
    """

    cost: int
    threshold: Threshold


@dataclass(frozen=True, slots=True)
class Resources:
    """What playing a resource adds, ``1/1`` for a basic shard.

    Attributes:
        current: resources that can be spent at once.
        maximum: resources that come back in each own turn.
    """

    current: int
    maximum: int


@dataclass(frozen=True, slots=True)
class DeckRule:
    """What a card asks of the main deck it is in (UR:53 to UR:56); 0 asks nothing.

    Attributes:
        different_names: names among the cards that are no resources, at least.
        cards: cards, at least.
        cards_in_limited: the same where decks are built from opened packs.
    """

    different_names: int = 0
    cards: int = 0
    cards_in_limited: int = 0


@dataclass(frozen=True, slots=True)
class Card:
    """One card.

    Attributes:
        name: The catalogue's spelling, which decks, records and pages use.
        set: The set it came in; of a card that only an organiser knows, the name of a set as they write it.
        number: Its number in the set; ``None`` for what has none.
        rarity: How rare it is; also tells created cards and champions.
        types: Its types; an artifact troop has two.
        cost: Resources to play it; ``None`` for what is not paid for: resources and champions.
        x_cost: Whether X comes on top of the cost.
        threshold: What has to be reached to play it, of a champion to use its charge power; ``None`` if not known.
        attack: Printed ATK; ``None`` unless a troop.
        defense: Printed DEF; ``None`` unless a troop.
        speed: Printed speed of an action or a quick troop; ``None`` for what is of its type's own speed.
        resources: What a resource adds; ``None`` for everything else.
        charges: Charges that a champion's power costs; ``None`` for everything else.
        health: Health a champion begins with; ``None`` for everything else, and as long as it is not known.
        traits: Its trait line, such as "Human Mage".
        race: The word of its traits that is a race; ``None`` if none is.
        faction: Ardent or Underworld; ``None`` for neither.
        unique: Whether a newer one of the name takes its place (UR:132).
        sockets: The sockets it has for gems (UR:104).
        keywords: Keywords it has by itself.
        tunneling: What it takes to tunnel it; ``None`` if it cannot.
        deck_rule: What it asks of a deck; ``None`` if nothing.
        behaviour: What it does beyond its keywords, in words of ours; empty if nothing.
        made_by: Names of the cards that create it.
        single: The facts that only one source tells.
        sources: Where the facts were taken from.
        alpha: What was different in the alpha of 2013; empty if nothing is known to have been.
        alternate_art: Whether it exists with another picture as well.
        doubtful: What is missing or not confirmed, each as "fact: why"; that one source tells a fact is no doubt yet.
        notes: What else has to be known of the facts.
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
        """Its types as they are said: ``Troop``, ``Artifact Troop``."""
        return " ".join(sorted(self.types))

    @property
    def shards(self) -> tuple[Shard, ...]:
        """The shards it is of: in these sets those of its threshold."""
        return self.threshold.shards if self.threshold else ()

    @property
    def deck_alignments(self) -> tuple[str, ...]:
        """The shards it is of, by the name that decks of all games share."""
        return self.shards

    @property
    def key(self) -> str:
        """A name that no other card has: two created cards are both called Battle Hopper, and differ in shard."""
        return f"{self.name} ({'/'.join(self.shards)})" if self.is_token and self.shards else self.name

    @property
    def is_token(self) -> bool:
        """Whether only other cards create it."""
        return self.rarity is Rarity.TOKEN

    @property
    def is_champion(self) -> bool:
        """Whether it is a champion, who a player is."""
        return self.rarity is Rarity.CHAMPION

    @property
    def is_deck_card(self) -> bool:
        """Whether a deck may hold it: neither created cards nor champions."""
        return not self.is_token and not self.is_champion

    @property
    def unlimited(self) -> bool:
        """Whether a deck may hold any number of it: the five basic shards."""
        return self.rarity is Rarity.BASIC

    @property
    def trait_words(self) -> tuple[str, ...]:
        """The words of its trait line, one by one."""
        return tuple(word for word in self.traits.split() if word != "of")

    @property
    def assessed(self) -> tuple[Fact, ...]:
        """The facts whose sureness is known."""
        if self.is_champion:
            return Fact.NAME, Fact.SET, Fact.CHARGES, Fact.THRESHOLD, Fact.BEHAVIOUR
        stats = (Fact.STATS,) if self.attack is not None else ()
        return Fact.NAME, Fact.RARITY, Fact.TYPE, Fact.COST, Fact.THRESHOLD, *stats, Fact.BEHAVIOUR

    @property
    def sureness(self) -> Sureness:
        """How sure its least sure fact is."""
        return Sureness.SINGLE if self.single else Sureness.SOURCED

    def number_of(self, keyword: Keyword) -> int | None:
        """Return the number that a keyword of its own carries; ``None`` without keyword or number."""
        return next((each.number for each in self.keywords if each.keyword is keyword), None)
