"""Gods in addition to the deck: powers, ally abilities, triggers and immunity (2.4)."""

import pytest

from rules.engine.game import Setup
from rules.epic.cards import CATALOGUE, Alignment, Card, CardSet, CardType
from rules.epic.effects import Ally, Cost, CreateToken, Damage, Gain, Power, Target, Triggered, What, When
from rules.epic.engine import ENGINE
from tests.rules.epic.scenarios.claims import shows
from tests.rules.epic.scenarios.table import FILLER, RB, Start, Table

GOD = Card(
    name="God of Tests",
    set=CardSet.PANTHEON,
    pack="",
    alignments=(Alignment.GOOD,),
    cost=None,
    type=CardType.DEITY,
    text=(
        Power(Cost(gold=1), (CreateToken("Human Token"),)),
        Ally(Alignment.WILD, (Damage(1, Target(What.ANY)),)),
        Triggered((When.START_OF_OWN_TURN,), (Gain(10),)),
    ),
    playable=True,
)


@shows("2.4.1", "1.4.6", "I-111", "3.5.2")
def test_god_power_can_be_used_whenever_event_could_be_played() -> None:
    table = Table(Start(god=GOD), Start(god=GOD))
    table.a.uses("God of Tests", 0)
    assert (table.a.in_play, table.a.gold) == (["Human Token"], 0)
    table.a.cannot("3.6.3").uses("God of Tests", 0)
    table.a.passes()
    table.b.uses("God of Tests", 0)
    assert table.b.in_play == ["Human Token"]


@shows("3.5.2", "2.4.1")
def test_god_power_cannot_be_used_by_opponent() -> None:
    table = Table(Start(god=GOD), Start())
    god = table.state.seats[0].gods[0]
    table.a.passes()
    table.b.cannot("3.5.2")._do("use", (god,))


@shows("5.18.1", "I-111")
def test_god_ally_ability_triggers() -> None:
    table = Table(Start(god=GOD, hand=["Rampaging Wurm"]), Start())
    table.a.plays("Rampaging Wurm")
    assert table.asks == ("A", "target")
    table.a.targets("B")
    assert table.b.health == 29


@shows("4.2.5", "I-111")
def test_god_triggers_at_start_of_its_owners_turn_only() -> None:
    table = Table(Start(), Start(god=GOD))
    table.next_turn()
    assert (table.a.health, table.b.health) == (30, 40)
    table.next_turn()
    assert (table.a.health, table.b.health) == (30, 40)


@shows("2.4.2")
@shows("2.4", "1.3.2")
def test_god_is_not_affected_and_in_no_other_zone() -> None:
    table = Table(Start(god=GOD, hand=["Apocalypse"], in_play=["Kong"]), Start(god=GOD))
    table.a.plays("Apocalypse", mode=1)
    assert [len(seat.gods) for seat in table.state.seats] == [1, 1]
    assert "God of Tests" not in (*table.a.discard, *table.a.deck, *table.a.hand)


@shows("1.9.3", "2.4.1")
def test_god_leaves_with_its_owner() -> None:
    table = Table(Start(god=GOD), Start(god=GOD), Start(god=GOD), variant="free-for-all")
    table.b.concedes()
    assert [len(seat.gods) for seat in table.state.seats] == [1, 0, 1]


@shows("1.3.2", "I-111")
@pytest.mark.parametrize("variant", ["", "free-for-all"])
@shows("RB:the-many-epic-formats")
def test_setup_has_god_of_each_player(variant: str) -> None:
    god = next(card for card in CATALOGUE if card.type is CardType.DEITY)
    names = ("A", "B", "C")[: 3 if variant else 2]
    extra = ((god.name,), *((),) * (len(names) - 1))
    setup = Setup(names, ((FILLER,) * 9,) * len(names), 0, RB, variant, (), extra)
    state = ENGINE.new_game(setup)
    assert [[state.table[cid].name for cid in seat.gods] for seat in state.seats[:2]] == [[god.name], []]
    assert ENGINE.copy(state).digest() == state.digest()
