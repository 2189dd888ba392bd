"""Hunter: attacks, the reach of effects, and eliminations."""

import pytest

from rules.engine.decision import Action
from rules.engine.game import Setup
from tests.rules.epic.scenarios.claims import shows
from tests.rules.epic.scenarios.table import ENGINE, FILLER, RB, Put, Start, Table

BLOOD, LAST = "first-blood", "last-one-standing"


def four(*sides: Start, variant: str = BLOOD) -> Table:
    return Table(*(*sides, Start(), Start(), Start(), Start())[:4], variant=variant)


@shows("RB:the-many-epic-formats/multiplayer/hunter-first-blood")
@pytest.mark.parametrize("variant", [BLOOD, LAST])
def test_hunter_attack_on_player_not_to_the_left_is_illegal(variant: str) -> None:
    table = four(Start(in_play=["Kong"]), variant=variant)
    rule = table.state.variant.rule
    table.a.cannot(rule).attacks("Kong", at="C")
    table.a.cannot(rule).attacks("Kong", at="D")
    table.a.attacks("Kong", at="B")


@shows("RB:the-many-epic-formats/multiplayer/hunter-first-blood", "I-119")
def test_hunter_effect_on_all_champions_spares_opposite_player() -> None:
    """Answer E36: the player opposite is not affected."""
    one = Start(in_play=["Palace Guard"])
    table = four(Start(hand=["Apocalypse"], in_play=["Kong"]), one, one, one)
    table.a.plays("Apocalypse", mode=1)
    assert (table.a.in_play, table.b.in_play, table.c.in_play, table.d.in_play) == ([], [], ["Palace Guard"], [])


@shows("RB:the-many-epic-formats/multiplayer/hunter-first-blood", "I-119", "5.20.2")
def test_hunter_targets_are_neighbours_and_own() -> None:
    table = four(Start(hand=["Lightning Storm"]), Start(in_play=["Kong"]), Start(in_play=["White Knight"]))
    table.a.plays("Lightning Storm")
    assert table.candidates == ["A", "B", "D", "Kong"]


@shows("I-119")
def test_hunter_neighbour_of_departed_player_can_be_attacked() -> None:
    table = four(Start(in_play=["Kong"]), variant=LAST)
    table.b.concedes()
    table.a.attacks("Kong", at="C")


@shows("I-119", "5.12.2")
def test_hunter_damage_to_every_player_affects_neighbours_only() -> None:
    table = four(Start(hand=["Flash Fire"]))
    table.a.plays("Flash Fire")
    assert [player.health for player in (table.a, table.b, table.c, table.d)] == [28, 28, 30, 28]


@shows("I-119", "4.4.1")
def test_hunter_prohibition_does_not_affect_player_out_of_reach() -> None:
    table = four(Start(in_play=["Kong"]), Start(), Start(hand=["Ceasefire"]))
    table.a.passes()
    table.b.passes()
    table.c.plays("Ceasefire")
    table.c.passes()
    table.d.passes()
    table.a.attacks("Kong", at="B")


@shows("RB:the-many-epic-formats/multiplayer/hunter-first-blood")
def test_first_blood_player_to_the_right_of_eliminated_one_wins() -> None:
    """Answer E35: C falls by D's event, and B wins."""
    table = Table(Start(), Start(), Start(health=2), Start(hand=["Flash Fire"]), turn="D", variant=BLOOD)
    table.d.plays("Flash Fire")
    assert table.winners == "B"


@shows("I-117")
def test_first_blood_two_eliminated_both_players_to_the_right_win() -> None:
    table = Table(
        Start(health=2),
        Start(),
        Start(health=2),
        Start(hand=["Flash Fire"]),
        turn="D",
        variant=BLOOD,
    )
    table.d.plays("Flash Fire")
    assert table.winners == "BD"


@shows("I-117")
def test_first_blood_nearest_remaining_player_to_the_right_wins() -> None:
    table = Table(
        Start(),
        Start(health=2),
        Start(health=2, hand=["Flash Fire"]),
        Start(),
        turn="C",
        variant=BLOOD,
    )
    table.c.plays("Flash Fire")
    assert table.winners == "A"


@shows("I-117")
@pytest.mark.parametrize(("reading", "winners"), [(0, "C"), (1, ""), (2, "C")])
def test_first_blood_two_of_three_eliminated_cites_i_117(reading: int, winners: str) -> None:
    weak = Start(health=2), Start(health=2, hand=["Flash Fire"]), Start()
    table = Table(*weak, turn="B", variant=BLOOD, choices=(("I-117", reading),))
    table.b.plays("Flash Fire")
    assert (table.state.over, table.winners, table.cited("I-117")) == (True, winners, True)


@shows("RB:the-many-epic-formats/multiplayer/hunter-first-blood", "1.2.2")
def test_first_blood_conceding_is_elimination() -> None:
    table = four()
    table.a.concedes()
    assert (table.winners, table.cited("I-117")) == ("D", False)


@shows("RB:the-many-epic-formats/multiplayer/hunter-last-one-standing", "I-118")
def test_last_standing_elimination_rewards_player_to_the_right() -> None:
    table = four(Start(hand=["Flash Fire"]), Start(health=2), variant=LAST)
    table.a.plays("Flash Fire")
    assert table.winners == ""
    assert (table.a.health, len(table.a.hand)) == (28 + 5, 1)
    assert (table.c.health, table.d.health) == (30, 28)


@shows("RB:the-many-epic-formats/multiplayer/hunter-last-one-standing", "I-118", "1.6.2")
def test_last_standing_drawing_reward_from_empty_deck_wins() -> None:
    table = four(Start(hand=["Flash Fire"], filler=0), Start(health=2), variant=LAST)
    table.a.plays("Flash Fire")
    assert table.winners == "A"


@shows("RB:the-many-epic-formats/multiplayer/hunter-last-one-standing")
def test_last_standing_last_player_wins() -> None:
    table = four(variant=LAST)
    for player in (table.b, table.c, table.d):
        assert table.winners == ""
        player.concedes()
    assert table.winners == "A"


@shows("I-118", "1.8.2")
def test_last_standing_reward_precedes_mulligans() -> None:
    state = ENGINE.new_game(Setup(tuple("ABCD"), ((FILLER,) * 9,) * 4, 0, RB, LAST))
    assert (state.pending is not None and state.pending.seat, len(state.seats[1].hand)) == (1, 5)
    ENGINE.apply(state, Action(2, "concede"))
    assert state.pending is not None
    assert (state.pending.seat, state.pending.kind, state.pending.high) == (1, "mulligan", 6)
    assert (state.teams[1].health, len(state.seats[1].hand)) == (35, 6)
    ENGINE.apply(state, Action(1, "mulligan"))
    assert (state.pending.seat, state.pending.kind) == (3, "mulligan")


@shows("I-119", "RB:the-many-epic-formats/multiplayer/hunter-first-blood")
def test_turn_player_out_of_reach_is_not_affected() -> None:
    """As with a card that forbids attacks: what would change something for that player does not."""
    for holder, cards in (("A", 0), ("B", 1)):
        hands = [["Banishment"] if name == holder else [] for name in "AB"]
        here = Start(hand=hands[0], in_play=["Muse"])
        table = Table(here, Start(hand=hands[1]), Start(deck=["Kong"]), Start(), turn="C", variant=BLOOD)
        for player in (table.c, table.d, table.a)[: 2 + (holder == "B")]:
            player.passes()
        {"A": table.a, "B": table.b}[holder].plays("Banishment")
        assert (table.a.in_play, len(table.c.hand), table.cited("I-119")) == ([], cards, holder == "A")


@shows("I-119", "1.9.2")
def test_owner_out_of_reach_gets_champion_but_is_not_affected() -> None:
    """It goes back to that player's hand all the same (1.9.2), who has to banish none of it."""
    lent = Start(in_play=[Put("Kong", owner="C")])
    table = Table(Start(hand=["Temporal Shift"]), lent, Start(hand=["Lash"]), Start(), variant=BLOOD)
    table.a.plays("Temporal Shift")
    assert (table.c.hand, table.asks, len(table.a.hand)) == (["Kong", "Lash"], ("A", "act"), 1)
