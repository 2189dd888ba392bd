"""Instructions with special decisions: divide, recycle, keep one, may, choose one."""

from collections.abc import Iterator

from rules.engine.decision import Action, Decision, Violation
from rules.epic.board.damage import Packet, break_champions, deal_damage, run_state_checks
from rules.epic.board.zones import push_draw, put_on_bottom, take_from_zone
from rules.epic.effects import (
    All,
    Bounce,
    Choice,
    Choices,
    ChooseOne,
    ControllerOf,
    Count,
    DamageSplit,
    EachKeepsOne,
    Instruction,
    May,
    Namesakes,
    OwnerOf,
    PlayFree,
    Recall,
    Recycle,
    Selector,
    Target,
    Targets,
    This,
    Union,
    What,
)
from rules.epic.interpretation_options import RECYCLED_ORDER, cite_by_option
from rules.epic.players.seats import in_turn_order, is_in_reach
from rules.epic.plays.costs import cost_violations, push_cost
from rules.epic.plays.free_plays import available_modes
from rules.epic.selection.candidates import Pick, all_candidates, explain_no_candidates, unique_candidates
from rules.epic.selection.evaluation import SELECTOR_FIELDS, is_source_in_place, select
from rules.epic.state import EpicState, TextFrame
from rules.epic.state.automatic_decisions import report_automatic_decision
from rules.epic.state.display_names import display_name, player_name
from rules.epic.state.frames import INSTRUCTIONS, complete_instruction, push_nested, text_card
from rules.epic.state.log import log_event
from rules.notation.english import listed

RECYCLE_BOOK = "RB:keywords-and-terms/recycle"


def iter_picks(instruction: Instruction) -> Iterator[Pick]:
    """Yield the picks of an instruction in text order, without nested instructions."""
    for name in SELECTOR_FIELDS:
        selector = getattr(instruction, name, None)
        if selector is not None and not isinstance(selector, What):
            yield from _picks_of(selector)
    for name in ("amount", "count"):
        amount = getattr(instruction, name, None)
        if isinstance(amount, Count) and amount.of is not None:
            yield from _picks_of(amount.of)


def _picks_of(selector: Selector) -> Iterator[Pick]:
    match selector:
        case Target() | Targets() | Choices():
            yield selector
        case Choice(_, _, of):
            if of is not None:
                yield from _picks_of(of)
            yield selector
        case All(_, of, _) if of is not None:
            yield from _picks_of(of)
        case Namesakes(of) | ControllerOf(of) | OwnerOf(of):
            yield from _picks_of(of)
        case Union(parts):
            for part in parts:
                yield from _picks_of(part)


@INSTRUCTIONS.executes(DamageSplit)
def ask_damage_split(state: EpicState, frame: TextFrame, node: DamageSplit) -> None:
    """Ask the controller to divide damage, if there are two or more targets."""
    targets = find_split_targets(state, frame, node)
    decision = Decision(
        frame.controller,
        "assign",
        tuple(targets),
        low=1,
        high=min(node.most, node.amount, len(targets)),
        source=frame.source,
        rules=("5.20.1", "3.2.3d"),
        detail=(("amount", node.amount),),
    )
    if len(targets) > 1:
        state.pending = decision
        return
    report_automatic_decision(state, decision)
    if not targets:
        log_event(state, "no-target", (frame.controller, frame.source), ("5.20.1", "3.2.3c"))
        complete_instruction(frame, [])
    else:
        complete_instruction(frame, deal_damage(state, [(frame.source, targets[0], node.amount)], ("5.20.1", "3.2.3d")))


def find_split_targets(state: EpicState, frame: TextFrame, node: DamageSplit) -> list[int]:
    """Return the possible targets of divided damage."""
    return unique_candidates(state, frame, Target(node.what, node.where), None)


@INSTRUCTIONS.handles_action(DamageSplit, "assign")
def apply_split(state: EpicState, action: Action) -> None:
    """Deal the damage as ``action`` divides it."""
    frame = state.frames[-1]
    state.cause = frame.cause
    packets: list[Packet] = [
        (frame.source, target, amount) for target, amount in zip(action.refs[1::2], action.amounts, strict=True)
    ]
    for _, target, _ in packets:
        log_event(state, "target", (action.seat, frame.source, target), ("5.20.1", "3.2.3d"))
    complete_instruction(frame, deal_damage(state, packets, ("3.2.3", "2.1.6")))
    run_state_checks(state)


@INSTRUCTIONS.executes(Recycle)
def ask_recycle(state: EpicState, frame: TextFrame, _node: Recycle) -> None:
    """Ask the controller for two cards to recycle, if there are two (5.5)."""
    decision = recycle_decision(state, frame)
    if len(decision.candidates) < 2:
        report_automatic_decision(state, decision, lambda: _too_few_violation(state, frame))
        log_event(state, "no-recycle", (frame.controller, frame.source), ("5.5.2",))
        complete_instruction(frame)
        return
    state.pending = decision


def recycle_decision(state: EpicState, frame: TextFrame) -> Decision:
    """Return the decision about two cards to recycle, ordered or not (I-69)."""
    return Decision(
        frame.controller,
        "choose",
        tuple(sorted(state.seats[frame.controller].discard)),
        low=0,
        high=2,
        source=frame.source,
        rules=("5.5.1", "5.5.2", "5.5.5", *cite_by_option(state, RECYCLED_ORDER, (RECYCLE_BOOK,), ("5.5.4",)), "I-69"),
        detail=(("recycle", 2), ("ordered", int(not state.options[RECYCLED_ORDER]))),
    )


def _too_few_violation(state: EpicState, frame: TextFrame) -> Violation:
    name = player_name(state, frame.controller)
    return Violation("5.5.2", f"{name} has fewer than two cards in the discard pile and cannot recycle.")


@INSTRUCTIONS.handles_action(Recycle, "choose")
def apply_recycle(state: EpicState, action: Action) -> None:
    """Put two cards under the deck and draw one, or decline (5.5, I-69)."""
    frame = state.frames[-1]
    state.cause = frame.cause
    complete_instruction(frame)
    if not action.refs:
        log_event(state, "no-recycling", (action.seat, frame.source), ("5.5.5",))
        return
    rules = ("5.5.1", *cite_by_option(state, RECYCLED_ORDER, (RECYCLE_BOOK,), ("5.5.4",)), "I-69")
    log_event(state, "recycle", (action.seat, *action.refs), rules)
    # They leave together, so their triggers are added in a fixed order.
    for cid in sorted(action.refs):
        take_from_zone(state, cid)
    groups = [list(action.refs)] if state.options[RECYCLED_ORDER] else [[cid] for cid in action.refs]
    put_on_bottom(state, groups, rules)
    push_draw(state, action.seat, 1, ("5.5.3", "1.6.1"))


@INSTRUCTIONS.executes(EachKeepsOne)
def ask_each_keeps_one(state: EpicState, frame: TextFrame, node: EachKeepsOne) -> None:
    """Ask each player in turn which champion to keep, then break the others."""
    picks: tuple[int, ...] = frame.data.get("picks", ())
    if "seats" not in frame.data:
        # The affected players stay the same if a player leaves meanwhile.
        order = in_turn_order(state, frame.controller)
        frame.data["seats"] = tuple(seat for seat in order if is_in_reach(state, frame.controller, seat))
    seats: tuple[int, ...] = frame.data["seats"]
    for seat in seats[len(picks) :]:
        oids = [champion.oid for champion in state.seats[seat].champions]
        decision = Decision(seat, "choose", tuple(sorted(oids)), source=frame.source, rules=(*node.RULES, "3.2.3"))
        if len(oids) > 1:
            state.pending = decision
            return
        report_automatic_decision(state, decision)
        picks = (*picks, oids[0] if oids else 0)
        frame.data["picks"] = picks
        if oids:
            log_event(state, "choose", (seat, frame.source, oids[0]), node.RULES)
    others = [champion for seat in seats for champion in state.seats[seat].champions if champion.oid not in picks]
    del frame.data["seats"]
    break_champions(state, others, ("3.2.3",))
    complete_instruction(frame)


@INSTRUCTIONS.handles_action(EachKeepsOne, "choose")
def record_champion_to_keep(state: EpicState, action: Action) -> None:
    """Store one player's choice of the champion to keep."""
    frame = state.frames[-1]
    state.cause = frame.cause
    frame.data["picks"] = (*frame.data.get("picks", ()), action.refs[0])
    log_event(state, "choose", (action.seat, frame.source, action.refs[0]), EachKeepsOne.RULES)


@INSTRUCTIONS.executes(May)
def ask_may(state: EpicState, frame: TextFrame, node: May) -> None:
    """Ask whether to execute optional instructions, if they can have an effect."""
    decision = Decision(frame.controller, "may", source=frame.source, rules=node.RULES)
    unpaid = (
        None if node.cost is None else next(cost_violations(state, frame.controller, frame.source, node.cost), None)
    )
    if unpaid is not None or not is_offer_possible(state, frame, node):
        report_automatic_decision(state, decision, lambda: unpaid or _nothing_to_do_violation(state, frame, node))
        point = ("I-22",) if unpaid is not None and unpaid.rule == "I-22" else ()
        log_event(state, "nothing-to-do", (frame.controller, frame.source), ("3.2.3c", *point))
        complete_instruction(frame)
        return
    state.pending = decision


def _nothing_to_do_violation(state: EpicState, frame: TextFrame, node: May) -> Violation:
    source = display_name(state, frame.source)
    for inner in node.effects:
        if isinstance(inner, PlayFree) and inner.paid:
            cards = [cid for pick in iter_picks(inner) for cid in all_candidates(state, frame, pick)]
            short = [
                display_name(state, cid)
                for cid in cards
                if not available_modes(state, frame.controller, cid, paid=True)
            ]
            if short:
                player = player_name(state, frame.controller)
                return Violation("3.6.3", f"{player} has not enough gold to play {listed(short)} at its cost (I-146).")
    if all(map(_affects_source_only, node.effects)) and not is_source_in_place(state, frame.source):
        return Violation("3.2.3c", f"{source} offers nothing that could have an effect: it has changed zone (I-52).")
    picks = [pick for inner in node.effects for pick in iter_picks(inner)]
    reason = f", as {explain_no_candidates(state, frame, picks[0])}" if picks else ""
    return Violation("3.2.3c", f"{source} offers nothing that could have an effect: nothing qualifies{reason}.")


@INSTRUCTIONS.handles_action(May, "may")
def apply_may(state: EpicState, action: Action) -> None:
    """Execute the optional instructions, or skip them."""
    frame = state.frames[-1]
    state.cause = frame.cause
    index = frame.index
    complete_instruction(frame)
    log_event(state, "may", (action.seat, frame.source, int(action.verb == "yes")), May.RULES)
    if action.verb == "yes":
        push_nested(state, frame, index)
        node = text_card(state, frame).instructions(frame.data["path"])[index]
        if isinstance(node, May) and node.cost is not None:
            push_cost(state, frame, index)


@INSTRUCTIONS.executes(ChooseOne)
def ask_choose_one(state: EpicState, frame: TextFrame, node: ChooseOne) -> None:
    """Ask which of several lists of instructions to execute."""
    count, rules = len(node.branches), (*node.RULES, "I-49")
    state.pending = Decision(frame.controller, "mode", source=frame.source, rules=rules, detail=(("count", count),))


@INSTRUCTIONS.handles_action(ChooseOne, "mode")
def apply_mode(state: EpicState, action: Action) -> None:
    """Execute the chosen list of instructions."""
    frame = state.frames[-1]
    state.cause = frame.cause
    index = frame.index
    complete_instruction(frame)
    args = (action.seat, frame.source, action.option, action.option + 1)
    log_event(state, "mode", args, (*ChooseOne.RULES, "I-49"))
    push_nested(state, frame, index, action.option)


def _affects_source_only(instruction: Instruction) -> bool:
    """Return True if an instruction affects only the source of the text."""
    return isinstance(instruction, Recall) or (isinstance(instruction, Bounce) and isinstance(instruction.what, This))


def is_offer_possible(state: EpicState, frame: TextFrame, instruction: May) -> bool:
    """Return True if optional instructions can have an effect.

    The first pick among them must have a candidate. Without a pick, an instruction that applies to all qualifying
    champions may still have an effect (3.2.3c). Instructions on the source require that it has not changed zones
    (I-52, 5.4.2).
    """
    if all(map(_affects_source_only, instruction.effects)) and not is_source_in_place(state, frame.source):
        return False
    for number, inner in enumerate(instruction.effects):
        for pick in iter_picks(inner):
            if isinstance(pick, Choice) and pick.of is not None:
                return True
            if isinstance(inner, PlayFree) and inner.paid:
                cards = all_candidates(state, frame, pick)
                return any(available_modes(state, frame.controller, cid, paid=True) for cid in cards)
            if all_candidates(state, frame, pick) or (isinstance(pick, Choices | Targets) and not pick.least):
                return True
            return any(_affects_any_object(state, frame, other) for other in instruction.effects[number + 1 :])
    return True


def _affects_any_object(state: EpicState, frame: TextFrame, instruction: Instruction) -> bool:
    """Return True if an instruction applies to all that qualify and one does."""
    selectors = [getattr(instruction, name, None) for name in SELECTOR_FIELDS]
    everything = [selector for selector in selectors if isinstance(selector, All)]
    return not any(iter_picks(instruction)) and any(select(state, frame, selector) for selector in everything)
