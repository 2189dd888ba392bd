"""Good cards of Uprising."""

import pytest

from rules.epic.instructions.player_instructions import UncertainTextError
from tests.rules.epic.scenarios.claims import does, does_not, shows
from tests.rules.epic.scenarios.table import Put, Start, Table


class TestVillageProtector:
    @does("Village Protector")
    def test_village_protector_fights_in_battle_like_any_champion(self) -> None:
        table = Table(a=Start(in_play=["Kong"]), b=Start(in_play=["Village Protector"]))
        table.a.attacks("Kong")
        table.all_pass()
        table.b.blocks("Village Protector")
        table.all_pass()
        assert table.b.in_play == []
        assert table.champion("Kong").damage == 10

    @does_not("Village Protector")
    def test_village_protector_using_unknown_power_raises(self) -> None:
        table = Table(a=Start(in_play=["Village Protector"]), b=Start(in_play=["Kong"]))
        with pytest.raises(UncertainTextError, match="the gallery shows the text of Spore Beast"):
            table.a.uses("Village Protector", 1)
        expended = Table(a=Start(in_play=[Put("Village Protector", stance=1)]), b=Start(in_play=["Kong"]))
        with pytest.raises(UncertainTextError, match="Which powers Village Protector has is not known for certain"):
            expended.a.uses("Village Protector", 1)
        expended.a.passes()
        expended.a.cannot("4.1.2").uses("Village Protector", 1)
        again = Table(a=Start(hand=["Village Protector", "White Knight", "Palace Guard"]))
        again.a.plays("Village Protector")
        with pytest.raises(UncertainTextError, match="is not known for certain"):
            again.a.reveals("White Knight", "Palace Guard")

    @does_not("Village Protector")
    @shows("5.14.1")
    def test_village_protector_playing_with_unknown_ambush_raises(self) -> None:
        table = Table(a=Start(in_play=["Kong"]), b=Start(hand=["Village Protector", "Kong"]))
        table.b.cannot("4.1.2").plays("Village Protector")
        table.a.attacks("Kong")
        table.a.passes()
        table.b.cannot("4.1.4").plays("Kong")
        with pytest.raises(UncertainTextError, match="Whether Village Protector has ambush is not known for certain"):
            table.b.plays("Village Protector")


class TestAngelOfTheGate:
    @does("Angel of the Gate")
    def test_angel_of_the_gate_gains_health_at_start_of_own_turn(self) -> None:
        table = Table(a=Start(in_play=["Angel of the Gate"]), turn="B")
        table.next_turn()
        assert table.a.health == 35

    @does_not("Angel of the Gate")
    def test_angel_of_the_gate_gains_nothing_at_start_of_opponents_turn(self) -> None:
        table = Table(a=Start(in_play=["Angel of the Gate"]))
        table.next_turn()
        assert (table.a.health, table.b.health) == (30, 30)


class TestAvengerOfCovenant:
    @does("Avenger of Covenant")
    def test_avenger_of_covenant_banishes_champions_that_damaged_its_player(self) -> None:
        table = Table(a=Start(in_play=["Kong", "Muse"]), b=Start(hand=["Avenger of Covenant"]))
        table.a.attacks("Kong")
        table.all_pass()
        table.all_pass()
        table.a.passes()
        table.b.plays("Avenger of Covenant")
        assert table.a.in_play == ["Muse"]
        assert table.a.deck[-1] == "Kong"

    @does_not("Avenger of Covenant")
    def test_avenger_of_covenant_does_not_banish_blocked_attacker(self) -> None:
        table = Table(a=Start(in_play=["Kong"]), b=Start(in_play=["Human Token"], hand=["Avenger of Covenant"]))
        table.a.attacks("Kong")
        table.all_pass()
        table.b.blocks("Human Token")
        table.all_pass()
        table.a.passes()
        table.b.plays("Avenger of Covenant")
        assert table.a.in_play == ["Kong"]


class TestBodyguard:
    @does("Bodyguard")
    def test_bodyguard_in_discard_returns_after_good_card(self) -> None:
        table = Table(a=Start(hand=["Divine Judgment"], discard=["Bodyguard"]))
        table.a.plays("Divine Judgment")
        assert "Bodyguard" in table.a.hand

    @does_not("Bodyguard")
    def test_bodyguard_in_discard_ignores_other_alignments(self) -> None:
        table = Table(a=Start(hand=["Hurricane"], discard=["Bodyguard"]))
        table.a.plays("Hurricane", mode=0)
        assert table.a.discard == ["Bodyguard", "Hurricane"]


class TestBrand:
    @does("Brand, Rebel Fighter")
    def test_brand_tribute_gains_offense_and_loyalty_gains_health(self) -> None:
        table = Table(a=Start(hand=["Brand, Rebel Fighter", "White Knight", "Palace Guard"]))
        table.a.plays("Brand, Rebel Fighter")
        table.a.resolves("Brand, Rebel Fighter", 0)
        table.a.reveals("White Knight", "Palace Guard")
        assert table.offense("Brand, Rebel Fighter") == 5
        assert table.a.health == 35

    @does_not("Brand, Rebel Fighter")
    def test_brand_without_loyalty_gains_no_health_and_offense_ends_with_turn(self) -> None:
        table = Table(a=Start(hand=["Brand, Rebel Fighter", "White Knight", "Kong"]))
        table.a.plays("Brand, Rebel Fighter")
        table.a.resolves("Brand, Rebel Fighter", 0)
        assert table.a.health == 30
        table.next_turn()
        assert table.offense("Brand, Rebel Fighter") == 2


class TestChamberlainKark:
    @does("Chamberlain Kark")
    @shows("I-142", "I-143")
    def test_chamberlain_kark_gaining_health_to_twice_starting_health_wins(self) -> None:
        table = Table(a=Start(hand=["Chamberlain Kark", "White Knight", "Palace Guard"], health=56))
        table.a.plays("Chamberlain Kark")
        table.a.resolves("Chamberlain Kark", 0)
        table.a.reveals("White Knight", "Palace Guard")
        assert table.winners == "A"

    @does_not("Chamberlain Kark")
    def test_chamberlain_kark_without_loyalty_does_not_win_at_twice_starting_health(self) -> None:
        table = Table(a=Start(hand=["Chamberlain Kark", "White Knight"], health=58))
        table.a.plays("Chamberlain Kark")
        table.a.resolves("Chamberlain Kark", 1)
        table.a.reveals("White Knight")
        assert table.a.health == 60
        assert table.asks == ("A", "act")


class TestGladius:
    @does("Gladius, the Defender")
    def test_gladius_strengthens_other_good_champions_and_makes_humans(self) -> None:
        table = Table(a=Start(in_play=["Gladius, the Defender", "White Knight", "Kong"]))
        before = table.offense("Kong")
        table.a.uses("Gladius, the Defender", 1)
        assert table.a.in_play.count("Human Token") == 3
        assert table.offense("Human Token") == 4
        assert table.offense("Kong") == before

    @does_not("Gladius, the Defender")
    def test_gladius_does_not_strengthen_itself_or_opponents(self) -> None:
        table = Table(a=Start(in_play=["Gladius, the Defender"]), b=Start(in_play=["Human Token"]))
        assert (table.offense("Gladius, the Defender"), table.offense("B/Human Token")) == (6, 1)


class TestJusticePrevails:
    @does("Justice Prevails")
    def test_justice_prevails_strengthens_0_cost_champions_and_makes_them_righteous(self) -> None:
        table = Table(a=Start(in_play=["Human Token", "Kong"], hand=["Justice Prevails"]))
        table.a.plays("Justice Prevails", mode=1)
        assert (table.offense("Human Token"), table.defense("Human Token")) == (4, 4)
        assert table.keywords("Human Token") == {"righteous"}
        assert len(table.a.hand) == 1

    @does_not("Justice Prevails")
    def test_justice_prevails_does_not_strengthen_1_cost_champions_or_opponents(self) -> None:
        table = Table(a=Start(in_play=["Kong"], hand=["Justice Prevails"]), b=Start(in_play=["Human Token"]))
        table.a.plays("Justice Prevails", mode=1)
        assert "righteous" not in table.keywords("Kong")
        assert table.offense("Human Token") == 1


class TestMartialLaw:
    @does("Martial Law")
    def test_martial_law_banishes_all_and_opponent_whose_turn_it_is_gets_humans(self) -> None:
        table = Table(a=Start(in_play=["Kong"]), b=Start(in_play=["Muse"], hand=["Martial Law"]))
        table.a.passes()
        table.b.plays("Martial Law", mode=1)
        assert table.a.in_play == ["Human Token"] * 4
        assert table.b.in_play == []

    @does_not("Martial Law")
    def test_martial_law_on_own_turn_makes_no_humans(self) -> None:
        table = Table(a=Start(in_play=["Kong"], hand=["Martial Law"]), b=Start(in_play=["Gladius, the Defender"]))
        table.a.plays("Martial Law", mode=1)
        assert table.a.in_play == []
        assert table.b.in_play == ["Gladius, the Defender"]


class TestMasterZo:
    @does("Master Zo")
    def test_master_zo_is_unbreakable_in_battle(self) -> None:
        table = Table(a=Start(in_play=["Master Zo"]), b=Start(in_play=["Kong"]))
        table.a.attacks("Master Zo")
        table.all_pass()
        table.b.blocks("Kong")
        table.all_pass()
        assert "Master Zo" in table.a.in_play

    @does_not("Master Zo")
    def test_master_zo_outside_battle_breaks(self) -> None:
        table = Table(a=Start(hand=["Apocalypse"]), b=Start(in_play=["Master Zo"]))
        table.a.plays("Apocalypse", mode=1)
        assert table.b.in_play == []


class TestRescueGriffin:
    @does("Rescue Griffin")
    def test_rescue_griffin_played_during_battle_can_block_airborne_attacker(self) -> None:
        table = Table(a=Start(in_play=["Muse"]), b=Start(hand=["Rescue Griffin"]))
        table.a.attacks("Muse")
        table.a.passes()
        table.b.plays("Rescue Griffin")
        table.b.passes()
        table.a.passes()
        table.b.blocks("Rescue Griffin")

    @does_not("Rescue Griffin")
    @shows("5.17.1")
    def test_rescue_griffin_without_blitz_cannot_attack_while_deploying(self) -> None:
        table = Table(a=Start(hand=["Rescue Griffin"]))
        table.a.plays("Rescue Griffin")
        table.a.cannot("5.17.1").attacks("Rescue Griffin")


class TestSilverDragon:
    @does("Silver Dragon")
    def test_silver_dragon_banishes_up_to_three_tokens_and_draws(self) -> None:
        table = Table(a=Start(hand=["Silver Dragon"]), b=Start(in_play=["Wolf Token", "Wolf Token", "Zombie Token"]))
        table.a.plays("Silver Dragon")
        table.a.targets("Wolf Token#1", "Zombie Token")
        assert table.b.in_play == ["Wolf Token"]
        assert len(table.a.hand) == 1

    @does_not("Silver Dragon")
    @shows("5.6.2")
    def test_silver_dragon_without_token_still_draws(self) -> None:
        table = Table(a=Start(hand=["Silver Dragon"]), b=Start(in_play=["Kong"]))
        table.a.plays("Silver Dragon")
        assert table.asks == ("A", "act")
        assert table.b.in_play == ["Kong"]
        assert len(table.a.hand) == 1
