"""Data classes of the state of an Epic game, without behaviour.

A single player is a team of one seat. If team-mates share the turn (``Variant.shared``), ``first``, ``turn``,
``initiative`` and ``defender`` hold the lowest seat of the team. Object numbers are defined in ``rules.engine.ids``.
Each class lists its slots in ``FIELDS``, the table for JSON, comparison and digest (``rules.engine.fields``).
"""

from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeAlias

from rules.decks.catalogue import Catalogue
from rules.engine.fields import Field, from_json, to_json
from rules.engine.fields import digest as hash_of
from rules.engine.ids import FIRST_OBJECT
from rules.engine.state import Frame, GameState, canonical_order, groups_field, list_field, objects_field, tuple_field
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
from rules.epic.variants import DUEL, Variant, find_variant, slug_of

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
"""Modifier of a champion that lost its powers, abilities and keywords (I-123)."""

PREPARES_AT_END: Final = ("tired", 1)
"""Modifier of a champion that is prepared at end of turn, expended on another player's turn (I-37)."""

DELAYED: Final = -1
"""Ability index of a delayed trigger for the end of the turn."""

RIGHTEOUS: Final = -2
"""Ability index of the health gain of righteous (5.13.1)."""

GRANTED: Final = -3
"""Ability index of a granted triggered ability (5.0.1), identified by its data."""


SHARED: Final = {field.name: field for field in GameState.FIELDS}
"""Fields of all games, in the order in which they are stored."""
DATA: Final = replace(next(field for field in Frame.FIELDS if field.name == "data"), for_digest=persistent_data)
"""The data field of a trigger, like that of a frame."""


class Champion:
    """One stay of a champion (card or token) in play.

    Attributes:
        oid: its number, new at each entry (I-52).
        cid: the card, or the kind of token.
        controller: seat.
        owner: seat; of a token, the seat under whose control it was created (I-71).
        stance: PREPARED, EXPENDED or FLIPPED.
        deploying: whether it is deploying (5.17).
        damage: points since the last end of turn.
        hurt: points suffered this turn, healed or not.
        plus: number of +1/+1 counters.
        attacking: whether it attacks in the current battle.
        blocking: whether it blocks in the current battle.
        attacked: whether it has attacked this turn.
        until_end: modifiers until end of turn, as ``(what, value)``.
        lasting: modifiers while it stays in play (5.0.7), as ``(what, value)``.
        keeper: seat that controls it after effects until end of turn have ended.
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
    """Return True if ``champion`` currently has no powers and abilities (I-123)."""
    return bool(champion.until_end) and ABILITIES_LOST in champion.until_end


class Seat:
    """The cards and gold of one player.

    Attributes:
        deck: sorted groups of cards from the top. The order inside a group is unknown (a shuffle, or cards put on the
            bottom in random order); a draw takes a card of the first group by chance. A group of one is a known card.
        hand: cards in hand.
        discard: cards in the discard pile.
        supplemental: event cards that are resolving (1.4.6).
        gods: gods next to the deck (2.4.1).
        champions: champions under this seat's control, in order of entry.
        gold: unrestricted gold.
        bound: alignments of the restricted gold, one entry for each piece (``rules.epic.board.gold``).
        bans: bans on the player for the rest of the turn (``effects.Ban``).
        ones_played: alignments of the 1-cost cards played this turn, in order (5.18).
        out: whether the player has left the game.
    """

    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field("team"),
        groups_field("deck"),
        list_field("hand", canonical_order),
        list_field("discard", canonical_order),
        tuple_field("supplemental", canonical_order),
        tuple_field("gods", canonical_order),
        objects_field("champions", Champion),
        Field("gold"),
        tuple_field("bound", canonical_order),
        tuple_field("bans", canonical_order),
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
    """Players who share health, turn and initiative; one seat each in a duel (1.2[1])."""

    FIELDS: ClassVar[tuple[Field, ...]] = (Field("health"), Field("out"))

    __slots__ = ("health", "out")

    def __init__(self, health: int = 0) -> None:
        self.health = health
        self.out = False


AnyFrame: TypeAlias = Frame[FrameData]
"""A stack frame of any kind."""
TextFrame: TypeAlias = Frame[TextData]
"""The frame of a text being executed."""


class Trigger:
    """A waiting triggered ability: added, then in a batch (3.2.5).

    Attributes:
        controller: seat.
        source: object or card with the ability.
        cid: the card of the source, known when the object is gone.
        ability: index into the card's abilities, negative for abilities without one.
        data: initial frame data of the ability, such as the champion that triggered it.
        cause: log position of the event that triggered it.
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
    """A whole game.

    ``pending`` is the pending decision, ``None`` only if the game is over.

    Attributes:
        version: rules version.
        choices: interpretation options that deviate from the preset of the version.
        options: the option in use for each interpretation (``rules.epic.interpretation_options``); derived, not stored.
        cards: the cards of the game by name; shared, not stored.
        variant: the game variant.
        names: player names in seat order.
        table: printed card of each ``cid``; shared between copies, never changed in place.
        owners: owning seat of each card ``cid`` (tokens have none); shared like ``table``.
        lists: names in the decklist of each seat, ``None`` if unknown.
        entered: the ``cid`` of each object, by ``oid - FIRST_OBJECT``, including those that left.
        first: seat that takes the first turn.
        turn: seat whose turn it is.
        turn_number: 1 for the first turn.
        initiative: seat with initiative, -1 if none.
        phase: one of PHASES.
        stage: progress within the phase, see ``rules.epic.turn.phases``.
        step: one of BATTLE_STEPS in a battle, else "".
        passed: seats that have passed in this initiative window, in order. If it is empty, the opener has initiative
            for the first time. If it is not, and the turn player has initiative in the Main Phase, the opponents made
            plays and passed, and the turn player may ``end`` (RB-2017, I-38).
        played: whether the player with initiative made a play since receiving it.
        defender: attacked seat in this battle, -1 outside battle.
        blocked: whether the attack has been blocked (4.4.6[2]).
        no_attacks: whether no attack may be declared for the rest of the turn.
        mortal: champions to check for lethal damage if only new damage breaks (I-86), else empty.
        broken: cards that broke this turn and are still in their discard pile.
        frames: stack of frames being executed.
        noted: new triggers.
        batch: triggers of the current batch.
        delayed: triggers for the end of this turn.
        winner_seats: the winners.
        drawn: whether the game was drawn.
        cause: log position of the cause of what is being executed.
        log: all events.
        values: cached current values of champions; not stored.
        observer: observer of automatic decisions (``rules.epic.state.automatic_decisions``); kept by copies, not
            stored.
        missed_trigger: triggered ability that this what-if game leaves out; kept by copies, not stored.
    """

    FIELDS: ClassVar[tuple[Field, ...]] = (
        SHARED["version"],
        Field("variant", slug_of, find_variant, slug_of, key="way"),
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
        tuple_field("broken", canonical_order),
        tuple_field("mortal", canonical_order),
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
        "batch", "blocked", "broken", "cards", "defender", "delayed", "drawn", "entered", "first", "initiative",
        "lists", "missed_trigger", "mortal", "no_attacks", "noted", "observer", "options", "owners", "passed",
        "played", "seats", "stage", "step", "table", "teams", "turn", "turn_number", "values", "variant",
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
        self.options: Sequence[int] = resolve_options(version, choices, cards.catalogue)
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
        """Return the champion in play with this number, or ``None``."""
        for seat in self.seats:
            for champion in seat.champions:
                if champion.oid == oid:
                    return champion
        return None

    def card_of(self, ref: int) -> int:
        """Return the ``cid`` of a card or object, including objects that left play."""
        return self.entered[ref - FIRST_OBJECT] if ref >= FIRST_OBJECT else ref

    def printed_of(self, ref: int) -> PrintedCard:
        """Return the printed card of a card or object, including objects that left play."""
        return self.table[self.entered[ref - FIRST_OBJECT] if ref >= FIRST_OBJECT else ref]

    def digest(self) -> str:
        """Return a hash of the state that ignores log, numbering and unordered zones."""
        from rules.epic.state.numbering import renumber  # noqa: PLC0415 - the copy is made of the classes above

        return hash_of(renumber(self))

    def to_json(self) -> dict[str, object]:
        """Return the game, including its log, as JSON data."""
        return to_json(self)

    @classmethod
    def from_json(cls, data: dict[str, Any], cards: Catalogue[Card] | None = None) -> "EpicState":
        """Return the game that ``to_json`` wrote.

        Args:
            data: the JSON data.
            cards: the catalogue of the game, the published cards by default.

        Raises:
            ValueError: a field is missing or unknown, or a card does not exist.
        """
        state = from_json(cls, data)
        state.cards = game_cards_of(cards)
        state.table = table_from_json(data["table"], state.cards)
        state.values = {}
        state.observer = state.missed_trigger = None
        state.options = resolve_options(state.version, state.choices, state.cards.catalogue)
        return state


def clear_values(state: EpicState) -> None:
    """Clear the cached champion values."""
    state.values.clear()
