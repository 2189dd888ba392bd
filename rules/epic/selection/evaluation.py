"""Evaluation of selectors, asking for picks in text order (3.2.3d, 5.20).

The frame stores the picks of its current instruction in ``data["picks"]``. Each evaluation walks the selector from the
start and consumes these picks; at the first missing one it asks and raises ``PickPending``, so no partial evaluation
is stored. A pick without candidates is stored as ``NO_CANDIDATE``.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from rules.engine.decision import Action, Decision, detail
from rules.engine.ids import is_object, is_seat
from rules.epic.board.continuous import champion_qualifies, qualifying_cards
from rules.epic.effects import (
    ActivePlayer,
    Affected,
    All,
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
    Target,
    Targets,
    That,
    This,
    Union,
    What,
    X,
    You,
)
from rules.epic.players.seats import acts_for, in_turn_order, is_in_reach, seats_in_reach, side_members
from rules.epic.selection.candidates import (
    CHAMPION,
    PLAYER,
    Pick,
    all_candidates,
    find_still_revealed,
    is_on_side,
    unique_candidates,
)
from rules.epic.selection.last_known import last_known_controller, last_known_owner
from rules.epic.state import EpicState, TextFrame
from rules.epic.state.automatic_decisions import has_observer, report_automatic_decision
from rules.epic.state.log import log_event
from rules.epic.state.unknown_cards import is_unknown

NO_CANDIDATE: Final = -2
SELECTOR_FIELDS: Final = ("to", "what", "who", "on", "cards", "players", "that")
"""The selector fields of instructions, in reading order."""


class PickPending(Exception):  # noqa: N818 - not an error: a pick is missing and has been asked for
    """Raised to interrupt an instruction until a player has made a pick."""


def select(state: EpicState, frame: TextFrame, selector: Selector) -> list[int]:
    """Return the distinct references that ``selector`` selects.

    Raises:
        PickPending: a pick is missing; ``state.pending`` asks for it.
    """
    frame.data["used"] = 0
    return _evaluate(state, frame, selector)


def select_all(state: EpicState, frame: TextFrame, selectors: tuple[Selector, ...]) -> list[list[int]]:
    """Return the selection of each selector of one instruction.

    Raises:
        PickPending: as ``select``.
    """
    frame.data["used"] = 0
    return [_evaluate(state, frame, selector) for selector in selectors]


def select_nested(state: EpicState, frame: TextFrame, selector: Selector) -> list[int]:
    """Return the selection of a selector inside another part of the instruction.

    Raises:
        PickPending: as ``select``.
    """
    frame.data.setdefault("used", 0)
    return _evaluate(state, frame, selector)


def _evaluate(state: EpicState, frame: TextFrame, selector: Selector) -> list[int]:
    return EVALUATORS[type(selector)](state, frame, selector)


def _select_source(state: EpicState, frame: TextFrame, _selector: This) -> list[int]:
    return [frame.source] if is_source_in_place(state, frame.source) else []


def _select_picked(state: EpicState, frame: TextFrame, _selector: Picked) -> list[int]:
    return _filter_unmoved(state, frame.data.get("picked", ()))


def _select_affected(state: EpicState, frame: TextFrame, _selector: Affected) -> list[int]:
    return _filter_unmoved(state, frame.data.get("affected", ()))


def _select_that(state: EpicState, frame: TextFrame, selector: That) -> list[int]:
    return [ref for ref in _filter_unmoved(state, frame.data.get("that", ())) if _is_kind(ref, selector.what)]


def _select_active_player(state: EpicState, frame: TextFrame, _selector: ActivePlayer) -> list[int]:
    is_own = acts_for(state, frame.controller, state.turn)
    return _filter_in_reach(state, frame, _filter_unmoved(state, (frame.controller if is_own else state.turn,)))


def _select_defending_players(state: EpicState, _frame: TextFrame, _selector: DefendingPlayer) -> list[int]:
    # A team is attacked as one, so every member is a defender (1.2[1]).
    return _filter_unmoved(state, tuple(side_members(state, state.defender))) if state.defender >= 0 else []


def _select_controllers(state: EpicState, frame: TextFrame, selector: ControllerOf) -> list[int]:
    return _players(
        state, [last_known_controller(state, frame, ref) for ref in select_last_known(state, frame, selector.of)]
    )


def _select_owners(state: EpicState, frame: TextFrame, selector: OwnerOf) -> list[int]:
    owners = [last_known_owner(state, frame, ref) for ref in select_last_known(state, frame, selector.of)]
    return _filter_in_reach(state, frame, _players(state, owners))


def _filter_in_reach(state: EpicState, frame: TextFrame, seats: list[int]) -> list[int]:
    """Return those of ``seats`` that are in reach of the text (I-119)."""
    return [seat for seat in seats if is_in_reach(state, frame.controller, seat)] if state.variant.neighbours else seats


def _select_side(state: EpicState, frame: TextFrame, selector: Players) -> list[int]:
    seats = in_turn_order(state, frame.controller)
    return [seat for seat in seats if is_on_side(state, frame.controller, seat, selector.whose)]


def _select_all_matching(state: EpicState, frame: TextFrame, selector: All) -> list[int]:
    owners = None if selector.of is None else _evaluate(state, frame, selector.of)
    if selector.what is CHAMPION:
        return _qualifying_champions(state, frame, selector.where, owners)
    return _qualifying_cards(state, frame, selector, owners)


def _select_union(state: EpicState, frame: TextFrame, selector: Union) -> list[int]:
    refs: list[int] = []
    for part in selector.parts:
        refs += [ref for ref in _evaluate(state, frame, part) if ref not in refs]
    return refs


def is_source_in_place(state: EpicState, source: int) -> bool:
    """Return True if the source has not changed zones since its text started."""
    if is_object(source):
        return state.find(source) is not None
    owner = state.seats[state.owners[source]]
    return source in owner.discard or source in owner.supplemental


def _qualifying_cards(state: EpicState, frame: TextFrame, selector: All, owners: list[int] | None) -> list[int]:
    """Return the qualifying cards outside play, by player in turn order."""
    order = [seat for seat in in_turn_order(state, state.turn) if is_in_reach(state, frame.controller, seat)]
    seats = [state.seats[seat] for seat in order if owners is None or seat in owners]
    zones = [seat.hand if selector.what is What.HAND else seat.discard for seat in seats]
    cards = [cid for zone in zones for cid in sorted(zone)]
    return qualifying_cards(state, selector.where, frame.controller, frame.source, cards)


def _players(state: EpicState, seats: list[int]) -> list[int]:
    return _filter_unmoved(state, tuple(dict.fromkeys(seats)))


def select_last_known(state: EpicState, frame: TextFrame, selector: Selector) -> list[int]:
    """Return what ``selector`` selects, including champions that left play (I-121)."""
    match selector:
        case Picked():
            return list(frame.data.get("picked", ()))
        case Affected():
            return list(frame.data.get("affected", ()))
        case This():
            return [frame.source]
    return _evaluate(state, frame, selector)


def _filter_unmoved(state: EpicState, refs: tuple[int, ...]) -> list[int]:
    """Return the references that have not changed zone since they were stored (I-52)."""
    return [ref for ref in refs if (state.find(ref) is not None if is_object(ref) else not _has_left(state, ref))]


def _has_left(state: EpicState, ref: int) -> bool:
    """Return True if a player, or the owner of a card, has left the game."""
    return state.seats[ref if is_seat(ref) else state.owners[ref]].out


def _is_kind(ref: int, kind: What) -> bool:
    return kind is What.ANY or (kind is PLAYER) == is_seat(ref)


def _qualifying_champions(
    state: EpicState, frame: TextFrame, card_filter: Filter, owners: list[int] | None
) -> list[int]:
    return [
        champion.oid
        for number, seat in seats_in_reach(state, frame.controller)
        if owners is None or number in owners
        for champion in seat.champions
        if card_filter.anything or champion_qualifies(state, card_filter, frame.controller, frame.source, champion)
    ]


def _find_namesakes(state: EpicState, you: int, refs: list[int]) -> list[int]:
    names = {state.printed_of(ref).name for ref in refs if is_object(ref)}
    result = list(refs)
    for _, seat in seats_in_reach(state, you):
        for champion in seat.champions:
            if champion.oid not in result and state.table[champion.cid].name in names:
                result.append(champion.oid)
    return result


def _pick_one(state: EpicState, frame: TextFrame, pick: Target | Choice, without: Sequence[int] = ()) -> list[int]:
    owners = None
    if isinstance(pick, Choice) and pick.of is not None:
        owners = _evaluate(state, frame, pick.of)
    used = frame.data["used"]
    picks = frame.data.get("picks", ())
    if used == len(picks):
        candidates = unique_candidates(state, frame, pick, owners)
        if without:
            candidates = [ref for ref in candidates if ref not in without]
        asks = len(candidates) > 1 or (candidates and is_unknown(state, candidates[0]))
        if asks or has_observer(state):
            decision = Decision(
                frame.controller, decision_kind(pick), tuple(candidates), source=frame.source, rules=pick.RULES
            )
            if asks:
                state.pending = decision
                raise PickPending
            report_automatic_decision(state, decision)
        record_pick(state, frame, decision_kind(pick), candidates[0] if candidates else NO_CANDIDATE, pick.RULES)
        picks = frame.data["picks"]
    frame.data["used"] = used + 1
    return [] if picks[used] == NO_CANDIDATE else [picks[used]]


def pick_one_by_one(state: EpicState, frame: TextFrame, pick: Target, count: int) -> list[int]:
    """Return up to ``count`` different references, picked one after the other (I-53).

    Raises:
        PickPending: a pick is missing; ``state.pending`` asks for it.
    """
    frame.data["used"] = 0
    refs: list[int] = []
    for _ in range(count):
        refs += _pick_one(state, frame, pick, refs)
    return refs


def _pick_several(state: EpicState, frame: TextFrame, pick: Choices | Targets) -> list[int]:
    used = frame.data["used"]
    picks = frame.data.get("picks", ())
    if used == len(picks):
        decision = multi_pick_decision(state, frame, pick)
        if decision.low < len(decision.candidates):
            state.pending = decision
            raise PickPending
        report_automatic_decision(state, decision)
        record_picks(state, frame, decision.kind, decision.candidates, pick.RULES)
        picks = frame.data["picks"]
    frame.data["used"] = used + 1
    return list(picks[used])


def multi_pick_decision(state: EpicState, frame: TextFrame, pick: Choices | Targets) -> Decision:
    """Return the decision about several picks at once, with all candidates."""
    candidates = all_candidates(state, frame, pick)
    maximum = frame.data.get("number", 0) if isinstance(pick.most, X) else pick.most
    maximum = len(candidates) if maximum is None else min(maximum, len(candidates))
    return Decision(
        frame.controller,
        decision_kind(pick),
        tuple(candidates),
        low=min(pick.least, len(candidates)),
        high=maximum,
        source=frame.source,
        rules=pick.RULES,
        detail=(("several", 1),),
    )


def record_picks(state: EpicState, frame: TextFrame, kind: str, refs: tuple[int, ...], rules: tuple[str, ...]) -> None:
    """Store several picks for the current instruction and log them."""
    frame.data["picks"] = (*frame.data.get("picks", ()), refs)
    frame.data["picked"] = refs
    frame.data["number"] = len(refs)
    if refs:
        log_event(state, kind, (frame.controller, frame.source, *refs), rules)
    else:
        log_event(state, f"{kind}-none", (frame.controller, frame.source), rules)


def decision_kind(pick: Pick) -> str:
    """Return the kind of decision, and of log event, for ``pick``."""
    return "target" if isinstance(pick, Target | Targets) else "choose"


def record_pick(
    state: EpicState, frame: TextFrame, kind: str, ref: int, rules: tuple[str, ...], seat: int | None = None
) -> None:
    """Store one pick for the current instruction and log it.

    ``seat`` is the player who picked, by default the controller of the text.
    """
    frame.data["picks"] = (*frame.data.get("picks", ()), ref)
    if ref == NO_CANDIDATE:
        frame.data["picked"] = ()
        log_event(state, f"no-{kind}", (frame.controller, frame.source), (*rules, "3.2.3c"))
    else:
        frame.data["picked"] = (ref,)
        log_event(state, kind, (frame.controller if seat is None else seat, frame.source, ref), rules)


def apply_pick(state: EpicState, action: Action) -> None:
    """Store the picked references; the instruction continues."""
    frame = state.frames[-1]
    decision = state.pending
    rules = decision.rules if decision is not None else ("3.2.3d",)
    state.cause = frame.cause
    if decision is not None and detail(decision, "several"):
        record_picks(state, frame, action.verb, action.refs, rules)
    else:
        record_pick(state, frame, action.verb, action.refs[0], rules, action.seat)


EVALUATORS: Final[dict[type, Callable[[EpicState, TextFrame, Any], list[int]]]] = {
    You: lambda _state, frame, _selector: [frame.controller],
    This: _select_source,
    Picked: _select_picked,
    That: _select_that,
    ActivePlayer: _select_active_player,
    DefendingPlayer: _select_defending_players,
    ControllerOf: _select_controllers,
    OwnerOf: _select_owners,
    Revealed: lambda state, frame, _selector: find_still_revealed(state, frame),
    Affected: _select_affected,
    Players: _select_side,
    All: _select_all_matching,
    Target: _pick_one,
    Choice: _pick_one,
    Choices: _pick_several,
    Targets: _pick_several,
    Namesakes: lambda state, frame, selector: _find_namesakes(
        state, frame.controller, _evaluate(state, frame, selector.of)
    ),
    Union: _select_union,
}
"""The evaluation function of each kind of selector."""
