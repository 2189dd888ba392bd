"""Division of battle damage: forced divisions, breakthrough in both versions, illegal divisions."""

from itertools import islice

import pytest

from rules.engine.decision import Action
from rules.epic.battle.damage import BREAKTHROUGH_BOOK, assignment_violations, pending_division
from rules.epic.battle.divisions import compositions, iter_divisions
from rules.epic.engine import ENGINE
from tests.rules.epic.engine.games import VERSIONS
from tests.rules.epic.scenarios.claims import shows
from tests.rules.epic.scenarios.table import CR, RB, Put, Start, Table


def blocked(version: str, attacking: list[str], blocking: list[str]) -> Table:
    """Return the game at the division of damage, without any play having been made."""
    table = Table(a=Start(in_play=attacking), b=Start(in_play=blocking), version=version)
    table.a.attacks(*attacking)
    table.all_pass()
    table.b.blocks(*blocking)
    table.all_pass()
    return table


def reasons(table: Table, points: dict[tuple[str, str], int]) -> list[str]:
    refs: list[int] = []
    for source, target in points:
        refs += [table.champion(source).oid, 1 if target == "B" else table.champion(target).oid]
    answer = Action(
        table.state.pending.seat if table.state.pending else 0, "assign", tuple(refs), 0, tuple(points.values())
    )
    return [f"{violation.rule}: {violation.text}" for violation in ENGINE.check(table.state, answer)]


@pytest.mark.parametrize("version", VERSIONS)
def test_battle_one_against_one_without_breakthrough_asks_nothing(version: str) -> None:
    table = blocked(version, ["Kong"], ["Lurking Giant"])
    assert table.phase == "main"
    assert table.state.find(table.champion("Kong").oid) is not None
    assert [event.args[1:] for event in table.state.log if event.kind == "assign"] == [
        (10_000, 10_001, 13),
        (10_001, 10_000, 11),
    ]


def test_breakthrough_of_two_attackers_in_complete_rules_shares_excess() -> None:
    """Rule 4.4.11a (I-80, I-82): 10 and 9 against a defense of 8, so 11 go through."""
    table = blocked(CR, ["Triceratops", "Juggernaut"], ["Palace Guard"])
    legal = list(ENGINE.legal(table.state))
    assert {sum(n for t, n in zip(a.refs[1::2], a.amounts, strict=True) if t == 1) for a in legal} == {11}
    assert len(legal) == 9
    assert reasons(table, {("Triceratops", "B"): 10, ("Juggernaut", "Palace Guard"): 9}) == [
        "4.4.11a: Breakthrough deals B exactly the excess of 11, not 10 (I-80)."
    ]
    table.a.assigns({("Triceratops", "B"): 10, ("Juggernaut", "B"): 1, ("Juggernaut", "Palace Guard"): 8})
    table.b.assigns({("Palace Guard", "Triceratops"): 6})
    assert table.b.health == 19
    assert table.b.in_play == []


def test_breakthrough_in_rule_book_requires_defense_from_breakthrough() -> None:
    """I-80: damage of other champions does not help."""
    table = blocked(RB, ["Triceratops", "Kong"], ["Muse"])
    text = (
        "Before breakthrough damage reaches B, breakthrough champions assign 2 (its defense, whatever damage it has, "
        "5.7.5) to B's Muse; 0 is"
    )
    assert reasons(table, {("Triceratops", "B"): 10, ("Kong", "Muse"): 13}) == [
        f"{BREAKTHROUGH_BOOK}: {text} assigned."
    ]
    assert reasons(table, {("Triceratops", "Muse"): 10, ("Kong", "B"): 13}) == [
        "5.7.2: A's Kong has no breakthrough and cannot deal damage to B."
    ]
    assert reasons(table, {("Triceratops", "Muse"): 9, ("Kong", "Muse"): 14}) == [
        "4.4.11: A's Triceratops deals 10 damage, its offense; 9 is assigned (I-83).",
        "4.4.11: A's Kong deals 13 damage, its offense; 14 is assigned (I-83).",
    ]
    through = {
        sum(n for t, n in zip(a.refs[1::2], a.amounts, strict=True) if t == 1) for a in ENGINE.legal(table.state)
    }
    assert through == set(range(9))


def test_breakthrough_of_single_attacker_in_complete_rules_asks_nothing() -> None:
    table = blocked(CR, ["Triceratops"], ["Palace Guard"])
    assert table.phase == "main"
    assert table.b.health == 28


def test_division_by_both_players_precedes_all_damage() -> None:
    """Rule 4.4.11b (I-83)."""
    table = blocked(RB, ["Kong", "Steel Golem"], ["Lurking Giant", "Sea Titan"])
    assert table.asks == ("A", "assign")
    table.a.assigns({("Kong", "Lurking Giant"): 13, ("Steel Golem", "Sea Titan"): 13})
    assert table.asks == ("B", "assign")
    assert table.champion("Lurking Giant").damage == 0
    table.b.assigns({("Lurking Giant", "Steel Golem"): 11, ("Sea Titan", "Steel Golem"): 11})
    assert table.a.in_play == ["Kong"]
    assert table.b.in_play == ["Sea Titan"]


@shows("I-84")
def test_attacker_without_offense_deals_no_damage() -> None:
    """I-84: Forcemage Apprentice has offense 0."""
    table = Table(a=Start(in_play=["Forcemage Apprentice"]), b=Start(in_play=["Muse"]))
    table.a.attacks("Forcemage Apprentice")
    table.all_pass()
    table.b.blocks("Muse")
    table.all_pass()
    damage = [event.args for event in table.state.log if event.kind == "damage"]
    assert [args[1:3] for args in damage] == [(10_000, 2)]


def test_legal_divisions_are_each_listed_once() -> None:
    """13 points over two blockers: 14 ways."""
    table = blocked(RB, ["Kong"], ["Lurking Giant", "Sea Titan"])
    assert len(set(ENGINE.legal(table.state))) == len(list(ENGINE.legal(table.state))) == 14
    assert len(list(compositions(6, 3))) == 28


def test_legal_divisions_of_huge_battle_are_listed_lazily() -> None:
    table = blocked(RB, ["Kong", "Triceratops", "Lurking Giant"], ["Sea Titan", "Steel Golem", "Palace Guard", "Muse"])
    assert len(list(islice(ENGINE.legal(table.state), 50))) == 50


@pytest.mark.parametrize("version", [RB, CR])
def test_legal_divisions_enumeration_prunes_illegal_ones(version: str) -> None:
    """One attacker against many: nearly all ways to spread its points give a blocker, or the player, too little."""
    small = ["Muse", "Thought Plucker", "Winter Fairy", "Dark Knight", "Guilt Demon", "Courageous Soul", "Spore Beast"]
    table = blocked(version, ["Burrowing Wurm", "Kong"], small)
    mine = pending_division(table.state)
    ways = islice(iter_divisions(mine), 400)
    found = [Action(mine.seat, "assign", refs, 0, amounts) for refs, amounts in ways]
    legal = [answer for answer in found if not list(assignment_violations(table.state, mine, mine.shares_of(answer)))]
    assert len(found) == len(legal) == 400


def test_split_damage_assigns_all_and_at_least_1_to_each_target() -> None:
    """Lightning Storm: six points over at most six targets."""
    table = Table(a=Start(hand=["Lightning Storm"]), b=Start(in_play=["Muse", Put("Kong", damage=9)]))
    table.a.plays("Lightning Storm")
    source = table.state.pending.source if table.state.pending else 0
    muse, kong = table.champion("Muse").oid, table.champion("Kong").oid
    wrong = Action(0, "assign", (source, muse, source, kong), 0, (2, 3))
    assert [v.text for v in ENGINE.check(table.state, wrong)] == ["All 6 points are dealt; 5 are assigned."]
    assert sum(len(answer.amounts) == 4 for answer in ENGINE.legal(table.state)) == 10
    table.a.assigns({("Lightning Storm", "Muse"): 1, ("Lightning Storm", "Kong"): 5})
    assert table.b.in_play == ["Muse"]
