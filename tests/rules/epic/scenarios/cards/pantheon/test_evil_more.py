"""Further Evil cards of the Pantheon packs: what each does and what it must not do."""

from tests.rules.epic.scenarios.claims import does, does_not, shows
from tests.rules.epic.scenarios.table import Put, Start, Table


class TestDarkOnesFury:
    @does("Dark One's Fury")
    def test_breaks_what_is_not_evil_on_both_sides(self) -> None:
        table = Table(
            a=Start(in_play=["Muse", "Zombie Token"], hand=["Dark One's Fury"]),
            b=Start(in_play=["Kong", "Guilt Demon"]),
        )
        table.a.plays("Dark One's Fury", mode=1)
        assert (table.a.in_play, table.b.in_play) == (["Zombie Token"], ["Guilt Demon"])

    @does_not("Dark One's Fury")
    def test_not_on_the_opponents_turn(self) -> None:
        table = Table(b=Start(hand=["Dark One's Fury"], deck=["Kong", "Muse"]))
        table.a.passes()
        table.b.cannot("3.2.1").plays("Dark One's Fury", mode=1)
        table.b.plays("Dark One's Fury", mode=0)
        assert table.b.hand == ["Kong", "Muse"]

    def test_erwin_is_evil_too(self) -> None:
        table = Table(a=Start(hand=["Dark One's Fury"]), b=Start(in_play=["Erwin, Architect of War", "Muse"]))
        table.a.plays("Dark One's Fury", mode=1)
        assert table.b.in_play == ["Erwin, Architect of War"]


class TestDirgeOfScara:
    @does("Dirge of Scara")
    def test_leaving_the_pile_by_recall_makes_a_demon(self) -> None:
        table = Table(a=Start(discard=["Dirge of Scara"]))
        table.a.uses("Dirge of Scara", 1)
        assert (table.a.hand, table.a.in_play, table.a.gold) == (["Dirge of Scara"], ["Demon Token"], 0)

    @does_not("Dirge of Scara")
    def test_reaching_the_pile_makes_none(self) -> None:
        table = Table(a=Start(hand=["Dirge of Scara"], deck=["Kong", "Muse"]))
        table.a.plays("Dirge of Scara")
        assert (table.a.hand, table.a.in_play) == (["Kong", "Muse"], [])

    def test_banished_by_the_opponent_it_still_makes_one_for_its_owner(self) -> None:
        table = Table(a=Start(in_play=["Necromancer Apprentice"]), b=Start(discard=["Dirge of Scara"]))
        table.a.uses("Necromancer Apprentice", 0)
        assert (table.a.in_play, table.b.in_play) == (["Necromancer Apprentice"], ["Demon Token"])


class TestForbiddenResearch:
    @does("Forbidden Research")
    def test_breaking_a_champion_recalls_it(self) -> None:
        table = Table(a=Start(in_play=["Muse"], hand=["Dark One's Fury"], discard=["Forbidden Research"]))
        table.a.plays("Dark One's Fury", mode=0)
        table.a.says_yes()
        assert table.a.in_play == []
        assert "Forbidden Research" in table.a.hand

    @does_not("Forbidden Research")
    def test_an_unbreakable_champion_cannot_pay(self) -> None:
        table = Table(a=Start(in_play=["Juggernaut"], hand=["Dark One's Fury"], discard=["Forbidden Research"]))
        table.a.plays("Dark One's Fury", mode=0)
        assert table.asks == ("A", "act")
        assert "Forbidden Research" in table.a.discard


class TestKrieg:
    @does("Krieg, Dark One's Chosen")
    def test_an_evil_card_makes_a_zombie_and_all_of_them_stronger(self) -> None:
        table = Table(a=Start(in_play=["Krieg, Dark One's Chosen", "Zombie Token"], hand=["Dirge of Scara"]))
        table.a.plays("Dirge of Scara")
        assert table.a.in_play.count("Zombie Token") == 2
        assert [table.offense(name) for name in ("Zombie Token", "Zombie Token#2")] == [3, 3]
        table.a.attacks("Zombie Token", "Zombie Token#2")

    @does_not("Krieg, Dark One's Chosen")
    def test_neither_the_opponents_zombies_nor_later_ones(self) -> None:
        table = Table(
            a=Start(in_play=["Krieg, Dark One's Chosen"], hand=["Dirge of Scara"]),
            b=Start(in_play=["Zombie Token"]),
        )
        table.a.plays("Dirge of Scara")
        assert (table.offense("A/Zombie Token"), table.offense("B/Zombie Token")) == (3, 2)

    def test_tribute_makes_two(self) -> None:
        table = Table(a=Start(hand=["Krieg, Dark One's Chosen"]))
        table.a.plays("Krieg, Dark One's Chosen")
        assert table.a.in_play == ["Krieg, Dark One's Chosen", "Zombie Token", "Zombie Token"]
        assert table.offense("Zombie Token") == 2


class TestRunRiot:
    @does("Run Riot")
    def test_breaks_a_target_and_strengthens_own_evil_champions(self) -> None:
        table = Table(a=Start(in_play=["Guilt Demon", "Muse"], hand=["Run Riot"]), b=Start(in_play=["Kong"]))
        before = table.offense("Guilt Demon")
        table.a.plays("Run Riot", mode=1)
        table.a.says_yes()
        table.a.targets("Kong")
        assert table.b.in_play == []
        assert (table.offense("Guilt Demon"), table.offense("Muse")) == (before + 3, 2)

    @does("Run Riot")
    def test_what_cannot_break_does_not_keep_own_evil_champions_from_it(self) -> None:
        table = Table(a=Start(in_play=["Saren, Night Stalker"], hand=["Run Riot"]), b=Start(in_play=["Steel Golem"]))
        table.a.plays("Run Riot", mode=1)
        table.a.says_yes()
        assert (table.a.in_play, table.offense("Saren, Night Stalker")) == (["Saren, Night Stalker"], 13)

    @does("Run Riot")
    @shows("3.2.3c")
    def test_with_nothing_to_target_own_evil_champions_grow_all_the_same(self) -> None:
        table = Table(a=Start(in_play=["Guilt Demon"], hand=["Kalnor's Blessing", "Run Riot"]))
        table.a.plays("Kalnor's Blessing")
        table.a.plays("Run Riot", mode=1)
        assert table.asks == ("A", "may")
        table.a.says_yes()
        assert (table.a.in_play, table.offense("Guilt Demon"), table.defense("Guilt Demon")) == (["Guilt Demon"], 6, 5)

    @does_not("Run Riot")
    def test_with_nothing_to_target_and_no_evil_champion_nothing_is_asked(self) -> None:
        table = Table(a=Start(in_play=["Steel Golem"], hand=["Run Riot"]))
        table.a.plays("Run Riot", mode=1)
        assert table.asks == ("A", "act")

    @does_not("Run Riot")
    def test_declined_nothing_happens(self) -> None:
        table = Table(a=Start(in_play=["Guilt Demon"], hand=["Run Riot"]), b=Start(in_play=["Kong"]))
        before = table.offense("Guilt Demon")
        table.a.plays("Run Riot", mode=1)
        table.a.says_no()
        assert (table.b.in_play, table.offense("Guilt Demon")) == (["Kong"], before)


class TestScarredCultist:
    @does("Scarred Cultist")
    def test_loyalty_takes_a_1_cost_champion_back(self) -> None:
        table = Table(
            a=Start(
                hand=["Scarred Cultist", "Wither", "Plague"], discard=["Kong", "Brave Squire", "Forcemage Apprentice"]
            )
        )
        table.a.plays("Scarred Cultist")
        table.a.reveals("Plague", "Wither")
        assert table.a.hand == ["Kong", "Plague", "Wither"]

    @does_not("Scarred Cultist")
    def test_no_event_and_no_0_cost_champion(self) -> None:
        table = Table(
            a=Start(hand=["Scarred Cultist", "Wither", "Plague"], discard=["Ceasefire", "Forcemage Apprentice"])
        )
        table.a.plays("Scarred Cultist")
        table.a.reveals("Plague", "Wither")
        assert table.a.discard == ["Ceasefire", "Forcemage Apprentice"]


class TestScarredPriestess:
    @does("Scarred Priestess")
    def test_breaks_one_of_its_own_to_break_a_target(self) -> None:
        table = Table(a=Start(in_play=["Scarred Priestess", "Zombie Token"]), b=Start(in_play=["Kong"]))
        table.a.uses("Scarred Priestess", 1)
        table.a.chooses("Zombie Token")
        table.a.targets("Kong")
        assert (table.a.in_play, table.b.in_play) == (["Scarred Priestess"], [])

    @does_not("Scarred Priestess")
    def test_not_while_deploying_without_its_loyalty(self) -> None:
        table = Table(a=Start(in_play=[Put("Scarred Priestess", deploying=True), "Zombie Token"]))
        table.a.cannot("5.17.1").uses("Scarred Priestess", 1)

    def test_an_evil_card_prepares_it(self) -> None:
        table = Table(a=Start(in_play=[Put("Scarred Priestess", stance=1)], hand=["Dirge of Scara"]))
        table.a.plays("Dirge of Scara")
        assert table.stance("Scarred Priestess") == "prepared"


class TestScarasWill:
    @does("Scara's Will")
    def test_the_target_player_chooses_what_breaks_and_an_evil_card_is_paid(self) -> None:
        table = Table(
            a=Start(hand=["Scara's Will", "Dirge of Scara", "Kong"]),
            b=Start(in_play=["Kong", "Wolf Token"]),
        )
        table.a.plays("Scara's Will", mode=1)
        table.a.targets("B")
        assert table.asks == ("B", "choose")
        table.b.chooses("Wolf Token")
        assert table.b.in_play == ["Kong"]
        table.a.cannot("3.6.3").plays("Kong")
        table.a.plays("Dirge of Scara")

    @does_not("Scara's Will")
    def test_an_unbreakable_champion_cannot_be_chosen(self) -> None:
        table = Table(a=Start(hand=["Scara's Will"]), b=Start(in_play=["Kong", "Palace Guard"], hand=["Brave Squire"]))
        table.champion("Kong").until_end = (("keyword", "unbreakable"),)
        table.state.values.clear()
        table.a.plays("Scara's Will", mode=1)
        table.a.targets("B")
        assert table.b.in_play == ["Kong"]
