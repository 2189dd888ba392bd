"""Hydra: what teams share and what members have alone. A and C play against B and D."""

from rules.engine.decision import Action
from rules.engine.game import ChosenOptions, Setup
from rules.epic.cards import CATALOGUE
from rules.epic.notation.answers import NOTATION
from rules.epic.view import VIEWS
from tests.rules.epic.scenarios.claims import does, does_not, shows
from tests.rules.epic.scenarios.table import ENGINE, FILLER, RB, Player, Start, Table


def teams(*sides: Start, choices: ChosenOptions = ()) -> Table:
    return Table(
        *(*sides, Start(), Start(), Start(), Start())[:4],
        variant="hydra",
        teams="AC BD",
        choices=choices,
    )


def cited(table: Table, rule: str) -> list[str]:
    """Return the sentences of what cites ``rule``."""
    return [ENGINE.describe_event(table.state, event) for event in table.state.log if rule in event.rules]


@shows("RB:the-many-epic-formats/team-multiplayer/hydra", "1.2[1]")
def test_hydra_health_is_shared_and_starts_at_30_a_member() -> None:
    table = teams(Start(hand=["Lightning Storm"]))
    assert table.a.health == table.c.health == 60
    table.a.plays("Lightning Storm")
    table.a.assigns({("Lightning Storm", "D"): 6})
    assert (table.b.health, table.d.health) == (54, 54)


@shows("RB:the-many-epic-formats/team-multiplayer/hydra", "I-112", "4.1.1")
def test_hydra_members_play_own_cards_with_own_gold() -> None:
    table = teams(Start(hand=["Rampaging Wurm"]), Start(hand=["Kong"]), Start(hand=["Winged Death"]))
    table.c.plays("Winged Death")
    table.a.plays("Rampaging Wurm")
    assert (table.a.gold, table.c.gold) == (0, 0)
    assert (table.a.in_play, table.c.in_play) == (["Rampaging Wurm"], ["Winged Death"])
    table.b.cannot("4.1.2").plays("Kong")


@shows("RB:the-many-epic-formats/team-multiplayer/hydra", "4.4.1", "4.4.6[1]", "4.4.6[2]")
def test_hydra_champions_of_team_attack_and_block_together() -> None:
    table = teams(
        Start(in_play=["Kong"]),
        Start(in_play=["Palace Guard"]),
        Start(in_play=["White Knight"]),
        Start(in_play=["Kong"]),
    )
    table.c.attacks("A/Kong", "White Knight", at="D")
    table.all_pass()
    assert table.asks == ("B", "block")
    table.d.blocks("B/Palace Guard", "Kong")
    assert table.stance("D/Kong") == table.stance("Palace Guard") == "flipped"
    table.all_pass()
    assert table.asks == ("A", "assign")


@shows("I-112", "4.3.3")
def test_hydra_pass_of_member_counts_for_team() -> None:
    table = teams()
    table.c.passes()
    assert table.asks == ("B", "act")
    table.d.passes()
    assert (table.state.turn, table.asks) == (1, ("B", "act"))


@shows("I-113", "1.2[1]")
def test_hydra_own_champions_are_those_of_the_member() -> None:
    table = teams(Start(in_play=["Jungle Queen", "Kong"]), Start(), Start(in_play=["Rampaging Wurm"]))
    assert (table.offense("Kong"), table.offense("Rampaging Wurm")) == (14, 14)


@shows("I-113", "1.5.3")
def test_hydra_damage_to_all_players_damages_team_once() -> None:
    table = teams(Start(hand=["Flash Fire"]))
    table.a.plays("Flash Fire")
    assert (table.a.health, table.b.health) == (58, 58)


@shows("I-113")
def test_hydra_champions_of_team_mate_are_not_opposing() -> None:
    table = teams(
        Start(hand=["Draka's Fire"]),
        Start(in_play=["Kong"]),
        Start(in_play=["White Knight"]),
        Start(in_play=["Kong"]),
    )
    table.a.plays("Draka's Fire", mode=1)
    assert (table.champion("B/Kong").damage, table.champion("D/Kong").damage) == (5, 5)
    assert table.champion("White Knight").damage == 0


@shows("1.2.1", "1.6.2", "I-20")
def test_hydra_member_drawing_from_empty_deck_wins_for_team() -> None:
    table = teams(Start(), Start(), Start(hand=["Ancient Chant"], filler=1))
    table.c.plays("Ancient Chant")
    assert table.winners == "AC"


@shows("I-114", "1.2.2")
@shows("RB:the-many-epic-formats/team-multiplayer")
def test_hydra_member_conceding_loses_for_team() -> None:
    table = teams()
    table.c.concedes()
    assert table.winners == "BD"


@shows("4.2.3", "4.5.2b", "I-120", "I-25")
def test_hydra_first_of_two_teams_skips_first_draw() -> None:
    setup = Setup(("A", "B", "C", "D"), ((FILLER,) * 9,) * 4, 0, RB, "hydra", ((0, 2), (1, 3)))
    state = ENGINE.new_game(setup)
    asked = []
    while state.pending is not None and state.pending.kind == "mulligan":
        asked.append(state.pending.seat)
        ENGINE.apply(state, Action(state.pending.seat, "mulligan"))
    assert asked == [1, 3, 0, 2]
    assert [len(seat.hand) for seat in state.seats] == [5, 5, 5, 5]
    ENGINE.apply(state, Action(2, "pass"))
    ENGINE.apply(state, Action(3, "pass"))
    assert [len(seat.hand) for seat in state.seats] == [5, 6, 5, 6]
    assert [seat.gold for seat in state.seats] == [1, 1, 1, 1]


@shows("3.2.5a", "I-112")
def test_hydra_triggers_of_team_are_ordered_together() -> None:
    table = teams(Start(in_play=["Sea Hydra"]), Start(), Start(in_play=["Sea Hydra"]))
    table.a.passes()
    table.b.passes()
    assert table.asks == ("A", "order")
    table.c.resolves("C/Sea Hydra", 1)
    assert table.state.turn == 1


@shows("1.10.2")
def test_hydra_hand_is_visible_to_team_mates_only() -> None:
    table = teams(Start(hand=["Kong"]))
    shown = [VIEWS.board(table.state, viewer).sides[0].hand.cards for viewer in (0, 2, 1, 3, None, "judge")]
    assert shown == [("Kong",), ("Kong",), None, None, None, ("Kong",)]
    assert VIEWS.board(table.state, None).sides[0].team == ("A", "C")


@does("Hasty Retreat")
@shows("1.2[1]", "4.4.1")
def test_hydra_every_member_of_attacked_team_is_attacked() -> None:
    table = teams(Start(in_play=["Kong"]), Start(), Start(), Start(hand=["Hasty Retreat"]))
    table.a.attacks("Kong", at="B")
    table.all_pass()
    table.d.plays("Hasty Retreat")
    assert (len(table.a.hand), "Kong" in table.a.hand) == (2, True)


@does_not("Hasty Retreat")
def test_hydra_member_of_attacking_team_is_not_attacked() -> None:
    table = teams(Start(in_play=["Kong"]), Start(), Start(hand=["Hasty Retreat"]), Start())
    table.a.attacks("Kong", at="B")
    table.all_pass()
    table.b.passes()
    table.c.plays("Hasty Retreat")
    assert table.a.hand == ["Kong"]


def test_hydra_free_event_of_member_is_on_own_turn() -> None:
    mine = Start(god=CATALOGUE.card("Gareth, Father of Genius"), hand=["Gareth's Will"], in_play=["Wolf Token"])
    table = teams(Start(), Start(in_play=["Kong"], hand=["Muse"]), mine)
    table.c.uses("Gareth, Father of Genius", 0)
    table.c.targets("Wolf Token")
    table.c.says_yes()
    table.c.takes_mode(1)
    assert (table.b.in_play, table.b.hand) == ([], ["Kong", "Muse"])


@does("Bitten", "Banishment")
@shows("I-113")
def test_hydra_playing_member_is_turn_player_on_own_turn() -> None:
    table = teams(
        Start(),
        Start(in_play=["Muse", "Kong"]),
        Start(hand=["Bitten", "Banishment"], deck=["Lash"], gold=2),
        Start(),
    )
    table.c.plays("Bitten", mode=1)
    table.c.targets("Muse")
    table.c.plays("Banishment")
    table.c.targets("Kong")
    assert (table.c.in_play, table.c.hand) == (["Zombie Token"], ["Lash"])
    assert (table.a.in_play, table.a.hand) == ([], [])


@does_not("Bitten")
@shows("I-113")
def test_hydra_turn_player_on_other_turn_is_member_of_that_team() -> None:
    table = teams(Start(), Start(), Start(), Start(hand=["Bitten"], deck=["Lash"]))
    table.a.passes()
    table.d.plays("Bitten", mode=1)
    assert (table.a.in_play, table.d.in_play) == (["Zombie Token"], [])


@shows("RB:the-many-epic-formats/team-multiplayer/hydra", "1.2[1]", "4.4.1")
def test_hydra_attacked_player_is_whole_team() -> None:
    table = teams(
        Start(in_play=["Draka, Dragon Tyrant"]),
        Start(in_play=["Kong"]),
        Start(),
        Start(in_play=["Kong"]),
    )
    table.a.attacks("Draka, Dragon Tyrant", at="D")
    assert (table.champion("B/Kong").damage, table.champion("D/Kong").damage) == (3, 3)


def plucked(reading: int) -> Table:
    """Return a game in which a member of A and C has damaged B and D in battle, who discard a card each time."""
    mine = Start(in_play=["Thought Plucker"])
    table = teams(Start(), Start(hand=["Kong"]), mine, Start(hand=["Lash"]), choices=(("I-154", reading),))
    table.c.attacks("Thought Plucker", at="D")
    while table.state.phase == "battle" and table.asks[1] == "act":
        Player(table, table.state.names.index(table.asks[0])).passes()
    return table


@does_not("Thought Plucker")
@shows("I-154", "1.2[1]")
def test_hydra_battle_damage_applies_to_representative_member() -> None:
    table = plucked(0)
    assert (table.b.hand, table.d.hand) == ([], ["Lash"])
    assert cited(table, "I-154") == ["C's Thought Plucker applies to B, a member of the team."]


@shows("I-154")
def test_hydra_battle_damage_applies_to_chosen_member() -> None:
    table = plucked(1)
    assert (table.asks, table.candidates) == (("B", "choose"), ["B", "D"])
    output: dict[str, list[str]] = {}
    for key, text in NOTATION.describe(table.state):
        output.setdefault(key, []).append(text)
    setup = Setup(table.state.names, (None,) * 4, 0, RB, "hydra", ((0, 2), (1, 3)), choices=(("I-154", 1),))
    assert NOTATION.describe(NOTATION.position(output, setup)) == NOTATION.describe(table.state)
    table.b.chooses("D")
    assert (table.b.hand, table.d.hand) == (["Kong"], [])
    assert cited(table, "I-154") == ["B chooses D for C's Thought Plucker."]


@shows("I-154")
def test_hydra_battle_damage_applies_to_each_member() -> None:
    table = plucked(2)
    assert (table.b.hand, table.d.hand) == ([], [])


@shows("I-154")
def test_hydra_named_member_is_affected_alone() -> None:
    for reading in range(3):
        table = teams(
            Start(hand=["Psionic Assault"]),
            Start(hand=["Kong"]),
            Start(),
            Start(hand=["Muse", "Lash"]),
            choices=(("I-154", reading),),
        )
        table.a.plays("Psionic Assault")
        table.a.targets("D")
        table.all_pass()
        assert ("Kong" in table.b.hand, table.d.discard) == (True, ["Lash", "Muse"])
        assert cited(table, "I-154") == []


@shows("I-154", "4.0")
def test_hydra_turn_player_of_other_team_depends_on_option_of_i_154() -> None:
    for reading, who in ((0, ["A"]), (1, ["C"]), (2, ["A", "C"])):
        table = teams(
            Start(deck=["Kong"]),
            Start(in_play=["Muse"]),
            Start(deck=["Kong"]),
            Start(hand=["Banishment"]),
            choices=(("I-154", reading),),
        )
        table.a.passes()
        table.d.plays("Banishment")
        if reading == 1:
            table.a.chooses("C")
        assert [name for name, seat in (("A", table.a), ("C", table.c)) if seat.hand] == who
        assert table.cited("I-154")


@does("Avenger of Covenant")
@shows("1.2[1]", "1.5.3")
def test_hydra_damage_to_team_counts_for_each_member() -> None:
    table = teams(Start(in_play=["Kong"]), Start(), Start(), Start(hand=["Avenger of Covenant"]))
    table.a.attacks("Kong", at="B")
    while table.state.phase == "battle":
        Player(table, table.state.names.index(table.asks[0])).passes()
    table.a.passes()
    table.d.plays("Avenger of Covenant")
    assert (table.b.health, table.a.in_play) == (60 - 13, [])


@shows("I-23", "I-112")
def test_hydra_member_has_initiative_of_team_for_conceding() -> None:
    table = teams(choices=(("I-23", 1),))
    table.d.cannot("I-23").concedes()
    table.c.concedes()
    assert table.winners == "BD"
