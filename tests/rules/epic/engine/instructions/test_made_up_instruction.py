"""Adding an instruction to Epic: a class, a function and its words."""

from dataclasses import dataclass
from typing import ClassVar

from rules.engine.instructions import Instruction
from rules.epic.effects import Draw, Mode, OnPlay
from rules.epic.state import EpicState, TextFrame
from rules.epic.state.frames import INSTRUCTIONS, complete_instruction
from rules.epic.text.phrases import sentence
from rules.epic.text.rendering import render_card
from tests.rules.epic.engine.modified_cards import reprint
from tests.rules.epic.scenarios.table import Start, Table


@dataclass(frozen=True, slots=True)
class Swap(Instruction):
    """You and the next player change health."""

    RULES: ClassVar[tuple[str, ...]] = ("1.5.2",)


def swap(state: EpicState, frame: TextFrame, node: Swap) -> None:
    mine, other = state.teams
    mine.health, other.health = other.health, mine.health
    complete_instruction(frame)


def words(instruction: Swap, earlier: object = None) -> str:
    return "Change health with the other player."


def test_made_up_instruction_is_executed() -> None:
    INSTRUCTIONS.executes(Swap)(swap)
    sentence.register(Swap)(words)
    try:
        table = Table(a=Start(hand=["Hurricane"], health=7), b=Start(health=20))
        reprint(table.state, "Hurricane", OnPlay((Mode((Swap(), Draw(1))),)))
        table.a.plays("Hurricane")
        assert (table.a.health, table.b.health) == (20, 7)
        card = next(card.card for card in table.state.table.values() if card.name == "Hurricane")
        assert render_card(card) == ("Change health with the other player. Draw 1 card.",)
    finally:
        del INSTRUCTIONS.executors[Swap]
