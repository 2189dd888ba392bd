"""Gods and demigods of the Pantheon packs."""

from rules.engine.decision import Action
from rules.epic.cards import CATALOGUE
from tests.rules.epic.scenarios.claims import does, does_not
from tests.rules.epic.scenarios.table import Put, Start, Table

ANGELINE = CATALOGUE.card("Angeline, Silver Wing")
FURIOS = CATALOGUE.card("Furios, Father of Nature")
GARETH = CATALOGUE.card("Gareth, Father of Genius")
HELENA = CATALOGUE.card("Helena, the Valiant")
LASHNOK = CATALOGUE.card("Lashnok, Worldbreaker")
MALIGUS = CATALOGUE.card("Maligus, the Dark One")
SCARA = CATALOGUE.card("Scara, Weaver of Sorrow")
ZALTESSA = CATALOGUE.card("Zaltessa, the Huntress")


def choose(table: Table, seat: int, option: int) -> None:
    """Choose one of the effects that a god offers."""
    table.answer(Action(seat, "mode", (), option), None)


class TestAngeline:
    @does("Angeline, Silver Wing")
    def test_angeline_used_protects_champion_and_its_namesakes(self) -> None:
        table = Table(a=Start(god=ANGELINE, in_play=["Kong"]), b=Start(in_play=["Kong", "Muse"]))
        table.a.uses("Angeline, Silver Wing", 0)
        table.a.targets("A/Kong")
        for name in ("A/Kong", "B/Kong"):
            assert table.keywords(name) >= {"unbreakable", "untargetable", "unbanishable"}
        assert table.keywords("Muse") == {"airborne", "ambush"}
        assert (table.stance("Human Token"), table.a.gold) == ("expended", 0)

    def test_angeline_in_play_makes_human_for_each_good_card(self) -> None:
        table = Table(a=Start(god=ANGELINE, hand=["Silver Wing Lancer"]))
        table.a.plays("Silver Wing Lancer")
        assert "Human Token" in table.a.in_play

    @does_not("Angeline, Silver Wing")
    def test_angeline_makes_no_human_for_0_cost_card(self) -> None:
        table = Table(a=Start(god=ANGELINE, hand=["Brave Squire"], in_play=["Kong"]))
        table.a.plays("Brave Squire")
        if table.asks[1] == "target":
            table.a.targets("Kong")
        assert table.a.in_play.count("Human Token") == 1  # the one that Brave Squire makes


class TestFurios:
    @does("Furios, Father of Nature")
    def test_furios_at_start_of_own_turn_deals_damage_or_gains_health(self) -> None:
        table = Table(b=Start(god=FURIOS))
        table.next_turn()
        assert table.asks == ("B", "mode")
        choose(table, 1, 1)
        table.b.targets("A")
        assert (table.a.health, table.b.health, table.phase) == (24, 30, "main")

    @does_not("Furios, Father of Nature")
    def test_furios_does_nothing_at_start_of_opponents_turn(self) -> None:
        table = Table(a=Start(god=FURIOS))
        table.next_turn()
        assert table.asks == ("B", "act")
        table.next_turn()
        choose(table, 0, 0)
        assert table.a.health == 40


class TestGareth:
    @does("Gareth, Father of Genius")
    def test_gareth_returning_own_champion_plays_event_for_free(self) -> None:
        table = Table(a=Start(god=GARETH, in_play=["Muse"], hand=["Ceasefire"], deck=["Kong", "Lash"]))
        table.a.uses("Gareth, Father of Genius", 0)
        table.a.says_yes()
        assert table.a.hand == ["Kong", "Lash", "Muse"]
        assert (table.a.gold, table.a.discard) == (0, ["Ceasefire"])

    def test_gareth_returning_opponents_champion_makes_opponent_lose_a_card(self) -> None:
        table = Table(a=Start(god=GARETH), b=Start(in_play=["Muse"], hand=["Kong"]))
        table.a.uses("Gareth, Father of Genius", 0)
        assert table.asks == ("B", "choose")
        table.b.chooses("Kong")
        assert (table.b.hand, table.b.deck[-1]) == (["Muse"], "Kong")

    @does_not("Gareth, Father of Genius")
    def test_gareth_returning_borrowed_champion_counts_as_opponents(self) -> None:
        table = Table(a=Start(god=GARETH, in_play=[Put("Muse", owner="B")], hand=["Ceasefire"]))
        table.a.uses("Gareth, Father of Genius", 0)
        assert table.a.hand == ["Ceasefire"]
        assert table.b.hand == []
        assert table.b.deck[-1] == "Muse"

    def test_gareth_after_sage_card_expends_target(self) -> None:
        table = Table(a=Start(god=GARETH, hand=["Steel Titan"]), b=Start(in_play=["Kong"]))
        table.a.plays("Steel Titan")
        assert table.stance("Kong") == "expended"


class TestHelena:
    @does("Helena, the Valiant")
    def test_helena_makes_six_humans_that_can_attack_at_once(self) -> None:
        table = Table(b=Start(god=HELENA))
        table.next_turn()
        choose(table, 1, 1)
        assert table.b.in_play == ["Human Token"] * 6
        table.b.attacks("Human Token", "Human Token#6")

    @does_not("Helena, the Valiant")
    def test_helena_expends_champions_of_opponents_only(self) -> None:
        table = Table(a=Start(in_play=["Kong"]), b=Start(god=HELENA, in_play=["Steel Titan"]))
        table.next_turn()
        choose(table, 1, 0)
        assert (table.stance("Kong"), table.stance("Steel Titan")) == ("expended", "prepared")


class TestLashnok:
    @does("Lashnok, Worldbreaker")
    def test_lashnok_used_gives_own_champions_counters_blitz_and_breakthrough(self) -> None:
        table = Table(a=Start(god=LASHNOK, in_play=[Put("Muse", deploying=True), "Wolf Token"]))
        table.a.uses("Lashnok, Worldbreaker", 0)
        assert (table.offense("Muse"), table.offense("Wolf Token")) == (4, 4)
        assert table.keywords("Muse") >= {"blitz", "breakthrough"}
        table.a.attacks("Muse")

    @does_not("Lashnok, Worldbreaker")
    def test_lashnok_used_ignores_opponents_and_needs_gold(self) -> None:
        table = Table(a=Start(god=LASHNOK, in_play=["Muse"]), b=Start(in_play=["Wolf Token"]))
        table.a.uses("Lashnok, Worldbreaker", 0)
        assert table.offense("Wolf Token") == 2
        table.a.cannot("3.6.3").uses("Lashnok, Worldbreaker", 0)

    def test_lashnok_after_wild_card_deals_1_damage(self) -> None:
        table = Table(a=Start(god=LASHNOK, hand=["Stampeding Einiosaurus"]))
        table.a.plays("Stampeding Einiosaurus")
        table.a.targets("B")
        assert table.b.health == 29


class TestMaligus:
    @does("Maligus, the Dark One")
    def test_maligus_returns_champion_and_its_owner_discards(self) -> None:
        table = Table(a=Start(in_play=["Muse"], hand=["Kong"]), b=Start(god=MALIGUS))
        table.next_turn()
        choose(table, 1, 0)
        table.a.discards("Kong")
        assert (table.a.hand, table.a.discard) == (["Muse"], ["Kong"])

    @does_not("Maligus, the Dark One")
    def test_maligus_making_zombies_discards_nothing(self) -> None:
        table = Table(a=Start(in_play=["Muse"], hand=["Kong"]), b=Start(god=MALIGUS))
        table.next_turn()
        choose(table, 1, 1)
        assert (table.b.in_play, table.b.health) == (["Zombie Token", "Zombie Token"], 34)
        assert (table.a.in_play, table.a.hand) == (["Muse"], ["Kong"])


class TestScara:
    @does("Scara, Weaver of Sorrow")
    def test_scara_for_1_gold_puts_champion_of_any_discard_pile_into_play(self) -> None:
        table = Table(a=Start(god=SCARA, discard=["Muse"]), b=Start(discard=["Triceratops", "Lash"]))
        table.a.uses("Scara, Weaver of Sorrow", 0)
        assert table.candidates == ["Muse", "Triceratops"]
        table.a.chooses("Triceratops")
        assert table.a.in_play == ["Triceratops"]
        assert len(table.a.hand) == 1  # its tribute (I-55)

    def test_scara_after_evil_card_makes_zombie_for_1_health(self) -> None:
        table = Table(a=Start(god=SCARA, hand=["Dirge of Scara"]))
        table.a.plays("Dirge of Scara")
        table.a.says_yes()
        assert (table.a.health, table.a.in_play, table.stance("Zombie Token")) == (29, ["Zombie Token"], "expended")

    @does_not("Scara, Weaver of Sorrow")
    def test_scara_when_declined_loses_no_health(self) -> None:
        table = Table(a=Start(god=SCARA, hand=["Dirge of Scara"]))
        table.a.plays("Dirge of Scara")
        table.a.says_no()
        assert (table.a.health, table.a.in_play) == (30, [])


class TestZaltessa:
    @does("Zaltessa, the Huntress")
    def test_zaltessa_breaks_target_champion(self) -> None:
        table = Table(a=Start(in_play=["Kong"]), b=Start(god=ZALTESSA))
        table.next_turn()
        choose(table, 1, 0)
        assert table.a.in_play == []

    @does_not("Zaltessa, the Huntress")
    def test_zaltessa_effect_without_target_can_be_chosen_and_does_nothing(self) -> None:
        table = Table(b=Start(god=ZALTESSA))
        table.next_turn()
        table.answer(Action(1, "mode", (), 2), "3.2.1")
        choose(table, 1, 0)
        assert (table.b.in_play, table.phase) == ([], "main")

    def test_zaltessa_makes_four_wolves_that_can_attack_at_once(self) -> None:
        table = Table(b=Start(god=ZALTESSA))
        table.next_turn()
        choose(table, 1, 1)
        assert table.b.in_play == ["Wolf Token"] * 4
        table.b.attacks("Wolf Token", "Wolf Token#4")
