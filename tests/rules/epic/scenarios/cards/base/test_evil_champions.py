"""Evil champions of the base set."""

from tests.rules.epic.scenarios.claims import does, does_not, shows
from tests.rules.epic.scenarios.table import ENGINE, Put, Start, Table

EVIL = ["Wither", "Word of Summoning"]


class TestAngelOfDeath:
    @does("Angel of Death")
    def test_angel_of_death_with_loyalty_breaks_all_other_champions(self) -> None:
        table = Table(
            a=Start(in_play=["Kong"], hand=["Angel of Death", *EVIL]),
            b=Start(in_play=["Muse", "Human Token"]),
        )
        table.a.plays("Angel of Death")
        table.a.reveals(*EVIL)
        assert table.a.in_play == ["Angel of Death"]
        assert table.b.in_play == []

    @does_not("Angel of Death")
    def test_angel_of_death_without_loyalty_breaks_nothing(self) -> None:
        table = Table(a=Start(hand=["Angel of Death", "Wither", "Kong"]), b=Start(in_play=["Muse"]))
        table.a.plays("Angel of Death")
        assert table.asks == ("A", "act")
        assert table.b.in_play == ["Muse"]

    @does_not("Angel of Death")
    def test_angel_of_death_in_play_is_broken_by_second_angel_of_death(self) -> None:
        table = Table(a=Start(in_play=["Angel of Death"], hand=["Angel of Death", *EVIL]))
        table.a.plays("Angel of Death")
        table.a.reveals(*EVIL)
        assert table.a.in_play == ["Angel of Death"]
        assert table.a.discard == ["Angel of Death"]


class TestCorpseTaker:
    @does("Corpse Taker")
    def test_corpse_taker_tribute_returns_1_cost_champion_to_hand(self) -> None:
        table = Table(a=Start(hand=["Corpse Taker"], discard=["Kong", "Palace Guard", "Muse", "Plague"], gold=0))
        table.a.plays("Corpse Taker")
        table.a.says_yes()
        assert table.candidates == ["Kong", "Palace Guard"]
        table.a.targets("Kong")
        assert table.a.hand == ["Kong"]

    @does("Corpse Taker")
    def test_corpse_taker_used_banishes_card_of_any_discard_pile(self) -> None:
        table = Table(a=Start(in_play=["Corpse Taker"]), b=Start(discard=["Lash", "Muse"]))
        table.a.uses("Corpse Taker", 1)
        table.a.targets("Lash")
        assert table.b.discard == ["Muse"]
        assert table.b.deck[-1] == "Lash"

    @does_not("Corpse Taker")
    def test_corpse_taker_played_ignores_discard_pile_of_opponent(self) -> None:
        table = Table(a=Start(hand=["Corpse Taker"], discard=["Muse"]), b=Start(discard=["Kong"]))
        table.a.plays("Corpse Taker")
        assert table.asks == ("A", "act")


class TestDarkAssassin:
    @does("Dark Assassin", "High King")
    def test_dark_assassin_with_loyalty_can_use_power_at_once(self) -> None:
        table = Table(a=Start(hand=["Dark Assassin", *EVIL]), b=Start(in_play=["Kong", "Muse"]))
        table.a.plays("Dark Assassin")
        table.a.reveals(*EVIL)
        table.a.uses("Dark Assassin", 1)
        table.a.targets("Kong")
        assert table.b.in_play == ["Muse"]

    @does_not("Dark Assassin")
    def test_dark_assassin_without_loyalty_cannot_use_power_while_deploying(self) -> None:
        table = Table(a=Start(hand=["Dark Assassin", *EVIL]), b=Start(in_play=["Kong"]))
        table.a.plays("Dark Assassin")
        table.a.reveals()
        table.a.cannot("5.17.1").uses("Dark Assassin", 1)


class TestDarkKnight:
    @does("Dark Knight")
    def test_dark_knight_on_own_turn_is_unbreakable(self) -> None:
        table = Table(a=Start(in_play=["Dark Knight"], hand=["Apocalypse"]), b=Start(in_play=["Kong"]))
        table.a.plays("Apocalypse", mode=1)
        assert table.a.in_play == ["Dark Knight"]
        assert table.b.in_play == []

    @does_not("Dark Knight")
    def test_dark_knight_on_turn_of_opponent_breaks(self) -> None:
        table = Table(a=Start(hand=["Apocalypse"]), b=Start(in_play=["Dark Knight"]))
        table.a.plays("Apocalypse", mode=1)
        assert table.b.in_play == []


class TestDarkLeader:
    @does("Dark Leader")
    def test_dark_leader_in_play_makes_own_humans_stronger_and_evil(self) -> None:
        table = Table(
            a=Start(in_play=["Dark Leader", "White Knight"], hand=["The Risen"]),
            b=Start(in_play=["Human Token"]),
        )
        assert table.offense("White Knight") == 10
        assert table.offense("Human Token") == 1
        table.a.plays("The Risen")
        assert table.offense("White Knight") == 11
        assert table.defense("White Knight") == 10

    @does("Dark Leader")
    def test_dark_leader_expended_makes_human_token(self) -> None:
        table = Table(a=Start(in_play=["Dark Leader"]))
        table.a.uses("Dark Leader", 1)
        assert table.a.in_play == ["Dark Leader", "Human Token"]
        assert table.offense("Human Token") == 2

    @does("Dark Leader")
    def test_dark_leader_makes_own_human_legal_target_for_evil_only_power(self) -> None:
        table = Table(a=Start(in_play=["White Knight"]), b=Start(in_play=["Dark Leader", "Palace Guard", "Kong"]))
        table.a.uses("White Knight", 2)
        assert table.candidates == ["Dark Leader", "Palace Guard"]

    @does_not("Dark Leader")
    def test_dark_leader_does_not_strengthen_itself_or_non_humans(self) -> None:
        table = Table(a=Start(in_play=["Dark Leader", "Kong"]))
        assert table.offense("Dark Leader") == 4
        assert table.offense("Kong") == 13


class TestDrinkerOfBlood:
    @does("Drinker of Blood")
    @shows("I-122")
    def test_drinker_of_blood_gains_health_for_each_other_champion_that_breaks(self) -> None:
        table = Table(
            a=Start(in_play=["Drinker of Blood", "Human Token"], hand=["Apocalypse"]),
            b=Start(in_play=["Kong", "Muse"]),
        )
        table.a.plays("Apocalypse", mode=1)
        assert (table.a.health, table.b.health) == (36, 24)
        assert table.a.in_play == ["Drinker of Blood"]

    @does("Drinker of Blood")
    def test_drinker_of_blood_gains_health_for_champions_breaking_together_with_it(self) -> None:
        table = Table(a=Start(hand=["Apocalypse"]), b=Start(in_play=["Drinker of Blood", "Drinker of Blood", "Kong"]))
        table.a.plays("Apocalypse", mode=1)
        while table.state.pending is not None and table.asks == ("B", "order"):
            ENGINE.apply(table.state, next(ENGINE.legal(table.state)))
        assert (table.a.health, table.b.health) == (22, 38)

    @does_not("Drinker of Blood")
    def test_drinker_of_blood_gains_nothing_for_itself_or_banished_champions(self) -> None:
        table = Table(a=Start(hand=["Divine Judgment"]), b=Start(in_play=["Drinker of Blood", "Kong"]))
        table.a.plays("Divine Judgment", mode=1)
        assert (table.a.health, table.b.health) == (30, 30)
        alone = Table(a=Start(hand=["Bitten"]), b=Start(in_play=["Drinker of Blood", "Kong"]))
        alone.a.plays("Bitten", mode=1)
        alone.a.targets("Drinker of Blood")
        assert (alone.a.health, alone.b.health) == (30, 30)


class TestInfernalGatekeeper:
    @does("Infernal Gatekeeper", "Spawning Demon")
    def test_infernal_gatekeeper_pays_1_health_for_demon_when_triggered(self) -> None:
        table = Table(a=Start(hand=["Infernal Gatekeeper"], in_play=["Spawning Demon"]))
        table.a.plays("Infernal Gatekeeper")
        first = table.state.pending
        assert first is not None
        table.a.resolves("Spawning Demon", 0)
        table.a.says_yes()
        table.a.says_yes()
        assert table.a.in_play == ["Demon Token", "Demon Token", "Infernal Gatekeeper", "Spawning Demon"]
        assert table.a.health == 28

    @does_not("Infernal Gatekeeper", "Spawning Demon")
    def test_infernal_gatekeeper_when_declined_or_after_free_card_makes_no_demon(self) -> None:
        table = Table(a=Start(in_play=["Infernal Gatekeeper", "Spawning Demon"], hand=["Word of Summoning", "Medusa"]))
        table.a.plays("Word of Summoning")
        assert table.asks == ("A", "act")
        table.a.plays("Medusa")
        table.a.resolves("Infernal Gatekeeper", 1)
        table.a.says_no()
        table.a.resolves("Spawning Demon", 0)
        table.a.says_no()
        assert table.a.health == 30
        assert table.a.in_play == ["Demon Token", "Infernal Gatekeeper", "Medusa", "Spawning Demon"]


class TestMedusa:
    @does("Medusa")
    def test_medusa_with_loyalty_breaks_target_champion(self) -> None:
        table = Table(a=Start(hand=["Medusa", *EVIL]), b=Start(in_play=["Kong", "Steel Golem"]))
        table.a.plays("Medusa")
        table.a.reveals(*EVIL)
        assert table.candidates == ["Kong", "Medusa"]
        table.a.targets("Kong")
        assert table.b.in_play == ["Steel Golem"]

    @does_not("Medusa")
    def test_medusa_does_not_break_unbreakable_target(self) -> None:
        table = Table(a=Start(hand=["Medusa", *EVIL], in_play=["Juggernaut"]))
        table.a.plays("Medusa")
        table.a.reveals(*EVIL)
        table.a.targets("Juggernaut")
        assert table.a.in_play == ["Juggernaut", "Medusa"]


class TestMurderousNecromancer:
    @does("Murderous Necromancer")
    def test_murderous_necromancer_used_breaks_target_and_makes_zombie(self) -> None:
        table = Table(a=Start(in_play=["Murderous Necromancer"]), b=Start(in_play=["Kong", "Muse"]))
        table.a.uses("Murderous Necromancer", 1)
        table.a.targets("Kong")
        assert table.a.in_play == ["Murderous Necromancer", "Zombie Token"]
        assert table.b.in_play == ["Muse"]

    @does("Murderous Necromancer")
    def test_murderous_necromancer_with_loyalty_makes_three_zombies(self) -> None:
        table = Table(a=Start(hand=["Murderous Necromancer", *EVIL]))
        table.a.plays("Murderous Necromancer")
        table.a.reveals(*EVIL)
        assert table.a.in_play == ["Murderous Necromancer", *["Zombie Token"] * 3]

    @does_not("Murderous Necromancer")
    def test_murderous_necromancer_makes_zombie_for_its_own_controller(self) -> None:
        table = Table(a=Start(in_play=["Kong"]), b=Start(in_play=["Murderous Necromancer"]))
        table.a.passes()
        table.b.uses("Murderous Necromancer", 1)
        table.b.targets("Kong")
        assert table.a.in_play == []
        assert table.b.in_play == ["Murderous Necromancer", "Zombie Token"]


class TestNecromancerLord:
    @does("Necromancer Lord")
    def test_necromancer_lord_used_puts_champion_of_any_discard_pile_into_play(self) -> None:
        table = Table(
            a=Start(in_play=["Necromancer Lord"], discard=["Lash"]),
            b=Start(discard=["Triceratops", "Muse"]),
        )
        table.a.uses("Necromancer Lord", 1)
        assert table.candidates == ["Muse", "Triceratops"]
        table.a.targets("Triceratops")
        assert table.a.in_play == ["Necromancer Lord", "Triceratops"]
        assert len(table.a.hand) == 1

    @does_not("Necromancer Lord")
    def test_necromancer_lord_target_is_deploying_and_stays_owned_by_opponent(self) -> None:
        table = Table(a=Start(in_play=["Necromancer Lord"], hand=["Apocalypse"]), b=Start(discard=["Palace Guard"]))
        table.a.uses("Necromancer Lord", 1)
        table.a.says_no()
        table.a.cannot("5.17.1").attacks("Palace Guard")
        table.a.plays("Apocalypse", mode=1)
        assert table.b.discard == ["Palace Guard"]


class TestSoulHunter:
    @does("Soul Hunter")
    def test_soul_hunter_on_breaking_deals_5_damage_and_returns_on_turn_of_owner(self) -> None:
        table = Table(a=Start(hand=["Bitten"]), b=Start(in_play=["Soul Hunter", "Human Token"]))
        table.a.plays("Bitten", mode=1)
        table.a.targets("Soul Hunter")
        table.b.targets("A")
        assert table.a.health == 25
        table.next_turn()
        assert table.b.in_play == ["Human Token", "Soul Hunter"]
        table.b.cannot("5.17.1").attacks("Soul Hunter")

    @does_not("Soul Hunter")
    def test_soul_hunter_does_not_return_on_turn_of_opponent_or_damage_when_banished(self) -> None:
        table = Table(a=Start(hand=["Banishment"]), b=Start(in_play=["Soul Hunter", "Kong"], discard=["Soul Hunter"]))
        table.a.plays("Banishment")
        table.a.targets("Soul Hunter")
        assert table.a.health == table.b.health == 30
        assert table.b.in_play == ["Kong"]
        table.next_turn()
        table.next_turn()
        assert table.b.in_play == ["Kong", "Soul Hunter"]


class TestSuccubus:
    @does("Succubus")
    def test_succubus_with_loyalty_draws_and_used_banishes_good_champion(self) -> None:
        table = Table(
            a=Start(hand=["Succubus", *EVIL], deck=["Lash"]),
            b=Start(in_play=["Palace Guard", "White Knight", "Kong"]),
        )
        table.a.plays("Succubus")
        table.a.resolves("Succubus", 0)
        table.a.reveals(*EVIL)
        assert table.a.hand == ["Lash", "Wither", "Word of Summoning"]
        table.a.uses("Succubus", 2)
        table.a.targets("Palace Guard")
        assert table.b.in_play == ["Kong", "White Knight"]

    @does_not("Succubus")
    def test_succubus_cannot_target_champion_that_is_not_good(self) -> None:
        table = Table(a=Start(in_play=["Succubus"]), b=Start(in_play=["Palace Guard", "White Knight", "Kong"]))
        table.a.uses("Succubus", 2)
        table.a.cannot("5.20.2").targets("Kong")


class TestThrasherDemon:
    @does("Thrasher Demon")
    def test_thrasher_demon_attacking_gains_offense_and_breaks_damaged_champion(self) -> None:
        table = Table(a=Start(in_play=["Thrasher Demon"]), b=Start(in_play=["Kong"]))
        table.a.attacks("Thrasher Demon")
        assert table.offense("Thrasher Demon") == 3
        table.all_pass()
        table.b.blocks("Kong")
        table.all_pass()
        assert table.b.in_play == []
        assert table.a.discard == ["Thrasher Demon"]

    @does_not("Thrasher Demon")
    def test_thrasher_demon_blocking_gains_no_offense_and_does_not_break_unbreakable(self) -> None:
        table = Table(a=Start(in_play=["Juggernaut"]), b=Start(in_play=["Thrasher Demon"]))
        table.a.attacks("Juggernaut")
        table.all_pass()
        table.b.blocks("Thrasher Demon")
        assert table.offense("Thrasher Demon") == 1
        table.all_pass()
        assert table.a.in_play == ["Juggernaut"]


class TestTrihorror:
    @does("Trihorror")
    def test_trihorror_on_breaking_makes_three_demons(self) -> None:
        table = Table(a=Start(hand=["Apocalypse"], in_play=["Trihorror", "Kong"]))
        table.a.plays("Apocalypse", mode=1)
        assert table.a.in_play == ["Demon Token"] * 3

    @does("Trihorror")
    def test_trihorror_on_breaking_makes_demons_for_controller_not_owner(self) -> None:
        table = Table(a=Start(hand=["Apocalypse"], in_play=[Put("Trihorror", owner="B")]))
        table.a.plays("Apocalypse", mode=1)
        assert table.a.in_play == ["Demon Token"] * 3
        assert table.b.discard == ["Trihorror"]

    @does_not("Trihorror")
    def test_trihorror_when_banished_makes_no_demons(self) -> None:
        table = Table(a=Start(hand=["Divine Judgment"], in_play=["Trihorror"]))
        table.a.plays("Divine Judgment", mode=1)
        assert table.a.in_play == []


class TestVampireLord:
    @does("Vampire Lord")
    def test_vampire_lord_dealing_damage_to_player_gains_two_counters(self) -> None:
        table = Table(a=Start(in_play=["Vampire Lord"]))
        table.a.attacks("Vampire Lord")
        table.all_pass()
        table.all_pass()
        assert table.b.health == 25
        assert table.offense("Vampire Lord") == table.defense("Vampire Lord") == 7

    @does("Vampire Lord")
    def test_vampire_lord_damaging_two_champions_at_once_gains_counters_once(self) -> None:
        table = Table(a=Start(in_play=["Vampire Lord"]), b=Start(in_play=["Human Token", "Demon Token"]))
        table.a.attacks("Vampire Lord")
        table.all_pass()
        table.b.blocks("Human Token", "Demon Token")
        table.all_pass()
        table.a.assigns({("Vampire Lord", "Human Token"): 1, ("Vampire Lord", "Demon Token"): 4})
        assert table.champion("Vampire Lord").plus == 2

    @does_not("Vampire Lord")
    def test_vampire_lord_gains_no_counters_for_damage_dealt_by_others(self) -> None:
        table = Table(a=Start(in_play=["Kong"]), b=Start(in_play=["Vampire Lord"]))
        table.a.attacks("Kong")
        table.all_pass()
        table.b.blocks()
        table.all_pass()
        assert table.champion("Vampire Lord").plus == 0
        dying = Table(a=Start(hand=["Bitten"]), b=Start(in_play=["Vampire Lord", "Kong"]))
        dying.a.plays("Bitten", mode=1)
        dying.a.targets("Vampire Lord")
        assert dying.b.in_play == ["Kong"]
