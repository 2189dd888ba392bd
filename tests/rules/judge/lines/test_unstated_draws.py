"""Unstated draws: a line is illegal only if it is illegal after every possible draw."""

import random
from contextlib import suppress

import pytest

from rules.engine.decision import ActionError, UndeterminedError
from rules.engine.ids import CHANCE
from rules.epic.engine import ENGINE
from rules.epic.notation.answers import NOTATION
from rules.judge.replay.verdict import Verdict
from tests.rules.judge.disputed import judged, reasons
from tests.rules.judge.epic_games import PLAYABLE, setup
from tests.rules.judge.hidden_cards import any_line

DECK = "Deck Anna: 30 Kong / 26 Ceasefire / 2 Feint / 2 Muse\nDeck Ben: 30 Kong / 30 Muse\n"
POSITION_FIELDS = {"decks": DECK, "Anna_hand": "Ceasefire"}
SPENT = "costs 1 gold here and Anna has 0: 1 gold was spent on Ceasefire."
FORBIDDEN = "No further attack may be declared this turn: Ceasefire forbids it."


@pytest.mark.parametrize(
    ("play", "fields", "expected"),
    [
        ("Anna: play Lash", {}, [("3.0", "Anna's list has no Lash.")]),
        ("Anna: play Kong", {}, [("3.6.3", f"Kong {SPENT}")]),
        ("Anna: play Feint", {"Anna_hand": "Ceasefire, Feint"}, [("3.6.3", f"Feint {SPENT}")]),
        ("Anna: attack with Kong", {"Anna_champion": "Kong"}, [("3.2.3", FORBIDDEN)]),
        ("Anna: use Kong", {"Anna_champion": "Kong"}, [("3.5.1", "Kong has no power.")]),
        ("Anna: play Muse", {"Anna_discard": "2 Muse"},
         [("3.0", "Anna's list has 2 Muse; both are accounted for: two in the discard pile.")]),
    ],
)  # fmt: skip
def test_line_illegal_after_every_draw_is_illegal(play, fields, expected):
    replayed = judged(f"Anna: play Ceasefire\n{play}", **{**POSITION_FIELDS, **fields})
    assert (replayed.verdict, reasons(replayed)) == (Verdict.ILLEGAL, expected)


@pytest.mark.parametrize("play", ["Anna: pass", "Anna: play Muse"])
def test_line_legal_after_some_draw_is_undetermined(play):
    replayed = judged(f"Anna: play Ceasefire\n{play}", **POSITION_FIELDS)
    assert replayed.verdict is Verdict.UNDETERMINED
    assert replayed.undetermined == (
        "Line 25 (Anna): A line `chance: ...` is missing before it, as chance decided first: Anna draws a card."
    )


def test_draw_of_next_turn_is_considered():
    fields = {**POSITION_FIELDS, "Ben_champion": "Muse"}
    able = judged("Anna: pass\nBen: pass\nBen: attack with Muse", **fields)
    assert able.verdict is Verdict.UNDETERMINED
    unable = judged("Anna: pass\nBen: pass\nBen: attack with Kong", **fields)
    assert ("4.4.1", "Kong is not in play.") in reasons(unable)


def test_board_is_before_draw_and_branches_continue_after_it():
    replayed = judged("Anna: play Ceasefire\nAnna: play Lash", **POSITION_FIELDS)
    asked = [state.pending.seat for state in (replayed.final, replayed.disputed) if state and state.pending]
    assert asked == [CHANCE, 0]
    assert replayed.illegal is not None
    assert "pass" in replayed.illegal.legal


def at_a_draw(seed):
    """Return a random game of listed decks at a draw of which several outcomes are possible, or nothing."""
    chance = random.Random(f"draw {seed}")
    decks = tuple(tuple(chance.choice(PLAYABLE) for _ in range(30)) for _ in range(2))
    state = ENGINE.new_game(setup(seed, decks))
    with suppress(UndeterminedError):
        for _ in range(chance.randrange(20, 250)):
            if state.over:
                return None, chance
            ENGINE.apply(state, ENGINE.sample(state, chance))
        while state.pending is not None and state.pending.seat != CHANCE:
            ENGINE.apply(state, ENGINE.sample(state, chance))
        return (None if state.pending is None else state), chance
    return None, chance


def faulty(state, seat, words):
    """Whether words are an answer that fails something."""
    then = ENGINE.copy(state)
    try:
        return bool(ENGINE.check(then, NOTATION.read(then, seat, words).action))
    except (ActionError, UndeterminedError):
        return False


@pytest.mark.parametrize("seed", range(60))
def test_line_illegal_after_hidden_draw_is_illegal_after_each_draw(seed):
    state, chance = at_a_draw(seed)
    unseen = NOTATION.with_hidden_outcome(state) if state is not None else None
    if unseen is None or unseen.pending is None:
        return
    names = sorted({state.table[cid].name for part in state.seats[state.pending.detail[0][1]].deck for cid in part})
    for _ in range(10):
        drawn = [ENGINE.copy(state) for _ in range(4)]
        for each in drawn:
            while each.pending is not None and each.pending.seat == CHANCE:
                ENGINE.apply(each, ENGINE.sample(each, chance))
        actor, _, words = any_line(drawn[0], chance).partition(": ")
        if chance.random() < 0.5:
            words = f"play {chance.choice(names)}"
        seat = state.names.index(actor) if actor in state.names else CHANCE
        if seat != CHANCE and faulty(unseen, seat, words):
            assert all(faulty(each, seat, words) for each in drawn if each.pending is not None), words


LISTED = "Deck Anna: 58 Kong / {} Steel Golem / {} Muse\n"


@pytest.mark.parametrize(
    ("golems", "muses", "expected"),
    [
        (3, 0, Verdict.UNDETERMINED),
        (1, 2, Verdict.UNDETERMINED),
        (2, 0, Verdict.ILLEGAL),
        (1, 1, Verdict.ILLEGAL),
        (1, 0, Verdict.ILLEGAL),
    ],
)
def test_unknown_cards_share_alignment_within_decklist_limits(golems, muses, expected):
    """Rule 5.3.1: Steel Golem and Muse are Sage, Kong is Wild."""
    decks = LISTED.format(golems, muses).replace(" / 0 Muse", "")
    replayed = judged("Anna: play Steel Golem\nAnna: reveal ?, ?", decks=decks, Anna_hand="Steel Golem, 4 ?")
    assert replayed.verdict is expected
    assert expected is Verdict.UNDETERMINED or "5.3.4" in [rule for rule, _ in reasons(replayed)]


@pytest.mark.parametrize(("other", "expected"), [("Muse", Verdict.UNDETERMINED), ("Feint", Verdict.LEGAL)])
def test_unknown_card_is_picked_only_if_decklist_has_a_qualifying_one(other, expected):
    """Rule 3.2.3c: a card that does as much as can be done."""
    decks = f"Deck Anna: 2 Final Task / 57 Ceasefire / 1 {other}\n"
    fields = {"Anna_hand": "Final Task", "Anna_discard": "2 ?"}
    assert judged("Anna: play Final Task, mode 2\nAnna: pass", decks=decks, **fields).verdict is expected
