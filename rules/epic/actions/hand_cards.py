"""Sets of hand cards: mulligan (1.8), discard (1.7), reveal for loyalty (5.3)."""

import random
from collections.abc import Iterable, Iterator
from typing import Final

from rules.engine.action_types import SET
from rules.engine.decision import Action, Decision, Violation, detail
from rules.engine.randomness import choose_one, choose_some, random_int
from rules.epic.actions.action_type import EpicActionType
from rules.epic.board.interchangeable import preferred_copies, rank_by_preference
from rules.epic.effects import Loyalty
from rules.epic.explanations.unmet_conditions import find_last_play
from rules.epic.frame_handlers import dispatch_action
from rules.epic.players.seats import are_allied
from rules.epic.plays.loyalty import count_sharing_copies
from rules.epic.selection.subsets import iter_card_sets
from rules.epic.state import EpicState
from rules.epic.state.decklist_copies import not_in_hand_violation
from rules.epic.state.display_names import display_name, player_name, side_name
from rules.epic.state.unknown_cards import exclude_unknown, is_unknown
from rules.notation.english import possessive


class HandCards(EpicActionType):
    """Base class of actions that refer to cards in the hand of the acting player."""

    def apply(self, state: EpicState, action: Action) -> None:
        """Pass the cards to the frame or phase that is waiting for them."""
        dispatch_action(state, action)

    def representative_refs(self, state: EpicState, decision: Decision, action: Action) -> tuple[int, ...]:
        """Return the hand cards that represent the cards of the same names."""
        return tuple(sorted(preferred_copies(state, action.refs, state.seats[action.seat].hand, action.seat)))

    def impossibilities(self, state: EpicState, decision: Decision, action: Action) -> Iterator[str]:
        """Yield a sentence for each card that is not in hand."""
        for cid in action.refs:
            if cid not in state.seats[decision.seat].hand:
                yield f"{display_name(state, cid)} is not in {possessive(player_name(state, decision.seat))} hand."

    def _sample_cards(
        self, state: EpicState, decision: Decision, chance: random.Random, cards: Iterable[int], count: int
    ) -> Action:
        """Return an action with ``count`` random cards out of ``cards``."""
        candidates = tuple(cards)
        names = [state.table[cid].name for cid in choose_some(chance, candidates, count)]
        chosen: list[int] = []
        for cid in rank_by_preference(state, candidates, decision.seat):
            if state.table[cid].name in names:
                names.remove(state.table[cid].name)
                chosen.append(cid)
        return Action(decision.seat, self.name, tuple(chosen))


def _count_violations(
    state: EpicState, decision: Decision, action: Action, rule: str, action_text: str
) -> Iterator[Violation]:
    """Yield a violation if the number of cards is out of range."""
    count = len(action.refs)
    if not decision.low <= count <= decision.high:
        range_text = str(decision.low) if decision.low == decision.high else f"{decision.low} to {decision.high}"
        expected = f"{action_text} {range_text} of the cards in hand"
        yield Violation(rule, f"{player_name(state, decision.seat)} {expected} here, not {count}.")


class Mulligan(HandCards):
    """Mulligan: the opening hand cards to replace, none to keep the hand (1.8.2)."""

    def violations(self, state: EpicState, decision: Decision, action: Action) -> Iterator[Violation]:
        """Yield violations for cards not in hand and for a wrong number of cards."""
        hand = f"{possessive(player_name(state, decision.seat))} hand"
        for cid in action.refs:
            if cid not in state.seats[decision.seat].hand:
                public = f"A card that is named is not in {hand}."
                yield not_in_hand_violation(state, decision.seat, cid, "1.8.2", public=public)
        yield from _count_violations(state, decision, action, "1.8.2", "replaces")

    def legal(self, state: EpicState, decision: Decision) -> Iterator[Action]:
        """Yield all sets of hand cards that differ in names."""
        sets = iter_card_sets(state, decision.seat, decision.candidates, 0, decision.high)
        yield from (Action(decision.seat, self.name, refs) for refs in sets)

    def sample(self, state: EpicState, decision: Decision, chance: random.Random) -> Action:
        """Return a mulligan of random cards, or of none in two of five cases."""
        count = min(choose_one(chance, (0, 0, 1, 2, 5)), decision.high)
        return self._sample_cards(state, decision, chance, decision.candidates, count)

    def awaits(self, state: EpicState, decision: Decision) -> str:
        """Return a description of the mulligan decision."""
        return "decides which cards of the opening hand to replace"


class Discard(HandCards):
    """Discard of the required number of hand cards (1.7)."""

    def violations(self, state: EpicState, decision: Decision, action: Action) -> Iterator[Violation]:
        """Yield violations for cards not in hand and for a wrong number of cards."""
        rule = decision.rules[0]
        for cid in action.refs:
            if cid not in state.seats[decision.seat].hand:
                yield not_in_hand_violation(state, decision.seat, cid, rule)
        yield from _count_violations(state, decision, action, rule, "discards")

    def legal(self, state: EpicState, decision: Decision) -> Iterator[Action]:
        """Yield all sets of the required size that differ in names."""
        sets = iter_card_sets(state, decision.seat, decision.candidates, decision.low, decision.high)
        yield from (Action(decision.seat, self.name, refs) for refs in sets)

    def sample(self, state: EpicState, decision: Decision, chance: random.Random) -> Action:
        """Return a discard of random cards."""
        return self._sample_cards(state, decision, chance, decision.candidates, decision.low)

    def awaits(self, state: EpicState, decision: Decision) -> str:
        """Return a description with the number of cards to discard."""
        return f"discards {decision.low} card{'s' * (decision.low > 1)}"

    def moment_violations(self, state: EpicState, action: Action) -> Iterator[Violation]:
        """Yield the violation that nothing makes the player discard now."""
        player = player_name(state, action.seat)
        limit = f"{player} discards down to seven cards at the end of {possessive(player)} own turn only"
        ended = next((int(event.args[0]) for event in reversed(state.log) if event.kind == "turn-ends"), -1)
        if find_last_play(state) is None and ended >= 0 and are_allied(state, ended, action.seat):
            few = f"{player} held no more than seven cards as the turn ended and discards none"
            yield Violation("1.7.4", f"{few} (4.5.2b).")
        elif find_last_play(state) is None and ended >= 0:
            yield Violation(
                "1.7.4", f"{limit}; the turn that ended was {possessive(side_name(state, ended))} (4.5.2b)."
            )
        else:
            yield Violation("1.7.4", f"{limit}, and no other effect makes {player} discard now (4.5.2b).")


class Reveal(HandCards):
    """Hand cards revealed for loyalty; none to decline (5.3)."""

    def violations(self, state: EpicState, decision: Decision, action: Action) -> Iterator[Violation]:
        """Yield violations for cards that may not be revealed and for a wrong number.

        The cards must be in hand and share an alignment with the champion.
        """
        count = detail(decision, "count")
        if action.refs and count and len(action.refs) != count:
            yield Violation("5.3.4", f"Loyalty {count} reveals exactly {count} cards or none, not {len(action.refs)}.")
        for cid in action.refs:
            if cid not in state.seats[decision.seat].hand:
                yield not_in_hand_violation(state, decision.seat, cid, "5.3.1")
                continue
            if cid not in decision.candidates:
                yield Violation(
                    "5.3.1",
                    f"{display_name(state, cid)} shares no alignment with {display_name(state, decision.source)} "
                    "(I-56).",
                )
        unknown = sum(is_unknown(state, cid) for cid in action.refs)
        copies = count_sharing_copies(state, decision.source, decision.seat) if unknown else None
        if copies is not None and unknown > copies:
            source, owner_text = display_name(state, decision.source), possessive(player_name(state, decision.seat))
            others = f"{copies or 'no'} other card{'s' * (copies != 1)}"
            yield Violation(
                "5.3.1", f"{owner_text} list has {others} that could share an alignment with {source} (I-56)."
            )

    def legal(self, state: EpicState, decision: Decision) -> Iterator[Action]:
        """Yield the empty reveal, then all sets of the required size that differ in names."""
        count = detail(decision, "count")
        yield Action(decision.seat, self.name)
        cards = exclude_unknown(state, decision.candidates)
        sets = iter_card_sets(state, decision.seat, cards, count or 1, count or len(cards))
        yield from (Action(decision.seat, self.name, refs) for refs in sets)

    def sample(self, state: EpicState, decision: Decision, chance: random.Random) -> Action:
        """Return a reveal of random cards; with a probability of one fifth, of no card."""
        count = detail(decision, "count")
        cards = exclude_unknown(state, decision.candidates)
        wanted = count or (random_int(chance, 1, len(cards)) if cards else 1)
        willing = len(cards) >= wanted and chance.random() < 0.8
        return self._sample_cards(state, decision, chance, cards, wanted if willing else 0)

    def awaits(self, state: EpicState, decision: Decision) -> str:
        """Return a description with the number of cards to reveal and the loyalty."""
        count = detail(decision, "count") or "any number of"
        return f"reveals {count} cards for {display_name(state, decision.source)} or declines"

    def moment_violations(self, state: EpicState, action: Action) -> Iterator[Violation]:
        """Yield the violation that no champion with loyalty entered play."""
        yield Violation("5.3.1", _explain_no_loyalty(state, action.seat))


def _explain_no_loyalty(state: EpicState, seat: int) -> str:
    """Return the reason why no loyalty of ``seat`` applies."""
    last_play = find_last_play(state)
    if last_play is not None and last_play.args[0] == seat:
        return f"{state.table[int(last_play.args[1])].name} has no loyalty, so no cards are revealed."
    return f"No card with loyalty of {player_name(state, seat)} enters play now, so no cards are revealed."


MULLIGAN: Final = Mulligan("mulligan", "mulligan", SET, "decide on the opening hand")
DISCARD: Final = Discard("discard", "discard", SET)
REVEAL: Final = Reveal("reveal", "reveal", SET, "reveal cards", asks=(Loyalty,))
