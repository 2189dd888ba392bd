"""Abilities that could ask for a given action."""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from rules.engine.decision import Action
from rules.engine.ids import CHANCE, is_card, is_object, is_seat
from rules.epic.effects import (
    Ability,
    Ally,
    Choice,
    Choices,
    DamageSplit,
    InDiscard,
    Loyalty,
    Power,
    Recycle,
    Target,
    Targets,
    Tribute,
    Triggered,
    What,
)
from rules.epic.players.seats import side_members
from rules.epic.state import EpicState
from rules.epic.text.validation import iter_nodes

LEAVE_KINDS: Final = ("break", "banish", "bounce", "blink")
"""Kinds of log events for a champion leaving play; it is the second argument."""


class CandidateAbility(NamedTuple):
    """An ability that a player may have meant by an action.

    Attributes:
        ref: its source, in play or a card elsewhere.
        number: index of the ability.
        ability: the ability, unwrapped if it works in the discard pile.
        grey: whether it works in the discard pile.
    """

    ref: int
    number: int
    ability: Ally | Tribute | Loyalty | Triggered | Power
    grey: bool


def find_candidate_abilities(state: EpicState, action: Action, asks: tuple[type, ...]) -> Iterator[CandidateAbility]:
    """Yield the player's abilities that could ask for ``action``, likeliest first.

    ``asks`` are the node types that ask for such an action; nodes that pick are recognised without it.
    """
    if action.verb == "resolve":
        if action.option >= 0 and not is_seat(action.refs[0]):
            yield from _abilities(state, action.refs[0], action.option)
        return
    for ref in _ability_sources(state, action.option if action.seat == CHANCE else action.seat):
        for each in _abilities(state, ref):
            if can_ask_for(each.ability, action, asks):
                yield each


def _ability_sources(state: EpicState, seat: int) -> Iterator[int]:
    """Yield a player's sources of abilities: in play, gods, departed, discarded."""
    if not 0 <= seat < len(state.seats):
        return
    for member in side_members(state, seat):
        seat_state = state.seats[member]
        yield from (champion.oid for champion in seat_state.champions)
        yield from seat_state.gods
        yield from (oid for oid in find_recently_departed(state) if state.owners.get(state.card_of(oid)) == member)
        yield from seat_state.discard


def find_recently_departed(state: EpicState) -> list[int]:
    """Return the champions that left play since the last play or the start of turn."""
    since = max((event.seq for event in state.log if event.kind in {"play", "use", "turn"}), default=0)
    departures = (int(event.args[1]) for event in state.log[since:] if event.kind in LEAVE_KINDS)
    return list(dict.fromkeys(ref for ref in departures if is_object(ref)))


def _abilities(state: EpicState, ref: int, number: int | None = None) -> Iterator[CandidateAbility]:
    text = state.printed_of(ref).text
    for index, ability in enumerate(text):
        if number is not None and index != number:
            continue
        inner = ability.ability if isinstance(ability, InDiscard) else ability
        if isinstance(inner, Ally | Tribute | Loyalty | Triggered | Power):
            yield CandidateAbility(ref, index, inner, isinstance(ability, InDiscard))


def can_ask_for(ability: Ability, action: Action, asks: tuple[type, ...]) -> bool:
    """Return True if ``ability`` can ask for ``action``."""
    if action.verb == "resolve":
        return True
    if action.verb in {"target", "choose"}:
        return any(_can_pick(node, action) for node in iter_nodes(ability))
    return any(isinstance(node, asks) for node in iter_nodes(ability))


def _can_pick(node: Any, action: Action) -> bool:
    """Return True if a node can ask for a pick of the type that ``action`` refers to."""
    if isinstance(node, Recycle):
        return bool(action.refs) and all(map(is_card, action.refs))
    if not isinstance(node, Target | Targets | Choice | Choices | DamageSplit):
        return False
    kind = getattr(node, "what", What.ANY)
    if not action.refs:
        return True
    return all(kind in _PICK_KINDS[_entity_type(ref)] for ref in action.refs)


def _entity_type(ref: int) -> str:
    return "player" if is_seat(ref) else "champion" if is_object(ref) else "card"


_PICK_KINDS: Final = {
    "player": (What.ANY, What.PLAYER),
    "champion": (What.ANY, What.CHAMPION),
    "card": (What.DISCARD, What.HAND, What.REVEALED),
}
"""The kinds of picks that can refer to each type of entity."""
