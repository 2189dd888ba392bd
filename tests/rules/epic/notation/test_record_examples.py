"""Each example of ``RECORD.md`` is parsed as the document says."""

import re
from pathlib import Path

import pytest

from rules.engine.decision import ActionError
from rules.epic.engine import ENGINE
from rules.epic.notation.answers import NOTATION, render
from rules.judge import record
from tests.rules.epic.notation.table import position

ANNA = 0
MAIN = {
    "Anna_hand": "Kong, Flame Strike, Rage, Lash, Wolf's Call",
    "Anna_champion": "Triceratops, Palace Guard, Muse",
    "Ben_champion": "Noble Unicorn, Steel Golem, Pyromancer, Raging T-Rex",
    "Ben_hand": "4 ?",
}
DOCUMENT = (Path(record.__file__).parents[1] / "RECORD.md").read_text()
SECTION = DOCUMENT.split("## As judges write")[1].split("\n## ")[0]
ROWS = [
    (written, re.findall(r"`([^`]+)`", row[1]))
    for row in re.findall(r"^\| (`.+) \| (`.+) \|$", SECTION, re.MULTILINE)
    for written in re.findall(r"`([^`]+)`", row[0])
]


def done(words):
    """Return the answers that a line stands for, as records print them, and the game after them."""
    state, message = position(**MAIN), []
    for line in NOTATION.lines(state, ANNA, words):
        reading = NOTATION.read(state, line.seat, line.words)
        message.append(render(reading.game, reading.action))
        state = ENGINE.copy(reading.game)
        ENGINE.apply(state, reading.action)
    return message, state.digest()


def test_document_has_examples():
    assert len(ROWS) == 34


@pytest.mark.parametrize(("written", "lines"), ROWS, ids=[written for written, _ in ROWS])
def test_documented_example_has_stated_meaning(written, lines):
    canonical, state = [], position(**MAIN)
    for line in lines:
        answer = NOTATION.read(state, ANNA, line).action
        canonical.append(render(state, answer))
        ENGINE.apply(state, answer)
    assert done(written) == (canonical, state.digest())


@pytest.mark.parametrize(
    "words",
    [
        "plays Flame Strike on Steel Golem, killing Noble Unicorn",
        "attacks with Muse for ten",
        "attacks with Triceratops (13/14)",
        "bounces Noble Unicorn with Flame Strike",
    ],
)
def test_false_statement_is_refused(words):
    with pytest.raises(ActionError):
        done(words)
