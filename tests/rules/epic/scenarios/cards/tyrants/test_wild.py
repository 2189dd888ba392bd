"""Wild cards of Tyrants."""

from tests.rules.epic.scenarios.claims import does, does_not
from tests.rules.epic.scenarios.table import Put, Start, Table


class TestAnkylosaurus:
    @does("Ankylosaurus")
    def test_a_gold_for_a_card(self) -> None:
        table = Table(a=Start(hand=["Ankylosaurus"], deck=["Kong"]))
        table.a.plays("Ankylosaurus")
        table.a.says_yes()
        assert (table.a.hand, table.a.gold) == (["Kong"], 0)

    @does_not("Ankylosaurus")
    def test_without_gold_nothing_is_offered(self) -> None:
        table = Table(a=Start(hand=["Ankylosaurus"], gold=0))
        table.a.plays("Ankylosaurus")
        assert (table.asks, table.a.hand) == (("A", "act"), [])


class TestBattleCry:
    @does("Battle Cry")
    def test_in_the_opponents_turn_it_draws_two_as_well(self) -> None:
        table = Table(a=Start(), b=Start(in_play=["Muse"], hand=["Battle Cry"], deck=["Kong", "Lash"]))
        table.a.passes()
        table.b.plays("Battle Cry")
        assert (table.offense("Muse"), table.b.hand) == (5, ["Kong", "Lash"])
        assert "breakthrough" in table.keywords("Muse")

    @does_not("Battle Cry")
    def test_in_ones_own_turn_it_draws_nothing(self) -> None:
        table = Table(a=Start(in_play=["Muse"], hand=["Battle Cry"]), b=Start(in_play=["Kong"]))
        table.a.plays("Battle Cry")
        assert (table.offense("Muse"), table.offense("Kong"), table.a.hand) == (5, 13, [])


class TestDrakasEnforcer:
    @does("Draka's Enforcer")
    def test_loyalty_draws(self) -> None:
        table = Table(a=Start(hand=["Draka's Enforcer", "Kong", "Lash"], deck=["Muse"]))
        table.a.plays("Draka's Enforcer")
        table.a.reveals("Kong", "Lash")
        assert table.a.hand == ["Kong", "Lash", "Muse"]

    @does_not("Draka's Enforcer")
    def test_revealing_nothing_draws_nothing(self) -> None:
        table = Table(a=Start(hand=["Draka's Enforcer", "Kong", "Lash"], deck=["Muse"]))
        table.a.plays("Draka's Enforcer")
        table.a.cannot("5.3.4").reveals("Kong")
        table.a.reveals()
        assert table.a.hand == ["Kong", "Lash"]


class TestDrakasFire:
    @does("Draka's Fire")
    def test_five_to_everything_and_every_player(self) -> None:
        table = Table(a=Start(in_play=["Muse"], hand=["Draka's Fire"]), b=Start(in_play=["Kong"]))
        table.a.plays("Draka's Fire")
        assert (table.a.health, table.b.health, table.a.in_play, table.champion("Kong").damage) == (25, 25, [], 5)

    @does("Draka's Fire")
    def test_in_ones_own_turn_five_to_the_opposing_ones_and_a_card(self) -> None:
        table = Table(a=Start(in_play=["Muse"], hand=["Draka's Fire"], deck=["Lash"]), b=Start(in_play=["Muse"]))
        table.a.plays("Draka's Fire", mode=1)
        assert (table.a.in_play, table.b.in_play, table.b.health, table.a.hand) == (["Muse"], [], 30, ["Lash"])

    @does_not("Draka's Fire")
    def test_in_the_opponents_turn_only_the_first_effect(self) -> None:
        table = Table(a=Start(), b=Start(hand=["Draka's Fire"]))
        table.a.passes()
        table.b.cannot("3.2.1").plays("Draka's Fire", mode=1)


class TestFireSpirit:
    @does("Fire Spirit")
    def test_draws_and_burns_with_an_ally(self) -> None:
        table = Table(a=Start(in_play=["Fire Spirit"], hand=["Lurking Giant"]), b=Start(in_play=["Muse"]))
        table.a.plays("Lurking Giant")
        table.a.targets("Muse")
        assert table.b.in_play == []

    @does_not("Fire Spirit")
    def test_it_does_not_burn_players(self) -> None:
        table = Table(a=Start(in_play=["Fire Spirit"], hand=["Lightning Storm"]), b=Start(in_play=["Kong"]))
        table.a.plays("Lightning Storm")
        table.a.assigns({("Lightning Storm", "B"): 6})
        table.a.cannot("5.20.2").targets("B")


class TestGreatHornedLizard:
    @does("Great Horned Lizard")
    def test_dinosaurs_grow_itself_included(self) -> None:
        table = Table(a=Start(in_play=["Triceratops"], hand=["Great Horned Lizard"]))
        table.a.plays("Great Horned Lizard")
        assert (table.offense("Triceratops"), table.offense("Great Horned Lizard")) == (13, 10)

    @does_not("Great Horned Lizard")
    def test_other_classes_and_the_opponents_dinosaurs_do_not(self) -> None:
        table = Table(a=Start(in_play=["Kong"], hand=["Great Horned Lizard"]), b=Start(in_play=["Triceratops"]))
        table.a.plays("Great Horned Lizard")
        assert (table.offense("Kong"), table.offense("Triceratops")) == (13, 10)


class TestLightningStrike:
    @does("Lightning Strike")
    def test_five_damage_to_a_champion_for_nothing(self) -> None:
        table = Table(a=Start(hand=["Lightning Strike"], gold=0), b=Start(in_play=["Muse"]))
        table.a.plays("Lightning Strike")
        assert table.b.in_play == []

    @does_not("Lightning Strike")
    def test_never_to_a_player(self) -> None:
        table = Table(a=Start(hand=["Lightning Strike"]), b=Start(in_play=["Muse", "Kong"]))
        table.a.plays("Lightning Strike")
        table.a.cannot("5.20.2").targets("B")


class TestSmashAndBurn:
    @does("Smash and Burn")
    def test_five_and_five_and_two_cards(self) -> None:
        table = Table(a=Start(in_play=["Muse"], hand=["Smash and Burn"], deck=["Kong", "Lash"]))
        table.a.plays("Smash and Burn")
        assert (table.defense("Muse"), table.a.hand) == (7, ["Kong", "Lash"])

    @does("Smash and Burn")
    def test_from_the_pile_it_is_banished_for_six_damage(self) -> None:
        mine = Start(hand=["Lurking Giant"], discard=["Smash and Burn"], deck=["Lash"], filler=0)
        table = Table(a=mine, b=Start(in_play=["Muse"]))
        table.a.plays("Lurking Giant")
        table.a.says_yes()
        table.a.targets("Muse")
        assert (table.b.in_play, table.a.discard, table.a.deck) == ([], [], ["Lash", "Smash and Burn"])

    @does_not("Smash and Burn")
    def test_played_it_does_not_see_itself(self) -> None:
        table = Table(a=Start(in_play=["Muse"], hand=["Smash and Burn"]))
        table.a.plays("Smash and Burn")
        assert table.asks == ("A", "act")


class TestWolfsBite:
    @does("Wolf's Bite")
    def test_a_wolf_two_damage_and_recycling(self) -> None:
        mine = Start(hand=["Wolf's Bite"], discard=["Lash", "Kong"], deck=["Muse"])
        table = Table(a=mine, b=Start(in_play=["Muse"]))
        table.a.plays("Wolf's Bite")
        table.a.targets("Muse")
        table.a.chooses("Lash", "Kong")
        assert (table.a.in_play, table.b.in_play, table.a.hand) == (["Wolf Token"], [], ["Muse"])

    @does_not("Wolf's Bite")
    def test_with_no_one_else_in_play_it_bites_its_own_wolf(self) -> None:
        table = Table(a=Start(hand=["Wolf's Bite"]), b=Start(in_play=["Steel Golem"]))
        table.a.plays("Wolf's Bite")
        assert table.a.in_play == []


class TestDraka:
    @does("Draka, Dragon Tyrant")
    def test_attacking_burns_all_of_the_player_attacked(self) -> None:
        table = Table(a=Start(in_play=["Draka, Dragon Tyrant", "Muse"]), b=Start(in_play=["Steel Golem", "Muse"]))
        table.a.attacks("Draka, Dragon Tyrant")
        assert (table.a.in_play, table.b.in_play) == (["Draka, Dragon Tyrant", "Muse"], ["Steel Golem"])
        assert (table.champion("Steel Golem").damage, table.b.health) == (3, 30)

    @does_not("Draka, Dragon Tyrant")
    def test_blocking_burns_no_one(self) -> None:
        table = Table(a=Start(in_play=["Kong", "Muse"]), b=Start(in_play=["Draka, Dragon Tyrant"]))
        table.a.attacks("Kong")
        table.all_pass()
        table.b.blocks("Draka, Dragon Tyrant")
        assert table.a.in_play == ["Kong", "Muse"]


class TestFeedingFrenzy:
    @does("Feeding Frenzy")
    def test_a_damaged_champion_breaks(self) -> None:
        table = Table(a=Start(hand=["Feeding Frenzy"]), b=Start(in_play=[Put("Kong", damage=1), "Muse"]))
        table.a.plays("Feeding Frenzy")
        assert table.b.in_play == ["Muse"]

    @does_not("Feeding Frenzy")
    def test_the_unhurt_are_no_targets(self) -> None:
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
    def test_its_gold_pays_for_another_wild_card(self) -> None:
        table = Table(a=Start(hand=["Brachiosaurus", "Lurking Giant"]))
        table.a.plays("Brachiosaurus")
        table.a.plays("Lurking Giant")
        assert table.a.in_play == ["Brachiosaurus", "Lurking Giant"]

    @does_not("Brachiosaurus")
    def test_it_pays_for_nothing_else_and_is_gone_with_the_turn(self) -> None:
        table = Table(a=Start(hand=["Brachiosaurus", "Time Walker", "Lurking Giant", "Lightning Storm"]))
        table.a.plays("Brachiosaurus")
        table.a.cannot("3.6.3").plays("Time Walker")
        table.next_turn()
        table.b.passes()
        table.a.plays("Lightning Storm")
        table.a.assigns({("Lightning Storm", "B"): 6})
        assert table.a.gold == 0
