"""Division of battle damage and its limits (4.4.11)."""

from collections.abc import Mapping
from itertools import permutations

import pytest

from rules.epic.state import clear_values
from rules.epic.traits import UNBREAKABLE
from tests.rules.epic.scenarios.claims import shows
from tests.rules.epic.scenarios.table import CR, ENGINE, RB, Put, Start, Table

STAYS = ("keyword", str(UNBREAKABLE))
Shares = list[tuple[str, str, int]]


def blocked(table: Table, attackers: list[str], blockers: list[str]) -> Table:
    """Let A attack and B block; go on until a player divides damage or it has been dealt."""
    table.a.attacks(*attackers)
    table.all_pass()
    table.b.blocks(*blockers)
    table.all_pass()
    return table


def give(table: Table, name: str, *modifiers: tuple[str, int | str]) -> None:
    table.champion(name).until_end += modifiers
    clear_values(table.state)


def dealt(table: Table) -> Shares:
    """Return all damage that was dealt, in order."""
    found = [event.args for event in table.state.log if event.kind == "damage"]
    return [(named(table, int(source)), named(table, int(target)), int(points)) for source, target, points, *_ in found]


def announced(table: Table) -> list[Shares]:
    """Return the shares that were announced, one list for each time."""
    found = [event.args[1:] for event in table.state.log if event.kind == "assign"]
    return [
        [(named(table, int(s)), named(table, int(t)), int(n)) for s, t, n in zip(*[iter(args)] * 3, strict=True)]
        for args in found
    ]


def named(table: Table, ref: int) -> str:
    return table.name(ref if ref < 10 else table.state.card_of(ref))


def faults(table: Table, shares: Mapping[tuple[str, str], int], seat: int = 0) -> list[tuple[str, str]]:
    """Return every rule that this division by A, or B, breaks, with what is said of it."""
    refs: list[int] = []
    for source, target in shares:
        refs += [table.champion(source).oid, 1 if target == "B" else table.champion(target).oid]
    legal = next(iter(ENGINE.legal(table.state)))
    answer = type(legal)(seat, "assign", tuple(refs), 0, tuple(shares.values()))
    return [(violation.rule, violation.text) for violation in ENGINE.check(table.state, answer)]


@shows("4.4.11", "I-83")
def test_unblocked_attack_deals_all_offense_to_player() -> None:
    table = Table(Start(in_play=["Kong", "Muse"]), choices=(("I-75", 1),))
    table.a.attacks("Kong", "Muse")
    table.all_pass()
    table.all_pass()
    assert announced(table) == [[("Kong", "B", 13), ("Muse", "B", 2)]]
    assert (table.b.health, table.cited("I-75")) == (15, False)


@shows("4.4.11a", "5.7.2", "I-80")
def test_only_breakthrough_champion_deals_excess_to_player() -> None:
    mine = Start(in_play=["Kong", "Triceratops"])
    table = blocked(Table(mine, Start(in_play=["Palace Guard"]), version=CR), ["Kong", "Triceratops"], ["Palace Guard"])
    shares = [("Kong", "Palace Guard", 13), ("Triceratops", "Palace Guard", 8), ("Triceratops", "B", 2)]
    assert announced(table) == [shares]
    table.b.assigns({("Palace Guard", "Kong"): 6})
    assert dealt(table) == [*shares, ("Palace Guard", "Kong", 6)]


@shows("4.4.11a", "5.7.1", "I-80")
def test_breakthrough_against_defense_below_zero_deals_all_damage() -> None:
    table = Table(Start(in_play=["Triceratops", "Wurm Hatchling"]), Start(in_play=["Muse"]), version=CR)
    give(table, "Muse", ("defense", -2), STAYS)
    blocked(table, ["Triceratops", "Wurm Hatchling"], ["Muse"])
    assert table.asks == ("B", "assign")
    assert announced(table) == [[("Triceratops", "B", 10), ("Wurm Hatchling", "B", 4)]]


@shows("4.4.11a", "5.7.3")
def test_blocker_with_negative_defense_adds_no_excess() -> None:
    table = Table(Start(in_play=["Triceratops"]), Start(in_play=["Muse", "Palace Guard"]), version=CR)
    give(table, "Muse", ("defense", -5), STAYS)
    blocked(table, ["Triceratops"], ["Muse", "Palace Guard"])
    pending = table.state.pending
    assert pending is not None
    assert dict(pending.detail)["excess"] == 2
    assert (table.candidates, list(pending.candidates)) == (["B", "Muse", "Palace Guard"], sorted(pending.candidates))


@shows("I-79", "4.4.11a")
@pytest.mark.parametrize(("reading", "guard"), [(0, 8), (1, 10)])
def test_breakthrough_excess_is_part_of_damage_by_option_of_i_79(reading: int, guard: int) -> None:
    sides = Start(in_play=["Triceratops"]), Start(in_play=["Palace Guard"])
    table = blocked(Table(*sides, version=CR, choices=(("I-79", reading),)), ["Triceratops"], ["Palace Guard"])
    assert announced(table)[0] == [("Triceratops", "Palace Guard", guard), ("Triceratops", "B", 2)]
    table = blocked(Table(*sides, version=RB, choices=(("I-79", reading),)), ["Triceratops"], ["Palace Guard"])
    more = {("Triceratops", "Palace Guard"): 10, ("Triceratops", "B"): 3}
    assert ("I-79" in [rule for rule, _ in faults(table, more)]) is bool(reading)
    table.a.assigns({("Triceratops", "Palace Guard"): guard, ("Triceratops", "B"): 2})
    assert table.b.health == 28


@shows("I-79")
def test_additional_excess_is_assigned_among_breakthrough_champions() -> None:
    choices = (("I-79", 1),)
    table = Table(
        Start(in_play=["Triceratops", "Wurm Hatchling"]),
        Start(in_play=["Muse"]),
        version=CR,
        choices=choices,
    )
    give(table, "Muse", ("defense", -2), STAYS)
    blocked(table, ["Triceratops", "Wurm Hatchling"], ["Muse"])
    assert table.asks == ("A", "assign")


@shows("I-84", "4.4.11")
def test_champion_without_offense_divides_no_damage() -> None:
    table = Table(Start(in_play=["Kong"]), Start(in_play=["Muse", "Palace Guard"]))
    give(table, "Kong", ("offense", -13))
    blocked(table, ["Kong"], ["Muse", "Palace Guard"])
    assert announced(table) == [[("Muse", "Kong", 2), ("Palace Guard", "Kong", 6)]]
    assert table.phase == "main"


@shows("I-78", "4.4.11")
@pytest.mark.parametrize(("reading", "damage"), [(0, 8), (1, 6)])
def test_expended_blocker_deals_damage_by_option_of_i_78(reading: int, damage: int) -> None:
    two = Start(in_play=["Forcemage Apprentice", "Palace Guard"])
    table = Table(Start(in_play=["Kong"]), two, choices=(("I-78", reading),))
    give(table, "Forcemage Apprentice", ("offense", 2))
    table.a.attacks("Kong")
    table.all_pass()
    table.b.blocks("Forcemage Apprentice", "Palace Guard")
    table.b.uses("Forcemage Apprentice", 0)
    table.b.targets("A")
    table.all_pass()
    table.a.assigns({("Kong", "Palace Guard"): 13})
    assert table.champion("Kong").damage == damage


@shows("I-83", "4.4.11b")
def test_lethal_first_by_option_of_i_83_counts_earlier_damage() -> None:
    two = Start(in_play=[Put("Palace Guard", damage=3), "White Knight"])
    table = Table(Start(in_play=["Kong"]), two, choices=(("I-83", 1),))
    blocked(table, ["Kong"], ["Palace Guard", "White Knight"])
    assert faults(table, {("Kong", "Palace Guard"): 5, ("Kong", "White Knight"): 8}) == []
    thin = faults(table, {("Kong", "Palace Guard"): 4, ("Kong", "White Knight"): 8})
    assert "I-83" in [rule for rule, _ in thin]


@shows("I-83", "4.4.11b")
@pytest.mark.parametrize("reading", [0, 1])
def test_lethal_first_applies_to_defending_player(reading: int) -> None:
    two = Start(in_play=["Palace Guard", "White Knight"])
    table = Table(two, Start(in_play=["Kong"]), choices=(("I-83", reading),))
    blocked(table, ["Palace Guard", "White Knight"], ["Kong"])
    thin = {("Kong", "Palace Guard"): 7, ("Kong", "White Knight"): 6}
    (table.b.cannot("I-83") if reading else table.b).assigns(thin)


THREE = {"Palace Guard": 5, "White Knight": 4, "Triceratops": 6}
"""What is enough for three blockers that have suffered 3, 5 and 4 points before."""


def three_blockers(reading: int) -> Table:
    """Return Kong's damage to three blockers that are damaged already, about to be divided."""
    two = [Put("Palace Guard", damage=3), Put("White Knight", damage=5), Put("Triceratops", damage=4)]
    table = Table(Start(in_play=["Kong"]), Start(in_play=two), choices=(("I-83", reading),))
    return blocked(table, ["Kong"], list(THREE))


def is_in_some_order(amounts: tuple[int, ...]) -> bool:
    """Whether in some order of the three each gets enough before the next gets anything."""
    shares = list(zip(amounts, THREE.values(), strict=True))
    return any(
        (first >= enough or second == third == 0) and (second >= enough_then or third == 0)
        for (first, enough), (second, enough_then), (third, _) in permutations(shares)
    )


@shows("I-83", "4.4.11b")
@pytest.mark.parametrize("reading", [0, 1])
def test_legal_divisions_among_three_depend_on_option_of_i_83(reading: int) -> None:
    table = three_blockers(reading)
    oids = [table.champion(name).oid for name in THREE]
    offered = {
        tuple(dict(zip(answer.refs[1::2], answer.amounts, strict=True)).get(oid, 0) for oid in oids)
        for answer in ENGINE.legal(table.state)
        if answer.verb == "assign"
    }
    every = {(one, two, 13 - one - two) for one in range(14) for two in range(14 - one)}
    assert offered == ({amounts for amounts in every if is_in_some_order(amounts)} if reading else every)


@shows("I-83", "4.4.11b", "2.1.6")
@pytest.mark.parametrize(
    ("amounts", "broken"),
    [
        ((5, 4, 4), ["Palace Guard", "White Knight"]),
        ((5, 2, 6), ["Palace Guard", "Triceratops"]),
        ((3, 4, 6), ["Triceratops", "White Knight"]),
        ((0, 4, 9), ["Triceratops", "White Knight"]),
    ],
)
def test_lethal_first_lets_any_of_three_get_the_rest(amounts: tuple[int, ...], broken: list[str]) -> None:
    table = three_blockers(1)
    shares = {("Kong", name): amount for name, amount in zip(THREE, amounts, strict=True) if amount}
    table.a.assigns(shares)
    assert table.b.discard == broken


@shows("I-83", "4.4.11b")
def test_lethal_first_forbids_two_of_three_getting_too_little() -> None:
    table = three_blockers(1)
    short = ["White Knight", "Triceratops"]
    output = faults(table, {("Kong", "Palace Guard"): 5, ("Kong", short[0]): 3, ("Kong", short[1]): 5})
    assert [rule for rule, _ in output] == ["I-83"]
    assert [name for name in THREE if name in output[0][1]] == short


@shows("I-83", "4.4.11a")
def test_lethal_first_allows_excess_to_player() -> None:
    table = Table(Start(in_play=["Triceratops"]), Start(in_play=["Palace Guard"]), choices=(("I-83", 1),))
    blocked(table, ["Triceratops"], ["Palace Guard"])
    table.a.assigns({("Triceratops", "Palace Guard"): 8, ("Triceratops", "B"): 2})
    assert table.b.health == 28


@shows("I-75", "4.4.6a")
def test_attack_with_departed_blockers_is_blocked_by_remaining_ones() -> None:
    table = Table(Start(in_play=["Kong"]), Start(in_play=["Palace Guard"]), choices=(("I-75", 1),))
    blocked(table, ["Kong"], ["Palace Guard"])
    assert (table.b.health, table.b.in_play) == (30, [])


@shows("I-75", "4.4.12", "5.7.4")
def test_attack_with_departed_blocker_announces_no_damage() -> None:
    table = Table(Start(in_play=["Kong"]), Start(in_play=["Muse"], hand=["Lightning Strike"]))
    table.a.attacks("Kong")
    table.all_pass()
    table.b.blocks("Muse")
    table.b.plays("Lightning Strike")
    table.b.targets("Muse")
    table.all_pass()
    assert (announced(table), table.b.health, table.phase) == ([], 30, "main")


@shows("4.4.11b", "I-80", "RB:keywords-and-terms/breakthrough")
def test_breakthrough_choice_is_cited_if_there_is_one() -> None:
    rule = "RB:keywords-and-terms/breakthrough"
    for guard, chosen in ((["Muse", "Palace Guard"], False), (["Muse", "Human Token"], True)):
        table = Table(Start(in_play=["Triceratops"]), Start(in_play=guard))
        blocked(table, ["Triceratops"], guard)
        assert table.state.pending is not None
        assert (rule in table.state.pending.rules, "B" in table.candidates) == (chosen, chosen)
        table.a.assigns({("Triceratops", guard[1]): 10})
        assert table.cited("I-80") is chosen


@shows("I-45", "1.5.4")
def test_lethal_damage_ends_game_before_delayed_triggers() -> None:
    table = Table(Start(in_play=["Kong"]), Start(health=13), choices=(("I-45", 1),))
    table.a.attacks("Kong")
    table.all_pass()
    table.all_pass()
    assert (table.winners, table.phase) == ("A", "over")


@shows("4.4.11", "4.4.11a", "4.4.11b")
def test_illegal_division_reports_each_share() -> None:
    mine, other = (
        Start(in_play=["Kong", "Triceratops", "Muse"]),
        Start(in_play=["White Knight", "Palace Guard"]),
    )
    table = Table(mine, other)
    blocked(table, ["Kong", "Triceratops"], ["Palace Guard", "White Knight"])
    rest = {("Triceratops", "White Knight"): 10, ("Kong", "White Knight"): 13}
    none = "deals no damage in this battle for A."
    assert faults(table, {**rest, ("Muse", "Palace Guard"): 2}) == [("4.4.11", f"A's Muse {none}")]
    assert [rule for rule, _ in faults(table, {**rest, ("Kong", "White Knight"): 12})] == ["4.4.11"]
    ((rule, text),) = faults(table, {("Triceratops", "White Knight"): 10, ("Kong", "B"): 13})
    assert (rule, text.partition(": ")[2]) == ("4.4.11", "the attack is blocked and it has no breakthrough (5.7.2).")
    ((rule, text),) = faults(table, {("Kong", "White Knight"): 13, ("Triceratops", "B"): 10})
    excess = "10 offense with breakthrough does not exceed the blockers' 17 defense (5.7.1)."
    assert (rule, text.partition(", as ")[2]) == ("4.4.11a", excess)
    ((rule, text),) = faults(table, {("Kong", "White Knight"): 13, ("Triceratops", "Muse"): 10})
    assert (rule, text.partition(": ")[2].partition("Muse ")[2]) == ("4.4.11", "is not blocking in this battle.")


@shows("4.4.11")
def test_division_of_damage_to_own_opponent_by_defender_is_explained() -> None:
    table = Table(Start(in_play=["Kong", "Muse"]), Start(in_play=["Palace Guard"]))
    blocked(table, ["Kong", "Muse"], ["Palace Guard"])
    ((rule, text),) = faults(table, {("Palace Guard", "B"): 6}, 1)
    assert (rule, text.partition(": ")[2]) == ("4.4.11", "B is not attacking in this battle.")


@shows("4.4.11a", "5.7.1")
def test_division_with_negative_defense_counts_it_as_zero() -> None:
    table = Table(Start(in_play=["Triceratops"]), Start(in_play=["Muse", "Kong"]))
    give(table, "Muse", ("defense", -5), STAYS)
    blocked(table, ["Triceratops"], ["Muse", "Kong"])
    ((_, text),) = faults(table, {("Triceratops", "B"): 10})
    assert "does not exceed the blockers' 14 defense" in text
