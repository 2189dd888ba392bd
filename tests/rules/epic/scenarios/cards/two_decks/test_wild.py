"""Wild cards of both decks."""

from tests.rules.epic.scenarios.claims import does, does_not, shows
from tests.rules.epic.scenarios.table import Put, Start, Table


class TestCaveTroll:
    @does("Cave Troll")
    @shows("5.4", "RB:keywords-and-terms/recall")
    def test_cave_troll_in_discard_returns_to_hand_after_wild_card(self) -> None:
        table = Table(a=Start(hand=["Hurricane"], discard=["Cave Troll"]))
        table.a.plays("Hurricane", mode=0)
        assert "Cave Troll" in table.a.hand
        assert table.a.discard == ["Hurricane"]

    @does_not("Cave Troll")
    @shows("5.4.3", "I-61")
    def test_cave_troll_entering_discard_after_wild_card_was_played_does_not_return(self) -> None:
        """Rule 5.4.3: broken by the Wild card itself, it was in play when the card was played."""
        table = Table(a=Start(in_play=["Cave Troll"], hand=["Hurricane"]))
        table.a.plays("Hurricane", mode=1)
        assert table.a.hand == []
        assert table.a.discard == ["Cave Troll", "Hurricane"]

    def test_cave_troll_in_discard_ignores_cards_of_other_alignments(self) -> None:
        table = Table(a=Start(hand=["Ceasefire"], discard=["Cave Troll"], deck=["Kong", "Muse"]))
        table.a.plays("Ceasefire")
        assert table.a.discard == ["Cave Troll", "Ceasefire"]

    def test_cave_troll_in_discard_ignores_cards_of_opponent(self) -> None:
        table = Table(a=Start(hand=["Hurricane"]), b=Start(discard=["Cave Troll"]))
        table.a.plays("Hurricane", mode=0)
        assert table.b.discard == ["Cave Troll"]


class TestFireShaman:
    @does("Fire Shaman")
    def test_fire_shaman_after_wild_card_deals_3_damage(self) -> None:
        table = Table(a=Start(in_play=["Fire Shaman"], hand=["Kong"]), b=Start(in_play=["Muse"]))
        table.a.plays("Kong")
        table.a.resolves("Fire Shaman", 0)
        assert table.candidates == ["A", "B", "Fire Shaman", "Kong", "Muse"]
        table.a.targets("B")
        assert table.b.health == 27
        table.a.targets("Muse")
        assert table.b.in_play == []

    @does_not("Fire Shaman")
    @shows("5.18.2")
    def test_fire_shaman_after_0_cost_wild_card_with_paid_mode_does_not_trigger(self) -> None:
        """Rule 5.18.2: Flash Fire stays a 0-cost card when its mode for 1 gold is chosen."""
        table = Table(a=Start(in_play=["Fire Shaman"], hand=["Flash Fire"]))
        table.a.plays("Flash Fire", mode=1)
        assert table.a.gold == 0
        assert table.asks == ("A", "act")
        assert table.b.health == 30


class TestFlashFire:
    @does("Flash Fire")
    def test_flash_fire_for_free_damages_all_players_and_champions(self) -> None:
        table = Table(a=Start(in_play=["Fire Shaman"], hand=["Flash Fire"], gold=0), b=Start(in_play=["Kong", "Muse"]))
        table.a.plays("Flash Fire", mode=0)
        assert table.a.health == table.b.health == 28
        assert table.a.in_play == []
        assert table.b.in_play == ["Kong"]
        assert table.champion("Kong").damage == 2

    @shows("3.6.1", "3.6")
    def test_flash_fire_for_1_gold_draws_two_cards(self) -> None:
        table = Table(a=Start(hand=["Flash Fire"], deck=["Kong", "Muse"]))
        table.a.plays("Flash Fire", mode=1)
        assert table.a.hand == ["Kong", "Muse"]
        assert table.a.gold == 0
        assert table.b.health == 30

    @does_not("Flash Fire")
    def test_flash_fire_without_gold_cannot_be_played_to_draw(self) -> None:
        table = Table(a=Start(hand=["Flash Fire"], gold=0))
        table.a.cannot("3.6.3").plays("Flash Fire", mode=1)


class TestHurricane:
    @does("Hurricane")
    @shows("5.12.2")
    def test_hurricane_deals_9_damage_to_all_champions(self) -> None:
        table = Table(
            a=Start(in_play=["Triceratops", "White Knight"], hand=["Hurricane"]),
            b=Start(in_play=["Steel Golem", "Palace Guard"]),
        )
        table.a.plays("Hurricane", mode=1)
        assert table.a.in_play == ["Triceratops"]
        assert table.b.in_play == ["Steel Golem"]
        assert table.champion("Triceratops").damage == 9
        assert table.a.health == table.b.health == 30

    @does_not("Hurricane")
    def test_hurricane_played_to_draw_draws_two_cards(self) -> None:
        table = Table(a=Start(in_play=["Muse"], hand=["Hurricane"], deck=["Kong", "Lash"]))
        table.a.plays("Hurricane", mode=0)
        assert table.a.hand == ["Kong", "Lash"]
        assert table.a.in_play == ["Muse"]


class TestJungleQueen:
    @does("Jungle Queen")
    def test_jungle_queen_strengthens_other_own_wild_champions(self) -> None:
        table = Table(a=Start(in_play=["Jungle Queen", "Wolf Token", "Muse"]), b=Start(in_play=["Triceratops"]))
        assert (table.offense("Wolf Token"), table.defense("Wolf Token")) == (3, 3)
        assert (table.offense("Jungle Queen"), table.defense("Jungle Queen")) == (5, 7)
        assert (table.offense("Muse"), table.defense("Muse")) == (2, 2)
        assert (table.offense("Triceratops"), table.defense("Triceratops")) == (10, 10)

    def test_jungle_queen_leaving_play_breaks_champions_damaged_beyond_their_defense(self) -> None:
        """I-86, I-87: defense lowered to the damage breaks, in a second wave."""
        table = Table(
            a=Start(in_play=[Put("Jungle Queen"), Put("Wolf Token", damage=2)]),
            b=Start(hand=["Final Task", "Pyromancer"], gold=2),
        )
        table.a.passes()
        table.b.plays("Pyromancer")
        table.b.targets("Jungle Queen")
        assert table.a.in_play == ["Jungle Queen", "Wolf Token"]
        table.b.uses("Pyromancer", 1)
        table.b.targets("Jungle Queen")
        assert table.a.in_play == []

    @shows("5.0.8", "RB:powers-and-abilities/abilities/continuous-abilities")
    def test_jungle_queen_lets_own_wild_champions_be_played_at_any_time(self) -> None:
        table = Table(
            a=Start(in_play=["Kong"]),
            b=Start(in_play=["Jungle Queen"], hand=["Triceratops", "Palace Guard"]),
        )
        table.a.attacks("Kong")
        table.a.passes()
        table.b.cannot("4.1.4").plays("Palace Guard")
        table.b.plays("Triceratops")
        assert table.b.in_play == ["Jungle Queen", "Triceratops"]
        assert table.champion("Triceratops").deploying  # 5.14.2

    @does_not("Jungle Queen")
    def test_jungle_queen_does_not_let_opponent_play_wild_champions_at_any_time(self) -> None:
        table = Table(a=Start(in_play=["Jungle Queen"]), b=Start(hand=["Triceratops"]))
        table.a.passes()
        table.b.cannot("4.1.4").plays("Triceratops")


class TestKong:
    @does("Kong")
    def test_kong_deals_13_damage_to_target_champion(self) -> None:
        table = Table(a=Start(hand=["Kong"]), b=Start(in_play=["White Knight", "Steel Golem"]))
        table.a.plays("Kong")
        assert table.candidates == ["Kong", "White Knight"]
        table.a.targets("White Knight")
        assert table.b.in_play == ["Steel Golem"]
        assert table.a.in_play == ["Kong"]

    @does_not("Kong")
    @shows("5.6.3", "5.20.7")
    def test_kong_alone_in_play_must_target_itself(self) -> None:
        """Rule 5.6.3; 13 damage does not break 14 defense."""
        table = Table(a=Start(hand=["Kong"]), b=Start(in_play=["Steel Golem"]))
        table.a.plays("Kong")
        assert table.a.in_play == ["Kong"]
        assert table.champion("Kong").damage == 13


class TestLash:
    @does("Lash")
    def test_lash_damages_champion_and_gives_offense_and_breakthrough(self) -> None:
        table = Table(a=Start(in_play=["Kong"], hand=["Lash"], gold=0), b=Start(in_play=["Wolf Token"]))
        table.a.plays("Lash")
        table.a.targets("Kong")
        assert table.champion("Kong").damage == 1
        assert table.offense("Kong") == 17
        assert "breakthrough" in table.keywords("Kong")
        table.next_turn()
        assert table.offense("Kong") == 13
        assert table.keywords("Kong") == set()

    def test_lash_damage_can_break_its_target(self) -> None:
        table = Table(a=Start(in_play=["Kong"], hand=["Lash"]), b=Start(in_play=["Forcemage Apprentice"]))
        table.a.plays("Lash")
        table.a.targets("Forcemage Apprentice")
        assert table.b.discard == ["Forcemage Apprentice"]

    def test_lash_recalled_for_1_gold_returns_to_hand(self) -> None:
        table = Table(a=Start(discard=["Lash"]))
        table.a.uses("Lash", 1)
        assert table.a.hand == ["Lash"]
        assert (table.a.gold, table.a.discard) == (0, [])

    @does_not("Lash")
    def test_lash_without_gold_cannot_be_recalled(self) -> None:
        table = Table(a=Start(discard=["Lash"], gold=0))
        table.a.cannot("3.6.3").uses("Lash", 1)


class TestLightningStorm:
    @does("Lightning Storm")
    def test_lightning_storm_assigns_6_damage_among_targets(self) -> None:
        table = Table(a=Start(hand=["Lightning Storm"]), b=Start(in_play=["Muse", "Kong", "Steel Golem"]))
        table.a.plays("Lightning Storm")
        assert table.asks == ("A", "assign")
        assert table.candidates == ["A", "B", "Kong", "Muse"]
        storm = "Lightning Storm"
        table.a.assigns({(storm, "B"): 3, (storm, "Muse"): 2, (storm, "Kong"): 1})
        assert table.b.health == 27
        assert table.b.in_play == ["Kong", "Steel Golem"]
        assert table.champion("Kong").damage == 1

    @does_not("Lightning Storm")
    def test_lightning_storm_refuses_other_sum_or_untargetable_champion(self) -> None:
        table = Table(a=Start(hand=["Lightning Storm"]), b=Start(in_play=["Muse", "Steel Golem"]))
        table.a.plays("Lightning Storm")
        storm = "Lightning Storm"
        table.a.cannot("3.2.3").assigns({(storm, "B"): 5})
        table.a.cannot("3.2.3").assigns({(storm, "B"): 5, (storm, "Muse"): 2})
        table.a.cannot("5.20.2").assigns({(storm, "B"): 5, (storm, "Steel Golem"): 1})

    def test_lightning_storm_recalled_for_1_gold_returns_to_hand(self) -> None:
        table = Table(a=Start(discard=["Lightning Storm"]))
        table.a.uses("Lightning Storm", 1)
        assert table.a.hand == ["Lightning Storm"]


class TestLurkingGiant:
    @does("Lurking Giant")
    def test_lurking_giant_played_during_attack_can_block(self) -> None:
        table = Table(a=Start(in_play=["Kong"]), b=Start(hand=["Lurking Giant"]))
        table.a.attacks("Kong")
        table.a.passes()
        table.b.plays("Lurking Giant")
        table.all_pass()
        table.b.blocks("Lurking Giant")  # deploying champions may block (I-96)
        table.all_pass()
        assert table.b.health == 30
        assert table.b.discard == ["Lurking Giant"]
        assert table.champion("Kong").damage == 11

    @does_not("Lurking Giant")
    @shows("5.14.2", "5.17")
    def test_lurking_giant_cannot_attack_while_deploying(self) -> None:
        table = Table(a=Start(hand=["Lurking Giant"]))
        table.a.plays("Lurking Giant")
        table.a.cannot("5.17.1").attacks("Lurking Giant")


class TestPyromancer:
    @does("Pyromancer")
    def test_pyromancer_played_deals_4_damage(self) -> None:
        table = Table(a=Start(hand=["Pyromancer"]), b=Start(in_play=["Palace Guard"]))
        table.a.plays("Pyromancer")
        table.a.targets("Palace Guard")
        assert table.champion("Palace Guard").damage == 4

    @does_not("Pyromancer")
    @shows("3.5")
    def test_pyromancer_power_costs_gold_without_expending(self) -> None:
        table = Table(a=Start(in_play=[Put("Pyromancer", stance=1, deploying=True)]))
        table.a.uses("Pyromancer", 1)
        table.a.targets("B")
        assert table.b.health == 26
        assert table.a.gold == 0
        table.a.cannot("3.6.3").uses("Pyromancer", 1)


class TestRagingTRex:
    @does("Raging T-Rex")
    def test_raging_t_rex_must_attack_before_turn_ends(self) -> None:
        table = Table(a=Start(in_play=["Raging T-Rex"]))
        table.a.cannot("4.3.3").passes()
        table.a.attacks("Raging T-Rex")
        table.all_pass()
        table.all_pass()
        assert table.b.health == 18
        table.a.passes()
        assert table.asks == ("B", "act")

    @does_not("Raging T-Rex")
    def test_raging_t_rex_deploying_or_expended_need_not_attack(self) -> None:
        for put in (Put("Raging T-Rex", deploying=True), Put("Raging T-Rex", stance=1)):
            table = Table(a=Start(in_play=[put]))
            table.a.passes()
            assert table.asks == ("B", "act")

    def test_raging_t_rex_after_ceasefire_need_not_attack(self) -> None:
        table = Table(a=Start(in_play=["Raging T-Rex"], hand=["Ceasefire"]))
        table.a.cannot("4.3.3").passes()
        table.a.plays("Ceasefire")
        table.a.passes()
        assert table.asks == ("B", "act")

    def test_raging_t_rex_with_loyalty_draws_two_cards(self) -> None:
        table = Table(a=Start(hand=["Raging T-Rex", "Kong", "Lash"], deck=["Muse", "Wither"]))
        table.a.plays("Raging T-Rex")
        table.a.reveals("Kong", "Lash")
        assert table.a.hand == ["Kong", "Lash", "Muse", "Wither"]


class TestSeaHydra:
    @does("Sea Hydra")
    def test_sea_hydra_at_end_of_each_turn_gains_counters_for_its_damage(self) -> None:
        table = Table(a=Start(in_play=["Sea Hydra", "Fire Shaman"], hand=["Flash Fire"]), turn="B")
        table.b.passes()
        table.a.plays("Flash Fire", mode=0)
        table.all_pass()
        assert table.state.turn == 0
        assert table.champion("Sea Hydra").plus == 2
        assert (table.offense("Sea Hydra"), table.defense("Sea Hydra")) == (7, 12)
        table.next_turn()
        assert table.champion("Sea Hydra").plus == 2  # nothing suffered on this turn

    def test_sea_hydra_tribute_draws(self) -> None:
        table = Table(a=Start(hand=["Sea Hydra"], deck=["Muse"]))
        table.a.plays("Sea Hydra")
        assert table.a.hand == ["Muse"]

    @does_not("Sea Hydra")
    def test_sea_hydra_can_be_recalled_from_discard_pile_only(self) -> None:
        table = Table(a=Start(in_play=["Sea Hydra"], discard=["Sea Hydra"]))
        table.a.cannot("5.0.2").uses("Sea Hydra", 2)
        table = Table(a=Start(discard=["Sea Hydra"]))
        table.a.uses("Sea Hydra", 2)
        assert table.a.hand == ["Sea Hydra"]


class TestSurpriseAttack:
    @does("Surprise Attack")
    def test_surprise_attack_draws_and_puts_champion_into_play_for_free(self) -> None:
        table = Table(
            a=Start(in_play=["Kong"]),
            b=Start(hand=["Surprise Attack", "Palace Guard"], deck=["Frost Giant"]),
        )
        table.a.attacks("Kong")
        table.a.passes()
        table.b.plays("Surprise Attack")
        table.b.says_yes()
        assert table.candidates == ["Frost Giant", "Palace Guard"]
        table.b.chooses("Palace Guard")
        table.b.says_yes()  # the tribute of the champion that entered
        table.b.targets("Kong")
        assert table.a.in_play == []
        assert table.b.in_play == ["Palace Guard"]
        assert table.b.gold == 0

    def test_surprise_attack_when_declined_puts_no_champion_into_play(self) -> None:
        table = Table(a=Start(hand=["Surprise Attack", "Palace Guard"], deck=["Lash"]))
        table.a.plays("Surprise Attack")
        table.a.says_no()
        assert table.a.hand == ["Lash", "Palace Guard"]

    @does_not("Surprise Attack")
    def test_surprise_attack_without_champion_in_hand_asks_nothing(self) -> None:
        table = Table(a=Start(hand=["Surprise Attack", "Hurricane"], deck=["Lash"]))
        table.a.plays("Surprise Attack")
        assert table.asks == ("A", "act")
        assert table.a.hand == ["Hurricane", "Lash"]


class TestTriceratops:
    @does("Triceratops")
    def test_triceratops_tribute_draws_and_it_has_breakthrough(self) -> None:
        table = Table(a=Start(hand=["Triceratops"], deck=["Muse"]))
        table.a.plays("Triceratops")
        assert table.a.hand == ["Muse"]
        assert table.keywords("Triceratops") == {"breakthrough"}

    @does_not("Triceratops")
    def test_triceratops_after_wild_card_draws_nothing(self) -> None:
        table = Table(a=Start(in_play=["Triceratops"], hand=["Hurricane"], deck=["Muse", "Lash", "Kong"]))
        table.a.plays("Hurricane", mode=0)
        assert table.a.hand == ["Lash", "Muse"]


class TestWurmHatchling:
    @does("Wurm Hatchling")
    def test_wurm_hatchling_after_wild_card_gains_two_permanent_counters(self) -> None:
        table = Table(a=Start(in_play=["Wurm Hatchling"], hand=["Hurricane"]))
        table.a.plays("Hurricane", mode=0)
        assert (table.offense("Wurm Hatchling"), table.defense("Wurm Hatchling")) == (6, 6)
        table.next_turn()
        assert (table.offense("Wurm Hatchling"), table.defense("Wurm Hatchling")) == (6, 6)

    @does_not("Wurm Hatchling")
    def test_wurm_hatchling_after_free_wild_card_gains_no_counters(self) -> None:
        table = Table(a=Start(in_play=["Wurm Hatchling"], hand=["Lash"]))
        table.a.plays("Lash")
        assert table.champion("Wurm Hatchling").plus == 0
