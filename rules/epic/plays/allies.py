"""Ally abilities: which hear a card that is played, and when (5.18.1, I-57, I-58)."""

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
"""Sources and numbers of ally abilities."""


def trigger_allies(state: EpicState, seat: int, card: PrintedCard) -> None:
    """Ally abilities of ``seat`` trigger on a card with cost 1 played from hand (5.18.1, I-57, I-58)."""
    for source, index in matching_allies(state, seat, card):
        add_trigger(state, seat, source, index)


def matching_allies(state: EpicState, seat: int, card: PrintedCard) -> Iterator[tuple[int, int]]:
    """Yield source and number of the ally abilities of ``seat`` that would trigger on ``card`` as things stand."""
    table, mine = state.table, state.seats[seat]
    for alignment in card.card.alignments:
        for champion in mine.champions:
            ally = table[champion.cid].ally
            if ally and not has_lost_abilities(champion):
                for index in ally.get(alignment, ()):
                    yield champion.oid, index
        for cid in mine.gods:
            for index in table[cid].ally.get(alignment, ()):
                yield cid, index
        for cid in mine.discard:
            grey = table[cid].grey_ally
            if grey:
                for index in grey.get(alignment, ()):
                    yield cid, index


def announce_event_card(state: EpicState, seat: int, card: PrintedCard, *, heard: bool) -> FrameData | None:
    """Let ally abilities hear an event card that is announced, unless that is later; return what its frame keeps.

    ``allies`` says whether they hear it, where a card of its cost usually is or is not. Where they hear it only once it
    has resolved (I-57), ``hearing`` has the sources of those that would have heard it before.
    """
    if heard and state.options[ALLY_TIME]:
        return {"allies": 1, "hearing": tuple(source for source, _ in matching_allies(state, seat, card))}
    if heard:
        trigger_allies(state, seat, card)
    return None if heard == (card.cost == 1) else {"allies": int(heard)}


def trigger_allies_after_event(state: EpicState, frame: Frame[EventCardData]) -> None:
    """Let ally abilities hear the event card of ``frame``, or say which hear it at the other moment only (I-57)."""
    cid, seat = frame.source, frame.controller
    card = state.table[cid]
    if not frame.data.get("allies", card.cost == 1):
        return
    now = list(matching_allies(state, seat, card))
    if state.options[ALLY_TIME]:
        there = {source for source, _ in now}
        gone = [source for source in frame.data.get("hearing", ()) if source not in there]
        trigger_allies(state, seat, card)
        _tell(state, frame, [each for source in gone for each in _abilities(state, source, card)])
    elif now:
        # Its own, in the discard pile now, is among what playing it has told.
        _tell(state, frame, [each for each in now if each[0] != cid and not _has_heard(state, frame, each)])


def _abilities(state: EpicState, source: int, card: PrintedCard) -> AbilityRefs:
    """Return the ally abilities printed on ``source``, wherever it is, that wait for a card like ``card``."""
    printed = state.printed_of(source)
    words = printed.ally if is_object(source) or printed.is_god else printed.grey_ally
    return tuple((source, index) for alignment in card.card.alignments for index in words.get(alignment, ()))


def _has_heard(state: EpicState, frame: Frame[EventCardData], ability: tuple[int, int]) -> bool:
    """Whether an ability has triggered on the event card of ``frame``; nothing noted resolves before it is done."""
    return any(
        (trigger.source, trigger.ability) == ability
        and (trigger.cause < 0 or state.log[trigger.cause].cause == frame.cause)
        for trigger in state.noted
    )


def _tell(state: EpicState, frame: Frame[EventCardData], missing: Iterable[tuple[int, int]]) -> None:
    for source, index in missing:
        log_event(state, "no-ally", (frame.controller, source, index, frame.source), ("5.18.1", "I-57"))
