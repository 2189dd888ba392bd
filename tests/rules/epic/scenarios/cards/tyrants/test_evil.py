"""Evil cards of Tyrants."""

from tests.rules.epic.scenarios.claims import does, does_not, shows
from tests.rules.epic.scenarios.table import Put, Start, Table


class TestHandsFromBelow:
    @does("Hands from Below")
    def test_hands_from_below_damages_attackers_without_airborne_and_makes_zombies(self) -> None:
        table = Table(a=Start(in_play=["Kong", "Muse", "Human Token"]), b=Start(hand=["Hands from Below"]))
        table.a.attacks("Kong", "Muse", "Human Token")
        table.a.passes()
        table.b.plays("Hands from Below")
        assert table.a.in_play == ["Kong", "Muse"]
        assert table.champion("Kong").damage == 4
        assert table.b.in_play == ["Zombie Token", "Zombie Token"]

    @does_not("Hands from Below")
    def test_hands_from_below_zombies_are_expended_and_cannot_block(self) -> None:
        table = Table(a=Start(in_play=["Kong"]), b=Start(hand=["Hands from Below"]))
        table.a.attacks("Kong")
        table.a.passes()
        table.b.plays("Hands from Below")
        assert table.stance("Zombie Token#1") == "expended"
        table.all_pass()
        assert table.step == "before-damage"

    @does_not("Hands from Below")
    def test_hands_from_below_outside_battle_damages_no_champion(self) -> None:
        table = Table(a=Start(in_play=["Kong", "Human Token"], hand=["Hands from Below"]))
        table.a.plays("Hands from Below")
        assert table.champion("Kong").damage == 0
        assert len(table.a.in_play) == 4


class TestHeinousFeast:
    @does("Heinous Feast")
    def test_heinous_feast_banishes_discard_pile_of_player_and_gains_health(self) -> None:
        table = Table(a=Start(hand=["Heinous Feast"], gold=0), b=Start(discard=["Kong", "Muse", "Lash"]))
        table.a.plays("Heinous Feast", mode=0)
        table.a.targets("B")
        assert table.a.health == 32
        assert table.b.discard == []
        assert table.b.deck[-3:] == ["Kong", "Lash", "Muse"]

    @does_not("Heinous Feast")
    def test_heinous_feast_banishes_neither_other_discard_pile_nor_itself(self) -> None:
        table = Table(a=Start(hand=["Heinous Feast"], discard=["Kong"]), b=Start(discard=["Muse"]))
        table.a.plays("Heinous Feast", mode=0)
        table.a.targets("A")
        assert table.a.health == 31
        assert table.a.discard == ["Heinous Feast"]
        assert table.b.discard == ["Muse"]


class TestNecrovirus:
    @does("Necrovirus")
    def test_necrovirus_breaks_target_and_each_player_gets_zombie(self) -> None:
        table = Table(a=Start(hand=["Necrovirus"]), b=Start(in_play=["Kong", "Muse"]))
        table.a.plays("Necrovirus")
        table.a.targets("Kong")
        assert table.a.in_play == ["Zombie Token"]
        assert table.b.in_play == ["Muse", "Zombie Token"]

    @does("Necrovirus")
    def test_necrovirus_in_discard_banishes_itself_for_three_zombies_after_evil_card(self) -> None:
        table = Table(a=Start(hand=["Demon Breach"], discard=["Necrovirus"]))
        table.a.plays("Demon Breach")
        table.a.says_yes()
        assert table.a.in_play == [*["Demon Token"] * 3, *["Zombie Token"] * 3]
        assert table.a.discard == ["Demon Breach"]

    @does_not("Necrovirus")
    def test_necrovirus_is_not_triggered_by_its_own_play(self) -> None:
        table = Table(a=Start(hand=["Necrovirus"]))
        table.a.plays("Necrovirus")
        assert table.a.discard == ["Necrovirus"]
        assert table.a.in_play == table.b.in_play == ["Zombie Token"]


class TestRaxxasCurse:
    @does("Raxxa's Curse")
    def test_raxxas_curse_makes_demon_and_breaks_free_champion(self) -> None:
        table = Table(a=Start(hand=["Raxxa's Curse"], gold=0), b=Start(in_play=["Kong", "Muse", "Human Token"]))
        table.a.plays("Raxxa's Curse", mode=0)
        assert table.candidates == ["Demon Token", "Human Token", "Muse"]
        table.a.targets("Muse")
        assert table.b.in_play == ["Human Token", "Kong"]

    @does_not("Raxxa's Curse")
    def test_raxxas_curse_without_other_target_breaks_its_own_demon(self) -> None:
        """Rule 5.20.7: a target has to be picked while there is one."""
        table = Table(a=Start(hand=["Raxxa's Curse"]), b=Start(in_play=["Kong"]))
        table.a.plays("Raxxa's Curse", mode=0)
        assert table.a.in_play == []
        assert table.b.in_play == ["Kong"]


class TestRaxxasDispleasure:
    @does("Raxxa's Displeasure")
    def test_raxxas_displeasure_breaks_all_champions_except_demons(self) -> None:
        table = Table(
            a=Start(hand=["Raxxa's Displeasure"], in_play=["Demon Token", "Human Token"]),
            b=Start(in_play=["Guilt Demon", "Kong"]),
        )
        table.a.plays("Raxxa's Displeasure", mode=1)
        assert table.a.in_play == ["Demon Token"]
        assert table.b.in_play == ["Guilt Demon"]

    @does_not("Raxxa's Displeasure")
    def test_raxxas_displeasure_on_turn_of_opponent_cannot_break_all_champions(self) -> None:
        table = Table(b=Start(hand=["Raxxa's Displeasure"]))
        table.a.passes()
        table.b.cannot("3.2.1").plays("Raxxa's Displeasure", mode=1)


class TestRaxxa:
    @does("Raxxa, Demon Tyrant")
    def test_raxxa_with_loyalty_makes_stronger_demons_and_deals_damage(self) -> None:
        table = Table(
            a=Start(hand=["Raxxa, Demon Tyrant", "Wither", "Medusa"]),
            b=Start(in_play=["Human Token", "Demon Token"]),
        )
        table.a.plays("Raxxa, Demon Tyrant")
        table.a.resolves("Raxxa, Demon Tyrant", 0)
        table.a.reveals("Wither", "Medusa")
        assert table.a.in_play == ["Demon Token", "Demon Token", "Raxxa, Demon Tyrant"]
        assert (table.offense("A/Demon Token#1"), table.defense("A/Demon Token#1")) == (6, 6)
        assert table.b.in_play == ["Demon Token"]
        assert table.champion("B/Demon Token").damage == 2

    @does_not("Raxxa, Demon Tyrant")
    def test_raxxa_does_not_strengthen_other_demons_or_opponents(self) -> None:
        table = Table(a=Start(in_play=["Raxxa, Demon Tyrant", "Guilt Demon"]), b=Start(in_play=["Demon Token"]))
        assert table.offense("Raxxa, Demon Tyrant") == 6
        assert table.offense("Guilt Demon") == 3
        assert table.offense("Demon Token") == 4


class TestReapOrSow:
    @does("Reap or Sow")
    def test_reap_or_sow_makes_four_zombies_or_breaks_all_champions(self) -> None:
        table = Table(a=Start(hand=["Reap or Sow", "Reap or Sow"], gold=2), b=Start(in_play=["Kong"]))
        table.a.plays("Reap or Sow", mode=0)
        assert table.a.in_play == ["Zombie Token"] * 4
        table.a.plays("Reap or Sow", mode=1)
        assert table.a.in_play == table.b.in_play == []

    @does_not("Reap or Sow")
    def test_reap_or_sow_on_turn_of_opponent_cannot_break_all_champions(self) -> None:
        table = Table(a=Start(in_play=["Kong"]), b=Start(hand=["Reap or Sow"]))
        table.a.passes()
        table.b.cannot("3.2.1").plays("Reap or Sow", mode=1)
        table.b.plays("Reap or Sow", mode=0)
        assert table.a.in_play == ["Kong"]


class TestReaper:
    @does("Reaper")
    @shows("I-125")
    def test_reaper_breaks_target_and_its_controller_gets_demon(self) -> None:
        table = Table(a=Start(hand=["Reaper"]), b=Start(in_play=["Kong", "Muse"]))
        table.a.plays("Reaper")
        table.a.says_yes()
        table.a.targets("Kong")
        assert table.a.in_play == ["Reaper"]
        assert table.b.in_play == ["Demon Token", "Muse"]

    @does_not("Reaper")
    def test_reaper_without_broken_champion_makes_no_demon(self) -> None:
        table = Table(a=Start(hand=["Reaper"], in_play=["Juggernaut"]))
        table.a.plays("Reaper")
        table.a.says_yes()
        table.a.targets("Juggernaut")
        assert table.a.in_play == ["Juggernaut", "Reaper"]

    @does_not("Reaper")
    def test_reaper_after_evil_card_can_be_declined(self) -> None:
        table = Table(a=Start(hand=["Demon Breach"], in_play=["Reaper"]), b=Start(in_play=["Kong"]))
        table.a.plays("Demon Breach")
        table.a.says_no()
        assert table.b.in_play == ["Kong"]


class TestZealousNecromancer:
    @does("Zealous Necromancer")
    def test_zealous_necromancer_makes_zombie_for_each_other_champion_that_breaks(self) -> None:
        table = Table(a=Start(hand=["Apocalypse"]), b=Start(in_play=["Zealous Necromancer", "Kong", "Demon Token"]))
        table.a.plays("Apocalypse", mode=1)
        assert table.b.in_play == ["Zombie Token", "Zombie Token"]

    @does("Zealous Necromancer")
    def test_zealous_necromancer_makes_zombie_for_broken_champion_of_opponent(self) -> None:
        table = Table(a=Start(in_play=["Zealous Necromancer"], hand=["Wither"]), b=Start(in_play=["Muse", "Kong"]))
        table.a.plays("Wither")
        table.a.targets("Muse")
        assert table.a.in_play == ["Zealous Necromancer", "Zombie Token"]

    @does_not("Zealous Necromancer")
    def test_zealous_necromancer_makes_nothing_for_broken_zombies_or_itself(self) -> None:
        table = Table(a=Start(hand=["Apocalypse"], in_play=["Zombie Token", "Zealous Necromancer", "Zombie Token"]))
        table.a.plays("Apocalypse", mode=1)
        assert table.a.in_play == []

    @does_not("Zealous Necromancer")
    def test_zealous_necromancer_makes_nothing_after_leaving_play(self) -> None:
        table = Table(
            a=Start(hand=["Bitten", "Wither"]),
            b=Start(in_play=["Zealous Necromancer", Put("Muse"), "Kong"]),
        )
        table.a.plays("Bitten", mode=1)
        table.a.targets("Zealous Necromancer")
        table.a.plays("Wither")
        table.a.targets("Muse")
        assert table.b.in_play == ["Kong"]


class TestDarkOffering:
    @does("Dark Offering")
    def test_dark_offering_breaks_own_champion_and_two_targets(self) -> None:
        table = Table(
            a=Start(hand=["Dark Offering"], in_play=["Medusa", "Muse"]),
            b=Start(in_play=["Kong", "Palace Guard"]),
        )
        table.a.plays("Dark Offering", mode=1)
        assert table.asks == ("A", "target")
        table.a.targets("Kong", "Palace Guard")
        assert table.a.in_play == ["Muse"]
        assert table.b.in_play == []

    @does_not("Dark Offering")
    def test_dark_offering_with_unbreakable_own_champion_breaks_nothing(self) -> None:
        table = Table(a=Start(hand=["Dark Offering"], in_play=["Vampire Lord", "Muse"]), b=Start(in_play=["Kong"]))
        table.a.plays("Dark Offering", mode=1)
        assert table.asks == ("A", "act")
        assert table.a.in_play == ["Muse", "Vampire Lord"]
        assert table.b.in_play == ["Kong"]
