"""Chains of triggers of both players, and effects that come too late."""

from tests.rules.epic.scenarios.claims import does, does_not, shows
from tests.rules.epic.scenarios.table import Put, Start, Table


class TestElderGreatwurm:
    @does_not("Elder Greatwurm")
    @shows("5.0.4", "5.17.1")
    def test_elder_greatwurm_borrowed_gains_no_blitz(self) -> None:
        table = Table(a=Start(hand=["Turn"]), b=Start(in_play=["Elder Greatwurm"]))
        table.a.plays("Turn")
        table.a.cannot("5.17.1").attacks("Elder Greatwurm")

    @does_not("Elder Greatwurm")
    @shows("5.0.4", "4.5.2a")
    def test_elder_greatwurm_returned_by_final_task_breaks_at_turn_end(self) -> None:
        table = Table(a=Start(hand=["Final Task"], discard=["Elder Greatwurm"]))
        table.a.plays("Final Task", mode=1)
        table.a.cannot("5.17.1").attacks("Elder Greatwurm")
        table.next_turn()
        assert table.a.discard == ["Elder Greatwurm", "Final Task"]

    @shows("I-123", "5.0.4")
    def test_elder_greatwurm_without_abilities_gains_blitz(self) -> None:
        table = Table(a=Start(hand=["Blind Faith", "Turn"]), b=Start(in_play=["Elder Greatwurm"]))
        table.a.plays("Blind Faith")
        table.a.plays("Turn")
        table.a.attacks("Elder Greatwurm")
        table.all_pass()
        table.all_pass()
        assert table.winners == "A"

    @shows("5.0.4", "5.12.1")
    def test_elder_greatwurm_with_royal_escort_can_be_targeted(self) -> None:
        table = Table(a=Start(hand=["Erase"]), b=Start(in_play=["Royal Escort", "Elder Greatwurm", "Muse"]))
        table.a.plays("Erase")
        assert table.candidates == ["Elder Greatwurm", "Royal Escort"]


class TestBothPlayersTriggers:
    @does("New Dawn")
    @shows("3.2.5a", "I-55")
    def test_new_dawn_tributes_resolve_in_order_of_initiative(self) -> None:
        """Kong breaks Triceratops before its tribute resolves, which draws all the same."""
        table = Table(
            a=Start(hand=["New Dawn", "Kong"], in_play=["Muse"]),
            b=Start(hand=["Triceratops"], in_play=["Wolf Token"]),
        )
        table.a.plays("New Dawn", mode=1)
        table.a.says_yes()
        table.b.says_yes()
        table.a.targets("Triceratops")
        assert (table.a.in_play, table.b.in_play, len(table.b.hand)) == (["Kong"], [], 1)

    @does("Markus, Watch Captain")
    @shows("I-126", "4.4.14", "I-45")
    def test_markus_discarded_in_battle_enters_play_outside_it(self) -> None:
        table = Table(a=Start(in_play=["Thought Plucker"]), b=Start(hand=["Markus, Watch Captain"]))
        table.a.attacks("Thought Plucker")
        table.all_pass()
        table.all_pass()
        assert (table.b.in_play, table.b.discard) == (["Markus, Watch Captain"], [])
        assert (len(table.a.hand), table.b.health) == (1, 29)
        assert table.asks == ("B", "order")  # its tribute and its loyalty

    @shows("4.5.2a", "I-132", "5.5.1")
    def test_warrior_golem_discarded_at_turn_end_recycles_card_that_draws(self) -> None:
        table = Table(
            a=Start(hand=["Psionic Assault"]),
            b=Start(hand=["Warrior Golem", "Ancient Chant", "Kong"], discard=["Lash"]),
        )
        table.a.plays("Psionic Assault")
        table.a.targets("B")
        table.a.passes()
        table.b.passes()
        table.b.discards("Warrior Golem", "Ancient Chant")
        table.b.chooses("Ancient Chant", "Lash")
        # Kong, the recycled draw, that of the Chant and that of the new turn.
        assert (len(table.b.hand), table.b.discard, table.state.turn) == (4, ["Warrior Golem"], 1)


class TestTooLate:
    @does_not("Demonic Rising")
    @shows("3.4.2", "3.2.3")
    def test_demonic_rising_gives_no_blitz_to_demons_made_by_trihorror(self) -> None:
        table = Table(
            a=Start(hand=["Demonic Rising"], in_play=["Trihorror", "Vampire Lord"]),
            b=Start(in_play=["Wolf Token", Put("Kong", owner="A")]),
        )
        table.a.plays("Demonic Rising")
        assert table.a.in_play == ["Demon Token"] * 4 + ["Vampire Lord"]
        assert (table.b.in_play, table.a.discard) == (["Demon Token"] * 2, ["Demonic Rising", "Kong", "Trihorror"])
        assert ["blitz" in table.keywords(f"A/Demon Token#{number}") for number in range(1, 5)] == [True] + [False] * 3

    @does("Blind Faith")
    @shows("I-123", "5.0.1")
    def test_plague_zombies_ability_is_removed_by_blind_faith(self) -> None:
        table = Table(a=Start(hand=["Plague Zombies"]), b=Start(hand=["Blind Faith", "Zombie Apocalypse"]))
        table.a.plays("Plague Zombies")
        table.a.passes()
        table.b.plays("Blind Faith")
        table.b.plays("Zombie Apocalypse", mode=1)
        assert (table.asks, table.a.in_play, table.b.health) == (("B", "act"), [], 30)

    @shows("3.3.3", "5.16.3")
    def test_white_dragon_loses_bonus_of_returned_thundarus_in_battle(self) -> None:
        """Thundarus returns to hand after blocks: the White Dragon deals 5 and stands 3."""
        table = Table(
            a=Start(in_play=["White Dragon", "Thundarus"]),
            b=Start(in_play=["Rescue Griffin"], hand=["Erase"]),
        )
        table.a.attacks("White Dragon")
        table.all_pass()
        table.b.blocks("Rescue Griffin")
        table.b.plays("Erase")
        table.b.targets("Thundarus")
        table.all_pass()
        assert (table.champion("White Dragon").damage, table.champion("Rescue Griffin").damage) == (3, 5)

    @shows("5.9.2", "I-121")
    def test_ritual_sacrifice_of_unbreakable_champion_still_gives_health(self) -> None:
        table = Table(a=Start(in_play=["Saren, Night Stalker"]), b=Start(hand=["Ritual Sacrifice"]))
        table.a.passes()
        table.b.plays("Ritual Sacrifice", mode=1)
        assert (table.a.health, table.a.in_play) == (37, ["Saren, Night Stalker"])
