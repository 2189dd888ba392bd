"""Payment of costs (3.5.3, 3.6)."""

import pytest

from rules.epic.state import clear_values
from rules.epic.traits import BLITZ, UNBREAKABLE
from tests.rules.epic.scenarios.claims import shows
from tests.rules.epic.scenarios.table import ENGINE, Put, Start, Table


def gains(table: Table, name: str, keyword: str) -> None:
    table.champion(name).until_end += (("keyword", keyword),)
    clear_values(table.state)


def paid(table: Table) -> list[str]:
    """Return what was paid with since the last play, in order."""
    kinds = [event.kind for event in table.state.log]
    begun = max(at for at, kind in enumerate(kinds) if kind in {"play", "use"})
    output = {"pay", "expend", "lose-health", "uncounter", "break", "banish-card", "bounce"}
    return [kind for kind in kinds[begun:] if kind in output]


def offers_use(table: Table) -> bool:
    return any(answer.verb == "use" for answer in ENGINE.legal(table.state))


@shows("3.5.3", "5.17.1", "5.8.1")
@pytest.mark.parametrize(
    ("deploying", "keyword", "able"), [(False, "", True), (True, "", False), (True, str(BLITZ), True)]
)
def test_power_with_expend_cost_is_offered_if_legal(deploying: bool, keyword: str, able: bool) -> None:
    table = Table(Start(in_play=[Put("Time Master", deploying=deploying)]))
    if keyword:
        gains(table, "Time Master", keyword)
    assert offers_use(table) is able
    (table.a if able else table.a.cannot("5.17.1")).uses("Time Master", 1)


@shows("5.9.4", "3.5.3")
def test_power_paid_by_counters_is_usable_by_unbreakable_champion() -> None:
    table = Table(Start(in_play=[Put("Fairy Entrancer", plus=2)]), Start(in_play=["Kong"]))
    gains(table, "Fairy Entrancer", str(UNBREAKABLE))
    table.a.uses("Fairy Entrancer", 2)
    assert (table.champion("Fairy Entrancer").plus, paid(table)) == (0, ["uncounter"])


@shows("I-22", "3.6.3")
@pytest.mark.parametrize(("reading", "health", "asked"), [(0, 1, True), (1, 1, False), (1, 2, True), (0, 2, True)])
def test_health_payment_limit_depends_on_option_of_i_22(reading: int, health: int, asked: bool) -> None:
    table = Table(Start(hand=["Infernal Gatekeeper"], health=health), choices=(("I-22", reading),))
    table.a.plays("Infernal Gatekeeper")
    assert (table.asks[1] == "may") is asked


@shows("3.6.2", "I-21")
def test_health_payment_pays_health_only() -> None:
    table = Table(Start(hand=["Infernal Gatekeeper"]))
    table.a.plays("Infernal Gatekeeper")
    table.a.says_yes()
    assert (paid(table), table.stance("Infernal Gatekeeper"), table.a.health) == (["lose-health"], "prepared", 29)


@shows("3.6.2", "3.6.3")
def test_gold_payment_pays_gold_only() -> None:
    table = Table(Start(hand=["Ankylosaurus"]), Start(in_play=["Kong"]))
    table.a.plays("Ankylosaurus")
    table.a.says_yes()
    assert (paid(table)[0], "lose-health" in paid(table), table.a.gold) == ("pay", False, 0)


@shows("3.6.2", "5.9.4")
def test_champion_broken_as_cost_is_caused_by_power() -> None:
    table = Table(Start(in_play=["Scarred Priestess", "Muse", "Kong"]), Start(in_play=["Palace Guard"]))
    table.a.uses("Scarred Priestess", 1)
    table.a.chooses("Muse")
    assert (paid(table), table.a.in_play) == (["expend", "break"], ["Kong", "Scarred Priestess"])
    (cause,) = [event.cause for event in table.state.log if event.kind == "break"]
    assert table.state.log[cause].kind == "use"


@shows("3.5.3", "5.4.2")
def test_card_gone_from_discard_pile_cannot_pay_by_banishing_itself() -> None:
    """Both hear of the ally; the Gift takes the Necrovirus away before its turn comes."""
    table = Table(Start(hand=["Inner Demon"], discard=["Necrovirus", "Scara's Gift", "Kong"], gold=1))
    table.a.plays("Inner Demon")
    table.a.resolves(
        "Scara's Gift", next(t.ability for t in table.state.batch if table.name(t.source) == "Scara's Gift")
    )
    table.a.says_yes()
    while table.asks[1] == "choose":
        table.a.chooses("Kong", "Necrovirus")
    assert (table.asks, "Necrovirus" in table.a.discard) == (("A", "act"), False)


@shows("4.4.12", "I-77")
def test_removing_from_battle_champion_outside_battle_does_nothing() -> None:
    table = Table(Start(in_play=["Kong", "Muse"]), Start(in_play=["Spore Beast"]))
    table.a.attacks("Kong")
    table.a.passes()
    table.b.uses("Spore Beast", 1)
    table.b.targets("Muse")
    assert [event.kind for event in table.state.log if event.kind == "leave-battle"] == []
    assert table.champion("Kong").attacking
