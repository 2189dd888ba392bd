"""Explanations of why an action is legal: the decisive condition and its rule."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from rules.champions.cards import Category
from rules.champions.effects import is_ability, is_unit
from rules.champions.game_loop.citations import cite
from rules.champions.state import ChampionsState, find_on_field
from rules.engine.decision import Action, Justification


def why_legal(state: ChampionsState, action: Action) -> Justification | None:
    """Return why an action is legal at the pending decision.

    ``None`` if it needs no reason.
    """
    explain = EXPLANATIONS.get(action.verb)
    return explain(state, action) if explain is not None and state.pending is not None else None


def _justification(rule: str, text: str) -> Justification:
    return Justification(cite(rule)[0], text)


def _justify_play(state: ChampionsState, action: Action) -> Justification:
    card, leader = (state.table[ref] for ref in action.refs)
    words = f"{leader.name} may play {card.name}: "
    place = find_on_field(state, action.refs[1])
    held = state.seats[action.seat].lanes[place.lane].card if place is not None else None
    if is_unit(card) and held is not None:
        return _justification("2.14.4b", f"{words}a Stacking Unit may be laid onto a Unit, up to three cards.")
    if is_unit(card):
        return _justification("2.5.1.2", f"{words}a Disengaged Warrior may play a Unit.")
    if card.category is Category.SPELL:
        return _justification("2.5.2.2", f"{words}a Wizard may play a Spell.")
    if is_ability(card):
        return _justification("2.5.3.2", f"{words}its class fits the Ability.")
    return _justification("4.1.3.2a", f"{words}the player shows the card and names the Champion.")


def _justify_use(state: ChampionsState, action: Action) -> Justification:
    name = state.table[action.refs[0]].name
    words = f"{state.names[action.seat]} may use the Heroic Act of {name}: "
    return _justification("2.9.4", f"{words}no other Heroic Act has been used this turn.")


def _justify_pass(state: ChampionsState, action: Action) -> Justification:
    actions_left = f"{state.actions} action{'s' * (state.actions != 1)}"
    return _justification("4.1.3.4a", f"{state.names[action.seat]} may pass on the {actions_left} left.")


def _justify_give_up(state: ChampionsState, action: Action) -> Justification:
    player = state.names[action.seat]
    return _justification("4.1.5.5c", f"{player} may give up this card: it is in play, a face-up Blessing, or in hand.")


def _justify_choice(state: ChampionsState, action: Action) -> Justification | None:
    decision = state.pending
    if decision is None:
        return None
    player, source = state.names[action.seat], state.table[decision.source].name
    return Justification(decision.rules[0], f"{player} may answer so: it is one of the things that {source} allows.")


def _justify_concede(state: ChampionsState, action: Action) -> Justification:
    return _justification("5.1.1", f"{state.names[action.seat]} may concede at any time.")


EXPLANATIONS: Final[Mapping[str, Callable[[ChampionsState, Action], Justification | None]]] = MappingProxyType(
    {
        "play": _justify_play,
        "use": _justify_use,
        "pass": _justify_pass,
        "give": _justify_give_up,
        **dict.fromkeys(("pick", "deploy", "put", "accept", "decline", "choose"), _justify_choice),
        "concede": _justify_concede,
    }
)
"""Justifications by action type; placement and random outcomes need none."""
