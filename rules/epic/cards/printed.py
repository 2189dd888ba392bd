"""Printed cards, with their abilities indexed by trigger condition for the engine.

A ``PrintedCard`` is immutable and created once for each name of a catalogue, so games and copies share it.
"""

from dataclasses import fields, is_dataclass, replace
from typing import Final

from rules.decks.names import fold
from rules.epic.cards.model import Alignment, Card, CardSet, CardType, Keyword
from rules.epic.effects import (
    LOOKING_BACK,
    Ability,
    Ally,
    CannotBeAttacked,
    ControllerOf,
    DefiesDiscard,
    Doubtful,
    Duty,
    Forbid,
    GainsNothing,
    GrantAmbush,
    InDiscard,
    Instruction,
    Loyalty,
    Mode,
    Modify,
    Must,
    Nesting,
    OnPlay,
    OutOfReach,
    OwnerOf,
    Power,
    Static,
    Tribute,
    Triggered,
    When,
)

Path = tuple[int, ...]

UNKNOWN_NAME: Final = "?"

DAMAGE: Final = (When.DAMAGES, When.DAMAGES_PLAYER, When.DAMAGES_OPPONENT, When.DAMAGES_CHAMPION)
"""Trigger conditions of dealing damage."""


class ChampionValues:
    """Current values of a champion, including continuous effects and modifiers (3.3).

    Attributes:
        offense: points, may be negative.
        defense: points, may be negative.
        keywords: current keywords.
        alignments: current alignments.
        classes: current classes.
    """

    __slots__ = ("alignments", "classes", "defense", "keywords", "offense")

    def __init__(
        self,
        offense: int,
        defense: int,
        keywords: frozenset[str],
        alignments: frozenset[str],
        classes: frozenset[str],
    ) -> None:
        self.offense = offense
        self.defense = defense
        self.keywords = keywords
        self.alignments = alignments
        self.classes = classes

    def same(self, other: "ChampionValues") -> bool:
        """Return True if all values are equal."""
        return (
            (self.offense, self.defense, self.keywords) == (other.offense, other.defense, other.keywords)
            and self.alignments == other.alignments
            and self.classes == other.classes
        )


class PrintedCard:
    """A printed card.

    Attributes:
        card: the catalogue entry; common fields are repeated here for speed.
        label: unique label of the printing; replaced wordings name their set.
        key: folded name, by which records find it.
        keywords: certain keywords.
        doubtful_keywords: uncertain keywords.
        doubt: why they are uncertain.
        values: values in play without any changes.
        options: ``(mode, gold cost)`` of each way to play it; empty for an unknown card.
        least: the lowest of these costs.
        any_time: whether it is an event card or has ambush.
        modes: modes of an event card; a champion has one empty mode, so option 0 always exists.
        on_play: index of ``OnPlay`` of an event card.
        on_enter: indexes of tribute and loyalty.
        ally: indexes of ally abilities in play.
        triggered: indexes of triggered abilities in play, by condition.
        statics: continuous abilities; likewise ``grants``, ``duties``, ``shields``, ``forbids``, ``out_of_reach`` and
            ``gains_nothing``.
        triggers_on_damage: whether an ability triggers on damage it deals.
        triggers_on_pile: whether an ability triggers on reaching or leaving the discard pile.
        defies_discard: whether it enters play if an opponent makes its owner discard it.
        uses_last_known: whether its text uses last known values.
        is_god: whether it is a god or demigod (2.4.1).
        must_attack: whether it must attack.
        must_be_blocked: whether it must be blocked.
        granted: paths of the triggered abilities that its text grants (5.0.1), by condition.
        text_doubt: why its text is uncertain, or "".
        powers: indexes of the known powers in play.
        grey_powers: indexes of powers in the discard pile (5.0.2); likewise ``grey_ally`` and ``grey_triggered``.
    """

    __slots__ = (
        "_paths",
        "alignments",
        "ally",
        "any_time",
        "card",
        "classes",
        "cost",
        "defense",
        "defies_discard",
        "doubt",
        "doubtful_keywords",
        "duties",
        "forbids",
        "gains_nothing",
        "granted",
        "grants",
        "grey_ally",
        "grey_powers",
        "grey_triggered",
        "is_champion",
        "is_event",
        "is_god",
        "is_token",
        "key",
        "keywords",
        "label",
        "least",
        "modes",
        "must_attack",
        "must_be_blocked",
        "name",
        "offense",
        "on_enter",
        "on_play",
        "options",
        "out_of_reach",
        "playable",
        "powers",
        "shields",
        "statics",
        "text",
        "text_doubt",
        "triggered",
        "triggers_on_damage",
        "triggers_on_pile",
        "type",
        "uses_last_known",
        "values",
    )  # fmt: skip

    def __init__(self, card: Card, label: str = "") -> None:
        self.card = card
        self.name, self.label = card.name, label or card.name
        self.key = fold(card.name)
        self.cost = card.cost
        self.type = card.type
        self.offense = card.offense or 0
        self.defense = card.defense or 0
        self.doubt = card.keyword_doubt
        self.doubtful_keywords: frozenset[str] = frozenset(card.keywords if self.doubt else ())
        self.keywords: frozenset[str] = frozenset(card.keywords) - self.doubtful_keywords
        self.alignments: frozenset[str] = frozenset(card.alignments)
        self.classes: frozenset[str] = frozenset(card.classes)
        self.text: tuple[Ability, ...] = card.text
        self.playable = card.playable
        self.is_champion = card.type is CardType.CHAMPION
        self.is_event = card.type is CardType.EVENT
        self.is_token = card.is_token
        self.is_god = card.type is CardType.DEITY
        self.values = ChampionValues(self.offense, self.defense, self.keywords, self.alignments, self.classes)
        self.modes: tuple[Mode, ...] = (Mode(()),)
        self.on_play = 0
        self.on_enter: tuple[int, ...] = ()
        self.ally: dict[Alignment, tuple[int, ...]] = {}
        self.triggered: dict[When, tuple[int, ...]] = {}
        self.statics: tuple[Static, ...] = ()
        self.grants: tuple[GrantAmbush, ...] = ()
        self.duties: frozenset[Duty] = frozenset()
        self.forbids: tuple[Forbid, ...] = ()
        self.out_of_reach = False
        self.gains_nothing = False
        self.defies_discard = False
        self.shields: tuple[CannotBeAttacked, ...] = ()
        self.powers: tuple[int, ...] = ()
        self.grey_ally: dict[Alignment, tuple[int, ...]] = {}
        self.grey_triggered: dict[When, tuple[int, ...]] = {}
        self.grey_powers: tuple[int, ...] = ()
        self.uses_last_known = _contains_node(self.text, (*LOOKING_BACK, ControllerOf, OwnerOf))
        self._paths: dict[Path, tuple[Instruction, ...]] = {}
        self.granted: dict[When, tuple[Path, ...]] = {}
        self.text_doubt = next((part.why for each in enumerate(self.text) for part in _doubtful_parts(*each)), "")
        for index, ability in enumerate(self.text):
            self._index(index, ability)
            for path, instructions in _instruction_lists(index, ability):
                self._index_granted(path, instructions)
        self.options = self._costs() if card.name != UNKNOWN_NAME else ()
        self.least = min([cost for _, cost in self.options], default=0)
        self.any_time = not self.is_champion or Keyword.AMBUSH in self.keywords
        self.must_attack = Duty.ATTACK in self.duties
        self.must_be_blocked = Duty.BE_BLOCKED in self.duties
        self.triggers_on_damage = any(when in DAMAGE for when in self.triggered)
        self.triggers_on_pile = When.ENTERS_DISCARD in self.triggered or When.LEAVES_DISCARD in self.grey_triggered

    def _index(self, index: int, ability: Ability) -> None:  # noqa: C901, PLR0912 - one case a kind of ability
        match ability:
            case OnPlay(modes):
                self.modes, self.on_play = modes, index
            case Tribute() | Loyalty():
                self.on_enter += (index,)
            case Ally(alignment):
                self.ally[alignment] = (*self.ally.get(alignment, ()), index)
            case Triggered(conditions):
                for when in conditions:
                    self.triggered[when] = (*self.triggered.get(when, ()), index)
            case Power(_, effects):
                if not any(isinstance(effect, Doubtful) for effect in effects):
                    self.powers += (index,)
            case Static():
                self.statics += (ability,)
            case GrantAmbush():
                self.grants += (ability,)
            case Forbid():
                self.forbids += (ability,)
            case OutOfReach():
                self.out_of_reach = True
            case GainsNothing():
                self.gains_nothing = True
            case DefiesDiscard():
                self.defies_discard = True
            case CannotBeAttacked():
                self.shields += (ability,)
            case Must(duty):
                self.duties |= {duty}
            case InDiscard(Ally(alignment)):
                self.grey_ally[alignment] = (*self.grey_ally.get(alignment, ()), index)
            case InDiscard(Power()):
                self.grey_powers += (index,)
            case InDiscard(Triggered(conditions)):
                for when in conditions:
                    self.grey_triggered[when] = (*self.grey_triggered.get(when, ()), index)

    def _index_granted(self, path: Path, instructions: tuple[Instruction, ...]) -> None:
        for index, node in enumerate(instructions):
            if isinstance(node, Modify):
                for number, ability in enumerate(node.abilities):
                    for when in ability.when:
                        self.granted[when] = (*self.granted.get(when, ()), (*path, index, number))
            elif isinstance(node, Nesting):
                for number, effects in enumerate(node.branches):
                    self._index_granted((*path, index, number), effects)

    def _costs(self) -> tuple[tuple[int, int], ...]:
        return tuple([(option, (self.cost or 0) + mode.gold) for option, mode in enumerate(self.modes)])

    def ability(self, index: int) -> Ability:
        """Return the ability at ``index``, without its ``InDiscard`` wrapper."""
        ability = self.text[index]
        return ability.ability if isinstance(ability, InDiscard) else ability

    def power(self, index: int) -> Power:
        """Return the power at ``index``.

        Raises:
            TypeError: the ability is not a power.
        """
        ability = self.ability(index)
        if not isinstance(ability, Power):
            raise TypeError(f"ability {index} of {self.name} is no power")
        return ability

    def instructions(self, path: Path) -> tuple[Instruction, ...]:
        """Return the list of instructions at ``path``.

        A path is the ability, the mode, then instruction and branch of each nested list.
        """
        instructions = self._paths.get(path)
        if instructions is None:
            instructions = self._walk(path)
            self._paths[path] = instructions
        return instructions

    def _walk(self, path: Path) -> tuple[Instruction, ...]:
        inside = dict(_instruction_lists(path[0], self.ability(path[0]))).get(path[:2])
        if inside is None:
            raise TypeError(f"ability {path[0]} of {self.name} has no instructions")
        for index, branch in zip(path[2::2], path[3::2], strict=True):
            node = inside[index]
            if not isinstance(node, Nesting | Modify):
                raise TypeError(f"instruction {index} of {self.name} holds no others")
            inside = node.branches[branch]
        return inside


def _instruction_lists(index: int, ability: Ability) -> list[tuple[Path, tuple[Instruction, ...]]]:
    """Return the top-level instruction lists of an ability with their paths."""
    inner = ability.ability if isinstance(ability, InDiscard) else ability
    if isinstance(inner, OnPlay):
        return [((index, number), mode.effects) for number, mode in enumerate(inner.modes)]
    if isinstance(inner, Tribute | Loyalty | Ally | Triggered | Power):
        return [((index, 0), inner.effects)]
    return []


def _doubtful_parts(index: int, ability: Ability) -> list[Doubtful]:
    """Return the uncertain parts of an ability."""
    return [node for _, nodes in _instruction_lists(index, ability) for node in nodes if isinstance(node, Doubtful)]


def is_doubtful(text: tuple[Ability, ...]) -> bool:
    """Return True if a text contains an uncertain effect."""
    return _contains_node(text, (Doubtful,))


def _contains_node(part: object, kinds: tuple[type, ...]) -> bool:
    """Return True if ``part`` is, or contains, a node of one of ``kinds``."""
    if isinstance(part, tuple):
        return any(_contains_node(item, kinds) for item in part)
    if not is_dataclass(part) or isinstance(part, type):
        return False
    return isinstance(part, kinds) or any(_contains_node(getattr(part, field.name), kinds) for field in fields(part))


UNKNOWN: Final = PrintedCard(
    Card(name=UNKNOWN_NAME, set=CardSet.BASE, pack="", alignments=(), cost=None, type=CardType.DEITY, sources=())
)
"""A card with an unknown name; it has no values and cannot act until it is named."""


def token_copy(card: PrintedCard) -> PrintedCard:
    """Return ``card`` as a token with the same printed values (2.3.6, I-73)."""
    return card if card.is_token else PrintedCard(replace(card.card, set=CardSet.TOKEN), card.label)


__all__ = ["UNKNOWN", "UNKNOWN_NAME", "ChampionValues", "Keyword", "Path", "PrintedCard", "is_doubtful", "token_copy"]
