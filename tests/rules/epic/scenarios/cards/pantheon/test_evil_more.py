"""Further Evil cards of the Pantheon packs."""

from tests.rules.epic.scenarios.claims import does, does_not, shows
from tests.rules.epic.scenarios.table import Put, Start, Table


class TestDarkOnesFury:
    @does("Dark One's Fury")
    def test_dark_ones_fury_breaks_champions_of_both_players_that_are_not_evil(self) -> None:
        table = Table(
            a=Start(in_play=["Muse", "Zombie Token"], hand=["Dark One's Fury"]),
            b=Start(in_play=["Kong", "Guilt Demon"]),
        )
        table.a.plays("Dark One's Fury", mode=1)
        assert (table.a.in_play, table.b.in_play) == (["Zombie Token"], ["Guilt Demon"])

    @does_not("Dark One's Fury")
    def test_dark_ones_fury_on_turn_of_opponent_only_draws(self) -> None:
        table = Table(b=Start(hand=["Dark One's Fury"], deck=["Kong", "Muse"]))
        table.a.passes()
        table.b.cannot("3.2.1").plays("Dark One's Fury", mode=1)
        table.b.plays("Dark One's Fury", mode=0)
        assert table.b.hand == ["Kong", "Muse"]

    def test_dark_ones_fury_does_not_break_erwin_who_is_evil(self) -> None:
        table = Table(a=Start(hand=["Dark One's Fury"]), b=Start(in_play=["Erwin, Architect of War", "Muse"]))
        table.a.plays("Dark One's Fury", mode=1)
        assert table.b.in_play == ["Erwin, Architect of War"]


class TestDirgeOfScara:
    @does("Dirge of Scara")
    def test_dirge_of_scara_recalled_makes_demon(self) -> None:
        table = Table(a=Start(discard=["Dirge of Scara"]))
        table.a.uses("Dirge of Scara", 1)
        assert (table.a.hand, table.a.in_play, table.a.gold) == (["Dirge of Scara"], ["Demon Token"], 0)

    @does_not("Dirge of Scara")
    def test_dirge_of_scara_entering_discard_pile_makes_no_demon(self) -> None:
        table = Table(a=Start(hand=["Dirge of Scara"], deck=["Kong", "Muse"]))
        table.a.plays("Dirge of Scara")
        assert (table.a.hand, table.a.in_play) == (["Kong", "Muse"], [])

    def test_dirge_of_scara_banished_by_opponent_makes_demon_for_its_owner(self) -> None:
        table = Table(a=Start(in_play=["Necromancer Apprentice"]), b=Start(discard=["Dirge of Scara"]))
        table.a.uses("Necromancer Apprentice", 0)
        assert (table.a.in_play, table.b.in_play) == (["Necromancer Apprentice"], ["Demon Token"])


class TestForbiddenResearch:
    @does("Forbidden Research")
    def test_forbidden_research_recalled_by_breaking_champion(self) -> None:
        table = Table(a=Start(in_play=["Muse"], hand=["Dark One's Fury"], discard=["Forbidden Research"]))
        table.a.plays("Dark One's Fury", mode=0)
        table.a.says_yes()
        assert table.a.in_play == []
        assert "Forbidden Research" in table.a.hand

    @does_not("Forbidden Research")
    def test_forbidden_research_cannot_be_recalled_by_unbreakable_champion(self) -> None:
        table = Table(a=Start(in_play=["Juggernaut"], hand=["Dark One's Fury"], discard=["Forbidden Research"]))
        table.a.plays("Dark One's Fury", mode=0)
        assert table.asks == ("A", "act")
        assert "Forbidden Research" in table.a.discard


class TestKrieg:
    @does("Krieg, Dark One's Chosen")
    def test_krieg_after_evil_card_makes_zombie_and_strengthens_all_zombies(self) -> None:
        table = Table(a=Start(in_play=["Krieg, Dark One's Chosen", "Zombie Token"], hand=["Dirge of Scara"]))
        table.a.plays("Dirge of Scara")
        assert table.a.in_play.count("Zombie Token") == 2
        assert [table.offense(name) for name in ("Zombie Token", "Zombie Token#2")] == [3, 3]
        table.a.attacks("Zombie Token", "Zombie Token#2")

    @does_not("Krieg, Dark One's Chosen")
    def test_krieg_does_not_strengthen_zombies_of_opponent(self) -> None:
        table = Table(
            a=Start(in_play=["Krieg, Dark One's Chosen"], hand=["Dirge of Scara"]),
            b=Start(in_play=["Zombie Token"]),
        )
        table.a.plays("Dirge of Scara")
        assert (table.offense("A/Zombie Token"), table.offense("B/Zombie Token")) == (3, 2)

    def test_krieg_tribute_makes_two_zombies(self) -> None:
        table = Table(a=Start(hand=["Krieg, Dark One's Chosen"]))
        table.a.plays("Krieg, Dark One's Chosen")
        assert table.a.in_play == ["Krieg, Dark One's Chosen", "Zombie Token", "Zombie Token"]
        assert table.offense("Zombie Token") == 2


class TestRunRiot:
    @does("Run Riot")
    def test_run_riot_breaks_target_and_strengthens_own_evil_champions(self) -> None:
        table = Table(a=Start(in_play=["Guilt Demon", "Muse"], hand=["Run Riot"]), b=Start(in_play=["Kong"]))
        before = table.offense("Guilt Demon")
        table.a.plays("Run Riot", mode=1)
        table.a.says_yes()
        table.a.targets("Kong")
        assert table.b.in_play == []
        assert (table.offense("Guilt Demon"), table.offense("Muse")) == (before + 3, 2)

    @does("Run Riot")
    def test_run_riot_without_breakable_target_still_strengthens(self) -> None:
        table = Table(a=Start(in_play=["Saren, Night Stalker"], hand=["Run Riot"]), b=Start(in_play=["Steel Golem"]))
        table.a.plays("Run Riot", mode=1)
        table.a.says_yes()
        assert (table.a.in_play, table.offense("Saren, Night Stalker")) == (["Saren, Night Stalker"], 13)

    @does("Run Riot")
    @shows("3.2.3c")
    def test_run_riot_without_legal_target_still_strengthens_own_evil_champions(self) -> None:
        table = Table(a=Start(in_play=["Guilt Demon"], hand=["Kalnor's Blessing", "Run Riot"]))
        table.a.plays("Kalnor's Blessing")
        table.a.plays("Run Riot", mode=1)
        assert table.asks == ("A", "may")
        table.a.says_yes()
        assert (table.a.in_play, table.offense("Guilt Demon"), table.defense("Guilt Demon")) == (["Guilt Demon"], 6, 5)

    @does_not("Run Riot")
    def test_run_riot_without_target_and_evil_champion_asks_nothing(self) -> None:
        table = Table(a=Start(in_play=["Steel Golem"], hand=["Run Riot"]))
        table.a.plays("Run Riot", mode=1)
        assert table.asks == ("A", "act")

    @does_not("Run Riot")
    def test_run_riot_when_declined_does_nothing(self) -> None:
        table = Table(a=Start(in_play=["Guilt Demon"], hand=["Run Riot"]), b=Start(in_play=["Kong"]))
        before = table.offense("Guilt Demon")
        table.a.plays("Run Riot", mode=1)
        table.a.says_no()
        assert (table.b.in_play, table.offense("Guilt Demon")) == (["Kong"], before)


class TestScarredCultist:
    @does("Scarred Cultist")
    def test_scarred_cultist_with_loyalty_returns_1_cost_champion_to_hand(self) -> None:
        table = Table(
            a=Start(
                hand=["Scarred Cultist", "Wither", "Plague"], discard=["Kong", "Brave Squire", "Forcemage Apprentice"]
            )
        )
        table.a.plays("Scarred Cultist")
        table.a.reveals("Plague", "Wither")
        assert table.a.hand == ["Kong", "Plague", "Wither"]

    @does_not("Scarred Cultist")
    def test_scarred_cultist_with_loyalty_ignores_events_and_0_cost_champions(self) -> None:
        table = Table(
            a=Start(hand=["Scarred Cultist", "Wither", "Plague"], discard=["Ceasefire", "Forcemage Apprentice"])
        )
        table.a.plays("Scarred Cultist")
        table.a.reveals("Plague", "Wither")
        assert table.a.discard == ["Ceasefire", "Forcemage Apprentice"]


class TestScarredPriestess:
    @does("Scarred Priestess")
    def test_scarred_priestess_breaks_own_champion_to_break_target(self) -> None:
        table = Table(a=Start(in_play=["Scarred Priestess", "Zombie Token"]), b=Start(in_play=["Kong"]))
        table.a.uses("Scarred Priestess", 1)
        table.a.chooses("Zombie Token")
        table.a.targets("Kong")
        assert (table.a.in_play, table.b.in_play) == (["Scarred Priestess"], [])

    @does_not("Scarred Priestess")
    def test_scarred_priestess_cannot_be_used_while_deploying(self) -> None:
        table = Table(a=Start(in_play=[Put("Scarred Priestess", deploying=True), "Zombie Token"]))
        table.a.cannot("5.17.1").uses("Scarred Priestess", 1)

    def test_scarred_priestess_after_evil_card_is_prepared(self) -> None:
        table = Table(a=Start(in_play=[Put("Scarred Priestess", stance=1)], hand=["Dirge of Scara"]))
        table.a.plays("Dirge of Scara")
        assert table.stance("Scarred Priestess") == "prepared"


class TestScarasWill:
    @does("Scara's Will")
    def test_scaras_will_target_player_chooses_champion_and_gold_pays_for_evil_card(self) -> None:
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
    def test_scaras_will_unbreakable_champion_cannot_be_chosen(self) -> None:
        table = Table(a=Start(hand=["Scara's Will"]), b=Start(in_play=["Kong", "Palace Guard"], hand=["Brave Squire"]))
        table.champion("Kong").until_end = (("keyword", "unbreakable"),)
        table.state.values.clear()
        table.a.plays("Scara's Will", mode=1)
        table.a.targets("B")
        assert table.b.in_play == ["Kong"]
