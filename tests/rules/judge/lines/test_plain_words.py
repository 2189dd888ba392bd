"""Reasons use the words of the table and no internals of the code."""

import random
import re
from collections.abc import Iterator
from typing import Final

import pytest

from rules.engine.decision import Action, ActionError, UndeterminedError
from rules.epic.actions.registry import DECISION_KINDS
from rules.epic.engine import ENGINE
from rules.games import EPIC
from rules.judge.analysis.branch_comparison import RulingError, compare_branches
from rules.judge.board import JUDGE, PUBLIC
from rules.judge.record import RecordError, parse
from rules.judge.replay.replayer import replay
from rules.judge.replay.result import Replay
from tests.rules.judge.disputed import judged, reasons
from tests.rules.judge.epic_games import setup
from tests.rules.judge.unfounded_claims import CLAIMS
from tools.fuzz.hostile_records import records

INTERNALS: Final = re.compile(
    r"\b(?:[Bb]atch|[Ff]rame|[Tt]rigger number|[Aa]bility number|candidates?|refs?|option|oid|cid|None|seat \d|"
    r"object \d+|card \d+|reference \d+|\d{4,})\b|[{}\[\]_<>]",
)
"""What belongs to the code and not to the table."""


@pytest.mark.parametrize(("plays", "fields"), [claim[:2] for claim in CLAIMS.values()], ids=CLAIMS)
def test_reasons_of_claims_contain_no_internals(plays, fields) -> None:
    for _, text in reasons(judged(plays.replace(" / ", "\n"), **fields)):
        assert INTERNALS.search(text) is None, text


@pytest.mark.parametrize("seed", range(3))
def test_reasons_in_random_games_contain_no_internals(seed) -> None:
    chance = random.Random(seed)
    state = ENGINE.new_game(setup(seed))
    for _ in range(150):
        if state.pending is None:
            break
        for answer in _wild_answers(state, chance):
            try:
                found = ENGINE.check(state, answer)
            except (ActionError, UndeterminedError):
                continue
            for reason in found:
                assert INTERNALS.search(reason.text) is None, (answer, reason)
        ENGINE.apply(state, ENGINE.sample(state, chance))


def _wild_answers(state, chance) -> list[Action]:
    """Return some answers of every kind, hardly any of them legal."""
    things = [*(champion.oid for seat in state.seats for champion in seat.champions), 0, 1]
    things += [cid for seat in state.seats for cid in (*seat.hand, *seat.discard)]
    return [
        Action(chance.randrange(2), verb, tuple(chance.sample(things, min(len(things), chance.randrange(3)))), option)
        for verb in DECISION_KINDS
        for option in (0, chance.randrange(3))
    ]


QUOTED: Final = re.compile(r"'[^']*'|`[^`]*`|\"[^\"]*\"|\d+\.\d+(?:\.\d+)?[a-e]?\[\d\]")
"""What a message quotes of the record, and citations of rules of which there are two."""


@pytest.mark.parametrize("seed", [200, *(pytest.param(seed, marks=pytest.mark.sweep) for seed in (201, 202, 203))])
def test_messages_for_hostile_record_contain_no_internals(seed) -> None:
    for text in records(seed):
        try:
            message = list(_messages(replay(EPIC, parse(text))))
        except RecordError as error:
            message = [problem.message for problem in error.problems]
        for words in message:
            assert INTERNALS.search(QUOTED.sub("", words)) is None, (words, text)


def _messages(replayed: Replay) -> Iterator[str]:
    """Yield all that is said of a replay in sentences; the claimed line is in the words of the record."""
    wrong = replayed.illegal
    if wrong is not None:
        yield from (reason.text for reason in (*wrong.reasons, *wrong.public_reasons))
        yield wrong.constraint
    yield from (replayed.undetermined, replayed.ambiguity)
    for viewer in (JUDGE, PUBLIC):
        for index in range(len(replayed.steps) + 1):
            yield from replayed.sentences(index, viewer)
        board = replayed.board(len(replayed.steps), viewer)
        yield from (*board.notes, *board.triggers, board.waiting, board.phase)
    try:
        found = compare_branches(replayed)
    except RulingError:
        return
    if found is not None:
        yield from (found.claimed.stopped, found.claimed.impossible, found.ruled.words, found.ruled.stopped)
