"""Hydra: what a team shares and does as one, and what each member has alone. A and C play against B and D."""

from rules.engine.decision import Answer
from rules.engine.game import Setup
from rules.epic.view import VIEWS
from tests.rules.epic.scenarios.claims import shows
from tests.rules.epic.scenarios.table import ENGINE, FILLER, RB, Side, Table


def teams(*sides: Side) -> Table:
    return Table(*(*sides, Side(), Side(), Side(), Side())[:4], way="hydra", teams="AC BD")


@shows("RB:the-many-epic-formats/team-multiplayer/hydra", "1.2[1]")
def test_health_is_shared_and_begins_at_thirty_a_member() -> None:
    table = teams(Side(hand=["Lightning Storm"]))
    assert table.a.health == table.c.health == 60
    table.a.plays("Lightning Storm")
    table.a.assigns({("Lightning Storm", "D"): 6})
    assert (table.b.health, table.d.health) == (54, 54)


@shows("RB:the-many-epic-formats/team-multiplayer/hydra", "I-112", "4.1.1")
def test_each_member_plays_own_cards_with_own_gold_in_the_shared_turn() -> None:
    table = teams(Side(hand=["Rampaging Wurm"]), Side(hand=["Kong"]), Side(hand=["Winged Death"]))
    table.c.plays("Winged Death")
    table.a.plays("Rampaging Wurm")
    assert (table.a.gold, table.c.gold) == (0, 0)
    assert (table.a.in_play, table.c.in_play) == (["Rampaging Wurm"], ["Winged Death"])
    table.b.cannot("4.1.2").plays("Kong")


@shows("RB:the-many-epic-formats/team-multiplayer/hydra", "4.4.1", "4.4.6[1]", "4.4.6[2]")
def test_champions_of_team_mates_attack_and_block_together() -> None:
    table = teams(
        Side(in_play=["Kong"]), Side(in_play=["Palace Guard"]), Side(in_play=["White Knight"]), Side(in_play=["Kong"])
    )
    table.c.attacks("A/Kong", "White Knight", at="D")
    table.all_pass()
    assert table.asks == ("B", "block")
    table.d.blocks("B/Palace Guard", "Kong")
    assert table.position("D/Kong") == table.position("Palace Guard") == "flipped"
    table.all_pass()
    assert table.asks == ("A", "assign")


@shows("I-112", "4.3.3")
def test_a_pass_of_one_member_is_the_teams() -> None:
    table = teams()
    table.c.passes()
    assert table.asks == ("B", "act")
    table.d.passes()
    assert (table.state.turn, table.asks) == (1, ("B", "act"))


@shows("I-113", "1.2[1]")
def test_own_is_what_the_member_has() -> None:
    table = teams(Side(in_play=["Jungle Queen", "Kong"]), Side(), Side(in_play=["Rampaging Wurm"]))
    assert (table.offense("Kong"), table.offense("Rampaging Wurm")) == (14, 14)


@shows("I-113", "1.5.3")
def test_damage_to_all_players_concerns_a_team_once() -> None:
    table = teams(Side(hand=["Flash Fire"]))
    table.a.plays("Flash Fire")
    assert (table.a.health, table.b.health) == (58, 58)


@shows("I-113")
def test_a_team_mates_champions_are_not_opposing() -> None:
    table = teams(
        Side(hand=["Draka's Fire"]), Side(in_play=["Kong"]), Side(in_play=["White Knight"]), Side(in_play=["Kong"])
    )
    table.a.plays("Draka's Fire", mode=1)
    assert (table.champion("B/Kong").damage, table.champion("D/Kong").damage) == (5, 5)
    assert table.champion("White Knight").damage == 0


@shows("1.2.1", "1.6.2", "I-20")
def test_a_member_who_draws_out_wins_for_the_team() -> None:
    table = teams(Side(), Side(), Side(hand=["Ancient Chant"], filler=1))
    table.c.plays("Ancient Chant")
    assert table.winners == "AC"


@shows("I-114", "1.2.2")
@shows("RB:the-many-epic-formats/team-multiplayer")
def test_a_member_who_concedes_takes_the_team_along() -> None:
    table = teams()
    table.c.concedes()
    assert table.winners == "BD"


@shows("4.2.3", "4.5.2b", "I-120", "I-25")
def test_every_member_draws_and_the_first_team_of_two_skips_the_first_draw() -> None:
    setup = Setup(("A", "B", "C", "D"), ((FILLER,) * 9,) * 4, 0, RB, "hydra", ((0, 2), (1, 3)))
    state = ENGINE.new_game(setup)
    asked = []
    while state.pending is not None and state.pending.kind == "mulligan":
        asked.append(state.pending.seat)
        ENGINE.apply(state, Answer(state.pending.seat, "mulligan"))
    assert asked == [1, 3, 0, 2]
    assert [len(seat.hand) for seat in state.seats] == [5, 5, 5, 5]
    ENGINE.apply(state, Answer(2, "pass"))
    ENGINE.apply(state, Answer(3, "pass"))
    assert [len(seat.hand) for seat in state.seats] == [5, 6, 5, 6]
    assert [seat.gold for seat in state.seats] == [1, 1, 1, 1]


@shows("3.2.5a", "I-112")
def test_triggers_of_a_team_are_ordered_together() -> None:
    table = teams(Side(in_play=["Sea Hydra"]), Side(), Side(in_play=["Sea Hydra"]))
    table.a.passes()
    table.b.passes()
    assert table.asks == ("A", "order")
    table.c.resolves("C/Sea Hydra", 1)
    assert table.state.turn == 1


@shows("1.10.2")
def test_a_hand_is_seen_by_team_mates_and_hidden_from_opponents() -> None:
    table = teams(Side(hand=["Kong"]))
    shown = [VIEWS.board(table.state, viewer).sides[0].hand.cards for viewer in (0, 2, 1, 3, None, "judge")]
    assert shown == [("Kong",), ("Kong",), None, None, None, ("Kong",)]
    assert VIEWS.board(table.state, None).sides[0].team == ("A", "C")
