"""Decisions that card texts require: picking, Deploying, declining, choosing."""

from collections.abc import Iterator, Sequence
from typing import Final

from rules.champions.cards import CardType
from rules.champions.cards.instructions import Choose, Deploy
from rules.champions.game_loop.hand_instructions import deploy_options, discard_card
from rules.champions.game_loop.requirements import deploy_violations, violation
from rules.champions.game_loop.text_execution import ACCEPTED, DECLINED, instruction_of
from rules.champions.state import ChampionsState, find_on_field
from rules.champions.state.places import equal_card
from rules.engine.action_types import NONE, NUMBER, ONE, ActionType, Shape
from rules.engine.decision import Action, Decision, InvalidActionError, Violation, detail

KIND: Final = "pick"
"""The kind of all decisions that card texts require."""
ASKED: Final = {
    "card": "picks a card",
    "discard": "discards a card",
    "deploy": "Deploys a card",
    "put": "puts a card away",
    "may": "accepts or declines",
    "choose": "chooses an instruction by its number",
}
"""The expected action, by kind of decision."""


def asked(decision: Decision) -> str:
    """Return what a decision asks for, a key of ``ASKED``."""
    return str(dict(decision.detail)["what"])


def zone_of(state: ChampionsState, cid: int) -> Sequence[int]:
    """Return the hand or deck that a card is in; else an empty sequence.

    Cards of equal name are interchangeable in it.
    """
    seat = state.seats[state.owners[cid]]
    deck = [each for group in seat.deck for each in group]
    return seat.hand if cid in seat.hand else deck if cid in deck else ()


class CardChoice(ActionType[ChampionsState]):
    """Base class of the answers to what a card text asks for."""

    whats: tuple[str, ...] = ()
    """The keys of ``ASKED`` that it answers."""

    def violations(self, state: ChampionsState, decision: Decision, action: Action) -> Iterator[Violation]:
        """Yield a violation if another action is asked for.

        Another violation is an answer that is not among the possible ones.
        """
        if asked(decision) not in self.whats:
            text = f"{state.names[decision.seat]} {self.awaits(state, decision)} now, and no other action is possible."
            yield Violation(decision.rules[0], text)
        else:
            yield from self.wrong_answer(state, decision, action)

    def wrong_answer(self, state: ChampionsState, decision: Decision, action: Action) -> Iterator[Violation]:
        """Yield a violation if the answer is not among the possible ones."""
        return iter(())

    def awaits(self, state: ChampionsState, decision: Decision) -> str:
        """Describe the pending choice for error messages."""
        source = f" for {state.table[decision.source].name}" if decision.source in state.table else ""
        return f"{ASKED[asked(decision)]}{source}"


class PickCard(CardChoice):
    """Pick a card. ``refs`` is the card.

    It is on the field, in a discard pile, or in the own hand or deck.
    """

    whats: tuple[str, ...] = ("card", "discard")

    def __init__(self, name: str = "pick", does: str = "pick a card") -> None:
        super().__init__(name, KIND, ONE, does)

    def canonical(self, state: ChampionsState, action: Action) -> Action:
        """Return the action with one card for all of equal name in hand or deck."""
        cid = equal_card(state, action.refs[0], zone_of(state, action.refs[0]))
        return Action(action.seat, self.name, (cid,))

    def wrong_answer(self, state: ChampionsState, decision: Decision, action: Action) -> Iterator[Violation]:
        """Yield a violation if the card is not among the candidates."""
        if action.refs[0] not in decision.candidates:
            name = state.table[action.refs[0]].name
            source = state.table[decision.source].name
            text = f"{name} is none of the cards that {source} asks for."
            yield Violation(decision.rules[0], text, f"The named card is none of those that {source} asks for.")

    def legal(self, state: ChampionsState, decision: Decision) -> Iterator[Action]:
        """Yield one action per candidate, and per name for cards in hand or deck."""
        if asked(decision) in self.whats:
            for cid in decision.candidates:
                action = Action(decision.seat, self.name, (cid,))
                if self.canonical(state, action) == action:
                    yield action

    def apply(self, state: ChampionsState, action: Action) -> None:
        """Store the pick in the frame that asked, or discard the card."""
        frame, cid = state.frames[-1], action.refs[0]
        if frame.kind == "discard":
            discard_card(state, frame, cid)
        else:
            frame.data["picked"] = (*frame.data.get("picked", ()), cid)


class PutCard(PickCard):
    """Pick a card of the own hand that is put away unseen. ``refs`` is the card."""

    whats = ("put",)

    def __init__(self) -> None:
        super().__init__("put", "put a card away")


class DeployCard(CardChoice):
    """Deploy a card by an effect.

    ``refs`` are the card and the Champion that receives it.
    """

    whats = ("deploy",)

    def __init__(self) -> None:
        super().__init__("deploy", KIND, Shape(2, 2), "Deploy a card")

    def validate(self, state: ChampionsState, action: Action) -> None:
        """Raise unless the action names one Action card and one Champion."""
        super().validate(state, action)
        cid, champion = action.refs
        if state.table[cid].kind is not CardType.ACTION or state.table[champion].kind is not CardType.CHAMPION:
            raise InvalidActionError("'deploy' names an Action card and the Champion that receives it")

    def canonical(self, state: ChampionsState, action: Action) -> Action:
        """Return the action with one card for all of equal name in hand or deck."""
        cid, champion = action.refs
        return Action(action.seat, "deploy", (equal_card(state, cid, zone_of(state, cid)), champion))

    def _options(self, state: ChampionsState, decision: Decision) -> list[tuple[int, int]]:
        node = instruction_of(state, state.frames[-1]) if asked(decision) in self.whats else None
        return deploy_options(state, state.frames[-1], node) if isinstance(node, Deploy) else []

    def wrong_answer(self, state: ChampionsState, decision: Decision, action: Action) -> Iterator[Violation]:
        """Yield a violation if the card cannot be Deployed there by this effect."""
        if action.refs in self._options(state, decision):
            return
        card, champion = (state.table[ref] for ref in action.refs)
        place = find_on_field(state, action.refs[1])
        if action.refs[0] in decision.candidates and place is not None and place.seat == action.seat:
            reasons = list(deploy_violations(state, card, place))
            yield from reasons
            if reasons:
                return
        source = state.table[decision.source].name
        public = f"{source} does not let {champion.name} Deploy the named card."
        yield violation("6.1.2/deploy", f"{source} does not let {champion.name} Deploy {card.name}.", public)

    def legal(self, state: ChampionsState, decision: Decision) -> Iterator[Action]:
        """Yield one action per card and Champion."""
        yield from (Action(decision.seat, "deploy", refs) for refs in self._options(state, decision))

    def apply(self, state: ChampionsState, action: Action) -> None:
        """Store card and Champion in the frame that asked."""
        frame = state.frames[-1]
        frame.data["picked"] = (*frame.data.get("picked", ()), *action.refs)


class Accept(CardChoice):
    """Let an optional instruction happen."""

    whats = ("may",)

    def __init__(self) -> None:
        super().__init__("accept", KIND, NONE, "accept an optional instruction")

    def apply(self, state: ChampionsState, action: Action) -> None:
        """Store the answer in the frame that asked."""
        state.frames[-1].data["option"] = ACCEPTED


class Decline(CardChoice):
    """Decline an optional instruction, or a card that need not be picked.

    See 2.2.2, 2.10.2.4.
    """

    def __init__(self) -> None:
        super().__init__("decline", KIND, NONE, "decline")

    def violations(self, state: ChampionsState, decision: Decision, action: Action) -> Iterator[Violation]:
        """Yield a violation if the instruction is not optional (2.2.2)."""
        if not detail(decision, "optional"):
            name = state.table[decision.source].name
            yield violation("2.2.2", f"{name} does not say that {state.names[decision.seat]} may decline.")

    def apply(self, state: ChampionsState, action: Action) -> None:
        """Store the answer in the frame that asked."""
        state.log_event("declines", (action.seat, state.frames[-1].source), (state.pending or NOTHING).rules)
        state.frames[-1].data["option"] = DECLINED


NOTHING: Final = Decision(0, KIND)


class ChooseOption(CardChoice):
    """Choose one of several instructions: ``option`` is its number, from 1."""

    whats = ("choose",)

    def __init__(self) -> None:
        super().__init__("choose", KIND, NUMBER, "choose an instruction")

    def _count(self, state: ChampionsState, decision: Decision) -> int:
        node = instruction_of(state, state.frames[-1]) if asked(decision) in self.whats else None
        return len(node.options) if isinstance(node, Choose) else 0

    def wrong_answer(self, state: ChampionsState, decision: Decision, action: Action) -> Iterator[Violation]:
        """Yield a violation if there is no instruction of that number."""
        count = self._count(state, decision)
        if not 1 <= action.option <= count:
            name = state.table[decision.source].name
            yield violation("2.2.2", f"{name} has {count} instructions to choose from, and none has this number.")

    def legal(self, state: ChampionsState, decision: Decision) -> Iterator[Action]:
        """Yield one action per instruction."""
        yield from (
            Action(decision.seat, "choose", option=number + 1) for number in range(self._count(state, decision))
        )

    def apply(self, state: ChampionsState, action: Action) -> None:
        """Store the answer in the frame that asked."""
        state.frames[-1].data["option"] = action.option
