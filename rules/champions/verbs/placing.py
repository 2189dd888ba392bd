"""Placing a Champion before the first turn (3.2.2)."""

from collections.abc import Iterator

from rules.champions.cards import CardType
from rules.champions.process.citing import cite
from rules.champions.state import LANES, ChampionsState, Piece
from rules.engine.action_types import ONE_AND_OPTION, ActionType
from rules.engine.decision import Action, Decision, InvalidActionError, Violation
from rules.engine.zones import representatives


class PlaceChampion(ActionType[ChampionsState]):
    """Placing a Champion: ``refs`` is the card, ``option`` the lane from 1."""

    def __init__(self) -> None:
        super().__init__("place", "place", ONE_AND_OPTION, "place a Champion")

    def validate(self, state: ChampionsState, answer: Action) -> None:
        """Hold the answer to a Champion and one of four lanes."""
        super().validate(state, answer)
        if state.table[answer.refs[0]].kind is not CardType.CHAMPION or not 1 <= answer.option <= LANES:
            raise InvalidActionError(f"'place' names a Champion and a lane from 1 to {LANES}")

    def canonical(self, state: ChampionsState, answer: Action) -> Action:
        """Return the answer with the lowest Champion of the name."""
        cid, waiting = answer.refs[0], state.seats[answer.seat].waiting if answer.seat >= 0 else []
        if cid in waiting:
            cid = min(each for each in waiting if state.table[each].name == state.table[cid].name)
        return Action(answer.seat, "place", (cid,), answer.option)

    def violations(self, state: ChampionsState, decision: Decision, answer: Action) -> Iterator[Violation]:
        """Yield why the Champion cannot go there."""
        cid, seat = answer.refs[0], state.seats[answer.seat]
        if cid not in seat.waiting:
            what = f"{state.table[cid].name} is no Champion that {state.names[answer.seat]} has still to place."
            yield Violation(decision.rules[0], what)
        taken = seat.lanes[answer.option - 1].champion
        if taken is not None:
            there = (
                f"{state.table[taken.cid].name} stands in lane {answer.option}; each lane has one Champion (3.1.4b)."
            )
            yield Violation(decision.rules[0], there)

    def legal(self, state: ChampionsState, decision: Decision) -> Iterator[Action]:
        """Yield each Champion with each free lane."""
        seat = state.seats[decision.seat]
        for cid in representatives(seat.waiting, lambda each: state.table[each].name):
            for number, lane in enumerate(seat.lanes, 1):
                if lane.champion is None:
                    yield Action(decision.seat, "place", (cid,), number)

    def apply(self, state: ChampionsState, answer: Action) -> None:
        """Put the Champion face up onto its lane."""
        cid, seat = answer.refs[0], state.seats[answer.seat]
        seat.waiting.remove(cid)
        seat.lanes[answer.option - 1].champion = Piece(cid)
        rules = state.pending.rules if state.pending is not None else ()
        state.happened("place", (answer.seat, cid, answer.option), (*rules, *cite("3.1.4b")))

    def awaits(self, state: ChampionsState, decision: Decision) -> str:
        """Return what is asked for."""
        return "places a Champion"
