"""Sage cards of the base set."""

from tests.rules.epic.scenarios.claims import does, does_not
from tests.rules.epic.scenarios.table import Put, Start, Table


class TestThoughtPlucker:
    @does("Thought Plucker")
    def test_thought_plucker_tribute_makes_opponent_discard_chosen_card_and_draws(self) -> None:
        table = Table(a=Start(hand=["Thought Plucker"], deck=["Kong"]), b=Start(hand=["Muse", "Lash"]))
        table.a.plays("Thought Plucker")
        assert table.asks == ("B", "discard")
        table.b.cannot("1.7.1").discards("Muse", "Lash")
        table.b.discards("Lash")
        assert (table.b.hand, table.b.discard, table.a.hand) == (["Muse"], ["Lash"], ["Kong"])

    @does("Thought Plucker")
    def test_thought_plucker_damaging_player_discards_last_card_without_choice(self) -> None:
        table = Table(a=Start(in_play=["Thought Plucker"], deck=["Kong"]), b=Start(hand=["Muse"]))
        table.a.attacks("Thought Plucker")
        table.all_pass()
        table.all_pass()
        assert (table.b.health, table.b.discard, table.a.hand) == (29, ["Muse"], ["Kong"])

    @does_not("Thought Plucker")
    def test_thought_plucker_with_empty_opposing_hand_still_draws(self) -> None:
        table = Table(a=Start(hand=["Thought Plucker"], deck=["Kong"]), b=Start())
        table.a.plays("Thought Plucker")
        assert (table.b.discard, table.a.hand, table.asks) == ([], ["Kong"], ("A", "act"))

    @does_not("Thought Plucker")
    def test_thought_plucker_damaging_champion_discards_nothing(self) -> None:
        table = Table(a=Start(in_play=["Kong"]), b=Start(in_play=["Thought Plucker"], deck=["Lash"]))
        table.a.attacks("Kong")
        table.all_pass()
        table.b.blocks("Thought Plucker")
        table.all_pass()
        assert (table.a.discard, table.b.hand, table.b.in_play) == ([], [], [])


class TestWarriorGolem:
    @does("Warrior Golem")
    def test_warrior_golem_on_breaking_recycles_and_can_recycle_itself(self) -> None:
        table = Table(
            a=Start(in_play=["Kong"], hand=["Flash Fire"]),
            b=Start(in_play=["Warrior Golem"], discard=["Lash"], deck=["Muse"]),
        )
        table.a.plays("Flash Fire")
        assert table.asks == ("B", "choose")
        table.b.chooses("Lash", "Warrior Golem")
        assert (table.b.hand, table.b.discard) == (["Muse"], [])

    @does("Warrior Golem")
    def test_warrior_golem_when_discarded_recycles(self) -> None:
        table = Table(a=Start(hand=["Thought Plucker"]), b=Start(hand=["Warrior Golem"], discard=["Lash", "Muse"]))
        table.a.plays("Thought Plucker")
        assert table.asks == ("B", "choose")

    @does("Warrior Golem")
    def test_warrior_golem_with_loyalty_has_blitz(self) -> None:
        table = Table(a=Start(hand=["Warrior Golem", "Muse", "Sea Titan"]))
        table.a.plays("Warrior Golem")
        table.a.reveals("Muse", "Sea Titan")
        table.a.attacks("Warrior Golem")
        assert table.phase == "battle"

    @does_not("Warrior Golem")
    def test_warrior_golem_returned_to_hand_does_not_recycle(self) -> None:
        table = Table(a=Start(hand=["Sea Titan"]), b=Start(in_play=["Warrior Golem"], discard=["Lash", "Muse"]))
        table.a.plays("Sea Titan")
        assert (table.asks, table.b.hand) == (("A", "act"), ["Warrior Golem"])

    @does_not("Warrior Golem")
    def test_warrior_golem_breaking_under_opponents_control_recycles_for_its_owner(self) -> None:
        lent = Put("Warrior Golem", owner="A")
        table = Table(
            a=Start(hand=["Flash Fire"], discard=["Lash"]),
            b=Start(in_play=[lent], discard=["Muse", "Kong"]),
        )
        table.a.plays("Flash Fire")
        assert table.asks == ("A", "choose")


class TestAncientChant:
    @does("Ancient Chant")
    def test_ancient_chant_recalled_returns_to_hand_and_draws(self) -> None:
        table = Table(a=Start(discard=["Ancient Chant"], deck=["Kong"]))
        table.a.uses("Ancient Chant", 1)
        assert (table.a.hand, table.a.gold) == (["Ancient Chant", "Kong"], 0)

    @does("Ancient Chant")
    def test_ancient_chant_recycled_from_discard_pile_draws(self) -> None:
        table = Table(a=Start(hand=["Spike Trap"], discard=["Ancient Chant", "Lash"], deck=["Kong", "Muse"]))
        table.a.plays("Spike Trap")
        table.a.chooses("Ancient Chant", "Lash")
        assert table.a.hand == ["Kong", "Muse"]

    @does_not("Ancient Chant")
    def test_ancient_chant_played_draws_two_without_draw_for_entering_discard(self) -> None:
        table = Table(a=Start(hand=["Ancient Chant"], deck=["Kong", "Muse", "Lash"]))
        table.a.plays("Ancient Chant")
        assert (table.a.hand, table.a.discard) == (["Kong", "Muse"], ["Ancient Chant"])

    @does_not("Ancient Chant")
    def test_ancient_chant_banished_by_opponent_draws_for_its_owner(self) -> None:
        table = Table(a=Start(in_play=["Keeper of Secrets"]), b=Start(discard=["Ancient Chant"], deck=["Kong"]))
        table.a.uses("Keeper of Secrets", 1)
        table.a.targets("B")
        assert (table.a.hand, table.b.hand) == ([], ["Kong"])


class TestPsionicAssault:
    @does("Psionic Assault")
    def test_psionic_assault_makes_target_discard_two_cards_at_end_of_turn(self) -> None:
        table = Table(a=Start(hand=["Psionic Assault"]), b=Start(hand=["Muse", "Lash", "Kong"]))
        table.a.plays("Psionic Assault")
        table.a.targets("B")
        assert table.b.discard == []
        table.next_turn()
        assert table.asks == ("B", "discard")
        table.b.discards("Muse", "Lash")
        assert table.b.discard == ["Lash", "Muse"]

    @does("Psionic Assault")
    def test_psionic_assault_in_discard_returns_to_hand_after_sage_ally(self) -> None:
        table = Table(a=Start(hand=["Sea Titan"], discard=["Psionic Assault"]))
        table.a.plays("Sea Titan")
        table.a.resolves("Psionic Assault", 1)
        assert table.a.hand == ["Psionic Assault"]

    @does_not("Psionic Assault")
    def test_psionic_assault_does_not_discard_card_played_before_end_of_turn(self) -> None:
        table = Table(a=Start(hand=["Psionic Assault"]), b=Start(hand=["Flash Fire"]))
        table.a.plays("Psionic Assault")
        table.a.targets("B")
        table.a.passes()
        table.b.plays("Flash Fire")
        table.b.passes()
        table.a.ends()
        assert (table.b.discard, table.state.turn) == (["Flash Fire"], 1)
