"""Rare interactions: borrowed champions, lost abilities, lethal costs, battles."""

import pytest

from rules.epic.cards import CATALOGUE
from rules.epic.state import RIGHTEOUS
from tests.rules.epic.scenarios.claims import does, does_not, shows
from tests.rules.epic.scenarios.table import CR, RB, Put, Start, Table


class TestBorrowed:
    """What a champion under another player's control leaves behind, and to whom."""

    @shows("1.9.2", "3.4.1", "5.17.2")
    def test_borrowed_champion_triggers_for_controller_and_returns_to_owner(self) -> None:
        table = Table(a=Start(hand=["Wither"]), b=Start(in_play=[Put("Soul Hunter", owner="A", damage=2)]))
        table.a.plays("Wither")
        assert table.asks == ("B", "target")
        table.b.targets("A")
        assert (table.a.health, table.a.discard) == (25, ["Soul Hunter", "Wither"])
        table.next_turn()
        table.next_turn()
        assert table.a.in_play == ["Soul Hunter"]

    @shows("5.9.1", "4.5.2d")
    def test_borrowed_champion_is_unbreakable_on_turn_of_its_controller(self) -> None:
        table = Table(a=Start(hand=["Turn"]), b=Start(in_play=["Saren, Night Stalker"], hand=["Drain Essence"]))
        table.a.plays("Turn")
        table.a.passes()
        table.b.plays("Drain Essence")
        assert table.a.in_play == ["Saren, Night Stalker"]

    @shows("3.6.2", "1.9.2")
    def test_borrowed_champion_can_pay_for_power_of_borrower(self) -> None:
        table = Table(a=Start(in_play=["Scarred Priestess"], hand=["Turn"]), b=Start(in_play=["Kong", "Muse"]))
        table.a.plays("Turn")
        table.a.targets("Kong")
        table.a.uses("Scarred Priestess", 1)
        table.a.chooses("Kong")
        table.a.targets("Muse")
        assert (table.b.in_play, table.b.discard) == ([], ["Kong", "Muse"])

    @shows("3.2.3")
    def test_borrowed_champion_can_be_broken_for_dark_offering(self) -> None:
        table = Table(a=Start(hand=["Turn", "Dark Offering"], gold=2), b=Start(in_play=["Kong", "Muse", "Wolf Token"]))
        table.a.plays("Turn")
        table.a.targets("Kong")
        table.a.plays("Dark Offering", mode=1)
        table.a.targets("Muse", "Wolf Token")
        assert (table.b.in_play, table.b.discard) == ([], ["Kong", "Muse"])

    @shows("3.3.1", "4.3.3")
    def test_borrowed_raging_t_rex_must_attack(self) -> None:
        table = Table(a=Start(hand=["Turn"]), b=Start(in_play=["Raging T-Rex"]))
        table.a.plays("Turn")
        table.a.cannot("4.3.3").passes()
        table.a.attacks("Raging T-Rex")
        table.all_pass()
        table.all_pass()
        table.a.passes()
        assert table.b.health == 18

    @shows("5.21.1", "4.5.2d")
    def test_borrowed_champion_transformed_leaves_token_to_borrower(self) -> None:
        table = Table(a=Start(hand=["Turn", "Transform"], gold=2), b=Start(in_play=["Kong"]))
        table.a.plays("Turn")
        table.a.plays("Transform", mode=1)
        table.next_turn()
        assert (table.a.in_play, table.b.deck[-1]) == (["Wolf Token"], "Kong")

    @shows("I-77", "4.4.6a", "4.4.12")
    def test_blocker_changing_control_can_attack_in_next_battle(self) -> None:
        table = Table(a=Start(in_play=["Kong"], hand=["Turn"]), b=Start(in_play=["Triceratops"]))
        table.a.attacks("Kong")
        table.all_pass()
        table.b.blocks("Triceratops")
        table.b.passes()
        table.a.plays("Turn")
        table.a.targets("Triceratops")
        table.all_pass()
        assert (table.b.health, table.champion("Kong").damage) == (30, 0)
        table.a.attacks("Triceratops")
        table.all_pass()
        table.all_pass()
        assert table.b.health == 20

    @shows("I-77")
    def test_attacker_changing_control_without_preparing_cannot_block(self) -> None:
        table = Table(a=Start(in_play=["Kong"]), b=Start(hand=["Helion, the Dominator", "Erase", "Muse"]))
        table.a.attacks("Kong")
        table.a.passes()
        table.b.plays("Helion, the Dominator")
        table.b.reveals("Erase", "Muse")
        table.b.targets("Kong")
        table.b.passes()
        table.a.passes()
        assert (table.step, table.stance("Kong")) == ("before-damage", "expended")
        table.next_turn()
        assert (table.a.in_play, table.b.health) == (["Kong"], 30)


class TestLostAbilities:
    """Blind Faith takes away what others relied on."""

    @does("Blind Faith")
    @shows("5.9.3", "5.16.3")
    def test_blind_faith_breaks_damaged_unbreakable_champion(self) -> None:
        table = Table(a=Start(in_play=[Put("Vampire Lord", damage=6)]), b=Start(hand=["Blind Faith"]))
        table.a.passes()
        table.b.plays("Blind Faith")
        assert table.a.in_play == []

    @does("Blind Faith")
    @shows("3.3.3", "I-86")
    def test_blind_faith_breaks_champion_depending_on_bonus(self) -> None:
        table = Table(
            a=Start(hand=["Blind Faith"]),
            b=Start(in_play=["Jungle Queen", Put("Wolf Token", damage=2)], hand=["Burrowing Wurm"]),
        )
        table.a.plays("Blind Faith")
        assert table.b.in_play == ["Jungle Queen"]
        table.a.passes()
        table.b.cannot("4.1.4").plays("Burrowing Wurm")

    @does("Blind Faith")
    @shows("5.7.1")
    def test_blind_faith_after_blocks_removes_breakthrough(self) -> None:
        table = Table(a=Start(in_play=["Triceratops"]), b=Start(in_play=["Wolf Token"], hand=["Blind Faith"]))
        table.a.attacks("Triceratops")
        table.all_pass()
        table.b.blocks("Wolf Token")
        table.b.plays("Blind Faith")
        table.all_pass()
        assert table.b.health == 30

    @does("Blind Faith")
    @shows("4.4.1", "5.20.4")
    def test_blind_faith_removes_protection_of_player(self) -> None:
        table = Table(
            a=Start(hand=["Blind Faith", "Flame Strike"], in_play=["Kong"]),
            b=Start(in_play=[Put("Avenging Angel", stance=1), "The Gudgeon"]),
        )
        table.a.cannot("3.3.1").attacks("Kong")
        table.a.plays("Blind Faith")
        table.a.plays("Flame Strike")
        table.a.targets("B")
        table.a.attacks("Kong")
        assert (table.b.health, table.phase) == (22, "battle")

    @does_not("Blind Faith")
    @shows("I-132", "5.0.2", "I-52")
    def test_blind_faith_does_not_affect_card_in_discard_pile(self) -> None:
        """What has left play is another object: the Hunter's break did nothing, its return is its own."""
        table = Table(a=Start(hand=["Blind Faith", "Drain Essence"]), b=Start(in_play=["Soul Hunter"]))
        table.a.plays("Blind Faith")
        table.a.plays("Drain Essence")
        assert (table.asks, table.a.health) == (("A", "act"), 39)
        table.next_turn()
        assert table.b.in_play == ["Soul Hunter"]


class TestCostsThatKill:
    """Paying may break what pays; the power is carried out all the same (3.2.3, 3.5.1)."""

    @shows("3.5.1", "I-86")
    def test_djinn_of_the_sands_paying_counters_breaks_if_damaged(self) -> None:
        table = Table(a=Start(in_play=[Put("Djinn of the Sands", plus=3, damage=7)]))
        table.a.uses("Djinn of the Sands", 1)
        assert (table.a.in_play, len(table.a.hand)) == ([], 1)

    @shows("3.5.1", "I-86")
    def test_fairy_entrancer_paying_counters_breaks_if_damaged(self) -> None:
        table = Table(a=Start(in_play=[Put("Fairy Entrancer", plus=2, damage=1)]), b=Start(in_play=["Kong"]))
        table.a.uses("Fairy Entrancer", 2)
        assert (table.a.in_play, table.a.discard) == (["Kong"], ["Fairy Entrancer"])

    @shows("3.5.1", "3.4.2")
    def test_champion_broken_as_cost_triggers_after_power(self) -> None:
        table = Table(a=Start(in_play=["Rift Summoner", "Trihorror"]))
        table.a.uses("Rift Summoner", 1)
        table.a.chooses("Trihorror")
        assert table.a.in_play == ["Demon Token"] * 5 + ["Rift Summoner"]
        alone = Table(a=Start(in_play=["Rift Summoner"]))
        alone.a.uses("Rift Summoner", 1)
        assert alone.a.in_play == ["Demon Token"] * 2


class TestNewObjects:
    @shows("I-52", "I-93")
    def test_teleport_on_attacker_lets_it_attack_again(self) -> None:
        table = Table(a=Start(in_play=["Lurking Giant"], hand=["Teleport"]))
        table.a.attacks("Lurking Giant")
        table.a.plays("Teleport")
        table.a.says_no()
        table.all_pass()
        table.all_pass()
        assert table.b.health == 30
        table.a.attacks("Lurking Giant")
        table.all_pass()
        table.all_pass()
        assert table.b.health == 19

    @shows("I-52", "3.3.1")
    @pytest.mark.parametrize("expended", [False, True])
    def test_teleport_on_raging_t_rex_makes_it_attack_again(self, expended: bool) -> None:
        table = Table(a=Start(in_play=["Raging T-Rex"], hand=["Teleport"]))
        table.a.attacks("Raging T-Rex")
        table.all_pass()
        table.all_pass()
        table.a.plays("Teleport")
        if expended:
            table.a.says_yes()
            table.a.passes()
        else:
            table.a.says_no()
            table.a.cannot("4.3.3").passes()

    @shows("5.17.2", "5.6.1", "1.9.2")
    def test_teleport_on_borrowed_champion_returns_it_to_owner(self) -> None:
        table = Table(a=Start(hand=["Turn", "Teleport"], gold=2), b=Start(in_play=["Triceratops"]))
        table.a.plays("Turn")
        table.a.plays("Teleport")
        table.a.says_yes()
        assert table.b.in_play == ["Triceratops"]
        assert (len(table.a.hand), len(table.b.hand)) == (1, 1)  # the tribute is its owner's
        assert table.stance("Triceratops") == "expended"


class TestInBattle:
    @shows("4.4.7", "3.2.5a")
    def test_faithful_pegasus_transformed_before_its_trigger_adds_no_human(self) -> None:
        """Both trigger on the block; the attacking player's comes first, and then no one leads the Human."""
        table = Table(a=Start(in_play=["Knight of Elara"]), b=Start(in_play=["Faithful Pegasus", "Human Token"]))
        table.a.attacks("Knight of Elara")
        table.all_pass()
        table.b.blocks("Faithful Pegasus")
        assert (table.asks[1], table.b.in_play) == ("act", ["Human Token", "Wolf Token"])

    @shows("I-92", "5.13.1")
    def test_righteous_lent_by_dragon_breaking_in_same_battle_counts(self) -> None:
        table = Table(
            a=Start(in_play=["Gold Dragon", "White Knight"]),
            b=Start(in_play=["Strafing Dragon", "Lurking Giant"]),
        )
        table.a.attacks("Gold Dragon", "White Knight")
        table.all_pass()
        table.b.blocks("Strafing Dragon", "Lurking Giant")
        table.all_pass()
        table.a.assigns({("Gold Dragon", "Strafing Dragon"): 6, ("White Knight", "Lurking Giant"): 9})
        table.b.assigns({("Strafing Dragon", "Gold Dragon"): 6, ("Lurking Giant", "Gold Dragon"): 11})
        table.a.resolves("White Knight", RIGHTEOUS)
        assert (table.a.in_play, table.a.health) == (["White Knight"], 45)

    @shows("4.4.13", "3.4.2", "3.3.3")
    @pytest.mark.parametrize(("attacker", "health"), [("Fire Shaman", 36), ("Human Token", 30)])
    def test_righteous_gains_health_if_kalani_breaks_in_same_battle(self, attacker: str, health: int) -> None:
        """The gain waits until all damage is dealt: by then Kalani has broken of 6 points, or stands 4 of them."""
        table = Table(a=Start(in_play=[attacker], hand=["Justice Prevails"]), b=Start(in_play=["Kalani, Woodreader"]))
        table.a.plays("Justice Prevails", mode=1)
        table.a.attacks(attacker)
        table.all_pass()
        table.b.blocks("Kalani, Woodreader")
        table.all_pass()
        assert table.a.health == health

    @shows("4.4.8", "2.6.4")
    def test_forcemage_apprentice_blocking_can_be_used_twice(self) -> None:
        table = Table(
            a=Start(in_play=["Palace Guard", "Muse"]),
            b=Start(in_play=["Forcemage Apprentice"], hand=["Erase"]),
        )
        table.a.attacks("Palace Guard")
        table.all_pass()
        table.b.blocks("Forcemage Apprentice")
        table.b.uses("Forcemage Apprentice", 0)
        table.b.targets("A")
        table.b.plays("Erase")
        table.b.targets("Muse")
        table.b.uses("Forcemage Apprentice", 0)
        table.b.targets("A")
        table.all_pass()
        assert (table.a.health, table.b.health, table.b.in_play) == (26, 30, [])


class TestEndings:
    @shows("1.2.2", "1.5.4", "I-18")
    def test_damage_to_both_players_eliminates_before_triggers(self) -> None:
        """The Drinker would save its player: its trigger never comes (3.4.2)."""
        table = Table(
            a=Start(hand=["Flash Fire"], health=2, in_play=["Drinker of Blood"]),
            b=Start(health=4, in_play=["Muse"]),
        )
        table.a.plays("Flash Fire")
        assert table.winners == "B"

    @shows("3.2.5a", "I-142", "5.6.1")
    @pytest.mark.parametrize(("first", "winners"), [(0, "A"), (1, "")])
    def test_chamberlain_kark_wins_if_loyalty_resolves_first(self, first: int, winners: str) -> None:
        table = Table(a=Start(hand=["Chamberlain Kark", "Ceasefire", "Banishment"], health=57))
        table.a.plays("Chamberlain Kark")
        table.a.resolves("Chamberlain Kark", first)
        table.a.reveals("Ceasefire", "Banishment")
        assert (table.winners, table.a.health) == (winners, 61)

    @shows("1.6.2", "5.5.4")
    def test_recycle_with_empty_deck_draws_recycled_card(self) -> None:
        table = Table(a=Start(hand=["Ogre Mercenary"], discard=["Kong", "Muse"], filler=0))
        table.a.plays("Ogre Mercenary")
        table.a.chooses("Kong", "Muse")
        assert (table.winners, table.a.hand, table.a.deck) == ("", ["Kong"], ["Muse"])

    @shows("1.6.2", "5.15.1")
    def test_banishment_with_empty_deck_draws_banished_champion(self) -> None:
        table = Table(a=Start(in_play=["Kong"], filler=0), b=Start(hand=["Banishment"]))
        table.a.passes()
        table.b.plays("Banishment")
        assert (table.winners, table.a.hand) == ("", ["Kong"])


class TestFreePlays:
    @shows("3.2.1", "I-139", "2.2.4")
    def test_lesson_learned_can_play_lesson_learned(self) -> None:
        """Both copies and what the second one played are banished, each once its text is done."""
        table = Table(
            a=Start(hand=["Lesson Learned"], discard=["Lesson Learned", "Inner Demon"]),
            b=Start(in_play=["Kong"]),
        )
        table.a.plays("Lesson Learned", mode=1)
        table.a.chooses("Lesson Learned")
        table.a.takes_mode(1)
        table.a.takes_mode(1)
        assert (table.a.in_play, table.b.in_play, table.a.discard) == (["Demon Token"], [], [])
        assert table.a.deck[-3:] == ["Inner Demon", "Lesson Learned", "Lesson Learned"]

    @shows("4.5.2a")
    def test_final_task_played_by_lesson_learned_still_breaks_champion(self) -> None:
        table = Table(a=Start(hand=["Lesson Learned"], discard=["Final Task", "Lurking Giant"]))
        table.a.plays("Lesson Learned", mode=1)
        table.a.takes_mode(1)
        table.a.attacks("Lurking Giant")
        table.all_pass()
        table.all_pass()
        table.next_turn()
        assert (table.b.health, table.a.discard) == (19, ["Lurking Giant"])

    @shows("1.9.2", "5.18.1")
    def test_gareth_on_own_card_under_any_control_plays_free_event(self) -> None:
        gareth = CATALOGUE.card("Gareth, Father of Genius")
        lent = Table(a=Start(god=gareth, hand=["Lash", "Wither"]), b=Start(in_play=[Put("Kong", owner="A"), "Muse"]))
        lent.a.uses("Gareth, Father of Genius", 0)
        lent.a.targets("Kong")
        assert lent.asks == ("A", "may")
        assert "Kong" in lent.a.hand


@shows("4.4.5", "4.4.10")
@pytest.mark.parametrize("version", [RB, CR])
def test_lying_in_wait_banishes_attacker_left_alone_by_hasty_retreat(version: str) -> None:
    table = Table(a=Start(in_play=["Kong", "Muse"]), b=Start(hand=["Lying in Wait", "Hasty Retreat"]), version=version)
    table.a.attacks("Kong", "Muse")
    table.a.passes()
    table.b.plays("Hasty Retreat")
    table.b.targets("Muse")
    table.b.plays("Lying in Wait", mode=1)
    assert (table.a.in_play, table.a.hand, table.a.deck[-1]) == ([], ["Muse"], "Kong")
