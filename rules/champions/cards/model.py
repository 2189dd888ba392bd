"""What a card of Champions is: its facts as typed data. Of a published card most of them are not known.

A fact that is ``None`` is not known; an empty tuple says that the card has none.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Alliance(StrEnum):
    """What a deck is built of (2.3.1), or the lack of it (2.3.3)."""

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
    """The class of a Champion (2.4.1.2), or that which an Ability asks for (2.5.3.2): it may be any."""

    WARRIOR = "Warrior"
    WIZARD = "Wizard"
    WARRIOR_WIZARD = "Warrior-Wizard"
    ANY = "Any"


CHAMPION_CLASSES: Final = (CardClass.WARRIOR, CardClass.WIZARD, CardClass.WARRIOR_WIZARD)
ABILITY_CLASSES: Final = (CardClass.WARRIOR, CardClass.WIZARD, CardClass.ANY)


class Duration(StrEnum):
    """How long a Blessing works (2.4.2.2a)."""

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
        value: the number in it; ``None`` for none, and for X.
        idle: whether it holds an X (6.2/x).
        action: what the corner does, in words of ours, where no text of the card is known.
    """

    shape: Shape
    value: int | None = None
    idle: bool = False
    action: str = ""

    @property
    def is_active(self) -> bool:
        """Whether the card has effects while it shows this corner (2.5.1.7)."""
        return self.shape is not Shape.NONE and not self.idle

    def __str__(self) -> str:
        """Return it as card files write it: ``(2)`` Smooth, ``[2]`` Clunky, ``(X)``, ``()``, nothing for no symbol."""
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
        kind: what has to be done.
        tag: the Tag that the Unit must have (2.6.3a); empty for none.
    """

    kind: ObjectiveKind
    tag: str = ""

    def __str__(self) -> str:
        return f"{self.kind} ({self.tag})" if self.tag else str(self.kind)


@dataclass(frozen=True, slots=True)
class Highlight:
    """One square of a Subject Image (2.8.4), counted from the lane of the card (2.8.5).

    Attributes:
        own: whether it is on the own side.
        offset: lanes to the right, 0 for the own or the opposite lane; ``None`` for every lane.
    """

    own: bool
    offset: int | None

    def __str__(self) -> str:
        return f"{'own' if self.own else 'foe'} {'*' if self.offset is None else self.offset}"


class When(StrEnum):
    """When a line of a card's text is carried out, or applies."""

    NOW = "now"
    """An instant effect, on entering and in the Battlefield Phase (2.5.1.6, 4.1.2.4)."""
    DOES = "does"
    """What an Ability or an Instant Blessing does."""
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
    """One line of a card's text, as card files write it.

    Attributes:
        when: when it is carried out or applies.
        corners: the corners on which, from 1; empty for all.
        event: the words of the event that it waits for; empty where it waits for none.
        instructions: what it does or what applies, in order.
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
    """What is known of a card of the published game."""
    ORGANISER = "organiser"
    """An event's card file says so."""
    INVENTED = "invented"
    """The card is no card of the published game; it was made up for tests and demonstration."""


@dataclass(frozen=True, slots=True)
class Card:
    """One card.

    Attributes:
        name: the catalogue's spelling, which decks, records and pages use.
        origin: where its facts come from.
        kind: its card type.
        category: its category, of an Action card.
        alliance: its Alliance.
        card_class: its class, of a Champion; the class that may play it, of an Ability.
        cost: its cost, of a Champion (2.1.1.1).
        health: its Health Modifier, of a Champion (2.13.1).
        unique: whether it is Unique, of a Champion.
        quest: its four objectives, of a Champion; one that is not known is ``None``.
        duration: its duration, of a Blessing.
        corners: its four corners, of a Unit, Spell or Blessing; empty for a card without any, ``None`` in place of one
            that is not known.
        tags: its Tags (2.14).
        image: the squares of its Subject Image (2.8).
        text: the lines of its text.
        behaviour: what is known of what it does, in words of ours.
        set: the set it came in; empty if not known.
        single: the facts that only one source tells.
        organised: the facts that an event's card file told.
        sources: where the facts were taken from.
        notes: what else has to be known of the facts.
        doubtful: the facts that are doubtful, each as "fact: why".
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

    @property
    def type(self) -> str:
        """Its category or card type, in the game's word; empty if neither is known."""
        return str(self.category or self.kind or "")

    @property
    def deck_alignments(self) -> tuple[str, ...]:
        """Its Alliance, by the name that decks of all games share; none if Unaligned or not known."""
        return () if self.alliance in (None, Alliance.UNALIGNED) else (str(self.alliance),)

    @property
    def is_token(self) -> bool:
        """Whether it exists only in play: no card of this game does."""
        return False

    @property
    def is_deck_card(self) -> bool:
        """Whether a deck may hold it: every card has its section."""
        return True

    @property
    def invented(self) -> bool:
        """Whether it is no card of the published game."""
        return self.origin is Origin.INVENTED

    @property
    def permanent(self) -> bool | None:
        """Whether it is a Permanent Blessing (2.4.2.2d); ``None`` if that is not known."""
        if self.kind is not CardType.BLESSING or self.duration is Duration.INSTANT:
            return None if self.kind is None else False
        return None if self.duration is None or self.corners is None else not self.corners

    @property
    def stacking(self) -> bool | None:
        """Whether it has the Tag Stacking (2.14.4a); ``None`` if its Tags are not known."""
        return None if self.tags is None else "Stacking" in self.tags

    @property
    def missing(self) -> tuple[str, ...]:
        """The facts that a card of its type has and that are not known of it, in the words of card files."""
        wanted: tuple[tuple[str, object], ...] = (("type", self.kind), ("alliance", self.alliance))
        if self.kind is CardType.CHAMPION:
            wanted += (("class", self.card_class), ("cost", self.cost), ("health", self.health))
            wanted += (("unique", self.unique), ("quest", _whole(self.quest)), ("tags", self.tags))
        elif self.kind is CardType.BLESSING:
            wanted += (("duration", self.duration), ("corners", _whole(self.corners)))
        elif self.kind is CardType.ACTION:
            wanted += (("category", self.category),)
            if self.category is Category.ABILITY:
                wanted += (("class", self.card_class),)
            elif self.category is not None:
                wanted += (("corners", _whole(self.corners)),)
            if self.category is Category.UNIT:
                wanted += (("tags", self.tags),)
        wanted += (("text", self.text),)
        return tuple(fact for fact, known in wanted if known is None)

    @property
    def complete(self) -> bool:
        """Whether everything that an engine has to know of it is known."""
        return not self.missing


def _whole(known: tuple[object, ...] | None) -> tuple[object, ...] | None:
    """Return what is known of corners or objectives, ``None`` where one of them is missing or its symbol is."""
    if known is None or None in known:
        return None
    return None if any(isinstance(one, Corner) and one.shape is Shape.UNKNOWN for one in known) else known
