"""Violations of nearly legal actions: too many or too few references, wrong ones, another player's."""

import pytest

from rules.engine.decision import Action, Decision, InvalidActionError
from rules.engine.game import Setup
from rules.engine.ids import CHANCE
from rules.epic.engine import ENGINE
from rules.epic.state import EpicState
from rules.games import EPIC
from rules.judge.record import parse
from rules.judge.replay.replayer import replay
from tests.rules.epic.scenarios.table import Start, Table

STORM = "The damage comes from Lightning Storm."
TWELVE = ("Kong",) * 12


def reasons(state: EpicState, answer: Action) -> list[tuple[str, str]]:
    return [(violation.rule, violation.text) for violation in ENGINE.check(state, answer)]


def pending_decision(state: EpicState, kind: str) -> Decision:
    assert state.pending is not None
    assert state.pending.kind == kind
    return state.pending


def test_mandatory_choice_cites_the_card_rule() -> None:
    """Rule 3.2.3, not 5.12.3."""
    table = Table(a=Start(hand=["Stand Alone"], in_play=["Kong", "Muse"]))
    table.a.plays("Stand Alone", 1)
    pending_decision(table.state, "choose")
    text = "A cannot say yes now: first A makes a choice for Stand Alone."
    assert reasons(table.state, Action(0, "yes")) == [("3.2.3", text)]


def test_discard_of_wrong_number_is_violation() -> None:
    """Rule 1.7.1."""
    table = Table(a=Start(hand=["Thought Plucker"]), b=Start(hand=["Kong", "Muse", "Juggernaut"]))
    table.a.plays("Thought Plucker")
    hand = pending_decision(table.state, "discard").candidates
    text = "B discards 1 of the cards in hand here, not 2."
    assert reasons(table.state, Action(1, "discard", hand[:2])) == [("1.7.1", text)]


def test_block_with_departed_blocker_is_violation() -> None:
    """Rule 4.4.6[1] in addition to 5.2.1, where one able blocker is enough for all (I-74)."""
    other = Start(in_play=["Kong", "Watchful Gargoyle", "Muse"], hand=["Lightning Strike"])
    table = Table(Start(in_play=["Angel of Light"]), other, choices=(("I-74", 1),))
    muse, kong = table.champion("Muse").oid, table.champion("Kong").oid
    table.a.attacks("Angel of Light")
    table.a.passes()
    table.b.plays("Lightning Strike")
    table.b.targets("Muse")
    table.all_pass()
    pending_decision(table.state, "block")
    gone = ("4.4.6[1]", "Muse is not in play.")
    unable = ("5.2.1", "B's Kong can block none of the attackers: every attacker is airborne and it is not (I-74).")
    assert reasons(table.state, Action(1, "block", (muse,))) == [gone]
    assert reasons(table.state, Action(1, "block", (muse, kong))) == [gone, unable]


def test_assign_from_wrong_source_or_to_wrong_targets_is_violation() -> None:
    """Rules 5.20.1, 3.2.3."""
    table = Table(a=Start(hand=["Lightning Storm"]), b=Start(in_play=["Muse", "Kong"]))
    table.a.plays("Lightning Storm")
    storm = pending_decision(table.state, "assign").source
    muse, kong = table.champion("Muse").oid, table.champion("Kong").oid
    assert reasons(table.state, Action(0, "assign", (storm, muse, storm, kong), amounts=(1, 5))) == []
    assert reasons(table.state, Action(0, "assign", (storm, muse, muse, kong), amounts=(1, 5))) == [("5.20.1", STORM)]
    assert reasons(table.state, Action(0, "assign")) == [
        ("5.20.1", "The damage is divided over 1 to 4 targets, not 0."),
        ("3.2.3", "All 6 points are dealt; 0 are assigned."),
    ]


def unknown(*decks: tuple[str, ...] | None) -> EpicState:
    """Return the first main phase of Ann; of a deck that is ``None`` nothing is known."""
    state = ENGINE.new_game(Setup(("Ann", "Ben"), decks, 0, "RB-2017"))
    ENGINE.apply(state, Action(1, "mulligan"))
    ENGINE.apply(state, Action(0, "mulligan"))
    return state


def test_draw_for_wrong_player_is_violation_and_unnamed_card_is_legal() -> None:
    """Rule 1.6.1."""
    state = unknown(TWELVE, None)
    known, unnamed = state.seats[1].deck[0][:2]
    state.seats[1].deck[0] = (known, unnamed)
    ENGINE.bind(state, known, "Muse")
    ENGINE.apply(state, Action(0, "pass"))
    ENGINE.apply(state, Action(1, "pass"))
    pending_decision(state, "draw")
    assert reasons(state, Action(CHANCE, "draw", (known,), 1)) == []
    assert reasons(state, Action(CHANCE, "draw", (unnamed,), 1)) == []
    assert reasons(state, Action(CHANCE, "draw", (known,), 0)) == [("1.6.1", "It is Ben who draws.")]


def test_revealed_card_must_be_named() -> None:
    """Rule 5.19.1."""
    state = unknown(None, TWELVE)
    herald, top = state.seats[0].hand[0], state.seats[0].deck[0][0]
    ENGINE.bind(state, herald, "Mist Guide Herald")
    ENGINE.apply(state, Action(0, "play", (herald,)))
    pending_decision(state, "draw")
    assert reasons(state, Action(CHANCE, "draw", (top,), 1)) == [("5.19.1", "It is Ann who reveals a card.")]
    with pytest.raises(InvalidActionError, match=r"^an unknown card that everybody sees is named first$"):
        ENGINE.check(state, Action(CHANCE, "draw", (top,), 0))
    ENGINE.bind(state, top, "Muse")
    assert reasons(state, Action(CHANCE, "draw", (top,), 0)) == []


@pytest.mark.parametrize("cards", [5, 6])
def test_skipped_draw_is_explained_with_and_without_deck(cards: int) -> None:
    """Rule 4.2.3a."""
    headers = f"Record: 1\nGame: epic\nRules: RB-2017\nPlayers: Ann, Ben\nFirst: Ann\nDeck Ann: {cards} Kong\n"
    replayed = replay(EPIC, parse(f"{headers}\nPlays\nBen: keep\nAnn: keep\nchance: Ann draws Kong\n"))
    assert replayed.illegal is not None
    assert [(reason.rule, reason.text) for reason in replayed.illegal.reasons] == [
        ("4.2.3a", "Ann skips this draw (1.6.4, I-25).")
    ]
