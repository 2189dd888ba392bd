"""Damage: its recipient, its triggers, and lethal damage that does not break."""

import pytest

from rules.epic.board.damage import break_champions, return_to_hand, run_state_checks
from rules.epic.state import ABILITIES_LOST, clear_values
from rules.epic.traits import UNBREAKABLE
from tests.rules.epic.scenarios.claims import shows
from tests.rules.epic.scenarios.table import RB, Put, Start, Table

FFA = "free-for-all"
STAYS = ("keyword", str(UNBREAKABLE))


def events(table: Table, kind: str) -> list[tuple[int | str, ...]]:
    return [event.args for event in table.state.log if event.kind == kind]


def give(table: Table, name: str, *modifiers: tuple[str, int | str]) -> None:
    table.champion(name).until_end += modifiers
    clear_values(table.state)


def to_blocks(table: Table, *attackers: str, at: str = "B") -> None:
    table.a.attacks(*attackers, at=at)
    table.all_pass()


@shows("I-84", "2.1.6")
def test_damage_of_zero_points_is_not_dealt() -> None:
    """One champion of B's breaks and none of A's."""
    table = Table(Start(hand=["Flames of Furios"]), Start(in_play=["Muse"]))
    table.a.plays("Flames of Furios", mode=1)
    assert [args[1] for args in events(table, "damage")][1:] == [1]
    assert (table.a.health, table.b.health) == (30, 29)


@shows("4.4.12", "I-82")
def test_breakthrough_of_another_attacker_is_not_own_damage_to_player() -> None:
    """The Plucker is blocked: what gets through is the Triceratops's."""
    table = Table(Start(in_play=["Thought Plucker", "Triceratops"]), Start(in_play=["Muse"], hand=["Kong"]))
    to_blocks(table, "Thought Plucker", "Triceratops")
    table.b.blocks("Muse")
    table.all_pass()
    table.a.assigns({("Thought Plucker", "Muse"): 1, ("Triceratops", "Muse"): 2, ("Triceratops", "B"): 8})
    assert table.asks == ("B", "assign")
    table.b.assigns({("Muse", "Triceratops"): 2})
    assert (table.b.health, table.b.hand, table.asks) == (22, ["Kong"], ("A", "act"))


@shows("I-92", "5.13.1")
@pytest.mark.parametrize(("guard", "knight", "gains"), [(4, 3, [3]), (6, 1, [1]), (7, 0, [])])
def test_overkill_by_option_of_i_92_excludes_champion_already_broken(guard: int, knight: int, gains: list[int]) -> None:
    mine, two = (
        Start(in_play=["Kong", "Herald of Angeline"]),
        Start(in_play=["Palace Guard", "White Knight"]),
    )
    table = Table(mine, two, choices=(("I-92", 1),))
    to_blocks(table, "Kong", "Herald of Angeline")
    table.b.blocks("Palace Guard", "White Knight")
    table.all_pass()
    shares = {("Kong", "Palace Guard"): 13, ("Herald of Angeline", "Palace Guard"): guard}
    table.a.assigns({**shares, **({("Herald of Angeline", "White Knight"): knight} if knight else {})})
    table.b.assigns({(name, "Kong"): table.offense(name) for name in ("Palace Guard", "White Knight")})
    assert [points for _, points, _ in events(table, "gain")] == gains


@shows("I-92")
def test_overkill_by_option_of_i_92_counts_all_damage_to_player() -> None:
    table = Table(Start(in_play=["Herald of Angeline"]), choices=(("I-92", 1),))
    to_blocks(table, "Herald of Angeline")
    table.all_pass()
    assert (table.a.health, table.b.health) == (37, 23)


@shows("I-131")
@pytest.mark.parametrize(("reading", "offense"), [(0, 7), (1, 9)])
def test_damage_to_two_champions_triggers_by_option_of_i_131(reading: int, offense: int) -> None:
    two = Start(in_play=["Palace Guard", "White Knight"])
    table = Table(Start(in_play=["Vampire Lord"]), two, choices=(("I-131", reading),))
    to_blocks(table, "Vampire Lord")
    table.b.blocks("Palace Guard", "White Knight")
    table.all_pass()
    table.a.assigns({("Vampire Lord", "Palace Guard"): 2, ("Vampire Lord", "White Knight"): 3})
    assert table.offense("Vampire Lord") == offense


@shows("1.9.3", "I-24", "4.4.12")
def test_damage_assigned_to_departed_champion_is_not_dealt() -> None:
    """Nor does the Vampire Lord hear of it: each that it damages would be heard of here."""
    mine, two = (
        Start(in_play=["Vampire Lord", "Kong"]),
        Start(in_play=["Muse", Put("Palace Guard", owner="C")]),
    )
    table = Table(mine, two, Start(), variant=FFA, choices=(("I-131", 1),))
    to_blocks(table, "Vampire Lord", "Kong")
    table.b.blocks("Muse", "Palace Guard")
    table.all_pass()
    lord, kong = "Vampire Lord", "Kong"
    table.a.assigns({(lord, "Muse"): 3, (lord, "Palace Guard"): 2, (kong, "Palace Guard"): 13})
    table.c.concedes()
    assert (table.asks, table.b.in_play) == (("B", "assign"), ["Muse"])
    table.b.assigns({("Muse", "Kong"): 2})
    assert (table.offense("Vampire Lord"), table.b.in_play, len(events(table, "damage"))) == (7, [], 2)


@shows("5.9.3", "RB:keywords-and-terms/unbreakable")
def test_damaged_unbreakable_champion_losing_abilities_breaks() -> None:
    table = Table(Start(in_play=[Put("Kong", damage=20), "Muse"]))
    give(table, "Kong", STAYS, ("offense", 1))
    run_state_checks(table.state)
    assert table.a.in_play == ["Kong", "Muse"]
    give(table, "Kong", ABILITIES_LOST)
    run_state_checks(table.state)
    assert (table.a.in_play, table.cited("5.9.3")) == (["Muse"], True)


@shows("I-105", "5.9.1")
@pytest.mark.parametrize("reading", [0, 1])
def test_unbreakable_champion_without_defense_breaks_by_option_of_i_105(reading: int) -> None:
    table = Table(Start(in_play=["Kong"]), version=RB, choices=(("I-105", reading),))
    give(table, "Kong", ("defense", -table.defense("Kong")), STAYS)
    assert table.defense("Kong") == 0
    run_state_checks(table.state)
    assert table.a.in_play == ([] if reading else ["Kong"])


@shows("I-105", "5.9.1")
def test_unbreakable_champion_with_1_defense_stays() -> None:
    table = Table(Start(in_play=[Put("Kong", damage=20)]), choices=(("I-105", 1),))
    give(table, "Kong", ("defense", 1 - table.defense("Kong")), STAYS)
    run_state_checks(table.state)
    assert (table.defense("Kong"), table.a.in_play) == (1, ["Kong"])


@shows("5.9.3")
@pytest.mark.parametrize("lost", [(), (ABILITIES_LOST,)])
def test_champion_never_unbreakable_breaks_without_citing_5_9_3(lost: tuple[tuple[str, int], ...]) -> None:
    table = Table(Start(in_play=[Put("Kong", damage=20)]))
    give(table, "Kong", ("offense", 1), *lost)
    run_state_checks(table.state)
    assert (table.a.in_play, table.cited("5.9.3")) == ([], False)


@shows("I-105")
def test_unbreakable_champion_without_defense_is_logged_once() -> None:
    table = Table(Start(in_play=["Kong", "Muse"]))
    for name in ("Kong", "Muse"):
        give(table, name, STAYS)
    break_champions(table.state, [table.champion("Kong")], ("3.2.3",))
    for name in ("Kong", "Muse"):
        give(table, name, ("defense", -20))
        run_state_checks(table.state)
    run_state_checks(table.state)
    kong, muse = ((0, table.champion(name).oid) for name in ("Kong", "Muse"))
    assert events(table, "unbreakable") == [kong, kong, muse]


@shows("1.9.2", "2.3.5")
def test_returned_token_ceases_to_exist_unlike_card() -> None:
    table = Table(Start(in_play=["Human Token", "Kong"]))
    return_to_hand(table.state, list(table.state.seats[0].champions), ("3.2.3",))
    output = ["2.3.5" in event.rules for event in table.state.log if event.kind == "bounce"]
    assert (table.a.hand, output) == (["Kong"], [True, False])
