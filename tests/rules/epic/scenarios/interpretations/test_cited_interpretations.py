"""Interpretations are cited where they decide, with two and more players."""

import pytest

from rules.engine.decision import Action
from rules.engine.game import ChosenOptions, Setup
from tests.rules.epic.scenarios.claims import shows
from tests.rules.epic.scenarios.table import ENGINE, FILLER, RB, Put, Start, Table

FFA, BLOOD, LAST = "free-for-all", "first-blood", "last-one-standing"


def reasons(table: Table, answer: Action) -> list[tuple[str, str]]:
    return [(violation.rule, violation.text) for violation in ENGINE.check(table.state, answer)]


def out_of_reach(table: Table) -> list[str]:
    return [ENGINE.describe_event(table.state, event) for event in table.state.log if event.kind == "out-of-reach"]


class TestReach:
    @shows("I-119", "RB:the-many-epic-formats/multiplayer/hunter-first-blood")
    def test_target_out_of_reach_is_reported_as_such(self) -> None:
        hands = (
            Start(hand=["Lightning Strike"]),
            Start(in_play=["Kong", "Muse"]),
            Start(in_play=["White Knight"]),
            Start(),
        )
        table = Table(*hands, variant=BLOOD)
        table.a.plays("Lightning Strike")
        output = "A reaches only both neighbours in this way of playing (I-119)"
        for ref, name in ((table.champion("White Knight").oid, "C's White Knight"), (2, "C")):
            why = f"{name} cannot be picked for Lightning Strike: {output}."
            assert reasons(table, Action(0, "target", (ref,))) == [(table.state.variant.rule, why)]

    @shows("I-119")
    @pytest.mark.parametrize("variant", [BLOOD, LAST])
    def test_effect_on_all_logs_players_out_of_reach(self, variant: str) -> None:
        """Answer E36."""
        one = Start(in_play=["Muse"])
        table = Table(Start(hand=["Flash Fire", "Apocalypse"], gold=2), one, one, one, variant=variant)
        table.a.plays("Apocalypse", mode=1)
        assert out_of_reach(table) == ["Apocalypse does not reach C."]
        table.a.plays("Flash Fire")
        assert out_of_reach(table)[1:] == ["Flash Fire does not reach C."]

    @shows("I-119")
    def test_effect_on_all_without_effect_logs_no_players_out_of_reach(self) -> None:
        table = Table(
            Start(hand=["Apocalypse"], in_play=["Kong"]),
            Start(),
            Start(),
            Start(),
            variant=BLOOD,
        )
        table.a.plays("Apocalypse", mode=1)
        assert out_of_reach(table) == []

    @shows("I-119")
    def test_each_opponent_breaks_one_logs_players_out_of_reach(self) -> None:
        two = Start(in_play=["Kong", "Muse"])
        table = Table(Start(hand=["Winged Death"]), two, two, two, variant=BLOOD)
        table.a.plays("Winged Death")
        table.b.chooses("B/Kong")
        table.d.chooses("D/Kong")
        assert (table.c.in_play, out_of_reach(table)) == (["Kong", "Muse"], ["A's Winged Death does not reach C."])

    @shows("I-119")
    def test_each_player_retains_one_logs_all_players_out_of_reach(self) -> None:
        two = Start(in_play=["Kong", "Muse"])
        table = Table(Start(hand=["Stand Alone"]), two, two, two, variant=BLOOD)
        table.a.plays("Stand Alone", mode=1)
        table.b.chooses("B/Kong")
        table.d.chooses("D/Kong")
        assert (table.c.in_play, out_of_reach(table)) == (["Kong", "Muse"], ["Stand Alone does not reach C."])

    def test_effect_on_all_with_three_players_or_outside_hunter_reaches_all(self) -> None:
        for count, variant in ((3, BLOOD), (4, FFA)):
            table = Table(Start(hand=["Flash Fire"]), *[Start()] * (count - 1), variant=variant)
            table.a.plays("Flash Fire")
            assert not table.cited("I-119")


@shows("I-42", "4.4.3")
def test_play_by_player_outside_battle_reports_its_own_reason() -> None:
    table = Table(Start(in_play=["Kong"]), Start(), Start(hand=["Flash Fire"]), variant=FFA)
    table.a.attacks("Kong", at="B")
    assert reasons(table, Action(2, "play", tuple(table.state.seats[2].hand))) == [
        ("4.1.2", "C does not have initiative; A has it."),
        ("RB:battle-phase/before-blocks-step", "In a battle only attacker and defender make plays, not C (I-42)."),
    ]


@shows("I-20", "1.2.1")
def test_drawing_from_empty_deck_cites_i_20_only_with_several_opponents() -> None:
    for more, rests in (((), False), ((Start(),), True)):
        table = Table(Start(hand=["Ancient Chant"], filler=1), Start(), *more, variant=FFA if more else "")
        table.a.plays("Ancient Chant")
        assert (table.winners, table.cited("I-20")) == ("A", rests)


@shows("I-25", "4.2.3a")
@pytest.mark.parametrize(("count", "variant"), [(2, ""), (3, FFA)])
def test_first_draw_cites_open_rule(count: int, variant: str) -> None:
    state = ENGINE.new_game(Setup(tuple("ABC"[:count]), ((FILLER,) * 9,) * count, 0, RB, variant))
    while state.pending is not None and state.pending.kind == "mulligan":
        ENGINE.apply(state, Action(state.pending.seat, "mulligan"))
    assert [event.kind for event in state.log if "I-25" in event.rules] == ["no-draw" if count == 2 else "draw"]


@shows("I-113", "I-114", "1.2[1]")
def test_hydra_cites_open_rules_for_damage_and_concession() -> None:
    table = Table(Start(hand=["Flash Fire"]), Start(), Start(), Start(), variant="hydra", teams="AC BD")
    table.a.plays("Flash Fire")
    table.c.concedes()
    assert (table.cited("I-113"), table.cited("I-114")) == (True, True)


@shows("I-10", "5.17.3")
def test_expending_deploying_champion_with_ambush_cites_i_10() -> None:
    table = Table(Start(in_play=[Put("Time Master", deploying=True)]), choices=(("I-10", 1),))
    table.a.uses("Time Master", 1)
    assert table.cited("I-10")


@shows("I-22", "3.6.3")
@pytest.mark.parametrize(("choices", "asked", "rests"), [((), True, False), ((("I-22", 1),), False, True)])
def test_paying_last_health_point_cites_i_22(choices: ChosenOptions, asked: bool, rests: bool) -> None:
    table = Table(Start(hand=["Infernal Gatekeeper"], health=1), choices=choices)
    table.a.plays("Infernal Gatekeeper")
    assert (table.asks[1] == "may", table.cited("I-22")) == (asked, rests)


@shows("I-37", "4.2.4")
@pytest.mark.parametrize(("reading", "position"), [(0, "expended"), (1, "prepared")])
def test_end_of_turn_prepares_only_champions_expended_on_another_turn(reading: int, position: str) -> None:
    """An attacker of one's own turn is not ready for the third player's turn in either reading."""
    mine = Start(in_play=["Kong", "Time Master"])
    table = Table(mine, Start(), Start(in_play=["Muse"]), variant=FFA, choices=(("I-37", reading),))
    table.a.attacks("Kong", at="C")
    table.all_pass()
    table.c.blocks()
    table.all_pass()
    table.next_turn()
    table.b.passes()
    table.c.passes()
    table.a.uses("Time Master", 1)
    table.next_turn()
    assert (table.state.turn, table.stance("Kong"), table.stance("Time Master")) == (2, "expended", position)
