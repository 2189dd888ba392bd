"""Selectors: picks by a player, groups without a choice, and back-references.

Contract between card data and engine:
- Selectors are evaluated while their instruction is executed (3.2.3d), inner ones first, then left to right, so an
instruction with two picks asks twice, in reading order.
- The result is an ordered list of unique references: an object number in play, a card number in a discard pile or
hand, or a seat. A back-reference to something that has changed zone since is dropped (I-52).
- A pick without candidates picks nothing and the instruction does as much as it can (3.2.3c); only a tribute all of
whose targets are missing does nothing as a whole (5.6.2, I-51).
- "You" and "own" mean the controller of the resolving card or ability.
"""

from dataclasses import field, fields
from enum import StrEnum
from typing import ClassVar, Final, TypeAlias

from rules.epic.effects.amounts import Count, X
from rules.epic.traits import Alignment, CardType, Keyword
from rules.frozen import frozen


class Whose(StrEnum):
    """Relation to "you": by controller in play, by owner in a discard pile or hand."""

    ANY = "any"
    OWN = "own"
    OPPOSING = "opposing"


class Fight(StrEnum):
    """The role of a champion in the current battle (5.0.6)."""

    ATTACKING = "attacking"
    BLOCKING = "blocking"


class What(StrEnum):
    """The type of entity that can be picked."""

    CHAMPION = "champion"  # a champion in play
    PLAYER = "player"
    ANY = "any"  # a player or a champion in play: plain "target"
    DISCARD = "discard"  # a card in a discard pile
    HAND = "hand"  # a card in the picking player's own hand
    REVEALED = "revealed"  # a card revealed by the same text and still on the deck


@frozen
class Filter:
    """Conditions on champions or cards, all of which must be met.

    In play, current values count (including gained alignments); in a discard pile or hand, printed ones (5.0.3). It
    does not apply to players.

    Attributes:
        whose: controller or owner.
        card_type: type of cards outside play; everything in play is a champion.
        alignment: has this alignment, perhaps among others (2.5.3).
        class_word: has this class (2.1.4).
        fight: has this role in the current battle.
        ready: could take the role of the source in the current battle: prepared, not in the battle yet, and to attack
            also not deploying unless it has blitz (4.4.1, 4.4.6[1], 5.17.1). Nothing qualifies if the source has no
            role.
        other: is not the source itself, neither as object nor as card.
        broke_this_turn: a card that came into this discard pile by breaking this turn and has stayed there (I-52).
        cost: has this printed cost; tokens cost 0 (2.3.2).
        token: is a token, or is none.
        keyword: has this keyword.
        without_keyword: does not have this keyword.
        without_alignment: does not have this alignment.
        without_class: does not have this class.
        name: has this name; tokens by the name of their kind.
        without_name: does not have this name.
        expended: is expended.
        prepared: is prepared; a flipped champion is neither (I-16).
        damaged: has damage.
        defense_at_most: has at most this defense, or at most as much as the count.
        lone: is the only attacker in the current battle.
        unblocked: attacks and is not blocked (4.4.6[2]; before blocks by I-155).
        damaged_you: has dealt damage to you this turn.
    """

    whose: Whose = Whose.ANY
    card_type: CardType | None = None
    alignment: Alignment | None = None
    class_word: str = ""
    fight: Fight | None = None
    ready: bool = False
    other: bool = False
    broke_this_turn: bool = False
    cost: int | None = None
    token: bool | None = None
    keyword: Keyword | None = None
    without_keyword: Keyword | None = None
    without_alignment: Alignment | None = None
    without_class: str = ""
    name: str = ""
    without_name: str = ""
    expended: bool = False
    prepared: bool = False
    damaged: bool = False
    defense_at_most: int | Count | None = None
    lone: bool = False
    unblocked: bool = False
    damaged_you: bool = False
    conditions: frozenset[str] = field(init=False, repr=False, compare=False)
    """Whether conditions outside ``QUICK`` are set; precomputed for speed."""
    anything: bool = field(init=False, repr=False, compare=False)
    """Whether every champion in play passes."""

    def __post_init__(self) -> None:
        """Precompute the set of conditions to check."""
        conditions = [
            f.name for f in fields(self) if f.init and f.name not in QUICK and getattr(self, f.name) != f.default
        ]
        object.__setattr__(self, "conditions", frozenset(conditions))
        narrowed = self.whose is not Whose.ANY or self.fight is not None or self.ready or self.other
        object.__setattr__(self, "anything", not (conditions or narrowed))


QUICK: Final = frozenset({"whose", "card_type", "fight", "ready", "other", "broke_this_turn"})
"""Conditions that are checked individually before all others."""
EVERYTHING = Filter()


@frozen
class Target:
    """One target, picked by you on resolution (decision ``target``; 5.20.1, 3.2.3d).

    Untargetable champions are no candidates (5.12.1, 5.20.4); cards outside play and players always are (5.20.6, I-54).
    The pick is mandatory if there is a candidate (5.20.7).
    """

    RULES: ClassVar[tuple[str, ...]] = ("5.20.1", "5.20.2", "3.2.3d")

    what: What
    where: Filter = EVERYTHING


@frozen
class Choice:
    """One pick without targeting (decision ``choose``); untargetable does not matter.

    Rules: 5.12.3.

    Attributes:
        what: type of entity.
        where: the filter.
        of: selects the player whose entities are candidates (the pile of a target player).
    """

    RULES: ClassVar[tuple[str, ...]] = ("5.12.3", "5.20.5[1]")

    what: What
    where: Filter = EVERYTHING
    of: "Selector | None" = None


@frozen
class Targets:
    """Several different targets, picked at once on resolution (I-53).

    Decision ``target``.

    Attributes:
        what: type of entity.
        where: the filter.
        most: maximum number.
        least: minimum number; "up to" allows none (I-138). With fewer candidates all of them (5.20.7).
    """

    RULES: ClassVar[tuple[str, ...]] = ("5.20.1", "5.20.2", "3.2.3d", "5.20.7")

    what: What
    where: Filter = EVERYTHING
    most: int | X = 2
    least: int = 0


@frozen
class Choices:
    """Several different picks at once without targeting (decision ``choose``).

    Attributes:
        what: type of entity.
        where: the filter.
        least: minimum number; with fewer candidates all of them (3.2.3c).
        most: maximum number, ``None`` for any number.
    """

    RULES: ClassVar[tuple[str, ...]] = ("3.2.3", "3.2.3c", "5.20.5[1]")

    what: What
    where: Filter = EVERYTHING
    least: int = 0
    most: int | None = None


@frozen
class All:
    """All qualifying champions in play, or cards; also untargetable ones.

    Rules: 5.12.2, 5.20.5[1].

    Attributes:
        where: the filter.
        of: selects the controllers of champions, or owners of cards.
        what: champions in play, cards in discard piles (``What.DISCARD``) or in any hand (``What.HAND``).
    """

    RULES: ClassVar[tuple[str, ...]] = ("5.12.2", "5.20.5[1]")

    where: Filter = EVERYTHING
    of: "Selector | None" = None
    what: What = What.CHAMPION


@frozen
class Players:
    """All remaining players who match ``whose``, in turn order from you (I-47)."""

    RULES: ClassVar[tuple[str, ...]] = ("5.20.5[1]",)

    whose: Whose = Whose.ANY


@frozen
class You:
    """The controller of the text; inside ``ForEachPlayer`` the current player."""

    RULES: ClassVar[tuple[str, ...]] = ("3.2.3",)


@frozen
class ActivePlayer:
    """The player whose turn it is (4.0).

    On the turn of your own team, it is you (I-113). On that of another team, it is the member that represents the
    team (I-154, ``rules.epic.multiplayer.team_members``).
    """

    RULES: ClassVar[tuple[str, ...]] = ("4.0",)


@frozen
class DefendingPlayer:
    """The player attacked in the current battle (4.4.1); of a team, each member.

    Outside a battle there is none.
    """

    RULES: ClassVar[tuple[str, ...]] = ("4.4.1",)


@frozen
class ControllerOf:
    """The current or last controllers of the selected champions (I-121)."""

    RULES: ClassVar[tuple[str, ...]] = ("1.9.1", "I-121")

    of: "Selector"


@frozen
class OwnerOf:
    """The owners of the selected champions or cards in any zone (1.9.1, I-71)."""

    RULES: ClassVar[tuple[str, ...]] = ("1.9.1", "I-71")

    of: "Selector"


YOU: Final = You()


@frozen
class This:
    """The source, if it is still the same object in play, or card in its pile (I-52)."""

    RULES: ClassVar[tuple[str, ...]] = ("5.0",)


@frozen
class Picked:
    """The latest pick of the same text ("that champion", "that player")."""

    RULES: ClassVar[tuple[str, ...]] = ("3.2.3",)


@frozen
class That:
    """The player or champion that triggered the ability ("that player").

    Attributes:
        what: restricts it to players or champions; ``ANY`` for both.
    """

    RULES: ClassVar[tuple[str, ...]] = ("3.4.1",)

    what: What = What.PLAYER


@frozen
class Revealed:
    """The cards revealed by ``RevealTop`` in the same text that are still on the deck."""

    RULES: ClassVar[tuple[str, ...]] = ("5.19.1",)


@frozen
class Affected:
    """The references that the previous instruction affected.

    After ``Damage``: what was dealt damage. After ``PutIntoPlay``: the new objects. After ``Modify``: the
    modified champions. References that left play are dropped.
    """

    RULES: ClassVar[tuple[str, ...]] = ("3.2.3",)


@frozen
class Namesakes:
    """The selected champions and all others in play with the same names."""

    RULES: ClassVar[tuple[str, ...]] = ("5.12.2", "2.3.6")

    of: "Selector"


@frozen
class Union:
    """All references that the parts select, evaluated left to right.

    The instruction applies to all of them at the same time.
    """

    RULES: ClassVar[tuple[str, ...]] = ("3.2.3",)

    parts: tuple["Selector", ...]


Selector: TypeAlias = (
    Target
    | Choice
    | Choices
    | All
    | Players
    | You
    | ActivePlayer
    | DefendingPlayer
    | ControllerOf
    | OwnerOf
    | This
    | Picked
    | Revealed
    | Affected
    | Namesakes
    | Union
    | That
    | Targets
)
