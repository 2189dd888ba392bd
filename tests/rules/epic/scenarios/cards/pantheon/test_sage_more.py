"""Further Sage cards of the Pantheon packs: what each does and what it must not do."""

from tests.rules.epic.scenarios.claims import does, does_not
from tests.rules.epic.scenarios.table import Put, Start, Table


class TestAlchemistAssassin:
    @does("Alchemist Assassin")
    def test_a_gold_gives_seven_offense(self) -> None:
        table = Table(a=Start(hand=["Alchemist Assassin"]))
        table.a.plays("Alchemist Assassin")
        table.a.uses("Alchemist Assassin", 0)
        table.a.attacks("Alchemist Assassin")
        table.all_pass()
        table.all_pass()
        assert (table.b.health, table.a.gold) == (20, 0)

    @does_not("Alchemist Assassin")
    def test_without_gold_it_does_not(self) -> None:
        table = Table(a=Start(in_play=["Alchemist Assassin"], gold=0))
        table.a.cannot("3.6.3").uses("Alchemist Assassin", 0)


class TestErwin:
    @does("Erwin, Architect of War")
    def test_shares_an_alignment_with_everything(self) -> None:
        table = Table(a=Start(hand=["Brak, Fist of Lashnok", "Erwin, Architect of War", "Lash"], deck=["Muse"]))
        table.a.plays("Brak, Fist of Lashnok")
        table.a.reveals("Erwin, Architect of War", "Lash")
        assert "Muse" in table.a.hand

    @does_not("Erwin, Architect of War")
    def test_at_cost_0_it_triggers_no_ally_ability(self) -> None:
        table = Table(a=Start(in_play=["Noble Unicorn"], hand=["Erwin, Architect of War"]))
        table.a.plays("Erwin, Architect of War")
        assert table.a.hand == []

    def test_its_tribute_recycles(self) -> None:
        table = Table(a=Start(hand=["Erwin, Architect of War"], discard=["Kong", "Lash"], deck=["Muse"]))
        table.a.plays("Erwin, Architect of War")
        table.a.chooses("Kong", "Lash")
        assert table.a.hand == ["Muse"]


class TestFairyEntrancer:
    @does("Fairy Entrancer")
    def test_two_counters_buy_a_champion_for_good(self) -> None:
        table = Table(a=Start(in_play=[Put("Fairy Entrancer", plus=2)]), b=Start(in_play=["Kong"]))
        table.a.uses("Fairy Entrancer", 2)
        table.a.targets("Kong")
        assert (table.a.in_play, table.b.in_play) == (["Fairy Entrancer", "Kong"], [])
        table.a.cannot("5.17.1").attacks("Kong")
        table.next_turn()
        assert "Kong" in table.a.in_play

    @does_not("Fairy Entrancer")
    def test_one_counter_is_not_enough(self) -> None:
        table = Table(a=Start(in_play=[Put("Fairy Entrancer", plus=1)]), b=Start(in_play=["Kong"]))
        table.a.cannot("3.5.3").uses("Fairy Entrancer", 2)
        table.a.attacks("Fairy Entrancer")
        assert table.champion("Fairy Entrancer").plus == 2


class TestGarethsJuggernaut:
    @does("Gareth's Juggernaut")
    def test_a_sage_card_makes_it_unbreakable(self) -> None:
        table = Table(a=Start(in_play=["Gareth's Juggernaut"], hand=["Steel Titan"]))
        table.a.plays("Steel Titan")
        assert "unbreakable" in table.keywords("Gareth's Juggernaut")

    @does_not("Gareth's Juggernaut")
    def test_not_before_and_not_on_the_next_turn(self) -> None:
        table = Table(a=Start(in_play=["Gareth's Juggernaut"], hand=["Steel Titan"]))
        assert "unbreakable" not in table.keywords("Gareth's Juggernaut")
        table.a.plays("Steel Titan")
        table.next_turn()
        assert "unbreakable" not in table.keywords("Gareth's Juggernaut")


class TestMasterForcemage:
    @does("Master Forcemage")
    def test_two_targets_take_two_each_and_a_sage_card_prepares_it(self) -> None:
        table = Table(a=Start(in_play=["Master Forcemage"], hand=["Steel Titan"]), b=Start(in_play=["Muse"]))
        table.a.uses("Master Forcemage", 0)
        table.a.targets("Muse", "B")
        assert (table.b.in_play, table.b.health) == ([], 28)
        table.a.plays("Steel Titan")
        assert table.stance("Master Forcemage") == "prepared"

    @does_not("Master Forcemage")
    def test_not_four_to_one(self) -> None:
        table = Table(a=Start(in_play=["Master Forcemage"]))
        table.a.uses("Master Forcemage", 0)
        table.a.targets("B")
        assert table.b.health == 28


class TestMysticResearcher:
    @does("Mystic Researcher")
    def test_draws_on_entering_and_by_expending(self) -> None:
        table = Table(a=Start(hand=["Mystic Researcher", "Muse", "Steel Titan"], deck=["Kong", "Lash"]))
        table.a.plays("Mystic Researcher")
        table.a.resolves("Mystic Researcher", 1)
        table.a.reveals("Muse", "Steel Titan")
        assert "Kong" in table.a.hand
        table.a.uses("Mystic Researcher", 2)
        assert "Lash" in table.a.hand

    @does_not("Mystic Researcher")
    def test_without_loyalty_it_does_not_expend_at_once(self) -> None:
        table = Table(a=Start(in_play=[Put("Mystic Researcher", deploying=True)]))
        table.a.cannot("5.17.1").uses("Mystic Researcher", 2)


class TestScrapGolem:
    @does("Scrap Golem", "Scrap Token")
    def test_a_discarded_card_becomes_a_token(self) -> None:
        table = Table(a=Start(in_play=["Scrap Golem"], discard=["Kong", "Lash"]))
        table.a.uses("Scrap Golem", 1)
        table.a.chooses("Lash")
        assert (table.a.in_play, table.a.discard) == (["Scrap Golem", "Scrap Token"], ["Kong"])
        assert (table.offense("Scrap Token"), table.defense("Scrap Token")) == (6, 6)

    @does_not("Scrap Golem")
    def test_not_with_an_empty_pile(self) -> None:
        table = Table(a=Start(in_play=["Scrap Golem"]), b=Start(discard=["Kong"]))
        table.a.cannot("3.5.3").uses("Scrap Golem", 1)

    @does_not("Scrap Token")
    def test_the_token_has_no_power_and_does_not_attack_at_once(self) -> None:
        table = Table(a=Start(in_play=[Put("Scrap Token", deploying=True)], discard=["Kong"]))
        table.a.cannot("3.5.1").uses("Scrap Token", 0)
        table.a.cannot("5.17.1").attacks("Scrap Token")

    def test_a_gold_recalls_it(self) -> None:
        table = Table(a=Start(discard=["Scrap Golem"]))
        table.a.uses("Scrap Golem", 2)
        assert (table.a.hand, table.a.gold) == (["Scrap Golem"], 0)
