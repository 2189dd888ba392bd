"""Wild cards of the base set."""

from tests.rules.epic.scenarios.claims import does, does_not
from tests.rules.epic.scenarios.table import Start, Table


class TestWolfCompanion:
    @does("Wolf Companion")
    def test_wolf_companion_strengthens_champion_and_recalled_makes_wolf(self) -> None:
        table = Table(a=Start(in_play=["Muse"], hand=["Wolf Companion"]))
        table.a.plays("Wolf Companion")
        assert (table.offense("Muse"), table.defense("Muse")) == (4, 4)
        table.a.uses("Wolf Companion", 1)
        assert table.a.in_play == ["Muse", "Wolf Token"]

    @does_not("Wolf Companion")
    def test_wolf_companion_played_from_hand_makes_no_wolf(self) -> None:
        table = Table(a=Start(hand=["Wolf Companion"]), b=Start())
        table.a.plays("Wolf Companion")
        assert (table.a.in_play, table.a.discard) == ([], ["Wolf Companion"])


class TestForkedLightning:
    @does("Forked Lightning")
    def test_forked_lightning_deals_5_damage_to_each_of_two_targets(self) -> None:
        table = Table(a=Start(hand=["Forked Lightning"]), b=Start(in_play=["Muse"]))
        table.a.plays("Forked Lightning")
        table.a.targets("B", "Muse")
        assert (table.b.health, table.b.in_play) == (25, [])

    @does_not("Forked Lightning")
    def test_forked_lightning_accepts_one_target_and_refuses_three(self) -> None:
        table = Table(a=Start(in_play=["Kong"], hand=["Forked Lightning"]), b=Start(in_play=["Muse"]))
        table.a.plays("Forked Lightning")
        table.a.cannot("5.20.7").targets("A", "B", "Muse")
        table.a.cannot("5.20.7").targets("A", "B", "Kong")
        table.a.targets("B")
        assert (table.b.health, table.b.in_play) == (25, ["Muse"])


class TestRainOfFire:
    @does("Rain of Fire")
    def test_rain_of_fire_deals_3_4_and_5_damage_to_different_targets(self) -> None:
        table = Table(a=Start(hand=["Rain of Fire"]), b=Start(in_play=["Kong", "Muse"]))
        table.a.plays("Rain of Fire", mode=1)
        table.a.targets("B")
        table.a.targets("Muse")
        assert table.b.in_play == ["Kong", "Muse"]
        table.a.targets("Kong")
        assert (table.b.health, table.b.in_play, table.champion("Kong").damage) == (27, ["Kong"], 5)

    @does_not("Rain of Fire")
    def test_rain_of_fire_cannot_repeat_target_and_hits_own_player_as_last_choice(self) -> None:
        table = Table(a=Start(hand=["Rain of Fire"]), b=Start(in_play=["Steel Golem"]))
        table.a.plays("Rain of Fire", mode=1)
        table.a.targets("B")
        assert (table.a.health, table.b.health) == (26, 27)
        assert table.champion("Steel Golem").damage == 0
