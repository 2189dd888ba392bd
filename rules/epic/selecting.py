"""Working out what an instruction applies to, asking for each pick in reading order (3.2.3d, 5.20).

A frame that carries out instructions keeps the picks of its current instruction in ``data["picks"]``. Selecting walks
the selector anew each time and uses up those picks; at the first one that is missing it asks and gives up. So the
state never holds a half-walked selector. A pick without candidates is remembered as ``NOTHING``.
"""

from typing import Final

from rules.engine.decision import Answer, Decision
from rules.engine.ids import is_card, is_object, is_seat
from rules.epic.continuous import card_qualifies, has, opposing, qualifies
from rules.epic.effects import (
    Affected,
    All,
    Choice,
    Filter,
    Namesakes,
    Picked,
    Players,
    Selector,
    Side,
    Target,
    This,
    Union,
    What,
)
from rules.epic.events import happened
from rules.epic.state import EpicState, Frame
from rules.epic.traits import Keyword
from rules.epic.triggers import in_turn_order
from rules.epic.unasked import unasked
from rules.epic.zones import representatives

NOTHING: Final = -2


class Asking(Exception):  # noqa: N818 - not an error: a pick is missing and has been asked for
    """Ends the walk over a selector: the game waits for a pick."""


def select(state: EpicState, frame: Frame, selector: Selector) -> list[int]:
    """Return what ``selector`` selects now, without repetition.

    Raises:
        Asking: a pick is missing; ``state.pending`` asks for it.
    """
    frame.data["used"] = 0
    return _walk(state, frame, selector)


def select_all(state: EpicState, frame: Frame, selectors: tuple[Selector, ...]) -> list[list[int]]:
    """Return what each of several selectors of one instruction selects."""
    frame.data["used"] = 0
    return [_walk(state, frame, selector) for selector in selectors]


def _walk(state: EpicState, frame: Frame, selector: Selector) -> list[int]:  # noqa: PLR0911 - one line a node
    match selector:
        case This():
            return [frame.source] if state.find(frame.source) is not None else []
        case Picked():
            return _still_there(state, frame.data.get("picked", ()))
        case Affected():
            return _still_there(state, frame.data.get("affected", ()))
        case Players(side):
            seats = in_turn_order(state, frame.controller)
            return [seat for seat in seats if _on_side(state, frame.controller, seat, side)]
        case All(where, of):
            owners = None if of is None else _walk(state, frame, of)
            return _champions(state, frame, where, owners)
        case Target() | Choice():
            return _pick(state, frame, selector)
        case Namesakes(of):
            return _namesakes(state, _walk(state, frame, of))
        case Union(parts):
            found: list[int] = []
            for part in parts:
                found += [ref for ref in _walk(state, frame, part) if ref not in found]
            return found


def _still_there(state: EpicState, refs: tuple[int, ...]) -> list[int]:
    """Return those references that have not changed zone since they were made (I-52)."""
    return [ref for ref in refs if not is_object(ref) or state.find(ref) is not None]


def _on_side(state: EpicState, you: int, seat: int, side: Side) -> bool:
    return side is Side.ANY or (side is Side.OPPOSING) == opposing(state, you, seat)


def _champions(state: EpicState, frame: Frame, where: Filter, owners: list[int] | None) -> list[int]:
    return [
        champion.oid
        for number, seat in enumerate(state.seats)
        if owners is None or number in owners
        for champion in seat.champions
        if qualifies(state, where, frame.controller, frame.source, champion)
    ]


def _namesakes(state: EpicState, refs: list[int]) -> list[int]:
    names = {state.printed_of(ref).name for ref in refs if is_object(ref)}
    found = list(refs)
    for seat in state.seats:
        for champion in seat.champions:
            if champion.oid not in found and state.table[champion.cid].name in names:
                found.append(champion.oid)
    return found


def candidates(state: EpicState, frame: Frame, pick: Target | Choice, owners: list[int] | None) -> list[int]:
    """Return what ``pick`` may name: interchangeable cards by their lowest number.

    Unknown cards are among the candidates outside play: what they are is told by naming them.
    """
    you = frame.controller
    where = pick.where
    if pick.what is What.HAND:
        hand = state.seats[you].hand
        return list(representatives(state, [cid for cid in hand if card_may_qualify(state, frame, where, cid)]))
    if pick.what is What.DISCARD:
        pile = [
            cid
            for number, seat in enumerate(state.seats)
            if owners is None or number in owners
            for cid in seat.discard
            if card_may_qualify(state, frame, where, cid)
        ]
        return list(representatives(state, pile))
    found: list[int] = []
    if pick.what is not What.CHAMPION:
        found += [s for s in sorted(in_turn_order(state, 0)) if _on_side(state, you, s, where.side)]
    if pick.what is not What.PLAYER:
        targeted = isinstance(pick, Target)
        for number, seat in enumerate(state.seats):
            if owners is not None and number not in owners:
                continue
            for champion in seat.champions:
                if targeted and has(state, champion, Keyword.UNTARGETABLE):
                    continue
                if qualifies(state, where, you, frame.source, champion):
                    found.append(champion.oid)
    return sorted(found)


def card_may_qualify(state: EpicState, frame: Frame, where: Filter, cid: int) -> bool:
    """Whether a card outside play passes ``where``, or could once it is named."""
    if _is_unknown(state, cid):
        where = Filter(side=where.side, other=where.other, broke_this_turn=where.broke_this_turn)
    return card_qualifies(state, where, frame.controller, frame.source, cid)


def _pick(state: EpicState, frame: Frame, pick: Target | Choice) -> list[int]:
    owners = None
    if isinstance(pick, Choice) and pick.of is not None:
        owners = _walk(state, frame, pick.of)
    used = frame.data["used"]
    picks = frame.data.get("picks", ())
    if used == len(picks):
        found = candidates(state, frame, pick, owners)
        decision = Decision(frame.controller, kind_of(pick), tuple(found), source=frame.source, rules=pick.RULES)
        if len(found) > 1 or (found and _is_unknown(state, found[0])):
            state.pending = decision
            raise Asking
        unasked(state, decision)
        remember(state, frame, kind_of(pick), found[0] if found else NOTHING, pick.RULES)
        picks = frame.data["picks"]
    frame.data["used"] = used + 1
    return [] if picks[used] == NOTHING else [picks[used]]


def kind_of(pick: Target | Choice) -> str:
    """Return the kind of decision, and of log entry, that belongs to ``pick``."""
    return "target" if isinstance(pick, Target) else "choose"


def _is_unknown(state: EpicState, ref: int) -> bool:
    return is_card(ref) and state.table[ref].name == "?"


def remember(state: EpicState, frame: Frame, kind: str, ref: int, rules: tuple[str, ...]) -> None:
    """Keep one pick of the current instruction."""
    frame.data["picks"] = (*frame.data.get("picks", ()), ref)
    if ref == NOTHING:
        happened(state, f"no-{kind}", (frame.controller, frame.source), (*rules, "3.2.3c"))
    else:
        frame.data["picked"] = (ref,)
        happened(state, kind, (frame.controller, frame.source, ref), rules)


def picked(state: EpicState, answer: Answer) -> None:
    """Take the answer to a pick; the instruction goes on with it."""
    frame = state.frames[-1]
    decision = state.pending
    rules = decision.rules if decision is not None else ("3.2.3d",)
    state.cause = frame.cause
    remember(state, frame, answer.verb, answer.refs[0], rules)


def is_player(ref: int) -> bool:
    """Whether a selected reference is a player."""
    return is_seat(ref)
