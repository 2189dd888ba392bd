"""Placing a Champion before the first turn (3.2.2)."""

from collections.abc import Iterator

from rules.champions.cards import CardType
from rules.champions.game_loop.citations import cite
from rules.champions.state import LANES, ChampionsState, Piece
from rules.engine.action_types import ONE_AND_OPTION, ActionType
from rules.engine.decision import Action, Decision, InvalidActionError, Violation
from rules.engine.zones import representatives


class PlaceChampion(ActionType[ChampionsState]):
    """Place a Champion: ``refs`` is the card, ``option`` the lane from 1."""

    def __init__(self) -> None:
        super().__init__("place", "place", ONE_AND_OPTION, "place a Champion")

    def validate(self, state: ChampionsState, action: Action) -> None:
        """Raise unless the action names one Champion and one of the four lanes."""
        super().validate(state, action)
        if state.table[action.refs[0]].kind is not CardType.CHAMPION or not 1 <= action.option <= LANES:
            raise InvalidActionError(f"'place' names a Champion and a lane from 1 to {LANES}")

    def canonical(self, state: ChampionsState, action: Action) -> Action:
        """Return the action with the lowest card number among Champions of equal name."""
        cid, waiting = action.refs[0], state.seats[action.seat].waiting if action.seat >= 0 else []
        if cid in waiting:
            cid = min(each for each in waiting if state.table[each].name == state.table[cid].name)
        return Action(action.seat, "place", (cid,), action.option)

    def violations(self, state: ChampionsState, decision: Decision, action: Action) -> Iterator[Violation]:
        """Yield the reasons why the Champion cannot be placed there."""
        cid, seat = action.refs[0], state.seats[action.seat]
        if cid not in seat.waiting:
            reason = f"{state.table[cid].name} is no Champion that {state.names[action.seat]} has still to place."
            yield Violation(decision.rules[0], reason)
        taken = seat.lanes[action.option - 1].champion
        if taken is not None:
            there = (
                f"{state.table[taken.cid].name} stands in lane {action.option}; each lane has one Champion (3.1.4b)."
            )
            yield Violation(decision.rules[0], there)

    def legal(self, state: ChampionsState, decision: Decision) -> Iterator[Action]:
        """Yield one action per Champion and free lane."""
        seat = state.seats[decision.seat]
        for cid in representatives(seat.waiting, lambda each: state.table[each].name):
            for number, lane in enumerate(seat.lanes, 1):
                if lane.champion is None:
                    yield Action(decision.seat, "place", (cid,), number)

    def apply(self, state: ChampionsState, action: Action) -> None:
        """Put the Champion face up in its lane."""
        cid, seat = action.refs[0], state.seats[action.seat]
        seat.waiting.remove(cid)
        seat.lanes[action.option - 1].champion = Piece(cid)
        rules = state.pending.rules if state.pending is not None else ()
        state.log_event("place", (action.seat, cid, action.option), (*rules, *cite("3.1.4b")))

    def awaits(self, state: ChampionsState, decision: Decision) -> str:
        """Describe the pending choice for error messages."""
        return "places a Champion"
