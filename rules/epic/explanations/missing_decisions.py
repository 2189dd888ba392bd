"""Reasons why no decision asks for an action that a player wants to take."""

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from rules.engine.decision import Action, Decision, Violation
from rules.engine.ids import CHANCE, is_seat
from rules.epic.effects import Ally, Loyalty, Power, Tribute
from rules.epic.explanations.candidate_abilities import (
    CandidateAbility,
    can_ask_for,
    find_candidate_abilities,
    find_recently_departed,
)
from rules.epic.explanations.unmet_conditions import find_last_play, unmet_condition_violations
from rules.epic.players.seats import are_allied
from rules.epic.plays.timing import resolving_trigger
from rules.epic.state import DELAYED, GRANTED, RIGHTEOUS, EpicState, Trigger
from rules.epic.state.display_names import display_name, player_name, side_name
from rules.notation.english import possessive

_OFFERS: Final = frozenset({"yes", "no"})
_RECENT: Final = 3
"""Largest distance of an ability that triggers without being played: tributes of earlier turns are farther."""
MAX_ABILITIES: Final = 3
"""Maximum number of abilities that are explained."""


MomentCheck: TypeAlias = Callable[[EpicState, Action], Iterator[Violation]]
"""Explains why it is not the moment for an action, if no ability could have asked for it."""


def missing_decision_violations(
    state: EpicState, decision: Decision, action: Action, asks: tuple[type, ...], moment: MomentCheck
) -> Iterator[Violation]:
    """Yield the reasons why no decision asks for ``action``.

    Args:
        state: the game.
        decision: the pending decision, of another kind.
        action: the action.
        asks: the node types that ask for such an action.
        moment: yields why the action is not possible now, if no ability could have asked for it.
    """
    if _is_waiting(state, action) or (action.verb == "draw" and not 0 <= action.option < len(state.seats)):
        return
    if (
        action.verb == "draw"
        and decision.kind != "act"
        and decision.seat != CHANCE
        and not are_allied(state, action.option, decision.seat)
    ):
        yield from no_draw_violations(state, action)
    if action.verb == "resolve" or decision.kind == "act":
        violations = dict.fromkeys(
            (*_departed_token_violations(state, action), *_ability_violations(state, action, asks))
        )
        yield from violations
        if decision.kind == "act" and not violations:
            yield from moment(state, action)


def _is_waiting(state: EpicState, action: Action) -> bool:
    """Return True if the trigger that ``action`` names waits or is being executed."""
    if action.verb != "resolve":
        return False
    cid = state.card_of(action.refs[0])
    waiting = any(trigger.cid == cid and trigger.ability == action.option for trigger in (*state.noted, *state.batch))
    return waiting or resolving_trigger(state) == (action.refs[0], action.option)


def _departed_token_violations(state: EpicState, action: Action) -> Iterator[Violation]:
    """Yield a violation if ``action`` refers to a token that left play (2.3.5)."""
    for ref in action.refs if action.verb in {"target", "choose"} else ():
        if not is_seat(ref) and state.printed_of(ref).is_token and state.find(ref) is None:
            name = display_name(state, ref)
            yield Violation("2.3.5", f"{name} is a token: once out of play it is in no discard pile and no hand.")


def _ability_violations(state: EpicState, action: Action, asks: tuple[type, ...]) -> list[Violation]:
    """Return the unmet conditions of the likeliest abilities."""
    seat = action.option if action.seat == CHANCE else action.seat
    far = [
        (_distance(state, candidate), not isinstance(candidate.ability, Ally), candidate)
        for candidate in find_candidate_abilities(state, action, asks)
    ]
    if action.verb in _OFFERS:
        # The words name no card, so only what has just been played or left play can be meant.
        far = [each for each in far if each[0] <= _RECENT]
    nearest = sorted(each[:2] for each in far)[:1]
    meant = [
        candidate for distance, _, candidate in sorted(far, key=lambda each: each[:2]) if distance == nearest[0][0]
    ]
    return [
        fault for candidate in meant[:MAX_ABILITIES] for fault in unmet_condition_violations(state, seat, candidate)
    ]


def _distance(state: EpicState, candidate: CandidateAbility) -> int:
    """Return how unlikely it is that ``action`` means ``candidate``; 0 is likeliest."""
    last_play = find_last_play(state)
    cid = state.card_of(candidate.ref)
    if (
        last_play is not None
        and cid == last_play.args[1]
        and not isinstance(candidate.ability, Power)
        and not candidate.grey
    ):
        return 0
    if any(state.card_of(oid) == cid for oid in find_recently_departed(state)):
        return 1
    match candidate.ability:
        case Ally():
            return 3 if last_play is None else 2 if candidate.grey else 1
        case Power():
            return 4
        case Tribute() | Loyalty():
            return 5
    return 3


def premature_trigger_violations(
    state: EpicState, decision: Decision, action: Action, asks: tuple[type, ...]
) -> Iterator[Violation]:
    """Yield the reason why a waiting trigger does not resolve yet (3.2.5a, 3.2.5b)."""
    if CHANCE in (action.seat, decision.seat):
        return
    for trigger in [trigger for trigger in state.noted if _could_refer_to(state, trigger, action, asks)][:1]:
        source = _source_name(state, trigger)
        yield Violation(
            "3.2.5b", f"What {source} triggered while others resolve waits until all of those are done (I-48)."
        )
        return
    others = [trigger for trigger in state.batch if not are_allied(state, trigger.controller, decision.seat)]
    for trigger in [trigger for trigger in others if _could_refer_to(state, trigger, action, asks)][:1]:
        owner_text = possessive(side_name(state, decision.seat))
        source = _source_name(state, trigger)
        yield Violation("3.2.5a", f"What {source} triggered resolves after {owner_text} triggers, which come first.")


def _source_name(state: EpicState, trigger: Trigger) -> str:
    return display_name(state, trigger.source)


def _could_refer_to(state: EpicState, trigger: Trigger, action: Action, asks: tuple[type, ...]) -> bool:
    """Return True if ``action`` can refer to a waiting trigger."""
    if action.verb == "resolve":
        # A champion that left play may be referred to by its card.
        return trigger.cid == state.card_of(action.refs[0])
    if not are_allied(state, trigger.controller, action.seat) or trigger.ability in {DELAYED, RIGHTEOUS, GRANTED}:
        return False
    return can_ask_for(state.printed_of(trigger.source).ability(trigger.ability), action, asks)


def no_draw_violations(state: EpicState, action: Action) -> Iterator[Violation]:
    """Yield the violation that nothing makes the player draw now."""
    player = player_name(state, action.option)
    yield Violation(
        "1.6.3",
        f"{player} draws one card as {possessive(player)} own turn starts, and no other effect draws one now (1.6.1).",
    )
