"""The Evil cards of Tyrants: what each does and what it must not do."""

from tests.rules.epic.scenarios.claims import does, does_not, shows
from tests.rules.epic.scenarios.table import Put, Start, Table


class TestHandsFromBelow:
    @does("Hands from Below")
    def test_grabs_attackers_on_the_ground(self) -> None:
        table = Table(a=Start(in_play=["Kong", "Muse", "Human Token"]), b=Start(hand=["Hands from Below"]))
        table.a.attacks("Kong", "Muse", "Human Token")
        table.a.passes()
        table.b.plays("Hands from Below")
        assert table.a.in_play == ["Kong", "Muse"]
        assert table.champion("Kong").damage == 4
        assert table.b.in_play == ["Zombie Token", "Zombie Token"]

    @does_not("Hands from Below")
    def test_the_zombies_lie_expended_and_cannot_block(self) -> None:
        table = Table(a=Start(in_play=["Kong"]), b=Start(hand=["Hands from Below"]))
        table.a.attacks("Kong")
        table.a.passes()
        table.b.plays("Hands from Below")
        assert table.stance("Zombie Token#1") == "expended"
        table.all_pass()
        assert table.step == "before-damage"

    @does_not("Hands from Below")
    def test_what_stays_at_home_is_not_hit(self) -> None:
        table = Table(a=Start(in_play=["Kong", "Human Token"], hand=["Hands from Below"]))
        table.a.plays("Hands from Below")
        assert table.champion("Kong").damage == 0
        assert len(table.a.in_play) == 4


class TestHeinousFeast:
    @does("Heinous Feast")
    def test_eats_a_players_discard_pile(self) -> None:
        table = Table(a=Start(hand=["Heinous Feast"], gold=0), b=Start(discard=["Kong", "Muse", "Lash"]))
        table.a.plays("Heinous Feast", mode=0)
        table.a.targets("B")
        assert table.a.health == 32
        assert table.b.discard == []
        assert table.b.deck[-3:] == ["Kong", "Lash", "Muse"]

    @does_not("Heinous Feast")
    def test_not_the_other_pile_nor_itself(self) -> None:
        table = Table(a=Start(hand=["Heinous Feast"], discard=["Kong"]), b=Start(discard=["Muse"]))
        table.a.plays("Heinous Feast", mode=0)
        table.a.targets("A")
        assert table.a.health == 31
        assert table.a.discard == ["Heinous Feast"]
        assert table.b.discard == ["Muse"]


class TestNecrovirus:
    @does("Necrovirus")
    def test_breaks_one_and_every_player_gets_a_zombie(self) -> None:
        table = Table(a=Start(hand=["Necrovirus"]), b=Start(in_play=["Kong", "Muse"]))
        table.a.plays("Necrovirus")
        table.a.targets("Kong")
        assert table.a.in_play == ["Zombie Token"]
        assert table.b.in_play == ["Muse", "Zombie Token"]

    @does("Necrovirus")
    def test_banishes_itself_for_three(self) -> None:
        table = Table(a=Start(hand=["Demon Breach"], discard=["Necrovirus"]))
        table.a.plays("Demon Breach")
        table.a.says_yes()
        assert table.a.in_play == [*["Demon Token"] * 3, *["Zombie Token"] * 3]
        assert table.a.discard == ["Demon Breach"]

    @does_not("Necrovirus")
    def test_its_own_play_does_not_call_it(self) -> None:
        table = Table(a=Start(hand=["Necrovirus"]))
        table.a.plays("Necrovirus")
        assert table.a.discard == ["Necrovirus"]
        assert table.a.in_play == table.b.in_play == ["Zombie Token"]


class TestRaxxasCurse:
    @does("Raxxa's Curse")
    def test_a_demon_and_a_free_champion_breaks(self) -> None:
        table = Table(a=Start(hand=["Raxxa's Curse"], gold=0), b=Start(in_play=["Kong", "Muse", "Human Token"]))
        table.a.plays("Raxxa's Curse", mode=0)
        assert table.candidates == ["Demon Token", "Human Token", "Muse"]
        table.a.targets("Muse")
        assert table.b.in_play == ["Human Token", "Kong"]

    @does_not("Raxxa's Curse")
    def test_alone_its_own_demon_has_to_break(self) -> None:
        """Rule 5.20.7: a target has to be picked while there is one."""
        table = Table(a=Start(hand=["Raxxa's Curse"]), b=Start(in_play=["Kong"]))
        table.a.plays("Raxxa's Curse", mode=0)
        assert table.a.in_play == []
        assert table.b.in_play == ["Kong"]


class TestRaxxasDispleasure:
    @does("Raxxa's Displeasure")
    def test_only_demons_stay(self) -> None:
        table = Table(
            a=Start(hand=["Raxxa's Displeasure"], in_play=["Demon Token", "Human Token"]),
            b=Start(in_play=["Guilt Demon", "Kong"]),
        )
        table.a.plays("Raxxa's Displeasure", mode=1)
        assert table.a.in_play == ["Demon Token"]
        assert table.b.in_play == ["Guilt Demon"]

    @does_not("Raxxa's Displeasure")
    def test_not_on_another_turn(self) -> None:
        table = Table(b=Start(hand=["Raxxa's Displeasure"]))
        table.a.passes()
        table.b.cannot("3.2.1").plays("Raxxa's Displeasure", mode=1)


class TestRaxxa:
    @does("Raxxa, Demon Tyrant")
    def test_two_strong_demons_and_damage_with_loyalty(self) -> None:
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
    def test_neither_other_demons_nor_the_opponents(self) -> None:
        table = Table(a=Start(in_play=["Raxxa, Demon Tyrant", "Guilt Demon"]), b=Start(in_play=["Demon Token"]))
        assert table.offense("Raxxa, Demon Tyrant") == 6
        assert table.offense("Guilt Demon") == 3
        assert table.offense("Demon Token") == 4


class TestReapOrSow:
    @does("Reap or Sow")
    def test_sows_zombies_or_reaps_all(self) -> None:
        table = Table(a=Start(hand=["Reap or Sow", "Reap or Sow"], gold=2), b=Start(in_play=["Kong"]))
        table.a.plays("Reap or Sow", mode=0)
        assert table.a.in_play == ["Zombie Token"] * 4
        table.a.plays("Reap or Sow", mode=1)
        assert table.a.in_play == table.b.in_play == []

    @does_not("Reap or Sow")
    def test_reaps_on_own_turn_only(self) -> None:
        table = Table(a=Start(in_play=["Kong"]), b=Start(hand=["Reap or Sow"]))
        table.a.passes()
        table.b.cannot("3.2.1").plays("Reap or Sow", mode=1)
        table.b.plays("Reap or Sow", mode=0)
        assert table.a.in_play == ["Kong"]


class TestReaper:
    @does("Reaper")
    @shows("I-125")
    def test_breaks_one_whose_controller_gets_a_demon(self) -> None:
        table = Table(a=Start(hand=["Reaper"]), b=Start(in_play=["Kong", "Muse"]))
        table.a.plays("Reaper")
        table.a.says_yes()
        table.a.targets("Kong")
        assert table.a.in_play == ["Reaper"]
        assert table.b.in_play == ["Demon Token", "Muse"]

    @does_not("Reaper")
    def test_no_demon_when_nothing_broke(self) -> None:
        table = Table(a=Start(hand=["Reaper"], in_play=["Juggernaut"]))
        table.a.plays("Reaper")
        table.a.says_yes()
        table.a.targets("Juggernaut")
        assert table.a.in_play == ["Juggernaut", "Reaper"]

    @does_not("Reaper")
    def test_may_be_declined_with_each_evil_card(self) -> None:
        table = Table(a=Start(hand=["Demon Breach"], in_play=["Reaper"]), b=Start(in_play=["Kong"]))
        table.a.plays("Demon Breach")
        table.a.says_no()
        assert table.b.in_play == ["Kong"]


class TestZealousNecromancer:
    @does("Zealous Necromancer")
    def test_a_zombie_for_each_other_that_breaks(self) -> None:
        table = Table(a=Start(hand=["Apocalypse"]), b=Start(in_play=["Zealous Necromancer", "Kong", "Demon Token"]))
        table.a.plays("Apocalypse", mode=1)
        assert table.b.in_play == ["Zombie Token", "Zombie Token"]

    @does("Zealous Necromancer")
    def test_draws_on_entering_and_watches_both_sides(self) -> None:
        table = Table(a=Start(in_play=["Zealous Necromancer"], hand=["Wither"]), b=Start(in_play=["Muse", "Kong"]))
        table.a.plays("Wither")
        table.a.targets("Muse")
        assert table.a.in_play == ["Zealous Necromancer", "Zombie Token"]

    @does_not("Zealous Necromancer")
    def test_nothing_for_zombies_or_for_itself(self) -> None:
        table = Table(a=Start(hand=["Apocalypse"], in_play=["Zombie Token", "Zealous Necromancer", "Zombie Token"]))
        table.a.plays("Apocalypse", mode=1)
        assert table.a.in_play == []

    @does_not("Zealous Necromancer")
    def test_nothing_for_what_breaks_after_it_has_left(self) -> None:
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
    def test_one_of_your_own_for_two_others(self) -> None:
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
    def test_nothing_breaks_when_the_offering_did_not(self) -> None:
        table = Table(a=Start(hand=["Dark Offering"], in_play=["Vampire Lord", "Muse"]), b=Start(in_play=["Kong"]))
        table.a.plays("Dark Offering", mode=1)
        assert table.asks == ("A", "act")
        assert table.a.in_play == ["Muse", "Vampire Lord"]
        assert table.b.in_play == ["Kong"]
