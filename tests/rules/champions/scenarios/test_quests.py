"""Quests: objectives, the sweep in Standard Order, and what completing one reveals."""

import pytest

from rules.table import Table
from tests.rules.champions.positions import described, happened, health, lane, table, turn_over
from tests.rules.champions.scenarios import cites

DRAWN = "Long Dawn (face down)"
ONE_LEFT = (
    "Anna lane 1: Ilse Lampwright (complete) / none / Shieldwall (face down)",
    "Anna lane 3: Mirin the Quiet (complete) / none / Rising Tide (face down)",
    "Anna lane 4: Pit Drover (complete) / none / War Drums (face down)",
)


def quest(at: Table, player: str, number: int) -> str:
    """Return which objective a Champion has come to."""
    return lane(at, player, number).partition("(")[2].partition(")")[0].partition(";")[0]


@cites("2.6.3a", "2.6.5", "2.7.2", "2.6.2")
def test_unit_does_objective_before_it_enters() -> None:
    at = table("Anna hand: Ember Hounds")
    at.apply("Anna: play Ember Hounds with Ilse")
    message = happened(at)
    done = "Ilse Lampwright of Anna has done its objective, by Ember Hounds, and turns."
    assert message.index(done) < message.index("Anna's Ember Hounds comes into lane 1.")
    assert message.index("Anna's Ember Hounds comes into lane 1.") < message.index(
        "Ember Hounds deals 2 damage to Ben."
    )


@cites("2.6.3a", "2.14.3")
def test_objective_with_tag_requires_that_tag() -> None:
    for card, reached in (("Slag Brute", "quest 1"), ("Gate Guard", "quest 2")):
        at = table(f"Anna hand: {card}")
        at.apply(f"Anna: play {card} with Warden")
        assert quest(at, "Anna", 2) == reached


@cites("2.6.3b")
def test_spell_does_objective_of_its_own_champion_only() -> None:
    at = table("Anna hand: Mending Light", "Anna lane 2: Sister Vane")
    at.apply("Anna: play Mending Light with Mirin")
    assert (quest(at, "Anna", 3), quest(at, "Anna", 2)) == ("quest 2", "quest 1")


@cites("2.6.3c")
def test_ability_does_objective() -> None:
    at = table("Anna hand: Second Wind", "Anna lane 1: Ilse Lampwright (quest 3)")
    at.apply("Anna: play Second Wind with Ilse")
    assert quest(at, "Anna", 1) == "quest 4"


@cites("2.6.3d", "2.6.4", "CH-22")
def test_card_does_one_objective_a_turn() -> None:
    at = table("Anna hand: Ember Hounds")
    at.apply("Anna: play Ember Hounds with Ilse")
    assert (quest(at, "Anna", 1), health(at)) == ("quest 2", (20, 18))
    turn_over(at)
    assert (quest(at, "Anna", 1), health(at)) == ("quest 3", (20, 17))


@cites("CH-22")
@pytest.mark.parametrize(("options", "reached"), [("", "quest 2"), ("CH-22=2", "quest 1")])
def test_card_identity_depends_on_option(options: str, reached: str) -> None:
    at = table(
        "Anna hand: Gate Guard",
        "Anna discard: Gate Guard",
        "Anna lane 1: Ilse Lampwright (quest 1; objective by Anna's Gate Guard in discard 1)",
        options=options,
    )
    at.apply("Anna: play Gate Guard with Ilse")
    assert quest(at, "Anna", 1) == reached


@cites("CH-25", "2.6.3d")
@pytest.mark.parametrize(("options", "reached"), [("", "quest 3"), ("CH-25=2", "quest 2")])
def test_objectives_in_turn_of_opponent_depend_on_option(options: str, reached: str) -> None:
    at = table("Anna lane 1: Ilse Lampwright (quest 2) / Ember Hounds (corner 1)", options=options)
    turn_over(at)
    assert (quest(at, "Anna", 1), health(at)) == (reached, (20, 19))


@cites("2.6.3e", "2.13.4", "CH-27")
@pytest.mark.parametrize(
    ("points", "after", "reached"), [(35, 35, "quest 2"), (34, 35, "quest 3"), (20, 22, "quest 3")]
)
def test_objective_by_health_gain_requires_actual_gain(points: int, after: int, reached: str) -> None:
    at = table(f"Anna health: {points}", "Anna lane 3: Mirin the Quiet (quest 2) / Mending Light (corner 1)")
    turn_over(at)
    assert (health(at)[0], quest(at, "Anna", 3)) == (after, reached)


@cites("CH-26", "6.2/control")
@pytest.mark.parametrize(("options", "reached"), [("", "quest 3"), ("CH-26=2", "quest 2")])
def test_blessing_of_lane_does_objectives_by_option(options: str, reached: str) -> None:
    at = table(
        "Anna lane 2: Warden of the Ford (quest 2) / none / Rising Tide",
        "Anna blessings: Long Dawn, Shieldwall, Watchfire",
        options=options,
    )
    turn_over(at)
    assert (quest(at, "Anna", 2), health(at)) == (reached, (22, 20))


@cites("2.7.3.2", "CH-16", "4.1.3.2b")
@pytest.mark.parametrize(("options", "blessing_first"), [("", True), ("CH-16=2", False)])
def test_own_blessings_react_before_objective_by_option(options: str, blessing_first: bool) -> None:
    at = table(
        "Anna hand: Gate Guard",
        "Anna lane 4: Pit Drover / none / Watchfire",
        "Anna blessings: Long Dawn, Shieldwall, Rising Tide",
        options=options,
    )
    at.apply("Anna: play Gate Guard with Ilse")
    message = happened(at)
    turned = message.index("Anna's Watchfire turns to corner 2.")
    done = message.index("Ilse Lampwright of Anna has done its objective, by Gate Guard, and turns.")
    assert (turned < done) is blessing_first


@cites("2.7.2", "2.7.3.2", "2.4.1.1f")
def test_trait_reacts_to_adjacent_spell_before_the_spell_acts() -> None:
    at = table("Anna hand: Mending Light", "Anna lane 2: Sister Vane")
    at.apply("Anna: play Mending Light with Vane")
    gains = [line for line in happened(at) if " gains " in line]
    assert gains == ["Anna gains 1 health by Mirin the Quiet.", "Anna gains 2 health by Mending Light."]
    away = table("Anna hand: Mending Light", "Anna lane 1: Sister Vane")
    away.apply("Anna: play Mending Light with Vane")
    assert health(away) == (22, 20)


@cites("2.7.3.3")
def test_cards_of_opponent_react_too() -> None:
    at = table("Anna hand: Mending Light", "Ben lane 1: Pit Drover / Wandering Bell (corner 1)")
    at.apply("Anna: play Mending Light with Mirin")
    assert "Wandering Bell (corner 2)" in lane(at, "Ben", 1)


@cites("2.6.6", "2.4.2.3b", "2.4.2.2i", "CH-23")
def test_fourth_objective_reveals_blessing_which_acts_at_once() -> None:
    at = table("Anna hand: Second Wind", "Anna lane 2: Warden of the Ford (quest 4)")
    at.apply("Anna: play Second Wind with Warden")
    assert at.to_act == "chance"
    at.apply("chance: Anna reveals Rising Tide")
    assert lane(at, "Anna", 2).startswith("Warden of the Ford (complete")
    assert lane(at, "Anna", 2).endswith("Rising Tide (corner 1)")
    assert (health(at), described(at, "Anna", "blessings")) == ((21, 20), "Long Dawn, Shieldwall, Watchfire")


@cites("2.4.2.2b", "2.6.7")
def test_instant_blessing_is_carried_out_and_turned_face_down() -> None:
    at = table("Anna hand: Second Wind", "Anna lane 2: Warden of the Ford (quest 4)")
    at.apply("Anna: play Second Wind with Warden")
    at.apply("chance: Anna reveals Long Dawn")
    assert health(at) == (24, 20)
    at.apply("chance: Anna draws Second Wind")
    assert lane(at, "Anna", 2).endswith(DRAWN)
    message = happened(at)
    assert message.index("Anna's Long Dawn has been carried out and is turned face down.") < message.index(
        "Anna has 2 actions now."
    )


@cites("2.11.1c")
def test_last_blessing_is_revealed_without_chance() -> None:
    at = table(
        *ONE_LEFT, "Anna hand: Second Wind", "Anna lane 2: Warden of the Ford (quest 4)", "Anna blessings: Watchfire"
    )
    at.apply("Anna: play Second Wind with Warden")
    assert (at.to_act, lane(at, "Anna", 2).endswith("Watchfire (corner 1)")) == ("Anna", True)


@cites("CH-23")
def test_complete_quest_has_no_objectives() -> None:
    at = table(*ONE_LEFT, "Anna hand: Gate Guard", "Anna blessings: Watchfire")
    at.apply("Anna: play Gate Guard with Ilse")
    assert quest(at, "Anna", 1) == "complete"
