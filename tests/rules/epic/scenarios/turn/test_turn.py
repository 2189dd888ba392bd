"""Sections 1 and 4 outside battle: gold, draws, phases, initiative, the end of the turn, winning and losing."""

import pytest

from rules.engine.decision import Action
from rules.engine.game import Setup
from rules.epic.state import EpicState
from tests.rules.epic.scenarios.claims import shows
from tests.rules.epic.scenarios.table import CR, ENGINE, RB, Put, Start, Table


class TestGold:
    @shows("I-31", "I-33")
    def test_gold_returns_to_both_players_each_turn(self) -> None:
        """Rules 4.2.2 and 4.5.2e (I-31)."""
        table = Table(a=Start(hand=["Hurricane"], gold=1), b=Start(hand=["Ceasefire"], gold=1))
        table.a.plays("Hurricane", mode=0)
        table.a.passes()
        table.b.plays("Ceasefire")
        assert (table.a.gold, table.b.gold) == (0, 0)
        table.b.passes()
        table.next_turn()
        assert (table.a.gold, table.b.gold) == (1, 1)

    @shows("4.2.2")
    def test_gold_unspent_is_lost(self) -> None:
        table = Table()
        table.next_turn()
        table.next_turn()
        assert (table.a.gold, table.b.gold) == (1, 1)

    @shows("3.2", "3.6.3", "RB:events/cost", "RB:playing-a-card")
    def test_gold_below_cost_forbids_play(self) -> None:
        """Rule 3.6.3."""
        table = Table(a=Start(hand=["Hurricane", "Ceasefire"]))
        table.a.plays("Hurricane", mode=0)
        table.a.cannot("3.6.3").plays("Ceasefire")


class TestStartPhase:
    @shows("1.6.3", "4.2.3")
    def test_start_phase_turn_player_draws(self) -> None:
        """Rule 4.2.3."""
        table = Table(b=Start(deck=["Muse"]))
        table.next_turn()
        assert table.b.hand == ["Muse"]

    @shows("4.2.4", "RB:the-turn-sequence/start-phase", "RB:champion-positions/prepared")
    def test_start_phase_prepares_champions_of_turn_player(self) -> None:
        """Rules 4.2.4 and 5.17.2; the others' stay as they are (I-37)."""
        table = Table(
            a=Start(in_play=[Put("Kong", stance=1)]),
            b=Start(in_play=[Put("Steel Golem", stance=1, deploying=True)]),
        )
        table.next_turn()
        assert table.stance("Steel Golem") == "prepared"
        assert not table.champion("Steel Golem").deploying
        assert table.stance("Kong") == "expended"

    @shows("1.6.4", "4.2.2a", "4.2.3a", "I-25", "I-32")
    def test_first_turn_has_no_draw_and_gold_for_both(self) -> None:
        """Rules 4.2.2a and 4.2.3a (I-25, I-32)."""
        deck = ("Kong",) * 10
        state = ENGINE.new_game(Setup(("A", "B"), (deck, deck), 0, RB))
        for seat in (1, 0):
            ENGINE.apply(state, Action(seat, "mulligan"))
        assert [len(seat.hand) for seat in state.seats] == [5, 5]
        assert [seat.gold for seat in state.seats] == [1, 1]
        assert state.phase == "main"


class TestMulligan:
    def opening(self, version: str) -> EpicState:
        deck = ("Kong",) * 10
        return ENGINE.new_game(Setup(("A", "B"), (deck, deck), 0, version))

    @shows("I-27", "RB:getting-started")
    def test_mulligan_in_rule_book_starts_with_second_player(self) -> None:
        """I-27."""
        state = self.opening(RB)
        assert state.pending is not None
        assert (state.pending.seat, state.pending.kind) == (1, "mulligan")

    @shows("1.8.4", "I-27")
    def test_mulligan_in_complete_rules_starts_with_first_player(self) -> None:
        """Rule 1.8.4 (I-27)."""
        state = self.opening(CR)
        assert state.pending is not None
        assert (state.pending.seat, state.pending.kind) == (0, "mulligan")

    @shows("1.8.2", "RB:getting-started/mulligan-rule", "I-29")
    def test_mulligan_costs_1_health_a_card(self) -> None:
        """Rule 1.8.2."""
        state = self.opening(CR)
        ENGINE.apply(state, Action(0, "mulligan", tuple(sorted(state.seats[0].hand)[:2])))
        assert state.teams[0].health == 28
        assert len(state.seats[0].hand) == 5
        assert state.pending is not None
        assert state.pending.seat == 1


class TestInitiative:
    @shows("3.1", "RB:playing-a-card")
    def test_initiative_does_not_allow_response_to_card(self) -> None:
        """Rules 3.1, 4.1.1 and 4.1.2: initiative stays with the player who made the play (3.2.6)."""
        table = Table(a=Start(hand=["Palace Guard"]), b=Start(hand=["Flash Fire"]))
        table.a.plays("Palace Guard")
        table.a.says_no()
        assert table.asks == ("A", "act")
        table.b.cannot("4.1.2").plays("Flash Fire", mode=0)

    @pytest.mark.parametrize("version", [RB, CR])
    def test_initiative_passes_to_opponent_when_turn_player_passes(self, version: str) -> None:
        """Rule 4.3.3."""
        table = Table(b=Start(hand=["Flash Fire", "Palace Guard"]), version=version)
        table.a.passes()
        assert table.asks == ("B", "act")
        table.b.cannot("4.1.4").plays("Palace Guard")
        table.b.plays("Flash Fire", mode=0)
        assert table.asks == ("B", "act")

    @pytest.mark.parametrize("version", [RB, CR])
    def test_initiative_passed_by_both_ends_turn(self, version: str) -> None:
        """Rule 4.1.5."""
        table = Table(version=version)
        table.a.passes()
        table.b.passes()
        assert table.state.turn == 1
        assert table.asks == ("B", "act")

    def test_initiative_after_opponents_play_lets_turn_player_end(self) -> None:
        """I-38, rule book."""
        table = Table(b=Start(hand=["Flash Fire"]))
        table.a.passes()
        table.b.plays("Flash Fire", mode=0)
        table.b.passes()
        assert table.asks == ("A", "act")
        table.a.ends()
        assert table.state.turn == 1

    def test_initiative_after_opponents_play_lets_turn_player_continue(self) -> None:
        table = Table(a=Start(hand=["Hurricane"]), b=Start(hand=["Flash Fire"]))
        table.a.passes()
        table.b.plays("Flash Fire", mode=0)
        table.b.passes()
        table.a.plays("Hurricane", mode=0)
        table.a.cannot("RB:the-turn-sequence/main-phase").ends()
        table.a.passes()
        assert table.asks == ("B", "act")

    def test_initiative_in_complete_rules_must_be_passed_by_all_again(self) -> None:
        """I-38, rules 4.3.3 and 4.1.5."""
        table = Table(b=Start(hand=["Flash Fire", "Lash"]), version=CR)
        table.a.passes()
        table.b.plays("Flash Fire", mode=0)
        table.b.passes()
        assert table.asks == ("A", "act")
        table.a.cannot("4.3.3").ends()
        table.a.passes()
        assert table.asks == ("B", "act")
        table.b.plays("Lash")
        table.b.passes()
        table.a.passes()
        table.b.passes()
        assert table.state.turn == 1

    def test_end_turn_without_passing_first_is_illegal(self) -> None:
        table = Table()
        table.a.cannot("RB:the-turn-sequence/main-phase").ends()


class TestEndPhase:
    @shows("1.7.4", "4.5.2b")
    def test_end_phase_turn_player_discards_down_to_seven(self) -> None:
        """Rule 4.5.2b (I-90)."""
        table = Table(a=Start(hand=["Kong"] * 7 + ["Lash", "Muse"]), b=Start(hand=["Muse"] * 9))
        table.a.passes()
        table.b.passes()
        assert table.asks == ("A", "discard")
        table.a.cannot("4.5.2b").discards("Kong")
        table.a.discards("Lash", "Muse")
        assert table.a.hand == ["Kong"] * 7
        assert len(table.b.hand) == 10
        assert table.state.turn == 1

    @shows("4.5.2c")
    def test_end_phase_heals_damage(self) -> None:
        """Rule 4.5.2c."""
        table = Table(a=Start(in_play=[Put("Kong", damage=13)]))
        table.next_turn()
        assert table.champion("Kong").damage == 0
        assert table.a.in_play == ["Kong"]

    @shows("I-36")
    def test_end_phase_in_rule_book_prepares_flipped_champions(self) -> None:
        """I-36."""
        table = Table(a=Start(in_play=[Put("Kong", stance=2)]), b=Start(in_play=[Put("Muse", stance=2)]))
        table.next_turn()
        assert table.stance("Kong") == "prepared"

    def test_end_phase_in_complete_rules_leaves_champions_flipped(self) -> None:
        table = Table(a=Start(in_play=[Put("Kong", stance=2)]), version=CR)
        table.next_turn()
        assert table.stance("Kong") == "flipped"
        table.next_turn()
        assert table.stance("Kong") == "prepared"


class TestWinning:
    @shows("1.5.4", "1.2.2")
    def test_health_of_zero_loses(self) -> None:
        """Rules 1.2.2 and 1.5.4."""
        table = Table(a=Start(in_play=["Kong"]), b=Start(health=13))
        table.a.attacks("Kong")
        table.all_pass()
        table.all_pass()
        assert table.winners == "A"

    @shows("1.2.1", "1.6.2", "RB:getting-started/winning-and-losing", "1.2[2]")
    def test_draw_from_empty_deck_wins(self) -> None:
        """Rules 1.2.1 and 1.6.2 (I-17)."""
        table = Table(a=Start(hand=["Ceasefire"], filler=1))
        table.a.plays("Ceasefire")
        assert table.winners == "A"
        assert len(table.a.hand) == 1

    def test_draw_of_last_card_does_not_win(self) -> None:
        table = Table(a=Start(hand=["Ceasefire"], filler=2))
        table.a.plays("Ceasefire")
        assert table.winners == ""
        assert table.a.deck == []

    @shows("I-26")
    def test_draw_of_turn_from_empty_deck_wins_before_triggers(self) -> None:
        """I-26."""
        table = Table(a=Start(in_play=["Muse"]), b=Start(filler=0))
        table.next_turn()
        assert table.winners == "B"

    @shows("I-19")
    def test_health_of_zero_for_both_is_a_draw(self) -> None:
        """I-19."""
        table = Table(a=Start(hand=["Flash Fire"], health=2), b=Start(health=1))
        table.a.plays("Flash Fire", mode=0)
        assert table.state.over
        assert table.state.drawn
        assert table.winners == ""

    @shows("1.2.2", "I-23")
    def test_concede_without_initiative_is_legal(self) -> None:
        """I-23."""
        table = Table()
        table.b.concedes()
        assert table.winners == "A"
