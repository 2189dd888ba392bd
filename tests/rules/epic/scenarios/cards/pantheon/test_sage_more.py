"""Further Sage cards of the Pantheon packs."""

from tests.rules.epic.scenarios.claims import does, does_not
from tests.rules.epic.scenarios.table import Put, Start, Table


class TestAlchemistAssassin:
    @does("Alchemist Assassin")
    def test_alchemist_assassin_for_1_gold_gains_7_offense(self) -> None:
        table = Table(a=Start(hand=["Alchemist Assassin"]))
        table.a.plays("Alchemist Assassin")
        table.a.uses("Alchemist Assassin", 0)
        table.a.attacks("Alchemist Assassin")
        table.all_pass()
        table.all_pass()
        assert (table.b.health, table.a.gold) == (20, 0)

    @does_not("Alchemist Assassin")
    def test_alchemist_assassin_without_gold_cannot_use_power(self) -> None:
        table = Table(a=Start(in_play=["Alchemist Assassin"], gold=0))
        table.a.cannot("3.6.3").uses("Alchemist Assassin", 0)


class TestErwin:
    @does("Erwin, Architect of War")
    def test_erwin_counts_as_every_alignment_for_loyalty(self) -> None:
        table = Table(a=Start(hand=["Brak, Fist of Lashnok", "Erwin, Architect of War", "Lash"], deck=["Muse"]))
        table.a.plays("Brak, Fist of Lashnok")
        table.a.reveals("Erwin, Architect of War", "Lash")
        assert "Muse" in table.a.hand

    @does_not("Erwin, Architect of War")
    def test_erwin_at_cost_0_triggers_no_ally(self) -> None:
        table = Table(a=Start(in_play=["Noble Unicorn"], hand=["Erwin, Architect of War"]))
        table.a.plays("Erwin, Architect of War")
        assert table.a.hand == []

    def test_erwin_tribute_recycles(self) -> None:
        table = Table(a=Start(hand=["Erwin, Architect of War"], discard=["Kong", "Lash"], deck=["Muse"]))
        table.a.plays("Erwin, Architect of War")
        table.a.chooses("Kong", "Lash")
        assert table.a.hand == ["Muse"]


class TestFairyEntrancer:
    @does("Fairy Entrancer")
    def test_fairy_entrancer_removes_two_counters_to_gain_control_of_champion(self) -> None:
        table = Table(a=Start(in_play=[Put("Fairy Entrancer", plus=2)]), b=Start(in_play=["Kong"]))
        table.a.uses("Fairy Entrancer", 2)
        table.a.targets("Kong")
        assert (table.a.in_play, table.b.in_play) == (["Fairy Entrancer", "Kong"], [])
        table.a.cannot("5.17.1").attacks("Kong")
        table.next_turn()
        assert "Kong" in table.a.in_play

    @does_not("Fairy Entrancer")
    def test_fairy_entrancer_with_one_counter_cannot_gain_control(self) -> None:
        table = Table(a=Start(in_play=[Put("Fairy Entrancer", plus=1)]), b=Start(in_play=["Kong"]))
        table.a.cannot("3.5.3").uses("Fairy Entrancer", 2)
        table.a.attacks("Fairy Entrancer")
        assert table.champion("Fairy Entrancer").plus == 2


class TestGarethsJuggernaut:
    @does("Gareth's Juggernaut")
    def test_gareths_juggernaut_after_sage_card_is_unbreakable(self) -> None:
        table = Table(a=Start(in_play=["Gareth's Juggernaut"], hand=["Steel Titan"]))
        table.a.plays("Steel Titan")
        assert "unbreakable" in table.keywords("Gareth's Juggernaut")

    @does_not("Gareth's Juggernaut")
    def test_gareths_juggernaut_is_not_unbreakable_before_sage_card_or_on_next_turn(self) -> None:
        table = Table(a=Start(in_play=["Gareth's Juggernaut"], hand=["Steel Titan"]))
        assert "unbreakable" not in table.keywords("Gareth's Juggernaut")
        table.a.plays("Steel Titan")
        table.next_turn()
        assert "unbreakable" not in table.keywords("Gareth's Juggernaut")


class TestMasterForcemage:
    @does("Master Forcemage")
    def test_master_forcemage_damages_two_targets_and_sage_card_prepares_it(self) -> None:
        table = Table(a=Start(in_play=["Master Forcemage"], hand=["Steel Titan"]), b=Start(in_play=["Muse"]))
        table.a.uses("Master Forcemage", 0)
        table.a.targets("Muse", "B")
        assert (table.b.in_play, table.b.health) == ([], 28)
        table.a.plays("Steel Titan")
        assert table.stance("Master Forcemage") == "prepared"

    @does_not("Master Forcemage")
    def test_master_forcemage_cannot_deal_4_damage_to_one_target(self) -> None:
        table = Table(a=Start(in_play=["Master Forcemage"]))
        table.a.uses("Master Forcemage", 0)
        table.a.targets("B")
        assert table.b.health == 28


class TestMysticResearcher:
    @does("Mystic Researcher")
    def test_mystic_researcher_draws_when_played_and_when_expended(self) -> None:
        table = Table(a=Start(hand=["Mystic Researcher", "Muse", "Steel Titan"], deck=["Kong", "Lash"]))
        table.a.plays("Mystic Researcher")
        table.a.resolves("Mystic Researcher", 1)
        table.a.reveals("Muse", "Steel Titan")
        assert "Kong" in table.a.hand
        table.a.uses("Mystic Researcher", 2)
        assert "Lash" in table.a.hand

    @does_not("Mystic Researcher")
    def test_mystic_researcher_without_loyalty_cannot_be_used_while_deploying(self) -> None:
        table = Table(a=Start(in_play=[Put("Mystic Researcher", deploying=True)]))
        table.a.cannot("5.17.1").uses("Mystic Researcher", 2)


class TestScrapGolem:
    @does("Scrap Golem", "Scrap Token")
    def test_scrap_golem_used_makes_token_for_discarded_card(self) -> None:
        table = Table(a=Start(in_play=["Scrap Golem"], discard=["Kong", "Lash"]))
        table.a.uses("Scrap Golem", 1)
        table.a.chooses("Lash")
        assert (table.a.in_play, table.a.discard) == (["Scrap Golem", "Scrap Token"], ["Kong"])
        assert (table.offense("Scrap Token"), table.defense("Scrap Token")) == (6, 6)

    @does_not("Scrap Golem")
    def test_scrap_golem_with_empty_discard_pile_cannot_be_used(self) -> None:
        table = Table(a=Start(in_play=["Scrap Golem"]), b=Start(discard=["Kong"]))
        table.a.cannot("3.5.3").uses("Scrap Golem", 1)

    @does_not("Scrap Token")
    def test_scrap_golem_token_has_no_power_and_cannot_attack_while_deploying(self) -> None:
        table = Table(a=Start(in_play=[Put("Scrap Token", deploying=True)], discard=["Kong"]))
        table.a.cannot("3.5.1").uses("Scrap Token", 0)
        table.a.cannot("5.17.1").attacks("Scrap Token")

    def test_scrap_golem_recalled_for_1_gold_returns_to_hand(self) -> None:
        table = Table(a=Start(discard=["Scrap Golem"]))
        table.a.uses("Scrap Golem", 2)
        assert (table.a.hand, table.a.gold) == (["Scrap Golem"], 0)
