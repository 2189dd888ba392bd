"""Each condition of a filter, on champions in play and on cards outside it."""

import pytest

from rules.epic.board.continuous import card_qualifies, champion_qualifies
from rules.epic.effects import Count, Filter, What, Whose
from rules.epic.state import EXPENDED, FLIPPED
from rules.epic.traits import Alignment, CardType, Keyword
from tests.rules.epic.scenarios.table import Put, Start, Table

BOARD = Start(
    in_play=[
        "Muse", "Kong", Put("Juggernaut", stance=EXPENDED), Put("Steel Golem", stance=FLIPPED),
        Put("Triceratops", damage=3), "Human Token", "Human Token",
    ]
)  # fmt: skip


@pytest.mark.parametrize(
    ("where", "names"),
    [
        (Filter(cost=0), "Human Token, Human Token, Muse"),
        (Filter(token=True), "Human Token, Human Token"),
        (Filter(token=False, cost=0), "Muse"),
        (Filter(keyword=Keyword.UNBREAKABLE), "Juggernaut"),
        (Filter(cost=0, without_keyword=Keyword.AIRBORNE), "Human Token, Human Token"),
        (Filter(without_alignment=Alignment.SAGE), "Human Token, Human Token, Kong, Triceratops"),
        (Filter(without_class="Human", cost=0), "Muse"),
        (Filter(name="Human Token"), "Human Token, Human Token"),
        (Filter(name="Human Token", without_name="Human Token"), ""),
        (Filter(expended=True), "Juggernaut"),
        (Filter(prepared=True, cost=1), "Kong, Triceratops"),
        (Filter(damaged=True), "Triceratops"),
        (Filter(defense_at_most=3), "Human Token, Human Token, Juggernaut, Muse"),
        (Filter(defense_at_most=Count(What.CHAMPION, Filter(whose=Whose.OWN, class_word="Human"))),
         "Human Token, Human Token, Muse"),
    ],
)  # fmt: skip
def test_champion_qualifies_by_condition_in_play(where: Filter, names: str) -> None:
    table = Table(a=BOARD)
    found = [
        table.name(c.cid) for c in table.state.seats[0].champions if champion_qualifies(table.state, where, 0, 0, c)
    ]
    assert ", ".join(sorted(found)) == names


def test_filter_without_conditions_has_none() -> None:
    assert Filter(other=True, card_type=CardType.EVENT).conditions == frozenset()
    assert Filter(cost=0).conditions == {"cost"}
    assert Filter(cost=0) == Filter(cost=0)


def test_filter_lone_qualifies_only_attacker() -> None:
    table = Table(a=Start(in_play=["Muse", "Kong"]), b=Start(in_play=["Human Token"]))
    where = Filter(lone=True)
    assert not champion_qualifies(table.state, where, 0, 0, table.champion("Kong"))
    table.a.attacks("Kong")
    assert champion_qualifies(table.state, where, 0, 0, table.champion("Kong"))
    assert not champion_qualifies(table.state, where, 0, 0, table.champion("Human Token"))
    both = Table(a=Start(in_play=["Muse", "Kong"]))
    both.a.attacks("Kong", "Muse")
    assert not champion_qualifies(both.state, where, 0, 0, both.champion("Kong"))


def test_filter_unblocked_qualifies_attacker_after_no_block() -> None:
    table = Table(a=Start(in_play=["Kong"]), b=Start(in_play=["Human Token"]))
    where = Filter(unblocked=True)
    table.a.attacks("Kong")
    assert not champion_qualifies(table.state, where, 0, 0, table.champion("Kong"))
    table.all_pass()
    table.b.blocks()
    assert champion_qualifies(table.state, where, 0, 0, table.champion("Kong"))
    assert not champion_qualifies(table.state, where, 0, 0, table.champion("Human Token"))


def test_filter_unblocked_excludes_blocked_attacker() -> None:
    table = Table(a=Start(in_play=["Kong"]), b=Start(in_play=["Human Token"]))
    table.a.attacks("Kong")
    table.all_pass()
    table.b.blocks("Human Token")
    assert not champion_qualifies(table.state, Filter(unblocked=True), 0, 0, table.champion("Kong"))


def test_filter_damaged_you_qualifies_until_turn_end() -> None:
    table = Table(a=Start(in_play=["Kong", "Muse"]))
    where = Filter(damaged_you=True)
    table.a.attacks("Kong")
    table.all_pass()
    table.all_pass()
    kong = table.champion("Kong")
    assert champion_qualifies(table.state, where, 1, 0, kong)
    assert not champion_qualifies(table.state, where, 0, 0, kong)
    assert not champion_qualifies(table.state, where, 1, 0, table.champion("Muse"))
    table.next_turn()
    assert not champion_qualifies(table.state, where, 1, 0, table.champion("Kong"))


@pytest.mark.parametrize(
    ("where", "names"),
    [
        (Filter(card_type=CardType.CHAMPION, cost=0), "Muse"),
        (Filter(cost=1), "Kong"),
        (Filter(without_alignment=Alignment.WILD), "Muse"),
        (Filter(card_type=CardType.CHAMPION, without_class="Ape"), "Muse"),
        (Filter(defense_at_most=4), "Muse"),
        (Filter(keyword=Keyword.AIRBORNE), "Muse"),
    ],
)
def test_card_qualifies_outside_play_by_printed_facts(where: Filter, names: str) -> None:
    table = Table(a=Start(discard=["Muse", "Kong", "Flash Fire"]))
    state = table.state
    found = [table.name(cid) for cid in state.seats[0].discard if card_qualifies(state, where, 0, 0, cid)]
    assert ", ".join(sorted(found)) == names
