"""Ally abilities triggered by a played card (5.18.1, I-57, I-58)."""

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from rules.engine.ids import is_object
from rules.epic.board.triggers import add_trigger
from rules.epic.cards.printed import PrintedCard
from rules.epic.interpretation_options import ALLY_TIME
from rules.epic.state import EpicState, Frame, has_lost_abilities
from rules.epic.state.frame_data import EventCardData, FrameData
from rules.epic.state.log import log_event

AbilityRefs: TypeAlias = tuple[tuple[int, int], ...]
"""Sources and indexes of ally abilities."""


def trigger_allies(state: EpicState, seat: int, card: PrintedCard) -> None:
    """Add triggers for ally abilities of ``seat`` on a 1-cost card from hand.

    Rules: 5.18.1, I-57, I-58.
    """
    for source, index in matching_allies(state, seat, card):
        add_trigger(state, seat, source, index)


def matching_allies(state: EpicState, seat: int, card: PrintedCard) -> Iterator[tuple[int, int]]:
    """Yield ``(source, index)`` of the ally abilities of ``seat`` that match ``card``."""
    table, seat_state = state.table, state.seats[seat]
    for alignment in card.card.alignments:
        for champion in seat_state.champions:
            ally = table[champion.cid].ally
            if ally and not has_lost_abilities(champion):
                for index in ally.get(alignment, ()):
                    yield champion.oid, index
        for cid in seat_state.gods:
            for index in table[cid].ally.get(alignment, ()):
                yield cid, index
        for cid in seat_state.discard:
            grey = table[cid].grey_ally
            if grey:
                for index in grey.get(alignment, ()):
                    yield cid, index


def announce_event_card(state: EpicState, seat: int, card: PrintedCard, *, triggers_allies: bool) -> FrameData | None:
    """Add ally triggers for an announced event card, unless they trigger later.

    Rules: I-57.

    Returns:
        Data for its frame: ``allies`` if the number of triggers differs from what the printed cost implies;
        ``hearing``
            with the sources that would have triggered now if they trigger only after it resolved.
    """
    if triggers_allies and state.options[ALLY_TIME]:
        return {"allies": 1, "hearing": tuple(source for source, _ in matching_allies(state, seat, card))}
    if triggers_allies:
        trigger_allies(state, seat, card)
    return None if triggers_allies == (card.cost == 1) else {"allies": int(triggers_allies)}


def trigger_allies_after_event(state: EpicState, frame: Frame[EventCardData]) -> None:
    """Add ally triggers after an event card, or log those that did not trigger.

    Rules: I-57.
    """
    cid, seat = frame.source, frame.controller
    card = state.table[cid]
    if not frame.data.get("allies", card.cost == 1):
        return
    now = list(matching_allies(state, seat, card))
    if state.options[ALLY_TIME]:
        sources = {source for source, _ in now}
        gone = [source for source in frame.data.get("hearing", ()) if source not in sources]
        trigger_allies(state, seat, card)
        _log_missed(
            state, frame, [ability for source in gone for ability in _printed_ally_abilities(state, source, card)]
        )
    elif now:
        # Its own ally ability, now in the discard pile, was covered when it was played.
        _log_missed(state, frame, [each for each in now if each[0] != cid and not _has_triggered(state, frame, each)])


def _printed_ally_abilities(state: EpicState, source: int, card: PrintedCard) -> AbilityRefs:
    """Return the printed ally abilities of ``source`` that match ``card``."""
    printed = state.printed_of(source)
    words = printed.ally if is_object(source) or printed.is_god else printed.grey_ally
    return tuple((source, index) for alignment in card.card.alignments for index in words.get(alignment, ()))


def _has_triggered(state: EpicState, frame: Frame[EventCardData], ability: tuple[int, int]) -> bool:
    """Return True if an ability has triggered on the event card of ``frame``."""
    return any(
        (trigger.source, trigger.ability) == ability
        and (trigger.cause < 0 or state.log[trigger.cause].cause == frame.cause)
        for trigger in state.noted
    )


def _log_missed(state: EpicState, frame: Frame[EventCardData], missing: Iterable[tuple[int, int]]) -> None:
    for source, index in missing:
        log_event(state, "no-ally", (frame.controller, source, index, frame.source), ("5.18.1", "I-57"))
