"""Further Sage cards of the base set, without mechanics of their own."""

import pytest

from tests.rules.epic.scenarios.claims import does, does_not, shows
from tests.rules.epic.scenarios.table import Put, Start, Table


class TestBlueDragon:
    @does("Blue Dragon")
    def test_blue_dragon_deals_damage_when_played_and_again_after_ally(self) -> None:
        table = Table(a=Start(hand=["Blue Dragon", "Ice Drake"], gold=2), b=Start(in_play=["Muse"]))
        table.a.plays("Blue Dragon")
        table.a.targets("Muse")
        table.a.plays("Ice Drake")
        table.a.resolves("Blue Dragon", 1)
        table.a.targets("B")
        assert (table.b.in_play, table.b.health) == ([], 28)

    @does_not("Blue Dragon")
    def test_blue_dragon_does_not_trigger_ally_by_its_own_play(self) -> None:
        table = Table(a=Start(hand=["Blue Dragon"]))
        table.a.plays("Blue Dragon")
        table.a.targets("B")
        assert (table.asks, table.b.health) == (("A", "act"), 28)


class TestCrystalGolem:
    @does("Crystal Golem")
    def test_crystal_golem_breaks_itself_to_draw_two_cards_while_deploying(self) -> None:
        table = Table(a=Start(in_play=[Put("Crystal Golem", deploying=True)], deck=["Muse", "Lash"]))
        table.a.uses("Crystal Golem", 0)
        assert (table.a.in_play, table.a.discard, table.a.hand) == ([], ["Crystal Golem"], ["Lash", "Muse"])

    @does_not("Crystal Golem")
    def test_crystal_golem_unbreakable_cannot_pay_cost_of_power(self) -> None:
        table = Table(a=Start(in_play=["Crystal Golem"]))
        table.champion("Crystal Golem").until_end = (("keyword", "unbreakable"),)
        table.state.values.clear()
        table.a.cannot("5.9.4").uses("Crystal Golem", 0)


class TestDjinnOfTheSands:
    @does("Djinn of the Sands")
    def test_djinn_of_the_sands_removes_counter_to_draw_card(self) -> None:
        table = Table(a=Start(hand=["Djinn of the Sands"], deck=["Muse"]))
        table.a.plays("Djinn of the Sands")
        assert table.offense("Djinn of the Sands") == 8
        table.a.uses("Djinn of the Sands", 1)
        assert (table.offense("Djinn of the Sands"), table.a.hand) == (7, ["Muse"])

    @does_not("Djinn of the Sands")
    def test_djinn_of_the_sands_without_counter_cannot_draw(self) -> None:
        table = Table(a=Start(in_play=["Djinn of the Sands"]))
        table.a.cannot("3.5.3").uses("Djinn of the Sands", 1)


class TestIceDrake:
    @does("Ice Drake")
    def test_ice_drake_with_loyalty_expends_all_champions_of_target_player(self) -> None:
        table = Table(a=Start(hand=["Ice Drake", "Muse", "Sea Titan"]), b=Start(in_play=["Kong", "Steel Golem"]))
        table.a.plays("Ice Drake")
        table.a.reveals("Muse", "Sea Titan")
        table.a.targets("B")
        assert (table.stance("Kong"), table.stance("Steel Golem")) == ("expended", "expended")

    @does_not("Ice Drake")
    def test_ice_drake_expends_blocker_without_removing_it_from_battle(self) -> None:
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
    def test_memory_spirit_returns_event_card_from_discard_to_hand(self) -> None:
        table = Table(a=Start(hand=["Memory Spirit"], discard=["Lash", "Kong"]))
        table.a.plays("Memory Spirit")
        table.a.says_yes()
        assert (table.a.hand, table.a.discard) == (["Lash"], ["Kong"])

    @does("Memory Spirit")
    def test_memory_spirit_declined_returns_nothing(self) -> None:
        table = Table(a=Start(hand=["Memory Spirit"], discard=["Lash"]))
        table.a.plays("Memory Spirit")
        table.a.says_no()
        assert table.a.discard == ["Lash"]

    @does_not("Memory Spirit")
    def test_memory_spirit_without_own_event_in_discard_offers_no_choice(self) -> None:
        table = Table(a=Start(hand=["Memory Spirit"], discard=["Kong"]), b=Start(discard=["Lash"]))
        table.a.plays("Memory Spirit")
        assert (table.asks, table.a.hand) == (("A", "act"), [])


class TestOgreMercenary:
    @does("Ogre Mercenary")
    def test_ogre_mercenary_played_recycles(self) -> None:
        table = Table(a=Start(hand=["Ogre Mercenary"], discard=["Lash", "Kong"], deck=["Muse"]))
        table.a.plays("Ogre Mercenary")
        table.a.chooses("Lash", "Kong")
        assert (table.a.hand, table.a.discard) == (["Muse"], [])

    @does_not("Ogre Mercenary")
    def test_ogre_mercenary_with_one_card_in_discard_does_not_recycle(self) -> None:
        table = Table(a=Start(hand=["Ogre Mercenary"], discard=["Lash"]))
        table.a.plays("Ogre Mercenary")
        assert (table.asks, table.a.discard) == (("A", "act"), ["Lash"])


class TestTimeWalker:
    @does("Time Walker")
    def test_time_walker_with_loyalty_returns_all_other_champions_to_hand(self) -> None:
        mine = Start(in_play=["Kong"], hand=["Time Walker", "Muse", "Sea Titan"])
        table = Table(a=mine, b=Start(in_play=["Steel Golem", "Wolf Token"]))
        table.a.plays("Time Walker")
        table.a.reveals("Muse", "Sea Titan")
        assert (table.a.in_play, table.b.in_play) == (["Time Walker"], [])
        assert (table.a.hand, table.b.hand) == (["Kong", "Muse", "Sea Titan"], ["Steel Golem"])

    @does_not("Time Walker")
    def test_time_walker_without_sage_cards_in_hand_has_no_loyalty(self) -> None:
        table = Table(a=Start(hand=["Time Walker", "Kong", "Lash"]), b=Start(in_play=["Muse"]))
        table.a.plays("Time Walker")
        assert (table.asks, table.b.in_play) == (("A", "act"), ["Muse"])


class TestDeadlyRaid:
    @does("Deadly Raid")
    def test_deadly_raid_makes_own_champions_stronger_and_unblockable(self) -> None:
        table = Table(a=Start(in_play=["Kong"], hand=["Deadly Raid"]), b=Start(in_play=["Triceratops"]))
        table.a.plays("Deadly Raid", mode=1)
        table.a.attacks("Kong")
        table.all_pass()
        table.all_pass()
        assert table.b.health == 15

    @does_not("Deadly Raid")
    def test_deadly_raid_gives_nothing_to_champion_entering_later(self) -> None:
        table = Table(a=Start(hand=["Deadly Raid", "Muse"]))
        table.a.plays("Deadly Raid", mode=1)
        table.a.plays("Muse")
        assert table.offense("Muse") == 2


class TestErase:
    @does("Erase")
    def test_erase_draws_two_cards_and_then_returns_champion_to_hand(self) -> None:
        table = Table(a=Start(hand=["Erase"], deck=["Kong", "Lash"]), b=Start(in_play=["Muse"]))
        table.a.plays("Erase")
        assert (table.a.hand, table.b.hand) == (["Kong", "Lash"], ["Muse"])

    @does_not("Erase")
    def test_erase_must_target_and_token_does_not_reach_hand(self) -> None:
        table = Table(a=Start(hand=["Erase"]), b=Start(in_play=["Wolf Token", "Muse"]))
        table.a.plays("Erase")
        table.a.cannot("5.20.7").targets()
        table.a.targets("Wolf Token")
        assert (table.b.hand, table.b.in_play) == ([], ["Muse"])


class TestAmnesia:
    @does("Amnesia")
    def test_amnesia_banishes_whole_discard_pile_and_then_recycles(self) -> None:
        mine = Start(hand=["Amnesia"], discard=["Lash", "Muse"], deck=["Kong"])
        table = Table(a=mine, b=Start(discard=["Kong", "Ancient Chant"], deck=["Muse"], filler=0))
        table.a.plays("Amnesia")
        table.a.targets("B")
        table.a.chooses("Lash", "Muse")
        assert (table.a.hand, table.b.discard) == (["Kong"], [])
        assert table.b.hand == ["Muse"]

    @does_not("Amnesia")
    def test_amnesia_does_not_banish_itself(self) -> None:
        table = Table(a=Start(hand=["Amnesia"], discard=["Lash"]))
        table.a.plays("Amnesia")
        table.a.targets("A")
        assert table.a.discard == ["Amnesia"]


class TestLyingInWait:
    @does("Lying in Wait")
    def test_lying_in_wait_banishes_lone_attacker_even_if_untargetable(self) -> None:
        table = Table(a=Start(in_play=["Steel Golem", "Kong"]), b=Start(hand=["Lying in Wait"]))
        table.a.attacks("Steel Golem")
        table.a.passes()
        table.b.plays("Lying in Wait", mode=1)
        assert table.a.in_play == ["Kong"]

    @does_not("Lying in Wait")
    def test_lying_in_wait_with_two_attackers_banishes_nothing(self) -> None:
        table = Table(a=Start(in_play=["Steel Golem", "Kong"]), b=Start(hand=["Lying in Wait"]))
        table.a.attacks("Steel Golem", "Kong")
        table.a.passes()
        table.b.plays("Lying in Wait", mode=1)
        assert table.a.in_play == ["Kong", "Steel Golem"]


class TestHastyRetreat:
    @does("Hasty Retreat")
    def test_hasty_retreat_on_unblocked_attacker_its_controller_draws(self) -> None:
        table = Table(a=Start(in_play=["Kong"], deck=["Lash"]), b=Start(hand=["Hasty Retreat"]))
        table.a.attacks("Kong")
        table.all_pass()
        table.b.plays("Hasty Retreat")
        assert (table.a.hand, table.a.in_play) == (["Kong", "Lash"], [])

    @does_not("Hasty Retreat")
    def test_hasty_retreat_before_blocks_on_attacker_draws_nothing(self) -> None:
        table = Table(a=Start(in_play=["Kong"], deck=["Lash"]), b=Start(hand=["Hasty Retreat"]))
        table.a.attacks("Kong")
        table.a.passes()
        table.b.plays("Hasty Retreat")
        assert table.a.hand == ["Kong"]

    @shows("I-155")
    @pytest.mark.parametrize(("reading", "hand"), [(0, ["Kong"]), (1, ["Kong", "Lash"])])
    def test_hasty_retreat_before_blocks_follows_option_of_i_155(self, reading: int, hand: list[str]) -> None:
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
    def test_hasty_retreat_after_blocks_does_not_depend_on_i_155(
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
    def test_hasty_retreat_on_own_unblocked_attacker_draws_nothing(self) -> None:
        table = Table(a=Start(in_play=["Kong"], hand=["Hasty Retreat"], deck=["Lash"]))
        table.a.attacks("Kong")
        table.all_pass()
        table.b.passes()
        table.a.plays("Hasty Retreat")
        assert table.a.hand == ["Kong"]


class TestTimeBender:
    @does("Time Bender")
    def test_time_bender_powers_banish_free_champion_or_return_any_to_hand(self) -> None:
        table = Table(a=Start(in_play=["Time Bender"]), b=Start(in_play=["Muse", "Kong"]))
        table.a.uses("Time Bender", 1)
        assert (table.b.in_play, table.b.discard) == (["Kong"], [])
        again = Table(a=Start(in_play=["Time Bender"]), b=Start(in_play=["Kong"]))
        again.a.uses("Time Bender", 2)
        again.a.targets("Kong")
        assert again.b.hand == ["Kong"]

    @does_not("Time Bender")
    def test_time_bender_cannot_use_both_powers_or_banish_1_cost_champion(self) -> None:
        table = Table(a=Start(in_play=["Time Bender"]), b=Start(in_play=["Wolf Token", "Kong", "Muse"]))
        table.a.uses("Time Bender", 1)
        table.a.cannot("5.20.2").targets("Kong")
        table.a.targets("Wolf Token")
        table.a.cannot("3.5.3").uses("Time Bender", 2)
