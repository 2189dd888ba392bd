"""Wild cards of Uprising: what each does and what it must not do."""

import pytest

from rules.epic.instructions.player_instructions import UncertainTextError
from rules.epic.sentences import describe_event
from tests.rules.epic.scenarios.claims import does, does_not, shows
from tests.rules.epic.scenarios.table import Put, Start, Table


class TestSporeBeast:
    @does("Spore Beast")
    def test_loyalty_gives_blitz(self) -> None:
        table = Table(a=Start(hand=["Spore Beast", "Kong", "Lash"]), b=Start(in_play=["Kong"]))
        table.a.plays("Spore Beast")
        table.a.reveals("Kong", "Lash")
        assert table.keywords("Spore Beast") == {"ambush", "blitz"}
        table.a.uses("Spore Beast", 1)

    @does("Spore Beast")
    @shows("4.4.12", "I-77")
    def test_an_attacker_leaves_the_battle_and_stays_expended(self) -> None:
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
    def test_a_blocker_leaves_and_what_it_blocked_stays_blocked(self) -> None:
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
    def test_it_does_not_take_itself_out(self) -> None:
        table = Table(a=Start(in_play=["Kong"]), b=Start(in_play=["Spore Beast"]))
        table.a.attacks("Kong")
        table.a.passes()
        table.b.uses("Spore Beast", 1)
        assert table.asks == ("B", "act")  # Kong was the only other champion
        assert not table.champion("Kong").attacking

    @does_not("Spore Beast")
    @shows("5.17.1")
    def test_it_needs_blitz_on_the_turn_it_enters(self) -> None:
        table = Table(a=Start(in_play=["Kong"]), b=Start(in_play=[Put("Spore Beast", deploying=True)]))
        table.a.attacks("Kong")
        table.a.passes()
        table.b.cannot("5.17.1").uses("Spore Beast", 1)


class TestScarros:
    @does("Scarros, Hound of Draka")
    def test_it_is_a_plain_champion_while_no_one_reveals_for_it(self) -> None:
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
    def test_what_revealing_does_is_not_guessed(self) -> None:
        table = Table(a=Start(hand=["Scarros, Hound of Draka", "Lash", "Kong", "Muse"]), b=Start(in_play=["Kong"]))
        table.a.plays("Scarros, Hound of Draka")
        table.a.cannot("5.3.1").reveals("Lash", "Muse")
        with pytest.raises(UncertainTextError, match="Scarros, Hound of Draka does here is not known"):
            table.a.reveals("Lash", "Kong")

    @does_not("Scarros, Hound of Draka")
    @shows("5.8.1")
    def test_whether_it_has_blitz_is_not_guessed(self) -> None:
        """Blitz stands in the very text that is probably not its own; what fails in any case is illegal."""
        table = Table(a=Start(hand=["Scarros, Hound of Draka"]))
        table.a.plays("Scarros, Hound of Draka")
        table.a.cannot("4.4.1").attacks("Scarros, Hound of Draka", at="A")
        with pytest.raises(UncertainTextError, match="Whether A's Scarros, Hound of Draka has blitz is not known"):
            table.a.attacks("Scarros, Hound of Draka")

    @shows("I-143", "5.3.4")
    def test_with_no_card_to_reveal_nothing_is_asked(self) -> None:
        table = Table(a=Start(hand=["Scarros, Hound of Draka", "Muse"]))
        table.a.plays("Scarros, Hound of Draka")
        assert table.asks == ("A", "act")
        assert (
            describe_event(table.state, table.state.log[-1])
            == "A has no card to reveal for A's Scarros, Hound of Draka."
        )

    @shows("5.8.1", "5.17.1")
    def test_blitz_given_or_lost_is_known(self) -> None:
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
    def test_expends_on_entering_and_on_another_wild_card(self) -> None:
        table = Table(a=Start(in_play=["Entangling Vines"], hand=["Hurricane"]), b=Start(in_play=["Kong"]))
        table.a.plays("Hurricane", mode=0)
        table.a.targets("Kong")
        assert table.stance("Kong") == "expended"

    @does_not("Entangling Vines")
    @shows("5.12.1", "I-57")
    def test_neither_an_untargetable_champion_nor_for_its_own_play(self) -> None:
        table = Table(a=Start(hand=["Entangling Vines"]), b=Start(in_play=["Sea Titan"]))
        table.a.plays("Entangling Vines")
        assert table.asks == ("A", "act")
        assert table.stance("Entangling Vines") == "expended"
        assert table.stance("Sea Titan") == "prepared"


class TestFiresOfRebellion:
    @does("Fires of Rebellion")
    def test_burns_the_opponent(self) -> None:
        table = Table(a=Start(hand=["Fires of Rebellion"]))
        table.a.plays("Fires of Rebellion", mode=0)
        assert (table.a.health, table.b.health) == (30, 23)

    @does_not("Fires of Rebellion")
    def test_the_second_effect_targets_no_player_but_draws_first(self) -> None:
        table = Table(a=Start(hand=["Fires of Rebellion"], deck=["Muse"]))
        table.a.plays("Fires of Rebellion", mode=1)
        assert table.a.hand == ["Muse"]
        assert table.b.health == 30


class TestFlameSpike:
    @does("Flame Spike")
    def test_two_damage_and_recycling(self) -> None:
        table = Table(a=Start(hand=["Flame Spike"], discard=["Kong", "Muse"]))
        table.a.plays("Flame Spike")
        table.a.targets("B")
        table.a.chooses("Kong", "Muse")
        assert table.b.health == 28
        assert len(table.a.hand) == 1

    @does_not("Flame Spike")
    @shows("5.5.6")
    def test_it_does_not_recycle_itself(self) -> None:
        table = Table(a=Start(hand=["Flame Spike"], discard=["Kong"]))
        table.a.plays("Flame Spike")
        table.a.targets("B")
        assert table.a.discard == ["Flame Spike", "Kong"]


class TestGoWild:
    @does("Go Wild")
    def test_strengthens_a_champion_for_the_turn(self) -> None:
        table = Table(a=Start(in_play=["Wolf Token"], hand=["Go Wild"]))
        table.a.plays("Go Wild")
        assert (table.offense("Wolf Token"), table.defense("Wolf Token")) == (6, 6)

    @does_not("Go Wild")
    @shows("4.5.2d")
    def test_not_for_longer(self) -> None:
        table = Table(a=Start(in_play=["Wolf Token"], hand=["Go Wild"]))
        table.a.plays("Go Wild")
        table.next_turn()
        assert table.offense("Wolf Token") == 2


class TestHuntingPack:
    @does("Hunting Pack")
    def test_wolves_bite_together(self) -> None:
        table = Table(a=Start(in_play=["Wolf Token"], hand=["Hunting Pack"]), b=Start(in_play=["Triceratops"]))
        table.a.plays("Hunting Pack")
        table.a.says_yes()
        table.a.targets("Triceratops")
        assert table.a.in_play == ["Wolf Token"] * 4
        assert [event.args[2] for event in table.state.log if event.kind == "damage"] == [8]

    @does_not("Hunting Pack")
    def test_the_opponents_wolves_do_not_count_and_nothing_has_to_be_bitten(self) -> None:
        table = Table(a=Start(hand=["Hunting Pack"]), b=Start(in_play=["Wolf Token"]))
        table.a.plays("Hunting Pack")
        table.a.says_no()
        assert table.b.in_play == ["Wolf Token"]


class TestMythicMonster:
    @does("Mythic Monster")
    def test_draws_on_entering(self) -> None:
        table = Table(a=Start(hand=["Mythic Monster"], deck=["Muse"]))
        table.a.plays("Mythic Monster")
        assert table.a.hand == ["Muse"]

    @does_not("Mythic Monster")
    @shows("5.17.1")
    def test_it_does_not_attack_at_once(self) -> None:
        table = Table(a=Start(hand=["Mythic Monster"]))
        table.a.plays("Mythic Monster")
        table.a.cannot("5.17.1").attacks("Mythic Monster")


class TestPyrosaur:
    @does("Pyrosaur")
    def test_burns_everything_opposing_on_entering_and_attacking(self) -> None:
        table = Table(a=Start(hand=["Pyrosaur", "Lash", "Kong"]), b=Start(in_play=["Muse", "Triceratops"]))
        table.a.plays("Pyrosaur")
        table.a.resolves("Pyrosaur", 0)
        table.a.reveals("Lash", "Kong")
        assert table.b.in_play == ["Triceratops"]
        table.a.attacks("Pyrosaur")
        assert table.b.health == 26
        assert table.champion("Triceratops").damage == 4

    @does_not("Pyrosaur")
    def test_not_its_own_side(self) -> None:
        table = Table(a=Start(in_play=["Pyrosaur", "Human Token"]))
        table.a.attacks("Pyrosaur")
        assert table.a.in_play == ["Human Token", "Pyrosaur"]
        assert table.a.health == 30


class TestSavageUprising:
    @does("Savage Uprising")
    def test_damages_all_1_cost_champions(self) -> None:
        table = Table(
            a=Start(in_play=["Pyrosaur"], hand=["Savage Uprising"]),
            b=Start(in_play=["Saren, Night Stalker", "Wolf Token"]),
        )
        table.a.plays("Savage Uprising", mode=1)
        assert table.a.in_play == []
        assert table.b.in_play == ["Wolf Token"]

    @does_not("Savage Uprising")
    def test_players_take_none_of_it_and_champions_are_no_target_of_the_other_effect(self) -> None:
        table = Table(a=Start(hand=["Savage Uprising"]), b=Start(in_play=["Kong"]))
        table.a.plays("Savage Uprising", mode=0)
        assert table.candidates == ["A", "B"]
        table.a.targets("B")
        assert table.b.health == 25
        assert len(table.a.hand) == 1


class TestWindsOfChange:
    @does("Winds of Change")
    def test_counters_for_all_or_more_for_one(self) -> None:
        table = Table(a=Start(in_play=["Wolf Token", "Wolf Token"], hand=["Winds of Change"]))
        table.a.plays("Winds of Change", mode=0)
        assert [table.offense(f"Wolf Token#{number}") for number in (1, 2)] == [4, 4]
        assert table.keywords("Wolf Token#1") == {"breakthrough"}
        single = Table(a=Start(in_play=["Wolf Token"], hand=["Winds of Change"]))
        single.a.plays("Winds of Change", mode=1)
        assert single.defense("Wolf Token") == 7
        assert len(single.a.hand) == 1

    @does_not("Winds of Change")
    def test_counters_stay_but_breakthrough_does_not_and_the_opponent_gets_none(self) -> None:
        table = Table(a=Start(in_play=["Wolf Token"], hand=["Winds of Change"]), b=Start(in_play=["Zombie Token"]))
        table.a.plays("Winds of Change", mode=0)
        table.next_turn()
        assert table.offense("Wolf Token") == 4
        assert table.keywords("Wolf Token") == set()
        assert table.offense("Zombie Token") == 2


class TestDenMother:
    @does("Den Mother")
    def test_grows_with_every_wolf_of_hers_that_breaks(self) -> None:
        table = Table(a=Start(hand=["Den Mother"]), b=Start(hand=["Flash Fire"]))
        table.a.plays("Den Mother")
        assert table.a.in_play == ["Den Mother"] + ["Wolf Token"] * 3
        table.a.passes()
        table.b.plays("Flash Fire", mode=0)
        assert table.a.in_play == ["Den Mother"]
        assert (table.offense("Den Mother"), table.defense("Den Mother")) == (17, 17)

    @does_not("Den Mother")
    def test_neither_for_other_champions_nor_for_the_opponents_wolves(self) -> None:
        table = Table(
            a=Start(in_play=["Den Mother", "Human Token"], hand=["Flash Fire"]),
            b=Start(in_play=["Wolf Token"]),
        )
        table.a.plays("Flash Fire", mode=0)
        assert table.b.in_play == []
        assert table.offense("Den Mother") == 8
        table.next_turn()
        assert table.offense("Den Mother") == 8
