"""Replay, verdict and random games work for a game of pebbles."""

import pytest

from rules.engine.decision import (
    ActionError,
    AmbiguousActionError,
    IllegalActionError,
    ImpossibleActionError,
    InvalidActionError,
    Violation,
)
from rules.engine.game import Setup
from rules.judge.board import JUDGE, PUBLIC
from rules.judge.output.random_play import record_game
from rules.judge.record import RecordError, parse, write
from rules.judge.replay.replayer import EngineError, replay
from rules.judge.replay.verdict import Verdict
from tests.rules.judge.toy import GAME, PebbleEngine, PebbleGame

HEADERS = "Record: 1\nGame: pebbles\nRules: V1\nPlayers: Anna, Ben\nFirst: Ben\n"


def played(text):
    return replay(GAME, parse(HEADERS + text))


def test_replay_legal_game_is_legal():
    replayed = played("chance: heap 5\n1. Ben: take 3\n2. Anna: take 2\n")
    assert replayed.verdict is Verdict.LEGAL
    assert replayed.decisions == 3
    assert replayed.to_json()["timeline"] == [
        {"line": 6, "text": "chance: heap 5", "rules": ["1"]},
        {"line": 7, "text": "Ben: take 3", "rules": ["2", "3"]},
        {"line": 8, "text": "Anna: take 2", "rules": ["2", "3", "4"]},
    ]
    assert replayed.facts()["winners"] == ["Anna"]


def test_replay_record_ending_mid_game_is_legal():
    replayed = played("chance: heap 5\n1. Ben: take 1\n")
    assert replayed.verdict is Verdict.LEGAL
    assert replayed.facts()["over"] is False


def test_replay_illegal_line_has_reasons_and_legal_actions():
    replayed = played("chance: heap 6\n1. Ben: take 3\n\n2. Ben: take 4\n3. Anna: take 1\n")
    wrong = replayed.illegal
    assert replayed.verdict is Verdict.ILLEGAL
    assert (wrong.line, wrong.actor, wrong.text) == (9, "Ben", "take 4")
    assert wrong.reasons == (
        Violation("2", "It is the turn of seat 0."),
        Violation("3", "At most 3 can be taken, not 4."),
    )
    assert sorted(wrong.legal) == ["Anna: take 1", "Anna: take 2", "Anna: take 3"]
    assert len(replayed.steps) == 2


@pytest.mark.parametrize("repeated", [True, False])
def test_replay_forced_action_stated_or_omitted_is_legal(repeated):
    last = "2. Anna: take 1\n" if repeated else ""
    replayed = played(f"chance: heap 4\n1. Ben: take 3\n{last}")
    assert replayed.verdict is Verdict.LEGAL
    assert replayed.decisions == 2
    assert len(replayed.steps) == 2 + repeated
    assert replayed.facts()["winners"] == ["Anna"]


def test_replay_lines_after_end_are_illegal():
    replayed = played("chance: heap 5\n1. Ben: take 3\n2. Anna: take 2\n3. Ben: take 1\n")
    assert replayed.illegal.line == 9
    assert replayed.illegal.reasons == (Violation("4", "The game is over: Anna has won."),)
    assert replayed.illegal.legal == ()


def test_replay_record_beginning_with_position():
    replayed = played("Position\nHeap: 3\nNext: Anna\nPlays\nAnna: take 3\n")
    assert replayed.facts()["winners"] == ["Anna"]


UNREADABLE = [
    ("chance: heap 5\n1. Ben: grab 3\n", 7, 9, "'grab 3' is not understood; write `take 2`"),
    ("chance: heap 5\n1. Ben: take 0\n", 7, 9, "at least one pebble"),
    ("Position\nHeap: many\nColour: red\nNext: Ben\n", 7, 7, "how many pebbles?"),
    ("Position\nNext: Ben\n", 6, 1, "how many pebbles?"),
    ("Deck Anna\n1 Rde\n", 7, 1, "no card is called “Rde”: did you mean Red?"),
]


@pytest.mark.parametrize(("text", "line", "column", "message"), UNREADABLE)
def test_replay_unreadable_line_raises_with_place(text, line, column, message):
    with pytest.raises(RecordError) as caught:
        played(text)
    problem = caught.value.problems[0]
    assert (problem.line, problem.column, problem.message) == (line, column, message)


def test_replay_position_errors_are_all_reported():
    with pytest.raises(RecordError) as caught:
        played("Position\nHeap: many\nColour: red\nNext: Ben\n")
    assert [(problem.line, problem.message) for problem in caught.value.problems] == [
        (7, "how many pebbles?"),
        (8, "Colour is no field"),
    ]


def test_replay_unknown_game_or_version_raises():
    with pytest.raises(RecordError) as caught:
        replay(GAME, parse("Record: 1\nGame: chess\nRules: V3\nPlayers: Anna, Ben\nFirst: Ben\n"))
    assert [(problem.line, problem.expected) for problem in caught.value.problems] == [
        (2, ("pebbles",)),
        (3, ("V1", "V2")),
    ]


def test_board_is_made_for_one_viewer():
    replayed = played("Deck Anna\n1 Red\nDeck Ben\n1 Blue\nPlays\nchance: heap 5\n")
    hands = {viewer: [side.hand.cards for side in replayed.board(0, viewer).sides] for viewer in (PUBLIC, 0, 1, JUDGE)}
    assert hands == {PUBLIC: [None, None], 0: [("Red",), None], 1: [None, ("Blue",)], JUDGE: [("Red",), ("Blue",)]}


@pytest.mark.parametrize("seed", range(20))
def test_random_games_replay_legally(seed):
    setup = Setup(("Anna", "Ben"), (("Red",), ("Blue",)), seed % 2, "V2")
    record = record_game(GAME, setup, seed)
    replayed = replay(GAME, parse(write(record)))
    assert replayed.verdict is Verdict.LEGAL
    assert replayed.facts()["over"] is True
    assert replay(GAME, record).hashes == replayed.hashes


class BrokenEngine(PebbleEngine):
    """An engine with a bug: a legal answer leads to one of its own that is not."""

    def __init__(self, error: ActionError) -> None:
        self.error = error

    def apply(self, state, answer):
        super().apply(state, answer)
        if state.heap == 2:
            raise self.error


class BrokenGame(PebbleGame):
    """The game of pebbles with that engine."""

    def __init__(self, error: ActionError) -> None:
        self.engine = BrokenEngine(error)


@pytest.mark.parametrize(
    "error",
    [
        IllegalActionError([Violation("3", "At most 3 can be taken, not 4.")]),
        InvalidActionError("at least one pebble"),
        AmbiguousActionError("red", ["Red", "Dark red"]),
        ImpossibleActionError("no pebble is left"),
    ],
)
def test_engine_failing_on_legal_action_raises_engine_error(error: ActionError):
    record = parse(HEADERS + "chance: heap 5\n1. Ben: take 3\n2. Anna: take 1\n")
    with pytest.raises(EngineError, match="the engine failed to carry out 'take 3'"):
        replay(BrokenGame(error), record)


def test_illegal_action_in_failing_engine_is_illegal():
    error = IllegalActionError([Violation("3", "never")])
    replayed = replay(BrokenGame(error), parse(HEADERS + "chance: heap 6\n1. Ben: take 4\n"))
    assert replayed.verdict is Verdict.ILLEGAL
