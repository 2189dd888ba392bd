"""More Sage cards of the base set: those that need no mechanics of their own."""

import pytest

from tests.rules.epic.scenarios.claims import does, does_not, shows
from tests.rules.epic.scenarios.table import Put, Start, Table


class TestBlueDragon:
    @does("Blue Dragon")
    def test_draws_and_shoots_and_shoots_again_with_an_ally(self) -> None:
        table = Table(a=Start(hand=["Blue Dragon", "Ice Drake"], gold=2), b=Start(in_play=["Muse"]))
        table.a.plays("Blue Dragon")
        table.a.targets("Muse")
        table.a.plays("Ice Drake")
        table.a.resolves("Blue Dragon", 1)
        table.a.targets("B")
        assert (table.b.in_play, table.b.health) == ([], 28)

    @does_not("Blue Dragon")
    def test_playing_it_triggers_no_ally_ability_of_its_own(self) -> None:
        table = Table(a=Start(hand=["Blue Dragon"]))
        table.a.plays("Blue Dragon")
        table.a.targets("B")
        assert (table.asks, table.b.health) == (("A", "act"), 28)


class TestCrystalGolem:
    @does("Crystal Golem")
    def test_breaks_itself_to_draw_two_even_while_deploying(self) -> None:
        table = Table(a=Start(in_play=[Put("Crystal Golem", deploying=True)], deck=["Muse", "Lash"]))
        table.a.uses("Crystal Golem", 0)
        assert (table.a.in_play, table.a.discard, table.a.hand) == ([], ["Crystal Golem"], ["Lash", "Muse"])

    @does_not("Crystal Golem")
    def test_unbreakable_it_cannot_pay(self) -> None:
        table = Table(a=Start(in_play=["Crystal Golem"]))
        table.champion("Crystal Golem").until_end = (("keyword", "unbreakable"),)
        table.state.values.clear()
        table.a.cannot("5.9.4").uses("Crystal Golem", 0)


class TestDjinnOfTheSands:
    @does("Djinn of the Sands")
    def test_three_counters_each_buy_a_card(self) -> None:
        table = Table(a=Start(hand=["Djinn of the Sands"], deck=["Muse"]))
        table.a.plays("Djinn of the Sands")
        assert table.offense("Djinn of the Sands") == 8
        table.a.uses("Djinn of the Sands", 1)
        assert (table.offense("Djinn of the Sands"), table.a.hand) == (7, ["Muse"])

    @does_not("Djinn of the Sands")
    def test_no_card_without_a_counter(self) -> None:
        table = Table(a=Start(in_play=["Djinn of the Sands"]))
        table.a.cannot("3.5.3").uses("Djinn of the Sands", 1)


class TestIceDrake:
    @does("Ice Drake")
    def test_loyalty_expends_all_champions_of_a_player(self) -> None:
        table = Table(a=Start(hand=["Ice Drake", "Muse", "Sea Titan"]), b=Start(in_play=["Kong", "Steel Golem"]))
        table.a.plays("Ice Drake")
        table.a.reveals("Muse", "Sea Titan")
        table.a.targets("B")
        assert (table.stance("Kong"), table.stance("Steel Golem")) == ("expended", "expended")

    @does_not("Ice Drake")
    def test_expended_blockers_stay_in_the_battle(self) -> None:
        drake = Start(in_play=["Kong"], hand=["Ice Drake", "Muse", "Sea Titan"])
        table = Table(a=drake, b=Start(in_play=["Triceratops"]))
        table.a.attacks("Kong")
        table.all_pass()
        table.b.blocks("Triceratops")
        table.b.passes()
        table.a.plays("Ice Drake")
        table.a.reveals("Muse", "Sea Titan")
        table.a.targets("B")
        assert table.champion("Triceratops").blocking


class TestMemorySpirit:
    @does("Memory Spirit")
    def test_an_event_card_comes_back_to_hand(self) -> None:
        table = Table(a=Start(hand=["Memory Spirit"], discard=["Lash", "Kong"]))
        table.a.plays("Memory Spirit")
        table.a.says_yes()
        assert (table.a.hand, table.a.discard) == (["Lash"], ["Kong"])

    @does("Memory Spirit")
    def test_one_may_decline(self) -> None:
        table = Table(a=Start(hand=["Memory Spirit"], discard=["Lash"]))
        table.a.plays("Memory Spirit")
        table.a.says_no()
        assert table.a.discard == ["Lash"]

    @does_not("Memory Spirit")
    def test_neither_champions_nor_the_opponents_events(self) -> None:
        table = Table(a=Start(hand=["Memory Spirit"], discard=["Kong"]), b=Start(discard=["Lash"]))
        table.a.plays("Memory Spirit")
        assert (table.asks, table.a.hand) == (("A", "act"), [])


class TestOgreMercenary:
    @does("Ogre Mercenary")
    def test_recycles(self) -> None:
        table = Table(a=Start(hand=["Ogre Mercenary"], discard=["Lash", "Kong"], deck=["Muse"]))
        table.a.plays("Ogre Mercenary")
        table.a.chooses("Lash", "Kong")
        assert (table.a.hand, table.a.discard) == (["Muse"], [])

    @does_not("Ogre Mercenary")
    def test_one_card_is_not_enough(self) -> None:
        table = Table(a=Start(hand=["Ogre Mercenary"], discard=["Lash"]))
        table.a.plays("Ogre Mercenary")
        assert (table.asks, table.a.discard) == (("A", "act"), ["Lash"])


class TestTimeWalker:
    @does("Time Walker")
    def test_all_other_players_and_ones_own_champions_return(self) -> None:
        mine = Start(in_play=["Kong"], hand=["Time Walker", "Muse", "Sea Titan"])
        table = Table(a=mine, b=Start(in_play=["Steel Golem", "Wolf Token"]))
        table.a.plays("Time Walker")
        table.a.reveals("Muse", "Sea Titan")
        assert (table.a.in_play, table.b.in_play) == (["Time Walker"], [])
        assert (table.a.hand, table.b.hand) == (["Kong", "Muse", "Sea Titan"], ["Steel Golem"])

    @does_not("Time Walker")
    def test_cards_of_another_alignment_are_no_loyalty(self) -> None:
        table = Table(a=Start(hand=["Time Walker", "Kong", "Lash"]), b=Start(in_play=["Muse"]))
        table.a.plays("Time Walker")
        assert (table.asks, table.b.in_play) == (("A", "act"), ["Muse"])


class TestDeadlyRaid:
    @does("Deadly Raid")
    def test_ones_champions_cannot_be_blocked_and_hit_harder(self) -> None:
        table = Table(a=Start(in_play=["Kong"], hand=["Deadly Raid"]), b=Start(in_play=["Triceratops"]))
        table.a.plays("Deadly Raid", mode=1)
        table.a.attacks("Kong")
        table.all_pass()
        table.all_pass()
        assert table.b.health == 15

    @does_not("Deadly Raid")
    def test_a_champion_that_enters_later_gets_nothing(self) -> None:
        table = Table(a=Start(hand=["Deadly Raid", "Muse"]))
        table.a.plays("Deadly Raid", mode=1)
        table.a.plays("Muse")
        assert table.offense("Muse") == 2


class TestErase:
    @does("Erase")
    def test_draws_two_then_returns_a_champion(self) -> None:
        table = Table(a=Start(hand=["Erase"], deck=["Kong", "Lash"]), b=Start(in_play=["Muse"]))
        table.a.plays("Erase")
        assert (table.a.hand, table.b.hand) == (["Kong", "Lash"], ["Muse"])

    @does_not("Erase")
    def test_a_token_does_not_come_to_hand_nor_may_one_decline(self) -> None:
        table = Table(a=Start(hand=["Erase"]), b=Start(in_play=["Wolf Token", "Muse"]))
        table.a.plays("Erase")
        table.a.cannot("5.20.7").targets()
        table.a.targets("Wolf Token")
        assert (table.b.hand, table.b.in_play) == ([], ["Muse"])


class TestAmnesia:
    @does("Amnesia")
    def test_a_whole_pile_is_banished_then_one_recycles(self) -> None:
        mine = Start(hand=["Amnesia"], discard=["Lash", "Muse"], deck=["Kong"])
        table = Table(a=mine, b=Start(discard=["Kong", "Ancient Chant"], deck=["Muse"], filler=0))
        table.a.plays("Amnesia")
        table.a.targets("B")
        table.a.chooses("Lash", "Muse")
        assert (table.a.hand, table.b.discard) == (["Kong"], [])
        assert table.b.hand == ["Muse"]

    @does_not("Amnesia")
    def test_it_is_not_in_the_pile_that_it_banishes(self) -> None:
        table = Table(a=Start(hand=["Amnesia"], discard=["Lash"]))
        table.a.plays("Amnesia")
        table.a.targets("A")
        assert table.a.discard == ["Amnesia"]


class TestLyingInWait:
    @does("Lying in Wait")
    def test_a_lone_attacker_is_banished_even_if_untargetable(self) -> None:
        table = Table(a=Start(in_play=["Steel Golem", "Kong"]), b=Start(hand=["Lying in Wait"]))
        table.a.attacks("Steel Golem")
        table.a.passes()
        table.b.plays("Lying in Wait", mode=1)
        assert table.a.in_play == ["Kong"]

    @does_not("Lying in Wait")
    def test_two_attackers_are_safe(self) -> None:
        table = Table(a=Start(in_play=["Steel Golem", "Kong"]), b=Start(hand=["Lying in Wait"]))
        table.a.attacks("Steel Golem", "Kong")
        table.a.passes()
        table.b.plays("Lying in Wait", mode=1)
        assert table.a.in_play == ["Kong", "Steel Golem"]


class TestHastyRetreat:
    @does("Hasty Retreat")
    def test_after_no_block_its_controller_draws(self) -> None:
        table = Table(a=Start(in_play=["Kong"], deck=["Lash"]), b=Start(hand=["Hasty Retreat"]))
        table.a.attacks("Kong")
        table.all_pass()
        table.b.plays("Hasty Retreat")
        assert (table.a.hand, table.a.in_play) == (["Kong", "Lash"], [])

    @does_not("Hasty Retreat")
    def test_before_blocks_nothing_is_unblocked_yet(self) -> None:
        table = Table(a=Start(in_play=["Kong"], deck=["Lash"]), b=Start(hand=["Hasty Retreat"]))
        table.a.attacks("Kong")
        table.a.passes()
        table.b.plays("Hasty Retreat")
        assert table.a.hand == ["Kong"]

    @shows("I-155")
    @pytest.mark.parametrize(("reading", "hand"), [(0, ["Kong"]), (1, ["Kong", "Lash"])])
    def test_unblocked_before_blocks_depends_on_the_option(self, reading: int, hand: list[str]) -> None:
        table = Table(
            a=Start(in_play=["Kong"], deck=["Lash"]), b=Start(hand=["Hasty Retreat"]), choices=(("I-155", reading),)
        )
        table.a.attacks("Kong")
        table.a.passes()
        table.b.plays("Hasty Retreat")
        assert (table.a.hand, table.cited("I-155")) == (hand, True)

    @shows("I-155")
    @pytest.mark.parametrize("reading", [0, 1])
    @pytest.mark.parametrize(("block", "hand"), [(True, ["Kong"]), (False, ["Kong", "Lash"])])
    def test_once_blockers_are_declared_no_open_point_decides(
        self,
        reading: int,
        block: bool,
        hand: list[str],
    ) -> None:
        table = Table(
            a=Start(in_play=["Kong"], deck=["Lash"]),
            b=Start(hand=["Hasty Retreat"], in_play=["Palace Guard"]),
            choices=(("I-155", reading),),
        )
        table.a.attacks("Kong")
        table.all_pass()
        table.b.blocks(*["Palace Guard"] * block)
        table.b.plays("Hasty Retreat")
        assert (table.a.hand, table.cited("I-155")) == (hand, False)

    @does_not("Hasty Retreat")
    def test_ones_own_unblocked_attacker_gives_no_card(self) -> None:
        table = Table(a=Start(in_play=["Kong"], hand=["Hasty Retreat"], deck=["Lash"]))
        table.a.attacks("Kong")
        table.all_pass()
        table.b.passes()
        table.a.plays("Hasty Retreat")
        assert table.a.hand == ["Kong"]


class TestTimeBender:
    @does("Time Bender")
    def test_one_power_banishes_what_costs_nothing_the_other_returns_anything(self) -> None:
        table = Table(a=Start(in_play=["Time Bender"]), b=Start(in_play=["Muse", "Kong"]))
        table.a.uses("Time Bender", 1)
        assert (table.b.in_play, table.b.discard) == (["Kong"], [])
        again = Table(a=Start(in_play=["Time Bender"]), b=Start(in_play=["Kong"]))
        again.a.uses("Time Bender", 2)
        again.a.targets("Kong")
        assert again.b.hand == ["Kong"]

    @does_not("Time Bender")
    def test_not_both_in_one_turn_and_no_banishing_for_a_gold(self) -> None:
        table = Table(a=Start(in_play=["Time Bender"]), b=Start(in_play=["Wolf Token", "Kong", "Muse"]))
        table.a.uses("Time Bender", 1)
        table.a.cannot("5.20.2").targets("Kong")
        table.a.targets("Wolf Token")
        table.a.cannot("3.5.3").uses("Time Bender", 2)
