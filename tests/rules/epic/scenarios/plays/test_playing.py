"""Sections 2, 3 and 5: playing cards, triggers in batches, targets, tokens, keywords."""

import pytest

from tests.rules.epic.scenarios.claims import shows
from tests.rules.epic.scenarios.table import CR, RB, Put, Start, Table


class TestTriggers:
    @shows("3.2.2", "3.4.2", "RB:powers-and-abilities/abilities/triggered-abilities")
    def test_ally_trigger_resolves_after_played_card(self) -> None:
        """Rule 3.2.2: the card's own effect comes first."""
        table = Table(a=Start(in_play=["Wurm Hatchling"], hand=["Hurricane"]))
        table.a.plays("Hurricane", mode=1)
        # Nine damage broke it before its two counters could come.
        assert table.a.in_play == []

    @shows("3.2.5a", "RB:initiative-making-plays-and-triggers", "I-46")
    def test_triggers_are_ordered_one_by_one_by_player_with_initiative(self) -> None:
        """Rule 3.2.5a (I-46)."""
        table = Table(a=Start(in_play=["Fire Shaman", "Wurm Hatchling"], hand=["Hurricane"]))
        table.a.plays("Hurricane", mode=0)
        assert table.asks == ("A", "order")
        assert table.candidates == ["Fire Shaman", "Wurm Hatchling"]
        table.a.resolves("Wurm Hatchling", 0)
        assert table.offense("Wurm Hatchling") == 6
        table.a.targets("B")
        assert table.b.health == 27

    @shows("3.2.5b", "I-48")
    def test_trigger_during_batch_waits_for_next_batch(self) -> None:
        """Rule 3.2.5b: a tribute that a start-of-turn trigger causes comes after the other start-of-turn trigger."""
        table = Table(
            a=Start(in_play=["Angel of Mercy", "Muse"], discard=["White Knight"], deck=["Kong", "Lash", "Wither"]),
            turn="B",
        )
        table.next_turn()
        table.a.resolves("Angel of Mercy", 0)
        table.a.says_yes()
        assert table.a.in_play == ["Angel of Mercy", "Muse", "White Knight"]
        assert table.asks == ("A", "may")  # Muse, although White Knight's tribute has triggered
        assert table.a.hand == ["Kong"]
        table.a.says_no()
        table.a.resolves("White Knight", 0)
        assert table.a.hand == ["Kong", "Lash"]

    @shows("I-57")
    def test_ally_trigger_resolves_without_its_source(self) -> None:
        """I-57."""
        table = Table(a=Start(in_play=["Fire Shaman"], hand=["Hurricane"]))
        table.a.plays("Hurricane", mode=1)
        assert table.a.discard == ["Fire Shaman", "Hurricane"]
        table.a.targets("B")
        assert table.b.health == 27

    @shows("I-55", "I-58")
    def test_champion_put_into_play_triggers_tribute_without_ally(self) -> None:
        """I-55, I-58."""
        table = Table(
            a=Start(in_play=["Noble Unicorn"], hand=["Surprise Attack", "White Knight"], deck=["Lash", "Kong", "Muse"])
        )
        table.a.plays("Surprise Attack")
        table.a.says_yes()
        table.a.resolves("White Knight", 0)
        assert table.a.hand == ["Kong", "Lash"]


class TestTargets:
    @shows("5.20.5[2]")
    def test_any_target_can_be_player(self) -> None:
        """Rule 5.20.5[2]."""
        table = Table(a=Start(hand=["Pyromancer"]), b=Start(in_play=["Muse"]))
        table.a.plays("Pyromancer")
        assert table.candidates == ["A", "B", "Muse", "Pyromancer"]

    @shows("5.12", "5.12.1", "RB:keywords-and-terms/untargetable")
    def test_untargetable_applies_to_its_own_controller(self) -> None:
        """Rule 5.12.1: pump first, then protect."""
        table = Table(a=Start(in_play=["Steel Golem", "Kong"], hand=["Lash"]), b=Start(in_play=["Muse"]))
        table.a.plays("Lash")
        table.a.cannot("5.20.4").targets("Steel Golem")

    @shows("5.12.3", "I-93", "I-94")
    def test_untargetable_champion_can_be_blocked_and_damaged(self) -> None:
        """Rule 5.12.3 (I-94)."""
        table = Table(a=Start(in_play=["Steel Golem"]), b=Start(in_play=["Kong", "Muse"]))
        table.a.attacks("Steel Golem")
        table.all_pass()
        table.b.blocks("Kong")
        table.all_pass()
        assert table.a.in_play == []

    @shows("3.2.3c")
    def test_event_without_legal_target_does_the_rest(self) -> None:
        """Rule 3.2.3c: without a champion that can be targeted Brave Squire's token is one."""
        table = Table(a=Start(hand=["Brave Squire"]), b=Start(in_play=["Steel Golem"]))
        table.a.plays("Brave Squire")
        assert table.offense("Human Token") == 6

    def test_event_without_any_target_enters_discard_pile(self) -> None:
        """Rule 3.2.3c."""
        table = Table(a=Start(hand=["Lash"]))
        table.a.plays("Lash")
        assert table.a.discard == ["Lash"]
        assert table.asks == ("A", "act")


class TestZones:
    @shows("2.2.3", "1.4.6", "I-59")
    def test_event_is_in_supplemental_zone_while_resolving(self) -> None:
        """Rules 1.4.6 and 2.2.3."""
        table = Table(a=Start(hand=["Lash"]), b=Start(in_play=["Kong", "Muse"]))
        table.a.plays("Lash")
        assert (table.a.hand, table.a.discard) == ([], [])
        assert [table.name(cid) for cid in table.state.seats[0].supplemental] == ["Lash"]
        table.a.targets("Kong")
        assert table.a.discard == ["Lash"]

    @shows("I-52")
    def test_champion_played_again_is_new_object(self) -> None:
        """I-52: a bounced champion forgets its counters."""
        table = Table(a=Start(hand=["Sea Titan"]), b=Start(in_play=[Put("Wurm Hatchling", plus=4, damage=3), "Kong"]))
        table.a.plays("Sea Titan")
        table.a.targets("Wurm Hatchling")
        table.next_turn()
        table.b.plays("Wurm Hatchling")
        assert (table.offense("Wurm Hatchling"), table.champion("Wurm Hatchling").damage) == (4, 0)

    @shows("2.3.5", "RB:keywords-and-terms/token-champions")
    def test_broken_token_leaves_the_game(self) -> None:
        """Rule 2.3.5."""
        table = Table(a=Start(in_play=["Wolf Token"], hand=["Hurricane"]))
        table.a.plays("Hurricane", mode=1)
        assert table.a.discard == ["Hurricane"]

    @shows("5.0.3")
    def test_keywords_have_no_effect_in_discard_pile(self) -> None:
        """Rule 5.0.3: untargetable does not protect a card there."""
        table = Table(a=Start(in_play=["Guilt Demon"]), b=Start(discard=["Steel Golem", "Kong"]))
        table.a.attacks("Guilt Demon")
        table.a.says_yes()
        table.a.targets("Steel Golem")
        assert table.b.discard == ["Kong"]

    @shows("5.4.3")
    def test_grey_text_has_no_effect_in_play(self) -> None:
        """Rule 5.0.2."""
        table = Table(a=Start(in_play=["Cave Troll"], hand=["Hurricane"]))
        table.a.plays("Hurricane", mode=0)
        assert table.a.in_play == ["Cave Troll"]
        assert len(table.a.hand) == 2


class TestRecycle:
    def recycled(self, version: str) -> Table:
        table = Table(
            a=Start(hand=["Watchful Gargoyle"], discard=["Kong", "Muse", "Lash"], deck=["Wither"], filler=1),
            version=version,
        )
        table.a.plays("Watchful Gargoyle")
        table.a.chooses("Muse", "Kong")
        return table

    def test_recycle_in_rule_book_lets_player_order_cards(self) -> None:
        """I-69."""
        table = self.recycled(RB)
        assert table.a.deck == ["Lurking Giant", "Muse", "Kong"]
        assert [len(group) for group in table.state.seats[0].deck] == [1, 1, 1]

    @shows("5.5.4")
    def test_recycle_in_complete_rules_orders_cards_at_random(self) -> None:
        """Rule 5.5.4 (I-69): one group whose order no one knows."""
        table = self.recycled(CR)
        assert [len(group) for group in table.state.seats[0].deck] == [1, 2]

    @shows("5.5")
    def test_recycle_of_one_card_is_illegal(self) -> None:
        """Rule 5.5.2."""
        table = Table(a=Start(hand=["Watchful Gargoyle"], discard=["Kong", "Muse", "Lash"]))
        table.a.plays("Watchful Gargoyle")
        table.a.cannot("5.5.2").chooses("Kong")


class TestLoyalty:
    @shows("I-55")
    def test_loyalty_counts_hand_on_resolution(self) -> None:
        """Rule 5.3.1 (I-55): cards drawn by a trigger resolved before may be revealed."""
        table = Table(a=Start(hand=["White Knight", "Ceasefire"], deck=["Palace Guard", "Kong"]))
        table.a.plays("White Knight")
        table.a.resolves("White Knight", 0)
        table.a.reveals("Ceasefire", "Palace Guard")
        assert "blitz" in table.keywords("White Knight")

    def test_loyalty_resolved_before_draw_does_not_apply(self) -> None:
        """Rule 5.3.4."""
        table = Table(a=Start(hand=["White Knight", "Ceasefire"], deck=["Palace Guard", "Kong"]))
        table.a.plays("White Knight")
        table.a.resolves("White Knight", 1)
        assert table.a.hand == ["Ceasefire", "Palace Guard"]
        assert "blitz" not in table.keywords("White Knight")

    @shows("5.3.4")
    def test_loyalty_revealing_other_than_two_cards_is_illegal(self) -> None:
        table = Table(a=Start(hand=["Steel Golem", "Muse", "Sea Titan", "Juggernaut"]))
        table.a.plays("Steel Golem")
        table.a.cannot("5.3.4").reveals("Muse")
        table.a.cannot("5.3.4").reveals("Muse", "Sea Titan", "Juggernaut")


class TestUnbreakable:
    @shows("5.9.3")
    def test_unbreakable_champion_survives_end_of_turn_as_damage_heals_first(self) -> None:
        """Rule 5.9.3: Juggernaut's own text ends with the turn, and damage is removed before (4.5.2c), so it lives."""
        table = Table(a=Start(in_play=[Put("Juggernaut", damage=9)]))
        assert table.a.in_play == ["Juggernaut"]
        table.next_turn()
        assert table.a.in_play == ["Juggernaut"]

    @shows("2.1.6", "RB:champions/defense", "RB:keywords-and-terms/break")
    def test_damage_of_several_sources_adds_up_in_a_turn(self) -> None:
        """Rule 5.16.3."""
        table = Table(a=Start(hand=["Flash Fire", "Flash Fire"]), b=Start(in_play=["Cave Troll"]))
        table.a.plays("Flash Fire", mode=0)
        assert table.champion("Cave Troll").damage == 2
        table.a.plays("Flash Fire", mode=0)
        assert table.b.in_play == []


@pytest.mark.parametrize("version", [RB, CR])
@shows("3.5.2")
def test_power_can_be_used_whenever_event_could_be_played(version: str) -> None:
    """Rule 3.5.2."""
    table = Table(a=Start(in_play=["Kong"]), b=Start(in_play=["Forcemage Apprentice"]), version=version)
    table.a.attacks("Kong")
    table.b.cannot("4.1.2").uses("Forcemage Apprentice", 0)
    table.a.passes()
    table.b.uses("Forcemage Apprentice", 0)
    table.b.targets("A")
    assert table.a.health == 28
    table.all_pass()
    assert table.step == "before-damage"  # expended, it cannot block


def test_power_of_opponents_champion_cannot_be_used() -> None:
    table = Table(a=Start(discard=["Kong"]), b=Start(in_play=["Pyromancer"]))
    pyromancer = table.champion("Pyromancer").oid
    table.a.cannot("3.5.2")._do("use", (pyromancer,), 1)


def test_power_of_champion_in_discard_pile_cannot_be_used() -> None:
    """Rule 5.0.3."""
    table = Table(a=Start(discard=["Pyromancer"]))
    table.a.cannot("5.0.3").uses("Pyromancer", 1)


def test_use_of_ability_that_is_no_power_is_illegal() -> None:
    """Rule 3.5.1."""
    table = Table(a=Start(in_play=["Pyromancer"]))
    table.a.cannot("3.5.1").uses("Pyromancer", 0)


def test_play_of_card_not_in_hand_is_illegal() -> None:
    table = Table(a=Start(discard=["Kong"]))
    kong = table.state.seats[0].discard[0]
    table.a.cannot("3.0")._do("play", (kong,))
