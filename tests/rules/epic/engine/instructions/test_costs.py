"""Costs of powers and offers are paid in full or not at all (3.5.3, 3.6)."""

from rules.epic.effects import (
    Ally,
    Choices,
    Cost,
    Draw,
    Filter,
    InDiscard,
    May,
    Mode,
    OnPlay,
    Power,
    Recall,
    Tribute,
    What,
)
from rules.epic.traits import Alignment
from tests.rules.epic.engine.modified_cards import reprint
from tests.rules.epic.scenarios.table import Put, Start, Table

TWO_CARDS = (Draw(2),)
PILE = Choices(What.DISCARD, least=2, most=2)


def table_with(cost: Cost, *, a: Start | None = None, b: Start | None = None) -> Table:
    """A controls a Kong that draws two cards for ``cost``."""
    side = a or Start()
    table = Table(a=Start(("Kong", *side.in_play), discard=side.discard, health=side.health, gold=side.gold), b=b)
    reprint(table.state, "Kong", Power(cost, TWO_CARDS))
    return table


def test_cost_in_health_is_paid_without_damage() -> None:
    table = table_with(Cost(health=3))
    table.a.uses("Kong", 0)
    assert table.a.health == 27
    assert len(table.a.hand) == 2
    assert not [event for event in table.state.log if event.kind == "damage"]


def test_cost_in_health_equal_to_all_health_eliminates() -> None:
    table = table_with(Cost(health=3), a=Start(health=3))
    table.a.uses("Kong", 0)
    assert table.winners == "B"


def test_cost_in_health_exceeding_health_cannot_be_paid() -> None:
    table = table_with(Cost(health=3), a=Start(health=2))
    table.a.cannot("3.5.3").uses("Kong", 0)


def test_cost_in_counters_is_removed_from_source() -> None:
    table = table_with(Cost(counters=2))
    table.a.cannot("3.5.3").uses("Kong", 0)
    table.champion("Kong").plus = 3
    table.a.uses("Kong", 0)
    assert table.champion("Kong").plus == 1
    assert table.offense("Kong") == 14


def test_cost_breaking_source_still_has_effect() -> None:
    table = table_with(Cost(break_this=True))
    table.a.uses("Kong", 0)
    assert table.a.in_play == []
    assert table.a.discard == ["Kong"]
    assert len(table.a.hand) == 2


def test_cost_breaking_unbreakable_source_cannot_be_paid() -> None:
    table = table_with(Cost(break_this=True))
    table.champion("Kong").until_end = (("keyword", "unbreakable"),)
    table.state.values.clear()
    table.a.cannot("5.9.4").uses("Kong", 0)


def test_cost_breaking_champion_offers_own_breakable_ones() -> None:
    table = table_with(Cost(breaks=Filter()), a=Start(["Muse", "Juggernaut"]), b=Start(["Triceratops"]))
    table.a.uses("Kong", 0)
    assert table.asks == ("A", "choose")
    assert table.candidates == ["Kong", "Muse"]
    table.a.cannot("5.9.4").chooses("Juggernaut")
    table.a.cannot("3.2.3").chooses("Triceratops")
    table.a.chooses("Muse")
    assert table.a.in_play == ["Juggernaut", "Kong"]
    assert len(table.a.hand) == 2


def test_cost_breaking_untargetable_champion_can_be_paid() -> None:
    table = table_with(Cost(breaks=Filter(other=True)), a=Start(["Sea Titan"]))
    table.a.uses("Kong", 0)
    assert table.a.in_play == ["Kong"]
    assert table.a.discard == ["Sea Titan"]


def test_cost_breaking_champion_without_candidate_cannot_be_paid() -> None:
    table = table_with(Cost(breaks=Filter(other=True)), a=Start(["Juggernaut"]))
    table.a.cannot("3.5.3").uses("Kong", 0)


def test_cost_with_expend_while_expended_cannot_be_paid() -> None:
    table = table_with(Cost(expend=True, breaks=Filter()), a=Start([Put("Muse")]))
    table.champion("Kong").stance = 1
    table.a.cannot("3.5.3").uses("Kong", 0)


def test_cost_banishing_cards_of_own_discard_pile_banishes_all_at_once() -> None:
    table = table_with(
        Cost(banishes=PILE), a=Start(discard=["Muse", "Lash", "Plague"]), b=Start(discard=["Apocalypse"])
    )
    table.a.uses("Kong", 0)
    assert table.candidates == ["Lash", "Muse", "Plague"]
    table.a.cannot("3.5.3").chooses("Muse")
    table.a.cannot("3.5.3").chooses("Muse", "Lash", "Plague")
    table.a.chooses("Muse", "Plague")
    assert table.a.discard == ["Lash"]
    assert table.a.deck[-2:] == ["Muse", "Plague"]
    assert len(table.a.hand) == 2


def test_cost_banishing_cards_with_too_small_discard_pile_cannot_be_paid() -> None:
    table = table_with(Cost(banishes=PILE), a=Start(discard=["Muse"]), b=Start(discard=["Apocalypse", "Lash"]))
    table.a.cannot("3.5.3").uses("Kong", 0)


def test_cost_returning_source_to_hand_is_paid() -> None:
    table = table_with(Cost(bounce_this=True))
    table.a.uses("Kong", 0)
    assert "Kong" in table.a.hand
    assert len(table.a.hand) == 3


def test_offer_accepted_is_paid() -> None:
    table = Table(a=Start(hand=["Triceratops"]))
    reprint(table.state, "Triceratops", Tribute((May(TWO_CARDS, Cost(health=1)),)))
    table.a.plays("Triceratops")
    assert table.asks == ("A", "may")
    table.a.says_yes()
    assert table.a.health == 29
    assert len(table.a.hand) == 2


def test_offer_declined_costs_nothing() -> None:
    table = Table(a=Start(hand=["Triceratops"]))
    reprint(table.state, "Triceratops", Tribute((May(TWO_CARDS, Cost(health=1)),)))
    table.a.plays("Triceratops")
    table.a.says_no()
    assert table.a.health == 30
    assert table.a.hand == []


def test_offer_that_cannot_be_paid_is_not_made() -> None:
    table = Table(a=Start(hand=["Triceratops"]))
    reprint(table.state, "Triceratops", Tribute((May(TWO_CARDS, Cost(gold=1)),)))
    table.a.plays("Triceratops")
    assert table.asks == ("A", "act")
    assert table.a.hand == []


def test_cost_banishing_source_from_discard_pile_is_paid() -> None:
    table = Table(a=Start(discard=["Plague", "Muse"]))
    reprint(table.state, "Plague", OnPlay((Mode(()),)), InDiscard(Power(Cost(gold=1, banish_this=True), TWO_CARDS)))
    table.a.uses("Plague", 1)
    assert table.a.gold == 0
    assert table.a.discard == ["Muse"]
    assert table.a.deck[-1] == "Plague"
    assert len(table.a.hand) == 2


def test_cost_of_offer_in_discard_pile_banishes_other_cards() -> None:
    table = Table(a=Start(hand=["Apocalypse"], discard=["Plague", "Muse", "Lash"]))
    other_two = Choices(What.DISCARD, Filter(other=True), 2, 2)
    ability = InDiscard(Ally(Alignment.EVIL, (May((Recall(),), Cost(banishes=other_two)),)))
    reprint(table.state, "Plague", OnPlay((Mode(()),)), ability)
    table.a.plays("Apocalypse", mode=0)
    table.a.says_yes()
    assert table.candidates == ["Apocalypse", "Lash", "Muse"]
    table.a.chooses("Muse", "Lash")
    assert "Plague" in table.a.hand
    assert table.a.discard == ["Apocalypse"]
