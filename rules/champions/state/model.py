"""The classes of a game of Champions: plain data, nothing callable, every card by its number.

A card keeps its number for the whole game and lies in one place, so a piece on the field goes by the number of its
card. Corners are counted from 0; a card that has come round lies on corner 4, and a Champion on 4 has a complete Quest.
"""

from typing import Any, ClassVar, Final

from rules.champions.cards import HOUSE, Card
from rules.champions.readings import readings_of
from rules.champions.state.frame_data import FrameData
from rules.champions.state.numbering import facts
from rules.decks import Catalogue
from rules.engine.fields import Field, from_json, identity, to_json
from rules.engine.fields import digest as hash_of
from rules.engine.game import ChosenOptions
from rules.engine.state import GameState, groups_field, list_field, objects_field, tuple_field

LANES: Final = 4
COMPLETE: Final = 4
"""The corner of a card that has come round, and of a Champion whose Quest is complete."""


class Piece:
    """One card on the field.

    Attributes:
        cid: the card. corner: the current one, from 0; 4 once it has come round.
        up: whether it lies face up; of a Blessing that has been carried out it says no.
        done: of a Champion the cards by which it has done an objective this turn (2.6.4).
    """

    FIELDS: ClassVar[tuple[Field, ...]] = (Field("cid"), Field("corner"), Field("up"), tuple_field("done"))

    __slots__ = ("cid", "corner", "done", "up")

    def __init__(self, cid: int = 0) -> None:
        self.cid = cid
        self.corner = 0
        self.up = True
        self.done: tuple[int, ...] = ()

    def copy(self) -> "Piece":
        """Return an independent copy."""
        new = Piece(self.cid)
        new.corner, new.up, new.done = self.corner, self.up, self.done
        return new


def _piece_to_json(piece: Piece | None) -> Any:
    return None if piece is None else to_json(piece)


def _piece_from_json(data: Any) -> Piece | None:
    return None if data is None else from_json(Piece, data)


def _piece_field(name: str) -> Field:
    return Field(name, _piece_to_json, _piece_from_json, _piece_to_json)


class Lane:
    """One lane of a player: the Champion, behind it the revealed Blessing, before it the Unit or Spell."""

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
    """One player.

    Attributes:
        health: points.
        waiting: Champions that are not placed yet. hidden: Blessings that lie face down, nobody knows which where.
        deck: groups from the top, within which nobody knows the order. hand: cards.
        discard: the pile, the card on top last. lanes: four, from the player's left.
        used: names of this turn: of cards played and Heroic Acts used (4.1.3.2d).
        left_hand: a card has gone from the hand to field or pile this turn (4.1.5.5c).
        out: has left the game.
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


class ChampionsState(GameState[FrameData]):
    """A whole game.

    Attributes:
        readings: the reading taken of each open point, by its number; it follows from version and choices.
        table: each card by number, shared between copies. owners: whose each is, likewise.
        first: seat that places first and takes the first turn. turn: whose turn. turn_number: from 1, 0 before.
        actions: left this turn. heroic: a Heroic Act has been used this turn (2.9.4).
        queue: cards that have still to act in this Battlefield Phase, or to be handled as Exhausted, in order.
        limbo: cards between two places, in the order in which they came, each with its lane.
        falling: seats at 0 health that are removed once what they do is carried out (5.1.4).
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
        tuple_field("limbo"),
        tuple_field("falling"),
    )

    __slots__ = (
        "actions", "falling", "first", "heroic", "limbo", "owners", "queue", "readings", "seats", "table", "turn",
        "turn_number",
    )  # fmt: skip

    def __init__(
        self, version: str = "CR-2018-11", names: tuple[str, ...] = (), first: int = 0, choices: ChosenOptions = ()
    ) -> None:
        super().__init__(version, names, choices)
        self.phase = "placement"
        self.readings = readings_of(version, choices)
        self.table: dict[int, Card] = {}
        self.owners: dict[int, int] = {}
        self.seats = [Seat() for _ in names]
        self.first = first
        self.turn = first
        self.turn_number = 0
        self.actions = 0
        self.heroic = False
        self.queue: tuple[int, ...] = ()
        self.limbo: tuple[tuple[int, int], ...] = ()
        self.falling: tuple[int, ...] = ()

    def copy(self) -> "ChampionsState":
        """Return an independent copy with the same facts and log; what cannot be changed in place is shared."""
        new = ChampionsState.__new__(ChampionsState)
        for field in ChampionsState.FIELDS:
            setattr(new, field.name, getattr(self, field.name))
        new.readings = self.readings
        new.frames = [frame.copy() for frame in self.frames]
        new.seats = [seat.copy() for seat in self.seats]
        new.log = self.log[:]
        return new

    def digest(self) -> str:
        """Return a hash of the facts; neither the log counts nor which of several equal cards a number stands for."""
        return hash_of(facts(self))

    def to_json(self) -> dict[str, object]:
        """Return the whole game, log included, as JSON data."""
        return to_json(self)

    @classmethod
    def from_json(cls, data: dict[str, Any], cards: Catalogue[Card] | None = None) -> "ChampionsState":
        """Return the game that ``to_json`` wrote, with the ``cards`` it was begun with: the invented ones without.

        Raises:
            ValueError: a field is missing or unknown, or there is no card of a name.
        """
        state = from_json(cls, data)
        known = HOUSE if cards is None else cards
        state.table = {int(cid): known.card(str(name)) for cid, name in data["table"].items()}
        state.readings = readings_of(state.version, state.choices)
        state.limbo = tuple((cid, lane) for cid, lane in state.limbo)
        return state
