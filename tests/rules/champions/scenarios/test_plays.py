"""Playing cards and using Heroic Acts."""

import pytest

from rules.champions.engine import ENGINE
from rules.engine.decision import Action
from tests.rules.champions.positions import described, happened, health, lane, refused, state, table
from tests.rules.champions.scenarios import cites

HAND = "Anna hand: Gate Guard, Mending Light, Second Wind, Slag Brute"


@cites("2.5.1.2", "2.4.1.2a", "2.5.2.2", "2.4.1.2b")
def test_play_requires_warrior_for_unit_and_wizard_for_spell() -> None:
    at = table(HAND)
    assert refused(at, "Anna: play Gate Guard with Mirin") == ["CH:2.5.1.2"]
    assert refused(at, "Anna: play Mending Light with Ilse") == ["CH:2.5.2.2"]
    assert refused(at, "Anna: play Gate Guard with Ilse") == []
    assert refused(at, "Anna: play Mending Light with Mirin") == []


@cites("2.5.1.2", "6.1.2/engaged", "6.1.2/disengaged", "6.2/normal-restrictions", "CH-54")
def test_play_on_engaged_champion_is_illegal() -> None:
    at = table(HAND, "Anna lane 1: Ilse Lampwright / Lantern Bearer", "Anna lane 3: Mirin the Quiet / Grave Tithe")
    assert refused(at, "Anna: play Gate Guard with Ilse") == ["CH:2.5.1.2"]
    assert refused(at, "Anna: play Mending Light with Mirin") == ["CH:6.2/normal-restrictions"]


@cites("2.5.3.3", "CH-28")
def test_play_ability_with_unit_or_alone_is_legal_but_not_with_spell() -> None:
    fields = (HAND, "Anna lane 1: Ilse Lampwright / Lantern Bearer", "Anna lane 3: Mirin the Quiet / Grave Tithe")
    at = table(*fields)
    assert refused(at, "Anna: play Second Wind with Mirin") == ["CH:2.5.3.3"]
    assert refused(at, "Anna: play Second Wind with Ilse") == []
    assert refused(at, "Anna: play Second Wind with Warden") == []
    other = table(*fields, options="CH-28=2")
    assert refused(other, "Anna: play Second Wind with Warden") == ["CH:2.5.3.3"]
    assert refused(other, "Anna: play Second Wind with Ilse") == []


@cites("4.1.3.2d", "CH-29")
def test_play_same_name_twice_a_turn_is_illegal() -> None:
    at = table("Anna hand: 2 Gate Guard")
    at.apply("Anna: play Gate Guard with Ilse")
    assert refused(at, "Anna: play Gate Guard with Warden") == ["CH:4.1.3.2d"]


@cites("4.1.3.2d", "4.1.3.3c")
def test_use_of_card_played_this_turn_is_illegal() -> None:
    at = table("Anna hand: Lantern Bearer")
    at.apply("Anna: play Lantern Bearer with Ilse")
    assert refused(at, "Anna: use Lantern Bearer") == ["CH:4.1.3.2d"]


@cites("3.1.2a")
def test_play_of_card_not_in_hand_is_illegal() -> None:
    assert refused(table("Anna discard: Gate Guard"), "Anna: play Gate Guard with Ilse") == ["CH:3.1.2a"]


@cites("4.1.3.2a")
def test_play_with_champion_of_opponent_is_illegal() -> None:
    at = table("Anna hand: Gate Guard")
    guard, drover = state(at).seats[0].hand[0], state(at).seats[1].lanes[0].champion
    assert drover is not None
    faults = ENGINE.check(state(at), Action(0, "play", (guard, drover.cid)))
    assert [(fault.rule, fault.text) for fault in faults] == [("CH:4.1.3.2a", "Pit Drover is no Champion of Anna.")]


IDLE = "Anna lane 1: Ilse Lampwright / Lantern Bearer (corner 1; dormant until turn 9)"
REASONS = [
    ("play Second Wind with Warden", "3.1.2a", "Second Wind is not in the hand of Anna."),
    ("play Gate Guard with Mirin", "2.5.1.2", "Mirin the Quiet is no Warrior, and Gate Guard is a Unit (2.4.1.2a)."),
    (
        "play Mending Light with Warden",
        "2.5.2.2",
        "Warden of the Ford is no Wizard, and Mending Light is a Spell (2.4.1.2b).",
    ),
    ("play Gate Guard with Ilse", "2.5.1.2", "Ilse Lampwright is Engaged: it controls Lantern Bearer (6.1.2/engaged)."),
    ("play Ford Pikes with Ilse", "2.14.4g", "Lantern Bearer is Dormant, so nothing can be Deployed onto it."),
    (
        "play Mending Light with Bram",
        "6.2/normal-restrictions",
        "Bram Twohands is Engaged: it controls Gate Guard. 2.5.2.2 names the class alone (CH-54).",
    ),
    ("play Break the Line with Mirin", "2.5.3.2", "Break the Line asks for a Warrior, and Mirin the Quiet is none."),
    ("use Warden", "2.9.1", "Warden of the Ford has no Heroic Act."),
    ("use Lantern Bearer", "6.1.2/dormant", "Lantern Bearer is Dormant and does not apply its effects (CH-30)."),
]
"""Illegal lines with the rule that forbids them and its sentence, each compared with the text of the rule."""


@cites(
    "2.5.1.2", "2.5.2.2", "2.5.3.2", "2.9.1", "2.14.4g", "3.1.2a", "6.1.2/dormant", "6.2/normal-restrictions", "CH-54"
)
@pytest.mark.parametrize(("line", "rule", "text"), REASONS)
def test_reason_says_no_more_than_its_rule(line: str, rule: str, text: str) -> None:
    at = table(
        IDLE,
        "Anna lane 4: Bram Twohands / Gate Guard",
        "Anna hand: Gate Guard, Mending Light, Ford Pikes, Break the Line",
    )
    assert [(fault.rule, fault.text) for fault in at.check(f"Anna: {line}")] == [(f"CH:{rule}", text)]


JUSTIFICATIONS = [
    (
        "play Gate Guard with Warden",
        "2.5.1.2",
        "Warden of the Ford may play Gate Guard: a Disengaged Warrior may play a Unit.",
    ),
    ("play Mending Light with Mirin", "2.5.2.2", "Mirin the Quiet may play Mending Light: a Wizard may play a Spell."),
    (
        "play Ford Pikes with Bram",
        "2.14.4b",
        "Bram Twohands may play Ford Pikes: a Stacking Unit may be laid onto a Unit, up to three cards.",
    ),
    (
        "play Break the Line with Warden",
        "2.5.3.2",
        "Warden of the Ford may play Break the Line: its class fits the Ability.",
    ),
    ("pass", "4.1.3.4a", "Anna may pass on the 2 actions left."),
]


@cites("2.5.1.2", "2.5.2.2", "2.5.3.2", "2.14.4b", "4.1.3.4a")
@pytest.mark.parametrize(("line", "rule", "text"), JUSTIFICATIONS)
def test_justification_says_no_more_than_its_rule(line: str, rule: str, text: str) -> None:
    at = table(
        "Anna lane 4: Bram Twohands / Gate Guard", "Anna hand: Gate Guard, Mending Light, Ford Pikes, Break the Line"
    )
    action = at.game.notation.read(at.state, 0, line).action
    reason = at.game.views.justify(at.state, action)
    assert reason is not None
    assert (reason.rule, reason.text) == (f"CH:{rule}", text)


@cites("4.1.3", "4.1.3.1a")
def test_turn_player_acts_while_actions_remain() -> None:
    at = table(HAND, "Ben hand: Gate Guard")
    assert refused(at, "Ben: play Gate Guard with Pit Drover in lane 1") == ["CH:4.1.3"]
    at.apply("Anna: play Gate Guard with Ilse")
    at.apply("Anna: play Mending Light with Mirin")
    assert at.to_act == "Ben"


@cites("2.5.3.4", "2.10.1.1", "3.1.5a", "3.1.3c")
def test_ability_passes_limbo_to_top_of_discard_pile() -> None:
    at = table(HAND, "Anna discard: Slag Brute, Gate Guard")
    at.apply("Anna: play Second Wind with Ilse")
    assert described(at, "Anna", "discard") == "Slag Brute, Gate Guard, Second Wind"
    assert lane(at, "Anna", 1).endswith("/ none / none")


@cites("4.1.3.4c", "CH-42", "4.1.4.1")
def test_action_gained_and_not_used_counts_for_drawing() -> None:
    at = table(HAND)
    at.apply("Anna: play Second Wind with Ilse")
    assert state(at).actions == 2
    at.apply("Anna: pass")
    assert at.to_act == "chance"
    at.apply("chance: Anna draws Second Wind")
    at.apply("chance: Anna draws Second Wind")
    assert at.to_act == "Ben"


@cites("2.5.1.3", "2.5.2.3", "3.1.4d", "2.5.1.6", "2.5.2.6")
def test_played_card_enters_upright_and_acts() -> None:
    at = table(HAND)
    at.apply("Anna: play Mending Light with Mirin")
    assert (lane(at, "Anna", 3), health(at)) == (
        "Mirin the Quiet (quest 2; objective by Anna's Mending Light in lane 3) / Mending Light (corner 1) / none",
        (22, 20),
    )


@cites("4.1.3.3a", "4.1.3.3b", "6.1.2/draw", "3.1.1b")
def test_heroic_act_costs_action_and_is_carried_out() -> None:
    at = table()
    at.apply("Anna: use Ilse")
    at.apply("chance: Anna draws Second Wind")
    assert (state(at).actions, described(at, "Anna", "hand")) == (1, "Second Wind")


@cites("2.9.4", "4.1.3.3c")
def test_heroic_act_twice_a_turn_is_illegal() -> None:
    at = table("Anna lane 2: Sister Vane")
    at.apply("Anna: use Vane")
    assert refused(at, "Anna: use Ilse") == ["CH:2.9.4"]
    assert health(at) == (19, 19)


@cites("2.9.1")
def test_use_of_champion_without_heroic_act_is_illegal() -> None:
    assert refused(table(), "Anna: use Pit Drover") == ["CH:2.9.1"]


@cites("CH-30")
def test_heroic_act_after_complete_quest_is_legal() -> None:
    assert (
        refused(
            table(
                "Anna lane 1: Ilse Lampwright (complete) / none / Long Dawn (face down)",
                "Anna blessings: Shieldwall, Rising Tide, Watchfire",
            ),
            "Anna: use Ilse",
        )
        == []
    )


@cites("2.2.3", "2.4.2.2j")
@pytest.mark.parametrize(("corner", "rules"), [(2, ["CH:2.2.3"]), (1, [])])
def test_prohibition_overrides_permission_and_x_forbids_nothing(corner: int, rules: list[str]) -> None:
    at = table(
        f"Ben lane 1: Pit Drover / none / Sky of Ash (corner {corner})",
        "Ben blessings: Blood Price, War Drums, Long Dawn",
    )
    assert refused(at, "Anna: use Ilse") == rules


@cites("2.9.3")
def test_heroic_act_does_objective() -> None:
    at = table("Anna lane 2: Sister Vane (quest 2)")
    at.apply("Anna: use Vane")
    assert lane(at, "Anna", 2).startswith("Sister Vane (quest 3")


@cites("6.1.2/rotate", "2.5.1.14")
def test_card_rotating_itself_acts_on_its_new_corner() -> None:
    at = table("Anna lane 1: Ilse Lampwright / Lantern Bearer (corner 1)")
    at.apply("Anna: use Lantern Bearer")
    assert "Lantern Bearer (corner 2)" in lane(at, "Anna", 1)
    assert "Anna's Lantern Bearer shows no value, so what asks for one does nothing." in happened(at)
    at = table("Anna lane 1: Ilse Lampwright / Lantern Bearer (corner 2)")
    at.apply("Anna: use Lantern Bearer")
    assert described(at, "Anna", "discard") == "Lantern Bearer"
