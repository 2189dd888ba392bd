"""Chapter 5: rules of abilities and keywords without a scenario of a card."""

import pytest

from rules.epic.state import clear_values
from tests.rules.epic.scenarios.claims import shows
from tests.rules.epic.scenarios.table import CR, RB, Put, Start, Table

BOTH = pytest.mark.parametrize("version", [RB, CR])


def gains(table: Table, name: str, *keywords: str, twice: bool = False) -> None:
    table.champion(name).until_end += tuple(("keyword", word) for word in keywords) * (1 + twice)
    clear_values(table.state)


@shows("5.0", "5.0.1")
def test_5_0_1_ability_given_to_champion_counts_as_its_own() -> None:
    table = Table(a=Start(hand=["Angelic Protector"], in_play=["Wolf Token"]), b=Start(in_play=["Pyromancer"]))
    table.a.plays("Angelic Protector")
    table.a.targets("Wolf Token")
    assert {"unbreakable", "untargetable"} & table.keywords("Wolf Token")


@shows("5.2.3", "I-66")
def test_5_2_3_airborne_twice_counts_once() -> None:
    table = Table(a=Start(in_play=["Kong"]), b=Start(in_play=["Muse"]))
    gains(table, "Kong", "airborne", twice=True)
    gains(table, "Muse", "airborne")
    table.a.attacks("Kong")
    table.all_pass()
    table.b.blocks("Muse")


@shows("5.4.2")
def test_5_4_2_card_outside_discard_pile_cannot_be_recalled() -> None:
    table = Table(a=Start(hand=["Lash"], in_play=["Sea Hydra"]))
    table.a.cannot("5.0.2").uses(
        "Sea Hydra", next(iter(table.state.printed_of(table.champion("Sea Hydra").cid).grey_powers))
    )


@shows("5.7")
@BOTH
def test_5_7_unblocked_breakthrough_has_no_effect(version: str) -> None:
    table = Table(a=Start(in_play=["Triceratops"]), b=Start(in_play=["Muse"]), version=version)
    offense = table.offense("Triceratops")
    table.a.attacks("Triceratops")
    table.all_pass()
    table.b.blocks()
    table.all_pass()
    assert table.b.health == 30 - offense


@shows("5.8.1", "5.8.2")
def test_5_8_1_blitz_allows_attack_and_expending_while_deploying() -> None:
    deploying = Put("Forcemage Apprentice", deploying=True)
    table = Table(a=Start(in_play=[deploying]))
    assert "blitz" in table.keywords("Forcemage Apprentice")
    table.a.uses("Forcemage Apprentice", 0)
    table = Table(a=Start(in_play=[deploying]))
    table.a.attacks("Forcemage Apprentice")


@shows("5.8.3", "I-64")
def test_5_8_3_champion_losing_blitz_stays_in_its_battle() -> None:
    table = Table(a=Start(in_play=[Put("Kong", deploying=True), Put("Muse", deploying=True)]))
    gains(table, "Kong", "blitz")
    gains(table, "Muse", "blitz")
    table.a.attacks("Kong")
    for name in ("Kong", "Muse"):
        table.champion(name).until_end = ()
    clear_values(table.state)
    while table.phase == "battle":
        table.all_pass()
    assert table.b.health == 30 - 13
    table.a.cannot("5.17.1").attacks("Muse")


@shows("5.13.2", "5.13.1")
def test_5_13_2_righteous_counts_damage_outside_battle() -> None:
    table = Table(a=Start(in_play=["Pyromancer"], health=10))
    gains(table, "Pyromancer", "righteous")
    table.a.uses("Pyromancer", 1)
    table.a.targets("B")
    dealt = 30 - table.b.health
    assert dealt > 0
    assert table.a.health == 10 + dealt


@shows("5.18", "5.18.1", "5.18.3", "5.18.4")
def test_5_18_4_ally_ability_without_effect_still_resolves() -> None:
    table = Table(a=Start(in_play=["Forcemage Apprentice"], hand=["Steel Golem"]))
    table.a.plays("Steel Golem")
    table.a.resolves("Forcemage Apprentice", 1)
    assert table.stance("Forcemage Apprentice") == "prepared"
    assert table.a.in_play == ["Forcemage Apprentice", "Steel Golem"]


@shows("5.20", "5.20.6", "I-54")
def test_5_20_6_card_in_discard_pile_with_untargetable_can_be_targeted() -> None:
    table = Table(a=Start(hand=["Guilt Demon"]), b=Start(discard=["Sea Titan", "Lash"]))
    table.a.plays("Guilt Demon")
    table.a.says_yes()
    table.a.targets("Sea Titan")
    assert table.b.discard == ["Lash"]


@shows("5.17", "5.17.2")
def test_5_17_2_champion_played_on_turn_of_opponent_is_ready_next_turn() -> None:
    table = Table(b=Start(hand=["Lurking Giant"]))
    table.a.passes()
    table.b.plays("Lurking Giant")
    assert table.champion("Lurking Giant").deploying
    table.b.passes()
    table.next_turn()
    assert not table.champion("Lurking Giant").deploying
    table.b.attacks("Lurking Giant")
