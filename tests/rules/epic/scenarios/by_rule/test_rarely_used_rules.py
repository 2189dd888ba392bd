"""Rules that random games rarely exercise, each with a table of its own."""

import random

import pytest

from rules.epic.board.damage import deal_damage, run_state_checks
from rules.epic.board.zones import push_draw
from rules.epic.engine import ENGINE
from rules.epic.game_loop.legal_actions import sample
from rules.epic.game_loop.validation import check
from tests.rules.epic.scenarios.claims import shows
from tests.rules.epic.scenarios.table import CR, RB, Put, Start, Table


def blocked(attacker: str, *blockers: str | Put, version: str = CR, thin: bool = False) -> Table:
    """Return the damage step of a battle that is blocked; ``thin`` forbids spreading damage thin (I-83)."""
    choices = (("I-83", 1),) if thin else ()
    table = Table(Start(in_play=[attacker]), Start(in_play=list(blockers)), version=version, choices=choices)
    table.a.attacks(attacker)
    table.all_pass()
    table.b.blocks(*[put if isinstance(put, str) else put.name for put in blockers])
    table.all_pass()
    return table


class TestBreakthroughOverSeveralBlockers:
    """5.7.1, 4.4.11a: what exceeds the defense of all blockers together, not of the largest."""

    @shows("5.7.1", "4.4.11a", "I-79")
    def test_breakthrough_excess_exceeds_sum_of_blockers_defense(self) -> None:
        table = blocked("Triceratops", "Palace Guard", "Human Token")
        table.a.cannot("4.4.11a").assigns({("Triceratops", "Palace Guard"): 8, ("Triceratops", "B"): 2})
        table.a.cannot("4.4.11a").assigns({("Triceratops", "Palace Guard"): 8, ("Triceratops", "Human Token"): 2})
        table.a.assigns(
            {("Triceratops", "Palace Guard"): 8, ("Triceratops", "Human Token"): 1, ("Triceratops", "B"): 1}
        )
        assert (table.b.health, table.b.in_play) == (29, [])

    @shows("5.7.1", "4.4.11a")
    @pytest.mark.parametrize("version", [CR, RB])
    def test_breakthrough_equal_to_sum_of_defense_has_no_excess(self, version: str) -> None:
        """10 against 8 and 2: each alone would let some through."""
        table = blocked("Triceratops", "Palace Guard", "Muse", version=version)
        table.a.cannot("4.4.11a").assigns({("Triceratops", "Palace Guard"): 8, ("Triceratops", "B"): 2})
        table.a.assigns({("Triceratops", "Palace Guard"): 8, ("Triceratops", "Muse"): 2})
        assert (table.b.health, table.b.in_play) == (30, [])


class TestWhoseTriggersComeFirst:
    """3.2.5a: those of the player with initiative, whose turn it is or not; without initiative of the turn's player."""

    def drawing(self, *, passed: bool) -> list[str]:
        """Return whose Citadel Scholar triggers in which order where both players draw at once in A's turn."""
        table = Table(Start(in_play=["Citadel Scholar"]), Start(in_play=["Citadel Scholar"]))
        if passed:
            table.a.passes()
        state = table.state
        before = len(state.log)
        state.pending = None
        for seat in (0, 1):
            push_draw(state, seat, 1, ("1.6.1",))
        ENGINE.advance(state)
        return [state.names[int(event.args[0])] for event in state.log[before:] if event.kind == "resolve"]

    @shows("3.2.5a")
    def test_triggers_on_turn_of_player_with_initiative_resolve_theirs_first(self) -> None:
        assert self.drawing(passed=False) == ["A", "B"]

    @shows("3.2.5a", "4.1.1")
    def test_triggers_on_other_turn_resolve_player_with_initiative_first(self) -> None:
        assert self.drawing(passed=True) == ["B", "A"]


class TestOnlyNewDamageBreaks:
    """I-86, read so that a defense that falls to the damage breaks nothing by itself."""

    def struck(self) -> Table:
        """Return a table with a Kong that is unbreakable and has been dealt more than it has defense."""
        table = Table(Start(in_play=["Kong"]), Start(in_play=["Muse"]), choices=(("I-86", 1),))
        champion = table.champion("Kong")
        champion.until_end = (("keyword", "unbreakable"),)
        table.state.values.clear()
        deal_damage(table.state, [(table.champion("Muse").oid, champion.oid, 14)], ("3.2.3",))
        run_state_checks(table.state)
        assert table.a.in_play == ["Kong"]
        return table

    @shows("5.9.3", "I-86")
    def test_damage_on_unbreakable_champion_breaks_it_after_protection(self) -> None:
        table = self.struck()
        run_state_checks(table.state)
        table.champion("Kong").until_end = ()
        table.state.values.clear()
        run_state_checks(table.state)
        assert (table.a.in_play, table.a.discard) == ([], ["Kong"])

    @shows("I-86")
    def test_damage_below_defense_when_dealt_does_not_break_later(self) -> None:
        table = Table(Start(in_play=["Kong"]), Start(in_play=["Muse"]), choices=(("I-86", 1),))
        champion = table.champion("Kong")
        deal_damage(table.state, [(table.champion("Muse").oid, champion.oid, 10)], ("3.2.3",))
        run_state_checks(table.state)
        champion.until_end = (("defense", -5),)
        table.state.values.clear()
        run_state_checks(table.state)
        assert table.a.in_play == ["Kong"]


class TestEnoughForOneBeforeTheNext:
    """I-83, read so that damage is not spread thin: at most one champion gets some that is not enough."""

    BLOCKERS = ("Palace Guard", "Muse", "Citadel Scholar")

    @shows("4.4.11b", "I-83")
    @pytest.mark.parametrize(
        ("points", "allowed"),
        [
            ((13, 0, 0), True), ((8, 2, 3), True), ((8, 1, 4), True), ((9, 3, 1), True), ((0, 2, 11), True),
            ((7, 1, 5), False), ((7, 5, 1), True), ((6, 6, 1), True), ((5, 1, 7), False),
        ],
    )  # fmt: skip
    def test_assignment_to_three_blockers_allows_at_most_one_too_little(
        self, points: tuple[int, ...], allowed: bool
    ) -> None:
        table = blocked("Kong", *self.BLOCKERS, thin=True)
        assert [table.defense(name) for name in self.BLOCKERS] == [8, 2, 1]
        shares = {("Kong", name): each for name, each in zip(self.BLOCKERS, points, strict=True) if each}
        (table.a if allowed else table.a.cannot("I-83")).assigns(shares)

    def test_sampled_assignment_is_legal(self) -> None:
        table = blocked("Kong", *self.BLOCKERS, "Human Token", thin=True)
        for seed in range(40):
            assert check(table.state, sample(table.state, random.Random(seed))) == []
