"""Interactions of cards whose texts affect each other."""

import pytest

from rules.engine.decision import InvalidActionError
from tests.rules.epic.scenarios.claims import shows
from tests.rules.epic.scenarios.table import CR, RB, Put, Start, Table


class TestFinalTask:
    def test_final_task_on_turn_of_opponent_lets_champion_block_and_breaks_it(self) -> None:
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
    def test_final_task_does_not_break_champion_that_left_and_returned(self) -> None:
        """I-52: a new stay in play is a new object, of which Final Task knows nothing."""
        table = Table(a=Start(hand=["Final Task", "Sea Titan", "Muse"], discard=["Wurm Hatchling", "Kong"], gold=2))
        table.a.plays("Final Task", mode=1)
        table.a.chooses("Wurm Hatchling")
        table.a.plays("Sea Titan")
        assert "Wurm Hatchling" in table.a.hand  # the only legal target of the tribute
        table.a.plays("Wurm Hatchling")
        table.next_turn()
        assert table.a.in_play == ["Sea Titan", "Wurm Hatchling"]

    def test_final_task_can_return_champion_that_just_broke(self) -> None:
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
    def test_final_task_twice_lets_player_order_the_breaks(self, first: str, left: list[str]) -> None:
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
    def test_resurrection_cannot_be_played_in_end_phase(self) -> None:
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

    def test_resurrection_ignores_champion_recalled_and_discarded_again(self) -> None:
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

    def test_recycle_between_copies_prefers_one_that_did_not_break(self) -> None:
        """One keeps the copy that can still come back; a player would point at the other one."""
        table = Table(
            a=Start(in_play=["Muse"], hand=["Wither", "Ogre Mercenary", "Resurrection"], discard=["Muse", "Kong"])
        )
        table.a.plays("Wither")
        table.a.plays("Ogre Mercenary")
        table.a.chooses("Muse", "Kong")
        table.a.plays("Resurrection", mode=1)
        assert table.a.in_play == ["Muse", "Ogre Mercenary"]

    def test_banish_between_copies_of_opponent_prefers_one_that_broke(self) -> None:
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
    def test_raging_t_rex_played_this_turn_must_attack_next_own_turn(self, version: str) -> None:
        """Played this turn it deploys; on the next own turn it has to attack."""
        table = Table(a=Start(hand=["Raging T-Rex"]), version=version)
        table.a.plays("Raging T-Rex")
        table.next_turn()
        table.next_turn()
        table.a.cannot("4.3.3").passes()

    def test_raging_t_rex_on_turn_of_opponent_need_not_attack(self) -> None:
        table = Table(a=Start(in_play=[Put("Raging T-Rex", deploying=True)]))
        table.next_turn()
        table.b.passes()
        assert table.asks == ("A", "act")
        table.a.passes()
        assert table.state.turn == 0

    def test_raging_t_rex_does_not_restrict_pass_in_battle(self) -> None:
        table = Table(a=Start(in_play=["Raging T-Rex", "Kong"]))
        table.a.attacks("Kong")
        table.a.passes()
        assert table.asks == ("B", "act")

    def test_lord_of_the_arena_in_group_forces_block_of_group(self) -> None:
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
    def test_jungle_queens_strengthen_each_other(self) -> None:
        """I-66: continuous abilities of several sources add up."""
        table = Table(a=Start(in_play=["Jungle Queen", "Jungle Queen", "Wolf Token"]))
        assert (table.offense("Wolf Token"), table.offense("Jungle Queen#1")) == (4, 6)

    @shows("3.3.3")
    def test_jungle_queen_breaking_removes_bonus_and_breaks_damaged_champion(self) -> None:
        """I-87: nine damage breaks the Queen; then Kong's 14 defense is all there is."""
        table = Table(
            a=Start(in_play=["Jungle Queen", Put("Kong", damage=5)], hand=["Hurricane"]),
            b=Start(in_play=["Triceratops"]),
        )
        table.a.plays("Hurricane", mode=1)
        assert table.a.in_play == []
        assert table.b.in_play == ["Triceratops"]

    @shows("3.3.1")
    def test_jungle_queen_strengthens_borrowed_wild_champion(self) -> None:
        table = Table(
            a=Start(in_play=["Jungle Queen"], hand=["Final Task"]),
            b=Start(discard=["Wurm Hatchling", "Muse"]),
        )
        table.a.plays("Final Task", mode=1)
        table.a.chooses("Wurm Hatchling")
        assert table.offense("Wurm Hatchling") == 5

    def test_final_task_does_not_break_juggernaut_on_own_turn(self) -> None:
        """Rule 5.9.2: it is unbreakable during its controller's turn, the End Phase included."""
        table = Table(a=Start(hand=["Final Task"], discard=["Juggernaut", "Muse"]))
        table.a.plays("Final Task", mode=1)
        table.a.chooses("Juggernaut")
        table.next_turn()
        assert table.a.in_play == ["Juggernaut"]


class TestCounters:
    @shows("2.7[1]")
    def test_sea_hydra_gains_counters_for_battle_damage(self) -> None:
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
    def test_second_sea_hydra_played_has_no_counters(self) -> None:
        table = Table(a=Start(hand=["Sea Hydra"], in_play=[Put("Sea Hydra", plus=3)]))
        table.a.plays("Sea Hydra")
        assert (table.defense("Sea Hydra#1"), table.defense("Sea Hydra#2")) == (13, 10)


class TestChance:
    @shows("5.15")
    def test_recycled_cards_are_drawn_by_chance(self) -> None:
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
    def test_lightning_storm_with_one_target_assigns_all_damage_to_it(self) -> None:
        table = Table(a=Start(hand=["Lightning Storm"]), b=Start(in_play=["Kong"]))
        table.a.plays("Lightning Storm")
        storm = "Lightning Storm"
        table.a.assigns({(storm, "Kong"): 6})
        assert table.champion("Kong").damage == 6

    def test_lightning_storm_assigning_0_points_raises(self) -> None:
        table = Table(a=Start(hand=["Lightning Storm"]), b=Start(in_play=["Kong"]))
        table.a.plays("Lightning Storm")
        storm = "Lightning Storm"
        with pytest.raises(InvalidActionError, match="points above 0"):
            table.a.assigns({(storm, "Kong"): 6, (storm, "B"): 0})

    def test_lightning_storm_accepts_six_targets(self) -> None:
        table = Table(a=Start(hand=["Lightning Storm"]), b=Start(in_play=["Wolf Token"] * 7))
        table.a.plays("Lightning Storm")
        storm = "Lightning Storm"
        table.a.assigns({(storm, f"Wolf Token#{number}"): 1 for number in range(1, 7)})
        assert [table.champion(f"Wolf Token#{number}").damage for number in range(1, 8)] == [1] * 6 + [0]
