"""Violations are reported together, each with its rule, card and fact."""

import pytest

from rules.engine.decision import Action, InvalidActionError
from rules.epic.engine import ENGINE
from rules.epic.state import EXPENDED, EpicState
from tests.rules.epic.scenarios.table import CR, Put, Start, Table

DEPLOYING = (
    "B's Triceratops cannot attack: it is deploying (it has not started a turn under its controller's control, 5.17.2) "
    "and has no blitz (5.8.1)."
)


def reasons(state: EpicState, answer: Action) -> list[tuple[str, str]]:
    return [(violation.rule, violation.text) for violation in ENGINE.check(state, answer)]


def test_attack_violations_are_all_reported() -> None:
    table = Table(a=Start(in_play=["Kong"]), b=Start(in_play=[Put("Triceratops", stance=EXPENDED, deploying=True)]))
    theirs, mine = table.champion("Triceratops").oid, table.champion("Kong").oid
    assert reasons(table.state, Action(1, "attack", (theirs, mine), 1)) == [
        ("4.1.2", "B does not have initiative; A has it."),
        ("4.4.1", "B may attack on their own turn only."),
        ("4.4.1", "B attacks an opponent, not B."),
        ("4.4.1", "B does not control A's Kong."),
        ("4.4.1", "B's Triceratops cannot attack: it is expended, not prepared."),
        ("5.17.1", DEPLOYING),
    ]


def test_play_violations_are_all_reported() -> None:
    table = Table(a=Start(hand=["Apocalypse"], gold=0))
    cid = table.state.seats[0].hand[0]
    assert reasons(table.state, Action(0, "play", (cid,), 2)) == [
        ("3.2.1", "Apocalypse has 2 effect(s) to choose from; there is no number 3.")
    ]
    table.a.passes()
    assert reasons(table.state, Action(1, "play", (cid,), 1)) == [
        ("3.0", "A's Apocalypse is not in B's hand."),
        ("3.2.1", "This effect of Apocalypse may be chosen on its player's own turn only."),
    ]
    assert reasons(table.state, Action(0, "play", (cid,), 1)) == [
        ("4.1.2", "A does not have initiative; B has it."),
        ("3.6.3", "Apocalypse costs 1 gold here and A has 0."),
    ]


def test_champion_play_on_wrong_turn_and_in_battle_is_violation() -> None:
    table = Table(a=Start(in_play=["Kong"], hand=["Triceratops"]), b=Start(hand=["Raging T-Rex"]))
    table.a.attacks("Kong")
    mine, theirs = table.state.seats[0].hand[0], table.state.seats[1].hand[0]
    assert reasons(table.state, Action(0, "play", (mine,))) == [
        ("3.2.3a", "Triceratops has no ambush: a champion is not played during a battle.")
    ]
    table.a.passes()
    assert reasons(table.state, Action(1, "play", (theirs,))) == [
        ("4.1.4", "Raging T-Rex has no ambush: a champion is played on its player's own turn (3.2.3a).")
    ]


def test_violation_names_the_pending_decision() -> None:
    table = Table(a=Start(in_play=["Kong"]), b=Start(in_play=["Palace Guard"]))
    table.a.attacks("Kong")
    table.a.passes()
    table.b.passes()
    assert reasons(table.state, Action(0, "pass")) == [
        ("4.4.6[1]", "A cannot pass now: first B declares blockers."),
        ("4.1.2", "A does not have initiative; no player has it in the blocks step."),
    ]
    assert reasons(table.state, Action(0, "block", (table.champion("Palace Guard").oid,))) == [
        ("4.4.6[1]", "A cannot block now: first B declares blockers.")
    ]


def test_blockers_that_can_block_no_attacker_are_violations() -> None:
    """Rule 5.2.1 (I-74)."""
    table = Table(a=Start(in_play=["Angel of Light"]), b=Start(in_play=["Kong", "Muse"]))
    table.a.attacks("Angel of Light")
    table.a.passes()
    table.b.passes()
    kong, muse = table.champion("Kong").oid, table.champion("Muse").oid
    assert reasons(table.state, Action(1, "block", (kong, muse))) == [
        ("5.2.1", "B's Kong can block none of the attackers: every attacker is airborne and it is not (I-74).")
    ]


def test_target_untargetable_has_its_own_reason() -> None:
    table = Table(a=Start(hand=["Kong"]), b=Start(in_play=["Sea Titan", "Palace Guard"]))
    table.a.plays("Kong")
    titan = table.champion("Sea Titan").oid
    assert reasons(table.state, Action(0, "target", (titan,))) == [
        ("5.20.4", "B's Sea Titan cannot be picked for A's Kong: it is untargetable (5.12.1).")
    ]
    assert reasons(table.state, Action(0, "target", (1,))) == [
        ("5.20.2", "B cannot be picked for A's Kong: what qualifies is B's Palace Guard and A's Kong.")
    ]


def test_target_untargetable_player_names_the_champion() -> None:
    table = Table(a=Start(hand=["Flame Strike"]), b=Start(in_play=["Muse", "The Gudgeon"]))
    table.a.plays("Flame Strike")
    text = "B cannot be picked for Flame Strike: B's The Gudgeon keeps B from being targeted (3.3.1, I-54)."
    assert reasons(table.state, Action(0, "target", (1,))) == [("5.20.4", text)]


def test_target_repeated_has_its_own_reason() -> None:
    table = Table(a=Start(hand=["Rain of Fire"]), b=Start(in_play=["Muse"]))
    table.a.plays("Rain of Fire", mode=1)
    table.a.targets("Muse")
    assert reasons(table.state, Action(0, "target", (table.champion("Muse").oid,))) == [
        ("5.20.2", "B's Muse cannot be picked for Rain of Fire: it has been picked already (I-53).")
    ]


def test_recycle_card_twice_is_violation() -> None:
    table = Table(a=Start(hand=["Flame Spike"], discard=["Kong", "Lash"]), b=Start(in_play=["Muse"]))
    table.a.plays("Flame Spike")
    table.a.targets("Muse")
    kong = min(table.state.seats[0].discard)
    text = "Kong cannot be picked twice for Flame Spike: what one instruction asks for are different things (I-53)."
    assert reasons(table.state, Action(0, "choose", (kong, kong))) == [("5.5.1", text)]


def test_forced_attacker_prevents_passing() -> None:
    table = Table(a=Start(in_play=["Raging T-Rex"]))
    text = "A's Raging T-Rex attacks each turn if it can: it could, and has not attacked this turn."
    assert reasons(table.state, Action(0, "pass")) == [("4.3.3", text)]


def test_end_turn_violations_depend_on_version() -> None:
    assert reasons(Table().state, Action(0, "end")) == [
        (
            "RB:the-turn-sequence/main-phase",
            "A offers the end of the turn by passing; the opponent gets initiative first.",
        )
    ]
    assert reasons(Table(version=CR).state, Action(0, "end")) == [
        ("4.3.3", "A passes again: all players pass before the End Phase (I-38).")
    ]


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (Action(0, "dance"), "unknown action"),
        (Action(7, "pass"), "there is no seat 7"),
        (Action(2, "pass"), "there is no seat 2"),
        (Action(0, "pass", (10,)), "refers to nothing"),
        (Action(0, "play", ()), "exactly one thing"),
        (Action(0, "play", (1,)), "refers to a card"),
        (Action(0, "play", (9_001,)), "refers to a card"),
        (Action(0, "use", (1,)), "refers to a champion"),
        (Action(0, "attack", (10_999,), 1), "no card, player or object has the number 10999"),
        (Action(0, "play", (10,), 0, (3,)), "has no numbers"),
        (Action(0, "pass", (), 1), "has no options"),
        (Action(0, "discard", (10, 10)), "names the same thing twice"),
        (Action(0, "assign", (10_000, 1), 0, ()), "for each pair"),
        (Action(0, "assign", (10_000, 1), 0, (0,)), "above 0"),
        (Action(0, "assign", (10_000, 1, 10_000, 1), 0, (1, 2)), "a pair of source and target twice"),
    ],
)
def test_malformed_action_has_a_reason(answer: Action, words: str) -> None:
    table = Table(a=Start(in_play=["Kong"], hand=["Kong"]))
    with pytest.raises(InvalidActionError, match=words):
        ENGINE.check(table.state, answer)
