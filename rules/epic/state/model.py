"""The state of an Epic game: plain data, nothing callable, everything referred to by number.

Everybody who plays alone is a team of one seat; where team-mates share the turn (``Variant.shared``), ``first``,
``turn``, ``initiative`` and ``defender`` hold the lowest seat of the team. Object numbers: ``rules.engine.ids``. Each
class lists its slots once in ``FIELDS``, the table behind JSON, comparison and digest (``rules.engine.fields``); the
copies in ``rules.epic.state.copying`` are written by hand for speed and a test holds them to the table.
"""

from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeAlias

from rules.decks.catalogue import Catalogue
from rules.engine.fields import Field, from_json, to_json
from rules.engine.fields import digest as hash_of
from rules.engine.ids import FIRST_OBJECT
from rules.engine.state import Frame, GameState, groups_field, list_field, objects_field, tuple_field, unordered
from rules.epic.cards.game_cards import PUBLISHED, GameCards, game_cards_of
from rules.epic.cards.model import Card
from rules.epic.cards.printed import PrintedCard
from rules.epic.interpretation_options import resolve_options
from rules.epic.state.encoding import (
    frames_for_digest,
    owners_from_json,
    owners_to_json,
    table_from_json,
    table_to_json,
)
from rules.epic.state.frame_data import FrameData, TextData, persistent_data
from rules.epic.variants import DUEL, Variant, slug_of, variant_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rules.engine.game import ChosenOptions
    from rules.epic.state.automatic_decisions import AutomaticDecisionObserver
    from rules.epic.state.missed_trigger import MissedTrigger

PREPARED: Final = 0
EXPENDED: Final = 1
FLIPPED: Final = 2

PHASES: Final = ("setup", "start", "main", "battle", "end", "over")
BATTLE_STEPS: Final = ("attackers", "before-blocks", "blocks", "before-damage", "damage", "after-damage")


ABILITIES_LOST: Final = ("lost", "abilities")
"""Modifier of a champion that has lost its powers, abilities and keywords (I-123)."""

PREPARES_AT_END: Final = ("tired", 1)
"""Modifier of a champion expended on a turn that is not its controller's, where it rests at the end of it (I-37)."""

DELAYED: Final = -1
"""Ability number of a trigger that an earlier instruction set for the end of the turn."""

RIGHTEOUS: Final = -2
"""Ability number of the health gain of the keyword righteous (5.13.1)."""

GRANTED: Final = -3
"""Ability number of a triggered ability that another card's text has given (5.0.1); which one, the data say."""


SHARED: Final = {field.name: field for field in GameState.FIELDS}
"""The fields that every game has; they stand in the order in which games have always been stored."""
DATA: Final = replace(next(field for field in Frame.FIELDS if field.name == "data"), for_digest=persistent_data)
"""What a trigger remembers, as a frame does."""


class Champion:
    """One stay of a champion (card or token) in play.

    Attributes:
        oid: its number, new at each entry (I-52).
        cid: the card, or the kind of token.
        controller: seat. owner: seat (tokens: under whose control they were created, I-71).
        stance: PREPARED, EXPENDED or FLIPPED. deploying: 5.17.
        damage: points since the last end of turn. hurt: points suffered this turn, healed or not.
        plus: +1/+1 counters. attacking, blocking: in the battle under way.
        until_end: modifiers that last until end of turn, as ``(what, value)`` data.
        keeper: seat that controls it once what lasts until end of turn is over; mostly its controller.
        lasting: modifiers for as long as it stays in play (5.0.7), as ``(what, value)`` data.
        struck: seats that it has dealt damage to this turn, in order.
    """

    FIELDS: ClassVar[tuple[Field, ...]] = tuple(
        Field(name, key="position" if name == "stance" else "")
        for name in (
            "oid", "cid", "controller", "owner", "stance", "deploying", "damage", "hurt", "plus", "attacking",
            "blocking", "attacked", "until_end", "lasting", "keeper", "struck",
        )
    )  # fmt: skip

    __slots__ = (
        "attacked", "attacking", "blocking", "cid", "controller", "damage", "deploying", "hurt", "keeper", "lasting",
        "oid", "owner", "plus", "stance", "struck", "until_end",
    )  # fmt: skip

    def __init__(self, oid: int = 0, cid: int = 0, controller: int = 0, owner: int = 0) -> None:
        self.oid = oid
        self.cid = cid
        self.controller = controller
        self.keeper = controller
        self.owner = owner
        self.stance = PREPARED
        self.deploying = True
        self.damage = 0
        self.hurt = 0
        self.plus = 0
        self.attacking = False
        self.blocking = False
        self.attacked = False
        self.until_end: tuple[tuple[str, int | str], ...] = ()
        self.lasting: tuple[tuple[str, int | str], ...] = ()
        self.struck: tuple[int, ...] = ()


def has_lost_abilities(champion: Champion) -> bool:
    """Whether ``champion`` has lost its powers and abilities for now (I-123)."""
    return bool(champion.until_end) and ABILITIES_LOST in champion.until_end


class Seat:
    """One player's cards and gold.

    Attributes:
        deck: groups of cards from the top; the order inside a group is unknown (a shuffle, or cards put on the
            bottom together in random order), so a draw takes a card of the first group by chance and no order is ever
            stored that nobody knows: a group is sorted. A group of one is a known card.
        hand, discard: cards. supplemental: event cards that are resolving; gods: the gods beside them (1.4.6, 2.4.1).
        champions: in play under this seat's control, in order of entry. gold: pieces.
        bound: alignments of further pieces, each of which pays for its alignment only (``rules.epic.board.gold``).
        bans: what the player is kept from for the rest of the turn (``effects.Ban``).
        ones_played: alignments of the 1-cost cards played this turn, in order (5.18 and cards that ask for it).
    """

    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field("team"),
        groups_field("deck"),
        list_field("hand", unordered),
        list_field("discard", unordered),
        tuple_field("supplemental", unordered),
        tuple_field("gods", unordered),
        objects_field("champions", Champion),
        Field("gold"),
        tuple_field("bound", unordered),
        tuple_field("bans", unordered),
        tuple_field("ones_played"),
        Field("out"),
    )

    __slots__ = (
        "bans", "bound", "champions", "deck", "discard", "gods", "gold", "hand", "ones_played", "out", "supplemental",
        "team",
    )  # fmt: skip

    def __init__(self, team: int = 0) -> None:
        self.team = team
        self.deck: list[tuple[int, ...]] = []
        self.hand: list[int] = []
        self.discard: list[int] = []
        self.supplemental: tuple[int, ...] = ()
        self.gods: tuple[int, ...] = ()
        self.champions: list[Champion] = []
        self.gold = 0
        self.bound: tuple[str, ...] = ()
        self.bans: tuple[str, ...] = ()
        self.ones_played: tuple[str, ...] = ()
        self.out = False


class Team:
    """Who shares health, turn and initiative: one seat each in the two-player game (1.2[1])."""

    FIELDS: ClassVar[tuple[Field, ...]] = (Field("health"), Field("out"))

    __slots__ = ("health", "out")

    def __init__(self, health: int = 0) -> None:
        self.health = health
        self.out = False


AnyFrame: TypeAlias = Frame[FrameData]
"""A frame of any kind, as they lie on the stack."""
TextFrame: TypeAlias = Frame[TextData]
"""A text that is carried out."""


class Trigger:
    """A triggered ability that waits: noted, then in a batch (3.2.5).

    Attributes:
        controller: seat. source: object or card it is printed on. cid: that card, known when the object is gone.
        ability: index into the card's abilities, -1 for a delayed one. data: what the condition bound (who, how much).
        cause: position in the log of what triggered it.
    """

    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field("controller"),
        Field("source"),
        Field("cid"),
        Field("ability"),
        DATA,
        Field("cause", for_digest=None),
    )

    __slots__ = ("ability", "cause", "cid", "controller", "data", "source")

    def __init__(
        self,
        controller: int = 0,
        source: int = 0,
        cid: int = 0,
        ability: int = 0,
        data: FrameData | None = None,
        cause: int = -1,
    ) -> None:
        self.controller = controller
        self.source = source
        self.cid = cid
        self.ability = ability
        self.data: FrameData = data or {}
        self.cause = cause


class EpicState(GameState[FrameData]):
    """A whole game. ``pending`` is what it waits for; ``None`` only when it is over.

    Attributes:
        version: rules version. choices: readings of open points that deviate from it. readings: the one taken of each,
            see ``rules.epic.interpretation_options``; it follows from these two and is not stored.
        cards: those it is played with, by name; shared, and not stored: whoever brings a game back has them.
        variant: how it is played, shared like the table. names: players in seat order. table: the printed card of each
            ``cid``, shared between copies and never changed in place. owners: seat that owns each card ``cid`` (tokens
            have none), likewise.
        lists: per seat the names in its decklist, ``None`` where nobody knows it; what an unknown card can still be.
        entered: the ``cid`` of each object, by ``oid - FIRST_OBJECT``, also of those that have left.
        first: seat that takes the first turn. turn: whose turn (seat). turn_number: 1 for the first.
        initiative: seat, -1 when nobody has it.
        phase: one of PHASES. stage: how far the phase has come, see ``rules.epic.turn.phases``.
        step: one of BATTLE_STEPS in a battle, else "".
        passed: seats that have passed in this window, in order. Empty: its opener has initiative for the first time. In
            the main phase with the turn player holding initiative, not empty: the opponent made plays and passed, the
            turn player may ``end`` (RB-2017, I-38).
        played: whoever has initiative in this window has made a play since receiving it.
        defender: seat attacked in this battle, -1 outside. blocked: the attack has been blocked (4.4.6[2]).
        no_attacks: nobody may declare an attack for the rest of the turn.
        mortal: champions whose lethal damage is still looked for, where only new damage breaks (I-86); else empty.
        broken: cards that broke this turn and have stayed in their discard pile since.
        frames, noted, batch: what is still to happen. delayed: triggers for the end of this turn.
        winner_seats, drawn: the end.
        cause: position in the log of what is being worked off. log: all that happened.
        values: current ones of champions, made on demand and dropped on every change; not a fact, never stored.
        listener: observer of decisions made automatically (``rules.epic.state.automatic_decisions``).
        forgotten: a missed triggered ability (``rules.epic.state.missed_trigger``). Both belong to what-if copies of a
            game and are never stored.
    """

    FIELDS: ClassVar[tuple[Field, ...]] = (
        SHARED["version"],
        Field("variant", slug_of, variant_of, slug_of, key="way"),
        SHARED["choices"],
        SHARED["names"],
        Field("table", table_to_json, dict, table_to_json),
        Field("owners", owners_to_json, owners_from_json, owners_to_json),
        Field("lists", for_digest=None),
        tuple_field("entered"),
        objects_field("teams", Team),
        objects_field("seats", Seat),
        Field("first"),
        Field("turn"),
        Field("turn_number"),
        Field("initiative"),
        SHARED["phase"],
        Field("stage"),
        Field("step"),
        tuple_field("passed"),
        Field("played"),
        Field("defender"),
        Field("blocked"),
        Field("no_attacks"),
        tuple_field("broken", unordered),
        tuple_field("mortal", unordered),
        replace(SHARED["frames"], for_digest=frames_for_digest),
        objects_field("noted", Trigger),
        objects_field("batch", Trigger),
        objects_field("delayed", Trigger),
        SHARED["pending"],
        SHARED["winner_seats"],
        Field("drawn"),
        SHARED["cause"],
        SHARED["log"],
    )

    __slots__ = (
        "batch", "blocked", "broken", "cards", "defender", "delayed", "drawn", "entered", "first",
        "initiative",  "lists", "missed_trigger", "mortal", "no_attacks", "noted",
        "observer", "owners", "passed", "played", "readings",
        "seats", "stage", "step", "table", "teams", "turn", "turn_number", "values", "variant",
    )  # fmt: skip

    def __init__(
        self,
        version: str = "RB-2017",
        names: tuple[str, ...] = (),
        first: int = 0,
        played: Variant = DUEL,
        choices: "ChosenOptions" = (),
        cards: GameCards = PUBLISHED,
    ) -> None:
        super().__init__(version, names, choices)
        self.cards = cards
        self.readings: Sequence[int] = resolve_options(version, choices, cards.catalogue)
        self.variant = played
        self.table: dict[int, PrintedCard] = {}
        self.owners: dict[int, int] = {}
        self.lists: tuple[tuple[str, ...] | None, ...] = (None,) * len(names)
        self.entered: tuple[int, ...] = ()
        self.teams: list[Team] = []
        self.seats: list[Seat] = []
        self.first = first
        self.turn = first
        self.turn_number = 1
        self.initiative = -1
        self.phase = "setup"
        self.stage = 0
        self.step = ""
        self.passed: tuple[int, ...] = ()
        self.played = False
        self.defender = -1
        self.blocked = False
        self.no_attacks = False
        self.broken: tuple[int, ...] = ()
        self.mortal: tuple[int, ...] = ()
        self.noted: list[Trigger] = []
        self.batch: list[Trigger] = []
        self.delayed: list[Trigger] = []
        self.drawn = False
        self.values: dict[int, Any] = {}
        self.observer: AutomaticDecisionObserver | None = None
        self.missed_trigger: MissedTrigger | None = None

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

    def printed_of(self, ref: int) -> PrintedCard:
        """Return the printed card behind a card or object number, also for objects that have left play."""
        return self.table[self.entered[ref - FIRST_OBJECT] if ref >= FIRST_OBJECT else ref]

    def digest(self) -> str:
        """Return a hash of the facts; log, numbering, and the order in zones that have none do not count."""
        from rules.epic.state.numbering import renumber  # noqa: PLC0415 - the copy is made of the classes above

        return hash_of(renumber(self))

    def to_json(self) -> dict[str, object]:
        """Return the whole game, log included, as JSON data."""
        return to_json(self)

    @classmethod
    def from_json(cls, data: dict[str, Any], cards: Catalogue[Card] | None = None) -> "EpicState":
        """Return the game that ``to_json`` wrote, with the ``cards`` it was begun with: the published ones without.

        Raises:
            ValueError: a field is missing or unknown, or there is no card of a name.
        """
        state = from_json(cls, data)
        state.cards = game_cards_of(cards)
        state.table = table_from_json(data["table"], state.cards)
        state.values = {}
        state.observer = state.missed_trigger = None
        state.readings = resolve_options(state.version, state.choices, state.cards.catalogue)
        return state


def clear_values(state: EpicState) -> None:
    """Forget the computed values: something about a champion in play has changed."""
    state.values.clear()
