"""Damage and health, and losing."""

import pytest

from tests.rules.champions.positions import happened, health, lane, table, turn_over
from tests.rules.champions.scenarios import cites

WALL = (
    "Ben lane 1: Pit Drover / Gate Guard (corner 1) / Shieldwall",
    "Ben blessings: Blood Price, War Drums, Long Dawn",
)
PRICE = (
    "Anna hand: Second Wind",
    "Anna lane 1: Ilse Lampwright (complete) / none / Shieldwall (face down)",
    "Anna lane 2: Warden of the Ford (quest 4)",
    "Anna lane 3: Mirin the Quiet (complete) / none / Rising Tide (face down)",
    "Anna lane 4: Pit Drover (complete) / none / War Drums (face down)",
    "Anna blessings: Blood Price",
)


@cites("2.12.1", "2.12.2", "2.13.3")
def test_damage_adds_increases_and_subtracts_reductions() -> None:
    drums = ("Anna lane 4: Pit Drover / none / War Drums", "Anna blessings: Long Dawn, Rising Tide, Watchfire")
    at = table("Anna hand: Ember Hounds", "Anna lane 1: Gorrath Embermaw", *drums, *WALL)
    at.apply("Anna: play Ember Hounds with Gorrath")
    assert health(at) == (20, 18)  # 2 + 1 + 1 - 1 - 1


@cites("2.12.3", "2.13.5")
def test_damage_reduced_to_nothing_does_no_objective() -> None:
    at = table("Anna lane 1: Ilse Lampwright (quest 2) / Ember Hounds (corner 1)", *WALL)
    turn_over(at)
    assert (health(at)[1], lane(at, "Anna", 1).startswith("Ilse Lampwright (quest 2)")) == (20, True)


@cites("2.12.3", "CH-34")
@pytest.mark.parametrize(("options", "left"), [("", 19), ("CH-34=2", 20)])
def test_damage_between_modifiers_is_not_below_0(options: str, left: int) -> None:
    at = table(
        "Ben lane 1: Pit Drover / none / Shieldwall",
        "Ben lane 2: Sister Vane / none / Shieldwall",
        "Ben lane 3: Pit Drover / none / War Drums",
        "Ben lane 4: Pit Drover / Ember Hounds (corner 2)",
        "Ben blessings: Long Dawn",
        options=options,
    )
    turn_over(at)
    assert health(at) == (20, left)


@cites("6.1.2/rend")
def test_rend_ignores_reductions() -> None:
    at = table("Anna hand: Grave Tithe", *WALL)
    at.apply("Anna: play Grave Tithe with Mirin")
    assert health(at) == (20, 19)


@cites("CH-09", "2.8.3")
@pytest.mark.parametrize(("number", "left"), [(3, 19), (2, 18)])
def test_damage_from_lane_two_faces_lane_three(number: int, left: int) -> None:
    at = table("Turn: Ben 4", f"Ben lane {number}: Pit Drover", "Ben hand: Ember Hounds")
    at.apply(f"Ben: play Ember Hounds with Pit Drover in lane {number}")
    assert health(at) == (left, 20)


@cites("2.13.4")
def test_health_is_limited_to_35() -> None:
    at = table("Anna health: 34", "Anna hand: Mending Light")
    at.apply("Anna: play Mending Light with Mirin")
    assert health(at) == (35, 20)


@cites("5.1.1", "5.1.2", "5.1.3", "5.2.1", "5.2.2")
def test_player_at_0_by_card_of_opponent_is_defeated_at_once() -> None:
    at = table("Ben health: 2", "Anna hand: Ember Hounds", "Anna lane 1: Ilse Lampwright (quest 2)")
    at.apply("Anna: play Ember Hounds with Ilse")
    assert happened(at)[-4:] == [
        "Ember Hounds deals 2 damage to Ben.",
        "Ben is at 0 health.",
        "Ben is out of the game.",
        "Anna wins.",
    ]


@cites("5.1.4", "CH-36")
def test_player_at_0_by_own_card_is_defeated_after_it_is_finished() -> None:
    at = table(*PRICE, "Anna health: 3", "Ben health: 5")
    at.apply("Anna: play Second Wind with Warden")
    message = happened(at)
    assert message.index("What Anna does is finished first.") < message.index("Anna has 2 actions now.")
    assert (at.winners, health(at)) == (("Ben",), (0, 2))


@cites("5.1.5", "CH-37")
def test_both_players_at_0_in_one_action_turn_player_wins() -> None:
    at = table(*PRICE, "Anna health: 3", "Ben health: 3")
    at.apply("Anna: play Second Wind with Warden")
    assert (at.winners, health(at)) == (("Anna",), (0, 0))


@cites("CH-36")
@pytest.mark.parametrize(("options", "finished"), [("", True), ("CH-36=2", False)])
def test_own_card_finishing_before_defeat_depends_on_option(options: str, finished: bool) -> None:
    at = table("Ben health: 1", "Ben lane 1: Pit Drover / Ember Hounds (corner 1)", options=options)
    turn_over(at)
    assert ("What Ben does is finished first." in happened(at)) is finished
    assert at.winners == ("Anna",)
