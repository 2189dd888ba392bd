"""Wild cards of the Pantheon packs."""

from tests.rules.epic.scenarios.claims import does, does_not
from tests.rules.epic.scenarios.table import Start, Table


class TestBrak:
    @does("Brak, Fist of Lashnok")
    def test_brak_with_loyalty_draws_and_is_unbreakable(self) -> None:
        table = Table(a=Start(hand=["Brak, Fist of Lashnok", "Lash", "Triceratops"], deck=["Muse"]))
        table.a.plays("Brak, Fist of Lashnok")
        table.a.reveals("Lash", "Triceratops")
        assert table.a.hand == ["Lash", "Muse", "Triceratops"]
        assert "unbreakable" in table.keywords("Brak, Fist of Lashnok")

    @does_not("Brak, Fist of Lashnok")
    def test_brak_with_loyalty_has_no_blitz(self) -> None:
        table = Table(a=Start(hand=["Brak, Fist of Lashnok", "Lash", "Triceratops"]))
        table.a.plays("Brak, Fist of Lashnok")
        table.a.reveals("Lash", "Triceratops")
        table.a.cannot("5.17.1").attacks("Brak, Fist of Lashnok")

    def test_brak_cannot_be_blocked_by_lower_offense(self) -> None:
        table = Table(a=Start(in_play=["Brak, Fist of Lashnok"]), b=Start(in_play=["Kong"]))
        table.a.attacks("Brak, Fist of Lashnok")
        table.a.passes()
        table.b.passes()
        assert table.b.health == 30
        table.all_pass()
        assert table.b.health == 16


class TestKalani:
    @does("Kalani, Woodreader")
    def test_kalani_prevents_health_gain_of_opponents(self) -> None:
        table = Table(a=Start(in_play=["Muse"], hand=["Priest of Kalnor"]), b=Start(in_play=["Kalani, Woodreader"]))
        table.a.plays("Priest of Kalnor")
        assert table.a.health == 30

    @does_not("Kalani, Woodreader")
    def test_kalani_does_not_prevent_health_gain_of_own_player_or_after_leaving(self) -> None:
        table = Table(
            a=Start(in_play=["Kalani, Woodreader"], hand=["Scara's Gift"]),
            b=Start(hand=["Divine Judgment", "Scara's Gift"]),
        )
        table.a.plays("Scara's Gift")
        table.a.targets("B")
        assert (table.a.health, table.b.health) == (32, 28)
        table.next_turn()
        table.b.plays("Divine Judgment", mode=1)
        table.b.plays("Scara's Gift")
        table.b.targets("A")
        assert table.b.health == 30


class TestLashnoksWill:
    @does("Lashnok's Will")
    def test_lashnoks_will_gold_pays_for_wild_power_first(self) -> None:
        table = Table(a=Start(in_play=["Pyromancer"], hand=["Lashnok's Will"], gold=2))
        table.a.plays("Lashnok's Will", mode=1)
        assert (table.offense("Pyromancer"), table.a.gold) == (10, 1)
        table.a.uses("Pyromancer", 1)
        table.a.targets("B")
        assert (table.b.health, table.a.gold) == (26, 1)

    @does_not("Lashnok's Will")
    def test_lashnoks_will_played_to_draw_gives_no_gold(self) -> None:
        table = Table(a=Start(in_play=["Pyromancer"], hand=["Lashnok's Will"]))
        table.a.plays("Lashnok's Will", mode=0)
        table.a.cannot("3.6.3").uses("Pyromancer", 1)


class TestStampedingEiniosaurus:
    @does("Stampeding Einiosaurus")
    def test_stampeding_einiosaurus_attacks_at_once_with_breakthrough(self) -> None:
        table = Table(a=Start(hand=["Stampeding Einiosaurus"]), b=Start(in_play=["Wolf Token"]))
        table.a.plays("Stampeding Einiosaurus")
        table.a.attacks("Stampeding Einiosaurus")
        table.a.passes()
        table.b.passes()
        table.b.blocks("Wolf Token")
        table.all_pass()
        assert table.asks == ("A", "assign")

    @does_not("Stampeding Einiosaurus")
    def test_stampeding_einiosaurus_cannot_be_played_on_turn_of_opponent(self) -> None:
        table = Table(b=Start(hand=["Stampeding Einiosaurus"]))
        table.a.passes()
        table.b.cannot("4.1.4").plays("Stampeding Einiosaurus")


class TestHeraldOfLashnok:
    @does("Herald of Lashnok")
    def test_herald_of_lashnok_takes_wild_card(self) -> None:
        table = Table(a=Start(hand=["Herald of Lashnok"], deck=["Muse", "Lash", "Ceasefire"]))
        table.a.plays("Herald of Lashnok")
        table.a.says_yes()
        assert table.a.hand == ["Lash"]

    @does_not("Herald of Lashnok")
    def test_herald_of_lashnok_takes_only_one_card_without_drawing(self) -> None:
        table = Table(a=Start(hand=["Herald of Lashnok"], deck=["Kong", "Lash", "Triceratops", "Muse"]))
        table.a.plays("Herald of Lashnok")
        table.a.says_yes()
        table.a.chooses("Kong")
        assert table.a.hand == ["Kong"]
        assert table.a.deck[0] == "Muse"
