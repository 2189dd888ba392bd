"""Good cards of the base set: what each does and what it must not do."""

from rules.epic.state import EXPENDED
from tests.rules.epic.scenarios.claims import does, does_not, shows
from tests.rules.epic.scenarios.table import ENGINE, Put, Start, Table


class TestBanishment:
    @does("Banishment")
    def test_on_own_turn_you_draw(self) -> None:
        table = Table(a=Start(hand=["Banishment"], deck=["Lash"]), b=Start(in_play=["Kong", "Muse"]))
        table.a.plays("Banishment")
        table.a.targets("Kong")
        assert table.b.in_play == ["Muse"]
        assert table.b.deck[-1] == "Kong"
        assert table.a.hand == ["Lash"]

    @does_not("Banishment")
    def test_on_the_opponents_turn_the_opponent_draws(self) -> None:
        table = Table(a=Start(in_play=["Kong"], deck=["Lash"]), b=Start(hand=["Banishment"]))
        table.a.passes()
        table.b.plays("Banishment")
        assert table.a.in_play == []
        assert table.a.hand == ["Lash"]
        assert table.b.hand == []


class TestSecretLegion:
    @does("Secret Legion")
    def test_six_humans_with_blitz(self) -> None:
        table = Table(a=Start(hand=["Secret Legion"]))
        table.a.plays("Secret Legion", mode=1)
        assert table.a.in_play == ["Human Token"] * 6
        table.a.attacks(*(f"Human Token#{number}" for number in range(1, 7)))
        table.all_pass()
        table.all_pass()
        assert table.b.health == 24

    @does_not("Secret Legion")
    def test_blitz_for_own_humans_only_and_until_the_turn_ends(self) -> None:
        table = Table(a=Start(hand=["Secret Legion"], in_play=["Kong"]), b=Start(in_play=["Human Token"]))
        table.a.plays("Secret Legion", mode=1)
        assert table.keywords("Kong") == table.keywords("B/Human Token") == set()
        assert table.keywords("A/Human Token#1") == {"blitz"}
        table.next_turn()
        assert table.keywords("A/Human Token#1") == set()


class TestAvengingAngel:
    @does("Avenging Angel")
    @shows("I-124")
    def test_no_one_attacks_its_controller_while_it_is_expended(self) -> None:
        table = Table(a=Start(in_play=["Kong"]), b=Start(in_play=[Put("Avenging Angel", stance=EXPENDED)]))
        table.a.cannot("3.3.1").attacks("Kong")
        assert all(answer.verb != "attack" for answer in ENGINE.legal(table.state))

    @does("Avenging Angel")
    def test_an_attack_under_way_goes_on(self) -> None:
        table = Table(a=Start(in_play=["Kong"]), b=Start(in_play=["Avenging Angel"]))
        table.a.attacks("Kong")
        table.champion("Avenging Angel").stance = EXPENDED
        table.all_pass()
        table.all_pass()
        assert table.b.health == 17

    @does_not("Avenging Angel")
    def test_prepared_it_protects_no_one(self) -> None:
        table = Table(a=Start(in_play=["Kong"]), b=Start(in_play=["Avenging Angel"]))
        table.a.attacks("Kong")
        assert table.phase == "battle"

    @does_not("Avenging Angel")
    def test_a_champion_that_has_to_attack_is_free_of_it_then(self) -> None:
        table = Table(
            a=Start(in_play=["Raging T-Rex"]),
            b=Start(in_play=[Put("Avenging Angel", stance=EXPENDED), "Kong"]),
        )
        table.a.passes()
        assert table.asks == ("B", "act")


class TestCourageousSoul:
    @does("Courageous Soul")
    def test_all_own_champions_are_stronger_when_it_attacks(self) -> None:
        table = Table(a=Start(in_play=["Courageous Soul", "Kong"]), b=Start(in_play=["Muse"]))
        table.a.attacks("Courageous Soul")
        assert table.offense("Courageous Soul") == 4
        assert table.offense("Kong") == 15

    @does_not("Courageous Soul")
    def test_not_when_another_attacks_and_not_for_the_opponent(self) -> None:
        table = Table(a=Start(in_play=["Courageous Soul", "Kong"]), b=Start(in_play=["Muse"]))
        table.a.attacks("Kong")
        assert table.offense("Kong") == 13
        assert table.offense("Courageous Soul") == 2


class TestGoldDragon:
    @does("Gold Dragon")
    def test_own_good_champions_are_righteous(self) -> None:
        table = Table(a=Start(in_play=["Gold Dragon", "White Knight"]))
        table.a.attacks("White Knight")
        table.all_pass()
        table.all_pass()
        assert table.b.health == 21
        assert table.a.health == 39

    @does_not("Gold Dragon")
    def test_not_those_of_another_alignment_or_player(self) -> None:
        table = Table(a=Start(in_play=["Gold Dragon", "Kong"]), b=Start(in_play=["White Knight"]))
        assert "righteous" in table.keywords("Gold Dragon")
        assert "righteous" not in table.keywords("Kong") | table.keywords("White Knight")


class TestHighKing:
    @does("High King")
    def test_banishes_a_target(self) -> None:
        table = Table(a=Start(in_play=["High King"]), b=Start(in_play=["Kong", "Muse"]))
        table.a.uses("High King", 1)
        table.a.targets("Kong")
        assert table.b.in_play == ["Muse"]
        assert table.b.deck[-1] == "Kong"

    @does_not("High King")
    def test_itself_cannot_be_banished_nor_used_while_deploying(self) -> None:
        table = Table(a=Start(in_play=["High King"], hand=["High King", "Brave Squire", "Banishment"]))
        table.a.uses("High King", 1)
        assert table.a.in_play == ["High King"]
        table.a.plays("High King")
        table.a.reveals()
        table.a.cannot("5.17.1").uses("High King#2", 1)


class TestPriestessOfAngeline:
    @does("Priestess of Angeline")
    def test_recycles_and_heals_with_each_good_card(self) -> None:
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
    def test_its_own_free_play_gains_nothing(self) -> None:
        table = Table(a=Start(hand=["Priestess of Angeline", "Priestess of Angeline"]))
        table.a.plays("Priestess of Angeline")
        table.a.plays("Priestess of Angeline")
        assert table.a.health == 30


class TestStandardBearer:
    @does("Standard Bearer")
    def test_two_humans_which_it_strengthens(self) -> None:
        table = Table(a=Start(hand=["Standard Bearer"], in_play=["White Knight"]))
        table.a.plays("Standard Bearer")
        assert table.a.in_play == ["Human Token", "Human Token", "Standard Bearer", "White Knight"]
        assert table.offense("Human Token#1") == 3
        assert table.offense("White Knight") == 11

    @does_not("Standard Bearer")
    def test_not_itself_nor_others_and_not_after_it_left(self) -> None:
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
    def test_two_humans_now_and_with_each_good_card(self) -> None:
        table = Table(a=Start(hand=["The People's Champion", "Inner Peace"], gold=2))
        table.a.plays("The People's Champion")
        assert table.a.in_play == ["Human Token", "Human Token", "The People's Champion"]
        table.a.plays("Inner Peace")
        assert table.a.in_play == [*["Human Token"] * 4, "The People's Champion"]

    @does_not("The People's Champion")
    def test_its_own_play_does_not_count_as_an_ally(self) -> None:
        """I-57."""
        table = Table(a=Start(hand=["The People's Champion"]))
        table.a.plays("The People's Champion")
        assert len(table.a.in_play) == 3


class TestThundarus:
    @does("Thundarus")
    def test_other_own_dragons(self) -> None:
        table = Table(a=Start(in_play=["Thundarus", "White Dragon"]))
        assert (table.offense("White Dragon"), table.defense("White Dragon")) == (10, 10)

    @does_not("Thundarus")
    def test_not_itself_nor_the_opponents(self) -> None:
        table = Table(a=Start(in_play=["Thundarus"]), b=Start(in_play=["White Dragon"]))
        assert (table.offense("Thundarus"), table.defense("Thundarus")) == (10, 15)
        assert table.offense("White Dragon") == 5

    @does("Thundarus")
    def test_a_dragon_that_lived_on_it_breaks_when_it_leaves(self) -> None:
        table = Table(a=Start(in_play=[Put("White Dragon", damage=6), "Thundarus"], hand=["Bitten"]))
        table.a.plays("Bitten", mode=1)
        table.a.targets("Thundarus")
        assert table.a.in_play == ["Zombie Token"]
        assert table.a.discard == ["Bitten", "Thundarus", "White Dragon"]


class TestInheritanceOfTheMeek:
    @does("Inheritance of the Meek")
    def test_only_tokens_stay(self) -> None:
        table = Table(
            a=Start(hand=["Inheritance of the Meek"], in_play=["Muse", "Human Token"], deck=["Lash"]),
            b=Start(in_play=["Kong", "Demon Token"]),
        )
        table.a.plays("Inheritance of the Meek", mode=1)
        assert table.a.in_play == ["Human Token"]
        assert table.b.in_play == ["Demon Token"]
        assert table.a.hand == table.b.hand == []

    @does_not("Inheritance of the Meek")
    def test_on_the_opponents_turn_it_is_the_opponent_who_draws(self) -> None:
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
    def test_ten_health_and_back_with_a_good_card(self) -> None:
        table = Table(a=Start(hand=["Inner Peace", "Noble Unicorn"], gold=2, deck=["Lash"]))
        table.a.plays("Inner Peace")
        table.a.plays("Noble Unicorn")
        table.a.resolves("Inner Peace", 1)
        assert table.a.health == 40
        assert table.a.hand == ["Inner Peace", "Lash"]

    @does_not("Inner Peace")
    def test_does_not_recall_itself_by_being_played(self) -> None:
        """I-61: it was not in the pile yet."""
        table = Table(a=Start(hand=["Inner Peace"]))
        table.a.plays("Inner Peace")
        assert table.a.discard == ["Inner Peace"]


class TestRallyThePeople:
    @does("Rally the People")
    def test_a_human_and_one_offense_for_all_own(self) -> None:
        table = Table(a=Start(hand=["Rally the People"], in_play=["Kong"]))
        table.a.plays("Rally the People")
        assert (table.offense("Kong"), table.offense("Human Token")) == (14, 2)
        table.a.uses("Rally the People", 1)
        assert table.a.hand == ["Rally the People"]

    @does_not("Rally the People")
    def test_its_recall_needs_a_piece_of_gold(self) -> None:
        table = Table(a=Start(discard=["Rally the People"], gold=0), b=Start(in_play=["Kong"]))
        table.a.cannot("3.6.3").uses("Rally the People", 1)
        assert table.offense("Kong") == 13


class TestVitalMission:
    @does("Vital Mission")
    @shows("I-121")
    def test_its_controller_gains_the_offense_it_had(self) -> None:
        table = Table(a=Start(hand=["Vital Mission"]), b=Start(in_play=[Put("Kong", plus=2), "Muse"]))
        table.a.plays("Vital Mission")
        table.a.targets("Kong")
        assert (table.a.health, table.b.health) == (30, 45)
        assert table.a.hand == []

    @does("Vital Mission")
    def test_ones_own_draws_two_as_well(self) -> None:
        table = Table(a=Start(hand=["Vital Mission"], in_play=["Kong"], deck=["Lash", "Wither"]))
        table.a.plays("Vital Mission")
        assert table.a.health == 43
        assert table.a.hand == ["Lash", "Wither"]

    @does_not("Vital Mission")
    def test_a_borrowed_champion_counts_as_its_controllers(self) -> None:
        table = Table(a=Start(hand=["Vital Mission"], in_play=[Put("Kong", owner="B")], deck=["Lash", "Wither"]))
        table.a.plays("Vital Mission")
        assert (table.a.health, table.b.health) == (43, 30)
        assert table.a.hand == ["Lash", "Wither"]
        assert table.b.deck[-1] == "Kong"


class TestFeint:
    @does("Feint")
    def test_attackers_leave_the_battle_prepared_and_can_attack_again(self) -> None:
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
    def test_blockers_leave_and_the_attack_stays_blocked(self) -> None:
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
    def test_the_opponents_champions_go_on_and_others_stay_expended(self) -> None:
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
