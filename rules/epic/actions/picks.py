"""Targets (5.20), choices (3.2.3) and recycling (5.5): ``target``, ``choose``."""

import random
from collections.abc import Iterator
from typing import Final

from rules.engine.action_types import Shape
from rules.engine.decision import Action, Decision, InvalidActionError, Violation, detail
from rules.engine.ids import is_card, is_object, is_seat
from rules.engine.randomness import choose_one, choose_some, random_int
from rules.epic.actions.action_type import EpicActionType
from rules.epic.board.continuous import find_forbidder, has_keyword
from rules.epic.board.interchangeable import preferred_copies, preferred_copy
from rules.epic.cards.printed import UNKNOWN, UNKNOWN_NAME
from rules.epic.effects import Ban, DamageEach, What
from rules.epic.frame_handlers import dispatch_action
from rules.epic.instructions.resolution import current_instruction, pending_picks
from rules.epic.players.seats import acts_for, is_in_reach
from rules.epic.selection import pick_rules
from rules.epic.selection.candidates import explain_no_candidates
from rules.epic.selection.subsets import iter_card_sets, iter_reference_sets
from rules.epic.state import EpicState
from rules.epic.state.decklist_copies import explain_no_copy_left, explain_token_gone
from rules.epic.state.display_names import display_name, player_name
from rules.epic.state.unknown_cards import UnnamedCardError, exclude_unknown, newly_named
from rules.epic.traits import Keyword
from rules.notation.english import listed, possessive


class Pick(EpicActionType):
    """Picks among candidates: one, or several if the decision asks for several."""

    def violations(self, state: EpicState, decision: Decision, action: Action) -> Iterator[Violation]:
        """Yield the rules that the picks violate."""
        yield from _duplicate_violations(state, decision, action)
        if detail(decision, "several"):
            yield from _count_violations(state, decision, action)
            yield from _unqualified_violations(state, decision, action)
            return
        if not action.refs:
            yield from _mandatory_violation(state, decision)
        elif len(action.refs) != 1:
            yield Violation(decision.rules[0], f"Exactly one thing is picked here, not {len(action.refs)}.")
        yield from _unqualified_violations(state, decision, action)

    def apply(self, state: EpicState, action: Action) -> None:
        """Pass the picks to the frame that is waiting for them."""
        dispatch_action(state, action)

    def legal(self, state: EpicState, decision: Decision) -> Iterator[Action]:
        """Yield each candidate, or each set of candidates."""
        seat, candidates = decision.seat, exclude_unknown(state, decision.candidates)
        if detail(decision, "several"):
            sets = iter_reference_sets(state, seat, candidates, decision.low, decision.high)
            yield from (Action(seat, self.name, refs) for refs in sets)
        else:
            yield from (Action(seat, self.name, (ref,)) for ref in candidates)

    def sample(self, state: EpicState, decision: Decision, chance: random.Random) -> Action:
        """Return a random pick.

        Raises:
            UnnamedCardError: all candidates are unknown cards.
        """
        candidates = exclude_unknown(state, decision.candidates)
        if detail(decision, "several"):
            size = random_int(chance, min(decision.low, len(candidates)), min(decision.high, len(candidates)))
            return self.canonical(state, Action(decision.seat, self.name, tuple(choose_some(chance, candidates, size))))
        if not candidates:
            raise UnnamedCardError("every answer shows an unknown card, which has to be named first")
        return Action(decision.seat, self.name, (choose_one(chance, candidates),))

    def representative_refs(self, state: EpicState, decision: Decision, action: Action) -> tuple[int, ...]:
        """Return the candidates that represent the picked references."""
        refs = action.refs
        if detail(decision, "several"):
            return tuple(sorted(preferred_copies(state, refs, list(decision.candidates), decision.seat)))
        return refs if refs[0] in decision.candidates else (_find_representative(state, decision, refs[0]),)

    def impossibilities(self, state: EpicState, decision: Decision, action: Action) -> Iterator[str]:
        """Yield why the picks cannot be forced.

        Their number is wrong, or a reference is of a type that cannot be picked.
        """
        if not detail(decision, "several") and len(action.refs) != 1:
            yield f"{display_name(state, decision.source)} needs one pick to go on."
        yield from self._type_impossibilities(state, decision, action)

    def _type_impossibilities(self, state: EpicState, decision: Decision, action: Action) -> Iterator[str]:
        wanted = _expected_types(state, decision)
        for ref in action.refs:
            if wanted and _entity_type(ref) not in wanted:
                yield (
                    f"{display_name(state, ref)} is {_entity_type(ref)}; what is picked here is {' or '.join(wanted)}."
                )
            else:
                yield from missing_reference_violations(state, ref)

    def awaits(self, state: EpicState, decision: Decision) -> str:
        """Return a description of what is picked, and for which card."""
        source = display_name(state, decision.source) if decision.source else ""
        if detail(decision, "several"):
            return f"picks {decision.low} to {decision.high} targets for {source}"
        return f"picks a target for {source}"

    def moment_violations(self, state: EpicState, action: Action) -> Iterator[Violation]:
        """Yield the violation that nothing asks for a target."""
        player = player_name(state, action.seat)
        yield Violation("5.20.1", f"Nothing that is being carried out asks {player} for a target.")


class Choose(Pick):
    """Picks without targeting; also two cards to recycle, or none (5.5)."""

    def violations(self, state: EpicState, decision: Decision, action: Action) -> Iterator[Violation]:
        """Yield the rules that the choice violates."""
        if not detail(decision, "recycle"):
            yield from super().violations(state, decision, action)
            return
        yield from _duplicate_violations(state, decision, action)
        if len(action.refs) not in {0, 2}:
            yield Violation("5.5.2", f"Recycling banishes exactly two cards, not {len(action.refs)}.")
        for cid in action.refs:
            if any(cid in seat.supplemental for seat in state.seats):
                being = f"{display_name(state, cid)} is being carried out and cannot be recycled yet (2.2.4)."
                yield Violation("5.5.6", being)
            elif cid not in decision.candidates:
                pile = f"{possessive(player_name(state, decision.seat))} discard pile"
                reason, missing = (
                    explain_no_copy_left(state, decision.candidates, cid),
                    f"{display_name(state, cid)} is not in {pile}",
                )
                yield Violation("5.5.1", f"{reason or missing}.", f"{missing}." if reason else "")

    def legal(self, state: EpicState, decision: Decision) -> Iterator[Action]:
        """Yield the legal choices; declining to recycle comes first."""
        if not detail(decision, "recycle"):
            yield from super().legal(state, decision)
            return
        yield Action(decision.seat, self.name)
        yield from (Action(decision.seat, self.name, refs) for refs in _recycling_pairs(state, decision))

    def sample(self, state: EpicState, decision: Decision, chance: random.Random) -> Action:
        """Return a random choice; of recycling in four of five cases."""
        if not detail(decision, "recycle"):
            return super().sample(state, decision, chance)
        if chance.random() < 0.2:
            return Action(decision.seat, self.name)
        return self.canonical(
            state, Action(decision.seat, self.name, tuple(choose_some(chance, decision.candidates, 2)))
        )

    def representative_refs(self, state: EpicState, decision: Decision, action: Action) -> tuple[int, ...]:
        """Return the candidates that represent the choice.

        Sorted, unless the order matters (I-69).
        """
        if not detail(decision, "recycle"):
            return super().representative_refs(state, decision, action)
        chosen = preferred_copies(state, action.refs, state.seats[decision.seat].discard, decision.seat)
        return chosen if detail(decision, "ordered") else tuple(sorted(chosen))

    def impossibilities(self, state: EpicState, decision: Decision, action: Action) -> Iterator[str]:
        """Yield the reasons why the choice cannot be forced."""
        if not detail(decision, "recycle"):
            yield from super().impossibilities(state, decision, action)
            return
        pile = state.seats[decision.seat].discard
        if len(action.refs) not in {0, 2} or any(cid not in pile for cid in action.refs):
            yield "Only two cards in the discard pile can be recycled."
        yield from self._type_impossibilities(state, decision, action)

    def awaits(self, state: EpicState, decision: Decision) -> str:
        """Return a description of what is chosen, and for which card."""
        source = display_name(state, decision.source) if decision.source else ""
        if detail(decision, "recycle"):
            return f"chooses two cards to recycle for {source}, or none"
        if detail(decision, "several"):
            return f"chooses {decision.low} to {decision.high} for {source}"
        return f"makes a choice for {source}"

    def moment_violations(self, state: EpicState, action: Action) -> Iterator[Violation]:
        """Yield the violation that nothing asks for a choice."""
        player = player_name(state, action.seat)
        yield Violation("3.2.3", f"Nothing that is being carried out asks {player} for a choice.")


def missing_reference_violations(state: EpicState, ref: int) -> Iterator[str]:
    """Yield a sentence if ``ref`` has left the game or play, or is an unknown card."""
    if is_object(ref) and state.find(ref) is None:
        yield f"{display_name(state, ref)} is not in play."
    elif is_seat(ref) and state.seats[ref].out:
        yield f"{player_name(state, ref)} is not in the game."
    elif is_card(ref) and state.table[ref] is UNKNOWN:
        yield "The card is unknown."


def _entity_type(ref: int) -> str:
    return "a player" if is_seat(ref) else "a champion in play" if is_object(ref) else "a card"


ENTITY_TYPES: Final = {
    What.ANY: ("a player", "a champion in play"),
    What.CHAMPION: ("a champion in play",),
    What.PLAYER: ("a player",),
}
"""Types of entities that a pick can refer to; all other picks refer to cards."""


def _expected_types(state: EpicState, decision: Decision) -> tuple[str, ...]:
    """Return the types that can be picked ("champion", "player"); empty for any type."""
    if not state.frames:
        return ()
    picks = pending_picks(state, state.frames[-1], decision.kind)
    sorts = [sort for pick in picks for sort in ENTITY_TYPES.get(pick.what, ("a card",))]
    return tuple(dict.fromkeys(sorts or map(_entity_type, decision.candidates)))


def _find_representative(state: EpicState, decision: Decision, ref: int) -> int:
    """Return the candidate interchangeable with ``ref``, or ``ref`` itself."""
    copy = preferred_copy(state, ref, decision.candidates, decision.seat)
    if copy == ref or not is_card(ref):
        return ref
    seat = state.seats[state.owners[ref]]
    together = any(ref in zone and copy in zone for zone in (seat.hand, seat.discard))
    return copy if together and (ref in state.broken) == (copy in state.broken) else ref


def _recycling_pairs(state: EpicState, decision: Decision) -> Iterator[tuple[int, ...]]:
    """Yield the pairs of cards to recycle, in both orders if the order matters (I-69)."""
    for pair in iter_card_sets(state, decision.seat, decision.candidates, 2, 2):
        yield pair
        if detail(decision, "ordered") and state.table[pair[0]].name != state.table[pair[1]].name:
            yield (pair[1], pair[0])


def _require_name(state: EpicState, ref: int) -> None:
    if is_card(ref) and state.table[ref].name == UNKNOWN_NAME:
        raise InvalidActionError("an unknown card that everybody sees is named first")


def _unqualified_violations(state: EpicState, decision: Decision, action: Action) -> Iterator[Violation]:
    """Yield the reasons why picked references do not qualify."""
    for ref in action.refs:
        _require_name(state, ref)
        if ref in decision.candidates:
            continue
        if state.pending is not None and ref in newly_named(state.pending):
            picked = f"{display_name(state, ref)} cannot be picked for {display_name(state, decision.source)}"
            rule = "5.20.2" if action.verb == "target" else pick_rules.choice_rule(state, decision)
            yield Violation(rule, f"{picked}: it does not qualify.")
        else:
            words = [display_name(state, candidate) for candidate in decision.candidates]
            untargetable = _explain_untargetable(state, ref) if action.verb == "target" else ""
            qualifying = f"what qualifies is {listed(words)}" if words else _explain_nothing_qualifies(state, decision)
            used_up = explain_no_copy_left(state, decision.candidates, ref)
            far = _explain_out_of_reach(state, decision.seat, ref)
            unbreakable = _explain_unbreakable_cost(state, decision, ref)
            token = explain_token_gone(state, ref)
            reason = (
                far
                or token
                or untargetable
                or unbreakable
                or _explain_already_picked(state, ref)
                or used_up
                or qualifying
            )
            picked = f"{display_name(state, ref)} cannot be picked for {display_name(state, decision.source)}"
            hidden = any(candidate in state.seats[decision.seat].hand for candidate in decision.candidates)
            target = "5.20.4" if untargetable else "5.20.2"
            other = "5.9.4" if unbreakable else pick_rules.choice_rule(state, decision)
            yield Violation(
                state.variant.rule if far else "2.3.5" if token else target if action.verb == "target" else other,
                f"{picked}: {reason}.",
                f"{picked}: it does not qualify." if hidden or used_up else "",
            )


def _explain_nothing_qualifies(state: EpicState, decision: Decision) -> str:
    """Return a sentence saying that nothing qualifies, and why."""
    picks = pending_picks(state, state.frames[-1], decision.kind) if state.frames else []
    return (
        f"nothing qualifies, as {explain_no_candidates(state, state.frames[-1], picks[0])}"
        if picks
        else "nothing qualifies"
    )


def _explain_unbreakable_cost(state: EpicState, decision: Decision, ref: int) -> str:
    """Return why an unbreakable champion cannot pay the cost, or ""."""
    champion = None if is_seat(ref) or is_card(ref) else state.find(ref)
    if champion is None or not state.frames or state.frames[-1].kind != "cost":
        return ""
    is_own = acts_for(state, champion.controller, decision.seat)
    unbreakable = is_own and has_keyword(state, champion, Keyword.UNBREAKABLE)
    return "it is unbreakable, and breaking it is the cost" if unbreakable else ""


def _explain_out_of_reach(state: EpicState, seat: int, ref: int) -> str:
    """Return why the effect does not reach ``ref``, or ""."""
    champion = None if is_seat(ref) or is_card(ref) else state.find(ref)
    controller = ref if is_seat(ref) else champion.controller if champion is not None else state.owners.get(ref, seat)
    return (
        ""
        if is_in_reach(state, seat, controller)
        else f"{player_name(state, seat)} reaches only both neighbours in this way of playing (I-119)"
    )


def _duplicate_violations(state: EpicState, decision: Decision, action: Action) -> Iterator[Violation]:
    """Yield a violation for each reference that is picked more than once."""
    for ref in dict.fromkeys(action.refs):
        if action.refs.count(ref) > 1:
            recycled = "5.5.1" if detail(decision, "recycle") else ""
            rule = recycled or ("5.20.7" if action.verb == "target" else pick_rules.choice_rule(state, decision))
            picked = f"{display_name(state, ref)} cannot be picked twice for {display_name(state, decision.source)}"
            yield Violation(rule, f"{picked}: what one instruction asks for are different things (I-53).")


def _explain_already_picked(state: EpicState, ref: int) -> str:
    """Return why ``ref`` cannot be picked again for this instruction, or ""."""
    frame = state.frames[-1]
    in_turn = frame.kind == "effects" and isinstance(current_instruction(state, frame), DamageEach)
    return "it has been picked already (I-53)" if in_turn and ref in frame.data.get("picks", ()) else ""


def _mandatory_violation(state: EpicState, decision: Decision) -> Iterator[Violation]:
    """Yield the violation that the pick is mandatory."""
    source, verb = display_name(state, decision.source), "be targeted" if decision.kind == "target" else "be chosen"
    names = listed([display_name(state, candidate) for candidate in decision.candidates])
    text = f"{player_name(state, decision.seat)} cannot decline what {source} asks for: {{}} has to {verb}."
    hidden = any(candidate in state.seats[decision.seat].hand for candidate in decision.candidates)
    expected = f"one of {names}" if len(decision.candidates) > 1 else names
    public = text.format("something that qualifies") if hidden else ""
    yield Violation(pick_rules.mandatory_pick_rule(state, decision), text.format(expected), public)


def _explain_untargetable(state: EpicState, ref: int) -> str:
    """Return why a player or champion cannot be targeted, or ""."""
    if is_seat(ref):
        keeps = find_forbidder(state, ref, Ban.BE_TARGETED)
        if keeps is None:
            return ""
        return f"{display_name(state, keeps)} keeps {player_name(state, ref)} from being targeted (3.3.1, I-54)"
    champion = None if is_card(ref) else state.find(ref)
    untargetable = champion is not None and has_keyword(state, champion, Keyword.UNTARGETABLE)
    return "it is untargetable (5.12.1)" if untargetable else ""


def _count_violations(state: EpicState, decision: Decision, action: Action) -> Iterator[Violation]:
    count = len(action.refs)
    if not decision.low <= count <= decision.high:
        wanted = str(decision.low) if decision.low == decision.high else f"{decision.low} to {decision.high}"
        yield Violation(
            pick_rules.mandatory_pick_rule(state, decision),
            f"{player_name(state, decision.seat)} picks {wanted} for {display_name(state, decision.source)}, not "
            f"{count}.",
        )


ANY_NUMBER: Final = Shape(0, None, repeats=True)
"""Duplicate and missing picks are rule violations, not malformed actions."""
TARGET: Final = Pick("target", "target", ANY_NUMBER, "pick a target")
CHOOSE: Final = Choose("choose", "choose", ANY_NUMBER, "make a choice")
