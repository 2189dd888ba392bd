"""Further Wild cards of the Pantheon packs."""

from tests.rules.epic.scenarios.claims import does, does_not
from tests.rules.epic.scenarios.table import Put, Start, Table


class TestBruger:
    @does("Bruger, the Pathfinder")
    def test_bruger_damaging_opponent_strengthens_own_wild_champions(self) -> None:
        table = Table(a=Start(in_play=["Bruger, the Pathfinder", "Wolf Token"]))
        table.a.attacks("Bruger, the Pathfinder")
        table.all_pass()
        table.all_pass()
        assert (table.b.health, table.offense("Bruger, the Pathfinder"), table.offense("Wolf Token")) == (25, 8, 5)

    @does_not("Bruger, the Pathfinder")
    def test_bruger_does_not_strengthen_opponents_or_other_alignments(self) -> None:
        table = Table(a=Start(in_play=["Muse"], hand=["Bruger, the Pathfinder"]), b=Start(in_play=["Wolf Token"]))
        table.a.plays("Bruger, the Pathfinder")
        assert [table.offense(name) for name in ("Bruger, the Pathfinder", "Muse", "Wolf Token")] == [8, 2, 2]


class TestFieryDemise:
    @does("Fiery Demise")
    def test_fiery_demise_deals_3_damage_and_draws_two_cards(self) -> None:
        table = Table(a=Start(hand=["Fiery Demise"], deck=["Kong", "Muse"]))
        table.a.plays("Fiery Demise")
        table.a.targets("B")
        assert (table.b.health, table.a.hand) == (27, ["Kong", "Muse"])

    @does_not("Fiery Demise")
    def test_fiery_demise_cannot_target_untargetable_champion(self) -> None:
        table = Table(a=Start(hand=["Fiery Demise"]), b=Start(in_play=["Steel Titan"]))
        table.a.plays("Fiery Demise")
        table.a.cannot("5.20.4").targets("Steel Titan")


class TestFlamesOfFurios:
    @does("Flames of Furios")
    def test_flames_of_furios_damages_each_player_for_their_broken_champions(self) -> None:
        table = Table(
            a=Start(in_play=["Wolf Token", "Kong"], hand=["Flames of Furios"]),
            b=Start(in_play=["Muse", "Wolf Token"]),
        )
        table.a.plays("Flames of Furios", mode=1)
        assert (table.a.health, table.b.health) == (29, 28)
        assert (table.a.in_play, table.b.in_play) == (["Kong"], [])

    @does_not("Flames of Furios")
    def test_flames_of_furios_damages_no_one_for_surviving_champions(self) -> None:
        table = Table(a=Start(in_play=["Kong"], hand=["Flames of Furios"]), b=Start(in_play=["Kong"]))
        table.a.plays("Flames of Furios", mode=1)
        assert (table.a.health, table.b.health) == (30, 30)

    def test_flames_of_furios_eliminating_both_players_is_a_draw(self) -> None:
        table = Table(
            a=Start(in_play=["Wolf Token"], hand=["Flames of Furios"], health=1),
            b=Start(in_play=["Muse"], health=1),
        )
        table.a.plays("Flames of Furios", mode=1)
        assert table.state.over
        assert table.winners == ""


class TestGreaterLightningWurm:
    @does("Greater Lightning Wurm")
    def test_greater_lightning_wurm_with_loyalty_deals_6_damage(self) -> None:
        table = Table(a=Start(hand=["Greater Lightning Wurm", "Lash", "Kong"]))
        table.a.plays("Greater Lightning Wurm")
        table.a.reveals("Kong", "Lash")
        table.a.targets("B")
        assert table.b.health == 24

    @does_not("Greater Lightning Wurm")
    def test_greater_lightning_wurm_without_loyalty_deals_no_damage(self) -> None:
        table = Table(a=Start(hand=["Greater Lightning Wurm", "Lash", "Kong"]))
        table.a.plays("Greater Lightning Wurm")
        table.a.reveals()
        assert table.b.health == 30


class TestHuntingPterosaur:
    @does("Hunting Pterosaur")
    def test_hunting_pterosaur_breaks_champion_with_low_defense(self) -> None:
        table = Table(a=Start(hand=["Hunting Pterosaur"]), b=Start(in_play=["Wolf Token", "Kong"]))
        table.a.plays("Hunting Pterosaur")
        table.a.says_yes()
        assert table.b.in_play == ["Kong"]

    @does_not("Hunting Pterosaur")
    def test_hunting_pterosaur_with_current_defense_too_high_asks_nothing(self) -> None:
        table = Table(
            a=Start(hand=["Hunting Pterosaur"]),
            b=Start(in_play=[Put("Wolf Token", plus=1), Put("Kong", damage=13)]),
        )
        table.a.plays("Hunting Pterosaur")
        assert table.asks == ("A", "act")


class TestKeira:
    @does("Keira, Wolf Caller")
    def test_keira_makes_wolves_that_attack_at_once_and_strengthens_them(self) -> None:
        table = Table(a=Start(hand=["Keira, Wolf Caller"]))
        table.a.plays("Keira, Wolf Caller")
        assert table.a.in_play == ["Keira, Wolf Caller", "Wolf Token", "Wolf Token"]
        assert (table.offense("Wolf Token"), table.defense("Wolf Token")) == (3, 3)
        table.a.attacks("Wolf Token", "Wolf Token#2")

    @does_not("Keira, Wolf Caller")
    def test_keira_does_not_strengthen_wolves_of_opponent_or_after_leaving(self) -> None:
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
    def test_rybas_expended_deals_3_damage(self) -> None:
        table = Table(a=Start(in_play=["Rybas, Canopy Sniper"]))
        table.a.uses("Rybas, Canopy Sniper", 1)
        table.a.targets("B")
        assert (table.b.health, table.stance("Rybas, Canopy Sniper")) == (27, "expended")

    @does_not("Rybas, Canopy Sniper")
    def test_rybas_expended_cannot_be_used_again(self) -> None:
        table = Table(a=Start(in_play=[Put("Rybas, Canopy Sniper", stance=1)]))
        table.a.cannot("3.5.3").uses("Rybas, Canopy Sniper", 1)
