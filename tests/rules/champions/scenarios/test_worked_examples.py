"""The worked examples of the game's design, one test each, named after what they show."""

import pytest

from rules.judge.analysis.applied_interpretations import applied_interpretations
from rules.judge.record import parse
from rules.judge.replay.replayer import replay
from rules.table import Table
from tests.rules.champions.positions import described, happened, health, lane, record, refused, state, table, turn_over
from tests.rules.champions.scenarios import cites

BEN = "Turn: Ben 4"
WALL = (
    "Anna lane 1: Ilse Lampwright / Gate Guard (corner 1) / Shieldwall",
    "Anna blessings: Long Dawn, Rising Tide, Watchfire",
)
DRUMS = ("Ben lane 4: Pit Drover / none / War Drums", "Ben blessings: Blood Price, Sky of Ash, Long Dawn")


def quest(at: Table, player: str, number: int) -> str:
    """Return which objective a Champion has come to."""
    return lane(at, player, number).partition("(")[2].partition(")")[0].partition(";")[0]


def front(at: Table, player: str, number: int) -> str:
    """Return the Unit or Spell of a lane, in the words of a position."""
    return lane(at, player, number).split(" / ")[1]


def field(at: Table, name: str) -> str:
    """Return a field of the position that belongs to no player."""
    return dict(at.game.notation.describe(at.state)).get(name, "")


@cites("2.6.3a", "2.6.4", "2.6.5", "4.1.2.1a", "CH-06", "CH-25")
def test_unit_deals_damage_on_each_corner_in_turns_of_both_players() -> None:
    at = table("Anna hand: Ford Pikes")
    at.apply("Anna: play Ford Pikes with Ilse")
    assert (quest(at, "Anna", 1), health(at)) == ("quest 2", (20, 19))
    for left, reached in ((17, "quest 3"), (14, "quest 3"), (14, "quest 3")):
        turn_over(at)
        assert (quest(at, "Anna", 1), health(at)) == (reached, (20, left))
    assert described(at, "Anna", "discard") == "Ford Pikes"


@cites("CH-06")
def test_unit_rotates_in_turns_of_its_owner_only_by_other_version() -> None:
    at = table("Anna hand: Ford Pikes", rules="CR-2018-11-own")
    at.apply("Anna: play Ford Pikes with Ilse")
    for left in (19, 17, 17, 14, 14):
        turn_over(at)
        assert health(at) == (20, left)
    turn_over(at)
    assert described(at, "Anna", "discard") == "Ford Pikes"
    plays = ("Anna: play Ford Pikes with Ilse", "Anna: pass", "chance: Anna draws Second Wind")
    replayed = replay(at.game, parse(record("Anna hand: Ford Pikes", plays=plays)))
    assert "CH-06" in {point.id for point in applied_interpretations(replayed)}


@cites("2.14.4a", "2.14.4b", "2.14.4c", "2.14.4d", "2.14.4e", "6.1.2/support", "2.5.1.2", "CH-32")
def test_stack_deals_damage_by_support_and_has_at_most_three_cards() -> None:
    at = table(
        "Anna lane 2: Warden of the Ford / Gate Guard (corner 2)",
        "Anna hand: 2 Ford Pikes, River Skirmishers",
        "Ben lane 1: Pit Drover / Ember Hounds (corner 1)",
    )
    at.apply("Anna: play Ford Pikes with Warden")
    assert (front(at, "Anna", 2), health(at)) == ("Ford Pikes on Gate Guard (corner 1)", (20, 18))
    turn_over(at)
    # Corner 2 of the Pikes deals 2 + 1; the covered Guard does not reduce the damage of the Hounds, which start first.
    assert health(at) == (19, 14)
    turn_over(at)
    assert health(at) == (19, 10)
    at.apply("Anna: play River Skirmishers with Warden")
    assert front(at, "Anna", 2) == "River Skirmishers on Ford Pikes on Gate Guard (corner 1)"
    assert health(at) == (19, 8)
    assert refused(at, "Anna: play Ford Pikes with Warden") == ["CH:2.14.4b"]
    assert refused(table(HAND_OF_UNITS, GUARD), "Anna: play Lantern Bearer with Warden") == ["CH:2.5.1.2"]


HAND_OF_UNITS = "Anna hand: Lantern Bearer"
GUARD = "Anna lane 2: Warden of the Ford / Gate Guard (corner 2)"


@cites("4.1.2.3b", "4.1.2.3c", "2.14.4f", "6.2/leaving-play", "3.1.5b")
def test_exhausted_stack_leaves_from_limbo_before_next_card() -> None:
    at = table(
        "Anna lane 1: Ilse Lampwright / River Skirmishers on Gate Guard (corner 2)",
        "Anna lane 3: Mirin the Quiet / Mending Light (corner 4)",
    )
    at.apply("Anna: pass")
    for _ in range(2):
        at.apply("chance: Anna draws Second Wind")
    assert field(at, "Limbo") == "Anna's River Skirmishers on Gate Guard, lane 1 / Anna's Mending Light, lane 3"
    at.apply("chance: Anna draws Second Wind")
    assert (at.to_act, described(at, "Anna", "hand")) == ("Ben", "3 Second Wind")
    assert described(at, "Anna", "discard") == "Gate Guard, River Skirmishers, Mending Light"


@cites("2.4.1.2a", "2.4.1.2b", "2.4.1.2c", "2.5.1.2", "2.5.2.2", "2.5.3.3", "CH-54")
def test_play_requires_class_and_disengaged_champion_and_no_spell_for_ability() -> None:
    hand = "Anna hand: Mending Light, Gate Guard, Break the Line, Still Water"
    at = table(hand, "Anna lane 3: Bram Twohands / Mending Light")
    assert refused(at, "Anna: play Mending Light with Warden") == ["CH:2.5.2.2"]
    assert refused(at, "Anna: play Gate Guard with Bram") == ["CH:2.5.1.2"]
    assert refused(at, "Anna: play Break the Line with Bram") == ["CH:2.5.3.3"]
    assert refused(at, "Anna: play Still Water with Bram") == ["CH:6.2/normal-restrictions"]
    other = table(hand, "Anna lane 3: Bram Twohands / Mending Light", options="CH-54=2")
    assert list(other.check("Anna: play Still Water with Bram")) == []
    assert refused(table(hand, "Anna lane 3: Bram Twohands"), "Anna: play Gate Guard with Bram") == []


@cites("CH-54", "6.2/normal-restrictions")
def test_spell_of_engaged_champion_names_its_interpretation_as_reason() -> None:
    fields = ("Anna hand: Still Water", "Anna lane 3: Bram Twohands / Gate Guard")
    plays = ("Anna: play Still Water with Bram",)
    replayed = replay(table().game, parse(record(*fields, plays=plays)))
    assert [(point.id, point.is_reason) for point in applied_interpretations(replayed) if point.is_reason] == [
        ("CH-54", True)
    ]
    other = replay(table().game, parse(record(*fields, plays=plays, options="CH-54=2")))
    words = "no rule says what becomes of Gate Guard when a Spell comes into its lane (CH-54)"
    assert other.undetermined.partition(": ")[2] == words


@cites("4.1.3.2d", "4.1.3.2e", "6.1.2/deploy", "6.1.2/play")
def test_deploying_by_effect_does_not_use_the_name() -> None:
    fields = ("Anna hand: 2 Gate Guard, Recall the Watch", "Anna discard: Gate Guard")
    at = table(*fields)
    at.apply("Anna: play Gate Guard with Ilse")
    assert refused(at, "Anna: play Gate Guard with Warden") == ["CH:4.1.3.2d"]
    at.apply("Anna: play Recall the Watch with Warden")
    at.apply("Anna: deploy Gate Guard with Warden")
    assert (front(at, "Anna", 2), described(at, "Anna", "discard")) == ("Gate Guard (corner 2)", "Recall the Watch")
    other = table(*fields)
    other.apply("Anna: play Recall the Watch with Warden")
    other.apply("Anna: deploy Gate Guard")
    assert refused(other, "Anna: play Gate Guard with Ilse") == []


@cites("2.9.4", "4.1.3.2d", "4.1.3.3c")
def test_one_heroic_act_a_turn_and_each_name_once() -> None:
    at = table("Anna lane 3: Bram Twohands / Gate Guard", "Anna hand: Lantern Bearer")
    at.apply("Anna: use Ilse")
    at.apply("chance: Anna draws Second Wind")
    assert refused(at, "Anna: use Bram") == ["CH:2.9.4"]
    at.apply("Anna: play Lantern Bearer with Ilse")
    other = table("Anna hand: Lantern Bearer")
    other.apply("Anna: play Lantern Bearer with Ilse")
    assert refused(other, "Anna: use Lantern Bearer") == ["CH:4.1.3.2d"]


@cites("4.1.3.4c", "4.1.3.4d", "4.1.4.1", "3.1.1d")
def test_action_gained_is_drawn_for_and_empty_deck_draws_nothing() -> None:
    at = table("Anna hand: Second Wind")
    at.apply("Anna: play Second Wind with Ilse")
    turn_over(at)
    assert described(at, "Anna", "hand") == "2 Second Wind"
    empty = table("Anna hand: Second Wind", "Anna deck: ")
    empty.apply("Anna: play Second Wind with Ilse")
    turn_over(empty)
    assert (described(empty, "Anna", "hand"), [line for line in happened(empty) if " draws " in line]) == ("", [])


@cites("2.6.6", "2.6.3f", "2.4.2.3b", "2.7.3.4", "CH-19", "6.1.2/remove", "2.10.1.2")
def test_fourth_objective_by_remove_reveals_blessing_before_next_instruction() -> None:
    at = table(
        "Anna lane 1: Ilse Lampwright (quest 4)",
        "Anna lane 2: Warden of the Ford (complete) / none / Shieldwall (face down)",
        "Anna lane 3: Mirin the Quiet (complete) / none / Long Dawn (face down)",
        "Anna lane 4: Pit Drover (complete) / none / Watchfire (face down)",
        "Anna blessings: Rising Tide",
        "Anna hand: Break the Line",
        "Ben lane 4: Pit Drover / Slag Brute",
    )
    at.apply("Anna: play Break the Line with Ilse")
    assert (at.to_act, health(at), quest(at, "Anna", 1)) == ("chance", (21, 20), "complete")
    at.apply("chance: Anna draws Second Wind")
    wanted = [
        "Ilse Lampwright of Anna has done its objective, by Break the Line, and turns.",
        "Anna reveals Rising Tide in lane 1.",
        "Anna gains 1 health by Rising Tide.",
        "Ben's Slag Brute is Removed and goes to the discard pile.",
        "Anna draws Second Wind.",
        "Anna's Break the Line has been carried out and goes to the discard pile.",
    ]
    assert [line for line in happened(at) if line in wanted] == wanted
    assert (described(at, "Anna", "discard"), described(at, "Ben", "discard")) == ("Break the Line", "Slag Brute")
    for points in (23, 26, 26):
        turn_over(at)
        assert health(at)[0] == points
    assert lane(at, "Anna", 1).endswith("Rising Tide (face down)")


def duke(anna: int, ben: int) -> Table:
    """Return Ben's turn with the Hollow Duke on "spell", and Blood Price as the last Blessing."""
    return table(
        BEN,
        f"Anna health: {anna}",
        f"Ben health: {ben}",
        "Ben hand: Grave Tithe",
        "Ben lane 1: Pit Drover (complete) / none / War Drums (face down)",
        "Ben lane 2: Hollow Duke (quest 4)",
        "Ben lane 3: Gorrath Embermaw (complete) / none / Sky of Ash (face down)",
        "Ben lane 4: Pit Drover (complete) / none / Long Dawn (face down)",
        "Ben blessings: Blood Price",
    )


@cites("5.1.4", "5.1.5", "2.6.5", "CH-36", "CH-37")
@pytest.mark.parametrize(("anna", "left", "winner"), [(4, (0, 0), "Ben"), (5, (1, 0), "Anna")])
def test_own_spell_is_finished_before_its_player_is_removed(anna: int, left: tuple[int, int], winner: str) -> None:
    at = duke(anna, 3)
    at.apply("Ben: play Grave Tithe with Hollow Duke")
    assert (health(at), at.winners) == (left, (winner,))


@cites("5.1.5", "5.1.4")
@pytest.mark.parametrize(("anna", "winner"), [(1, "Ben"), (2, "Anna")])
def test_heroic_act_against_both_players_is_won_by_turn_player(anna: int, winner: str) -> None:
    at = table(BEN, f"Anna health: {anna}", "Ben health: 1")
    at.apply("Ben: use Vane")
    assert at.winners == (winner,)


@cites("2.13.4", "2.6.4", "CH-27")
@pytest.mark.parametrize(("points", "reached"), [(35, "quest 2"), (34, "quest 3")])
def test_health_objective_counts_actual_gain_and_next_needs_another_card(points: int, reached: str) -> None:
    at = table(f"Anna health: {points}", "Anna lane 3: Mirin the Quiet (quest 2)", "Anna hand: Mending Light")
    at.apply("Anna: play Mending Light with Mirin")
    assert (quest(at, "Anna", 3), health(at)[0]) == (reached, 35)


@cites("2.12.1", "2.12.2", "2.12.3", "2.13.5")
def test_damage_is_increased_and_reduced_in_order_and_not_below_0() -> None:
    at = table(BEN, *WALL, *DRUMS, "Anna lane 2: Pit Drover", "Ben hand: Cinder Rabble")
    at.apply("Ben: play Cinder Rabble with Gorrath")
    assert health(at) == (19, 20)
    other = table(BEN, *WALL, "Ben hand: Cinder Rabble", "Ben lane 1: Pit Drover (quest 4)")
    other.apply("Ben: play Cinder Rabble with Pit Drover in lane 1")
    assert (health(other), quest(other, "Ben", 1)) == ((20, 20), "quest 4")


VEIL = "Anna lane 3: Mirin the Quiet / Smoke Veil (corner 1)"


@cites("6.1.2/rend", "2.12.4", "CH-35")
@pytest.mark.parametrize(("fields", "points"), [((), 17), ((VEIL,), 18)])
def test_rend_passes_by_reductions_but_not_by_replacements(fields: tuple[str, ...], points: int) -> None:
    at = table(*WALL, *fields, "Ben lane 2: Sister Vane / Grave Tithe (corner 2)")
    turn_over(at)
    assert health(at) == (points, 20)


@cites("2.12.4", "CH-35")
@pytest.mark.parametrize(("guard", "is_replaced"), [("none", True), ("Gate Guard (corner 1)", False)])
def test_replacement_applies_after_modifiers(guard: str, is_replaced: bool) -> None:
    at = table(
        VEIL,
        f"Anna lane 1: Ilse Lampwright / {guard} / Shieldwall",
        "Anna blessings: Long Dawn, Rising Tide, Watchfire",
        "Ben lane 1: Pit Drover / Slag Brute (corner 1)",
    )
    turn_over(at)
    assert (health(at), "Anna's Smoke Veil replaces what would happen." in happened(at)) == ((18, 20), is_replaced)


@cites("2.7.1", "2.7.3.2", "2.10.1.2", "6.1.2/last-stand", "6.1.2/remove", "CH-21", "4.1.2.4b")
def test_last_stands_apply_on_field_in_order_before_remove() -> None:
    at = table(
        BEN,
        "Ben hand: Feed the Fire",
        "Ben lane 2: Hollow Duke (quest 1) / Ash Reaper (corner 1)",
        "Ben lane 3: Gorrath Embermaw / none / Unquiet Grave",
        "Ben blessings: Blood Price, War Drums, Sky of Ash",
    )
    at.apply("Ben: play Feed the Fire with Duke")
    assert (at.to_act, health(at), quest(at, "Ben", 2)) == ("chance", (16, 20), "quest 3")
    at.apply("chance: Ben draws Second Wind")
    assert (health(at), described(at, "Ben", "discard")) == ((15, 20), "Ash Reaper, Feed the Fire")
    deals = [line for line in happened(at) if " deals " in line]
    assert deals == [
        "Ash Reaper deals 2 damage to Anna.",
        "Ash Reaper deals 2 damage to Anna.",
        "Hollow Duke deals 1 damage to Anna.",
    ]


@cites("6.1.2/remove", "2.10.1.3", "6.2/x", "CH-48", "6.1.2/last-stand")
@pytest.mark.parametrize(("corner", "points"), [(1, 21), (2, 19)])
def test_remove_of_all_units_has_last_stands_in_standard_order(corner: int, points: int) -> None:
    at = table(
        "Anna hand: Landslide",
        f"Anna lane 2: Warden of the Ford / Old Sentinel (corner {corner})",
        "Anna lane 4: Pit Drover / Gate Guard (corner 1)",
        "Ben lane 1: Pit Drover / Ash Reaper (corner 1)",
    )
    at.apply("Anna: play Landslide with Mirin")
    # The Reaper's Last Stand deals 2, less 1 by the Guard, which is still on the field.
    assert health(at) == (points, 20)
    assert described(at, "Anna", "discard") == "Old Sentinel, Gate Guard, Landslide"
    assert described(at, "Ben", "discard") == "Ash Reaper"
    message = happened(at)
    assert message.index("Ash Reaper deals 1 damage to Anna.") < message.index(
        "Anna's Old Sentinel is Removed and goes to the discard pile."
    )


@cites("2.5.1.14", "6.1.2/rotate", "6.1.2/restart", "2.8.1", "CH-45")
@pytest.mark.parametrize(
    ("corner", "choice", "left", "after"),
    [
        (1, 1, 15, "Ford Pikes (corner 3)"),
        (3, 1, 20, "none"),
        (3, 3, 19, "Ford Pikes (corner 1)"),
        (1, 3, 20, "Ford Pikes (corner 1)"),
        (1, 2, 20, "Ford Pikes (corner 1)"),
        (2, 2, 19, "Ford Pikes (corner 1)"),
    ],
)
def test_rotate_restart_and_rotate_back(corner: int, choice: int, left: int, after: str) -> None:
    at = table("Anna hand: Tower Bell", f"Anna lane 1: Ilse Lampwright / Ford Pikes (corner {corner})")
    at.apply("Anna: play Tower Bell with Ilse")
    assert set(at.legal()) == {"Anna: choose 1", "Anna: choose 2", "Anna: choose 3"}
    at.apply(f"Anna: choose {choice}")
    assert (health(at), front(at, "Anna", 1)) == ((20, left), after)


@cites("2.5.1.7", "CH-15", "6.2/x", "2.5.1.13")
def test_unit_passes_x_and_empty_corner() -> None:
    at = table(BEN, "Ben hand: Slag Brute")
    at.apply("Ben: play Slag Brute with Pit Drover in lane 1")
    assert (health(at), quest(at, "Ben", 1)) == ((20, 20), "quest 2")
    for points in (16, 16, 16):
        turn_over(at)
        assert health(at) == (points, 20)
    assert described(at, "Ben", "discard") == "Slag Brute"


@cites("2.2.3", "6.1.2/deploy", "2.8.2", "2.8.3", "2.8.4", "2.8.5")
def test_prohibited_deploy_is_illegal_as_play_and_fails_as_effect() -> None:
    fields = (
        "Anna lane 3: Bram Twohands",
        "Anna hand: Gate Guard, Recall the Watch",
        "Anna discard: Gate Guard",
        "Ben lane 4: Pit Drover",
        "Ben lane 2: Pit Drover",
        "Ben lane 4: Sister Vane / Still Water (corner 1)",
    )
    at = table(*fields)
    assert refused(at, "Anna: play Gate Guard with Ilse") == ["CH:2.2.3"]
    assert refused(at, "Anna: play Gate Guard with Bram") == []
    at.apply("Anna: play Recall the Watch with Ilse")
    assert (front(at, "Anna", 1), described(at, "Anna", "discard")) == ("none", "Gate Guard, Recall the Watch")
    other = table(*fields)
    other.apply("Anna: play Recall the Watch with Bram")
    other.apply("Anna: deploy Gate Guard with Bram")
    assert front(other, "Anna", 3) == "Gate Guard (corner 1)"


@cites("3.1.5b", "CH-17", "2.7.2", "6.1.2/discard", "2.10.2.1")
@pytest.mark.parametrize(("options", "is_sweep_first"), [("", True), ("CH-17=2", False)])
def test_reactions_come_before_effects_on_entering_by_option(options: str, is_sweep_first: bool) -> None:
    at = table(
        "Anna hand: Old Sentinel, Second Wind",
        "Anna lane 4: Pit Drover / none / Watchfire",
        "Anna blessings: Long Dawn, Shieldwall, Rising Tide",
        options=options,
    )
    at.apply("Anna: play Old Sentinel with Ilse")
    message = happened(at)
    turned, discarded, entered = (
        message.index(line)
        for line in (
            "Anna's Watchfire turns to corner 2.",
            "Anna discards Second Wind.",
            "Anna's Old Sentinel comes into lane 1.",
        )
    )
    assert ((turned < discarded), max(turned, discarded) < entered) == (is_sweep_first, True)


@cites("6.1.2/dormant", "2.14.4g", "CH-50", "6.1.2/engaged")
def test_dormant_card_does_not_rotate_or_act_and_stays_in_front() -> None:
    at = table(BEN, "Ben hand: Choke", "Anna lane 3: Mirin the Quiet / Mending Light", "Anna hand: Still Water")
    at.apply("Ben: play Choke with Vane")
    assert front(at, "Anna", 3) == "Mending Light (corner 1; dormant until turn 6)"
    turn_over(at)
    assert (health(at), front(at, "Anna", 3)) == ((20, 20), "Mending Light (corner 1; dormant until turn 6)")
    assert refused(at, "Anna: play Still Water with Mirin") == ["CH:6.2/normal-restrictions"]
    turn_over(at)
    turn_over(at)
    assert (health(at), front(at, "Anna", 3)) == ((22, 20), "Mending Light (corner 2)")
    other = table("Anna hand: Ford Pikes", "Anna lane 1: Ilse Lampwright / Gate Guard (corner 1; dormant until turn 9)")
    assert refused(other, "Anna: play Ford Pikes with Ilse") == ["CH:2.14.4g"]


@cites("2.10.4.1", "2.10.4.2")
def test_swapped_champions_take_all_their_cards_along() -> None:
    at = table(
        BEN,
        "Ben hand: Turn the Herd",
        "Ben lane 1: Pit Drover (quest 2) / Ash Reaper on Ember Hounds (corner 2)",
        "Ben lane 3: Gorrath Embermaw (quest 2) / Slag Brute (corner 3) / War Drums",
        "Ben blessings: Blood Price, Sky of Ash, Long Dawn",
    )
    at.apply("Ben: play Turn the Herd with Gorrath")
    at.apply("Ben: pick Pit Drover in lane 1")
    at.apply("Ben: pick Gorrath")
    assert lane(at, "Ben", 1) == "Gorrath Embermaw (quest 2) / Slag Brute (corner 3) / War Drums"
    assert lane(at, "Ben", 3) == "Pit Drover (quest 2) / Ash Reaper on Ember Hounds (corner 2) / none"


@cites("4.1.5.5a", "4.1.5.5b", "4.1.5.5c", "CH-38", "CH-39")
def test_empty_deck_check_is_spared_by_playing_any_card() -> None:
    fields = ("Anna deck: ", "Anna hand: Gate Guard, Second Wind", "Anna lane 1: Ilse Lampwright / Lantern Bearer")
    at = table(*fields)
    at.apply("Anna: pass")
    assert set(at.legal()) == {
        "Anna: give up Gate Guard from hand",
        "Anna: give up Second Wind from hand",
        "Anna: give up Lantern Bearer",
    }
    other = table(*fields)
    other.apply("Anna: play Second Wind with Ilse")
    other.apply("Anna: pass")
    assert other.to_act == "Ben"


@cites("6.2/swap", "3.1.3c", "CH-49", "2.6.3a")
def test_swap_with_discard_pile_deploys_and_takes_exact_place() -> None:
    fields = (BEN, "Ben hand: Bitter Trade", "Ben lane 1: Pit Drover / Slag Brute (corner 2)")
    at = table(*fields, "Ben discard: Ash Reaper, Second Wind, Pilfer")
    at.apply("Ben: play Bitter Trade with Pit Drover in lane 1")
    assert (front(at, "Ben", 1), quest(at, "Ben", 1), health(at)) == ("Ash Reaper (corner 1)", "quest 2", (18, 20))
    assert described(at, "Ben", "discard") == "Slag Brute, Second Wind, Pilfer, Bitter Trade"
    empty = table(*fields, "Ben discard: Second Wind")
    empty.apply("Ben: play Bitter Trade with Pit Drover in lane 1")
    assert (front(empty, "Ben", 1), described(empty, "Ben", "discard")) == (
        "Slag Brute (corner 2)",
        "Second Wind, Bitter Trade",
    )


@cites("4.1.1.4")
def test_triggered_effects_leave_out_start_of_turn() -> None:
    at = table(BEN, "Ben hand: Feed the Fire", "Ben lane 1: Pit Drover / Ember Hounds (corner 1)")
    at.apply("Ben: play Feed the Fire with Pit Drover in lane 1")
    assert health(at) == (18, 20)


@cites("2.8.3", "2.8.5", "CH-09", "CH-46", "CH-44")
def test_highlighted_lanes_end_at_edge_of_field() -> None:
    at = table(
        "Anna lane 4: Mirin the Quiet",
        "Anna lane 3: Pit Drover",
        "Anna hand: Ebb",
        "Ben lane 1: Pit Drover / Gate Guard (corner 2)",
        "Ben lane 2: Sister Vane / Mending Light",
        "Ben lane 3: Gorrath Embermaw / Slag Brute (corner 1)",
    )
    at.apply("Anna: play Ebb with Mirin")
    assert set(at.legal()) == {"Anna: pick Gate Guard", "Anna: pick Mending Light"}
    assert refused(at, "Anna: pick Slag Brute") == ["CH-45"]
    at.apply("Anna: pick Gate Guard")
    assert (described(at, "Ben", "hand"), front(at, "Ben", 1)) == ("Gate Guard", "none")
    assert state(at).seats[1].discard == []
