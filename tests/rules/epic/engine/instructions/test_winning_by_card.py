"""A card that says its player wins (I-142)."""

import pytest

from rules.epic.effects import HealthAtLeast, If, Tribute, WinGame
from tests.rules.epic.engine.modified_cards import reprint
from tests.rules.epic.scenarios.claims import shows
from tests.rules.epic.scenarios.table import Start, Table


@shows("I-142", "1.2.1")
@pytest.mark.parametrize(("health", "winners"), [(59, ""), (60, "A"), (61, "A")])
def test_win_by_card_with_twice_starting_health_is_immediate(health: int, winners: str) -> None:
    table = Table(a=Start(hand=["Triceratops"], health=health))
    reprint(table.state, "Triceratops", Tribute((If(HealthAtLeast(2), (WinGame(),)),)))
    table.a.plays("Triceratops")
    assert table.winners == winners
    assert table.state.over == bool(winners)
