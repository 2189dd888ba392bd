"""Working out what an instruction applies to, asking for each pick in reading order (3.2.3d, 5.20).

A frame that carries out instructions keeps the picks of its current instruction in ``data["picks"]``. Selecting walks
the selector anew each time and uses up those picks; at the first one that is missing it asks and gives up. So the
state never holds a half-walked selector. A pick without candidates is remembered as ``NOTHING``.
"""

from collections.abc import Sequence
from typing import Final, TypeAlias

from rules.engine.decision import Answer, Decision
from rules.engine.ids import is_object, is_seat
from rules.epic.continuous import card_qualifies, forbidden, has, opposing, qualifies, qualifying_cards
from rules.epic.departed import controller_of, owner_of
from rules.epic.effects import (
    ActivePlayer,
    Affected,
    All,
    Ban,
    Choice,
    Choices,
    ControllerOf,
    DefendingPlayer,
    Filter,
    Namesakes,
    OwnerOf,
    Picked,
    Players,
    Revealed,
    Selector,
    Side,
    Target,
    Targets,
    That,
    This,
    Union,
    What,
    X,
    You,
)
from rules.epic.events import happened
from rules.epic.normal import detail
from rules.epic.sides import in_turn_order, reaches, within_reach
from rules.epic.state import EpicState, Frame
from rules.epic.traits import UNTARGETABLE
from rules.epic.unasked import listened, unasked
from rules.epic.unknown import is_unknown
from rules.epic.zones import representatives

Pick: TypeAlias = Target | Targets | Choice | Choices
NOTHING: Final = -2
CHAMPION: Final = What.CHAMPION
PLAYER: Final = What.PLAYER
HAND: Final = What.HAND
REVEALED: Final = What.REVEALED
DISCARD: Final = What.DISCARD
ANY: Final = Side.ANY
OPPOSING: Final = Side.OPPOSING
OUTSIDE_PLAY: Final = frozenset({What.HAND, What.DISCARD, What.REVEALED})


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


def select_within(state: EpicState, frame: Frame, selector: Selector) -> list[int]:
    """Return what a selector inside another part of the same instruction selects.

    Raises:
        Asking: as ``select``.
    """
    frame.data.setdefault("used", 0)
    return _walk(state, frame, selector)


def _walk(state: EpicState, frame: Frame, selector: Selector) -> list[int]:  # noqa: C901, PLR0911, PLR0912 - a case a node
    match selector:
        case You():
            return [frame.controller]
        case This():
            return [frame.source] if _in_place(state, frame.source) else []
        case Picked():
            return _still_there(state, frame.data.get("picked", ()))
        case That(what):
            return [ref for ref in _still_there(state, frame.data.get("that", ())) if _is_kind(ref, what)]
        case ActivePlayer():
            return _still_there(state, (state.turn,))
        case DefendingPlayer():
            return _still_there(state, (state.defender,)) if state.defender >= 0 else []
        case ControllerOf(of):
            return _players(state, [controller_of(state, frame, ref) for ref in referred(state, frame, of)])
        case OwnerOf(of):
            return _players(state, [owner_of(state, frame, ref) for ref in referred(state, frame, of)])
        case Revealed():
            return still_revealed(state, frame)
        case Affected():
            return _still_there(state, frame.data.get("affected", ()))
        case Players(side):
            seats = in_turn_order(state, frame.controller)
            return [seat for seat in seats if _on_side(state, frame.controller, seat, side)]
        case All(where, of, what):
            owners = None if of is None else _walk(state, frame, of)
            if what is What.CHAMPION:
                return _champions(state, frame, where, owners)
            return _cards(state, frame, selector, owners)
        case Target() | Choice():
            return _pick(state, frame, selector)
        case Choices() | Targets():
            return _pick_several(state, frame, selector)
        case Namesakes(of):
            return _namesakes(state, frame.controller, _walk(state, frame, of))
        case Union(parts):
            found: list[int] = []
            for part in parts:
                found += [ref for ref in _walk(state, frame, part) if ref not in found]
            return found


def still_revealed(state: EpicState, frame: Frame) -> list[int]:
    """Return the cards that the text of ``frame`` has revealed and that are still on top of their deck."""
    return [cid for cid in frame.data.get("revealed", ()) if [cid] in state.seats[state.owners[cid]].deck]


def _in_place(state: EpicState, source: int) -> bool:
    """Whether the source is what it was: the same object in play, a card still in its pile, an event card played."""
    if is_object(source):
        return state.find(source) is not None
    owner = state.seats[state.owners[source]]
    return source in owner.discard or source in owner.supplemental


def _cards(state: EpicState, frame: Frame, selector: All, owners: list[int] | None) -> list[int]:
    """Return the cards outside play that qualify, pile by pile in turn order from the player whose turn it is."""
    order = [seat for seat in in_turn_order(state, state.turn) if reaches(state, frame.controller, seat)]
    seats = [state.seats[seat] for seat in order if owners is None or seat in owners]
    zones = [seat.hand if selector.what is What.HAND else seat.discard for seat in seats]
    cards = [cid for zone in zones for cid in sorted(zone)]
    return qualifying_cards(state, selector.where, frame.controller, frame.source, cards)


def _players(state: EpicState, seats: list[int]) -> list[int]:
    """Return those of ``seats`` that are still in the game, each once."""
    return _still_there(state, tuple(dict.fromkeys(seats)))


def referred(state: EpicState, frame: Frame, selector: Selector) -> list[int]:
    """Return what ``selector`` stands for, whether it is still there or not: for what it last was (I-121)."""
    match selector:
        case Picked():
            return list(frame.data.get("picked", ()))
        case Affected():
            return list(frame.data.get("affected", ()))
        case This():
            return [frame.source]
    return _walk(state, frame, selector)


def _still_there(state: EpicState, refs: tuple[int, ...]) -> list[int]:
    """Return those references that have not changed zone since they were made (I-52)."""
    return [ref for ref in refs if (state.find(ref) is not None if is_object(ref) else not _has_left(state, ref))]


def _has_left(state: EpicState, ref: int) -> bool:
    """Whether a player, or the owner of a card, is no longer in the game."""
    return state.seats[ref if is_seat(ref) else state.owners[ref]].out


def _is_kind(ref: int, what: What) -> bool:
    return what is What.ANY or (what is PLAYER) == is_seat(ref)


def _on_side(state: EpicState, you: int, seat: int, side: Side) -> bool:
    if not reaches(state, you, seat):
        return False
    return side is ANY or (opposing(state, you, seat) if side is OPPOSING else seat == you)


def _champions(state: EpicState, frame: Frame, where: Filter, owners: list[int] | None) -> list[int]:
    return [
        champion.oid
        for number, seat in within_reach(state, frame.controller)
        if owners is None or number in owners
        for champion in seat.champions
        if qualifies(state, where, frame.controller, frame.source, champion)
    ]


def _namesakes(state: EpicState, you: int, refs: list[int]) -> list[int]:
    names = {state.printed_of(ref).name for ref in refs if is_object(ref)}
    found = list(refs)
    for _, seat in within_reach(state, you):
        for champion in seat.champions:
            if champion.oid not in found and state.table[champion.cid].name in names:
                found.append(champion.oid)
    return found


def candidates(state: EpicState, frame: Frame, pick: Target | Choice, owners: list[int] | None) -> list[int]:
    """Return what ``pick`` may name: interchangeable cards by their lowest number.

    Unknown cards are among the candidates outside play: what they are is told by naming them.
    """
    found = all_candidates(state, frame, pick, owners)
    return list(representatives(state, found)) if pick.what is not CHAMPION and pick.what in OUTSIDE_PLAY else found


def all_candidates(state: EpicState, frame: Frame, pick: Pick, owners: list[int] | None = None) -> list[int]:
    """Return what ``pick`` may name, each interchangeable card by itself."""
    you = frame.controller
    where = pick.where
    if pick.what is HAND or pick.what is REVEALED:
        cards = state.seats[you].hand if pick.what is HAND else still_revealed(state, frame)
        return sorted(cid for cid in cards if card_may_qualify(state, frame, where, cid))
    if pick.what is DISCARD:
        return sorted(
            cid
            for number, seat in within_reach(state, you)
            if owners is None or number in owners
            for cid in seat.discard
            if card_may_qualify(state, frame, where, cid)
        )
    found: list[int] = []
    if pick.what is not CHAMPION:
        found += _players_for(state, you, pick)
    if pick.what is not PLAYER:
        targeted = isinstance(pick, Target | Targets)
        for number, seat in within_reach(state, you):
            if owners is not None and number not in owners:
                continue
            for champion in seat.champions:
                if targeted and has(state, champion, UNTARGETABLE):
                    continue
                if qualifies(state, where, you, frame.source, champion):
                    found.append(champion.oid)
    return sorted(found)


def _players_for(state: EpicState, you: int, pick: Target | Targets | Choice | Choices) -> list[int]:
    seats = [seat for seat in sorted(in_turn_order(state, 0)) if _on_side(state, you, seat, pick.where.side)]
    if isinstance(pick, Target | Targets):
        return [seat for seat in seats if not forbidden(state, seat, Ban.BE_TARGETED)]
    return seats


def card_may_qualify(state: EpicState, frame: Frame, where: Filter, cid: int) -> bool:
    """Whether a card outside play passes ``where``, or could once it is named."""
    if is_unknown(state, cid):
        where = Filter(side=where.side, other=where.other, broke_this_turn=where.broke_this_turn)
    return card_qualifies(state, where, frame.controller, frame.source, cid)


def _pick(state: EpicState, frame: Frame, pick: Target | Choice, without: Sequence[int] = ()) -> list[int]:
    owners = None
    if isinstance(pick, Choice) and pick.of is not None:
        owners = _walk(state, frame, pick.of)
    used = frame.data["used"]
    picks = frame.data.get("picks", ())
    if used == len(picks):
        found = [ref for ref in candidates(state, frame, pick, owners) if ref not in without]
        asks = len(found) > 1 or (found and is_unknown(state, found[0]))
        if asks or listened():
            decision = Decision(frame.controller, kind_of(pick), tuple(found), source=frame.source, rules=pick.RULES)
            if asks:
                state.pending = decision
                raise Asking
            unasked(state, decision)
        remember(state, frame, kind_of(pick), found[0] if found else NOTHING, pick.RULES)
        picks = frame.data["picks"]
    frame.data["used"] = used + 1
    return [] if picks[used] == NOTHING else [picks[used]]


def pick_in_turn(state: EpicState, frame: Frame, pick: Target, count: int) -> list[int]:
    """Return up to ``count`` different things, picked one after the other (I-53).

    Raises:
        Asking: a pick is missing; ``state.pending`` asks for it.
    """
    frame.data["used"] = 0
    found: list[int] = []
    for _ in range(count):
        found += _pick(state, frame, pick, found)
    return found


def _pick_several(state: EpicState, frame: Frame, pick: Choices | Targets) -> list[int]:
    used = frame.data["used"]
    picks = frame.data.get("picks", ())
    if used == len(picks):
        decision = several(state, frame, pick)
        if decision.low < len(decision.candidates):
            state.pending = decision
            raise Asking
        unasked(state, decision)
        remember_several(state, frame, decision.kind, decision.candidates, pick.RULES)
        picks = frame.data["picks"]
    frame.data["used"] = used + 1
    return list(picks[used])


def several(state: EpicState, frame: Frame, pick: Choices | Targets) -> Decision:
    """Return the decision that asks for several things at once; each is a candidate, alike or not."""
    found = all_candidates(state, frame, pick)
    most = frame.data.get("number", 0) if isinstance(pick.most, X) else pick.most
    most = len(found) if most is None else min(most, len(found))
    return Decision(
        frame.controller,
        kind_of(pick),
        tuple(found),
        low=min(pick.least, len(found)),
        high=most,
        source=frame.source,
        rules=pick.RULES,
        detail=(("several", 1),),
    )


def remember_several(state: EpicState, frame: Frame, kind: str, refs: tuple[int, ...], rules: tuple[str, ...]) -> None:
    """Keep what was picked at once for the current instruction."""
    frame.data["picks"] = (*frame.data.get("picks", ()), refs)
    frame.data["picked"] = refs
    frame.data["number"] = len(refs)
    if refs:
        happened(state, kind, (frame.controller, frame.source, *refs), rules)
    else:
        happened(state, f"{kind}-none", (frame.controller, frame.source), rules)


def kind_of(pick: Pick) -> str:
    """Return the kind of decision, and of log entry, that belongs to ``pick``."""
    return "target" if isinstance(pick, Target | Targets) else "choose"


def remember(state: EpicState, frame: Frame, kind: str, ref: int, rules: tuple[str, ...]) -> None:
    """Keep one pick of the current instruction."""
    frame.data["picks"] = (*frame.data.get("picks", ()), ref)
    if ref == NOTHING:
        frame.data["picked"] = ()
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
    if decision is not None and detail(decision, "several"):
        remember_several(state, frame, answer.verb, answer.refs, rules)
    else:
        remember(state, frame, answer.verb, answer.refs[0], rules)


def is_player(ref: int) -> bool:
    """Whether a selected reference is a player."""
    return is_seat(ref)
