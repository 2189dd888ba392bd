"""Damage, breaking, and keywords given to champions for a turn."""

import pytest

from rules.epic.board.continuous import current_values
from rules.epic.board.damage import banish, break_champions, run_state_checks
from rules.epic.engine import ENGINE
from rules.epic.state import clear_values
from rules.epic.traits import Keyword
from tests.rules.epic.engine.games import VERSIONS
from tests.rules.epic.scenarios.claims import shows
from tests.rules.epic.scenarios.table import RB, Put, Start, Table


def give(table: Table, name: str, *modifiers: tuple[str, int | str]) -> None:
    table.champion(name).until_end += modifiers
    clear_values(table.state)


def keyword(word: Keyword) -> tuple[str, str]:
    return ("keyword", str(word))


class TestBreaking:
    @shows("I-87")
    def test_lethal_damage_breaks_champions_in_waves(self) -> None:
        """I-87: without the Jungle Queen's +1 the Giant's damage is lethal, after she broke."""
        table = Table(
            a=Start(hand=["Hurricane"], in_play=["Jungle Queen", Put("Lurking Giant", damage=2), Put("Kong", damage=4)])
        )
        table.a.plays("Hurricane", mode=1)
        breaks = [table.name(table.state.card_of(int(e.args[1]))) for e in table.state.log if e.kind == "break"]
        assert breaks == ["Jungle Queen", "Lurking Giant"]
        assert table.a.in_play == ["Kong"]

    @shows("I-86")
    def test_defense_lowered_to_damage_or_zero_breaks_champion(self) -> None:
        """I-86."""
        table = Table(a=Start(in_play=[Put("Kong", damage=3), "Muse"]))
        give(table, "Kong", ("defense", -11))
        give(table, "Muse", ("defense", -2))
        run_state_checks(table.state)
        assert table.a.in_play == []
        assert table.cited("I-86")

    @shows("5.9", "5.9.3", "I-105", "RB:keywords-and-terms/unbreakable")
    def test_unbreakable_champion_without_defense_stays_until_it_is_lost(self) -> None:
        """Rules 5.9.1 to 5.9.3 (I-105)."""
        table = Table(a=Start(in_play=["Kong"]))
        give(table, "Kong", ("defense", -20), keyword(Keyword.UNBREAKABLE))
        run_state_checks(table.state)
        break_champions(table.state, [table.champion("Kong")], ("3.2.3",))
        assert table.a.in_play == ["Kong"]
        table.champion("Kong").until_end = (("defense", -20),)
        clear_values(table.state)
        run_state_checks(table.state)
        assert table.a.in_play == []

    @shows("4.5.2", "I-88")
    def test_end_phase_removes_damage_before_lent_defense(self) -> None:
        """Rules 4.5.2c and 4.5.2d (I-88)."""
        table = Table(a=Start(in_play=[Put("Muse", damage=3)]))
        give(table, "Muse", ("defense", 5))
        table.next_turn()
        assert table.a.in_play == ["Muse"]
        assert table.defense("Muse") == 2

    @shows("1.9", "1.9.1", "1.9.2", "I-70", "I-71")
    def test_break_champions_removes_tokens_and_returns_cards_to_owners(self) -> None:
        """Rules 1.9.2, 2.3.5 and 5.16.1."""
        table = Table(a=Start(in_play=["Human Token", Put("Kong", owner="B")]))
        break_champions(table.state, list(table.state.seats[0].champions), ("3.2.3",))
        assert table.a.in_play == table.a.discard == []
        assert table.b.discard == ["Kong"]


class TestBanishing:
    @shows("5.11", "5.11.1", "5.11.2", "RB:keywords-and-terms/unbanishable")
    def test_banish_does_not_move_unbanishable_champion(self) -> None:
        """Rules 5.11.1 and 5.11.2."""
        table = Table(a=Start(in_play=["Kong", "Muse"], filler=2))
        give(table, "Kong", keyword(Keyword.UNBANISHABLE))
        banish(table.state, list(table.state.seats[0].champions), [], ("3.2.3",))
        assert table.a.in_play == ["Kong"]
        assert table.a.deck[-1] == "Muse"

    @shows("5.15", "5.15.3", "RB:keywords-and-terms/banish", "I-98")
    def test_banish_together_puts_one_group_under_each_owners_deck(self) -> None:
        """Rules 5.15.2 and 5.15.3 (I-98)."""
        table = Table(a=Start(in_play=["Kong", "Muse", Put("Sea Titan", owner="B"), "Wolf Token"]))
        banish(table.state, list(table.state.seats[0].champions), [], ("3.2.3",))
        names = [sorted(table.name(cid) for cid in seat.deck[-1]) for seat in table.state.seats]
        assert names == [["Kong", "Muse"], ["Sea Titan"]]


class TestRighteous:
    @pytest.mark.parametrize("version", VERSIONS)
    @shows("5.13", "5.13.1", "I-92", "RB:keywords-and-terms/righteous")
    def test_righteous_gains_all_damage_dealt_even_if_champion_broke(self, version: str) -> None:
        """Rules 5.13.1 and 5.13.3 (I-92)."""
        table = Table(a=Start(in_play=["Kong"]), b=Start(in_play=["Palace Guard"]), version=version)
        give(table, "Palace Guard", keyword(Keyword.RIGHTEOUS))
        table.a.attacks("Kong")
        table.all_pass()
        table.b.blocks("Palace Guard")
        table.all_pass()
        assert table.b.in_play == []
        assert table.b.health == 36

    @shows("5.13.3", "I-91", "I-106")
    def test_righteous_of_eliminated_player_gains_nothing(self) -> None:
        """Rule 5.13.3 (I-91)."""
        table = Table(a=Start(in_play=["Triceratops"]), b=Start(in_play=["Muse"], health=8))
        give(table, "Muse", keyword(Keyword.RIGHTEOUS))
        table.a.attacks("Triceratops")
        table.all_pass()
        table.b.blocks("Muse")
        table.all_pass()
        table.a.assigns({("Triceratops", "Muse"): 2, ("Triceratops", "B"): 8})
        assert table.winners == "A"

    @shows("5.13.4", "I-66")
    def test_righteous_twice_counts_once(self) -> None:
        """Rule 5.13.4."""
        table = Table(a=Start(in_play=["Kong"]))
        give(table, "Kong", keyword(Keyword.RIGHTEOUS), keyword(Keyword.RIGHTEOUS))
        table.a.attacks("Kong")
        table.all_pass()
        table.all_pass()
        assert table.b.health == 17
        assert table.a.health == 43


class TestUnblockable:
    @shows("5.10", "5.10.1", "RB:keywords-and-terms/unblockable")
    def test_unblockable_attacker_alone_cannot_be_blocked(self) -> None:
        """Rule 5.10.1: no player is asked."""
        table = Table(a=Start(in_play=["Muse", "Kong"]), b=Start(in_play=["Palace Guard"]))
        give(table, "Kong", keyword(Keyword.UNBLOCKABLE))
        table.a.attacks("Kong")
        table.all_pass()
        assert table.step == "before-damage"

    @shows("5.10.2", "I-95")
    def test_unblockable_attacker_with_ordinary_attacker_can_be_blocked(self) -> None:
        """Rule 5.10.2 (I-95)."""
        table = Table(a=Start(in_play=["Triceratops", "Kong"]), b=Start(in_play=["Palace Guard"]))
        give(table, "Kong", keyword(Keyword.UNBLOCKABLE))
        table.a.attacks("Kong", "Triceratops")
        table.all_pass()
        assert table.asks == ("B", "block")
        table.b.blocks("Palace Guard")
        assert table.state.blocked


class TestContinuous:
    def test_continuous_values_follow_every_change(self) -> None:
        """Rule 3.3.3: Jungle Queen's bonus comes and goes with her, and does not touch herself or others' champions."""
        table = Table(a=Start(in_play=["Jungle Queen", "Kong", "Muse"]), b=Start(in_play=["Lurking Giant"]))
        assert (table.offense("Kong"), table.defense("Kong")) == (14, 15)
        assert (table.offense("Jungle Queen"), table.offense("Muse"), table.offense("Lurking Giant")) == (5, 2, 11)
        table.champion("Kong").plus = 2
        clear_values(table.state)
        assert (table.offense("Kong"), table.defense("Kong")) == (16, 17)
        break_champions(table.state, [table.champion("Jungle Queen")], ("3.2.3",))
        assert (table.offense("Kong"), table.defense("Kong")) == (15, 16)

    def test_continuous_values_are_computed_once_and_shared(self) -> None:
        table = Table(a=Start(in_play=["Kong", "Kong"]))
        one, other = table.state.seats[0].champions
        assert (
            current_values(table.state, one) is current_values(table.state, other) is table.state.table[one.cid].values
        )


@shows("I-89")
def test_hand_limit_discard_triggers_resolve() -> None:
    """I-89: the loop resolves what the discard triggered, looks at the hand again, and goes on."""
    table = Table(a=Start(hand=["Muse"] * 8), version=RB)
    table.a.passes()
    table.b.passes()
    assert table.asks == ("A", "discard")
    table.a.discards("Muse")
    ENGINE.advance(table.state)
    assert len(table.a.hand) == 7
    assert table.state.turn == 1
