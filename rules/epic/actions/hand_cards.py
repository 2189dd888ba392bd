"""Cards of the hand, named as a set: to replace them (1.8), to discard them (1.7), to reveal them for loyalty (5.3)."""

import random
from collections.abc import Iterable, Iterator
from typing import Final

from rules.engine.action_types import SET
from rules.engine.decision import Action, Decision, Violation, detail
from rules.engine.randomness import choose_one, choose_some, random_int
from rules.epic.actions.action_type import EpicVerb
from rules.epic.board.interchangeable import preferred_copies, rank_by_preference
from rules.epic.effects import Loyalty
from rules.epic.explanations.unmet_conditions import last_play
from rules.epic.frame_handlers import dispatch_action
from rules.epic.players.seats import are_allied
from rules.epic.plays.loyalty import count_sharing_copies
from rules.epic.selection.subsets import iter_card_sets
from rules.epic.state import EpicState
from rules.epic.state.decklist_copies import not_in_hand_violation
from rules.epic.state.display_names import display_name, player_name, side_name
from rules.epic.state.unknown_cards import exclude_unknown, is_unknown
from rules.notation.english import possessive


class HandCards(EpicVerb):
    """A verb that names cards of the hand of whoever is asked."""

    def apply(self, state: EpicState, action: Action) -> None:
        """Hand the cards to what asked for them."""
        dispatch_action(state, action)

    def alike(self, state: EpicState, decision: Decision, action: Action) -> tuple[int, ...]:
        """Return the lowest numbers of the same names in hand."""
        return tuple(sorted(preferred_copies(state, action.refs, state.seats[action.seat].hand, action.seat)))

    def impossibilities(self, state: EpicState, decision: Decision, action: Action) -> Iterator[str]:
        """Yield which cards are not in hand."""
        for cid in action.refs:
            if cid not in state.seats[decision.seat].hand:
                yield f"{display_name(state, cid)} is not in {possessive(player_name(state, decision.seat))} hand."

    def _some(
        self, state: EpicState, decision: Decision, chance: random.Random, cards: Iterable[int], count: int
    ) -> Action:
        """Return ``count`` random ones of ``cards``, as the lowest numbers of their names."""
        there = tuple(cards)
        names = [state.table[cid].name for cid in choose_some(chance, there, count)]
        chosen: list[int] = []
        for cid in rank_by_preference(state, there, decision.seat):
            if state.table[cid].name in names:
                names.remove(state.table[cid].name)
                chosen.append(cid)
        return Action(decision.seat, self.name, tuple(chosen))


def _how_many(state: EpicState, decision: Decision, action: Action, rule: str, does: str) -> Iterator[Violation]:
    """Yield that other than as many cards are named as are asked for."""
    count = len(action.refs)
    if not decision.low <= count <= decision.high:
        range_text = str(decision.low) if decision.low == decision.high else f"{decision.low} to {decision.high}"
        what = f"{does} {range_text} of the cards in hand"
        yield Violation(rule, f"{player_name(state, decision.seat)} {what} here, not {count}.")


class Mulligan(HandCards):
    """Cards of the opening hand put to the bottom; none to keep it (1.8.2)."""

    def violations(self, state: EpicState, decision: Decision, action: Action) -> Iterator[Violation]:
        """Yield which cards are not in hand, and whether there are too many or too few."""
        hand = f"{possessive(player_name(state, decision.seat))} hand"
        for cid in action.refs:
            if cid not in state.seats[decision.seat].hand:
                public = f"A card that is named is not in {hand}."
                yield not_in_hand_violation(state, decision.seat, cid, "1.8.2", public=public)
        yield from _how_many(state, decision, action, "1.8.2", "replaces")

    def legal(self, state: EpicState, decision: Decision) -> Iterator[Action]:
        """Yield every set of cards in hand, by names."""
        sets = iter_card_sets(state, decision.seat, decision.candidates, 0, decision.high)
        yield from (Action(decision.seat, self.name, refs) for refs in sets)

    def sample(self, state: EpicState, decision: Decision, chance: random.Random) -> Action:
        """Keep the hand in two of five times."""
        count = min(choose_one(chance, (0, 0, 1, 2, 5)), decision.high)
        return self._some(state, decision, chance, decision.candidates, count)

    def awaits(self, state: EpicState, decision: Decision) -> str:
        """Return what is decided."""
        return "decides which cards of the opening hand to replace"


class Discard(HandCards):
    """As many cards of the hand as have to go (1.7)."""

    def violations(self, state: EpicState, decision: Decision, action: Action) -> Iterator[Violation]:
        """Yield which cards are not in hand, and whether there are too many or too few."""
        rule = decision.rules[0]
        for cid in action.refs:
            if cid not in state.seats[decision.seat].hand:
                yield not_in_hand_violation(state, decision.seat, cid, rule)
        yield from _how_many(state, decision, action, rule, "discards")

    def legal(self, state: EpicState, decision: Decision) -> Iterator[Action]:
        """Yield every set of as many cards in hand, by names."""
        sets = iter_card_sets(state, decision.seat, decision.candidates, decision.low, decision.high)
        yield from (Action(decision.seat, self.name, refs) for refs in sets)

    def sample(self, state: EpicState, decision: Decision, chance: random.Random) -> Action:
        """Discard random cards."""
        return self._some(state, decision, chance, decision.candidates, decision.low)

    def awaits(self, state: EpicState, decision: Decision) -> str:
        """Return how many cards are discarded."""
        return f"discards {decision.low} card{'s' * (decision.low > 1)}"

    def moment(self, state: EpicState, action: Action) -> Iterator[Violation]:
        """Yield that the end of the own turn makes discard down to the limit, and nothing else does now."""
        who = player_name(state, action.seat)
        limit = f"{who} discards down to seven cards at the end of {possessive(who)} own turn only"
        ended = next((int(event.args[0]) for event in reversed(state.log) if event.kind == "turn-ends"), -1)
        if last_play(state) is None and ended >= 0 and are_allied(state, ended, action.seat):
            few = f"{who} held no more than seven cards as the turn ended and discards none"
            yield Violation("1.7.4", f"{few} (4.5.2b).")
        elif last_play(state) is None and ended >= 0:
            yield Violation(
                "1.7.4", f"{limit}; the turn that ended was {possessive(side_name(state, ended))} (4.5.2b)."
            )
        else:
            yield Violation("1.7.4", f"{limit}, and nothing else makes {who} discard now (4.5.2b).")


class Reveal(HandCards):
    """Cards of the hand shown for loyalty; none to decline (5.3)."""

    def violations(self, state: EpicState, decision: Decision, action: Action) -> Iterator[Violation]:
        """Yield which cards are not in hand or share no alignment, and whether there are too many or too few."""
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
            source, whose = display_name(state, decision.source), possessive(player_name(state, decision.seat))
            others = f"{copies or 'no'} other card{'s' * (copies != 1)}"
            yield Violation("5.3.1", f"{whose} list has {others} that could share an alignment with {source} (I-56).")

    def legal(self, state: EpicState, decision: Decision) -> Iterator[Action]:
        """Yield declining, then every set of as many cards as count, by names."""
        count = detail(decision, "count")
        yield Action(decision.seat, self.name)
        cards = exclude_unknown(state, decision.candidates)
        sets = iter_card_sets(state, decision.seat, cards, count or 1, count or len(cards))
        yield from (Action(decision.seat, self.name, refs) for refs in sets)

    def sample(self, state: EpicState, decision: Decision, chance: random.Random) -> Action:
        """Decline in one of five times."""
        count = detail(decision, "count")
        cards = exclude_unknown(state, decision.candidates)
        wanted = count or (random_int(chance, 1, len(cards)) if cards else 1)
        willing = len(cards) >= wanted and chance.random() < 0.8
        return self._some(state, decision, chance, cards, wanted if willing else 0)

    def awaits(self, state: EpicState, decision: Decision) -> str:
        """Return how many cards are revealed, and for what."""
        count = detail(decision, "count") or "any number of"
        return f"reveals {count} cards for {display_name(state, decision.source)} or declines"

    def moment(self, state: EpicState, action: Action) -> Iterator[Violation]:
        """Yield that nothing with loyalty has entered play."""
        yield Violation("5.3.1", _no_loyalty(state, action.seat))


def _no_loyalty(state: EpicState, seat: int) -> str:
    """Return that what was played last has no loyalty, or that ``seat`` has played nothing that has."""
    played = last_play(state)
    if played is not None and played.args[0] == seat:
        return f"{state.table[int(played.args[1])].name} has no loyalty, so no cards are revealed."
    return f"No card with loyalty of {player_name(state, seat)} enters play now, so no cards are revealed."


MULLIGAN: Final = Mulligan("mulligan", "mulligan", SET, "decide on the opening hand")
DISCARD: Final = Discard("discard", "discard", SET)
REVEAL: Final = Reveal("reveal", "reveal", SET, "reveal cards", asks=(Loyalty,))
