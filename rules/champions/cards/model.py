"""Data model of Champions cards. Most facts of published cards are unknown.

``None`` means an unknown fact; an empty tuple means that the card has none.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Alliance(StrEnum):
    """The alliance of a card (2.3.1), or Unaligned (2.3.3)."""

    CHAOS = "Chaos"
    DEATH = "Death"
    DESTRUCTION = "Destruction"
    ORDER = "Order"
    UNALIGNED = "Unaligned"


class CardType(StrEnum):
    """The three card types (2.4)."""

    CHAMPION = "Champion"
    BLESSING = "Blessing"
    ACTION = "Action"


class Category(StrEnum):
    """The three categories of Action cards (2.5)."""

    UNIT = "Unit"
    SPELL = "Spell"
    ABILITY = "Ability"


class CardClass(StrEnum):
    """The class of a Champion (2.4.1.2) or the one an Ability requires (2.5.3.2)."""

    WARRIOR = "Warrior"
    WIZARD = "Wizard"
    WARRIOR_WIZARD = "Warrior-Wizard"
    ANY = "Any"


CHAMPION_CLASSES: Final = (CardClass.WARRIOR, CardClass.WIZARD, CardClass.WARRIOR_WIZARD)
ABILITY_CLASSES: Final = (CardClass.WARRIOR, CardClass.WIZARD, CardClass.ANY)


class Duration(StrEnum):
    """The duration of a Blessing (2.4.2.2a)."""

    INSTANT = "Instant"
    PASSIVE = "Passive"


class Shape(StrEnum):
    """The rotation symbol of a corner (2.5.1.9, 2.5.1.11)."""

    SMOOTH = "Smooth"
    CLUNKY = "Clunky"
    NONE = "no symbol"
    UNKNOWN = "not known"


@dataclass(frozen=True, slots=True)
class Corner:
    """One corner of a Unit, Spell or Blessing.

    Attributes:
        shape: its rotation symbol.
        value: its number; ``None`` if it shows none, or an X.
        idle: whether it shows an X, on which the card has no effect (6.2/x).
        action: its effect in our words, if the card's text is unknown.
    """

    shape: Shape
    value: int | None = None
    idle: bool = False
    action: str = ""

    @property
    def is_active(self) -> bool:
        """True if the card has its effects while it shows this corner (2.5.1.7)."""
        return self.shape is not Shape.NONE and not self.idle

    def __str__(self) -> str:
        """Return the card file form.

        It is ``(2)`` Smooth, ``[2]`` Clunky, ``(X)`` or ``()``, and empty without symbol.
        """
        inside = "X" if self.idle else "" if self.value is None else str(self.value)
        around = {Shape.SMOOTH: "()", Shape.CLUNKY: "[]", Shape.NONE: "", Shape.UNKNOWN: "??"}[self.shape]
        if self.shape is Shape.UNKNOWN:
            return f"?{inside} {self.action}".rstrip()
        return f"{around[:1]}{inside}{around[1:]}"


class ObjectiveKind(StrEnum):
    """The six kinds of Quest Objective (2.6.3)."""

    UNIT = "Deploy Unit"
    SPELL = "Deploy Spell"
    ABILITY = "Play Ability"
    DAMAGE = "Deal Damage"
    GAIN = "Gain Health"
    REMOVE = "Remove Unit or Spell"


@dataclass(frozen=True, slots=True)
class Objective:
    """One objective of a Quest.

    Attributes:
        kind: the event that fulfils it.
        tag: the Tag that the Unit must have (2.6.3a); empty for any Unit.
    """

    kind: ObjectiveKind
    tag: str = ""

    def __str__(self) -> str:
        return f"{self.kind} ({self.tag})" if self.tag else str(self.kind)


@dataclass(frozen=True, slots=True)
class Highlight:
    """One highlighted square of a Subject Image (2.8.4).

    It is relative to the card's lane (2.8.5).

    Attributes:
        own: whether it is on the player's own side.
        offset: number of lanes to the right, 0 for the card's lane; ``None`` for every lane.
    """

    own: bool
    offset: int | None

    def __str__(self) -> str:
        return f"{'own' if self.own else 'foe'} {'*' if self.offset is None else self.offset}"


class When(StrEnum):
    """When a line of a card's text applies."""

    NOW = "now"
    """An instant effect, on entering and in the Battlefield Phase (2.5.1.6, 4.1.2.4)."""
    DOES = "does"
    """The effect of an Ability or an Instant Blessing."""
    ENTERS = "enters"
    LEAVES = "leaves"
    EXHAUSTS = "exhausts"
    LAST = "last"
    """Last Stand."""
    START = "start"
    END = "end"
    ACT = "act"
    """A Heroic Act."""
    WHILE = "while"
    """A passive effect."""
    EVENT = "when"
    WOULD = "would"
    TURN = "turn when"
    """When a Clunky card turns."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a card's text, in the language of card files.

    Attributes:
        when: its timing.
        corners: the corners on which it applies, from 1; empty for all.
        event: the event that triggers it; empty for none.
        instructions: its instructions or passive effects, in order.
    """

    when: When
    corners: tuple[int, ...] = ()
    event: str = ""
    instructions: tuple[str, ...] = ()

    def __str__(self) -> str:
        head = " ".join(filter(None, (self.when, ",".join(map(str, self.corners)), self.event)))
        return f"{head}: {'; '.join(self.instructions)}" if self.instructions else head


class Origin(StrEnum):
    """Where the facts of a card come from."""

    PUBLISHED = "published"
    """A card of the published game."""
    ORGANISER = "organiser"
    """A card from the card file of an event."""
    INVENTED = "invented"
    """A card made up for tests and demonstration."""


@dataclass(frozen=True, slots=True)
class Card:
    """A card of Champions.

    Attributes:
        name: the name as spelled in the catalogue.
        origin: origin of its facts.
        kind: its card type.
        category: its category, of an Action card.
        alliance: its Alliance.
        card_class: its class, of a Champion; the required class, of an Ability.
        cost: its cost, of a Champion (2.1.1.1).
        health: its Health Modifier, of a Champion (2.13.1).
        unique: whether it is Unique, of a Champion.
        quest: its four objectives, of a Champion; ``None`` for unknown ones.
        duration: its duration, of a Blessing.
        corners: its four corners, of a Unit, Spell or Blessing; empty for a card without corners, ``None`` for unknown
            ones.
        tags: its Tags (2.14).
        image: the squares of its Subject Image (2.8).
        text: the lines of its text.
        behaviour: description of its effect in our words.
        set: its set; empty if unknown.
        single: facts from a single source.
        organised: facts from an event's card file.
        sources: sources of the facts.
        notes: remarks on the facts.
        doubtful: uncertain facts, each as "fact: reason".
    """

    name: str
    origin: Origin
    kind: CardType | None = None
    category: Category | None = None
    alliance: Alliance | None = None
    card_class: CardClass | None = None
    cost: int | None = None
    health: int | None = None
    unique: bool | None = None
    quest: tuple[Objective | None, ...] | None = None
    duration: Duration | None = None
    corners: tuple[Corner | None, ...] | None = None
    tags: tuple[str, ...] | None = None
    image: tuple[Highlight, ...] | None = None
    text: tuple[Line, ...] | None = None
    behaviour: str = ""
    set: str = ""
    single: tuple[str, ...] = ()
    organised: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    doubtful: tuple[str, ...] = ()

    def __hash__(self) -> int:
        return hash(self.name)

    @property
    def type(self) -> str:
        """The card's category or card type; empty if both are unknown."""
        return str(self.category or self.kind or "")

    @property
    def deck_alignments(self) -> tuple[str, ...]:
        """The card's Alliance for deck checks; empty if Unaligned or unknown."""
        return () if self.alliance in (None, Alliance.UNALIGNED) else (str(self.alliance),)

    @property
    def is_token(self) -> bool:
        """True if it is a token; always false in this game."""
        return False

    @property
    def is_deck_card(self) -> bool:
        """True if a deck may contain it; always true in this game."""
        return True

    @property
    def invented(self) -> bool:
        """True if it is outside the published game."""
        return self.origin is Origin.INVENTED

    @property
    def permanent(self) -> bool | None:
        """True if it is a Permanent Blessing (2.4.2.2d); ``None`` if unknown."""
        if self.kind is not CardType.BLESSING or self.duration is Duration.INSTANT:
            return None if self.kind is None else False
        return None if self.duration is None or self.corners is None else not self.corners

    @property
    def stacking(self) -> bool | None:
        """True if it has the Tag Stacking (2.14.4a); ``None`` if its Tags are unknown."""
        return None if self.tags is None else "Stacking" in self.tags

    @property
    def missing(self) -> tuple[str, ...]:
        """Names of the facts that a card of its type has but that are unknown."""
        wanted: tuple[tuple[str, object], ...] = (("type", self.kind), ("alliance", self.alliance))
        if self.kind is CardType.CHAMPION:
            wanted += (("class", self.card_class), ("cost", self.cost), ("health", self.health))
            wanted += (("unique", self.unique), ("quest", _known_or_none(self.quest)), ("tags", self.tags))
        elif self.kind is CardType.BLESSING:
            wanted += (("duration", self.duration), ("corners", _known_or_none(self.corners)))
        elif self.kind is CardType.ACTION:
            wanted += (("category", self.category),)
            if self.category is Category.ABILITY:
                wanted += (("class", self.card_class),)
            elif self.category is not None:
                wanted += (("corners", _known_or_none(self.corners)),)
            if self.category is Category.UNIT:
                wanted += (("tags", self.tags),)
        wanted += (("text", self.text),)
        return tuple(fact for fact, value in wanted if value is None)

    @property
    def complete(self) -> bool:
        """True if all facts that an engine needs are known."""
        return not self.missing


def _known_or_none(values: tuple[object, ...] | None) -> tuple[object, ...] | None:
    """Return corners or objectives unchanged, or ``None`` if any of them is unknown."""
    if values is None or None in values:
        return None
    return None if any(isinstance(value, Corner) and value.shape is Shape.UNKNOWN for value in values) else values
