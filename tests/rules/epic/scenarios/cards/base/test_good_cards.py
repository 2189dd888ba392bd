"""Good cards of the base set."""

from rules.epic.state import EXPENDED
from tests.rules.epic.scenarios.claims import does, does_not, shows
from tests.rules.epic.scenarios.table import ENGINE, Put, Start, Table


class TestBanishment:
    @does("Banishment")
    def test_banishment_on_own_turn_banishes_target_and_draws_for_its_player(self) -> None:
        table = Table(a=Start(hand=["Banishment"], deck=["Lash"]), b=Start(in_play=["Kong", "Muse"]))
        table.a.plays("Banishment")
        table.a.targets("Kong")
        assert table.b.in_play == ["Muse"]
        assert table.b.deck[-1] == "Kong"
        assert table.a.hand == ["Lash"]

    @does_not("Banishment")
    def test_banishment_on_turn_of_opponent_banishes_and_opponent_draws(self) -> None:
        table = Table(a=Start(in_play=["Kong"], deck=["Lash"]), b=Start(hand=["Banishment"]))
        table.a.passes()
        table.b.plays("Banishment")
        assert table.a.in_play == []
        assert table.a.hand == ["Lash"]
        assert table.b.hand == []


class TestSecretLegion:
    @does("Secret Legion")
    def test_secret_legion_makes_six_humans_with_blitz(self) -> None:
        table = Table(a=Start(hand=["Secret Legion"]))
        table.a.plays("Secret Legion", mode=1)
        assert table.a.in_play == ["Human Token"] * 6
        table.a.attacks(*(f"Human Token#{number}" for number in range(1, 7)))
        table.all_pass()
        table.all_pass()
        assert table.b.health == 24

    @does_not("Secret Legion")
    def test_secret_legion_gives_blitz_to_own_humans_only_until_end_of_turn(self) -> None:
        table = Table(a=Start(hand=["Secret Legion"], in_play=["Kong"]), b=Start(in_play=["Human Token"]))
        table.a.plays("Secret Legion", mode=1)
        assert table.keywords("Kong") == table.keywords("B/Human Token") == set()
        assert table.keywords("A/Human Token#1") == {"blitz"}
        table.next_turn()
        assert table.keywords("A/Human Token#1") == set()


class TestAvengingAngel:
    @does("Avenging Angel")
    @shows("I-124")
    def test_avenging_angel_expended_forbids_attacks_on_its_controller(self) -> None:
        table = Table(a=Start(in_play=["Kong"]), b=Start(in_play=[Put("Avenging Angel", stance=EXPENDED)]))
        table.a.cannot("3.3.1").attacks("Kong")
        assert all(answer.verb != "attack" for answer in ENGINE.legal(table.state))

    @does("Avenging Angel")
    def test_avenging_angel_expended_during_battle_does_not_stop_attack(self) -> None:
        table = Table(a=Start(in_play=["Kong"]), b=Start(in_play=["Avenging Angel"]))
        table.a.attacks("Kong")
        table.champion("Avenging Angel").stance = EXPENDED
        table.all_pass()
        table.all_pass()
        assert table.b.health == 17

    @does_not("Avenging Angel")
    def test_avenging_angel_prepared_does_not_forbid_attacks(self) -> None:
        table = Table(a=Start(in_play=["Kong"]), b=Start(in_play=["Avenging Angel"]))
        table.a.attacks("Kong")
        assert table.phase == "battle"

    @does_not("Avenging Angel")
    def test_avenging_angel_expended_exempts_champion_that_must_attack(self) -> None:
        table = Table(
            a=Start(in_play=["Raging T-Rex"]),
            b=Start(in_play=[Put("Avenging Angel", stance=EXPENDED), "Kong"]),
        )
        table.a.passes()
        assert table.asks == ("B", "act")


class TestCourageousSoul:
    @does("Courageous Soul")
    def test_courageous_soul_attacking_strengthens_all_own_champions(self) -> None:
        table = Table(a=Start(in_play=["Courageous Soul", "Kong"]), b=Start(in_play=["Muse"]))
        table.a.attacks("Courageous Soul")
        assert table.offense("Courageous Soul") == 4
        assert table.offense("Kong") == 15

    @does_not("Courageous Soul")
    def test_courageous_soul_does_not_strengthen_when_another_champion_attacks(self) -> None:
        table = Table(a=Start(in_play=["Courageous Soul", "Kong"]), b=Start(in_play=["Muse"]))
        table.a.attacks("Kong")
        assert table.offense("Kong") == 13
        assert table.offense("Courageous Soul") == 2


class TestGoldDragon:
    @does("Gold Dragon")
    def test_gold_dragon_in_play_makes_own_good_champions_righteous(self) -> None:
        table = Table(a=Start(in_play=["Gold Dragon", "White Knight"]))
        table.a.attacks("White Knight")
        table.all_pass()
        table.all_pass()
        assert table.b.health == 21
        assert table.a.health == 39

    @does_not("Gold Dragon")
    def test_gold_dragon_does_not_make_other_alignments_or_opponents_righteous(self) -> None:
        table = Table(a=Start(in_play=["Gold Dragon", "Kong"]), b=Start(in_play=["White Knight"]))
        assert "righteous" in table.keywords("Gold Dragon")
        assert "righteous" not in table.keywords("Kong") | table.keywords("White Knight")


class TestHighKing:
    @does("High King")
    def test_high_king_used_banishes_target(self) -> None:
        table = Table(a=Start(in_play=["High King"]), b=Start(in_play=["Kong", "Muse"]))
        table.a.uses("High King", 1)
        table.a.targets("Kong")
        assert table.b.in_play == ["Muse"]
        assert table.b.deck[-1] == "Kong"

    @does_not("High King")
    def test_high_king_cannot_be_banished_or_used_while_deploying(self) -> None:
        table = Table(a=Start(in_play=["High King"], hand=["High King", "Brave Squire", "Banishment"]))
        table.a.uses("High King", 1)
        assert table.a.in_play == ["High King"]
        table.a.plays("High King")
        table.a.reveals()
        table.a.cannot("5.17.1").uses("High King#2", 1)


class TestPriestessOfAngeline:
    @does("Priestess of Angeline")
    def test_priestess_of_angeline_recycles_and_gains_health_for_good_cards(self) -> None:
        table = Table(
            a=Start(hand=["Priestess of Angeline", "Noble Unicorn"], discard=["Kong", "Muse"], deck=["Lash", "Wither"])
        )
        table.a.plays("Priestess of Angeline")
        table.a.chooses("Kong", "Muse")
        table.a.plays("Noble Unicorn")
        table.a.resolves("Priestess of Angeline", 1)
        assert table.a.hand == ["Lash", "Wither"]
        assert table.a.health == 33

    @does_not("Priestess of Angeline")
    def test_priestess_of_angeline_played_for_free_gains_no_health(self) -> None:
        table = Table(a=Start(hand=["Priestess of Angeline", "Priestess of Angeline"]))
        table.a.plays("Priestess of Angeline")
        table.a.plays("Priestess of Angeline")
        assert table.a.health == 30


class TestStandardBearer:
    @does("Standard Bearer")
    def test_standard_bearer_played_makes_two_humans_and_strengthens_them(self) -> None:
        table = Table(a=Start(hand=["Standard Bearer"], in_play=["White Knight"]))
        table.a.plays("Standard Bearer")
        assert table.a.in_play == ["Human Token", "Human Token", "Standard Bearer", "White Knight"]
        assert table.offense("Human Token#1") == 3
        assert table.offense("White Knight") == 11

    @does_not("Standard Bearer")
    def test_standard_bearer_does_not_strengthen_itself_others_or_after_leaving_play(self) -> None:
        table = Table(
            a=Start(in_play=["Standard Bearer", "White Knight", "Kong"], hand=["Banishment"]),
            b=Start(in_play=["Palace Guard"]),
        )
        assert table.offense("Standard Bearer") == 2
        assert table.offense("Kong") == 13
        assert table.offense("Palace Guard") == 6
        table.a.plays("Banishment")
        table.a.targets("Standard Bearer")
        assert table.offense("White Knight") == 9


class TestThePeoplesChampion:
    @does("The People's Champion")
    def test_the_peoples_champion_makes_humans_when_played_and_for_good_cards(self) -> None:
        table = Table(a=Start(hand=["The People's Champion", "Inner Peace"], gold=2))
        table.a.plays("The People's Champion")
        assert table.a.in_play == ["Human Token", "Human Token", "The People's Champion"]
        table.a.plays("Inner Peace")
        assert table.a.in_play == [*["Human Token"] * 4, "The People's Champion"]

    @does_not("The People's Champion")
    def test_the_peoples_champion_does_not_trigger_by_its_own_play(self) -> None:
        """I-57."""
        table = Table(a=Start(hand=["The People's Champion"]))
        table.a.plays("The People's Champion")
        assert len(table.a.in_play) == 3


class TestThundarus:
    @does("Thundarus")
    def test_thundarus_strengthens_other_own_dragons(self) -> None:
        table = Table(a=Start(in_play=["Thundarus", "White Dragon"]))
        assert (table.offense("White Dragon"), table.defense("White Dragon")) == (10, 10)

    @does_not("Thundarus")
    def test_thundarus_does_not_strengthen_itself_or_dragons_of_opponent(self) -> None:
        table = Table(a=Start(in_play=["Thundarus"]), b=Start(in_play=["White Dragon"]))
        assert (table.offense("Thundarus"), table.defense("Thundarus")) == (10, 15)
        assert table.offense("White Dragon") == 5

    @does("Thundarus")
    def test_thundarus_leaving_play_breaks_dragon_damaged_beyond_its_defense(self) -> None:
        table = Table(a=Start(in_play=[Put("White Dragon", damage=6), "Thundarus"], hand=["Bitten"]))
        table.a.plays("Bitten", mode=1)
        table.a.targets("Thundarus")
        assert table.a.in_play == ["Zombie Token"]
        assert table.a.discard == ["Bitten", "Thundarus", "White Dragon"]


class TestInheritanceOfTheMeek:
    @does("Inheritance of the Meek")
    def test_inheritance_of_the_meek_breaks_all_champions_except_tokens(self) -> None:
        table = Table(
            a=Start(hand=["Inheritance of the Meek"], in_play=["Muse", "Human Token"], deck=["Lash"]),
            b=Start(in_play=["Kong", "Demon Token"]),
        )
        table.a.plays("Inheritance of the Meek", mode=1)
        assert table.a.in_play == ["Human Token"]
        assert table.b.in_play == ["Demon Token"]
        assert table.a.hand == table.b.hand == []

    @does_not("Inheritance of the Meek")
    def test_inheritance_of_the_meek_on_turn_of_opponent_makes_opponent_draw(self) -> None:
        table = Table(
            a=Start(in_play=["Kong", "The People's Champion"], deck=["Lash"]),
            b=Start(hand=["Inheritance of the Meek"]),
        )
        table.a.passes()
        table.b.plays("Inheritance of the Meek", mode=1)
        assert table.a.in_play == ["The People's Champion"]
        assert table.a.hand == ["Lash"]
        assert table.b.hand == []


class TestInnerPeace:
    @does("Inner Peace")
    def test_inner_peace_gains_10_health_and_returns_to_hand_after_good_card(self) -> None:
        table = Table(a=Start(hand=["Inner Peace", "Noble Unicorn"], gold=2, deck=["Lash"]))
        table.a.plays("Inner Peace")
        table.a.plays("Noble Unicorn")
        table.a.resolves("Inner Peace", 1)
        assert table.a.health == 40
        assert table.a.hand == ["Inner Peace", "Lash"]

    @does_not("Inner Peace")
    def test_inner_peace_does_not_recall_itself_when_played(self) -> None:
        """I-61: it was not in the pile yet."""
        table = Table(a=Start(hand=["Inner Peace"]))
        table.a.plays("Inner Peace")
        assert table.a.discard == ["Inner Peace"]


class TestRallyThePeople:
    @does("Rally the People")
    def test_rally_the_people_makes_human_and_gives_1_offense_to_all_own_champions(self) -> None:
        table = Table(a=Start(hand=["Rally the People"], in_play=["Kong"]))
        table.a.plays("Rally the People")
        assert (table.offense("Kong"), table.offense("Human Token")) == (14, 2)
        table.a.uses("Rally the People", 1)
        assert table.a.hand == ["Rally the People"]

    @does_not("Rally the People")
    def test_rally_the_people_without_gold_cannot_be_recalled(self) -> None:
        table = Table(a=Start(discard=["Rally the People"], gold=0), b=Start(in_play=["Kong"]))
        table.a.cannot("3.6.3").uses("Rally the People", 1)
        assert table.offense("Kong") == 13


class TestVitalMission:
    @does("Vital Mission")
    @shows("I-121")
    def test_vital_mission_banishes_champion_and_its_controller_gains_its_offense(self) -> None:
        table = Table(a=Start(hand=["Vital Mission"]), b=Start(in_play=[Put("Kong", plus=2), "Muse"]))
        table.a.plays("Vital Mission")
        table.a.targets("Kong")
        assert (table.a.health, table.b.health) == (30, 45)
        assert table.a.hand == []

    @does("Vital Mission")
    def test_vital_mission_on_own_champion_also_draws_two_cards(self) -> None:
        table = Table(a=Start(hand=["Vital Mission"], in_play=["Kong"], deck=["Lash", "Wither"]))
        table.a.plays("Vital Mission")
        assert table.a.health == 43
        assert table.a.hand == ["Lash", "Wither"]

    @does_not("Vital Mission")
    def test_vital_mission_on_borrowed_champion_counts_it_as_controlled(self) -> None:
        table = Table(a=Start(hand=["Vital Mission"], in_play=[Put("Kong", owner="B")], deck=["Lash", "Wither"]))
        table.a.plays("Vital Mission")
        assert (table.a.health, table.b.health) == (43, 30)
        assert table.a.hand == ["Lash", "Wither"]
        assert table.b.deck[-1] == "Kong"


class TestFeint:
    @does("Feint")
    def test_feint_removes_attackers_prepared_so_that_they_attack_again(self) -> None:
        table = Table(a=Start(in_play=["Kong", "Muse"], hand=["Feint"], deck=["Lash", "Wither"]))
        table.a.attacks("Kong")
        table.a.plays("Feint")
        assert table.a.hand == ["Lash", "Wither"]
        assert table.stance("Kong") == "prepared"
        while table.phase == "battle":
            table.all_pass()
        assert table.b.health == 30
        table.a.attacks("Kong", "Muse")
        assert table.phase == "battle"

    @does("Feint")
    def test_feint_removes_blocker_and_attackers_stay_blocked(self) -> None:
        table = Table(a=Start(in_play=["Kong"]), b=Start(in_play=["Human Token"], hand=["Feint"]))
        table.a.attacks("Kong")
        table.all_pass()
        table.b.blocks("Human Token")
        table.b.plays("Feint")
        assert table.stance("Human Token") == "prepared"
        table.all_pass()
        assert table.b.in_play == ["Human Token"]
        assert table.b.health == 30

    @does_not("Feint")
    def test_feint_does_not_affect_opponents_or_expended_champions_outside_battle(self) -> None:
        table = Table(
            a=Start(in_play=["Kong"]),
            b=Start(in_play=[Put("Muse", stance=EXPENDED), "Human Token"], hand=["Feint"]),
        )
        table.a.attacks("Kong")
        table.all_pass()
        table.b.blocks()
        table.b.plays("Feint")
        assert table.stance("Muse") == "expended"
        table.all_pass()
        assert table.b.health == 17
