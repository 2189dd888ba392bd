"""Occurrence and order of triggers, and later batches (3.2.5, 3.4)."""

import pytest

from rules.engine.decision import Action
from rules.epic.state import ABILITIES_LOST, clear_values
from tests.rules.epic.scenarios.claims import shows
from tests.rules.epic.scenarios.table import ENGINE, Put, Start, Table

HUNTER = Put("Soul Hunter", damage=4)
BLOOD = "first-blood"


def resolved(table: Table) -> list[tuple[int, str]]:
    """Return whose triggers have resolved, in order, with their sources."""
    found = [event.args for event in table.state.log if event.kind == "resolve"]
    return [(int(seat), table.name(table.state.card_of(int(source)))) for seat, source, _ in found]


def loses_its_abilities(table: Table, name: str) -> None:
    table.champion(name).until_end += (ABILITIES_LOST,)
    clear_values(table.state)


@shows("3.2.5a", "I-44")
@pytest.mark.parametrize("turn", ["A", "B"])
@pytest.mark.parametrize("first", ["A", "B"])
def test_triggers_of_player_with_initiative_resolve_first(turn: str, first: str) -> None:
    two = Start(in_play=[HUNTER], hand=["Flash Fire"])
    table = Table(two, two, turn=turn)
    players = {"A": table.a, "B": table.b}
    if turn != first:
        players[turn].passes()
    players[first].plays("Flash Fire")
    assert table.asks == (first, "target")
    players[first].targets("A")
    assert table.asks[0] != first
    players[table.asks[0]].targets("A")
    assert resolved(table) == [("AB".index(first), "Soul Hunter"), (1 - "AB".index(first), "Soul Hunter")]


@shows("3.2.5a", "I-44", "4.5.2a")
@pytest.mark.parametrize("turn", ["A", "B", "C"])
def test_triggers_at_turn_end_resolve_from_turn_player(turn: str) -> None:
    """No one has initiative then."""
    one = Start(in_play=["Sea Hydra"])
    table = Table(one, one, one, turn=turn, variant="free-for-all")
    table.next_turn()
    seat = "ABC".index(turn)
    assert [who for who, _ in resolved(table)] == [(seat + step) % 3 for step in range(3)]


@shows("3.2.5a", "I-46")
def test_trigger_choices_are_in_order_of_entering_play() -> None:
    table = Table(Start(in_play=[*["Kong"] * 7, HUNTER, HUNTER], hand=["Flash Fire"]))
    hunters = tuple(champion.oid for champion in table.state.seats[0].champions[7:])
    table.a.plays("Flash Fire")
    pending = table.state.pending
    assert pending is not None
    assert (table.asks, pending.candidates) == (("A", "order"), hunters)
    assert hunters[0] < hunters[1]


@shows("3.2.5a", "I-46")
def test_triggers_are_ordered_by_their_own_player() -> None:
    two = Start(in_play=[HUNTER, HUNTER], hand=["Flash Fire"])
    table = Table(two, two)
    table.a.plays("Flash Fire")
    assert (table.asks, table.candidates) == (("A", "order"), ["Soul Hunter", "Soul Hunter"])
    pending = table.state.pending
    assert pending is not None
    ours, theirs = ([t.source for t in table.state.batch if t.controller == seat] for seat in (0, 1))
    assert list(pending.candidates) == sorted(ours)
    violations = ENGINE.check(table.state, Action(0, "resolve", (theirs[0],), 0))
    assert "3.2.5a" in [violation.rule for violation in violations]
    assert {answer.refs[0] for answer in ENGINE.legal(table.state)} == set(ours)


@shows("I-48", "3.2.5b")
@pytest.mark.parametrize(("reading", "asks"), [(0, ("A", "may")), (1, ("A", "order"))])
def test_trigger_during_batch_waits_by_option_of_i_48(reading: int, asks: tuple[str, str]) -> None:
    """The White Knight, whom the Angel brings back, triggers twice while the Muse still waits."""
    mine = Start(in_play=["Angel of Mercy", "Muse"], discard=["White Knight"], deck=["Kong", "Lash", "Wither"])
    table = Table(mine, turn="B", choices=(("I-48", reading),))
    table.next_turn()
    table.a.resolves("Angel of Mercy", 0)
    table.a.says_yes()
    assert (table.asks, len(table.state.batch), len(table.state.noted)) == (asks, 3 * reading, 2 - 2 * reading)
    if reading:
        table.a.resolves("Muse", 0)
    table.a.says_no()
    assert (table.asks, table.cited("I-48")) == (("A", "order"), True)
    table.a.resolves("White Knight", 0)
    assert [who for _, who in resolved(table)] == ["Angel of Mercy", "Muse", "White Knight", "White Knight"]
    assert (table.asks, table.state.noted, table.state.batch) == (("A", "act"), [], [])


@shows("I-48")
def test_trigger_without_batch_does_not_cite_i_48() -> None:
    for reading in (0, 1):
        table = Table(Start(hand=["Triceratops"]), choices=(("I-48", reading),))
        table.a.plays("Triceratops")
        assert (resolved(table), table.cited("I-48")) == ([(0, "Triceratops")], False)


@shows("5.0.1", "3.4.1")
def test_trigger_of_champion_without_abilities_does_not_occur() -> None:
    table = Table(Start(in_play=["Thrasher Demon", "Vampire Lord"]))
    for name in ("Thrasher Demon", "Vampire Lord"):
        loses_its_abilities(table, name)
    table.a.attacks("Thrasher Demon", "Vampire Lord")
    table.all_pass()
    table.all_pass()
    assert (table.offense("Thrasher Demon"), table.offense("Vampire Lord"), resolved(table)) == (1, 5, [])


@shows("I-122")
def test_champions_breaking_together_by_option_of_i_122_still_see_others() -> None:
    mine = Start(in_play=["Drinker of Blood"], hand=["Lightning Strike"])
    table = Table(mine, Start(in_play=["Muse"]), choices=(("I-122", 1),))
    table.a.plays("Lightning Strike")
    table.a.targets("Muse")
    assert (table.a.health, table.b.health) == (32, 28)


@shows("I-119")
def test_break_out_of_reach_does_not_trigger() -> None:
    sides = (
        Start(in_play=["Drinker of Blood"]),
        Start(),
        Start(in_play=["Muse"], hand=["Lightning Strike"]),
        Start(),
    )
    table = Table(*sides, variant=BLOOD, turn="C")
    table.c.plays("Lightning Strike")
    assert (table.c.in_play, table.a.health, resolved(table)) == ([], 30, [])


@shows("4.1.1", "I-34", "4.1.3")
def test_turn_player_has_initiative_from_start_phase() -> None:
    table = Table(Start(), Start(in_play=["Muse"], deck=["Kong"]))
    table.next_turn()
    assert (table.phase, table.asks, table.state.initiative) == ("start", ("B", "may"), 1)
    begun = [event.kind for event in table.state.log].index("turn-ends")
    table.b.says_no()
    assert [event.kind for event in table.state.log[begun:] if event.kind == "initiative"] == []


@shows("I-154", "1.2[1]")
def test_damage_to_team_member_triggers_for_that_member() -> None:
    hand = ["Steed of Zaltessa", "Final Task", "Inner Demon"]
    table = Table(Start(hand=hand), Start(), Start(), Start(), variant="hydra", teams="AC BD")
    table.a.plays("Steed of Zaltessa")
    table.a.reveals("Final Task", "Inner Demon")
    table.a.targets("D")
    assert resolved(table) == [(0, "Steed of Zaltessa")] * 2
    assert (table.cited("I-154"), [bool(seat.bans) for seat in table.state.seats]) == (
        False,
        [False, False, False, True],
    )


@shows("5.0.1", "3.4.1")
def test_ability_given_after_losing_abilities_triggers() -> None:
    table = Table(Start(in_play=["Zombie Token"], hand=["Plague Zombies", "Flash Fire"]))
    first = table.champion("Zombie Token").oid
    table.a.plays("Plague Zombies")
    given = table.champion("Zombie Token").until_end[-1]
    table.champion("Zombie Token").until_end = (given, ABILITIES_LOST, given)
    clear_values(table.state)
    table.a.plays("Flash Fire")
    assert sorted(trigger.source for trigger in table.state.batch) == [first + number for number in range(4)]
