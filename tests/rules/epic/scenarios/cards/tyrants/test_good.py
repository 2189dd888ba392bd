"""Good cards of Tyrants."""

import pytest

from rules.epic.instructions.player_instructions import TooManyChampionsError
from tests.rules.epic.scenarios.claims import does, does_not, shows
from tests.rules.epic.scenarios.table import Put, Start, Table


class TestBlindFaith:
    @does("Blind Faith")
    @shows("I-123")
    def test_blind_faith_removes_keywords_and_powers_of_opposing_champions(self) -> None:
        table = Table(
            a=Start(in_play=["Juggernaut"], hand=["Divine Judgment"]),
            b=Start(in_play=["Muse", "High King"], hand=["Blind Faith"]),
        )
        table.a.passes()
        table.b.plays("Blind Faith")
        assert table.keywords("Juggernaut") == set()
        assert table.keywords("Muse") == {"airborne", "ambush"}
        table.b.uses("High King", 1)
        table.b.targets("Juggernaut")
        assert table.a.in_play == []

    @does("Blind Faith")
    def test_blind_faith_removed_powers_and_abilities_have_no_effect(self) -> None:
        table = Table(
            a=Start(hand=["Blind Faith"]),
            b=Start(in_play=["High King", "Standard Bearer", "Palace Guard"]),
        )
        assert table.offense("Palace Guard") == 8
        table.a.plays("Blind Faith")
        assert table.offense("Palace Guard") == 6
        table.a.passes()
        table.b.cannot("3.5.2").uses("High King", 1)

    @does("Blind Faith")
    def test_blind_faith_removed_abilities_do_not_trigger(self) -> None:
        table = Table(a=Start(hand=["Blind Faith", "Apocalypse"]), b=Start(in_play=["Trihorror", "Drinker of Blood"]))
        table.a.plays("Blind Faith")
        table.a.plays("Apocalypse", mode=1)
        assert table.b.in_play == []
        assert table.b.health == 30

    @does("Blind Faith")
    def test_blind_faith_does_not_remove_keywords_gained_later(self) -> None:
        table = Table(a=Start(hand=["Blind Faith"]), b=Start(in_play=["Muse"], hand=["Brave Squire"]))
        table.a.plays("Blind Faith")
        table.a.passes()
        table.b.plays("Brave Squire")
        table.b.targets("Muse")
        assert table.keywords("Muse") == {"unbreakable"}

    @does_not("Blind Faith")
    def test_blind_faith_affects_only_opposing_keywords_until_end_of_turn(self) -> None:
        table = Table(a=Start(hand=["Blind Faith"], in_play=["Muse"]), b=Start(in_play=[Put("Thundarus", plus=2)]))
        table.a.plays("Blind Faith")
        assert table.keywords("Muse") == {"airborne", "ambush"}
        assert (table.offense("Thundarus"), table.keywords("Thundarus")) == (12, set())
        table.next_turn()
        assert table.keywords("Thundarus") == {"airborne", "unbanishable"}


class TestForcedExile:
    @does("Forced Exile")
    def test_forced_exile_banishes_target_and_makes_two_humans(self) -> None:
        table = Table(a=Start(hand=["Forced Exile"]), b=Start(in_play=["Kong", "Muse"]))
        table.a.plays("Forced Exile", mode=1)
        table.a.targets("Kong")
        assert table.b.in_play == ["Muse"]
        assert table.a.in_play == ["Human Token", "Human Token"]

    @does_not("Forced Exile")
    def test_forced_exile_on_turn_of_opponent_makes_humans_for_them(self) -> None:
        table = Table(a=Start(in_play=["Kong"]), b=Start(hand=["Forced Exile"]))
        table.a.passes()
        table.b.plays("Forced Exile", mode=1)
        assert table.a.in_play == ["Human Token", "Human Token"]
        assert table.b.in_play == []


class TestInsurgency:
    @does("Insurgency")
    def test_insurgency_makes_four_humans_that_can_attack_at_once(self) -> None:
        table = Table(a=Start(hand=["Insurgency"], in_play=["Human Token"]))
        table.a.plays("Insurgency")
        table.a.attacks(*(f"Human Token#{number}" for number in range(1, 6)))
        table.all_pass()
        table.all_pass()
        assert table.b.health == 20

    @does_not("Insurgency")
    def test_insurgency_gives_nothing_to_other_humans_or_later_tokens(self) -> None:
        table = Table(a=Start(hand=["Insurgency", "Rally the People"], in_play=["White Knight"], gold=1))
        table.a.plays("Insurgency")
        assert table.keywords("White Knight") == set()
        table.a.plays("Rally the People")
        assert table.keywords("Human Token#5") == set()
        assert table.keywords("Human Token#1") == {"blitz", "unbreakable"}


class TestNobleMartyr:
    @does("Noble Martyr")
    def test_noble_martyr_in_discard_banishes_itself_for_five_humans_after_good_card(self) -> None:
        table = Table(a=Start(hand=["Inner Peace"], discard=["Noble Martyr"]))
        table.a.plays("Inner Peace")
        table.a.says_yes()
        assert table.a.in_play == ["Human Token"] * 5
        assert table.a.discard == ["Inner Peace"]
        assert table.a.deck[-1] == "Noble Martyr"

    @does_not("Noble Martyr")
    def test_noble_martyr_in_play_or_declined_makes_no_humans(self) -> None:
        table = Table(a=Start(hand=["Inner Peace", "Inner Peace"], in_play=["Noble Martyr"], gold=2))
        table.a.plays("Inner Peace")
        assert table.asks == ("A", "act")
        piled = Table(a=Start(hand=["Inner Peace"], discard=["Noble Martyr"]))
        piled.a.plays("Inner Peace")
        piled.a.says_no()
        assert piled.a.discard == ["Inner Peace", "Noble Martyr"]


class TestParos:
    @does("Paros, Rebel Leader")
    def test_paros_makes_humans_and_strengthens_them(self) -> None:
        table = Table(a=Start(hand=["Paros, Rebel Leader", "Inner Peace"]))
        table.a.plays("Paros, Rebel Leader")
        assert table.offense("Human Token") == 2
        table.a.plays("Inner Peace")
        assert table.a.in_play == ["Human Token", "Human Token", "Paros, Rebel Leader"]

    @does_not("Paros, Rebel Leader")
    def test_paros_does_not_strengthen_itself_or_humans_of_opponent(self) -> None:
        table = Table(a=Start(in_play=["Paros, Rebel Leader"]), b=Start(in_play=["Human Token"]))
        assert (table.offense("Paros, Rebel Leader"), table.offense("Human Token")) == (3, 1)


class TestQuell:
    @does("Quell")
    def test_quell_banishes_all_0_cost_champions_and_tokens(self) -> None:
        table = Table(
            a=Start(hand=["Quell"], in_play=["Human Token", "Muse"], deck=["Lash"]),
            b=Start(in_play=["Kong", "Demon Token"]),
        )
        table.a.plays("Quell", mode=0)
        assert table.a.in_play == []
        assert table.b.in_play == ["Kong"]
        assert table.a.hand == ["Lash"]

    @does("Quell")
    def test_quell_banishes_all_1_cost_champions(self) -> None:
        table = Table(a=Start(hand=["Quell"], in_play=["Muse"]), b=Start(in_play=["Kong", "Demon Token"]))
        table.a.plays("Quell", mode=1)
        assert table.a.in_play == ["Muse"]
        assert table.b.in_play == ["Demon Token"]

    @does_not("Quell")
    def test_quell_on_turn_of_opponent_or_unbanishable_banishes_no_1_cost_champion(self) -> None:
        table = Table(a=Start(in_play=["Kong"]), b=Start(hand=["Quell"]))
        table.a.passes()
        table.b.cannot("3.2.1").plays("Quell", mode=1)
        own = Table(a=Start(hand=["Quell"], in_play=["High King"]))
        own.a.plays("Quell", mode=1)
        assert own.a.in_play == ["High King"]


class TestRabbleRouser:
    @does("Rabble Rouser")
    def test_rabble_rouser_used_doubles_own_human_tokens(self) -> None:
        table = Table(a=Start(in_play=["Rabble Rouser", "Human Token", "Human Token"]))
        table.a.uses("Rabble Rouser", 0)
        assert table.a.in_play == [*["Human Token"] * 6, "Rabble Rouser"]

    @does_not("Rabble Rouser")
    def test_rabble_rouser_used_ignores_humans_of_opponent_and_human_cards(self) -> None:
        table = Table(a=Start(in_play=["Rabble Rouser", "White Knight"]), b=Start(in_play=["Human Token"]))
        table.a.uses("Rabble Rouser", 0)
        assert table.a.in_play == ["Human Token", "Human Token", "Rabble Rouser", "White Knight"]

    @does_not("Rabble Rouser")
    def test_rabble_rouser_exceeding_champion_limit_raises(self) -> None:
        table = Table(a=Start(in_play=["Rabble Rouser", *["Human Token"] * 500]))
        with pytest.raises(TooManyChampionsError, match="more than 1000 champions in play"):
            table.a.uses("Rabble Rouser", 0)


class TestRevolt:
    @does("Revolt")
    def test_revolt_makes_human_with_blitz_and_strengthens_good_champions(self) -> None:
        table = Table(a=Start(hand=["Revolt"], in_play=["White Knight"], gold=0))
        table.a.plays("Revolt", mode=0)
        assert table.offense("White Knight") == 11
        table.a.attacks("Human Token")
        table.all_pass()
        table.all_pass()
        assert table.b.health == 27

    @does_not("Revolt")
    def test_revolt_played_to_draw_costs_gold_and_triggers_no_ally(self) -> None:
        """Rule 5.18.2."""
        table = Table(a=Start(hand=["Revolt"], in_play=["Noble Unicorn", "Kong"], deck=["Lash", "Wither", "Kong"]))
        table.a.plays("Revolt", mode=1)
        assert table.a.hand == ["Lash", "Wither"]
        assert table.a.gold == 0
        poor = Table(a=Start(hand=["Revolt"], gold=0))
        poor.a.cannot("3.6.3").plays("Revolt", mode=1)

    @does_not("Revolt")
    def test_revolt_gives_blitz_to_new_human_only(self) -> None:
        table = Table(a=Start(hand=["Revolt"], in_play=["Kong", Put("White Knight", deploying=True)]))
        table.a.plays("Revolt", mode=0)
        table.a.cannot("5.17.1").attacks("White Knight")
        assert table.offense("Kong") == 13


class TestRoyalEscort:
    @does("Royal Escort")
    def test_royal_escort_makes_other_own_champions_untargetable(self) -> None:
        table = Table(a=Start(in_play=["Kong", "Royal Escort"]), b=Start(hand=["Banishment"]))
        table.a.passes()
        table.b.plays("Banishment")
        assert table.a.in_play == ["Kong"]

    @does("Royal Escort")
    def test_royal_escort_gains_3_health_when_played_and_after_good_card(self) -> None:
        table = Table(a=Start(hand=["Royal Escort", "Urgent Messengers"], gold=2))
        table.a.plays("Royal Escort")
        table.a.plays("Urgent Messengers")
        assert table.a.health == 36

    @does_not("Royal Escort")
    def test_royal_escort_does_not_protect_itself_or_champions_of_opponent(self) -> None:
        table = Table(
            a=Start(hand=["Banishment"], in_play=["Royal Escort", "Royal Escort"]),
            b=Start(in_play=["Kong"]),
        )
        table.a.plays("Banishment")
        assert table.candidates == ["Kong", "Royal Escort", "Royal Escort"]


class TestSecondWind:
    @does("Second Wind")
    def test_second_wind_gains_5_health_and_recycles(self) -> None:
        table = Table(a=Start(hand=["Second Wind"], discard=["Kong", "Muse"], deck=["Lash"], gold=0))
        table.a.plays("Second Wind")
        table.a.chooses("Kong", "Muse")
        assert table.a.health == 35
        assert table.a.hand == ["Lash"]

    @does_not("Second Wind")
    def test_second_wind_recycle_can_be_declined_and_excludes_itself(self) -> None:
        table = Table(a=Start(hand=["Second Wind"], discard=["Kong", "Muse"]))
        table.a.plays("Second Wind")
        assert table.candidates == ["Kong", "Muse"]
        table.a.chooses()
        assert table.a.discard == ["Kong", "Muse", "Second Wind"]


class TestUrgentMessengers:
    @does("Urgent Messengers")
    def test_urgent_messengers_draws_two_cards_and_makes_two_humans(self) -> None:
        table = Table(a=Start(hand=["Urgent Messengers"], deck=["Lash", "Kong"]))
        table.a.plays("Urgent Messengers")
        assert table.a.hand == ["Kong", "Lash"]
        assert table.a.in_play == ["Human Token", "Human Token"]

    @does_not("Urgent Messengers")
    def test_urgent_messengers_humans_are_deploying(self) -> None:
        table = Table(a=Start(hand=["Urgent Messengers"]))
        table.a.plays("Urgent Messengers")
        table.a.cannot("5.17.1").attacks("Human Token#1")


class TestMarkus:
    @does("Markus, Watch Captain")
    @shows("I-126")
    def test_markus_discarded_by_opponent_enters_play(self) -> None:
        table = Table(a=Start(hand=["Thought Plucker"]), b=Start(hand=["Markus, Watch Captain"]))
        table.a.plays("Thought Plucker")
        assert table.b.in_play == ["Markus, Watch Captain"]
        assert table.b.discard == table.b.hand == []

    @does("Markus, Watch Captain")
    def test_markus_with_loyalty_banishes_up_to_three_tokens_and_draws(self) -> None:
        table = Table(
            a=Start(hand=["Markus, Watch Captain", "Second Wind", "Inner Peace"], deck=["Lash"]),
            b=Start(in_play=["Demon Token", "Demon Token", "Kong", "Wolf Token", "Zombie Token"]),
        )
        table.a.plays("Markus, Watch Captain")
        table.a.resolves("Markus, Watch Captain", 1)
        table.a.targets("Demon Token#1", "Demon Token#2", "Wolf Token")
        table.a.reveals("Second Wind", "Inner Peace")
        assert table.b.in_play == ["Kong", "Zombie Token"]
        assert "Lash" in table.a.hand

    @does_not("Markus, Watch Captain")
    def test_markus_discarded_to_hand_limit_stays_in_discard_pile(self) -> None:
        table = Table(a=Start(in_play=["Kong"], hand=[*["Muse"] * 7, "Markus, Watch Captain"]))
        table.a.passes()
        table.b.passes()
        table.a.discards("Markus, Watch Captain")
        assert table.a.discard == ["Markus, Watch Captain"]
        assert table.a.in_play == ["Kong"]
