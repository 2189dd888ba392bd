"""Cards that meet: cases where one text changes what another one means."""

import pytest

from rules.engine.decision import InvalidActionError
from tests.rules.epic.scenarios.claims import shows
from tests.rules.epic.scenarios.table import CR, RB, Put, Start, Table


class TestFinalTask:
    def test_on_the_opponents_turn_the_champion_blocks_and_breaks_at_the_end_of_that_turn(self) -> None:
        table = Table(a=Start(in_play=["Triceratops"]), b=Start(hand=["Final Task"], discard=["Steel Golem", "Muse"]))
        table.a.attacks("Triceratops")
        table.a.passes()
        table.b.plays("Final Task", mode=1)
        table.b.chooses("Steel Golem")
        table.all_pass()
        table.b.blocks("Steel Golem")
        table.all_pass()
        assert table.b.health == 30
        assert table.a.in_play == []
        assert table.b.in_play == ["Steel Golem"]
        table.next_turn()
        assert table.b.discard == ["Final Task", "Muse", "Steel Golem"]

    @shows("I-52")
    def test_a_champion_that_left_and_came_back_is_not_broken(self) -> None:
        """I-52: a new stay in play is a new object, of which Final Task knows nothing."""
        table = Table(a=Start(hand=["Final Task", "Sea Titan", "Muse"], discard=["Wurm Hatchling", "Kong"], gold=2))
        table.a.plays("Final Task", mode=1)
        table.a.chooses("Wurm Hatchling")
        table.a.plays("Sea Titan")
        assert "Wurm Hatchling" in table.a.hand  # the only legal target of the tribute
        table.a.plays("Wurm Hatchling")
        table.next_turn()
        assert table.a.in_play == ["Sea Titan", "Wurm Hatchling"]

    def test_taking_the_card_that_just_broke(self) -> None:
        table = Table(
            a=Start(hand=["Wither", "Final Task"]),
            b=Start(in_play=["Muse", "Kong"], discard=["Triceratops"]),
        )
        table.a.plays("Wither")
        table.a.targets("Muse")
        table.a.plays("Final Task", mode=1)
        assert table.candidates == ["Muse", "Triceratops"]
        table.a.chooses("Muse")
        assert table.a.in_play == ["Muse"]

    @shows("3.2.5a", "4.5.2a")
    @pytest.mark.parametrize(("first", "left"), [("Burrowing Wurm", ["Zombie Token"]), ("Zealous Necromancer", [])])
    def test_of_two_borrowed_champions_their_player_says_which_breaks_first(self, first: str, left: list[str]) -> None:
        """Copies of the card cannot be told apart, what they break can: does the Necromancer see the Wurm break?"""
        table = Table(
            a=Start(hand=["Final Task", "Final Task"], discard=["Zealous Necromancer", "Burrowing Wurm"], gold=2)
        )
        table.a.plays("Final Task", mode=1)
        table.a.chooses("Zealous Necromancer")
        table.a.plays("Final Task", mode=1)
        table.next_turn()
        assert table.asks == ("A", "order")
        table.a.resolves(first, -1)
        assert table.a.in_play == left


class TestResurrection:
    def test_undoes_the_break_of_a_final_task_only_in_time(self) -> None:
        """Broken in the End Phase: no one may play anything any more in that turn (4.5.1)."""
        table = Table(a=Start(hand=["Final Task", "Resurrection"], discard=["Muse", "Kong"], gold=2))
        table.a.plays("Final Task", mode=1)
        table.a.chooses("Muse")
        table.next_turn()
        assert table.asks == ("B", "act")
        assert "Muse" in table.a.discard
        table.b.passes()
        table.a.plays("Resurrection", mode=1)
        assert table.a.in_play == []  # Muse broke last turn

    def test_a_champion_that_was_recalled_and_discarded_again_did_not_break(self) -> None:
        """I-52: leaving the pile makes a new object."""
        table = Table(
            a=Start(in_play=["Cave Troll", "Cave Troll"], hand=["Resurrection"] + ["Kong"] * 7),
            b=Start(hand=["Apocalypse"]),
            turn="B",
        )
        table.b.plays("Apocalypse", mode=1)
        table.b.passes()
        assert table.state.broken == tuple(sorted(table.state.seats[0].discard))
        table.a.plays("Resurrection", mode=1)
        assert table.a.in_play == ["Cave Troll"]
        assert len(table.state.broken) == 1

    def test_of_two_copies_the_one_that_did_not_break_is_recycled(self) -> None:
        """One keeps the copy that can still come back; a player would point at the other one."""
        table = Table(
            a=Start(in_play=["Muse"], hand=["Wither", "Ogre Mercenary", "Resurrection"], discard=["Muse", "Kong"])
        )
        table.a.plays("Wither")
        table.a.plays("Ogre Mercenary")
        table.a.chooses("Muse", "Kong")
        table.a.plays("Resurrection", mode=1)
        assert table.a.in_play == ["Muse", "Ogre Mercenary"]

    def test_of_two_copies_in_an_opponents_pile_the_one_that_broke_is_banished(self) -> None:
        table = Table(
            a=Start(in_play=["Corpse Taker"], hand=["Wither"]),
            b=Start(in_play=["Muse"], hand=["Resurrection"], discard=["Muse"]),
        )
        table.a.plays("Wither")
        table.a.targets("Muse")
        table.a.uses("Corpse Taker", 1)
        table.a.targets("Muse")
        table.a.passes()
        table.b.plays("Resurrection", mode=1)
        assert (table.b.in_play, table.b.discard) == ([], ["Muse", "Resurrection"])


class TestDuties:
    @pytest.mark.parametrize("version", [RB, CR])
    def test_t_rex_waits_while_it_is_still_to_be_prepared(self, version: str) -> None:
        """Played this turn it deploys; on the next own turn it has to attack."""
        table = Table(a=Start(hand=["Raging T-Rex"]), version=version)
        table.a.plays("Raging T-Rex")
        table.next_turn()
        table.next_turn()
        table.a.cannot("4.3.3").passes()

    def test_t_rex_does_not_have_to_attack_on_the_opponents_turn(self) -> None:
        table = Table(a=Start(in_play=[Put("Raging T-Rex", deploying=True)]))
        table.next_turn()
        table.b.passes()
        assert table.asks == ("A", "act")
        table.a.passes()
        assert table.state.turn == 0

    def test_passing_within_a_battle_is_free(self) -> None:
        table = Table(a=Start(in_play=["Raging T-Rex", "Kong"]))
        table.a.attacks("Kong")
        table.a.passes()
        assert table.asks == ("B", "act")

    def test_lord_of_the_arena_in_a_group_has_the_group_blocked(self) -> None:
        table = Table(a=Start(in_play=["Lord of the Arena", "Muse"]), b=Start(in_play=["Wolf Token"]))
        table.a.attacks("Lord of the Arena", "Muse")
        table.all_pass()
        table.b.cannot("3.3.1").blocks()
        table.b.blocks("Wolf Token")
        table.all_pass()
        if table.asks == ("B", "assign"):
            table.b.assigns({("Wolf Token", "Muse"): 2})
        assert table.b.health == 30
        assert table.a.in_play == ["Lord of the Arena"]


class TestStatics:
    def test_two_queens_strengthen_each_other(self) -> None:
        """I-66: continuous abilities of several sources add up."""
        table = Table(a=Start(in_play=["Jungle Queen", "Jungle Queen", "Wolf Token"]))
        assert (table.offense("Wolf Token"), table.offense("Jungle Queen#1")) == (4, 6)

    @shows("3.3.3")
    def test_a_fallen_queen_takes_her_bonus_along_in_a_second_wave(self) -> None:
        """I-87: nine damage breaks the Queen; then Kong's 14 defense is all there is."""
        table = Table(
            a=Start(in_play=["Jungle Queen", Put("Kong", damage=5)], hand=["Hurricane"]),
            b=Start(in_play=["Triceratops"]),
        )
        table.a.plays("Hurricane", mode=1)
        assert table.a.in_play == []
        assert table.b.in_play == ["Triceratops"]

    @shows("3.3.1")
    def test_borrowed_wild_champions_are_strengthened_too(self) -> None:
        table = Table(
            a=Start(in_play=["Jungle Queen"], hand=["Final Task"]),
            b=Start(discard=["Wurm Hatchling", "Muse"]),
        )
        table.a.plays("Final Task", mode=1)
        table.a.chooses("Wurm Hatchling")
        assert table.offense("Wurm Hatchling") == 5

    def test_final_task_on_a_juggernaut_fails_to_break_it_on_own_turn(self) -> None:
        """Rule 5.9.2: it is unbreakable during its controller's turn, the End Phase included."""
        table = Table(a=Start(hand=["Final Task"], discard=["Juggernaut", "Muse"]))
        table.a.plays("Final Task", mode=1)
        table.a.chooses("Juggernaut")
        table.next_turn()
        assert table.a.in_play == ["Juggernaut"]


class TestCounters:
    @shows("2.7[1]")
    def test_damage_and_counters_in_one_turn(self) -> None:
        """Sea Hydra counts what it suffered, whatever the source, and lives on it after the damage is gone."""
        table = Table(a=Start(in_play=["Sea Hydra"]), b=Start(in_play=["Palace Guard"]))
        table.a.attacks("Sea Hydra")
        table.all_pass()
        table.b.blocks("Palace Guard")
        table.all_pass()
        assert table.champion("Sea Hydra").damage == 6
        table.next_turn()
        assert (table.offense("Sea Hydra"), table.defense("Sea Hydra")) == (11, 16)
        assert table.champion("Sea Hydra").damage == 0

    @shows("I-52")
    def test_a_new_hydra_has_none(self) -> None:
        table = Table(a=Start(hand=["Sea Hydra"], in_play=[Put("Sea Hydra", plus=3)]))
        table.a.plays("Sea Hydra")
        assert (table.defense("Sea Hydra#1"), table.defense("Sea Hydra#2")) == (13, 10)


class TestChance:
    @shows("5.15")
    def test_cards_put_under_the_deck_together_are_drawn_by_chance(self) -> None:
        """Rules 5.5.4 and 1.6.1."""
        table = Table(
            a=Start(hand=["Watchful Gargoyle"], discard=["Kong", "Muse"], deck=["Wither"], filler=0),
            turn="A",
            version=CR,
        )
        table.a.plays("Watchful Gargoyle")
        table.a.chooses("Kong", "Muse")
        table.next_turn()
        table.next_turn()
        assert table.asks == ("chance", "draw")
        assert table.candidates == ["Kong", "Muse"]
        table.draws("Muse")
        assert table.a.hand == ["Muse", "Wither"]
        assert table.a.deck == ["Kong"]


class TestLightningStorm:
    def test_with_one_possible_target_all_goes_there(self) -> None:
        table = Table(a=Start(hand=["Lightning Storm"]), b=Start(in_play=["Kong"]))
        table.a.plays("Lightning Storm")
        storm = "Lightning Storm"
        table.a.assigns({(storm, "Kong"): 6})
        assert table.champion("Kong").damage == 6

    def test_at_least_a_point_for_each_target(self) -> None:
        table = Table(a=Start(hand=["Lightning Storm"]), b=Start(in_play=["Kong"]))
        table.a.plays("Lightning Storm")
        storm = "Lightning Storm"
        with pytest.raises(InvalidActionError, match="points above 0"):
            table.a.assigns({(storm, "Kong"): 6, (storm, "B"): 0})

    def test_at_most_six_targets(self) -> None:
        table = Table(a=Start(hand=["Lightning Storm"]), b=Start(in_play=["Wolf Token"] * 7))
        table.a.plays("Lightning Storm")
        storm = "Lightning Storm"
        table.a.assigns({(storm, f"Wolf Token#{number}"): 1 for number in range(1, 7)})
        assert [table.champion(f"Wolf Token#{number}").damage for number in range(1, 8)] == [1] * 6 + [0]
