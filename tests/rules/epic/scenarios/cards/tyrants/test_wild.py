"""Wild cards of Tyrants."""

from tests.rules.epic.scenarios.claims import does, does_not
from tests.rules.epic.scenarios.table import Put, Start, Table


class TestAnkylosaurus:
    @does("Ankylosaurus")
    def test_ankylosaurus_played_pays_1_gold_to_draw(self) -> None:
        table = Table(a=Start(hand=["Ankylosaurus"], deck=["Kong"]))
        table.a.plays("Ankylosaurus")
        table.a.says_yes()
        assert (table.a.hand, table.a.gold) == (["Kong"], 0)

    @does_not("Ankylosaurus")
    def test_ankylosaurus_without_gold_offers_no_draw(self) -> None:
        table = Table(a=Start(hand=["Ankylosaurus"], gold=0))
        table.a.plays("Ankylosaurus")
        assert (table.asks, table.a.hand) == (("A", "act"), [])


class TestBattleCry:
    @does("Battle Cry")
    def test_battle_cry_on_turn_of_opponent_strengthens_and_draws_two(self) -> None:
        table = Table(a=Start(), b=Start(in_play=["Muse"], hand=["Battle Cry"], deck=["Kong", "Lash"]))
        table.a.passes()
        table.b.plays("Battle Cry")
        assert (table.offense("Muse"), table.b.hand) == (5, ["Kong", "Lash"])
        assert "breakthrough" in table.keywords("Muse")

    @does_not("Battle Cry")
    def test_battle_cry_on_own_turn_strengthens_without_drawing(self) -> None:
        table = Table(a=Start(in_play=["Muse"], hand=["Battle Cry"]), b=Start(in_play=["Kong"]))
        table.a.plays("Battle Cry")
        assert (table.offense("Muse"), table.offense("Kong"), table.a.hand) == (5, 13, [])


class TestDrakasEnforcer:
    @does("Draka's Enforcer")
    def test_drakas_enforcer_with_loyalty_draws(self) -> None:
        table = Table(a=Start(hand=["Draka's Enforcer", "Kong", "Lash"], deck=["Muse"]))
        table.a.plays("Draka's Enforcer")
        table.a.reveals("Kong", "Lash")
        assert table.a.hand == ["Kong", "Lash", "Muse"]

    @does_not("Draka's Enforcer")
    def test_drakas_enforcer_without_loyalty_draws_nothing(self) -> None:
        table = Table(a=Start(hand=["Draka's Enforcer", "Kong", "Lash"], deck=["Muse"]))
        table.a.plays("Draka's Enforcer")
        table.a.cannot("5.3.4").reveals("Kong")
        table.a.reveals()
        assert table.a.hand == ["Kong", "Lash"]


class TestDrakasFire:
    @does("Draka's Fire")
    def test_drakas_fire_deals_5_damage_to_all_players_and_champions(self) -> None:
        table = Table(a=Start(in_play=["Muse"], hand=["Draka's Fire"]), b=Start(in_play=["Kong"]))
        table.a.plays("Draka's Fire")
        assert (table.a.health, table.b.health, table.a.in_play, table.champion("Kong").damage) == (25, 25, [], 5)

    @does("Draka's Fire")
    def test_drakas_fire_on_own_turn_deals_5_damage_to_opposing_champions_and_draws(self) -> None:
        table = Table(a=Start(in_play=["Muse"], hand=["Draka's Fire"], deck=["Lash"]), b=Start(in_play=["Muse"]))
        table.a.plays("Draka's Fire", mode=1)
        assert (table.a.in_play, table.b.in_play, table.b.health, table.a.hand) == (["Muse"], [], 30, ["Lash"])

    @does_not("Draka's Fire")
    def test_drakas_fire_on_turn_of_opponent_has_only_first_effect(self) -> None:
        table = Table(a=Start(), b=Start(hand=["Draka's Fire"]))
        table.a.passes()
        table.b.cannot("3.2.1").plays("Draka's Fire", mode=1)


class TestFireSpirit:
    @does("Fire Spirit")
    def test_fire_spirit_in_play_damages_champion_after_wild_card(self) -> None:
        table = Table(a=Start(in_play=["Fire Spirit"], hand=["Lurking Giant"]), b=Start(in_play=["Muse"]))
        table.a.plays("Lurking Giant")
        table.a.targets("Muse")
        assert table.b.in_play == []

    @does_not("Fire Spirit")
    def test_fire_spirit_cannot_target_player(self) -> None:
        table = Table(a=Start(in_play=["Fire Spirit"], hand=["Lightning Storm"]), b=Start(in_play=["Kong"]))
        table.a.plays("Lightning Storm")
        table.a.assigns({("Lightning Storm", "B"): 6})
        table.a.cannot("5.20.2").targets("B")


class TestGreatHornedLizard:
    @does("Great Horned Lizard")
    def test_great_horned_lizard_strengthens_own_dinosaurs_and_itself(self) -> None:
        table = Table(a=Start(in_play=["Triceratops"], hand=["Great Horned Lizard"]))
        table.a.plays("Great Horned Lizard")
        assert (table.offense("Triceratops"), table.offense("Great Horned Lizard")) == (13, 10)

    @does_not("Great Horned Lizard")
    def test_great_horned_lizard_does_not_strengthen_other_classes_or_opponents(self) -> None:
        table = Table(a=Start(in_play=["Kong"], hand=["Great Horned Lizard"]), b=Start(in_play=["Triceratops"]))
        table.a.plays("Great Horned Lizard")
        assert (table.offense("Kong"), table.offense("Triceratops")) == (13, 10)


class TestLightningStrike:
    @does("Lightning Strike")
    def test_lightning_strike_deals_5_damage_to_champion_for_free(self) -> None:
        table = Table(a=Start(hand=["Lightning Strike"], gold=0), b=Start(in_play=["Muse"]))
        table.a.plays("Lightning Strike")
        assert table.b.in_play == []

    @does_not("Lightning Strike")
    def test_lightning_strike_cannot_target_player(self) -> None:
        table = Table(a=Start(hand=["Lightning Strike"]), b=Start(in_play=["Muse", "Kong"]))
        table.a.plays("Lightning Strike")
        table.a.cannot("5.20.2").targets("B")


class TestSmashAndBurn:
    @does("Smash and Burn")
    def test_smash_and_burn_strengthens_champion_and_draws_two(self) -> None:
        table = Table(a=Start(in_play=["Muse"], hand=["Smash and Burn"], deck=["Kong", "Lash"]))
        table.a.plays("Smash and Burn")
        assert (table.defense("Muse"), table.a.hand) == (7, ["Kong", "Lash"])

    @does("Smash and Burn")
    def test_smash_and_burn_in_discard_banishes_itself_for_6_damage_after_wild_card(self) -> None:
        mine = Start(hand=["Lurking Giant"], discard=["Smash and Burn"], deck=["Lash"], filler=0)
        table = Table(a=mine, b=Start(in_play=["Muse"]))
        table.a.plays("Lurking Giant")
        table.a.says_yes()
        table.a.targets("Muse")
        assert (table.b.in_play, table.a.discard, table.a.deck) == ([], [], ["Lash", "Smash and Burn"])

    @does_not("Smash and Burn")
    def test_smash_and_burn_is_not_triggered_by_its_own_play(self) -> None:
        table = Table(a=Start(in_play=["Muse"], hand=["Smash and Burn"]))
        table.a.plays("Smash and Burn")
        assert table.asks == ("A", "act")


class TestWolfsBite:
    @does("Wolf's Bite")
    def test_wolfs_bite_makes_wolf_deals_2_damage_and_recycles(self) -> None:
        mine = Start(hand=["Wolf's Bite"], discard=["Lash", "Kong"], deck=["Muse"])
        table = Table(a=mine, b=Start(in_play=["Muse"]))
        table.a.plays("Wolf's Bite")
        table.a.targets("Muse")
        table.a.chooses("Lash", "Kong")
        assert (table.a.in_play, table.b.in_play, table.a.hand) == (["Wolf Token"], [], ["Muse"])

    @does_not("Wolf's Bite")
    def test_wolfs_bite_without_other_target_damages_its_own_wolf(self) -> None:
        table = Table(a=Start(hand=["Wolf's Bite"]), b=Start(in_play=["Steel Golem"]))
        table.a.plays("Wolf's Bite")
        assert table.a.in_play == []


class TestDraka:
    @does("Draka, Dragon Tyrant")
    def test_draka_attacking_damages_attacked_player_and_their_champions(self) -> None:
        table = Table(a=Start(in_play=["Draka, Dragon Tyrant", "Muse"]), b=Start(in_play=["Steel Golem", "Muse"]))
        table.a.attacks("Draka, Dragon Tyrant")
        assert (table.a.in_play, table.b.in_play) == (["Draka, Dragon Tyrant", "Muse"], ["Steel Golem"])
        assert (table.champion("Steel Golem").damage, table.b.health) == (3, 30)

    @does_not("Draka, Dragon Tyrant")
    def test_draka_blocking_deals_no_extra_damage(self) -> None:
        table = Table(a=Start(in_play=["Kong", "Muse"]), b=Start(in_play=["Draka, Dragon Tyrant"]))
        table.a.attacks("Kong")
        table.all_pass()
        table.b.blocks("Draka, Dragon Tyrant")
        assert table.a.in_play == ["Kong", "Muse"]


class TestFeedingFrenzy:
    @does("Feeding Frenzy")
    def test_feeding_frenzy_breaks_damaged_champion(self) -> None:
        table = Table(a=Start(hand=["Feeding Frenzy"]), b=Start(in_play=[Put("Kong", damage=1), "Muse"]))
        table.a.plays("Feeding Frenzy")
        assert table.b.in_play == ["Muse"]

    @does_not("Feeding Frenzy")
    def test_feeding_frenzy_cannot_target_undamaged_champion(self) -> None:
        table = Table(
            a=Start(in_play=[Put("Kong", damage=1), Put("Muse", damage=1)], hand=["Feeding Frenzy"]),
            b=Start(in_play=["Muse"]),
        )
        table.a.plays("Feeding Frenzy")
        table.a.cannot("5.20.2").targets("B/Muse")
        table.a.targets("Kong")
        assert table.a.in_play == ["Muse"]


class TestBrachiosaurus:
    @does("Brachiosaurus")
    def test_brachiosaurus_gold_pays_for_another_wild_card(self) -> None:
        table = Table(a=Start(hand=["Brachiosaurus", "Lurking Giant"]))
        table.a.plays("Brachiosaurus")
        table.a.plays("Lurking Giant")
        assert table.a.in_play == ["Brachiosaurus", "Lurking Giant"]

    @does_not("Brachiosaurus")
    def test_brachiosaurus_gold_pays_for_no_other_alignment_and_is_lost_at_turn_end(self) -> None:
        table = Table(a=Start(hand=["Brachiosaurus", "Time Walker", "Lurking Giant", "Lightning Storm"]))
        table.a.plays("Brachiosaurus")
        table.a.cannot("3.6.3").plays("Time Walker")
        table.next_turn()
        table.b.passes()
        table.a.plays("Lightning Storm")
        table.a.assigns({("Lightning Storm", "B"): 6})
        assert table.a.gold == 0
