"""Evil event cards of the base set."""

import pytest

from tests.rules.epic.scenarios.claims import does, does_not
from tests.rules.epic.scenarios.table import Put, Start, Table


class TestBittenAndInnerDemon:
    """Break a target, and whose turn it is gets the token (2.3.2)."""

    @does("Bitten", "Inner Demon")
    @pytest.mark.parametrize(("card", "token"), [("Bitten", "Zombie Token"), ("Inner Demon", "Demon Token")])
    def test_bitten_and_inner_demon_on_own_turn_makes_token_for_its_player(self, card: str, token: str) -> None:
        table = Table(a=Start(hand=[card]), b=Start(in_play=["Kong", "Muse"]))
        table.a.plays(card, mode=1)
        table.a.targets("Kong")
        assert table.b.in_play == ["Muse"]
        assert table.a.in_play == [token]

    @does_not("Bitten", "Inner Demon")
    @pytest.mark.parametrize(("card", "token"), [("Bitten", "Zombie Token"), ("Inner Demon", "Demon Token")])
    def test_bitten_and_inner_demon_on_turn_of_opponent_makes_token_for_turn_player(
        self, card: str, token: str
    ) -> None:
        table = Table(a=Start(in_play=["Kong", "Muse"]), b=Start(hand=[card]))
        table.a.passes()
        table.b.plays(card, mode=1)
        table.b.targets("Kong")
        assert table.a.in_play == sorted(["Muse", token])
        assert table.b.in_play == []

    @does_not("Bitten")
    def test_bitten_and_inner_demon_without_target_still_makes_token(self) -> None:
        """Rule 3.2.3c: as much as possible; an untargetable champion is no target."""
        table = Table(a=Start(hand=["Bitten"]), b=Start(in_play=["Steel Golem"]))
        table.a.plays("Bitten", mode=1)
        assert table.b.in_play == ["Steel Golem"]
        assert table.a.in_play == ["Zombie Token"]


class TestArmyOfTheApocalypse:
    @does("Army of the Apocalypse")
    def test_army_of_the_apocalypse_returns_champions_to_play_of_their_owners(self) -> None:
        table = Table(
            a=Start(hand=["Army of the Apocalypse"], discard=["Kong", "Muse", "Lash"]),
            b=Start(discard=["Kong", "Wither"]),
        )
        table.a.plays("Army of the Apocalypse", mode=1)
        assert table.a.in_play == ["Kong", "Muse"]
        assert table.b.in_play == ["Kong"]
        assert table.a.discard == ["Army of the Apocalypse", "Lash"]
        assert table.b.discard == ["Wither"]

    @does_not("Army of the Apocalypse")
    def test_army_of_the_apocalypse_triggers_neither_tribute_nor_loyalty(self) -> None:
        table = Table(
            a=Start(
                hand=["Army of the Apocalypse", "Angel of Light", "Palace Guard"], discard=["Angel of Light", "Kong"]
            )
        )
        table.a.plays("Army of the Apocalypse", mode=1)
        assert table.a.in_play == ["Angel of Light", "Kong"]
        assert table.a.health == 30
        assert table.asks == ("A", "act")

    @does_not("Army of the Apocalypse")
    def test_army_of_the_apocalypse_returned_champion_is_deploying(self) -> None:
        table = Table(a=Start(hand=["Army of the Apocalypse"], discard=["Kong"]))
        table.a.plays("Army of the Apocalypse", mode=1)
        table.a.cannot("5.17.1").attacks("Kong")

    @does_not("Army of the Apocalypse")
    def test_army_of_the_apocalypse_on_turn_of_opponent_cannot_be_played(self) -> None:
        table = Table(b=Start(hand=["Army of the Apocalypse"], discard=["Kong"]))
        table.a.passes()
        table.b.cannot("3.2.1").plays("Army of the Apocalypse", mode=1)


class TestZombieApocalypse:
    @does("Zombie Apocalypse")
    def test_zombie_apocalypse_makes_zombie_for_each_champion_card_in_discard_pile(self) -> None:
        table = Table(
            a=Start(in_play=["Kong", "Human Token"], hand=["Zombie Apocalypse"], discard=["Muse", "Lash"]),
            b=Start(in_play=["Muse"], discard=["Wither"]),
        )
        table.a.plays("Zombie Apocalypse", mode=1)
        assert table.a.in_play == ["Zombie Token", "Zombie Token"]
        assert table.b.in_play == ["Zombie Token"]

    @does("Zombie Apocalypse")
    def test_zombie_apocalypse_on_turn_of_opponent_can_be_played(self) -> None:
        table = Table(a=Start(in_play=["Kong"]), b=Start(hand=["Zombie Apocalypse"]))
        table.a.passes()
        table.b.plays("Zombie Apocalypse", mode=1)
        assert table.a.in_play == ["Zombie Token"]
        assert table.b.in_play == []

    @does_not("Zombie Apocalypse")
    def test_zombie_apocalypse_counts_borrowed_champion_for_its_owner(self) -> None:
        table = Table(a=Start(hand=["Zombie Apocalypse"], in_play=[Put("Kong", owner="B"), "Juggernaut"]))
        table.a.plays("Zombie Apocalypse", mode=1)
        assert table.a.in_play == ["Juggernaut"]
        assert table.b.in_play == ["Zombie Token"]


class TestDrainEssence:
    @does("Drain Essence")
    def test_drain_essence_deals_9_damage_and_gains_9_health(self) -> None:
        table = Table(a=Start(hand=["Drain Essence"]), b=Start(in_play=["Kong", "Muse"]))
        table.a.plays("Drain Essence")
        table.a.targets("Muse")
        assert table.b.in_play == ["Kong"]
        assert table.a.health == 39

    @does_not("Drain Essence")
    def test_drain_essence_without_legal_target_still_gains_health(self) -> None:
        table = Table(a=Start(hand=["Drain Essence"]), b=Start(in_play=["Steel Golem"]))
        table.a.plays("Drain Essence")
        assert table.asks == ("A", "act")
        assert (table.a.health, table.b.health) == (39, 30)


class TestTheRisen:
    @does("The Risen")
    def test_the_risen_makes_zombies_with_blitz_and_strengthens_evil_champions(self) -> None:
        table = Table(a=Start(hand=["The Risen"], in_play=["Guilt Demon"]))
        table.a.plays("The Risen")
        assert table.a.in_play == ["Guilt Demon", "Zombie Token", "Zombie Token", "Zombie Token"]
        assert table.offense("Guilt Demon") == 4
        table.a.attacks("Zombie Token#1", "Zombie Token#2", "Zombie Token#3")
        table.all_pass()
        table.all_pass()
        assert table.b.health == 21

    @does_not("The Risen")
    def test_the_risen_does_not_strengthen_opponents_or_later_champions(self) -> None:
        table = Table(
            a=Start(hand=["The Risen", "Word of Summoning"], in_play=["Kong"]),
            b=Start(in_play=["Guilt Demon"]),
        )
        table.a.plays("The Risen")
        table.a.plays("Word of Summoning")
        assert table.offense("Kong") == 13
        assert table.offense("Guilt Demon") == 3
        table.a.cannot("5.17.1").attacks("Demon Token")


class TestWordOfSummoning:
    @does("Word of Summoning")
    def test_word_of_summoning_makes_demon_and_then_recycles(self) -> None:
        table = Table(a=Start(hand=["Word of Summoning"], discard=["Kong", "Muse"], deck=["Lash"], gold=0))
        table.a.plays("Word of Summoning")
        table.a.chooses("Kong", "Muse")
        assert table.a.in_play == ["Demon Token"]
        assert table.a.hand == ["Lash"]

    @does_not("Word of Summoning")
    def test_word_of_summoning_does_not_recycle_itself(self) -> None:
        """Rule 5.5.6."""
        table = Table(a=Start(hand=["Word of Summoning"], discard=["Kong"]))
        table.a.plays("Word of Summoning")
        assert table.asks == ("A", "act")
        assert table.a.discard == ["Kong", "Word of Summoning"]


class TestDemonBreach:
    @does("Demon Breach")
    def test_demon_breach_makes_three_demons_on_own_turn_and_two_on_turn_of_opponent(self) -> None:
        table = Table(a=Start(hand=["Demon Breach"]), b=Start(hand=["Demon Breach"]))
        table.a.plays("Demon Breach")
        table.a.passes()
        table.b.plays("Demon Breach")
        assert table.a.in_play == ["Demon Token"] * 3
        assert table.b.in_play == ["Demon Token"] * 2

    @does("Demon Breach")
    def test_demon_breach_recalled_loses_1_health(self) -> None:
        table = Table(a=Start(discard=["Demon Breach"]))
        table.a.uses("Demon Breach", 1)
        assert table.a.hand == ["Demon Breach"]
        assert (table.a.health, table.a.gold) == (29, 0)

    @does_not("Demon Breach")
    def test_demon_breach_leaving_discard_pile_without_recall_loses_no_health(self) -> None:
        table = Table(a=Start(in_play=["Corpse Taker"], discard=["Demon Breach"]))
        table.a.uses("Corpse Taker", 1)
        assert table.a.discard == []
        assert table.a.health == 30


class TestPlentifulDead:
    @does("Plentiful Dead")
    def test_plentiful_dead_makes_zombie_and_returns_to_hand_for_1_health(self) -> None:
        table = Table(a=Start(hand=["Plentiful Dead", "Medusa"]))
        table.a.plays("Plentiful Dead")
        table.a.plays("Medusa")
        table.a.resolves("Plentiful Dead", 1)
        table.a.says_yes()
        assert table.a.in_play == ["Medusa", "Zombie Token"]
        assert table.a.hand == ["Plentiful Dead"]
        assert table.a.health == 29

    @does_not("Plentiful Dead")
    def test_plentiful_dead_after_free_card_or_other_alignment_does_not_trigger(self) -> None:
        table = Table(a=Start(hand=["Word of Summoning", "Kong"], discard=["Plentiful Dead"]))
        table.a.plays("Word of Summoning")
        assert table.asks == ("A", "act")
        table.a.plays("Kong")
        assert table.a.discard == ["Plentiful Dead", "Word of Summoning"]
        assert table.a.health == 30

    @does_not("Plentiful Dead")
    def test_plentiful_dead_recycled_before_its_trigger_resolves_offers_nothing(self) -> None:
        table = Table(a=Start(hand=["Plague"], discard=["Plentiful Dead", "Kong"]))
        table.a.plays("Plague")
        table.a.targets("B")
        table.a.chooses("Plentiful Dead", "Kong")
        assert table.asks == ("A", "act")
        assert (table.a.health, table.a.deck[-2:]) == (30, ["Plentiful Dead", "Kong"])


class TestUnquenchableThirst:
    @does("Unquenchable Thirst")
    def test_unquenchable_thirst_deals_1_more_damage_for_each_banished_evil_card(self) -> None:
        table = Table(
            a=Start(hand=["Unquenchable Thirst"], discard=["Wither", "Medusa", "Kong"], gold=0),
            b=Start(in_play=["Kong", "Demon Token"]),
        )
        table.a.plays("Unquenchable Thirst")
        assert table.candidates == ["Medusa", "Wither"]
        table.a.chooses("Medusa", "Wither")
        table.a.targets("Kong")
        assert table.champion("Kong").damage == 3
        assert table.a.health == 33
        assert table.a.discard == ["Kong", "Unquenchable Thirst"]

    @does_not("Unquenchable Thirst")
    def test_unquenchable_thirst_banishing_no_cards_deals_1_damage(self) -> None:
        table = Table(a=Start(hand=["Unquenchable Thirst"], discard=["Wither"]), b=Start(in_play=["Kong", "Muse"]))
        table.a.plays("Unquenchable Thirst")
        table.a.chooses()
        table.a.targets("Kong")
        assert table.champion("Kong").damage == 1
        assert table.a.health == 31
        assert table.a.discard == ["Unquenchable Thirst", "Wither"]
