"""The state of an Epic game: plain data, nothing callable, everything referred to by number.

Two players are two teams of one seat each, from the first day. Object numbers: ``rules.engine.ids``.
"""

from typing import Any, ClassVar, Final

from rules.engine.decision import Decision
from rules.engine.ids import FIRST_OBJECT
from rules.engine.log import Event

PREPARED: Final = 0
EXPENDED: Final = 1
FLIPPED: Final = 2

PHASES: Final = ("setup", "start", "main", "battle", "end", "over")
BATTLE_STEPS: Final = ("attackers", "before-blocks", "blocks", "before-damage", "damage", "after-damage")


class Champion:
    """One stay of a champion (card or token) in play.

    Attributes:
        oid: its number, new at each entry (I-52).
        cid: the card, or the kind of token.
        controller: seat. owner: seat (tokens: under whose control they were created, I-71).
        position: PREPARED, EXPENDED or FLIPPED. deploying: 5.17.
        damage: points since the last end of turn. hurt: points suffered this turn, healed or not.
        plus: +1/+1 counters. attacking, blocking: in the battle under way.
        until_end: modifiers that last until end of turn, as ``(what, value)`` data.
        lasting: modifiers for as long as it stays in play (5.0.7), as ``(what, value)`` data.
    """

    __slots__ = (
        "attacking", "blocking", "cid", "controller", "damage", "deploying", "hurt", "lasting", "oid", "owner", "plus",
        "position", "until_end",
    )  # fmt: skip

    def __init__(self, oid: int, cid: int, controller: int, owner: int) -> None:
        self.oid = oid
        self.cid = cid
        self.controller = controller
        self.owner = owner
        self.position = PREPARED
        self.deploying = True
        self.damage = 0
        self.hurt = 0
        self.plus = 0
        self.attacking = False
        self.blocking = False
        self.until_end: tuple[tuple[str, int | str], ...] = ()
        self.lasting: tuple[tuple[str, int | str], ...] = ()


class Seat:
    """One player's cards and gold.

    Attributes:
        deck: groups of cards from the top; the order inside a group is unknown (a shuffle, or cards put on the
            bottom together in random order), so a draw takes a card of the first group by chance and no order is ever
            stored that nobody knows. A group of one is a known card.
        hand, discard: cards. champions: in play under this seat's control, in order of entry. gold: pieces.
        ones_played: alignments of the 1-cost cards played this turn, in order (5.18 and cards that ask for it).
    """

    __slots__ = ("champions", "deck", "discard", "gold", "hand", "ones_played", "out", "team")

    def __init__(self, team: int) -> None:
        self.team = team
        self.deck: list[list[int]] = []
        self.hand: list[int] = []
        self.discard: list[int] = []
        self.champions: list[Champion] = []
        self.gold = 0
        self.ones_played: list[str] = []
        self.out = False


class Team:
    """Who shares health, turn and initiative: one seat each in the two-player game (1.2[1])."""

    __slots__ = ("health", "out")

    def __init__(self, health: int) -> None:
        self.health = health
        self.out = False


class Frame:
    """Something still to be worked off: the rest of a card's instructions, a step of the turn or of a battle.

    Attributes:
        kind: which interpreter goes on with it. index: how far it has come.
        controller: seat. source: card or object it comes from.
        data: what it needs, plain data only (ability paths, bindings, amounts).
    """

    __slots__ = ("controller", "data", "index", "kind", "source")

    def __init__(self, kind: str, controller: int, source: int = 0, data: dict[str, Any] | None = None) -> None:
        self.kind = kind
        self.index = 0
        self.controller = controller
        self.source = source
        self.data: dict[str, Any] = data or {}


class Trigger:
    """A triggered ability that waits: noted, then in a batch (3.2.5).

    Attributes:
        controller: seat. source: object or card it is printed on. cid: that card, known when the object is gone.
        ability: index into the card's abilities. data: what the condition bound (who, how much).
    """

    __slots__ = ("ability", "cid", "controller", "data", "source")

    def __init__(self, controller: int, source: int, cid: int, ability: int, data: dict[str, Any] | None = None) -> None:
        self.controller = controller
        self.source = source
        self.cid = cid
        self.ability = ability
        self.data: dict[str, Any] = data or {}


class EpicState:
    """A whole game. ``pending`` is what it waits for; ``None`` only when it is over.

    Attributes:
        version: rules version. names: players in seat order. table: the printed card of each ``cid``, shared, never
            changed. owners: seat that owns each card ``cid`` (tokens have none).
        entered: the ``cid`` of each object, by ``oid - FIRST_OBJECT``, also of those that have left.
        turn: whose turn (seat). turn_number: 1 for the first. initiative: seat, -1 when nobody has it.
        phase: one of PHASES. step: one of BATTLE_STEPS in a battle, else "". passed: seats that passed in a row.
        defender: seat attacked in this battle, -1 outside. blocked: the attack has been blocked (4.4.6a).
        no_attacks: nobody may declare an attack for the rest of the turn.
        frames, noted, batch: what is still to happen. winner_seats, drawn: the end.
    """

    FIELDS: ClassVar[tuple[str, ...]] = ()

    __slots__ = (
        "batch", "blocked", "defender", "drawn", "entered", "first", "frames", "initiative", "log", "names", "no_attacks",
        "noted", "owners", "passed", "pending", "phase", "seats", "step", "table", "teams", "turn", "turn_number",
        "version", "winner_seats",
    )  # fmt: skip

    def __init__(self, version: str, names: tuple[str, ...], first: int) -> None:
        self.version = version
        self.names = names
        self.table: dict[int, Any] = {}
        self.owners: dict[int, int] = {}
        self.entered: list[int] = []
        self.teams: list[Team] = []
        self.seats: list[Seat] = []
        self.first = first
        self.turn = first
        self.turn_number = 1
        self.initiative = -1
        self.phase = "setup"
        self.step = ""
        self.passed: list[int] = []
        self.defender = -1
        self.blocked = False
        self.no_attacks = False
        self.frames: list[Frame] = []
        self.noted: list[Trigger] = []
        self.batch: list[Trigger] = []
        self.pending: Decision | None = None
        self.winner_seats: tuple[int, ...] = ()
        self.drawn = False
        self.log: list[Event] = []

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.phase == "over"

    @property
    def winners(self) -> tuple[int, ...]:
        """Seats that won; empty while the game goes on and after a drawn game."""
        return self.winner_seats

    def find(self, oid: int) -> Champion | None:
        """Return the champion in play with this number, or ``None`` when it has left."""
        for seat in self.seats:
            for champion in seat.champions:
                if champion.oid == oid:
                    return champion
        return None

    def card_of(self, ref: int) -> int:
        """Return the ``cid`` behind a card or object number, also for objects that have left play."""
        return self.entered[ref - FIRST_OBJECT] if ref >= FIRST_OBJECT else ref
