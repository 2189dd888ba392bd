"""Forcing illegal actions, to compare the game that was played with a legal one.

Costs that cannot be paid are not paid, and the player is given initiative. Triggers that ask for a choice before a
play or draw are dropped as missed. Actions that cannot happen at a real table (such as playing a card that is not in
hand) are rejected with the reason.
"""

from collections.abc import Iterator

from rules.engine.action_types import ANY
from rules.engine.decision import Action, Decision, ImpossibleActionError, InvalidActionError, detail
from rules.engine.ids import CHANCE
from rules.engine.legality import validate
from rules.engine.loop import advance, apply_action
from rules.epic.actions.registry import ACTION_TYPES, pending_text
from rules.epic.board.triggers import start_chosen_trigger, waiting_trigger_keys
from rules.epic.board.zones import push_draw
from rules.epic.game_loop.rules import RULES
from rules.epic.players.seats import are_allied
from rules.epic.plays.timing import resolving_trigger
from rules.epic.sentences import ability_name
from rules.epic.state import EpicState
from rules.epic.state.display_names import display_name, player_name


def force(state: EpicState, action: Action) -> list[str]:
    """Apply ``action`` even if it is illegal, and advance to the next decision.

    Returns:
        Descriptions of the triggered abilities that were dropped as missed.

    Raises:
        ImpossibleActionError: the action is impossible.
    """
    decision = state.pending
    if decision is None:
        raise ImpossibleActionError("The game is over.")
    try:
        validate(state, RULES, action)
    except InvalidActionError as error:
        raise ImpossibleActionError(f"This action is not possible: {error}.") from None
    action = ACTION_TYPES[action.verb].canonical(state, action)
    missed = list(_drop_missed_triggers(state, decision, action))
    decision = state.pending or decision
    reason = next(_impossibilities(state, decision, action), "")
    if reason:
        raise ImpossibleActionError(reason)
    if decision.kind == "act" and action.verb != "concede":
        _give_initiative(state, action.seat)
    elif action.verb == "draw" and not state.frames:
        # The skipped first draw has no frame (4.2.3a).
        push_draw(state, detail(decision, "seat"), 1, decision.rules)
    if state.frames and state.frames[-1].kind == "tribute":
        # Execute the tribute although it has no legal target (5.6.2).
        state.frames[-1].kind = "effects"
    apply_action(state, RULES, action)
    for seat in state.seats:
        seat.gold = max(seat.gold, 0)
    advance(state, RULES)
    return missed


def _drop_missed_triggers(state: EpicState, decision: Decision | None, action: Action) -> Iterator[str]:
    """Drop triggers that ask for a choice before ``action``; yield their descriptions."""
    kind = ACTION_TYPES[action.verb].kind
    if kind not in {"act", "draw"}:
        return
    while decision is not None and decision.kind not in {"act", kind}:
        if decision.kind == "order":
            source, ability = waiting_trigger_keys(state, decision.seat)[0]
            start_chosen_trigger(state, Action(decision.seat, "resolve", (source,), ability))
        elif (trigger := resolving_trigger(state)) is not None:
            source, ability = trigger
            label = ability_name(state, source, ability)
            yield f"{label[0].lower()}{label[1:]} of {display_name(state, source)}"
            state.frames.clear()
        else:
            return
        state.pending = None
        advance(state, RULES)
        decision = state.pending


def _give_initiative(state: EpicState, seat: int) -> None:
    if are_allied(state, seat, state.initiative):
        return
    if state.phase == "main":
        state.passed = () if are_allied(state, seat, state.turn) else (state.turn,)
    state.initiative, state.played = seat, False


def _impossibilities(state: EpicState, decision: Decision, action: Action) -> Iterator[str]:
    """Yield the reasons why ``action`` is impossible."""
    verb = ACTION_TYPES[action.verb]
    if verb.kind == ANY:
        return
    if verb.kind != decision.kind:
        first = f"{player_name(state, decision.seat)} {pending_text(state, decision)}"
        subject = (
            "No card is drawn" if action.seat == CHANCE else f"{player_name(state, action.seat)} cannot {verb.does}"
        )
        yield f"{subject} before {first}."
    elif verb.kind != "act" and not _may_act(state, decision, action):
        yield f"It is {player_name(state, decision.seat)} who {pending_text(state, decision)}."
    else:
        yield from verb.impossibilities(state, decision, action)


def _may_act(state: EpicState, decision: Decision, action: Action) -> bool:
    if CHANCE in (action.seat, decision.seat):
        return action.seat == decision.seat
    return are_allied(state, action.seat, decision.seat)
