"""Results of a battle that are stated when blockers are declared: checked once the battle has ended.

``Kong blocks and kills Triceratops`` is the block and a claim. Before the block is taken, the claim has to be possible
as the battle stands; a later line of the record may still change that, so it is checked again at the end of the battle.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Final, NamedTuple

from rules.engine.decision import Answer, AnswerError, ImpossibleAnswerError, UndeterminedError
from rules.engine.ids import CHANCE
from rules.epic.engine import ENGINE
from rules.epic.notation.sentences.outcomes import Happened
from rules.epic.notation.sentences.trying import applied
from rules.epic.state import EpicState

RESULTS: Final = frozenset({"kills", "trades", "dies", "survives"})
_MARK: Final = "; result of the battle: "
MOST_STEPS: Final = 24
"""Passes and other answers with which a battle is carried on to its end."""
MOST_ANSWERS: Final = 40
"""Ways to divide damage that are tried at each step."""


class BattleResult(NamedTuple):
    """What is stated of a battle.

    Attributes:
        what: ``kills``, ``trades``, ``dies`` or ``survives``.
        fighters: of whom it is stated, as a canonical list. victims: who is killed; empty where nobody is.
    """

    what: str
    fighters: str
    victims: str = ""

    @property
    def sentence(self) -> str:
        """The statement for an error message."""
        verb = self.what.removesuffix("s") if "," in self.fighters else self.what
        verb += " with" if self.what == "trades" else ""
        return " ".join(filter(None, (self.fighters, verb, self.victims)))

    def is_true(self, happened: Happened) -> bool:
        """Return True if the battle came out so."""
        if self.what in {"dies", "survives"}:
            return happened.to_objects("break", self.fighters) == (self.what == "dies")
        if self.what == "trades" and not happened.broken_by(self.fighters, self.victims):
            return False
        return happened.broken_by(self.victims, self.fighters)


def with_result(line: str, result: BattleResult) -> str:
    """Return the line of a block with the result that is stated with it."""
    return line + _MARK + " | ".join(result)


def split_result(line: str) -> list[str]:
    """Return a line and the result that is stated with it; the line alone where none is."""
    block, mark, result = line.partition(_MARK)
    return [block, mark + result] if mark else [line]


def result_of(line: str) -> BattleResult | None:
    """Return the result that a part of a line states, ``None`` where it states none."""
    return BattleResult(*line.removeprefix(_MARK).split(" | ")) if line.startswith(_MARK) else None


def is_over(state: EpicState) -> bool:
    """Return True if no battle is under way and no triggers wait to be put in order."""
    attacking = any(champion.attacking for seat in state.seats for champion in seat.champions)
    return not attacking and (state.pending is None or state.pending.kind != "order")


def is_possible(state: EpicState, seat: int, result: BattleResult) -> bool:
    """Return True if the battle can come out as stated when nobody makes a further play."""
    return any(result.is_true(Happened(state, end, seat)) for end in _ends(state, MOST_STEPS))


def came_true(state: EpicState, seat: int, result: BattleResult) -> bool:
    """Return True if the last battle came out as stated."""
    start = next((event.seq for event in reversed(state.log) if event.kind in {"attack", "block"}), 0)
    return result.is_true(Happened(state, state, seat, start))


def _ends(state: EpicState, steps: int) -> Iterator[EpicState]:
    """Yield the games at the end of a battle in which all pass, one for each division of damage."""
    decision = state.pending
    if is_over(state) or decision is None or decision.seat == CHANCE or not steps:
        yield state
        return
    act = decision.kind == "act"
    answers = iter([Answer(decision.seat, "pass")]) if act else islice(ENGINE.legal(state), MOST_ANSWERS)
    for answer in answers:
        try:
            then = applied(state, answer)
        except (AnswerError, ImpossibleAnswerError, UndeterminedError):
            continue
        yield from _ends(then, steps - 1)
