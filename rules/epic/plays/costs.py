"""Costs: whether they can be paid, asking for sacrifices, paying (3.5.3, 3.6)."""

from collections.abc import Iterator
from dataclasses import replace

from rules.engine.decision import Violation
from rules.engine.ids import is_card
from rules.epic.battle.attack import apply_expending, cite_expending
from rules.epic.board.continuous import (
    ambush_note,
    champion_qualifies,
    has_keyword,
    is_restricted_while_deploying,
    update_values,
)
from rules.epic.board.damage import banish, break_champions, lose_health, return_to_hand, run_state_checks
from rules.epic.board.gold import available_gold, explain_missing_gold, spend_gold
from rules.epic.effects import Choice, Choices, Cost, Filter, May, What, Whose
from rules.epic.interpretation_options import PAYING_HEALTH
from rules.epic.selection.candidates import card_may_qualify
from rules.epic.selection.evaluation import PickPending, select_all
from rules.epic.state import EXPENDED, Champion, EpicState, Frame, TextFrame
from rules.epic.state.display_names import display_name, player_name
from rules.epic.state.frame_data import CostData, FrameData
from rules.epic.state.frames import text_card
from rules.epic.state.log import log_event
from rules.epic.traits import Keyword
from rules.notation.english import possessive

POWER_COST = -1
"""Value of ``at`` in a cost frame for the cost of a power, whose gold and expending are already paid."""


def cost_violations(state: EpicState, seat: int, source: int, cost: Cost) -> Iterator[Violation]:
    """Yield the reasons why ``seat`` cannot pay ``cost`` for ``source``."""
    gold = available_gold(state, state.seats[seat], source)
    if gold < cost.gold:
        lacking = _shortage_violation(state, seat, source, f"{cost.gold} gold", gold).text.removesuffix(".")
        yield Violation("3.6.3", f"{lacking}{explain_missing_gold(state, seat, source)}.")
    champion = state.find(source)
    if cost.expend and champion is not None:
        yield from _expend_violations(state, champion)
    if cost.is_plain:
        return
    health = state.teams[state.seats[seat].team].health
    if cost.health and health < cost.health:
        yield _shortage_violation(state, seat, source, f"{cost.health} health", health)
    elif cost.health and health == cost.health and state.options[PAYING_HEALTH]:
        short = _shortage_violation(state, seat, source, f"{cost.health} health", health)
        yield Violation("I-22", f"{short.text.removesuffix('.')}: a payment leaves at least 1 here.")
    yield from _sacrifice_violations(state, seat, source, cost)
    if champion is not None and champion.plus < cost.counters:
        yield Violation(
            "3.5.3",
            f"The power of {display_name(state, source)} costs {cost.counters} of its counters and it has "
            f"{champion.plus}.",
        )
    if champion is not None and cost.break_this and has_keyword(state, champion, Keyword.UNBREAKABLE):
        yield Violation("5.9.4", f"{display_name(state, source)} is unbreakable and cannot be broken for a cost.")


def _shortage_violation(state: EpicState, seat: int, source: int, price: str, remaining: int) -> Violation:
    noun = "power" if state.printed_of(source).is_champion or is_card(source) else "offer"
    return Violation(
        "3.5.3",
        f"The {noun} of {display_name(state, source)} costs {price} and {player_name(state, seat)} has {remaining}.",
    )


def can_expend(state: EpicState, champion: Champion) -> bool:
    """Return True if ``champion`` can be expended as a cost."""
    return champion.stance != EXPENDED and not (champion.deploying and is_restricted_while_deploying(state, champion))


def _expend_violations(state: EpicState, champion: Champion) -> Iterator[Violation]:
    name = display_name(state, champion.oid)
    if champion.stance == EXPENDED:
        yield Violation("3.5.3", f"{name} is expended already and cannot pay with expending.")
    if champion.deploying and is_restricted_while_deploying(state, champion):
        reason = f"{name} is deploying without blitz (5.8.1) and cannot use a power that expends it"
        yield Violation("5.17.1", f"{reason}{ambush_note(state, champion)}.")


def _sacrifice_violations(state: EpicState, seat: int, source: int, cost: Cost) -> Iterator[Violation]:
    """Yield why the champions or cards to give up for a cost are not available."""
    if cost.breaks is not None and not _breakable_champions(state, seat, source, cost.breaks):
        yield Violation(
            "3.5.3",
            f"{display_name(state, source)} costs breaking a champion and {player_name(state, seat)} has none that "
            "can be broken "
            "for it (5.9.4).",
        )
    if cost.banishes is not None:
        frame: TextFrame = Frame("cost", seat, source)
        pile = state.seats[seat].discard
        count = sum(card_may_qualify(state, frame, cost.banishes.where, cid) for cid in pile)
        if count < cost.banishes.least:
            cost_text = "a card" if cost.banishes.least == 1 else f"{cost.banishes.least} cards"
            yield Violation(
                "3.5.3",
                f"{display_name(state, source)} costs banishing {cost_text} and {possessive(player_name(state, seat))} "
                "discard pile "
                f"has {count or 'none'} for it.",
            )
    if cost.banish_this and source not in state.seats[seat].discard:
        yield Violation(
            "3.5.3", f"{display_name(state, source)} is not in {possessive(player_name(state, seat))} discard pile."
        )
    if (cost.break_this or cost.bounce_this) and state.find(source) is None:
        yield Violation("3.5.3", f"{display_name(state, source)} is not in play any more.")


def _breakable_champions(state: EpicState, seat: int, source: int, card_filter: Filter) -> list[int]:
    """Return the champions of ``seat`` that can be broken for a cost (5.9.4)."""
    return [
        champion.oid
        for champion in state.seats[seat].champions
        if champion_qualifies(state, card_filter, seat, source, champion)
        and not has_keyword(state, champion, Keyword.UNBREAKABLE)
    ]


def pending_cost(state: EpicState, frame: Frame[CostData]) -> Cost:
    """Return the cost that a ``cost`` frame is paying.

    Raises:
        TypeError: the frame refers to no cost.
    """
    card, path, index = text_card(state, frame), frame.data["path"], frame.data["at"]
    if index == POWER_COST:
        return card.power(path[0]).cost
    node = card.instructions(path)[index]
    if not isinstance(node, May) or node.cost is None:
        raise TypeError(f"instruction {index} of {card.name} has no cost")
    return node.cost


def cost_picks(cost: Cost) -> tuple[Choice | Choices, ...]:
    """Return the picks needed to pay ``cost``, in the order they are asked."""
    picks: tuple[Choice | Choices, ...] = ()
    if cost.breaks is not None:
        # An unbreakable champion cannot be chosen for a cost (5.9.4).
        picks += (Choice(What.CHAMPION, replace(cost.breaks, whose=Whose.OWN, without_keyword=Keyword.UNBREAKABLE)),)
    if cost.banishes is not None:
        picks += (replace(cost.banishes, where=replace(cost.banishes.where, whose=Whose.OWN)),)
    return picks


def push_cost(state: EpicState, frame: TextFrame, index: int) -> None:
    """Push a frame that pays a cost before ``frame`` continues.

    ``index`` is the index of the optional effect in its text, or ``POWER_COST``.
    """
    data: FrameData = {"path": frame.data["path"], "at": index}
    if "text" in frame.data:
        data["text"] = frame.data["text"]
    state.frames.append(Frame("cost", frame.controller, frame.source, data, state.cause))


def run_cost(state: EpicState, frame: Frame[CostData]) -> None:
    """Ask the player what to give up, then pay the whole cost at once."""
    state.cause = frame.cause
    cost = pending_cost(state, frame)
    try:
        picks = select_all(state, frame, cost_picks(cost))
    except PickPending:
        return
    state.finish(frame)
    if frame.data["at"] != POWER_COST:
        _pay_plain_cost(state, frame, cost)
    _pay(state, frame, cost, picks)
    run_state_checks(state)


def _pay_plain_cost(state: EpicState, frame: Frame[CostData], cost: Cost) -> None:
    seat = frame.controller
    if cost.gold:
        spend_gold(state, state.seats[seat], cost.gold, frame.source)
        log_event(state, "pay", (seat, cost.gold, frame.source), ("3.6.2", "3.5.3"))
    if cost.expend:
        pay_by_expending(state, frame.source)


def pay_by_expending(state: EpicState, source: int) -> None:
    """Expend ``source`` as a cost."""
    champion = state.find(source)
    if champion is not None:
        champion.stance = EXPENDED
        log_event(state, "expend", (champion.controller, source), cite_expending(champion, ("3.6.2", "2.6.3")))
        apply_expending(state, champion)


def _pay(state: EpicState, frame: Frame[CostData], cost: Cost, picks: list[list[int]]) -> None:
    seat, source = frame.controller, state.find(frame.source)
    remaining = iter(picks)
    if cost.health:
        lose_health(state, seat, cost.health, ("3.5.3", "I-21", "I-22"))
    if cost.counters and source is not None:
        source.plus -= cost.counters
        log_event(state, "uncounter", (source.oid, cost.counters, source.plus), ("3.6.2", "2.7[2]"))
        update_values(state, source)
    breaking = [source] if cost.break_this and source is not None else []
    if cost.breaks is not None:
        breaking += [champion for oid in next(remaining) if (champion := state.find(oid)) is not None]
    if breaking:
        break_champions(state, breaking, ("3.6.2", "5.9.4"))
    banished = [frame.source] if cost.banish_this else []
    if cost.banishes is not None:
        banished += next(remaining)
    if banished:
        banish(state, [], banished, ("3.6.2", "5.15.1"))
    if cost.bounce_this and source is not None:
        return_to_hand(state, [source], ("3.6.2", "1.9.2"))
