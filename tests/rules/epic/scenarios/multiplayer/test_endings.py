"""End of a game with several eliminated players or teams (1.2, 1.5.4)."""

import pytest

from rules.epic.engine import ENGINE
from rules.epic.players.game_end import check_health
from tests.rules.epic.scenarios.claims import shows
from tests.rules.epic.scenarios.table import Start, Table

BLOOD, LAST = "first-blood", "last-one-standing"


@shows("I-19", "1.5.4")
@pytest.mark.parametrize(
    ("reading", "turn", "healths", "winners"),
    [
        (0, "A", (1, 1), ""),
        (1, "A", (0, -1), "A"),
        (1, "A", (-1, 0), "B"),
        (1, "A", (0, 0), ""),
        (2, "A", (0, -3), "A"),
        (2, "B", (0, -3), "B"),
    ],
)
def test_all_eliminated_together_has_winner_by_option_of_i_19(
    reading: int, turn: str, healths: tuple[int, int], winners: str
) -> None:
    table = Table(turn=turn, choices=(("I-19", reading),))
    for team, health in zip(table.state.teams, healths, strict=True):
        team.health = min(health, 0)
    check_health(table.state)
    assert (table.winners, table.phase, table.state.drawn) == (winners, "over", not winners)


@shows("I-117", "RB:the-many-epic-formats/multiplayer/hunter-first-blood")
@pytest.mark.parametrize(("reading", "winners"), [(0, "AC"), (1, ""), (2, "A")])
def test_first_blood_two_eliminated_together_wins_by_option_of_i_117(reading: int, winners: str) -> None:
    """B and D fall on B's turn: to the right of B sits A, to the right of D sits C."""
    table = Table(
        Start(),
        Start(),
        Start(),
        Start(),
        variant=BLOOD,
        turn="B",
        choices=(("I-117", reading),),
    )
    for seat in (1, 3):
        table.state.teams[table.state.seats[seat].team].health = 0
    check_health(table.state)
    assert (table.winners, table.phase, table.state.drawn) == (winners, "over", not winners)


@shows("I-117")
@pytest.mark.parametrize("reading", [0, 1, 2])
def test_first_blood_one_eliminated_player_to_the_right_wins(reading: int) -> None:
    table = Table(Start(), Start(), Start(), Start(), variant=BLOOD, choices=(("I-117", reading),))
    table.state.teams[table.state.seats[2].team].health = 0
    check_health(table.state)
    assert table.winners == "B"


@shows("I-117")
def test_first_blood_first_eliminated_in_turn_order_counts_by_option() -> None:
    table = Table(Start(), Start(), Start(), Start(), variant=BLOOD, turn="C", choices=(("I-117", 2),))
    for seat in (1, 3):
        table.state.teams[table.state.seats[seat].team].health = 0
    check_health(table.state)
    assert table.winners == "C"


@shows("1.2.2", "I-118")
def test_eliminated_player_is_logged_once() -> None:
    table = Table(Start(), Start(), Start(), variant=LAST)
    table.state.teams[table.state.seats[1].team].health = -2
    check_health(table.state)
    ENGINE.advance(table.state)
    check_health(table.state)
    fallen = [event.args for event in table.state.log if event.kind == "eliminated"]
    assert (fallen, table.state.teams[1].out, table.winners) == ([(1,)], True, "")


@shows("I-19", "I-117")
def test_first_blood_all_eliminated_together_is_drawn() -> None:
    table = Table(Start(), Start(), Start(), variant=BLOOD)
    for team in table.state.teams:
        team.health = 0
    check_health(table.state)
    assert (table.winners, table.phase, table.state.drawn) == ("", "over", True)


@shows("I-118", "RB:the-many-epic-formats/multiplayer/hunter-last-one-standing")
@pytest.mark.parametrize(("variant", "spoils"), [(LAST, [0, 2]), ("free-for-all", [])])
def test_rewards_for_players_eliminated_together_follow_their_order(variant: str, spoils: list[int]) -> None:
    """B and D fall; to the right of B sits A, to the right of D sits C."""
    table = Table(Start(), Start(), Start(), Start(), variant=variant)
    for seat in (1, 3):
        table.state.teams[table.state.seats[seat].team].health = 0
    begun = len(table.state.log)
    check_health(table.state)
    ENGINE.advance(table.state)
    output = [event for event in table.state.log[begun:] if event.kind in {"gain", "draw"}]
    assert list(dict.fromkeys(int(event.args[0]) for event in output)) == spoils


@shows("I-19", "1.2.1", "1.2.2")
@pytest.mark.parametrize(("reading", "winners"), [(0, ""), (1, "B"), (2, "")])
def test_earlier_eliminated_player_does_not_win_by_option_of_i_19(reading: int, winners: str) -> None:
    """A falls on its own turn with 0 health; B and C fall then, still on that turn, with less."""
    table = Table(Start(), Start(), Start(), variant="free-for-all", choices=(("I-19", reading),))
    table.state.teams[0].health = 0
    check_health(table.state)
    for team, health in ((1, -1), (2, -2)):
        table.state.teams[team].health = health
    check_health(table.state)
    assert (table.winners, table.phase, table.state.drawn) == (winners, "over", not winners)


@shows("I-91", "5.13.3")
@pytest.mark.parametrize(("blocker", "late"), [("Herald of Angeline", True), ("Vampire Lord", False)])
def test_health_gain_of_eliminated_player_comes_too_late(blocker: str, late: bool) -> None:
    """A gains in any case and the Triceratops breaks through; what the Vampire Lord has triggered is no gain."""
    mine = Start(in_play=["Herald of Angeline", "Triceratops"])
    table = Table(mine, Start(in_play=[blocker], health=1), version="CR-2016-03")
    table.a.attacks("Herald of Angeline", "Triceratops")
    table.all_pass()
    table.b.blocks(blocker)
    table.all_pass()
    table.b.assigns({(f"B/{blocker}", "Triceratops"): table.offense(f"B/{blocker}")})
    assert (table.winners, table.cited("I-91")) == ("A", late)


@shows("1.2.1")
def test_initiative_after_end_of_game_belongs_to_no_player() -> None:
    table = Table()
    assert table.state.initiative == 0
    table.b.concedes()
    assert (table.winners, table.phase, table.state.initiative) == ("A", "over", -1)
