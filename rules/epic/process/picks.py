"""What a pick must be: the conditions for the answers to ``target`` and ``choose`` (5.20, 3.2.3)."""

from collections.abc import Iterator

from rules.engine.decision import Answer, Decision, InvalidAnswerError, Violation
from rules.engine.ids import is_card, is_seat
from rules.epic.answers.canonical import detail
from rules.epic.board.continuous import forbidding, has
from rules.epic.cards.printed import UNKNOWN_NAME
from rules.epic.effects import Ban, DamageEach
from rules.epic.instructions.resolving import current
from rules.epic.picking import asking
from rules.epic.players.seats import plays_for, reaches
from rules.epic.process.named_since import named_since
from rules.epic.state import EpicState
from rules.epic.state.copies import no_copy_left, out_of_play_token
from rules.epic.state.naming import called, player
from rules.epic.traits import Keyword
from rules.notation.english import listed, possessive


def _name_first(state: EpicState, ref: int) -> None:
    if is_card(ref) and state.table[ref].name == UNKNOWN_NAME:
        raise InvalidAnswerError("an unknown card that everybody sees is named first")


def one_of(state: EpicState, decision: Decision, answer: Answer) -> Iterator[Violation]:
    """Yield what is wrong with one pick among the candidates of a decision, or with as many as it asks for."""
    yield from _twice(state, decision, answer)
    if detail(decision, "several"):
        yield from _how_many(state, decision, answer)
        yield from _unfit(state, decision, answer)
        return
    if not answer.refs:
        yield from _declined(state, decision)
    elif len(answer.refs) != 1:
        yield Violation(decision.rules[0], f"Exactly one thing is picked here, not {len(answer.refs)}.")
    yield from _unfit(state, decision, answer)


def _unfit(state: EpicState, decision: Decision, answer: Answer) -> Iterator[Violation]:
    """Yield why something that is picked cannot be."""
    for ref in answer.refs:
        _name_first(state, ref)
        if ref in decision.candidates:
            continue
        if state.pending is not None and ref in named_since(state.pending):
            picked = f"{called(state, ref)} cannot be picked for {called(state, decision.source)}"
            rule = "5.20.2" if answer.verb == "target" else asking.choice(state, decision)
            yield Violation(rule, f"{picked}: it does not qualify.")
        else:
            words = [called(state, candidate) for candidate in decision.candidates]
            untargetable = _untargetable(state, ref) if answer.verb == "target" else ""
            qualifying = f"what qualifies is {listed(words)}" if words else "nothing qualifies"
            used_up = no_copy_left(state, decision.candidates, ref)
            far = _far(state, decision.seat, ref)
            unbreakable = _no_cost(state, decision, ref)
            token = out_of_play_token(state, ref)
            why = far or token or untargetable or unbreakable or _taken(state, ref) or used_up or qualifying
            picked = f"{called(state, ref)} cannot be picked for {called(state, decision.source)}"
            hidden = any(candidate in state.seats[decision.seat].hand for candidate in decision.candidates)
            target = "5.20.4" if untargetable else "5.20.2"
            other = "5.9.4" if unbreakable else asking.choice(state, decision)
            yield Violation(
                state.variant.rule if far else "2.3.5" if token else target if answer.verb == "target" else other,
                f"{picked}: {why}.",
                f"{picked}: it does not qualify." if hidden or used_up else "",
            )


def _no_cost(state: EpicState, decision: Decision, ref: int) -> str:
    """Return that a champion cannot be broken for a cost as it is unbreakable, empty when that is not so."""
    champion = None if is_seat(ref) or is_card(ref) else state.find(ref)
    if champion is None or not state.frames or state.frames[-1].kind != "cost":
        return ""
    mine = plays_for(state, champion.controller, decision.seat)
    unbreakable = mine and has(state, champion, Keyword.UNBREAKABLE)
    return "it is unbreakable, and breaking it is the cost" if unbreakable else ""


def _far(state: EpicState, seat: int, ref: int) -> str:
    """Return that effects of ``seat`` do not reach a player, or whose champion or card it is; empty when they do."""
    champion = None if is_seat(ref) or is_card(ref) else state.find(ref)
    whose = ref if is_seat(ref) else champion.controller if champion is not None else state.owners.get(ref, seat)
    return (
        ""
        if reaches(state, seat, whose)
        else f"{player(state, seat)} reaches only both neighbours in this way of playing (I-119)"
    )


def _twice(state: EpicState, decision: Decision, answer: Answer) -> Iterator[Violation]:
    """Yield what is picked more than once, as if for two."""
    for ref in dict.fromkeys(answer.refs):
        if answer.refs.count(ref) > 1:
            recycled = "5.5.1" if detail(decision, "recycle") else ""
            rule = recycled or ("5.20.7" if answer.verb == "target" else asking.choice(state, decision))
            picked = f"{called(state, ref)} cannot be picked twice for {called(state, decision.source)}"
            yield Violation(rule, f"{picked}: what one instruction asks for are different things (I-53).")


def _taken(state: EpicState, ref: int) -> str:
    """Return that ``ref`` has been picked for this very instruction, empty when it has not."""
    frame = state.frames[-1]
    in_turn = frame.kind == "effects" and isinstance(current(state, frame), DamageEach)
    return "it has been picked already (I-53)" if in_turn and ref in frame.data.get("picks", ()) else ""


def _declined(state: EpicState, decision: Decision) -> Iterator[Violation]:
    """Yield why something has to be picked."""
    source, verb = called(state, decision.source), "be targeted" if decision.kind == "target" else "be chosen"
    there = listed([called(state, candidate) for candidate in decision.candidates])
    text = f"{player(state, decision.seat)} cannot decline what {source} asks for: {{}} has to {verb}."
    hidden = any(candidate in state.seats[decision.seat].hand for candidate in decision.candidates)
    what = f"one of {there}" if len(decision.candidates) > 1 else there
    public = text.format("something that qualifies") if hidden else ""
    yield Violation(asking.duty(state, decision), text.format(what), public)


def _untargetable(state: EpicState, ref: int) -> str:
    """Return what keeps a player or a champion from being targeted, empty when nothing does."""
    if is_seat(ref):
        keeps = forbidding(state, ref, Ban.BE_TARGETED)
        if keeps is None:
            return ""
        return f"{called(state, keeps)} keeps {player(state, ref)} from being targeted (3.3.1, I-54)"
    champion = None if is_card(ref) else state.find(ref)
    untargetable = champion is not None and has(state, champion, Keyword.UNTARGETABLE)
    return "it is untargetable (5.12.1)" if untargetable else ""


def chosen(state: EpicState, decision: Decision, answer: Answer) -> Iterator[Violation]:
    """Yield what is wrong with a choice: of one thing, of several, of two cards to recycle."""
    if not detail(decision, "recycle"):
        yield from one_of(state, decision, answer)
        return
    yield from _twice(state, decision, answer)
    if len(answer.refs) not in {0, 2}:
        yield Violation("5.5.2", f"Recycling banishes exactly two cards, not {len(answer.refs)}.")
    for cid in answer.refs:
        if any(cid in seat.supplemental for seat in state.seats):
            yield Violation("5.5.6", f"{called(state, cid)} is being carried out and cannot be recycled yet (2.2.4).")
        elif cid not in decision.candidates:
            pile = f"{possessive(player(state, decision.seat))} discard pile"
            why, missing = no_copy_left(state, decision.candidates, cid), f"{called(state, cid)} is not in {pile}"
            yield Violation("5.5.1", f"{why or missing}.", f"{missing}." if why else "")


def _how_many(state: EpicState, decision: Decision, answer: Answer) -> Iterator[Violation]:
    count = len(answer.refs)
    if not decision.low <= count <= decision.high:
        wanted = str(decision.low) if decision.low == decision.high else f"{decision.low} to {decision.high}"
        yield Violation(
            asking.duty(state, decision),
            f"{player(state, decision.seat)} picks {wanted} for {called(state, decision.source)}, not {count}.",
        )
