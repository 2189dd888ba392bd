"""A summary of a verdict: one sentence, and the decisive rule with its text."""

import re
from typing import Any, Final

from rules.engine.game import State
from rules.frozen import frozen
from rules.judge.board import JUDGE, Viewer
from rules.judge.game import JudgedGame
from rules.judge.replay.justification import disputed_step, justify_step
from rules.judge.replay.result import Replay
from rules.judge.replay.verdict import Verdict
from rules.rulebooks.citations import text_of_rule

POSITION_ONLY: Final = "Position only: no plays to judge."
"""The sentence for a record without plays of a player."""
_WORD = re.compile(r"[\w:/\[\].-]*\w\]?")


@frozen
class Summary:
    """A summary of a verdict.

    Attributes:
        sentence: the reason in one sentence; of a legal record, why its last play is legal.
        rule: the citation of the decisive rule; empty if there is none.
        text: our text of that rule; of an interpretation, the open question and the option. Empty without a text.
    """

    sentence: str
    rule: str
    text: str

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON data."""
        return {"sentence": self.sentence, "rule": {"rule": self.rule, "text": self.text} if self.rule else None}


def summary(replayed: Replay, viewer: Viewer = JUDGE) -> Summary:
    """Return the summary of a verdict, without what ``viewer`` may not know."""
    sentence, rule = _sentence(replayed, viewer)
    return Summary(sentence, rule, rule_text(replayed.game, replayed.initial_state, rule))


def _sentence(replayed: Replay, viewer: Viewer) -> tuple[str, str]:
    if replayed.illegal is not None:
        reasons = replayed.illegal.reasons if viewer == JUDGE else replayed.illegal.public_reasons
        return reasons[0].text, reasons[0].rule
    if replayed.verdict is Verdict.UNDETERMINED:
        return replayed.undetermined, next(iter(citations_in(replayed.game, replayed.undetermined)), "")
    if replayed.is_position:
        return POSITION_ONLY, ""
    justification = justify_step(replayed, disputed_step(replayed), viewer)
    return justification.text, justification.rule


def citations_in(game: JudgedGame, text: str) -> list[str]:
    """Return the citations of rules and interpretations that occur in a sentence."""
    return [word for word in _WORD.findall(text) if _is_known_word(game, word)]


def _is_known_word(game: JudgedGame, word: str) -> bool:
    return word in game.interpretations or any(word in book for book in game.rulebooks.values())


def rule_text(game: JudgedGame, state: State, rule: str) -> str:
    """Return our text of a rule, or "".

    For an interpretation, return its question and option.
    """
    return text_of_rule(game.rulebooks, game.interpretations, rule, state.version, state.choices)
