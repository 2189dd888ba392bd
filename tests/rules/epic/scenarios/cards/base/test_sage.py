"""Sage cards of the base set."""

from tests.rules.epic.scenarios.claims import does, does_not
from tests.rules.epic.scenarios.table import Put, Start, Table


class TestThoughtPlucker:
    @does("Thought Plucker")
    def test_tribute_takes_a_card_that_the_opponent_chooses_and_draws(self) -> None:
        table = Table(a=Start(hand=["Thought Plucker"], deck=["Kong"]), b=Start(hand=["Muse", "Lash"]))
        table.a.plays("Thought Plucker")
        assert table.asks == ("B", "discard")
        table.b.cannot("1.7.1").discards("Muse", "Lash")
        table.b.discards("Lash")
        assert (table.b.hand, table.b.discard, table.a.hand) == (["Muse"], ["Lash"], ["Kong"])

    @does("Thought Plucker")
    def test_damage_to_a_player_takes_the_last_card_without_asking(self) -> None:
        table = Table(a=Start(in_play=["Thought Plucker"], deck=["Kong"]), b=Start(hand=["Muse"]))
        table.a.attacks("Thought Plucker")
        table.all_pass()
        table.all_pass()
        assert (table.b.health, table.b.discard, table.a.hand) == (29, ["Muse"], ["Kong"])

    @does_not("Thought Plucker")
    def test_an_empty_hand_discards_nothing_and_the_draw_happens(self) -> None:
        table = Table(a=Start(hand=["Thought Plucker"], deck=["Kong"]), b=Start())
        table.a.plays("Thought Plucker")
        assert (table.b.discard, table.a.hand, table.asks) == ([], ["Kong"], ("A", "act"))

    @does_not("Thought Plucker")
    def test_damage_to_a_champion_takes_nothing(self) -> None:
        table = Table(a=Start(in_play=["Kong"]), b=Start(in_play=["Thought Plucker"], deck=["Lash"]))
        table.a.attacks("Kong")
        table.all_pass()
        table.b.blocks("Thought Plucker")
        table.all_pass()
        assert (table.a.discard, table.b.hand, table.b.in_play) == ([], [], [])


class TestWarriorGolem:
    @does("Warrior Golem")
    def test_it_recycles_as_it_breaks_and_may_recycle_itself(self) -> None:
        table = Table(
            a=Start(in_play=["Kong"], hand=["Flash Fire"]),
            b=Start(in_play=["Warrior Golem"], discard=["Lash"], deck=["Muse"]),
        )
        table.a.plays("Flash Fire")
        assert table.asks == ("B", "choose")
        table.b.chooses("Lash", "Warrior Golem")
        assert (table.b.hand, table.b.discard) == (["Muse"], [])

    @does("Warrior Golem")
    def test_it_recycles_when_it_is_discarded(self) -> None:
        table = Table(a=Start(hand=["Thought Plucker"]), b=Start(hand=["Warrior Golem"], discard=["Lash", "Muse"]))
        table.a.plays("Thought Plucker")
        assert table.asks == ("B", "choose")

    @does("Warrior Golem")
    def test_loyalty_gives_blitz(self) -> None:
        table = Table(a=Start(hand=["Warrior Golem", "Muse", "Sea Titan"]))
        table.a.plays("Warrior Golem")
        table.a.reveals("Muse", "Sea Titan")
        table.a.attacks("Warrior Golem")
        assert table.phase == "battle"

    @does_not("Warrior Golem")
    def test_it_does_not_recycle_when_it_returns_to_hand(self) -> None:
        table = Table(a=Start(hand=["Sea Titan"]), b=Start(in_play=["Warrior Golem"], discard=["Lash", "Muse"]))
        table.a.plays("Sea Titan")
        assert (table.asks, table.b.hand) == (("A", "act"), ["Warrior Golem"])

    @does_not("Warrior Golem")
    def test_in_the_opponents_play_it_is_still_its_owner_who_recycles(self) -> None:
        lent = Put("Warrior Golem", owner="A")
        table = Table(
            a=Start(hand=["Flash Fire"], discard=["Lash"]),
            b=Start(in_play=[lent], discard=["Muse", "Kong"]),
        )
        table.a.plays("Flash Fire")
        assert table.asks == ("A", "choose")


class TestAncientChant:
    @does("Ancient Chant")
    def test_draws_two_and_later_recalls_with_a_draw(self) -> None:
        table = Table(a=Start(discard=["Ancient Chant"], deck=["Kong"]))
        table.a.uses("Ancient Chant", 1)
        assert (table.a.hand, table.a.gold) == (["Ancient Chant", "Kong"], 0)

    @does("Ancient Chant")
    def test_being_recycled_is_leaving_too(self) -> None:
        table = Table(a=Start(hand=["Spike Trap"], discard=["Ancient Chant", "Lash"], deck=["Kong", "Muse"]))
        table.a.plays("Spike Trap")
        table.a.chooses("Ancient Chant", "Lash")
        assert table.a.hand == ["Kong", "Muse"]

    @does_not("Ancient Chant")
    def test_going_to_the_pile_draws_nothing_more(self) -> None:
        table = Table(a=Start(hand=["Ancient Chant"], deck=["Kong", "Muse", "Lash"]))
        table.a.plays("Ancient Chant")
        assert (table.a.hand, table.a.discard) == (["Kong", "Muse"], ["Ancient Chant"])

    @does_not("Ancient Chant")
    def test_the_opponent_who_banishes_it_draws_nothing(self) -> None:
        table = Table(a=Start(in_play=["Keeper of Secrets"]), b=Start(discard=["Ancient Chant"], deck=["Kong"]))
        table.a.uses("Keeper of Secrets", 1)
        table.a.targets("B")
        assert (table.a.hand, table.b.hand) == ([], ["Kong"])


class TestPsionicAssault:
    @does("Psionic Assault")
    def test_at_the_end_of_the_turn_the_target_discards_two(self) -> None:
        table = Table(a=Start(hand=["Psionic Assault"]), b=Start(hand=["Muse", "Lash", "Kong"]))
        table.a.plays("Psionic Assault")
        table.a.targets("B")
        assert table.b.discard == []
        table.next_turn()
        assert table.asks == ("B", "discard")
        table.b.discards("Muse", "Lash")
        assert table.b.discard == ["Lash", "Muse"]

    @does("Psionic Assault")
    def test_a_sage_ally_recalls_it(self) -> None:
        table = Table(a=Start(hand=["Sea Titan"], discard=["Psionic Assault"]))
        table.a.plays("Sea Titan")
        table.a.resolves("Psionic Assault", 1)
        assert table.a.hand == ["Psionic Assault"]

    @does_not("Psionic Assault")
    def test_a_card_played_before_the_end_is_not_discarded(self) -> None:
        table = Table(a=Start(hand=["Psionic Assault"]), b=Start(hand=["Flash Fire"]))
        table.a.plays("Psionic Assault")
        table.a.targets("B")
        table.a.passes()
        table.b.plays("Flash Fire")
        table.b.passes()
        table.a.ends()
        assert (table.b.discard, table.state.turn) == (["Flash Fire"], 1)
