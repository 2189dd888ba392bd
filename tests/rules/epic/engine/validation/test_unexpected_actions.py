"""Reasons reported for actions that are not pending: each of them, and none of another action or moment."""

import pytest

from rules.engine.decision import Action
from rules.engine.game import Setup
from rules.engine.ids import CHANCE
from tests.rules.epic.scenarios.table import CR, ENGINE, FILLER, RB, Start, Table

VARIANT = "free-for-all"


def reasons(table: Table, answer: Action) -> list[tuple[str, str]]:
    return [(violation.rule, violation.text) for violation in ENGINE.check(table.state, answer)]


def test_concede_by_departed_player_is_violation() -> None:
    """Rule 1.2.2."""
    table = Table(Start(), Start(), Start(), variant=VARIANT)
    table.b.concedes()
    assert reasons(table, Action(1, "concede")) == [("1.2.2", "B is not a player in the game.")]
    assert reasons(table, Action(2, "concede")) == []


@pytest.mark.parametrize("verb", ["pass", "end"])
def test_chance_making_a_play_is_violation(verb: str) -> None:
    """A player is waited for (4.3.1); whose turn and initiative it is need not be told of chance."""
    table = Table()
    assert [rule for rule, _ in reasons(table, Action(CHANCE, verb))] == ["4.3.1"]


def test_second_mulligan_reason_is_given_only_after_a_decision() -> None:
    """Rule 1.8.3: of three players the second has decided, the third is asked, the first has yet to."""
    state = ENGINE.new_game(Setup(("A", "B", "C"), ((FILLER,) * 9,) * 3, 0, RB, VARIANT))
    ENGINE.apply(state, Action(1, "mulligan"))
    waits = "now: first C decides which cards of the opening hand to replace (I-27)."
    found = {seat: [(v.rule, v.text) for v in ENGINE.check(state, Action(seat, "mulligan"))] for seat in range(3)}
    assert found == {
        0: [("RB:getting-started", f"A cannot decide on the opening hand {waits}")],
        1: [
            ("1.8.3", "B has decided on the opening hand; cards are replaced once, all together."),
            ("RB:getting-started", f"B cannot decide on the opening hand {waits}"),
        ],
        2: [],
    }


def test_block_before_another_round_of_plays_is_violation() -> None:
    """Rule 4.4.5 (I-39): it is reported for blocks only, and only while plays are made."""
    table = Table(Start(in_play=["Kong"]), Start(in_play=["Kong"], hand=["Flash Fire", "Lash"], gold=2), version=CR)
    table.a.attacks("A/Kong")
    table.a.passes()
    table.b.plays("Flash Fire")
    table.b.passes()
    table.a.passes()
    assert (table.step, table.asks) == ("before-blocks", ("B", "act"))
    assert reasons(table, Action(1, "block")) == [
        ("4.4.4", "B cannot block now: first B makes a play or passes."),
        ("4.4.5", "After plays of B there is another round before the blocks (I-39)."),
    ]
    offered, first = reasons(table, Action(1, "yes"))
    assert (offered[0], first) == ("3.4.1", ("4.4.4", "B cannot say yes now: first B makes a play or passes."))
    table.b.plays("Lash")
    assert reasons(table, Action(1, "block")) == [("5.20.1", "B cannot block now: first B picks a target for Lash.")]


def test_declared_blockers_are_a_reason_for_blocks_only() -> None:
    """Rule 4.4.6[1]: not of another answer, and not while something else than a play is waited for."""
    table = Table(Start(in_play=["Kong"], hand=["Lash"]), Start(in_play=["Kong"]), version=CR)
    table.a.attacks("A/Kong")
    table.all_pass()
    table.b.blocks()
    assert (table.step, table.asks) == ("before-damage", ("A", "act"))
    assert reasons(table, Action(1, "block")) == [
        ("4.4.6[1]", "Blockers are declared before this: B did not block, and no more are declared."),
        ("4.4.8", "B cannot block now: first A makes a play or passes."),
    ]
    offered, first = reasons(table, Action(1, "yes"))
    assert (offered[0], first) == ("3.4.1", ("4.4.8", "B cannot say yes now: first A makes a play or passes."))
    table.a.plays("Lash")
    assert reasons(table, Action(1, "block")) == [("5.20.1", "B cannot block now: first A picks a target for Lash.")]
