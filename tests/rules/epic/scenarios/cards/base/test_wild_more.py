"""Further Wild cards of the base set, without mechanics of their own."""

from tests.rules.epic.scenarios.claims import does, does_not
from tests.rules.epic.scenarios.table import Put, Start, Table


class TestBellowingMinotaur:
    @does("Bellowing Minotaur")
    def test_bellowing_minotaur_strengthens_own_wild_champions_and_itself(self) -> None:
        table = Table(a=Start(in_play=["Kong"], hand=["Bellowing Minotaur"]))
        table.a.plays("Bellowing Minotaur")
        assert (table.offense("Kong"), table.defense("Bellowing Minotaur")) == (15, 7)

    @does("Bellowing Minotaur")
    def test_bellowing_minotaur_recalled_for_1_gold_returns_to_hand(self) -> None:
        table = Table(a=Start(discard=["Bellowing Minotaur"]))
        table.a.uses("Bellowing Minotaur", 1)
        assert table.a.hand == ["Bellowing Minotaur"]

    @does_not("Bellowing Minotaur")
    def test_bellowing_minotaur_does_not_strengthen_other_alignments_or_opponents(self) -> None:
        table = Table(a=Start(in_play=["Muse"], hand=["Bellowing Minotaur"]), b=Start(in_play=["Kong"]))
        table.a.plays("Bellowing Minotaur")
        assert (table.offense("Muse"), table.offense("Kong")) == (2, 13)


class TestWurms:
    @does("Burrowing Wurm")
    def test_wurms_with_breakthrough_deals_excess_damage_to_player(self) -> None:
        table = Table(a=Start(in_play=["Burrowing Wurm"]), b=Start(in_play=["Kong"]), version="CR-2016-03")
        table.a.attacks("Burrowing Wurm")
        table.all_pass()
        table.b.blocks("Kong")
        table.all_pass()
        assert (table.b.health, table.a.in_play, table.b.in_play) == (26, ["Burrowing Wurm"], [])

    @does_not("Burrowing Wurm")
    def test_wurms_without_blitz_cannot_attack_while_deploying(self) -> None:
        table = Table(a=Start(hand=["Burrowing Wurm"]))
        table.a.plays("Burrowing Wurm")
        table.a.cannot("5.17.1").attacks("Burrowing Wurm")

    @does("Rampaging Wurm")
    def test_wurms_with_blitz_attacks_while_deploying(self) -> None:
        table = Table(a=Start(hand=["Rampaging Wurm"]))
        table.a.plays("Rampaging Wurm")
        table.a.attacks("Rampaging Wurm")
        table.all_pass()
        table.all_pass()
        assert table.b.health == 16

    @does_not("Rampaging Wurm")
    def test_wurms_without_breakthrough_blocked_deals_no_damage_to_player(self) -> None:
        table = Table(a=Start(in_play=["Rampaging Wurm"]), b=Start(in_play=["Wolf Token"]))
        table.a.attacks("Rampaging Wurm")
        table.all_pass()
        table.b.blocks("Wolf Token")
        table.all_pass()
        assert table.b.health == 30


class TestChomp:
    @does("Chomp!")
    def test_chomp_deals_12_damage_and_strengthens_own_dinosaurs(self) -> None:
        table = Table(a=Start(in_play=["Triceratops"], hand=["Chomp!"]), b=Start(in_play=["Lurking Giant"]))
        table.a.plays("Chomp!")
        table.a.targets("Lurking Giant")
        assert (table.b.in_play, table.offense("Triceratops")) == ([], 12)

    @does_not("Chomp!")
    def test_chomp_cannot_target_player_or_strengthen_non_dinosaurs(self) -> None:
        table = Table(a=Start(in_play=["Kong", "Muse"], hand=["Chomp!"]))
        table.a.plays("Chomp!")
        table.a.cannot("5.20.2").targets("B")
        table.a.targets("Kong")
        assert (table.offense("Kong"), table.champion("Kong").damage) == (13, 12)


class TestFireball:
    @does("Fireball")
    def test_fireball_paid_mode_damages_player_and_all_their_champions(self) -> None:
        table = Table(a=Start(in_play=["Muse"], hand=["Fireball"]), b=Start(in_play=["Steel Golem", "Muse"]))
        table.a.plays("Fireball", mode=1)
        table.a.targets("B")
        assert (table.b.health, table.b.in_play, table.champion("Steel Golem").damage) == (27, ["Steel Golem"], 3)
        assert (table.a.in_play, table.a.gold) == (["Muse"], 0)

    @does_not("Fireball")
    def test_fireball_played_for_gold_triggers_no_ally(self) -> None:
        table = Table(a=Start(in_play=["Fire Shaman"], hand=["Fireball"]))
        table.a.plays("Fireball", mode=1)
        table.a.targets("B")
        assert (table.asks, table.b.health) == (("A", "act"), 27)


class TestFlameStrike:
    @does("Flame Strike")
    def test_flame_strike_deals_8_damage_to_player(self) -> None:
        table = Table(a=Start(hand=["Flame Strike"]))
        table.a.plays("Flame Strike")
        table.a.targets("B")
        assert table.b.health == 22

    @does_not("Flame Strike")
    def test_flame_strike_cannot_target_untargetable_or_deal_excess_to_player(self) -> None:
        table = Table(a=Start(hand=["Flame Strike"]), b=Start(in_play=["Steel Golem", "Muse"]))
        table.a.plays("Flame Strike")
        table.a.cannot("5.20.4").targets("Steel Golem")
        table.a.targets("Muse")
        assert table.b.health == 30


class TestHuntingRaptors:
    @does("Hunting Raptors")
    def test_hunting_raptors_with_loyalty_can_use_power_at_once(self) -> None:
        table = Table(a=Start(hand=["Hunting Raptors", "Kong", "Lash"]))
        table.a.plays("Hunting Raptors")
        table.a.reveals("Kong", "Lash")
        table.a.uses("Hunting Raptors", 1)
        table.a.targets("B")
        assert table.b.health == 26

    @does_not("Hunting Raptors")
    def test_hunting_raptors_with_ambush_alone_cannot_use_power_while_deploying(self) -> None:
        table = Table(a=Start(), b=Start(hand=["Hunting Raptors"]))
        table.a.passes()
        table.b.plays("Hunting Raptors")
        table.b.cannot("5.17.1").uses("Hunting Raptors", 1)


class TestMightyBlow:
    @does("Mighty Blow")
    def test_mighty_blow_gives_10_offense_and_makes_champion_unbreakable_in_battle(self) -> None:
        table = Table(a=Start(in_play=["Muse"], hand=["Mighty Blow"]), b=Start(in_play=["White Dragon"]))
        table.a.attacks("Muse")
        table.all_pass()
        table.b.blocks("White Dragon")
        table.b.passes()
        table.a.plays("Mighty Blow", mode=1)
        table.a.targets("Muse")
        table.all_pass()
        assert (table.a.in_play, table.b.in_play) == (["Muse"], [])

    @does_not("Mighty Blow")
    def test_mighty_blow_protects_until_damage_is_removed_at_end_of_turn(self) -> None:
        table = Table(a=Start(in_play=[Put("Muse", damage=1)], hand=["Mighty Blow", "Flash Fire"]))
        table.a.plays("Mighty Blow", mode=1)
        table.a.plays("Flash Fire")
        table.next_turn()
        assert (table.a.in_play, table.keywords("Muse")) == (["Muse"], {"airborne", "ambush"})


class TestPackAlpha:
    @does("Pack Alpha")
    def test_pack_alpha_used_makes_two_wolves_and_strengthens_them(self) -> None:
        table = Table(a=Start(in_play=["Pack Alpha"]))
        table.a.uses("Pack Alpha", 1)
        assert table.a.in_play == ["Pack Alpha", "Wolf Token", "Wolf Token"]
        assert (table.offense("Wolf Token"), table.offense("Pack Alpha")) == (3, 5)

    @does_not("Pack Alpha")
    def test_pack_alpha_leaving_play_removes_bonus_of_wolves(self) -> None:
        table = Table(a=Start(in_play=["Pack Alpha", Put("Wolf Token", damage=2)], hand=["Kong"]))
        table.a.plays("Kong")
        table.a.targets("Pack Alpha")
        assert table.a.in_play == ["Kong"]


class TestRage:
    @does("Rage")
    def test_rage_gives_4_offense_4_defense_and_breakthrough(self) -> None:
        table = Table(a=Start(in_play=["Muse"], hand=["Rage"]))
        table.a.plays("Rage")
        assert (table.offense("Muse"), table.defense("Muse")) == (6, 6)
        assert "breakthrough" in table.keywords("Muse")

    @does_not("Rage")
    def test_rage_without_gold_cannot_play_paid_mode(self) -> None:
        table = Table(a=Start(hand=["Rage"], gold=0))
        table.a.cannot("3.6.3").plays("Rage", mode=1)


class TestStrafingDragon:
    @does("Strafing Dragon")
    def test_strafing_dragon_with_loyalty_deals_5_damage(self) -> None:
        table = Table(a=Start(hand=["Strafing Dragon", "Kong", "Lash"]))
        table.a.plays("Strafing Dragon")
        table.a.reveals("Kong", "Lash")
        table.a.targets("B")
        assert table.b.health == 25

    @does_not("Strafing Dragon")
    def test_strafing_dragon_with_one_wild_card_in_hand_deals_no_damage(self) -> None:
        table = Table(a=Start(hand=["Strafing Dragon", "Kong", "Muse"]))
        table.a.plays("Strafing Dragon")
        assert (table.asks, table.b.health) == (("A", "act"), 30)


class TestWolfsCall:
    @does("Wolf's Call")
    def test_wolfs_call_makes_four_wolves_with_blitz(self) -> None:
        table = Table(a=Start(hand=["Wolf's Call"]))
        table.a.plays("Wolf's Call")
        table.a.attacks("Wolf Token#1", "Wolf Token#2", "Wolf Token#3", "Wolf Token#4")
        table.all_pass()
        table.all_pass()
        assert table.b.health == 22

    @does_not("Wolf's Call")
    def test_wolfs_call_gives_no_blitz_to_wolf_made_later(self) -> None:
        table = Table(a=Start(hand=["Wolf's Call", "Wolf's Bite"]))
        table.a.plays("Wolf's Call")
        table.a.plays("Wolf's Bite")
        table.a.targets("Wolf Token#1")
        table.a.cannot("5.17.1").attacks("Wolf Token#4")
