"""Further Wild cards of the Pantheon packs: what each does and what it must not do."""

from tests.rules.epic.scenarios.claims import does, does_not
from tests.rules.epic.scenarios.table import Put, Start, Table


class TestBruger:
    @does("Bruger, the Pathfinder")
    def test_damaging_an_opponent_strengthens_the_pack(self) -> None:
        table = Table(a=Start(in_play=["Bruger, the Pathfinder", "Wolf Token"]))
        table.a.attacks("Bruger, the Pathfinder")
        table.all_pass()
        table.all_pass()
        assert (table.b.health, table.offense("Bruger, the Pathfinder"), table.offense("Wolf Token")) == (25, 8, 5)

    @does_not("Bruger, the Pathfinder")
    def test_neither_other_alignments_nor_the_opponents(self) -> None:
        table = Table(a=Start(in_play=["Muse"], hand=["Bruger, the Pathfinder"]), b=Start(in_play=["Wolf Token"]))
        table.a.plays("Bruger, the Pathfinder")
        assert [table.offense(name) for name in ("Bruger, the Pathfinder", "Muse", "Wolf Token")] == [8, 2, 2]


class TestFieryDemise:
    @does("Fiery Demise")
    def test_three_damage_and_two_cards(self) -> None:
        table = Table(a=Start(hand=["Fiery Demise"], deck=["Kong", "Muse"]))
        table.a.plays("Fiery Demise")
        table.a.targets("B")
        assert (table.b.health, table.a.hand) == (27, ["Kong", "Muse"])

    @does_not("Fiery Demise")
    def test_an_untargetable_champion_is_safe(self) -> None:
        table = Table(a=Start(hand=["Fiery Demise"]), b=Start(in_play=["Steel Titan"]))
        table.a.plays("Fiery Demise")
        table.a.cannot("5.20.4").targets("Steel Titan")


class TestFlamesOfFurios:
    @does("Flames of Furios")
    def test_each_player_is_burnt_for_own_champions_that_broke(self) -> None:
        table = Table(
            a=Start(in_play=["Wolf Token", "Kong"], hand=["Flames of Furios"]),
            b=Start(in_play=["Muse", "Wolf Token"]),
        )
        table.a.plays("Flames of Furios", mode=1)
        assert (table.a.health, table.b.health) == (29, 28)
        assert (table.a.in_play, table.b.in_play) == (["Kong"], [])

    @does_not("Flames of Furios")
    def test_champions_that_survive_burn_no_one(self) -> None:
        table = Table(a=Start(in_play=["Kong"], hand=["Flames of Furios"]), b=Start(in_play=["Kong"]))
        table.a.plays("Flames of Furios", mode=1)
        assert (table.a.health, table.b.health) == (30, 30)

    def test_both_out_at_once_is_a_drawn_game(self) -> None:
        table = Table(
            a=Start(in_play=["Wolf Token"], hand=["Flames of Furios"], health=1),
            b=Start(in_play=["Muse"], health=1),
        )
        table.a.plays("Flames of Furios", mode=1)
        assert table.state.over
        assert table.winners == ""


class TestGreaterLightningWurm:
    @does("Greater Lightning Wurm")
    def test_loyalty_strikes_for_six(self) -> None:
        table = Table(a=Start(hand=["Greater Lightning Wurm", "Lash", "Kong"]))
        table.a.plays("Greater Lightning Wurm")
        table.a.reveals("Kong", "Lash")
        table.a.targets("B")
        assert table.b.health == 24

    @does_not("Greater Lightning Wurm")
    def test_no_reveal_no_damage(self) -> None:
        table = Table(a=Start(hand=["Greater Lightning Wurm", "Lash", "Kong"]))
        table.a.plays("Greater Lightning Wurm")
        table.a.reveals()
        assert table.b.health == 30


class TestHuntingPterosaur:
    @does("Hunting Pterosaur")
    def test_breaks_a_small_champion(self) -> None:
        table = Table(a=Start(hand=["Hunting Pterosaur"]), b=Start(in_play=["Wolf Token", "Kong"]))
        table.a.plays("Hunting Pterosaur")
        table.a.says_yes()
        assert table.b.in_play == ["Kong"]

    @does_not("Hunting Pterosaur")
    def test_defense_at_this_moment_counts(self) -> None:
        table = Table(
            a=Start(hand=["Hunting Pterosaur"]),
            b=Start(in_play=[Put("Wolf Token", plus=1), Put("Kong", damage=13)]),
        )
        table.a.plays("Hunting Pterosaur")
        assert table.asks == ("A", "act")


class TestKeira:
    @does("Keira, Wolf Caller")
    def test_wolves_attack_at_once_and_stronger(self) -> None:
        table = Table(a=Start(hand=["Keira, Wolf Caller"]))
        table.a.plays("Keira, Wolf Caller")
        assert table.a.in_play == ["Keira, Wolf Caller", "Wolf Token", "Wolf Token"]
        assert (table.offense("Wolf Token"), table.defense("Wolf Token")) == (3, 3)
        table.a.attacks("Wolf Token", "Wolf Token#2")

    @does_not("Keira, Wolf Caller")
    def test_the_opponents_wolves_stay_as_they_are_and_hers_when_she_is_gone(self) -> None:
        table = Table(
            a=Start(in_play=["Keira, Wolf Caller", "Wolf Token"], hand=["Gareth's Will"]),
            b=Start(in_play=["Wolf Token"]),
        )
        assert (table.offense("A/Wolf Token"), table.offense("B/Wolf Token")) == (3, 2)
        table.a.plays("Gareth's Will", mode=1)
        table.a.targets("Keira, Wolf Caller")
        assert table.offense("A/Wolf Token") == 2


class TestRybas:
    @does("Rybas, Canopy Sniper")
    def test_expends_for_three_damage(self) -> None:
        table = Table(a=Start(in_play=["Rybas, Canopy Sniper"]))
        table.a.uses("Rybas, Canopy Sniper", 1)
        table.a.targets("B")
        assert (table.b.health, table.stance("Rybas, Canopy Sniper")) == (27, "expended")

    @does_not("Rybas, Canopy Sniper")
    def test_not_again_in_the_same_turn(self) -> None:
        table = Table(a=Start(in_play=[Put("Rybas, Canopy Sniper", stance=1)]))
        table.a.cannot("3.5.3").uses("Rybas, Canopy Sniper", 1)
