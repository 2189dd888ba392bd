"""Promotional cards."""

from tests.rules.epic.scenarios.claims import does, does_not, shows
from tests.rules.epic.scenarios.table import Put, Start, Table


class TestAftershock:
    @does("Aftershock")
    @shows("I-132")
    def test_aftershock_in_discard_returns_after_wild_card_and_damages_opponent(self) -> None:
        table = Table(a=Start(hand=["Kong"], discard=["Aftershock"]))
        table.a.plays("Kong")
        table.a.resolves("Aftershock", 1)
        assert "Aftershock" in table.a.hand
        table.all_pass()
        assert table.b.health == 28

    @does_not("Aftershock")
    @shows("I-110")
    def test_aftershock_does_not_recall_itself_when_played(self) -> None:
        table = Table(a=Start(hand=["Aftershock"]))
        table.a.plays("Aftershock")
        table.a.targets("B")
        assert table.a.discard == ["Aftershock"]
        assert table.b.health == 25


class TestCleansingLight:
    @does("Cleansing Light")
    def test_cleansing_light_draws_two_cards_and_banishes_all_tokens(self) -> None:
        table = Table(
            a=Start(in_play=["Human Token"], hand=["Cleansing Light"]),
            b=Start(in_play=["Wolf Token", "Kong"]),
        )
        table.a.plays("Cleansing Light")
        table.a.says_yes()
        assert table.a.in_play == []
        assert table.b.in_play == ["Kong"]
        assert len(table.a.hand) == 2

    @does_not("Cleansing Light")
    def test_cleansing_light_when_declined_banishes_no_tokens(self) -> None:
        table = Table(a=Start(in_play=["Human Token"], hand=["Cleansing Light"]))
        table.a.plays("Cleansing Light")
        table.a.says_no()
        assert table.a.in_play == ["Human Token"]


class TestDarkPrince:
    @does("Dark Prince")
    def test_dark_prince_used_makes_demon(self) -> None:
        table = Table(a=Start(in_play=["Dark Prince"]))
        table.a.uses("Dark Prince", 0)
        assert table.a.in_play == ["Dark Prince", "Demon Token"]

    @does_not("Dark Prince")
    @shows("3.5.3")
    def test_dark_prince_cannot_be_used_twice_in_a_turn(self) -> None:
        table = Table(a=Start(in_play=["Dark Prince"]))
        table.a.uses("Dark Prince", 0)
        table.a.cannot("3.5.3").uses("Dark Prince", 0)


class TestHillGiant:
    @does("Hill Giant")
    def test_hill_giant_costs_nothing_and_is_8_8(self) -> None:
        table = Table(a=Start(hand=["Hill Giant"], gold=0))
        table.a.plays("Hill Giant")
        assert (table.offense("Hill Giant"), table.defense("Hill Giant")) == (8, 8)

    @does_not("Hill Giant")
    @shows("5.18.2")
    def test_hill_giant_triggers_no_ally(self) -> None:
        table = Table(a=Start(hand=["Hill Giant"], discard=["Cave Troll"]))
        table.a.plays("Hill Giant")
        assert table.a.discard == ["Cave Troll"]


class TestInspiration:
    @does("Inspiration")
    def test_inspiration_recycling_two_sage_cards_draws_two(self) -> None:
        table = Table(a=Start(hand=["Inspiration"], discard=["Muse", "Keeper of Secrets", "Kong"]))
        table.a.plays("Inspiration")
        table.a.chooses("Muse", "Keeper of Secrets")
        assert len(table.a.hand) == 2
        assert table.a.discard == ["Inspiration", "Kong"]

    @does_not("Inspiration")
    @shows("I-145")
    def test_inspiration_recycling_other_alignment_or_single_card_draws_one(self) -> None:
        table = Table(a=Start(hand=["Inspiration"], discard=["Muse", "Kong"]), b=Start(discard=["Muse"]))
        table.a.plays("Inspiration")
        assert len(table.a.hand) == 1
        single = Table(a=Start(hand=["Inspiration"], discard=["Muse"]))
        single.a.plays("Inspiration")
        assert len(single.a.hand) == 1


class TestKalnorsBlessing:
    @does("Kalnor's Blessing")
    def test_kalnors_blessing_makes_champion_unbreakable_and_recycles(self) -> None:
        table = Table(a=Start(in_play=["Muse"], hand=["Kalnor's Blessing", "Apocalypse"], discard=["Kong", "Lash"]))
        table.a.plays("Kalnor's Blessing")
        table.a.chooses()
        table.a.plays("Apocalypse", mode=1)
        assert table.a.in_play == ["Muse"]

    @does_not("Kalnor's Blessing")
    @shows("5.12.1")
    def test_kalnors_blessing_makes_champion_untargetable_for_its_own_player(self) -> None:
        table = Table(a=Start(in_play=["Muse", "Kong"], hand=["Kalnor's Blessing", "Wither"]))
        table.a.plays("Kalnor's Blessing")
        table.a.targets("Muse")
        table.a.plays("Wither")
        assert table.champion("Muse").damage == 0
        assert table.champion("Kong").damage == 3


class TestOwlFamiliar:
    @does("Owl Familiar")
    def test_owl_familiar_returns_1_cost_event_from_discard_to_hand(self) -> None:
        table = Table(a=Start(hand=["Owl Familiar"], discard=["Apocalypse", "Wither", "Kong"]))
        table.a.plays("Owl Familiar")
        table.a.says_yes()
        assert table.a.hand == ["Apocalypse"]

    @does_not("Owl Familiar")
    @shows("5.6.2")
    def test_owl_familiar_without_own_1_cost_event_in_discard_offers_no_choice(self) -> None:
        table = Table(a=Start(hand=["Owl Familiar"], discard=["Wither", "Kong"]), b=Start(discard=["Apocalypse"]))
        table.a.plays("Owl Familiar")
        assert table.asks == ("A", "act")


class TestRitualSacrifice:
    @does("Ritual Sacrifice")
    @shows("I-121")
    def test_ritual_sacrifice_turn_player_gains_defense_of_broken_champion(self) -> None:
        table = Table(a=Start(in_play=[Put("Wolf Token", plus=3)]), b=Start(hand=["Ritual Sacrifice"]))
        table.a.passes()
        table.b.plays("Ritual Sacrifice", mode=1)
        assert (table.a.health, table.b.health) == (35, 30)

    @does_not("Ritual Sacrifice")
    def test_ritual_sacrifice_without_target_gains_nothing(self) -> None:
        table = Table(a=Start(hand=["Ritual Sacrifice"]), b=Start(in_play=["Sea Titan"]))
        table.a.plays("Ritual Sacrifice", mode=1)
        assert table.a.health == 30
        assert table.b.in_play == ["Sea Titan"]


class TestSearingBlast:
    @does("Searing Blast")
    def test_searing_blast_damaging_player_prevents_health_gain_this_turn(self) -> None:
        table = Table(a=Start(hand=["Searing Blast"]), b=Start(hand=["Consume"]))
        table.a.plays("Searing Blast")
        table.a.targets("B")
        table.a.passes()
        table.b.plays("Consume")
        assert table.b.health == 23

    @does_not("Searing Blast")
    def test_searing_blast_damaging_champion_does_not_prevent_health_gain(self) -> None:
        table = Table(a=Start(hand=["Searing Blast"]), b=Start(in_play=["Kong"], hand=["Consume"]))
        table.a.plays("Searing Blast")
        table.a.targets("Kong")
        table.a.passes()
        table.b.plays("Consume")
        assert table.b.health == 33


class TestSpite:
    @does("Spite")
    @shows("I-144", "I-21")
    def test_spite_deals_twice_the_health_paid(self) -> None:
        table = Table(a=Start(hand=["Spite"]), b=Start(in_play=["Kong"]))
        table.a.plays("Spite")
        assert table.asks == ("A", "number")
        table.a.cannot("I-144").numbers(31)
        table.a.numbers(4)
        assert table.a.health == 26
        assert table.champion("Kong").damage == 8

    @does_not("Spite")
    def test_spite_paying_all_health_loses_before_damage_and_0_deals_none(self) -> None:
        table = Table(a=Start(hand=["Spite"], health=3), b=Start(in_play=["Kong"]))
        table.a.plays("Spite")
        table.a.numbers(3)
        assert table.winners == "B"
        nothing = Table(a=Start(hand=["Spite"]), b=Start(in_play=["Kong"]))
        nothing.a.plays("Spite")
        nothing.a.numbers(0)
        assert nothing.champion("Kong").damage == 0
        assert nothing.a.health == 30


class TestTimeMaster:
    @does("Time Master")
    def test_time_master_used_gives_second_gold(self) -> None:
        table = Table(a=Start(in_play=["Time Master"], hand=["Lurking Giant", "Kong"]))
        table.a.uses("Time Master", 1)
        assert table.a.gold == 2

    @does_not("Time Master")
    @shows("3.5.3")
    def test_time_master_can_use_one_power_per_turn_and_none_while_deploying(self) -> None:
        table = Table(a=Start(in_play=["Time Master", Put("Time Master", deploying=True)]))
        table.a.uses("Time Master#1", 0)
        table.a.cannot("3.5.3").uses("Time Master#1", 1)
        table.a.cannot("5.17.1").uses("Time Master#2", 1)


class TestWarriorAngel:
    @does("Warrior Angel")
    def test_warrior_angel_attacking_banishes_evil_token(self) -> None:
        table = Table(a=Start(in_play=["Warrior Angel"]), b=Start(in_play=["Zombie Token"]))
        table.a.attacks("Warrior Angel")
        table.a.says_yes()
        assert table.b.in_play == []

    @does_not("Warrior Angel")
    def test_warrior_angel_does_not_banish_other_token_or_evil_card(self) -> None:
        table = Table(a=Start(in_play=["Warrior Angel"]), b=Start(in_play=["Wolf Token", "Little Devil"]))
        table.a.attacks("Warrior Angel")
        assert table.asks == ("A", "act")
