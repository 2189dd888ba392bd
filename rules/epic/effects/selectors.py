"""What an instruction applies to: picks that a player makes, groups that need no choice, and back-references.

How a selector is evaluated (this is the contract between card data and engine)
- Selectors are evaluated while their instruction resolves (3.2.3d), inner ones first, then left to right, so an
  instruction that contains two picks asks twice, in reading order.
- The result is an ordered list of references: an object number in play, a card number in a discard pile or hand,
  or a seat. Nothing is listed twice. A back-reference to something that has changed zone since is dropped (I-52).
- A pick with no candidate picks nothing and the instruction does as much as it can (3.2.3c); only a tribute all of
  whose targets are missing does not apply as a whole (5.6.2, I-51).
- "You" and "own" mean the controller of the card or ability that is resolving.
"""

from dataclasses import field, fields
from enum import StrEnum
from typing import ClassVar, Final, TypeAlias

from rules.epic.effects.amounts import Count, X
from rules.epic.traits import Alignment, CardType, Keyword
from rules.frozen import frozen


class Whose(StrEnum):
    """Whose champions, or whose cards: by controller in play, by owner in a discard pile or hand."""

    ANY = "any"
    OWN = "own"
    OPPOSING = "opposing"


class Fight(StrEnum):
    """The part a champion has in the battle under way (5.0.6)."""

    ATTACKING = "attacking"
    BLOCKING = "blocking"


class What(StrEnum):
    """What kind of thing can be picked."""

    CHAMPION = "champion"  # a champion in play
    PLAYER = "player"
    ANY = "any"  # a player or a champion in play: "target" with no further word
    DISCARD = "discard"  # a card in a discard pile
    HAND = "hand"  # a card in the picking player's own hand
    REVEALED = "revealed"  # a card that the same text revealed from a deck and that is still there


@frozen
class Filter:
    """Which champions or cards qualify; every condition that is given must hold.

    Read in play, it looks at current values (gained alignments count); in a discard pile or hand, at printed ones
    (5.0.3). It does not apply to players.

    Attributes:
        whose: of whom.
        card_type: of cards outside play; everything in play is a champion.
        alignment: has this alignment, perhaps among others (2.5.3).
        class_word: has this class (2.1.4).
        fight: takes this part in the battle under way.
        ready: could take the part that the source has in the battle under way: prepared, and to attack also not
            deploying unless it has blitz (4.4.1, 4.4.6[1], 5.17.1); nothing qualifies while the source has no part.
            Not already in the battle.
        other: not the source itself: neither that object nor that card.
        broke_this_turn: a card that came into this discard pile by breaking during the current turn and has been
            there since. The engine keeps the card numbers of those; leaving the pile forgets it (I-52).
        cost: has this printed cost; tokens cost 0 (2.3.2).
        token: is a token, or is none.
        keyword, without_keyword: has this keyword, has it not.
        without_alignment, without_class: has not this alignment, this class.
        name, without_name: is called so, is not; tokens by the name of their kind.
        expended, prepared: lies like that; a flipped champion is neither (I-16).
        damaged: has damage on it at this moment.
        defense_at_most: has defense up to this number, or up to how many qualify.
        lone: is the only attacker in the battle under way.
        unblocked: attacks and is not blocked (4.4.6[2]); before blockers are declared as I-155 is read.
        damaged_you: has dealt damage to you during the current turn.
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
    """The conditions given beyond ``QUICK``, found once, so that the usual filter costs nothing more."""
    anything: bool = field(init=False, repr=False, compare=False)
    """Whether every champion in play passes."""

    def __post_init__(self) -> None:
        """Note which conditions are given."""
        given = [f.name for f in fields(self) if f.init and f.name not in QUICK and getattr(self, f.name) != f.default]
        object.__setattr__(self, "conditions", frozenset(given))
        narrowed = self.whose is not Whose.ANY or self.fight is not None or self.ready or self.other
        object.__setattr__(self, "anything", not (given or narrowed))


QUICK: Final = frozenset({"whose", "card_type", "fight", "ready", "other", "broke_this_turn"})
"""Conditions that are looked at one by one before all others."""
EVERYTHING = Filter()


@frozen
class Target:
    """One target, picked by you on resolution (decision ``target``; 5.20.1, 3.2.3d).

    Untargetable champions are no candidates, whoever controls them (5.12.1, 5.20.4); cards outside play and players
    always can be (5.20.6, I-54). The pick is mandatory while a candidate exists (5.20.7).
    """

    RULES: ClassVar[tuple[str, ...]] = ("5.20.1", "5.20.2", "3.2.3d")

    what: What
    where: Filter = EVERYTHING


@frozen
class Choice:
    """One thing picked by you without the word "target" (decision ``choose``); untargetable does not matter (5.12.3).

    Attributes:
        what: kind of thing.
        where: which of them.
        of: only things of the player that this selects (the pile of a target player).
    """

    RULES: ClassVar[tuple[str, ...]] = ("5.12.3", "5.20.5[1]")

    what: What
    where: Filter = EVERYTHING
    of: "Selector | None" = None


@frozen
class Targets:
    """Several different targets, picked by you at once on resolution (decision ``target`` with a range; I-53).

    Attributes:
        what: kind of thing.
        where: which of them.
        most: as many at most.
        least: fewest; "up to" means none at all if you like (I-138). With fewer candidates all of them (5.20.7).
    """

    RULES: ClassVar[tuple[str, ...]] = ("5.20.1", "5.20.2", "3.2.3d", "5.20.7")

    what: What
    where: Filter = EVERYTHING
    most: int | X = 2
    least: int = 0


@frozen
class Choices:
    """Several different things picked by you at once, without the word "target" (decision ``choose`` with a range).

    Attributes:
        what: kind of thing.
        where: which of them.
        least: fewest; where there are not as many, all there are (3.2.3c).
        most: most, ``None`` for any number.
    """

    RULES: ClassVar[tuple[str, ...]] = ("3.2.3", "3.2.3c", "5.20.5[1]")

    what: What
    where: Filter = EVERYTHING
    least: int = 0
    most: int | None = None


@frozen
class All:
    """All champions in play that qualify, untargetable ones included (5.12.2, 5.20.5[1]); or all such cards.

    Attributes:
        where: which of them.
        of: only champions controlled by the players that this selects, only cards that they own.
        what: champions in play, cards in discard piles (``What.DISCARD``), or cards in hand (``What.HAND``, whoever's).
    """

    RULES: ClassVar[tuple[str, ...]] = ("5.12.2", "5.20.5[1]")

    where: Filter = EVERYTHING
    of: "Selector | None" = None
    what: What = What.CHAMPION


@frozen
class Players:
    """All players still in the game who are ``whose``, in turn order from you (I-47)."""

    RULES: ClassVar[tuple[str, ...]] = ("5.20.5[1]",)

    whose: Whose = Whose.ANY


@frozen
class You:
    """You: the controller of the card or ability that resolves; inside ``ForEachPlayer`` that player."""

    RULES: ClassVar[tuple[str, ...]] = ("3.2.3",)


@frozen
class ActivePlayer:
    """The player whose turn it is (4.0), whoever carries out the text; of a team the member whose text it is (I-113).

    Where it is the turn of another team, the member who stands for it (I-154, ``rules.epic.multiplayer.team_members``).
    """

    RULES: ClassVar[tuple[str, ...]] = ("4.0",)


@frozen
class DefendingPlayer:
    """The player attacked in the battle under way (4.4.1), of a team each member; nobody outside a battle."""

    RULES: ClassVar[tuple[str, ...]] = ("4.4.1",)


@frozen
class ControllerOf:
    """Who controls the selected champions; of those that have left play since, who did last (I-121)."""

    RULES: ClassVar[tuple[str, ...]] = ("1.9.1", "I-121")

    of: "Selector"


@frozen
class OwnerOf:
    """Who owns the selected champions or cards, wherever they are now (1.9.1, I-71)."""

    RULES: ClassVar[tuple[str, ...]] = ("1.9.1", "I-71")

    of: "Selector"


YOU: Final = You()


@frozen
class This:
    """The source, as long as it is the same object in play (I-52), or of grey text the card still in its pile."""

    RULES: ClassVar[tuple[str, ...]] = ("5.0",)


@frozen
class Picked:
    """What the latest ``Target`` or ``Choice`` of the same text picked ("that champion", "that player")."""

    RULES: ClassVar[tuple[str, ...]] = ("3.2.3",)


@frozen
class That:
    """What the trigger's condition was about: the player or champion that was dealt damage ("that player").

    Attributes:
        what: only players or only champions of it, or ``ANY``.
    """

    RULES: ClassVar[tuple[str, ...]] = ("3.4.1",)

    what: What = What.PLAYER


@frozen
class Revealed:
    """The cards that ``RevealTop`` of the same text turned up, as far as they are still on top of the deck."""

    RULES: ClassVar[tuple[str, ...]] = ("5.19.1",)


@frozen
class Affected:
    """Everything that the instruction just before really applied to.

    After ``Damage``: what was dealt damage. After ``PutIntoPlay``: the new object. After ``Modify``: the modified. What
    broke or left meanwhile is no longer the same object and drops out.
    """

    RULES: ClassVar[tuple[str, ...]] = ("3.2.3",)


@frozen
class Namesakes:
    """The selected champions, and every champion in play with the same name as one of them (not targeted)."""

    RULES: ClassVar[tuple[str, ...]] = ("5.12.2", "2.3.6")

    of: "Selector"


@frozen
class Union:
    """All that the parts select, evaluated left to right; the instruction applies to all of it at the same time."""

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
