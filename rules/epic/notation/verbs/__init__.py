"""Table of the verbs of Epic actions, each with its parser and renderer.

Builds on ``names`` and the parsers ``dividing``, ``fighting``, ``modes`` and ``trigger_words``.
"""

from typing import Final

from rules.epic.notation.verbs.alone import CONCEDE, END, NO, PASS, YES
from rules.epic.notation.verbs.battle import ASSIGN, BLOCK
from rules.epic.notation.verbs.chance import DRAW
from rules.epic.notation.verbs.picks import CHOOSE, DISCARD, MODE, MULLIGAN, NUMBER, RESOLVE, REVEAL, TARGET
from rules.epic.notation.verbs.plays import ATTACK, PLAY, USE
from rules.epic.state import EpicState
from rules.notation.phrasing import Phrasings

WORDINGS: Final[Phrasings[EpicState]] = Phrasings([
    CONCEDE, MULLIGAN, PLAY, USE, ATTACK, PASS, END, BLOCK, TARGET, MODE, CHOOSE, NUMBER, YES, NO, RESOLVE, ASSIGN,
    DISCARD, REVEAL, DRAW,
])  # fmt: skip
"""Notation of all verbs of Epic; the first matching form counts."""
