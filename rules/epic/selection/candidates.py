"""Candidates of a pick: players, champions and cards (5.20, I-53, I-54)."""

from typing import Final, TypeAlias

from rules.engine.ids import is_seat
from rules.epic.board.continuous import (
    all_current_values,
    are_opponents,
    card_qualifies,
    champion_qualifies,
    is_forbidden,
)
from rules.epic.board.filters import card_matches
from rules.epic.board.zones import unique_cards
from rules.epic.effects import Ban, Choice, Choices, Filter, Target, Targets, What, Whose
from rules.epic.players.seats import in_turn_order, is_in_reach, seats_in_reach
from rules.epic.state import EpicState, TextFrame
from rules.epic.state.display_names import display_name
from rules.epic.state.unknown_cards import could_be, is_unknown
from rules.epic.text.rendering import render_pick
from rules.epic.traits import UNTARGETABLE
from rules.notation.english import listed

Pick: TypeAlias = Target | Targets | Choice | Choices
CHAMPION: Final = What.CHAMPION
PLAYER: Final = What.PLAYER
HAND: Final = What.HAND
REVEALED: Final = What.REVEALED
DISCARD: Final = What.DISCARD
ANY: Final = Whose.ANY
OPPOSING: Final = Whose.OPPOSING
OUTSIDE_PLAY: Final = frozenset({What.HAND, What.DISCARD, What.REVEALED})


def unique_candidates(state: EpicState, frame: TextFrame, pick: Target | Choice, owners: list[int] | None) -> list[int]:
    """Return the candidates of ``pick``.

    Of each set of interchangeable cards, there is only one. Unknown cards outside play are candidates, since they may
    qualify once they are named.
    """
    candidates = all_candidates(state, frame, pick, owners)
    return (
        list(unique_cards(state, candidates, frame.controller))
        if pick.what is not CHAMPION and pick.what in OUTSIDE_PLAY
        else candidates
    )


def all_candidates(state: EpicState, frame: TextFrame, pick: Pick, owners: list[int] | None = None) -> list[int]:
    """Return the candidates of ``pick`` including all interchangeable cards."""
    you = frame.controller
    card_filter = pick.where
    if pick.what is HAND or pick.what is REVEALED:
        cards = state.seats[you].hand if pick.what is HAND else find_still_revealed(state, frame)
        return sorted(cid for cid in cards if card_may_qualify(state, frame, card_filter, cid))
    if pick.what is DISCARD:
        return sorted(
            cid
            for number, seat in seats_in_reach(state, you)
            if owners is None or number in owners
            for cid in seat.discard
            if card_may_qualify(state, frame, card_filter, cid)
        )
    candidates: list[int] = []
    if pick.what is not CHAMPION:
        candidates += _players_for(state, you, pick)
    if pick.what is not PLAYER:
        values, targeted, source = all_current_values(state), isinstance(pick, Target | Targets), frame.source
        candidates += [
            champion.oid
            for number, seat in seats_in_reach(state, you)
            if owners is None or number in owners
            for champion in seat.champions
            if not (targeted and UNTARGETABLE in values[champion.oid].keywords)
            and (card_filter.anything or champion_qualifies(state, card_filter, you, source, champion))
        ]
    return sorted(candidates)


def _players_for(state: EpicState, you: int, pick: Target | Targets | Choice | Choices) -> list[int]:
    seats = [seat for seat in sorted(in_turn_order(state, 0)) if is_on_side(state, you, seat, pick.where.whose)]
    if isinstance(pick, Target | Targets):
        return [seat for seat in seats if not is_forbidden(state, seat, Ban.BE_TARGETED)]
    return seats


def card_may_qualify(state: EpicState, frame: TextFrame, card_filter: Filter, cid: int) -> bool:
    """Return True if a card outside play passes ``card_filter``.

    True also if it could once it is named.
    """
    if is_unknown(state, cid):
        if not could_be(state, cid, lambda card: card_matches(card_filter, card)):
            return False
        relaxed = Filter(whose=card_filter.whose, other=card_filter.other, broke_this_turn=card_filter.broke_this_turn)
        return card_qualifies(state, relaxed, frame.controller, frame.source, cid)
    return card_qualifies(state, card_filter, frame.controller, frame.source, cid)


def find_still_revealed(state: EpicState, frame: TextFrame) -> list[int]:
    """Return the cards revealed by the text that are still on top of their deck."""
    return [cid for cid in frame.data.get("revealed", ()) if (cid,) in state.seats[state.owners[cid]].deck]


def is_on_side(state: EpicState, you: int, seat: int, required: Whose) -> bool:
    """Return True if ``seat`` is in reach of ``you`` and a required player.

    It must be one of the players ``required``.
    """
    if not is_in_reach(state, you, seat):
        return False
    return required is ANY or (are_opponents(state, you, seat) if required is OPPOSING else seat == you)


def explain_no_candidates(state: EpicState, frame: TextFrame, pick: Pick) -> str:
    """Return why ``pick`` has no candidates."""
    pick_text = f'"{render_pick(pick)}"'
    if not isinstance(pick, Target | Targets) or pick.what in OUTSIDE_PLAY:
        return f"it asks for {pick_text}, and there is none"
    untargetable = all_candidates(state, frame, Choice(pick.what, pick.where))
    if not untargetable:
        return f"it asks for {pick_text}, and there is none"
    rules = {"I-54" if is_seat(ref) else "5.12.1" for ref in untargetable}
    names = listed([display_name(state, ref) for ref in untargetable])
    return f"it asks for {pick_text}, and {names} cannot be targeted ({', '.join(sorted(rules))})"
