"""Battle results stated with a block or pass.

Their notation, and when they are checked.

>>> line = append_result("block with Kong", BattleResult("kills", "Kong", "Muse"))
>>> block, result = split_result(line)
>>> block, parse_result(result)
('block with Kong', BattleResult(what='kills', fighters='Kong', victims='Muse'))
>>> split_result("block with Kong")
['block with Kong']
"""

from typing import Final, NamedTuple

from rules.epic.state import EpicState

RESULTS: Final = frozenset({"kills", "trades", "dies", "survives"})
_MARK: Final = "; result of the battle: "


class BattleResult(NamedTuple):
    """A stated result of a battle.

    Attributes:
        what: one of ``RESULTS``.
        fighters: the champions it is about, as a canonical list.
        victims: the champions that break; empty if none.
    """

    what: str
    fighters: str
    victims: str = ""

    @property
    def sentence(self) -> str:
        """Sentence for an error message."""
        number = self.fighters.partition(" ")[0]
        several = "," in self.fighters or (number.isdecimal() and number != "1")
        verb = self.what.removesuffix("s") if several else self.what
        verb += " with" if self.what == "trades" else ""
        return " ".join(filter(None, (self.fighters, verb, self.victims)))


def append_result(line: str, result: BattleResult) -> str:
    """Return the line of a block or a pass with the stated result appended."""
    return line + _MARK + " | ".join(result)


def split_result(line: str) -> list[str]:
    """Split a line into the action and the stated result.

    Only the line if it states none.
    """
    block, mark, result = line.partition(_MARK)
    return [block, mark + result] if mark and block else [line]


def parse_result(line: str) -> BattleResult | None:
    """Return the battle result that a part of a line states, or ``None``."""
    return BattleResult(*line.removeprefix(_MARK).split(" | ")) if line.startswith(_MARK) else None


def is_over(state: EpicState) -> bool:
    """Return True if there is no battle and no triggers are waiting to be ordered."""
    attacking = any(champion.attacking for seat in state.seats for champion in seat.champions)
    return not attacking and (state.pending is None or state.pending.kind != "order")
