"""Sage cards of Tyrants."""

from tests.rules.epic.scenarios.claims import does, does_not
from tests.rules.epic.scenarios.table import Put, Start, Table


class TestKnightOfShadows:
    @does("Knight of Shadows")
    def test_knight_of_shadows_draws_a_card_and_opponent_discards_a_card(self) -> None:
        table = Table(a=Start(hand=["Knight of Shadows"], deck=["Kong"]), b=Start(hand=["Muse", "Lash"]))
        table.a.plays("Knight of Shadows")
        table.b.discards("Muse")
        assert (table.a.hand, table.b.hand) == (["Kong"], ["Lash"])

    @does_not("Knight of Shadows")
    def test_knight_of_shadows_discard_is_chosen_by_opponent(self) -> None:
        table = Table(a=Start(hand=["Knight of Shadows", "Lash"]), b=Start(hand=["Muse", "Lash"]))
        table.a.plays("Knight of Shadows")
        assert table.asks == ("B", "discard")
        assert table.a.discard == []


class TestHelionsFury:
    @does("Helion's Fury")
    def test_helions_fury_returns_two_champions_to_hand_and_draws(self) -> None:
        table = Table(
            a=Start(hand=["Helion's Fury"], deck=["Lash"]),
            b=Start(in_play=["Kong", "Muse", "Sea Titan", "Wolf Token"]),
        )
        table.a.plays("Helion's Fury", mode=1)
        assert table.candidates == ["Kong", "Muse", "Wolf Token"]
        table.a.targets("Kong", "Wolf Token")
        assert (table.b.hand, table.b.in_play, table.a.hand) == (["Kong"], ["Muse", "Sea Titan"], ["Lash"])

    @does_not("Helion's Fury")
    def test_helions_fury_on_turn_of_opponent_cannot_return_champions(self) -> None:
        table = Table(a=Start(in_play=["Kong"]), b=Start(hand=["Helion's Fury"]))
        table.a.passes()
        table.b.cannot("3.2.1").plays("Helion's Fury", mode=1)


class TestHelionTheDominator:
    @does("Helion, the Dominator")
    def test_helion_the_dominator_with_loyalty_gains_control_of_champion_with_blitz(self) -> None:
        table = Table(
            a=Start(hand=["Helion, the Dominator", "Muse", "Sea Titan"]),
            b=Start(in_play=[Put("Kong"), "Steel Golem"]),
        )
        table.a.plays("Helion, the Dominator")
        table.a.reveals("Muse", "Sea Titan")
        table.a.targets("Kong")
        table.a.attacks("Kong")
        assert table.phase == "battle"

    @does("Helion, the Dominator")
    def test_helion_the_dominator_used_deals_damage_to_up_to_two_targets(self) -> None:
        table = Table(a=Start(in_play=["Helion, the Dominator"]), b=Start(in_play=["Muse"]))
        table.a.uses("Helion, the Dominator", 1)
        table.a.targets("B", "Muse")
        assert (table.b.health, table.b.in_play) == (28, [])

    @does_not("Helion, the Dominator")
    def test_helion_the_dominator_gaining_control_does_not_prepare_champion(self) -> None:
        table = Table(
            a=Start(hand=["Helion, the Dominator", "Muse", "Sea Titan"]),
            b=Start(in_play=[Put("Kong", stance=1)]),
        )
        table.a.plays("Helion, the Dominator")
        table.a.reveals("Muse", "Sea Titan")
        table.a.targets("Kong")
        table.a.cannot("4.4.1").attacks("Kong")


class TestElara:
    @does("Elara, the Lycomancer")
    def test_elara_makes_wolf_and_transforms_target_into_wolf(self) -> None:
        table = Table(a=Start(hand=["Elara, the Lycomancer", "Muse", "Sea Titan"]), b=Start(in_play=["Kong"]))
        table.a.plays("Elara, the Lycomancer")
        table.a.resolves("Elara, the Lycomancer", 0)
        table.a.reveals("Muse", "Sea Titan")
        table.a.uses("Elara, the Lycomancer", 2)
        table.a.targets("Kong")
        assert (table.a.in_play, table.b.in_play) == (["Elara, the Lycomancer", "Wolf Token"], ["Wolf Token"])

    @does_not("Elara, the Lycomancer")
    def test_elara_without_loyalty_cannot_be_used_while_deploying(self) -> None:
        table = Table(a=Start(hand=["Elara, the Lycomancer"]), b=Start(in_play=["Kong"]))
        table.a.plays("Elara, the Lycomancer")
        table.a.cannot("5.17.1").uses("Elara, the Lycomancer", 2)


class TestFumble:
    @does("Fumble")
    def test_fumble_reduces_offense_by_10_and_recycles(self) -> None:
        table = Table(a=Start(hand=["Fumble"], discard=["Lash", "Kong"]), b=Start(in_play=["Kong"]))
        table.a.plays("Fumble")
        assert (table.offense("Kong"), table.asks) == (3, ("A", "choose"))

    @does_not("Fumble")
    def test_fumble_negative_offense_deals_no_damage_and_heals_no_one(self) -> None:
        table = Table(a=Start(in_play=["Muse"]), b=Start(hand=["Fumble"]))
        table.a.attacks("Muse")
        table.a.passes()
        table.b.plays("Fumble")
        table.all_pass()
        table.all_pass()
        assert (table.offense("Muse"), table.b.health) == (-8, 30)


class TestShadowImp:
    @does("Shadow Imp")
    def test_shadow_imp_expended_returns_to_hand_after_sage_card(self) -> None:
        table = Table(a=Start(in_play=[Put("Shadow Imp", stance=1)], hand=["Time Walker"]))
        table.a.plays("Time Walker")
        table.a.resolves("Shadow Imp", 0)
        table.a.says_yes()
        assert (table.a.hand, table.a.in_play) == (["Shadow Imp"], ["Time Walker"])

    @does_not("Shadow Imp")
    def test_shadow_imp_is_not_triggered_by_sage_card_of_opponent(self) -> None:
        table = Table(a=Start(hand=["Time Walker"]), b=Start(in_play=["Shadow Imp"]))
        table.a.plays("Time Walker")
        assert (table.asks, table.b.in_play) == (("A", "act"), ["Shadow Imp"])


class TestVanishing:
    @does("Vanishing")
    def test_vanishing_returns_champion_to_hand_of_its_owner(self) -> None:
        table = Table(a=Start(hand=["Vanishing"], gold=0), b=Start(in_play=[Put("Kong", owner="A")]))
        table.a.plays("Vanishing")
        assert (table.a.hand, table.b.hand) == (["Kong"], [])

    @does_not("Vanishing")
    def test_vanishing_on_turn_of_opponent_cannot_return_attacker(self) -> None:
        table = Table(a=Start(in_play=["Kong"]), b=Start(hand=["Vanishing"]))
        table.a.attacks("Kong")
        table.a.passes()
        table.b.cannot("3.2.1").plays("Vanishing")


class TestTemporalEnforcer:
    @does("Temporal Enforcer")
    def test_temporal_enforcer_returns_champion_and_free_one_after_sage_card(self) -> None:
        table = Table(
            a=Start(hand=["Temporal Enforcer", "Time Walker", "Muse"], gold=2),
            b=Start(in_play=["Kong", "Muse"]),
        )
        table.a.plays("Temporal Enforcer")
        table.a.reveals("Time Walker", "Muse")
        table.a.says_yes()
        table.a.targets("Kong")
        table.a.plays("Time Walker")
        table.a.resolves("Temporal Enforcer", 1)
        table.a.says_yes()
        assert table.b.hand == ["Kong", "Muse"]

    @does_not("Temporal Enforcer")
    def test_temporal_enforcer_after_ally_offers_no_1_cost_champion(self) -> None:
        table = Table(a=Start(in_play=["Temporal Enforcer"], hand=["Time Walker"]), b=Start(in_play=["Kong"]))
        table.a.plays("Time Walker")
        table.a.resolves("Temporal Enforcer", 1)
        assert (table.asks, table.b.in_play) == (("A", "act"), ["Kong"])


class TestTemporalShift:
    @does("Temporal Shift")
    def test_temporal_shift_owner_of_champion_chooses_banished_card_and_player_draws(self) -> None:
        mine = Start(hand=["Temporal Shift"], deck=["Lash"])
        table = Table(a=mine, b=Start(in_play=["Kong"], hand=["Muse"], deck=["Lash"], filler=0))
        table.a.plays("Temporal Shift")
        assert table.asks == ("B", "choose")
        table.b.chooses("Kong")
        assert (table.b.hand, table.b.deck, table.b.discard) == (["Muse"], ["Lash", "Kong"], [])
        assert table.a.hand == ["Lash"]

    @does_not("Temporal Shift")
    def test_temporal_shift_on_borrowed_champion_its_owner_banishes_a_card(self) -> None:
        mine = Start(hand=["Temporal Shift", "Lash"])
        table = Table(a=mine, b=Start(in_play=[Put("Kong", owner="A")], hand=["Muse"]))
        table.a.plays("Temporal Shift")
        assert table.asks == ("A", "choose")
        table.a.chooses("Kong")
        assert table.b.hand == ["Muse"]


class TestLessonLearned:
    @does("Lesson Learned")
    def test_lesson_learned_plays_event_from_discard_for_free_and_banishes_both(self) -> None:
        mine = Start(hand=["Lesson Learned"], discard=["Flash Fire", "Kong"], deck=["Muse", "Lash"], filler=0)
        table = Table(a=mine)
        table.a.plays("Lesson Learned", mode=1)
        assert table.asks == ("A", "mode")
        table.a.takes_mode(1)
        assert (table.a.hand, table.a.gold, table.a.discard) == (["Lash", "Muse"], 0, ["Kong"])
        assert table.a.deck == ["Flash Fire", "Lesson Learned"]

    @does("Lesson Learned")
    def test_lesson_learned_asks_for_targets_of_event_that_it_plays(self) -> None:
        table = Table(a=Start(hand=["Lesson Learned"], discard=["Flame Strike", "Lash"]), b=Start(in_play=["Muse"]))
        table.a.plays("Lesson Learned", mode=1)
        table.a.chooses("Flame Strike")
        table.a.targets("B")
        assert (table.b.health, table.a.discard) == (22, ["Lash"])

    @does("Lesson Learned")
    def test_lesson_learned_playing_event_triggers_leaving_discard_pile(self) -> None:
        mine = Start(hand=["Lesson Learned"], discard=["Wolf Companion"])
        table = Table(a=mine, b=Start(in_play=["Muse"]))
        table.a.plays("Lesson Learned", mode=1)
        assert (table.a.in_play, table.offense("Muse")) == (["Wolf Token"], 4)

    @does_not("Lesson Learned")
    def test_lesson_learned_playing_event_triggers_no_ally(self) -> None:
        mine = Start(in_play=["Fire Shaman"], hand=["Lesson Learned"], discard=["Flame Strike"])
        table = Table(a=mine)
        table.a.plays("Lesson Learned", mode=1)
        table.a.targets("B")
        assert (table.asks, table.b.health) == (("A", "act"), 22)

    @does_not("Lesson Learned")
    def test_lesson_learned_cannot_play_effect_limited_to_own_turn(self) -> None:
        table = Table(a=Start(), b=Start(hand=["Lesson Learned"], discard=["Helion's Fury"], deck=["Kong", "Lash"]))
        table.a.passes()
        table.b.plays("Lesson Learned", mode=1)
        assert table.b.hand == ["Kong", "Lash"]

    @does_not("Lesson Learned")
    def test_lesson_learned_ignores_champions_and_events_of_opponent(self) -> None:
        table = Table(a=Start(hand=["Lesson Learned"], discard=["Kong"]), b=Start(discard=["Flame Strike"]))
        table.a.plays("Lesson Learned", mode=1)
        assert (table.a.discard, table.b.discard, table.b.health) == (["Kong"], ["Flame Strike"], 30)

    @does_not("Lesson Learned")
    def test_lesson_learned_does_not_banish_event_that_moved_elsewhere(self) -> None:
        """Arcane Research puts itself under an empty deck, turns itself up and is another object in the hand (I-52)."""
        table = Table(a=Start(hand=["Lesson Learned"], discard=["Arcane Research", "Kong"], filler=0))
        table.a.plays("Lesson Learned", mode=1)
        table.a.chooses()
        assert (table.a.hand, table.a.deck, table.a.discard) == (["Arcane Research"], ["Lesson Learned"], ["Kong"])
