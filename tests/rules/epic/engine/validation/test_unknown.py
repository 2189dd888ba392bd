"""Unknown cards: placeholders that get a name when they are played."""

import random

import pytest

from rules.engine.decision import Action, InvalidActionError
from rules.engine.game import Setup
from rules.epic.engine import ENGINE, UNKNOWN_DECK
from rules.epic.state import EpicState
from tests.rules.epic.engine.invariants import assert_sound

KONGS = ("Kong",) * 12


def unknown_ben() -> EpicState:
    """Return the first main phase of Ann; nothing is known of Ben's deck."""
    state = ENGINE.new_game(Setup(("Ann", "Ben"), (KONGS, None), 0, "RB-2017"))
    ENGINE.apply(state, Action(1, "mulligan"))
    ENGINE.apply(state, Action(0, "mulligan"))
    return state


def test_unknown_deck_draws_unknown_cards() -> None:
    state = unknown_ben()
    assert len(state.seats[1].hand) == 5
    assert sum(map(len, state.seats[1].deck)) == UNKNOWN_DECK - 5
    assert {state.table[cid].name for cid in state.seats[1].hand} == {"?"}
    assert_sound(state)


def test_unknown_card_must_be_named_before_play() -> None:
    state = unknown_ben()
    ENGINE.apply(state, Action(0, "pass"))
    assert list(ENGINE.legal(state)) == [Action(1, "pass")]
    cid = state.seats[1].hand[0]
    with pytest.raises(InvalidActionError, match="named before it is played"):
        ENGINE.check(state, Action(1, "play", (cid,)))
    ENGINE.bind(state, cid, "Lurking Giant")
    ENGINE.apply(state, Action(1, "play", (cid,)))
    assert [state.table[c.cid].name for c in state.seats[1].champions] == ["Lurking Giant"]


def test_bind_affects_no_copies_and_happens_once() -> None:
    state = unknown_ben()
    copied = ENGINE.copy(state)
    cid = state.seats[1].hand[0]
    ENGINE.bind(state, cid, "Kong")
    assert copied.table[cid].name == "?"
    with pytest.raises(ValueError, match="is known: it is Kong"):
        ENGINE.bind(state, cid, "Muse")
    with pytest.raises(ValueError, match="no card named 'Konk'"):
        ENGINE.bind(copied, cid, "Konk")


def test_unknown_card_among_known_ones_can_be_drawn_unnamed() -> None:
    state = unknown_ben()
    known, unknown = state.seats[1].deck[0][:2]
    state.seats[1].deck[0] = (known, unknown)
    ENGINE.bind(state, known, "Muse")
    ENGINE.apply(state, Action(0, "pass"))
    ENGINE.apply(state, Action(1, "pass"))
    drawn = {state.table[answer.refs[0]].name for answer in ENGINE.legal(state)}
    assert drawn == {"Muse", "?"}


def test_unknown_cards_can_be_discarded() -> None:
    """Which cards are discarded decides nothing about whether that is legal: they lie in the pile without a name."""
    state = unknown_ben()
    ENGINE.apply(state, Action(0, "pass"))
    ENGINE.apply(state, Action(1, "pass"))
    seat = state.seats[1]
    taken, seat.deck[0] = seat.deck[0][:4], seat.deck[0][4:]
    seat.hand += taken
    ENGINE.apply(state, Action(1, "pass"))
    ENGINE.apply(state, Action(0, "pass"))
    assert state.pending is not None
    assert state.pending.kind == "discard"
    discarding = Action(1, "discard", tuple(sorted(seat.hand)[: state.pending.low]))
    assert list(ENGINE.legal(state)) == [discarding]
    assert ENGINE.sample(state, random.Random(1)) == discarding
    ENGINE.apply(state, discarding)
    assert sorted(seat.discard) == list(discarding.refs)
    assert_sound(state)


def test_add_card_to_described_position_makes_it_playable() -> None:
    state = unknown_ben()
    copied = ENGINE.copy(state)
    cid = ENGINE.add_card(state, 0, "Muse")
    state.seats[0].hand.append(cid)
    assert_sound(state)
    assert cid not in copied.table
    assert Action(0, "play", (cid,)) in list(ENGINE.legal(state))
