"""Attackers and blockers: who is able, when, and by which option of an interpretation."""

import pytest

from rules.epic.battle.attack import find_possible_attackers, find_possible_blockers
from rules.epic.state import ABILITIES_LOST, PREPARED, clear_values
from tests.rules.epic.scenarios.claims import shows
from tests.rules.epic.scenarios.table import ENGINE, Put, Start, Table


def loses_its_abilities(table: Table, name: str) -> None:
    table.champion(name).until_end += (ABILITIES_LOST,)
    clear_values(table.state)


def prepared_again(table: Table, name: str) -> None:
    table.champion(name).stance = PREPARED


def attacking(table: Table) -> list[str]:
    """Return who could be declared as an attacker of A's."""
    return [table.name(table.state.card_of(oid)) for oid in find_possible_attackers(table.state, 0)]


@shows("I-93", "4.4.14")
@pytest.mark.parametrize(("reading", "able"), [(0, ["Kong", "Muse"]), (1, ["Muse"])])
def test_champion_prepared_again_attacks_again_by_option_of_i_93(reading: int, able: list[str]) -> None:
    table = Table(Start(in_play=["Kong", "Muse"]), choices=(("I-93", reading),))
    assert attacking(table) == ["Kong", "Muse"]
    table.a.attacks("Kong")
    table.all_pass()
    table.all_pass()
    prepared_again(table, "Kong")
    assert attacking(table) == able
    if reading:
        table.a.cannot("I-93").attacks("Kong")
        table.a.attacks("Muse")
    else:
        table.a.attacks("Kong")


@shows("I-96", "5.14.2", "4.4.6[1]")
@pytest.mark.parametrize(("reading", "able"), [(0, ["Frost Giant", "Kong", "Muse"]), (1, ["Frost Giant", "Muse"])])
def test_deploying_champions_block_by_option_of_i_96(reading: int, able: list[str]) -> None:
    three = [Put("Kong", deploying=True), Put("Frost Giant", deploying=True), Put("Muse")]
    table = Table(Start(in_play=["Palace Guard"]), Start(in_play=three), choices=(("I-96", reading),))
    table.a.attacks("Palace Guard")
    table.all_pass()
    assert table.candidates == able
    if reading:
        table.b.cannot("I-96").blocks("Kong")
    table.b.blocks(*able)


@shows("I-74", "5.2.1", "4.4.6[1]")
@pytest.mark.parametrize(("reading", "able"), [(0, ["Watchful Gargoyle"]), (1, ["Kong", "Watchful Gargoyle"])])
def test_able_blockers_of_group_depend_on_option_of_i_74(reading: int, able: list[str]) -> None:
    mine, other = Start(in_play=["Avenging Angel"]), Start(in_play=["Kong", "Watchful Gargoyle"])
    table = Table(mine, other, choices=(("I-74", reading),))
    table.a.attacks("Avenging Angel")
    table.all_pass()
    assert table.candidates == able
    table.b.cannot("5.2.1").blocks("Kong")
    if reading:
        table.b.blocks("Kong", "Watchful Gargoyle")
    else:
        table.b.cannot("5.2.1").blocks("Kong", "Watchful Gargoyle")


@shows("I-74", "I-76")
@pytest.mark.parametrize("reading", [0, 1])
def test_block_without_able_blocker_or_attacker_is_skipped(reading: int) -> None:
    table = Table(Start(in_play=["Avenging Angel"]), Start(in_play=["Kong"]), choices=(("I-74", reading),))
    table.a.attacks("Avenging Angel")
    table.all_pass()
    assert (table.step, find_possible_blockers(table.state)) == ("before-damage", [])
    mine, other = Start(in_play=["Muse"]), Start(in_play=["Kong"], hand=["Lightning Strike"])
    table = Table(mine, other, choices=(("I-74", reading),))
    table.a.attacks("Muse")
    table.a.passes()
    table.b.plays("Lightning Strike")
    table.b.targets("Muse")
    table.all_pass()
    assert (table.step, table.state.blocked) == ("before-damage", False)


@shows("I-76", "4.4")
@pytest.mark.parametrize(("reading", "phase"), [(0, "battle"), (1, "main")])
def test_battle_without_attackers_before_blocks_ends_by_option_of_i_76(reading: int, phase: str) -> None:
    mine, other = Start(in_play=["Muse"]), Start(hand=["Lightning Strike"])
    table = Table(mine, other, choices=(("I-76", reading),))
    table.a.attacks("Muse")
    table.a.passes()
    assert table.phase == "battle"
    table.b.plays("Lightning Strike")
    assert (table.phase, table.cited("I-76")) == (phase, bool(reading))


@shows("I-76", "4.4")
@pytest.mark.parametrize("reading", [0, 1])
def test_battle_without_attackers_after_blocks_continues_with_either_option(reading: int) -> None:
    mine, other = Start(in_play=["Human Token"]), Start(in_play=["Kong"], hand=["Lightning Strike"])
    table = Table(mine, other, choices=(("I-76", reading),))
    table.a.attacks("Human Token")
    table.all_pass()
    table.b.blocks("Kong")
    table.b.plays("Lightning Strike")
    table.b.targets("Human Token")
    assert (table.a.in_play, table.phase, table.step) == ([], "battle", "before-damage")
    table.all_pass()
    assert (table.phase, table.asks, table.a.health, table.b.health) == ("main", ("A", "act"), 30, 30)


@shows("3.3.1")
def test_attacker_without_its_abilities_can_be_blocked_by_lower_offense() -> None:
    for lost, able in ((False, ["Kong"]), (True, ["Kong", "Muse"])):
        table = Table(Start(in_play=["Steel Titan"]), Start(in_play=["Kong", "Muse"]))
        assert table.offense("Kong") == table.offense("Steel Titan")
        table.a.attacks("Steel Titan")
        if lost:
            loses_its_abilities(table, "Steel Titan")
        table.all_pass()
        assert table.candidates == able


@shows("4.3.3", "4.3.2")
def test_forced_attacker_attacks_once_a_turn_and_only_with_its_abilities() -> None:
    table = Table(Start(in_play=["Raging T-Rex"]))
    table.a.cannot("4.3.3").passes()
    table.a.attacks("Raging T-Rex")
    table.all_pass()
    table.all_pass()
    prepared_again(table, "Raging T-Rex")
    table.a.passes()
    table = Table(Start(in_play=["Raging T-Rex"]))
    loses_its_abilities(table, "Raging T-Rex")
    table.a.passes()


@shows("3.3.1", "4.4.6[1]")
def test_forced_block_does_not_apply_to_attacker_without_abilities() -> None:
    for lost, low in ((False, 1), (True, 0)):
        table = Table(Start(in_play=["Lord of the Arena"]), Start(in_play=["Kong"]))
        table.a.attacks("Lord of the Arena")
        if lost:
            loses_its_abilities(table, "Lord of the Arena")
        table.all_pass()
        pending = table.state.pending
        assert pending is not None
        assert (pending.kind, pending.low) == ("block", low)
        (table.b if lost else table.b.cannot("3.3.1")).blocks()


@shows("I-77", "4.4.12")
@pytest.mark.parametrize(("reading", "blocks"), [(0, True), (1, False)])
def test_expended_blocker_leaves_battle_by_option_of_i_77(reading: int, blocks: bool) -> None:
    mine, other = (
        Start(in_play=["Kong", "Time Master"]),
        Start(in_play=["Forcemage Apprentice", "Time Master"]),
    )
    table = Table(mine, other, choices=(("I-77", reading),))
    table.a.attacks("Kong")
    table.all_pass()
    table.b.blocks("Forcemage Apprentice")
    table.b.uses("Forcemage Apprentice", 0)
    table.b.targets("A")
    assert table.champion("Forcemage Apprentice").blocking is blocks
    table.b.uses("Time Master", 1)
    assert [event.kind for event in table.state.log].count("leaves-battle") == reading


@shows("I-37", "4.2.4")
@pytest.mark.parametrize(("reading", "rests"), [(0, (False, False)), (1, (False, True))])
def test_expending_on_other_turn_prepares_at_its_end_by_option_of_i_37(reading: int, rests: tuple[bool, bool]) -> None:
    two = Start(in_play=["Forcemage Apprentice"])
    table = Table(two, two, choices=(("I-37", reading),))
    table.a.uses("Forcemage Apprentice", 0)
    table.a.targets("B")
    table.a.passes()
    table.b.uses("Forcemage Apprentice", 0)
    table.b.targets("A")
    tired = tuple(("tired", 1) in table.champion(f"{one}/Forcemage Apprentice").until_end for one in "AB")
    assert tired == rests


@shows("4.4.14", "4.4.6a")
def test_battle_after_its_end_leaves_no_state() -> None:
    table = Table(Start(in_play=["Kong", "Muse"]), Start(in_play=["Palace Guard"]))
    table.a.attacks("Kong")
    table.all_pass()
    table.b.blocks("Palace Guard")
    table.all_pass()
    state = table.state
    assert (state.phase, state.step, state.stage, state.defender, state.blocked) == ("main", "", 0, -1, False)
    table.a.attacks("Muse")
    assert (state.phase, state.step, state.stage, state.defender) == ("battle", "before-blocks", 0, 1)
    assert {event.cause for event in state.log if event.kind in {"advance", "initiative", "battle-ends"}} == {-1}


@shows("I-40", "4.1.3")
def test_offered_attacks_are_the_legal_ones() -> None:
    table = Table(Start(in_play=["Kong", Put("Muse", deploying=True)]), Start())
    offered = {answer.refs for answer in ENGINE.legal(table.state) if answer.verb == "attack"}
    assert offered == {(table.champion("Kong").oid,)}
