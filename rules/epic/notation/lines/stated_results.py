"""The result of a battle that a line states with its block or pass: how it is written, and when it can be checked.

>>> line = with_result("block with Kong", BattleResult("kills", "Kong", "Muse"))
>>> block, result = split_result(line)
>>> block, result_of(result)
('block with Kong', BattleResult(what='kills', fighters='Kong', victims='Muse'))
>>> split_result("block with Kong")
['block with Kong']
"""

from typing import Final, NamedTuple

from rules.epic.state import EpicState

RESULTS: Final = frozenset({"kills", "trades", "dies", "survives"})
_MARK: Final = "; result of the battle: "


class BattleResult(NamedTuple):
    """What is stated of a battle.

    Attributes:
        what: one of ``RESULTS``.
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


def with_result(line: str, result: BattleResult) -> str:
    """Return the line of a block or a pass with the result that is stated with it."""
    return line + _MARK + " | ".join(result)


def split_result(line: str) -> list[str]:
    """Return a line and the result that is stated with it; the line alone where none is."""
    block, mark, result = line.partition(_MARK)
    return [block, mark + result] if mark and block else [line]


def result_of(line: str) -> BattleResult | None:
    """Return the result that a part of a line states, ``None`` where it states none."""
    return BattleResult(*line.removeprefix(_MARK).split(" | ")) if line.startswith(_MARK) else None


def is_over(state: EpicState) -> bool:
    """Return True if no battle is under way and no triggers wait to be put in order."""
    attacking = any(champion.attacking for seat in state.seats for champion in seat.champions)
    return not attacking and (state.pending is None or state.pending.kind != "order")
