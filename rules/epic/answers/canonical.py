"""One form for answers that mean the same: sets sorted, interchangeable cards by their lowest number.

Cards of one name in one zone of one owner cannot be told apart at a table, so a record does not tell them apart
either; replaying it must give the same game down to the card numbers.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from rules.engine.decision import Answer, Decision
from rules.engine.ids import is_card
from rules.epic.board.triggers import waiting
from rules.epic.players.seats import speaker
from rules.epic.state import EpicState


def detail(decision: Decision, name: str) -> int:
    """Return the number called ``name`` in a decision's detail, 0 when there is none."""
    for key, value in decision.detail:
        if key == name:
            return int(value)
    return 0


def ranked(state: EpicState, refs: Iterable[int], seat: int) -> list[int]:
    """Return references in the order in which one stands for others where ``seat`` picks (``passed_over``)."""
    if state.broken:
        return sorted(refs, key=lambda ref: (passed_over(state, ref, seat), ref))
    return sorted(refs)


def passed_over(state: EpicState, ref: int, seat: int) -> bool:
    """Whether another card of the name of ``ref`` is rather meant where ``seat`` picks.

    What broke this turn can still come back (``Filter.broke_this_turn``): so one keeps one's own, and takes that of
    somebody else first.
    """
    return (ref in state.broken) == (is_card(ref) and state.owners.get(ref) == seat)


def stand_in(state: EpicState, ref: int, candidates: Iterable[int], seat: int) -> int:
    """Return which of ``candidates`` stands for ``ref`` where ``seat`` picks: the same name and owner, or ``ref``.

    It is the first as ``ranked``. What broke decides before the lowest number: numbers come from a game's history,
    which a described position does not tell.
    """
    if not is_card(ref) or ref not in state.owners:
        return ref
    table, owners = state.table, state.owners
    card, owner = table[ref], owners[ref]
    # Seats and objects have no card here, and kinds of tokens no owner, so a hit is a card.
    same = [each for each in candidates if table.get(each) is card and owners.get(each) == owner]
    fitting = [each for each in same if not passed_over(state, each, seat)] if state.broken else ()
    return min(fitting or same, default=ref)


def lowest(state: EpicState, refs: tuple[int, ...], zone: Sequence[int], seat: int) -> tuple[int, ...]:
    """Return as many cards of the same names out of ``zone``, the lowest first, in the order of ``refs``."""
    if len(refs) == 1:
        return (stand_in(state, refs[0], zone, seat),) if refs[0] in zone else refs
    chosen: list[int] = []
    for ref in refs:
        left = [cid for cid in zone if cid not in chosen]
        chosen.append(stand_in(state, ref, left, seat) if ref in zone else ref)
    return tuple(chosen)


def normal(state: EpicState, answer: Answer) -> Answer:
    """Return the answer with the same meaning that ``legal`` lists."""
    if state.variant.shared:
        answer = _jointly(state, answer)
    refs = _refs(state, answer)
    if answer.verb == "assign":
        return _assign(state, answer)
    if refs == answer.refs:
        return answer
    return Answer(answer.seat, answer.verb, refs, answer.option, answer.amounts)


JOINT: Final = frozenset({"attack", "block", "pass", "end", "resolve"})
"""What team-mates do as one: whoever says it, it is their side that does it (I-112)."""


def _jointly(state: EpicState, answer: Answer) -> Answer:
    """Return what a member of a team says for all of it as said by the seat that stands for the team."""
    decision = state.pending
    divides = answer.verb == "assign" and decision is not None and not decision.source
    if answer.seat < 0 or answer.seat >= len(state.seats) or not (divides or answer.verb in JOINT):
        return answer
    attacks = answer.verb == "attack" and 0 <= answer.option < len(state.seats)
    option = speaker(state, answer.option) if attacks else answer.option
    return Answer(speaker(state, answer.seat), answer.verb, answer.refs, option, answer.amounts)


def _refs(state: EpicState, answer: Answer) -> tuple[int, ...]:  # noqa: C901, PLR0911 - one line a verb
    refs, decision = answer.refs, state.pending
    if not refs or decision is None or answer.seat >= len(state.seats):
        return refs
    match answer.verb:
        case "attack" | "block":
            return tuple(sorted(refs))
        case "play":
            return lowest(state, refs, state.seats[answer.seat].hand, answer.seat)
        case "use":
            return lowest(state, refs, state.seats[answer.seat].discard, answer.seat) if is_card(refs[0]) else refs
        case "mulligan" | "discard" | "reveal":
            return tuple(sorted(lowest(state, refs, state.seats[answer.seat].hand, answer.seat)))
        case "draw":
            # Where nobody is to draw, the deck may be empty: the checker says that no card is drawn.
            deck = state.seats[detail(decision, "seat")].deck if decision.kind == "draw" else []
            return lowest(state, refs, deck[detail(decision, "place")], answer.seat) if deck else refs
        case "resolve":
            alike = (s for s, a in waiting(state, answer.seat) if a == answer.option)
            return (stand_in(state, refs[0], alike, answer.seat),)
        case "choose" if detail(decision, "recycle"):
            chosen = lowest(state, refs, state.seats[decision.seat].discard, decision.seat)
            return chosen if detail(decision, "ordered") else tuple(sorted(chosen))
        case "target" | "choose" if detail(decision, "several"):
            return tuple(sorted(lowest(state, refs, list(decision.candidates), decision.seat)))
        case "target" | "choose":
            return refs if refs[0] in decision.candidates else (_candidate(state, decision, refs[0]),)
    return refs


def _candidate(state: EpicState, decision: Decision, ref: int) -> int:
    """Return the candidate that a card stands beside in the same zone, else ``ref``."""
    found = stand_in(state, ref, decision.candidates, decision.seat)
    if found == ref or not is_card(ref):
        return ref
    seat = state.seats[state.owners[ref]]
    together = any(ref in zone and found in zone for zone in (seat.hand, seat.discard))
    return found if together and (ref in state.broken) == (found in state.broken) else ref


def _assign(state: EpicState, answer: Answer) -> Answer:
    decision = state.pending
    sources, targets = answer.refs[::2], answer.refs[1::2]
    if decision is not None and decision.source:
        sources = tuple(
            decision.source if state.card_of(source) == state.card_of(decision.source) else source for source in sources
        )
    shares = sorted(zip(sources, targets, answer.amounts, strict=True))
    refs = tuple(ref for source, target, _ in shares for ref in (source, target))
    return Answer(answer.seat, "assign", refs, answer.option, tuple(amount for _, _, amount in shares))
