"""Data model of a Champions game; cards are referred to by number.

A card keeps its number for the whole game. Corners are counted from 0; corner 4 means a full rotation, and for a
Champion a completed Quest.
"""

from typing import Any, ClassVar, Final, NamedTuple

from rules.champions.cards import HOUSE, Card
from rules.champions.interpretation_options import option_indexes
from rules.champions.state.frame_data import FrameData, Happening
from rules.champions.state.numbering import facts
from rules.decks import Catalogue
from rules.engine.fields import Field, deep_tuple, from_json, identity, to_json
from rules.engine.fields import digest as hash_of
from rules.engine.game import ChosenOptions
from rules.engine.state import GameState, groups_field, list_field, objects_field, tuple_field

LANES: Final = 4
COMPLETE: Final = 4
"""The corner after a full rotation, and of a Champion with a complete Quest."""


class Granted(NamedTuple):
    """A line of text added to a card for a time.

    Attributes:
        card: the name of the card that added it.
        line: the index of the line of that card. part: the index of the instruction that adds it, in that line.
        until: the number of the turn with whose end it is lost.
    """

    card: str
    line: int
    part: int
    until: int


class LimboCard(NamedTuple):
    """A card in limbo.

    Attributes:
        cid: number of the card.
        lane: the lane that it comes from or goes to, from 0.
        below: the cards under it, if it is a stack that leaves play, the lowest first.
    """

    cid: int
    lane: int
    below: tuple[int, ...] = ()


def _granted_from_json(data: Any) -> tuple[Granted, ...]:
    return tuple(Granted(*entry) for entry in data)


class Piece:
    """A card on the field.

    Attributes:
        cid: number of the card. corner: current corner, from 0; 4 after a full rotation.
        up: whether it is face up; false for a Blessing after its effect.
        done: for a Champion, the cards that fulfilled an objective this turn (2.6.4).
        below: the cards under a Stacking Unit, the lowest first (2.14.4).
        dormant: the number of the turn with whose end it is no longer Dormant; 0 if it is not.
        granted: the lines of text added to it.
    """

    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field("cid"),
        Field("corner"),
        Field("up"),
        tuple_field("done"),
        tuple_field("below"),
        Field("dormant"),
        Field("granted", lambda granted: [list(entry) for entry in granted], _granted_from_json),
    )

    __slots__ = ("below", "cid", "corner", "done", "dormant", "granted", "up")

    def __init__(self, cid: int = 0, below: tuple[int, ...] = ()) -> None:
        self.cid = cid
        self.corner = 0
        self.up = True
        self.done: tuple[int, ...] = ()
        self.below = below
        self.dormant = 0
        self.granted: tuple[Granted, ...] = ()

    def copy(self) -> "Piece":
        """Return an independent copy."""
        new = Piece(self.cid, self.below)
        new.corner, new.up, new.done = self.corner, self.up, self.done
        new.dormant, new.granted = self.dormant, self.granted
        return new


def _piece_to_json(piece: Piece | None) -> Any:
    return None if piece is None else to_json(piece)


def _piece_from_json(data: Any) -> Piece | None:
    return None if data is None else from_json(Piece, data)


def _piece_field(name: str) -> Field:
    return Field(name, _piece_to_json, _piece_from_json, _piece_to_json)


class Lane:
    """A player's lane.

    It has a Champion, its revealed Blessing, and a Unit or Spell in front.
    """

    FIELDS: ClassVar[tuple[Field, ...]] = (_piece_field("champion"), _piece_field("blessing"), _piece_field("card"))

    __slots__ = ("blessing", "card", "champion")

    def __init__(self) -> None:
        self.champion: Piece | None = None
        self.blessing: Piece | None = None
        self.card: Piece | None = None

    def copy(self) -> "Lane":
        """Return an independent copy."""
        new = Lane()
        new.champion = self.champion and self.champion.copy()
        new.blessing = self.blessing and self.blessing.copy()
        new.card = self.card and self.card.copy()
        return new


class Seat:
    """A player.

    Attributes:
        health: points.
        waiting: Champions not placed yet. hidden: Blessings face down in unknown lanes.
        deck: groups from the top, in unknown order within a group. hand: cards.
        discard: the discard pile, top card last. lanes: four, from the player's left.
        used: names of cards played and Heroic Acts used this turn (4.1.3.2d).
        left_hand: whether a card has left the hand this turn (4.1.5.5c).
        out: whether the player has left the game.
    """

    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field("health"),
        list_field("waiting"),
        list_field("hidden"),
        groups_field("deck"),
        list_field("hand"),
        list_field("discard"),
        objects_field("lanes", Lane),
        tuple_field("used"),
        Field("left_hand"),
        Field("out"),
    )

    __slots__ = ("deck", "discard", "hand", "health", "hidden", "lanes", "left_hand", "out", "used", "waiting")

    def __init__(self) -> None:
        self.health = 0
        self.waiting: list[int] = []
        self.hidden: list[int] = []
        self.deck: list[tuple[int, ...]] = []
        self.hand: list[int] = []
        self.discard: list[int] = []
        self.lanes = [Lane() for _ in range(LANES)]
        self.used: tuple[str, ...] = ()
        self.left_hand = False
        self.out = False

    def copy(self) -> "Seat":
        """Return an independent copy."""
        new = Seat.__new__(Seat)
        new.health, new.used, new.left_hand, new.out = self.health, self.used, self.left_hand, self.out
        new.waiting, new.hidden, new.deck = self.waiting[:], self.hidden[:], self.deck[:]
        new.hand, new.discard = self.hand[:], self.discard[:]
        new.lanes = [lane.copy() for lane in self.lanes]
        return new


def _by_number(value: dict[int, int]) -> dict[str, int]:
    return {str(cid): seat for cid, seat in value.items()}


def _limbo_to_json(limbo: tuple[LimboCard, ...]) -> Any:
    return [[entry.cid, entry.lane, list(entry.below)] for entry in limbo]


class ChampionsState(GameState[FrameData]):
    """A Champions game.

    Attributes:
        options: option index of each interpretation, by number; derived from version and choices.
        table: cards by number, shared between copies. owners: owner of each card, shared between copies.
        first: seat that places first and takes the first turn. turn: seat of the turn player. turn_number: from 1.
        actions: remaining actions this turn. heroic: whether a Heroic Act has been used this turn (2.9.4).
        queue: cards whose instant effects or Exhaust are still to be processed in this Battlefield Phase, in order.
        limbo: cards in limbo in order of arrival.
        falling: seats at 0 health, to be removed after the current effect (5.1.4).
    """

    FIELDS: ClassVar[tuple[Field, ...]] = (
        *GameState.FIELDS,
        Field("table", lambda table: {str(cid): card.name for cid, card in table.items()}, lambda _: {}),
        Field("owners", _by_number, lambda data: {int(cid): seat for cid, seat in data.items()}),
        objects_field("seats", Seat),
        Field("first", identity),
        Field("turn", identity),
        Field("turn_number", identity),
        Field("actions", identity),
        Field("heroic", identity),
        tuple_field("queue"),
        Field("limbo", _limbo_to_json, lambda data: tuple(LimboCard(*deep_tuple(entry)) for entry in data)),
        tuple_field("falling"),
    )

    __slots__ = (
        "actions", "falling", "first", "heroic", "limbo", "options", "owners", "queue", "seats", "table", "turn",
        "turn_number",
    )  # fmt: skip

    def __init__(
        self, version: str = "CR-2018-11", names: tuple[str, ...] = (), first: int = 0, choices: ChosenOptions = ()
    ) -> None:
        super().__init__(version, names, choices)
        self.phase = "placement"
        self.options = option_indexes(version, choices)
        self.table: dict[int, Card] = {}
        self.owners: dict[int, int] = {}
        self.seats = [Seat() for _ in names]
        self.first = first
        self.turn = first
        self.turn_number = 0
        self.actions = 0
        self.heroic = False
        self.queue: tuple[int, ...] = ()
        self.limbo: tuple[LimboCard, ...] = ()
        self.falling: tuple[int, ...] = ()

    def copy(self) -> "ChampionsState":
        """Return an independent copy; immutable parts are shared."""
        new = ChampionsState.__new__(ChampionsState)
        for field in ChampionsState.FIELDS:
            setattr(new, field.name, getattr(self, field.name))
        new.options = self.options
        new.frames = [frame.copy() for frame in self.frames]
        new.seats = [seat.copy() for seat in self.seats]
        new.log = self.log[:]
        return new

    def digest(self) -> str:
        """Return a hash of the game.

        It does not depend on its log and the numbers of equal cards.
        """
        return hash_of(facts(self))

    def to_json(self) -> dict[str, object]:
        """Return the game with its log as JSON data."""
        return to_json(self)

    @classmethod
    def from_json(cls, data: dict[str, Any], cards: Catalogue[Card] | None = None) -> "ChampionsState":
        """Return the game from the data of ``to_json``.

        Args:
            data: JSON data.
            cards: the catalogue of the game; the invented set if omitted.

        Raises:
            ValueError: a field is missing or unknown, or a card does not exist.
        """
        state = from_json(cls, data)
        card_set = HOUSE if cards is None else cards
        state.table = {int(cid): card_set.card(str(name)) for cid, name in data["table"].items()}
        state.options = option_indexes(state.version, state.choices)
        for frame in state.frames:
            if "event" in frame.data:
                frame.data["event"] = Happening(*frame.data["event"])
        return state
