"""The lines of text that a card has: its own and those added to it.

They are pushed as stack frames here.
"""

from collections.abc import Iterator, Sequence

from rules.champions.cards import When
from rules.champions.cards.instructions import Gains
from rules.champions.effects import Ability, granted_ability, text_of
from rules.champions.interpretation_options import EXHAUSTING
from rules.champions.state import ChampionsState, FrameData, Place
from rules.champions.state.places import Spot, all_cards_on_field, is_active, selects, spot_of, value_of
from rules.engine.state import Frame

NO_VALUE = -1
OFF_THE_FIELD = -1


def passive_additions(state: ChampionsState) -> list[tuple[Spot, Gains, Ability]]:
    """Return the passive effects that add a line to cards, in Standard Order.

    Each comes with the added line.
    """
    return [
        (spot_of(place), node, ability)
        for place in all_cards_on_field(state, state.turn)
        for node, ability in text_of(state.table[place.piece.cid]).gains
        if is_active(state, place)
    ]


def added_abilities(
    state: ChampionsState, place: Place, additions: Sequence[tuple[Spot, Gains, Ability]] | None = None
) -> Iterator[Ability]:
    """Yield the lines added to a card.

    Those of passive effects come first, then those added for a time, in the order of time.
    """
    for spot, node, ability in passive_additions(state) if additions is None else additions:
        if selects(state, node.cards, spot, place.piece.cid, place.lane):
            yield ability
    for granted in place.piece.granted:
        card = next(card for card in state.table.values() if card.name == granted.card)
        yield granted_ability(card, granted.line, granted.part)


def abilities_of(state: ChampionsState, place: Place, *timings: When) -> tuple[Ability, ...]:
    """Return a card's lines with these timings.

    Its own come in printed order, the added ones after them (2.7.1).
    """
    own = (line for line in text_of(state.table[place.piece.cid]).lines if line.when in timings)
    return (*own, *(line for line in added_abilities(state, place) if line.when in timings))


def ability_of_frame(state: ChampionsState, frame: Frame[FrameData]) -> Ability:
    """Return the line that a ``text`` frame executes."""
    name = frame.data.get("given")
    if not name:
        return text_of(state.table[frame.source]).lines[frame.data["line"]]
    card = next(card for card in state.table.values() if card.name == name)
    return granted_ability(card, frame.data["line"], frame.data.get("part", 0))


def push_text_lines(
    state: ChampionsState, owner: int, cid: int, lane: int, lines: Sequence[Ability], place: Place | None
) -> None:
    """Push lines of a card's text as stack frames, to be executed in order.

    The card belongs to ``owner`` and is controlled by the Champion of its ``lane`` (6.2/control); ``place`` is ``None``
    for a card in limbo.
    """
    value = value_of(state, place) if place is not None else None
    corner = place.piece.corner if place is not None and place.row != "champion" else OFF_THE_FIELD
    for line in reversed(lines):
        if line.corners and corner + 1 not in line.corners:
            continue
        data: FrameData = {
            "line": line.line,
            "lane": lane,
            "value": NO_VALUE if value is None else value,
            "corner": corner,
        }
        if line.given:
            data["given"], data["part"] = line.given, line.part
        state.frames.append(Frame("text", owner, cid, data, state.cause))


def push_instant_effects(state: ChampionsState, place: Place) -> bool:
    """Push stack frames for the instant effects of an active card (2.5.1.6, 4.1.2.4).

    Return whether it is active.
    """
    if not is_active(state, place):
        return False
    lines = abilities_of(state, place, When.NOW)
    push_text_lines(state, place.seat, place.piece.cid, place.lane, lines, place)
    return True


def leaving_lines(state: ChampionsState, cid: int, *, exhausted: bool) -> tuple[Ability, ...]:
    """Return the lines of a card that apply in limbo as it leaves play.

    See 3.1.5b, CH-13.
    """
    if exhausted and state.options[EXHAUSTING]:
        return ()
    timings = (When.LEAVES, When.EXHAUSTS) if exhausted else (When.LEAVES,)
    return tuple(line for line in text_of(state.table[cid]).lines if line.when in timings)
