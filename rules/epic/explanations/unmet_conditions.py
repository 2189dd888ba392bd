"""Unmet conditions of abilities that did not trigger (3.4.1, 5.3.1, 5.6.1, 5.18)."""

from collections.abc import Iterator
from typing import Final

from rules.engine.decision import Violation
from rules.engine.ids import is_card, is_object
from rules.engine.log import Event
from rules.epic.effects import Ally, Loyalty, Power, Recall, Tribute, When
from rules.epic.explanations.candidate_abilities import LEAVE_KINDS, CandidateAbility
from rules.epic.players.seats import are_allied
from rules.epic.plays.powers import power_violations
from rules.epic.state import EpicState, has_lost_abilities
from rules.epic.state.display_names import display_name, player_name
from rules.epic.text.validation import iter_nodes
from rules.notation.english import possessive

CONDITION_TEXTS: Final = {
    When.START_OF_OWN_TURN: "its controller's turn starts",
    When.END_OF_TURN: "a turn ends",
    When.ATTACKS: "it attacks",
    When.BLOCKS: "it blocks",
    When.BLOCKED: "it is blocked",
    When.DRAWS: "its controller draws a card",
    When.DAMAGES: "it deals damage",
    When.DAMAGES_PLAYER: "it deals damage to a player",
    When.DAMAGES_OPPONENT: "it deals damage to an opponent",
    When.DAMAGES_CHAMPION: "it deals damage to a champion",
    When.BREAKS: "it breaks",
    When.OTHER_BREAKS: "another champion that qualifies breaks",
    When.ENTERS_DISCARD: "it is put into the discard pile",
    When.LEAVES_DISCARD: "it leaves the discard pile",
    When.RECALLED: "it is recalled",
}
"""Text of each trigger condition."""
DEPARTURE_TEXTS: Final = {
    "break": "has broken",
    "banish": "was banished",
    "bounce": "went to the hand",
    "blink": "left play",
}
"""Text of each way of leaving play."""


def unmet_condition_violations(state: EpicState, seat: int, candidate: CandidateAbility) -> Iterator[Violation]:
    """Yield the unmet conditions of an ability, or that it has resolved already."""
    if isinstance(candidate.ability, Power):
        yield from _unused_power_violations(state, seat, candidate)
        return
    name, rule = display_name(state, candidate.ref), _trigger_rule(candidate)
    yield from _wrong_zone_violations(state, candidate)
    champion = state.find(candidate.ref) if is_object(candidate.ref) else None
    if champion is not None and has_lost_abilities(champion):
        reason = f"{name} has lost its abilities until end of turn"
        yield Violation(rule, f"{reason} and does not trigger (3.4.1, I-123).")
    if isinstance(candidate.ability, Ally):
        yield from _ally_violations(state, seat, candidate)
    elif isinstance(candidate.ability, Tribute | Loyalty):
        yield from _entering_violations(state, candidate)
    else:
        yield _not_triggered_violation(state, candidate)


def _trigger_rule(candidate: CandidateAbility) -> str:
    match candidate.ability:
        case Ally():
            return "5.18.1"
        case Tribute():
            return "5.6.1"
        case Loyalty():
            return "5.3.1"
    return "3.4.1"


def find_last_play(state: EpicState) -> Event | None:
    """Return the event of the last card played this turn, or ``None``."""
    for event in reversed(state.log):
        if event.kind in {"play", "play-free"}:
            return event
        if event.kind == "turn":
            return None
    return None


def _unused_power_violations(state: EpicState, seat: int, candidate: CandidateAbility) -> Iterator[Violation]:
    """Yield why the power of ``candidate`` cannot be used, or that it was not used."""
    faults = [
        fault
        for fault in power_violations(state, seat, candidate.ref, candidate.number)
        if fault.rule not in {"4.1.2", "4.2.1"}
    ]
    yield from faults
    if not faults:
        yield Violation(
            "3.5.1", f"The power of {display_name(state, candidate.ref)} has not been used: its cost comes first."
        )


def _wrong_zone_violations(state: EpicState, candidate: CandidateAbility) -> Iterator[Violation]:
    """Yield a violation if the source is not in the zone where the ability works.

    Rules: 5.0.2, 5.0.3, 5.4.3.
    """
    name, cid = display_name(state, candidate.ref), state.card_of(candidate.ref)
    in_pile = any(cid in seat.discard for seat in state.seats)
    if candidate.grey and not (is_card(candidate.ref) and in_pile and not _entered_pile_late(state, cid)):
        recalls = any(isinstance(node, Recall) for node in iter_nodes(candidate.ability))
        if is_object(candidate.ref) or _find_leaving(state, cid) is not None:
            rule = "5.4.3" if recalls else "5.0.2"
            location_text = "was in play" if state.find(candidate.ref) is None else "is in play"
            yield Violation(rule, f"{name} {location_text}, and this ability works in the discard pile only (5.0.2).")
        elif in_pile:
            yield Violation("5.0.2", f"{name} was not in the discard pile yet, where alone this ability works.")
        else:
            yield Violation("5.0.2", f"{name} is not in the discard pile, where alone this ability works.")
    elif not candidate.grey and is_card(candidate.ref) and not state.table[candidate.ref].is_god:
        if in_pile:
            yield Violation("5.0.3", f"{name} is in the discard pile, and this ability works in play only.")
        else:
            yield Violation("3.3.3", f"{name} is not in play, where alone this ability works (5.0).")


def _entered_pile_late(state: EpicState, cid: int) -> bool:
    """Return True if a card was put into the discard pile by or after the last play."""
    last_play = find_last_play(state)
    since = last_play.seq if last_play is not None else 0
    return any(event.kind in {"event-done", "discard"} and cid in event.args[1:] for event in state.log[since:]) or (
        _find_leaving(state, cid) is not None
    )


def _find_leaving(state: EpicState, cid: int) -> Event | None:
    """Return the event since the last play by which a card left play, or ``None``."""
    last_play = find_last_play(state)
    for event in reversed(state.log[last_play.seq if last_play is not None else 0 :]):
        if event.kind in LEAVE_KINDS and is_object(int(event.args[1])) and state.card_of(int(event.args[1])) == cid:
            return event
    return None


def _ally_violations(state: EpicState, seat: int, candidate: CandidateAbility) -> Iterator[Violation]:
    """Yield why an ally ability did not trigger on the last play (5.18.1, 5.18.2)."""
    assert isinstance(candidate.ability, Ally)
    name, wanted = display_name(state, candidate.ref), candidate.ability.alignment
    last_play = find_last_play(state)
    if last_play is None:
        yield Violation(
            "5.18.1", f"{name} triggers on a {wanted} card with cost 1 played from hand, and none has been played."
        )
        return
    cid = int(last_play.args[1])
    card, player = state.table[cid], int(last_play.args[0])
    champion = state.find(candidate.ref)
    controller = champion.controller if champion is not None else state.owners.get(state.card_of(candidate.ref), seat)
    if cid == state.card_of(candidate.ref):
        yield Violation("5.18.1", f"{card.name} triggers nothing on its own play: it was not there before.")
        return
    met = True
    if controller != player:
        met = False
        yield Violation(
            "5.18.1", f"{card.name} was played by {player_name(state, player)}, not by the controller of {name}."
        )
    if card.cost != 1:
        met = False
        yield Violation(
            "5.18.2", f"{card.name} has a cost of {card.cost} and triggers no ally ability, such as that of {name}."
        )
    if wanted not in card.card.alignments:
        met = False
        has = " and ".join(card.card.alignments) or "of no alignment"
        yield Violation("5.18.1", f"{card.name} is {has}, not {wanted} as {name} asks.")
    if met and _find_resolution(state, candidate) is not None:
        yield Violation("5.18.1", f"{name} triggers once on {card.name}, and that has been carried out.")
    elif met and champion is not None and not has_lost_abilities(champion) and not candidate.grey:
        yield Violation("5.18.1", f"{name} was not in play as {card.name} was played.")


def _find_resolution(state: EpicState, candidate: CandidateAbility) -> Event | None:
    """Return the last event of this turn by which the ability resolved, or ``None``."""
    for event in reversed(state.log):
        if event.kind == "turn":
            return None
        if event.kind == "resolve" and event.args[1:3] == (candidate.ref, candidate.number):
            return event
    return None


def _entering_violations(state: EpicState, candidate: CandidateAbility) -> Iterator[Violation]:
    """Yield why a tribute or loyalty does not apply now (5.3.1, 5.6.1, 5.6.2)."""
    name, rule = display_name(state, candidate.ref), _trigger_rule(candidate)
    kind = "tribute" if isinstance(candidate.ability, Tribute) else "loyalty"
    done = _find_resolution(state, candidate)
    after = state.log[done.seq :] if done is not None else []
    if any(event.kind == "no-tribute" and candidate.ref in event.args for event in after):
        yield Violation("5.6.2", f"The tribute of {name} has no legal target and does not apply.")
    elif any(event.kind in {"no-loyalty", "no-reveal"} and candidate.ref in event.args for event in after):
        yield Violation(rule, f"Nothing was revealed for the loyalty of {name}, so it does not apply (5.3.4, 5.3.5).")
    elif done is not None:
        yield Violation(rule, f"The {kind} of {name} applies once, as it enters play, and has been carried out.")
    else:
        yield Violation(rule, f"The {kind} of {name} applies as it enters play, and it has not entered play now.")


def _not_triggered_violation(state: EpicState, candidate: CandidateAbility) -> Violation:
    """Return why a triggered ability did not trigger, or that it has resolved."""
    name = display_name(state, candidate.ref)
    when = tuple(getattr(candidate.ability, "when", ()))
    # Start-of-turn triggers resolve in the Start Phase only.
    if When.START_OF_OWN_TURN in when:
        owner = state.find(candidate.ref)
        controller = (
            owner.controller if owner is not None else state.owners.get(state.card_of(candidate.ref), state.turn)
        )
        moment = f"at the start of {possessive(player_name(state, controller))} turn, in the Start Phase"
        over = f" of {possessive(player_name(state, state.turn))} turn" * (
            not are_allied(state, controller, state.turn)
        )
        return Violation("4.2.5", f"{name} triggers {moment}; this is the {state.phase.capitalize()} Phase{over}.")
    if When.END_OF_TURN in when:
        return Violation("4.5.2a", f"{name} triggers at the end of the turn, in the End Phase; it is not the end now.")
    conditions_text = " or ".join(CONDITION_TEXTS[each] for each in when)
    if _find_resolution(state, candidate) is not None:
        return Violation("3.4.1", f"{name} triggers once each time {conditions_text}, and that has been carried out.")
    departure = _find_leaving(state, state.card_of(candidate.ref))
    reason = (
        f"it {DEPARTURE_TEXTS[departure.kind]}"
        if departure is not None and departure.kind != "break"
        else "that has not happened"
    )
    return Violation("3.4.1", f"{name} triggers when {conditions_text}, and {reason}.")
