"""Wild cards of Uprising."""

import pytest

from rules.epic.instructions.player_instructions import UncertainTextError
from rules.epic.sentences import describe_event
from tests.rules.epic.scenarios.claims import does, does_not, shows
from tests.rules.epic.scenarios.table import Put, Start, Table


class TestSporeBeast:
    @does("Spore Beast")
    def test_spore_beast_with_loyalty_has_blitz(self) -> None:
        table = Table(a=Start(hand=["Spore Beast", "Kong", "Lash"]), b=Start(in_play=["Kong"]))
        table.a.plays("Spore Beast")
        table.a.reveals("Kong", "Lash")
        assert table.keywords("Spore Beast") == {"ambush", "blitz"}
        table.a.uses("Spore Beast", 1)

    @does("Spore Beast")
    @shows("4.4.12", "I-77")
    def test_spore_beast_removes_attacker_which_stays_expended(self) -> None:
        table = Table(a=Start(in_play=["Kong", "Muse"]), b=Start(in_play=["Spore Beast"]))
        table.a.attacks("Kong", "Muse")
        table.a.passes()
        table.b.uses("Spore Beast", 1)
        table.b.targets("Kong")
        assert table.stance("Kong") == "expended"
        table.all_pass()
        table.all_pass()
        assert table.b.health == 28

    @does("Spore Beast")
    @shows("4.4.6a", "4.4.12")
    def test_spore_beast_removes_blocker_and_attacker_stays_blocked(self) -> None:
        table = Table(a=Start(in_play=["Kong", "Spore Beast"]), b=Start(in_play=["Muse"]))
        table.a.attacks("Kong")
        table.all_pass()
        table.b.blocks("Muse")
        table.b.passes()
        table.a.uses("Spore Beast", 1)
        table.a.targets("Muse")
        table.all_pass()
        assert table.b.in_play == ["Muse"]
        assert table.stance("Muse") == "flipped"
        assert table.b.health == 30

    @does_not("Spore Beast")
    def test_spore_beast_does_not_remove_itself(self) -> None:
        table = Table(a=Start(in_play=["Kong"]), b=Start(in_play=["Spore Beast"]))
        table.a.attacks("Kong")
        table.a.passes()
        table.b.uses("Spore Beast", 1)
        assert table.asks == ("B", "act")  # Kong was the only other champion
        assert not table.champion("Kong").attacking

    @does_not("Spore Beast")
    @shows("5.17.1")
    def test_spore_beast_without_blitz_cannot_be_used_while_deploying(self) -> None:
        table = Table(a=Start(in_play=["Kong"]), b=Start(in_play=[Put("Spore Beast", deploying=True)]))
        table.a.attacks("Kong")
        table.a.passes()
        table.b.cannot("5.17.1").uses("Spore Beast", 1)


class TestScarros:
    @does("Scarros, Hound of Draka")
    def test_scarros_without_reveal_is_ordinary_champion(self) -> None:
        table = Table(a=Start(hand=["Scarros, Hound of Draka", "Lash"]))
        table.a.plays("Scarros, Hound of Draka")
        table.a.reveals()
        table.next_turn()
        table.next_turn()
        table.a.attacks("Scarros, Hound of Draka")
        table.all_pass()
        table.all_pass()
        assert table.b.health == 19

    @does_not("Scarros, Hound of Draka")
    @shows("I-143")
    def test_scarros_revealing_with_unknown_effect_raises(self) -> None:
        table = Table(a=Start(hand=["Scarros, Hound of Draka", "Lash", "Kong", "Muse"]), b=Start(in_play=["Kong"]))
        table.a.plays("Scarros, Hound of Draka")
        table.a.cannot("5.3.1").reveals("Lash", "Muse")
        with pytest.raises(UncertainTextError, match="Scarros, Hound of Draka does here is not known"):
            table.a.reveals("Lash", "Kong")

    @does_not("Scarros, Hound of Draka")
    @shows("5.8.1")
    def test_scarros_attacking_with_unknown_blitz_raises(self) -> None:
        """Blitz stands in the very text that is probably not its own; what fails in any case is illegal."""
        table = Table(a=Start(hand=["Scarros, Hound of Draka"]))
        table.a.plays("Scarros, Hound of Draka")
        table.a.cannot("4.4.1").attacks("Scarros, Hound of Draka", at="A")
        with pytest.raises(UncertainTextError, match="Whether A's Scarros, Hound of Draka has blitz is not known"):
            table.a.attacks("Scarros, Hound of Draka")

    @shows("I-143", "5.3.4")
    def test_scarros_without_card_to_reveal_asks_nothing(self) -> None:
        table = Table(a=Start(hand=["Scarros, Hound of Draka", "Muse"]))
        table.a.plays("Scarros, Hound of Draka")
        assert table.asks == ("A", "act")
        assert (
            describe_event(table.state, table.state.log[-1])
            == "A has no card to reveal for A's Scarros, Hound of Draka."
        )

    @shows("5.8.1", "5.17.1")
    def test_scarros_with_blitz_given_or_removed_is_certain(self) -> None:
        given = Table(a=Start(hand=["Turn"]), b=Start(in_play=["Scarros, Hound of Draka"]))
        given.a.plays("Turn")
        given.a.attacks("Scarros, Hound of Draka")
        assert given.phase == "battle"
        lost = Table(a=Start(in_play=[Put("Scarros, Hound of Draka", deploying=True)]), b=Start(hand=["Blind Faith"]))
        lost.a.passes()
        lost.b.plays("Blind Faith")
        lost.b.passes()
        lost.a.cannot("5.17.1").attacks("Scarros, Hound of Draka")


class TestEntanglingVines:
    @does("Entangling Vines")
    def test_entangling_vines_expends_target_after_wild_card(self) -> None:
        table = Table(a=Start(in_play=["Entangling Vines"], hand=["Hurricane"]), b=Start(in_play=["Kong"]))
        table.a.plays("Hurricane", mode=0)
        table.a.targets("Kong")
        assert table.stance("Kong") == "expended"

    @does_not("Entangling Vines")
    @shows("5.12.1", "I-57")
    def test_entangling_vines_ignores_untargetable_champion_and_its_own_play(self) -> None:
        table = Table(a=Start(hand=["Entangling Vines"]), b=Start(in_play=["Sea Titan"]))
        table.a.plays("Entangling Vines")
        assert table.asks == ("A", "act")
        assert table.stance("Entangling Vines") == "expended"
        assert table.stance("Sea Titan") == "prepared"


class TestFiresOfRebellion:
    @does("Fires of Rebellion")
    def test_fires_of_rebellion_deals_7_damage_to_opponent(self) -> None:
        table = Table(a=Start(hand=["Fires of Rebellion"]))
        table.a.plays("Fires of Rebellion", mode=0)
        assert (table.a.health, table.b.health) == (30, 23)

    @does_not("Fires of Rebellion")
    def test_fires_of_rebellion_second_effect_draws_and_damages_no_player(self) -> None:
        table = Table(a=Start(hand=["Fires of Rebellion"], deck=["Muse"]))
        table.a.plays("Fires of Rebellion", mode=1)
        assert table.a.hand == ["Muse"]
        assert table.b.health == 30


class TestFlameSpike:
    @does("Flame Spike")
    def test_flame_spike_deals_2_damage_and_recycles(self) -> None:
        table = Table(a=Start(hand=["Flame Spike"], discard=["Kong", "Muse"]))
        table.a.plays("Flame Spike")
        table.a.targets("B")
        table.a.chooses("Kong", "Muse")
        assert table.b.health == 28
        assert len(table.a.hand) == 1

    @does_not("Flame Spike")
    @shows("5.5.6")
    def test_flame_spike_does_not_recycle_itself(self) -> None:
        table = Table(a=Start(hand=["Flame Spike"], discard=["Kong"]))
        table.a.plays("Flame Spike")
        table.a.targets("B")
        assert table.a.discard == ["Flame Spike", "Kong"]


class TestGoWild:
    @does("Go Wild")
    def test_go_wild_strengthens_champion(self) -> None:
        table = Table(a=Start(in_play=["Wolf Token"], hand=["Go Wild"]))
        table.a.plays("Go Wild")
        assert (table.offense("Wolf Token"), table.defense("Wolf Token")) == (6, 6)

    @does_not("Go Wild")
    @shows("4.5.2d")
    def test_go_wild_bonus_ends_with_turn(self) -> None:
        table = Table(a=Start(in_play=["Wolf Token"], hand=["Go Wild"]))
        table.a.plays("Go Wild")
        table.next_turn()
        assert table.offense("Wolf Token") == 2


class TestHuntingPack:
    @does("Hunting Pack")
    def test_hunting_pack_wolves_deal_damage_together(self) -> None:
        table = Table(a=Start(in_play=["Wolf Token"], hand=["Hunting Pack"]), b=Start(in_play=["Triceratops"]))
        table.a.plays("Hunting Pack")
        table.a.says_yes()
        table.a.targets("Triceratops")
        assert table.a.in_play == ["Wolf Token"] * 4
        assert [event.args[2] for event in table.state.log if event.kind == "damage"] == [8]

    @does_not("Hunting Pack")
    def test_hunting_pack_does_not_count_wolves_of_opponent_and_can_be_declined(self) -> None:
        table = Table(a=Start(hand=["Hunting Pack"]), b=Start(in_play=["Wolf Token"]))
        table.a.plays("Hunting Pack")
        table.a.says_no()
        assert table.b.in_play == ["Wolf Token"]


class TestMythicMonster:
    @does("Mythic Monster")
    def test_mythic_monster_tribute_draws(self) -> None:
        table = Table(a=Start(hand=["Mythic Monster"], deck=["Muse"]))
        table.a.plays("Mythic Monster")
        assert table.a.hand == ["Muse"]

    @does_not("Mythic Monster")
    @shows("5.17.1")
    def test_mythic_monster_without_blitz_cannot_attack_while_deploying(self) -> None:
        table = Table(a=Start(hand=["Mythic Monster"]))
        table.a.plays("Mythic Monster")
        table.a.cannot("5.17.1").attacks("Mythic Monster")


class TestPyrosaur:
    @does("Pyrosaur")
    def test_pyrosaur_damages_all_opposing_champions_when_played_and_when_attacking(self) -> None:
        table = Table(a=Start(hand=["Pyrosaur", "Lash", "Kong"]), b=Start(in_play=["Muse", "Triceratops"]))
        table.a.plays("Pyrosaur")
        table.a.resolves("Pyrosaur", 0)
        table.a.reveals("Lash", "Kong")
        assert table.b.in_play == ["Triceratops"]
        table.a.attacks("Pyrosaur")
        assert table.b.health == 26
        assert table.champion("Triceratops").damage == 4

    @does_not("Pyrosaur")
    def test_pyrosaur_does_not_damage_own_champions(self) -> None:
        table = Table(a=Start(in_play=["Pyrosaur", "Human Token"]))
        table.a.attacks("Pyrosaur")
        assert table.a.in_play == ["Human Token", "Pyrosaur"]
        assert table.a.health == 30


class TestSavageUprising:
    @does("Savage Uprising")
    def test_savage_uprising_damages_all_1_cost_champions(self) -> None:
        table = Table(
            a=Start(in_play=["Pyrosaur"], hand=["Savage Uprising"]),
            b=Start(in_play=["Saren, Night Stalker", "Wolf Token"]),
        )
        table.a.plays("Savage Uprising", mode=1)
        assert table.a.in_play == []
        assert table.b.in_play == ["Wolf Token"]

    @does_not("Savage Uprising")
    def test_savage_uprising_other_effect_targets_players_only(self) -> None:
        table = Table(a=Start(hand=["Savage Uprising"]), b=Start(in_play=["Kong"]))
        table.a.plays("Savage Uprising", mode=0)
        assert table.candidates == ["A", "B"]
        table.a.targets("B")
        assert table.b.health == 25
        assert len(table.a.hand) == 1


class TestWindsOfChange:
    @does("Winds of Change")
    def test_winds_of_change_gives_counters_to_all_or_more_to_one(self) -> None:
        table = Table(a=Start(in_play=["Wolf Token", "Wolf Token"], hand=["Winds of Change"]))
        table.a.plays("Winds of Change", mode=0)
        assert [table.offense(f"Wolf Token#{number}") for number in (1, 2)] == [4, 4]
        assert table.keywords("Wolf Token#1") == {"breakthrough"}
        single = Table(a=Start(in_play=["Wolf Token"], hand=["Winds of Change"]))
        single.a.plays("Winds of Change", mode=1)
        assert single.defense("Wolf Token") == 7
        assert len(single.a.hand) == 1

    @does_not("Winds of Change")
    def test_winds_of_change_counters_stay_and_breakthrough_ends_with_turn(self) -> None:
        table = Table(a=Start(in_play=["Wolf Token"], hand=["Winds of Change"]), b=Start(in_play=["Zombie Token"]))
        table.a.plays("Winds of Change", mode=0)
        table.next_turn()
        assert table.offense("Wolf Token") == 4
        assert table.keywords("Wolf Token") == set()
        assert table.offense("Zombie Token") == 2


class TestDenMother:
    @does("Den Mother")
    def test_den_mother_gains_counter_for_each_own_wolf_that_breaks(self) -> None:
        table = Table(a=Start(hand=["Den Mother"]), b=Start(hand=["Flash Fire"]))
        table.a.plays("Den Mother")
        assert table.a.in_play == ["Den Mother"] + ["Wolf Token"] * 3
        table.a.passes()
        table.b.plays("Flash Fire", mode=0)
        assert table.a.in_play == ["Den Mother"]
        assert (table.offense("Den Mother"), table.defense("Den Mother")) == (17, 17)

    @does_not("Den Mother")
    def test_den_mother_ignores_other_champions_and_wolves_of_opponent(self) -> None:
        table = Table(
            a=Start(in_play=["Den Mother", "Human Token"], hand=["Flash Fire"]),
            b=Start(in_play=["Wolf Token"]),
        )
        table.a.plays("Flash Fire", mode=0)
        assert table.b.in_play == []
        assert table.offense("Den Mother") == 8
        table.next_turn()
        assert table.offense("Den Mother") == 8
