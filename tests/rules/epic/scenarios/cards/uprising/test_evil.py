"""Evil cards of Uprising."""

from rules.epic.engine import ENGINE
from tests.rules.epic.scenarios.claims import does, does_not, shows
from tests.rules.epic.scenarios.table import Put, Start, Table


class TestRiftSummoner:
    @does("Rift Summoner")
    def test_rift_summoner_with_loyalty_makes_demon(self) -> None:
        table = Table(a=Start(hand=["Rift Summoner", "Wither", "Plague"]))
        table.a.plays("Rift Summoner")
        table.a.reveals("Wither", "Plague")
        assert table.a.in_play == ["Demon Token", "Rift Summoner"]

    @does("Rift Summoner")
    @shows("3.5.3", "3.6.2")
    def test_rift_summoner_breaking_another_own_champion_makes_two_demons(self) -> None:
        table = Table(a=Start(in_play=["Rift Summoner", "Human Token"]), b=Start(in_play=["Muse"]))
        table.a.uses("Rift Summoner", 1)
        assert table.candidates == ["Human Token", "Rift Summoner"]
        table.a.chooses("Human Token")
        assert table.a.in_play == ["Demon Token", "Demon Token", "Rift Summoner"]
        assert table.stance("Rift Summoner") == "expended"

    @does("Rift Summoner")
    def test_rift_summoner_can_break_itself_to_pay_for_its_power(self) -> None:
        table = Table(a=Start(in_play=["Rift Summoner"]))
        table.a.uses("Rift Summoner", 1)
        assert table.a.in_play == ["Demon Token", "Demon Token"]
        assert table.a.discard == ["Rift Summoner"]

    @does_not("Rift Summoner")
    @shows("5.9.4")
    def test_rift_summoner_unbreakable_champion_cannot_be_chosen_as_cost(self) -> None:
        table = Table(a=Start(in_play=["Rift Summoner", "Juggernaut", "Human Token"]))
        table.a.uses("Rift Summoner", 1)
        table.a.cannot("5.9.4").chooses("Juggernaut")

    @does_not("Rift Summoner")
    def test_rift_summoner_expended_cannot_be_used(self) -> None:
        table = Table(a=Start(in_play=[Put("Rift Summoner", stance=1)]), b=Start(in_play=["Muse"]))
        table.a.cannot("3.5.3").uses("Rift Summoner", 1)


class TestScarasGift:
    @does("Scara's Gift")
    def test_scaras_gift_deals_2_damage_to_player_and_gains_2_health(self) -> None:
        table = Table(a=Start(hand=["Scara's Gift"]))
        table.a.plays("Scara's Gift")
        table.a.targets("B")
        assert (table.a.health, table.b.health) == (32, 28)

    @does("Scara's Gift")
    def test_scaras_gift_recalled_by_banishing_two_other_cards(self) -> None:
        table = Table(a=Start(hand=["Plague"], discard=["Scara's Gift", "Muse", "Lash"]), b=Start(discard=["Kong"]))
        table.a.plays("Plague", mode=1)
        table.a.says_yes()
        assert table.candidates == ["Lash", "Muse", "Plague"]
        table.a.chooses("Muse", "Plague")
        assert table.a.hand == ["Scara's Gift"]
        assert table.a.discard == ["Lash"]
        assert table.a.deck[-2:] == ["Muse", "Plague"]
        assert table.b.discard == ["Kong"]

    @does_not("Scara's Gift")
    @shows("3.5.3")
    def test_scaras_gift_with_one_other_card_cannot_be_recalled(self) -> None:
        table = Table(a=Start(hand=["Plague"], discard=["Scara's Gift"]), b=Start(discard=["Kong", "Muse"]))
        table.a.plays("Plague", mode=1)
        assert table.asks == ("A", "act")
        assert table.a.discard == ["Plague", "Scara's Gift"]


class TestWingedDeath:
    @does("Winged Death")
    def test_winged_death_played_makes_opponent_choose_champion_to_break(self) -> None:
        table = Table(a=Start(in_play=["Kong"], hand=["Winged Death"]), b=Start(in_play=["Muse", "Sea Titan"]))
        table.a.plays("Winged Death")
        assert table.asks == ("B", "choose")
        assert table.candidates == ["Muse", "Sea Titan"]
        table.b.chooses("Sea Titan")
        assert table.b.in_play == ["Muse"]
        assert table.a.in_play == ["Kong", "Winged Death"]

    @does("Winged Death")
    def test_winged_death_damaging_player_makes_them_break_a_champion(self) -> None:
        table = Table(a=Start(in_play=["Winged Death"]), b=Start(in_play=["Kong"]))
        table.a.attacks("Winged Death")
        table.all_pass()
        table.all_pass()
        assert table.b.health == 26
        assert table.b.in_play == []

    @does_not("Winged Death")
    @shows("I-141", "5.9.2")
    def test_winged_death_unbreakable_champion_cannot_be_chosen(self) -> None:
        table = Table(a=Start(hand=["Winged Death"]), b=Start(in_play=["Juggernaut", "Muse"]))
        table.champion("Juggernaut").until_end = (("keyword", "unbreakable"),)
        table.a.plays("Winged Death")
        assert table.b.in_play == ["Juggernaut"]

    @does_not("Winged Death")
    def test_winged_death_without_breakable_opposing_champion_breaks_nothing(self) -> None:
        table = Table(a=Start(in_play=["Muse"], hand=["Winged Death"]), b=Start(in_play=["Juggernaut"]))
        table.champion("Juggernaut").until_end = (("keyword", "unbreakable"),)
        table.a.plays("Winged Death")
        assert table.a.in_play == ["Muse", "Winged Death"]
        assert table.b.in_play == ["Juggernaut"]

    @does_not("Winged Death")
    def test_winged_death_damaging_blocker_breaks_no_other_champion(self) -> None:
        table = Table(a=Start(in_play=["Winged Death"]), b=Start(in_play=["Watchful Gargoyle", "Kong"]))
        table.a.attacks("Winged Death")
        table.all_pass()
        table.b.blocks("Watchful Gargoyle")
        table.all_pass()
        assert "Kong" in table.b.in_play


class TestConsume:
    @does("Consume")
    def test_consume_damages_champion_and_gains_health(self) -> None:
        table = Table(a=Start(hand=["Consume"]), b=Start(in_play=["Muse"]))
        table.a.plays("Consume")
        assert table.b.in_play == []
        assert table.a.health == 33

    @does_not("Consume")
    @shows("3.2.3c")
    def test_consume_without_target_still_gains_health(self) -> None:
        table = Table(a=Start(hand=["Consume"]))
        table.a.plays("Consume")
        assert (table.a.health, table.b.health) == (33, 30)


class TestCorpsemonger:
    @does("Corpsemonger")
    def test_corpsemonger_banishing_champion_card_gains_health(self) -> None:
        table = Table(a=Start(in_play=["Corpsemonger"]), b=Start(discard=["Kong", "Lash"]))
        table.a.uses("Corpsemonger", 0)
        table.a.targets("B")
        table.a.chooses("Kong")
        assert table.b.discard == ["Lash"]
        assert table.a.health == 33

    @does_not("Corpsemonger")
    def test_corpsemonger_banishing_event_or_nothing_gains_no_health(self) -> None:
        table = Table(a=Start(in_play=["Corpsemonger", "Corpsemonger"], discard=["Kong"]), b=Start(discard=["Lash"]))
        table.a.uses("Corpsemonger#1", 0)
        table.a.targets("B")
        assert table.b.discard == []
        table.a.uses("Corpsemonger#2", 0)
        table.a.targets("B")
        assert table.a.health == 30


class TestDemonicRising:
    @does("Demonic Rising")
    def test_demonic_rising_makes_demon_with_blitz_for_each_broken_champion(self) -> None:
        table = Table(a=Start(in_play=["Kong"], hand=["Demonic Rising"]), b=Start(in_play=["Muse", "Wolf Token"]))
        table.a.plays("Demonic Rising")
        assert table.a.in_play == ["Demon Token"]
        assert table.b.in_play == ["Demon Token", "Demon Token"]
        table.a.attacks("Demon Token")

    @does_not("Demonic Rising")
    @shows("5.9.2")
    def test_demonic_rising_makes_nothing_for_unbroken_champion(self) -> None:
        table = Table(a=Start(in_play=["Saren, Night Stalker"], hand=["Demonic Rising"]))
        table.a.plays("Demonic Rising")
        assert table.a.in_play == ["Saren, Night Stalker"]


class TestGraveDemon:
    @does("Grave Demon")
    def test_grave_demon_banishes_discard_pile_of_target_player(self) -> None:
        table = Table(a=Start(hand=["Grave Demon"], discard=["Lash"]), b=Start(discard=["Kong", "Muse"]))
        table.a.plays("Grave Demon")
        table.a.targets("B")
        assert table.b.discard == []
        assert sorted(table.b.deck[-2:]) == ["Kong", "Muse"]

    @does_not("Grave Demon")
    def test_grave_demon_does_not_banish_other_discard_pile(self) -> None:
        table = Table(a=Start(hand=["Grave Demon"], discard=["Lash"]), b=Start(discard=["Kong"]))
        table.a.plays("Grave Demon")
        table.a.targets("B")
        assert table.a.discard == ["Lash"]


class TestLittleDevil:
    @does("Little Devil")
    def test_little_devil_with_blitz_and_airborne_attacks_at_once(self) -> None:
        table = Table(a=Start(hand=["Little Devil"]), b=Start(in_play=["Kong"]))
        table.a.plays("Little Devil")
        table.a.attacks("Little Devil")
        table.all_pass()
        table.all_pass()
        assert table.b.health == 26

    @does_not("Little Devil")
    @shows("3.2.3a")
    def test_little_devil_during_battle_cannot_be_played(self) -> None:
        table = Table(a=Start(in_play=["Kong"], hand=["Little Devil"]))
        table.a.attacks("Kong")
        table.a.cannot("3.2.3a").plays("Little Devil")


class TestNoEscape:
    @does("No Escape")
    def test_no_escape_turn_player_may_return_champion_from_discard(self) -> None:
        table = Table(a=Start(in_play=["Kong"]), b=Start(hand=["No Escape"], discard=["Muse"]))
        table.a.passes()
        table.b.plays("No Escape", mode=1)
        assert table.asks == ("A", "may")
        table.a.says_yes()
        assert table.a.hand == ["Kong"]

    @does_not("No Escape")
    def test_no_escape_offers_no_event_or_champion_of_opponent(self) -> None:
        table = Table(a=Start(hand=["No Escape"], discard=["Lash"]), b=Start(in_play=["Kong"], discard=["Muse"]))
        table.a.plays("No Escape", mode=1)
        assert table.asks == ("A", "act")
        assert table.b.discard == ["Kong", "Muse"]


class TestRaxxasEnforcer:
    @does("Raxxa's Enforcer")
    def test_raxxas_enforcer_damages_and_weakens_opposing_champions(self) -> None:
        table = Table(a=Start(hand=["Raxxa's Enforcer"]), b=Start(in_play=["Kong", "Muse"]))
        before = table.offense("Kong")
        table.a.plays("Raxxa's Enforcer")
        assert table.b.in_play == ["Kong"]
        assert table.offense("Kong") == before - 3

    @does_not("Raxxa's Enforcer")
    def test_raxxas_enforcer_does_not_weaken_own_champions_or_after_leaving_play(self) -> None:
        table = Table(a=Start(in_play=["Raxxa's Enforcer", "Human Token"], hand=["Wither"]), b=Start(in_play=["Kong"]))
        assert (table.offense("Human Token"), table.offense("Raxxa's Enforcer")) == (1, 8)
        table.champion("Raxxa's Enforcer").damage = 2
        weakened = table.offense("Kong")
        table.a.plays("Wither")
        table.a.targets("Raxxa's Enforcer")
        assert table.offense("Kong") == weakened + 3


class TestSaren:
    @does("Saren, Night Stalker")
    def test_saren_on_own_turn_is_unbreakable(self) -> None:
        table = Table(a=Start(in_play=["Saren, Night Stalker"], hand=["Apocalypse"]))
        table.a.plays("Apocalypse", mode=1)
        assert table.a.in_play == ["Saren, Night Stalker"]

    @does_not("Saren, Night Stalker")
    def test_saren_on_turn_of_opponent_breaks(self) -> None:
        table = Table(a=Start(hand=["Apocalypse"]), b=Start(in_play=["Saren, Night Stalker"]))
        table.a.plays("Apocalypse", mode=1)
        assert table.b.in_play == []


class TestZannos:
    @does("Zannos, Corpse Lord")
    @shows("I-143", "5.3.1")
    def test_zannos_counts_revealed_cards(self) -> None:
        table = Table(a=Start(hand=["Zannos, Corpse Lord", "Wither", "Plague", "Apocalypse", "Kong"]))
        table.a.plays("Zannos, Corpse Lord")
        table.a.cannot("5.3.1").reveals("Wither", "Kong")
        table.a.reveals("Wither", "Plague", "Apocalypse")
        assert (table.a.health, table.b.health) == (33, 27)
        assert table.a.in_play == ["Zannos, Corpse Lord"] + ["Zombie Token"] * 3

    @does_not("Zannos, Corpse Lord")
    def test_zannos_revealing_nothing_does_nothing(self) -> None:
        table = Table(a=Start(hand=["Zannos, Corpse Lord", "Wither", "Plague"]))
        table.a.plays("Zannos, Corpse Lord")
        table.a.reveals()
        assert (table.a.health, table.b.health) == (30, 30)
        assert table.a.in_play == ["Zannos, Corpse Lord"]


class TestPlagueZombies:
    @does("Plague Zombies")
    @shows("5.0.1")
    def test_plague_zombies_gives_zombies_blitz_and_damage_on_breaking(self) -> None:
        table = Table(a=Start(hand=["Plague Zombies"]), b=Start(in_play=["Kong"]))
        table.a.plays("Plague Zombies")
        table.a.attacks("Zombie Token#1", "Zombie Token#2", "Zombie Token#3")
        table.all_pass()
        table.b.blocks("Kong")
        table.all_pass()
        table.b.assigns({("Kong", "Zombie Token#1"): 2, ("Kong", "Zombie Token#2"): table.offense("Kong") - 2})
        ENGINE.apply(table.state, next(iter(ENGINE.legal(table.state))))
        table.a.targets("B")
        table.a.targets("B")
        assert table.a.in_play == ["Zombie Token"]
        assert table.b.health == 26

    @does("Plague Zombies")
    def test_plague_zombies_affects_zombies_already_in_play(self) -> None:
        table = Table(a=Start(in_play=["Zombie Token"], hand=["Plague Zombies"]), b=Start(hand=["Consume"]))
        table.a.plays("Plague Zombies")
        table.a.passes()
        table.b.plays("Consume")
        table.b.targets("Zombie Token#1")
        assert table.asks == ("A", "target")
        assert table.candidates == ["A", "B"]

    @does_not("Plague Zombies")
    def test_plague_zombies_does_not_affect_zombies_of_opponent_or_after_turn(self) -> None:
        table = Table(a=Start(hand=["Plague Zombies"]), b=Start(in_play=["Zombie Token"], hand=["Consume", "Wither"]))
        table.a.plays("Plague Zombies")
        assert table.keywords("B/Zombie Token") == set()
        table.next_turn()
        table.b.plays("Consume")
        table.b.targets("A/Zombie Token#1")
        assert table.asks == ("B", "act")
        assert (table.a.health, table.b.health) == (30, 33)
