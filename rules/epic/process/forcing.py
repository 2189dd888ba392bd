"""Carrying out an answer that is not legal, as far as that can be imagined: what a judge compares the ruled play with.

Costs that cannot be paid are not paid, and who does not have initiative is taken to have it. What triggered and asks
for a choice is left out where a play or a draw comes before it, as by players who miss it. What a table could not have
carried out at all (a card from a hand that does not hold it, a block out of time) is refused with the reason.
"""

from collections.abc import Callable, Iterator
from typing import Final

from rules.engine.decision import Answer, Decision, ImpossibleAnswerError, InvalidAnswerError
from rules.engine.ids import CHANCE, is_card, is_object, is_seat
from rules.epic.answers.awaited import DOES, waits_for
from rules.epic.answers.canonical import detail, normal
from rules.epic.answers.timing import under_way
from rules.epic.board.triggers import ordered, waiting
from rules.epic.board.zones import push_draw
from rules.epic.cards.printed import UNKNOWN
from rules.epic.effects import What
from rules.epic.instructions.resolving import pending_picks
from rules.epic.players.seats import allied
from rules.epic.plays.costs import cost_faults
from rules.epic.plays.playing import power_of
from rules.epic.process.checking import KIND_OF, well_formed
from rules.epic.process.loop import advance, answered
from rules.epic.sentences import ability_word
from rules.epic.state import EpicState
from rules.epic.state.naming import called, player
from rules.notation.english import possessive


def force(state: EpicState, answer: Answer) -> list[str]:
    """Carry out ``answer`` at the pending decision whatever the rules say, and go on to the next decision.

    Returns the triggered abilities that were left out before it, in words.

    Raises:
        ImpossibleAnswerError: it cannot be carried out at all; says why.
    """
    decision = state.pending
    if decision is None:
        raise ImpossibleAnswerError("The game is over.")
    try:
        well_formed(state, answer)
    except InvalidAnswerError as error:
        raise ImpossibleAnswerError(f"Nobody can do that: {error}.") from None
    answer = normal(state, answer)
    missed = list(_left_out(state, decision, answer))
    decision = state.pending or decision
    why = next(_obstacles(state, decision, answer), "")
    if why:
        raise ImpossibleAnswerError(why)
    if decision.kind == "act" and answer.verb != "concede":
        _give_initiative(state, answer.seat)
    elif answer.verb == "draw" and not state.frames:
        # The draw that the player going first skips has not begun (4.2.3a).
        push_draw(state, detail(decision, "seat"), 1, decision.rules)
    if state.frames and state.frames[-1].kind == "tribute":
        # It is carried out although it has no legal target (5.6.2).
        state.frames[-1].kind = "effects"
    answered(state, answer)
    for seat in state.seats:
        seat.gold = max(seat.gold, 0)
    advance(state)
    return missed


def _left_out(state: EpicState, decision: Decision | None, answer: Answer) -> Iterator[str]:
    """Leave out what has triggered and asks for a choice before ``answer``, a play or a draw; yield each in words."""
    kind = KIND_OF.get(answer.verb)
    if kind not in {"act", "draw"}:
        return
    while decision is not None and decision.kind not in {"act", kind}:
        if decision.kind == "order":
            source, ability = waiting(state, decision.seat)[0]
            ordered(state, Answer(decision.seat, "resolve", (source,), ability))
        elif (trigger := under_way(state)) is not None:
            source, ability = trigger
            what = ability_word(state, source, ability)
            yield f"{what[0].lower()}{what[1:]} of {called(state, source)}"
            state.frames.clear()
        else:
            return
        state.pending = None
        advance(state)
        decision = state.pending


def _give_initiative(state: EpicState, seat: int) -> None:
    if allied(state, seat, state.initiative):
        return
    if state.phase == "main":
        state.passed = () if allied(state, seat, state.turn) else (state.turn,)
    state.initiative, state.played = seat, False


def _obstacles(state: EpicState, decision: Decision, answer: Answer) -> Iterator[str]:
    """Yield why ``answer`` cannot be carried out."""
    if answer.verb == "concede":
        return
    kind = KIND_OF[answer.verb]
    if kind != decision.kind:
        who = player(state, answer.seat)
        first = f"{player(state, decision.seat)} {waits_for(state, decision)}"
        what = "No card is drawn" if answer.seat == CHANCE else f"{who} cannot {DOES.get(answer.verb, answer.verb)}"
        yield f"{what} before {first}."
    elif kind == "act":
        yield from _play_obstacles(state, answer)
    elif not _may_speak(state, decision, answer):
        yield f"It is {player(state, decision.seat)} who {waits_for(state, decision)}."
    else:
        yield from OBSTACLES.get(kind, _pick_obstacles)(state, decision, answer)


def _may_speak(state: EpicState, decision: Decision, answer: Answer) -> bool:
    if CHANCE in (answer.seat, decision.seat):
        return answer.seat == decision.seat
    return allied(state, answer.seat, decision.seat)


def _hand_obstacles(state: EpicState, decision: Decision, answer: Answer) -> Iterator[str]:
    for cid in answer.refs:
        if cid not in state.seats[decision.seat].hand:
            yield f"{called(state, cid)} is not in {possessive(player(state, decision.seat))} hand."


def _block_obstacles(state: EpicState, _decision: Decision, answer: Answer) -> Iterator[str]:
    return _absent(state, answer.seat, answer.refs)


def _order_obstacles(state: EpicState, decision: Decision, answer: Answer) -> Iterator[str]:
    if (answer.refs[0], answer.option) not in waiting(state, decision.seat):
        yield f"No such trigger of {called(state, answer.refs[0])} waits."


def _mode_obstacles(state: EpicState, decision: Decision, answer: Answer) -> Iterator[str]:
    if not 0 <= answer.option < detail(decision, "count"):
        yield f"{called(state, decision.source)} has no effect number {answer.option + 1}."


def _draw_obstacles(state: EpicState, decision: Decision, answer: Answer) -> Iterator[str]:
    deck = state.seats[detail(decision, "seat")].deck
    if not deck or answer.refs[0] not in deck[detail(decision, "place")]:
        yield f"{called(state, answer.refs[0])} is not on top of the deck."


def _pick_obstacles(state: EpicState, decision: Decision, answer: Answer) -> Iterator[str]:
    if decision.kind in {"target", "choose"} and detail(decision, "recycle"):
        pile = state.seats[decision.seat].discard
        if len(answer.refs) not in {0, 2} or any(cid not in pile for cid in answer.refs):
            yield "Only two cards in the discard pile can be recycled."
    elif decision.kind in {"target", "choose"} and not detail(decision, "several") and len(answer.refs) != 1:
        yield f"{called(state, decision.source)} needs one pick to go on."
    wanted = _wanted(state, decision)
    for ref in answer.refs:
        if wanted and _sort(ref) not in wanted:
            yield f"{called(state, ref)} is {_sort(ref)}; what is picked here is {' or '.join(wanted)}."
        elif is_object(ref) and state.find(ref) is None:
            yield f"{called(state, ref)} is not in play."
        elif is_seat(ref) and state.seats[ref].out:
            yield f"{player(state, ref)} is not in the game."
        elif is_card(ref) and state.table[ref] is UNKNOWN:
            yield "Nobody has named the card."


def _sort(ref: int) -> str:
    return "a player" if is_seat(ref) else "a champion in play" if is_object(ref) else "a card"


def _wanted(state: EpicState, decision: Decision) -> tuple[str, ...]:
    """Return what sorts of things can be picked here, legal or not; empty where anything may be named."""
    if decision.kind not in {"target", "choose"} or not state.frames:
        return ()
    picks = pending_picks(state, state.frames[-1], decision.kind)
    sorts = [sort for pick in picks for sort in SORTS.get(pick.what, ("a card",))]
    return tuple(dict.fromkeys(sorts or map(_sort, decision.candidates)))


def _absent(state: EpicState, seat: int, refs: tuple[int, ...]) -> Iterator[str]:
    for oid in refs:
        champion = state.find(oid)
        if champion is None:
            yield f"{called(state, oid)} is not in play."
        elif not allied(state, champion.controller, seat):
            yield f"{player(state, seat)} does not control {called(state, oid)}."


def _play_obstacles(state: EpicState, answer: Answer) -> Iterator[str]:
    seat = answer.seat
    mine = seat >= 0 and allied(state, seat, state.turn)
    if seat < 0 or state.seats[seat].out:
        yield "That is no player in the game."
    elif state.phase not in {"main", "battle"}:
        yield "Nobody may make a play in this phase."
    elif answer.verb == "play":
        yield from _card_obstacles(state, answer)
    elif answer.verb == "use":
        yield from _power_obstacles(state, answer)
    elif answer.verb == "attack":
        if not mine or state.phase != "main" or not answer.refs:
            yield f"{player(state, seat)} cannot declare an attack at this moment."
        elif not 0 <= answer.option < len(state.seats) or allied(state, seat, answer.option):
            yield "Nobody is attacked."
        yield from _absent(state, seat, answer.refs)
    elif answer.verb == "end" and not (mine and state.phase == "main"):
        yield f"{player(state, seat)} cannot end the turn at this moment."


def _card_obstacles(state: EpicState, answer: Answer) -> Iterator[str]:
    card = state.table[answer.refs[0]]
    if answer.refs[0] not in state.seats[answer.seat].hand:
        yield f"{card.name} is not in {possessive(player(state, answer.seat))} hand."
    elif not 0 <= answer.option < len(card.modes):
        yield f"{card.name} has no effect number {answer.option + 1}."


def _power_obstacles(state: EpicState, answer: Answer) -> Iterator[str]:
    source = answer.refs[0]
    power = power_of(state.printed_of(source), answer.option, grey=is_card(source))
    if power is None:
        yield f"{called(state, source)} has no such power there."
    elif is_object(source):
        yield from _absent(state, answer.seat, answer.refs)
    elif source not in state.seats[answer.seat].discard:
        yield f"{called(state, source)} is not in {possessive(player(state, answer.seat))} discard pile."
    if power is not None and not power.cost.is_plain:
        yield from (fault.text for fault in cost_faults(state, answer.seat, source, power.cost))


SORTS: Final = {
    What.ANY: ("a player", "a champion in play"),
    What.CHAMPION: ("a champion in play",),
    What.PLAYER: ("a player",),
}
"""The sorts of things that a pick can name; all others are cards somewhere."""
OBSTACLES: Final[dict[str, Callable[[EpicState, Decision, Answer], Iterator[str]]]] = {
    "mulligan": _hand_obstacles,
    "discard": _hand_obstacles,
    "reveal": _hand_obstacles,
    "block": _block_obstacles,
    "order": _order_obstacles,
    "draw": _draw_obstacles,
    "mode": _mode_obstacles,
}
"""What can stand in the way of an answer to a decision of each kind; the others are picks."""
