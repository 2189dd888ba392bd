"""Initiative: who may play next, the effect of passing, and departing players (4.1, 4.3.3, 4.4.3-10)."""

import pytest

from tests.rules.epic.scenarios.claims import shows
from tests.rules.epic.scenarios.table import CR, ENGINE, RB, Start, Table

FFA = "free-for-all"
BLOCKS, DAMAGE = "RB:battle-phase/before-blocks-step", "RB:battle-phase/before-damage-step"


def three(*hands: Start, version: str = RB) -> Table:
    return Table(*(*hands, Start(), Start(), Start())[:3], variant=FFA, version=version)


def may_end(table: Table) -> bool:
    return any(answer.verb == "end" for answer in ENGINE.legal(table.state))


def pending_rules(table: Table) -> tuple[str, ...]:
    assert table.state.pending is not None
    return table.state.pending.rules


@shows("4.3.1", "4.3.3")
def test_initiative_in_main_phase_cites_rules() -> None:
    table = Table()
    assert pending_rules(table) == ("4.3.1",)
    table.a.passes()
    assert (table.asks, pending_rules(table)) == (("B", "act"), ("4.3.3",))


@shows("4.4.3", "4.4.4", "4.4.8", "4.4.9", "RB:battle-phase/before-blocks-step")
@pytest.mark.parametrize(
    ("version", "rules"),
    [
        (CR, [("A", "4.4.3"), ("B", "4.4.4"), ("A", "4.4.8"), ("B", "4.4.9")]),
        (RB, [("A", BLOCKS), ("B", BLOCKS), ("B", DAMAGE), ("A", DAMAGE)]),
    ],
)
def test_initiative_in_battle_cites_rules(version: str, rules: list[tuple[str, str]]) -> None:
    table = Table(Start(in_play=["Kong"]), Start(in_play=["Muse"]), version=version)
    table.a.attacks("Kong")
    found = []
    while table.phase == "battle":
        if table.asks[1] == "block":
            table.b.blocks("Muse")
            continue
        found.append((table.asks[0], *pending_rules(table)))
        (table.a if table.asks[0] == "A" else table.b).passes()
    assert found == rules


@shows("I-38", "4.3.3", "RB:the-turn-sequence/main-phase")
@pytest.mark.parametrize(("version", "ends"), [(RB, True), (CR, False)])
def test_end_turn_after_reply_depends_on_version(version: str, ends: bool) -> None:
    table = Table(Start(), Start(hand=["Flash Fire"]), version=version)
    assert not may_end(table)
    table.a.passes()
    table.b.plays("Flash Fire")
    table.b.passes()
    assert (table.asks, may_end(table)) == (("A", "act"), ends)


@shows("I-76", "I-38")
def test_pass_in_battle_that_ended_early_does_not_count_in_main_phase() -> None:
    mine, other = Start(in_play=["Muse"]), Start(hand=["Lightning Strike"])
    table = Table(mine, other, choices=(("I-76", 1),))
    table.a.attacks("Muse")
    table.a.passes()
    table.b.plays("Lightning Strike")
    assert (table.phase, table.asks, may_end(table)) == ("main", ("A", "act"), False)


@shows("I-24", "4.3.3", "4.1.5")
def test_departed_player_with_initiative_is_skipped() -> None:
    table = three()
    table.a.passes()
    table.b.concedes()
    assert (table.phase, table.asks) == ("main", ("C", "act"))
    table.c.passes()
    assert (table.state.turn, table.asks) == (2, ("C", "act"))


@shows("I-24", "4.3.3", "4.1.5")
def test_turn_player_regains_initiative_when_last_to_reply_leaves_after_play() -> None:
    table = three(Start(), Start(hand=["Flash Fire"]))
    table.a.passes()
    table.b.plays("Flash Fire")
    table.b.passes()
    table.c.concedes()
    assert (table.phase, table.state.turn, table.asks) == ("main", 0, ("A", "act"))


@shows("I-24", "4.1.5")
def test_turn_ends_when_last_to_reply_leaves_without_play() -> None:
    table = three()
    table.a.passes()
    table.b.passes()
    table.c.concedes()
    assert (table.state.turn, table.asks) == (1, ("B", "act"))


@shows("I-24", "4.1.5")
def test_departure_without_initiative_does_not_change_initiative() -> None:
    table = three()
    table.a.passes()
    table.c.concedes()
    assert (table.state.turn, table.asks) == (0, ("B", "act"))
    table = three()
    table.a.passes()
    table.b.passes()
    table.b.concedes()
    assert (table.state.turn, table.asks) == (0, ("C", "act"))
    table.c.passes()
    assert (table.state.turn, table.asks) == (2, ("C", "act"))


@shows("I-24", "I-116", "4.1.3")
def test_departure_of_turn_player_starts_round_with_next_player() -> None:
    table = three()
    table.a.concedes()
    assert (table.phase, table.state.turn, table.asks, may_end(table)) == ("main", 0, ("B", "act"), False)
    table.b.passes()
    assert table.asks == ("C", "act")
    table.c.passes()
    assert (table.state.turn, table.asks) == (1, ("B", "act"))


@shows("I-24", "I-116", "4.3.3")
def test_play_of_departed_turn_player_gives_no_further_round() -> None:
    table = three(Start(hand=["Flash Fire"]))
    table.a.plays("Flash Fire")
    table.a.concedes()
    table.b.passes()
    table.c.passes()
    assert (table.state.turn, table.asks) == (1, ("B", "act"))


@shows("I-24", "I-34")
def test_departure_of_turn_player_in_start_phase_passes_initiative_left() -> None:
    table = three(Start(), Start(in_play=["Muse"]))
    table.next_turn()
    assert (table.phase, table.asks) == ("start", ("B", "may"))
    begun = len(table.state.log)
    table.b.concedes()
    assert (table.phase, table.state.turn, table.state.initiative) == ("main", 1, 2)
    assert [event for event in table.state.log[begun:] if event.kind == "initiative"] == []
    assert table.asks == ("C", "act")


@shows("I-42", "4.4.3", "I-24")
def test_departure_of_player_outside_battle_does_not_change_battle() -> None:
    table = three(Start(in_play=["Kong"]))
    table.a.attacks("Kong", at="B")
    table.a.passes()
    table.c.concedes()
    assert (table.phase, table.step, table.asks) == ("battle", "before-blocks", ("B", "act"))
