"""Validation of card texts from files: errors that the engine could not execute.

Each selector selects entities of some types (players, champions, cards), each field accepts some types, and
back-references need something to refer to. A test checks that all published cards pass.
"""

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, Final

from rules.decks.card_files.nodes import Path, node_name
from rules.epic import effects as e
from rules.epic.cards import Card, CardType
from rules.epic.text.phrases import GRANTED_WHEN

PLAYER, CHAMPION, CARD = frozenset({"player"}), frozenset({"champion"}), frozenset({"card"})
Sorts = frozenset[str]
ANYTHING: Final = PLAYER | CHAMPION | CARD
_OF_WHAT: Final = {
    e.What.CHAMPION: CHAMPION,
    e.What.PLAYER: PLAYER,
    e.What.ANY: PLAYER | CHAMPION,
    e.What.DISCARD: CARD,
    e.What.HAND: CARD,
    e.What.REVEALED: CARD,
}
PICKS: Final = (e.Target, e.Targets, e.Choice, e.Choices)
TAKES: Final[Mapping[tuple[type, str], Sorts]] = {
    **{(kind, "who"): PLAYER for kind in (e.Draw, e.Gain, e.LoseHealth, e.CreateToken, e.Discard, e.EachBreaksOne)},
    **{(kind, "who"): CHAMPION for kind in (e.Modify, e.Expend, e.Prepare, e.Blink, e.Seize, e.Static)},
    **{(kind, "who"): CHAMPION for kind in (e.JoinBattle, e.RemoveFromBattle)},
    **{(kind, "what"): CHAMPION for kind in (e.Break, e.Bounce, e.BreakAtEnd, e.Transform)},
    **{(kind, "cards"): CARD for kind in (e.PutIntoPlay, e.ToHand, e.PlayFree)},
    **{(kind, "of"): PLAYER for kind in (e.RevealTop, e.Count, e.Departed, e.Choice, e.All)},
    **{(kind, "of"): CHAMPION for kind in (e.CreateCopy, e.OffenseOf, e.DefenseOf, e.Namesakes)},
    (e.ForbidThisTurn, "who"): PLAYER | CHAMPION,
    (e.Damage, "to"): PLAYER | CHAMPION,
    (e.Banish, "what"): CHAMPION | CARD,
    (e.Counters, "on"): CHAMPION,
    (e.ForEachPlayer, "players"): PLAYER,
    (e.ControllerOf, "of"): CHAMPION | CARD,
    (e.OwnerOf, "of"): CHAMPION | CARD,
}
"""Entity types that the selector in a field may select; others are unrestricted."""
_WHAT_OF: Final = {
    e.DamageEach: (e.What.CHAMPION, e.What.PLAYER, e.What.ANY),
    e.DamageSplit: (e.What.CHAMPION, e.What.PLAYER, e.What.ANY),
    e.All: (e.What.CHAMPION, e.What.DISCARD, e.What.HAND),
    e.Count: (e.What.CHAMPION, e.What.DISCARD, e.What.HAND),
    e.That: (e.What.CHAMPION, e.What.PLAYER, e.What.ANY),
}
"""Allowed values of the field ``what``; others are unrestricted."""
_AT_LEAST_ONE: Final[Mapping[tuple[type, str], int]] = {
    **{(kind, "count"): 1 for kind in (e.Discard, e.Loyalty, e.AllAre)},
    **{(kind, "most"): 1 for kind in (e.Targets, e.Choices, e.DamageSplit)},
    (e.DamageSplit, "amount"): 1,
}
_MAY_BE_EMPTY: Final = {"keywords", "alignments", "abilities", "otherwise"}
_DAMAGES: Final = {e.When.DAMAGES, e.When.DAMAGES_PLAYER, e.When.DAMAGES_OPPONENT, e.When.DAMAGES_CHAMPION}
_IN_PLAY: Final = ("expend", "counters", "break_this", "bounce_this")
"""Costs that only a champion in play can pay."""


def find_text_errors(card: Card) -> Iterator[tuple[Path, str]]:
    """Yield the errors in the text of a card with their paths."""
    for number, ability in enumerate(card.text):
        inner, path = ability, (number,)
        grey = isinstance(ability, e.InDiscard)
        if isinstance(ability, e.InDiscard):
            inner, path = ability.ability, (number, "ability")  # type: ignore[assignment]
        yield from _TextValidator(card, grey=grey).ability(inner, path)


class _TextValidator:
    """Validator of one ability; it visits nodes in the order of execution."""

    def __init__(self, card: Card, *, grey: bool) -> None:
        self.card, self.grey = card, grey
        self.picked: Sorts = frozenset()
        self.affected: Sorts = frozenset()
        self.that: Sorts = frozenset()
        self.number = False
        self.revealed = False

    def ability(self, ability: Any, path: Path) -> Iterator[tuple[Path, str]]:
        self.number = isinstance(ability, e.Loyalty) and ability.count is None
        if isinstance(ability, e.Triggered):
            self.that = PLAYER | CHAMPION if _DAMAGES & set(ability.when) else frozenset()
        if isinstance(ability, e.Power) and ability.cost == e.Cost():
            yield (*path, "cost"), "a power has a cost: gold = 1, for one"
        if isinstance(ability, e.Static) and not isinstance(ability.who, e.This | e.All):
            yield (*path, "who"), "expected this or all: a group that is evaluated continuously"
        if isinstance(ability, e.OnPlay):
            yield from self._empty_errors(ability, path)
            for number, mode in enumerate(ability.modes):
                self.picked = self.affected = frozenset()
                yield from self.instruction_errors(mode.effects, (*path, "modes", number, "effects"))
            return
        yield from self.node(ability, path)

    def instruction_errors(self, listed: tuple[Any, ...], path: Path) -> Iterator[tuple[Path, str]]:
        """Yield the errors of a list of instructions."""
        if not listed:
            yield path, "expected an instruction at least"
        for number, each in enumerate(listed):
            yield from self.node(each, (*path, number))
            self.number = self.number or isinstance(each, e.ChooseNumber)
            self.revealed = self.revealed or isinstance(each, e.RevealTop)
            self.affected = self._affected_by(each)

    def node(self, node: Any, path: Path) -> Iterator[tuple[Path, str]]:
        """Yield the errors of a node and its children, in text order."""
        yield from self._node_errors(node, path)
        yield from self._empty_errors(node, path)
        around = self.that
        for each in fields(node):
            value, locate_path = getattr(node, each.name), (*path, each.name)
            if isinstance(node, e.AtEndOfTurn) and each.name == "effects":
                self.that = self.entity_types(node.that) if node.that is not None else frozenset()
            yield from self._value(node, each.name, value, locate_path)
        self.that = around

    def _value(self, node: Any, name: str, value: Any, path: Path) -> Iterator[tuple[Path, str]]:
        if name in ("effects", "otherwise") and isinstance(value, tuple):
            yield from self.instruction_errors(value, path) if value else ()
        elif name == "branches":
            for number, branch in enumerate(value):
                yield from self.instruction_errors(branch, (*path, number))
        elif isinstance(value, tuple):
            for number, each in enumerate(value):
                yield from self._value(node, name, each, (*path, number))
        elif isinstance(value, e.Triggered):
            yield from _TextValidator(self.card, grey=False).granted_ability_errors(value, path)
        elif is_dataclass(value):
            yield from self._child_errors(node, name, value, path)

    def granted_ability_errors(self, ability: e.Triggered, path: Path) -> Iterator[tuple[Path, str]]:
        """Yield the errors of a granted ability."""
        if unheard := [when for when in ability.when if when not in GRANTED_WHEN]:
            yield (*path, "when"), f"{str(unheard[0])!r} is not heard by others: expected {', '.join(GRANTED_WHEN)}"
        yield from self.ability(ability, path)

    def _child_errors(self, node: Any, name: str, value: Any, path: Path) -> Iterator[tuple[Path, str]]:
        """Yield the errors of a selector, amount, condition or table inside a node."""
        if isinstance(value, PICKS) and not self._may_pick(node, name):
            yield path, f'nothing can be picked here, in {node_name(type(node))}: pick it before, and write "picked"'
        yield from self.node(value, path)
        takes = TAKES.get((type(node), name))
        if takes is not None and not isinstance(value, e.Cost):
            sorts = self.entity_types(value)
            if not sorts and isinstance(value, e.Picked | e.Affected | e.That):
                return  # The error has been reported already.
            if not sorts <= takes and not (isinstance(value, e.Affected | e.Picked | e.That) and sorts & takes):
                unsupported = " or ".join(sorted(sorts - takes))
                expected = " or ".join(sorted(takes))
                yield path, f"this is a {unsupported}, and {node_name(type(node))} takes a {expected}"
        if isinstance(value, PICKS):
            self.picked = self.entity_types(value)
            self.number = self.number or isinstance(value, e.Choices)

    @staticmethod
    def _may_pick(node: Any, name: str) -> bool:
        """Return True if a field of a node may contain a pick."""
        amounts = (e.OffenseOf, e.DefenseOf, e.Departed, e.Is, e.AllAre, e.AtLeast, e.Static)
        return not isinstance(node, amounts) and name != "cost"

    def _node_errors(self, node: Any, path: Path) -> Iterator[tuple[Path, str]]:
        present, missing = {
            e.X: (
                self.number,
                "there is no X here: it is the number of loyalty X, of choices, or of a choose number before",
            ),
            e.Picked: (self.picked, "nothing is picked before this"),
            e.Affected: (self.affected, "the instruction before applies to nothing, or there is none"),
            e.That: (self.that, "nothing is meant: that is what a trigger by damage, or at end of turn, is about"),
            e.Recall: (self.grey, "only text in discard can recall its card"),
            e.Revealed: (self.revealed, "nothing is revealed before this"),
        }.get(type(node), (True, ""))
        if not present:
            yield path, missing
        if isinstance(node, e.Targets | e.Choices) and isinstance(node.most, int) and node.least > node.most:
            yield (*path, "least"), f"least {node.least} is more than most {node.most}"
        if isinstance(node, e.DamageSplit) and node.most > node.amount:
            yield (*path, "most"), f"most {node.most} is more than the {node.amount} points there are"
        if isinstance(node, e.Cost):
            yield from self._cost_errors(node, path)
        yield from _number_errors(node, path)

    def _cost_errors(self, cost: e.Cost, path: Path) -> Iterator[tuple[Path, str]]:
        in_play = not self.grey and self.card.type is CardType.CHAMPION
        for name in _IN_PLAY:
            if getattr(cost, name) and not in_play:
                yield (*path, name), "only a champion in play can pay with itself"
        if cost.banish_this and not self.grey:
            yield (*path, "banish_this"), "only a card in a discard pile can be banished for its cost"
        if cost.banishes is not None and cost.banishes.what is not e.What.DISCARD:
            yield (*path, "banishes", "what"), "expected discard: cards of the payer's discard pile"

    def _empty_errors(self, node: Any, path: Path) -> Iterator[tuple[Path, str]]:
        for each in fields(node):
            value = getattr(node, each.name)
            if value == () and each.name not in _MAY_BE_EMPTY and each.init:
                yield (*path, each.name), "expected an entry at least"
        if isinstance(node, e.ChooseOne) and len(node.branches) == 1:
            yield (*path, "branches"), "one branch leaves nothing to choose: write its instructions alone"
        if isinstance(node, e.Modify) and node == e.Modify(node.who, lasts=node.lasts):
            yield path, "modify changes nothing: set offense, defense, keywords, abilities or lose_abilities"

    def entity_types(self, selector: Any) -> Sorts:
        """Return the types of entities that a selector selects."""
        if isinstance(selector, (*PICKS, e.All)):
            return _OF_WHAT[selector.what]
        if isinstance(selector, e.That):
            return self.that & _OF_WHAT[selector.what] or self.that
        if isinstance(selector, e.Union):
            return frozenset().union(*map(self.entity_types, selector.parts))
        in_play = self.card.type is CardType.CHAMPION and not self.grey
        types = {
            e.This: CHAMPION if in_play else CARD,
            e.Picked: self.picked,
            e.Affected: self.affected,
            e.Revealed: CARD,
            e.Namesakes: CHAMPION,
        }
        return types.get(type(selector), PLAYER)

    def _affected_by(self, instruction: Any) -> Sorts:
        """Return the types of entities that an instruction affects."""
        if isinstance(instruction, e.May | e.If | e.ForEachPlayer | e.ChooseOne):
            return self.affected or ANYTHING
        if isinstance(instruction, e.DamageSplit | e.DamageEach):
            return _OF_WHAT[instruction.what]
        if type(instruction) in _AFFECTS:
            return _AFFECTS[type(instruction)]
        selectors = [getattr(instruction, name) for name in ("to", "what", "who", "on") if hasattr(instruction, name)]
        return self.entity_types(selectors[0]) if selectors else frozenset()


_AFFECTS: Final[Mapping[type, Sorts]] = {
    **dict.fromkeys((e.CreateToken, e.CreateCopy, e.PutIntoPlay, e.Blink, e.Transform), CHAMPION),
    **dict.fromkeys((e.PlayFree, e.Banish, e.ToHand, e.Discard), CARD | CHAMPION),
}
"""Entity types that instructions affect, if not those of their selector."""


def _number_errors(node: Any, path: Path) -> Iterator[tuple[Path, str]]:
    allowed = _WHAT_OF.get(type(node))
    if allowed is not None and node.what not in allowed:
        yield (*path, "what"), f"{str(node.what)!r} cannot stand here: expected {', '.join(allowed)}"
    for (kind, name), least in _AT_LEAST_ONE.items():
        value = getattr(node, name) if isinstance(node, kind) else None
        if isinstance(value, int) and value < least:
            yield (*path, name), f"{value}: expected {least} or more"
