"""What card texts can say, by cards of the house set and of a card file of the test."""

import pytest

from rules.champions.cards import Highlight
from rules.champions.engine import ENGINE
from rules.engine.decision import Action
from rules.table import Table
from tests.rules.champions.positions import described, happened, health, lane, refused, state, table, turn_over
from tests.rules.champions.scenarios import cites
from tests.rules.champions.scenarios.arranged import ability, arranged, card

BEN = "Turn: Ben 4"


def front(at: Table, player: str, number: int) -> str:
    """Return the Unit or Spell of a lane, in the words of a position."""
    return lane(at, player, number).split(" / ")[1]


@cites("6.1.2/last-stand", "2.7.1", "CH-21")
def test_granted_line_lasts_until_turn_named() -> None:
    at = table("Anna hand: Oath", "Anna lane 1: Ilse Lampwright / Lantern Bearer")
    at.apply("Anna: play Oath with Warden")
    assert front(at, "Anna", 1) == "Lantern Bearer (corner 1; line 1.1 of Oath until turn 5)"
    for _ in range(2):
        turn_over(at)
    assert "Oath" in front(at, "Anna", 1)
    turn_over(at)
    assert front(at, "Anna", 1) == "Lantern Bearer (corner 1)"
    removed = table(
        "Anna hand: Landslide",
        "Anna lane 1: Ilse Lampwright / Lantern Bearer (corner 1; line 1.1 of Oath until turn 5)",
        "Anna discard: Oath",
    )
    removed.apply("Anna: play Landslide with Mirin")
    assert health(removed) == (20, 19)


@cites("2.10.1.4", "2.10.2.1", "6.1.2/discard")
def test_discards_are_picked_and_ordered_by_owner_of_hand() -> None:
    at = table("Anna hand: Pilfer", "Ben hand: Gate Guard, Choke, Second Wind")
    at.apply("Anna: play Pilfer with Warden")
    assert at.to_act == "Ben"
    assert refused(at, "Ben: pass") == ["CH:2.10.2.1"]
    assert refused(at, "Ben: decline") == ["CH:2.2.2"]
    at.apply("Ben: pick Second Wind")
    at.apply("Ben: pick Gate Guard")
    assert (described(at, "Ben", "discard"), described(at, "Ben", "hand")) == ("Second Wind, Gate Guard", "Choke")


@cites("2.10.2.4", "2.10.3.1", "3.1.1c", "3.1.1e", "2.10.2.3", "2.10.3.2", "CH-43")
def test_search_may_be_declined_and_card_is_put_under_deck_unseen() -> None:
    fields = ("Anna hand: Deep Search, Choke, Second Wind", "Anna deck: Gate Guard | 2 Second Wind")
    at = table(*fields)
    at.apply("Anna: play Deep Search with Warden")
    at.apply("Anna: pick Gate Guard")
    assert described(at, "Anna", "hand") == "Choke, Gate Guard, Second Wind"
    at.apply("Anna: put away Choke")
    assert described(at, "Anna", "deck") == "2 Second Wind | Choke"
    public = [at.game.views.sentence(at.state, event, -1) for event in state(at).log]
    assert "Anna puts a card away." in public
    assert "Anna puts Choke away." in happened(at)
    declined = table(*fields)
    declined.apply("Anna: play Deep Search with Warden")
    declined.apply("Anna: decline")
    assert described(declined, "Anna", "deck") == "Gate Guard, 2 Second Wind"


@cites("6.1.2/deploy", "2.2.2", "2.8.1", "CH-43", "CH-45")
def test_deploys_of_several_units_are_one_after_the_other_and_optional() -> None:
    fields = ("Anna hand: Muster, Ember Hounds, Ford Pikes", "Anna lane 3: Bram Twohands")
    at = table(*fields)
    at.apply("Anna: play Muster with Warden")
    assert set(at.legal()) == {
        "Anna: deploy Ember Hounds with Ilse Lampwright",
        "Anna: deploy Ember Hounds with Bram Twohands",
        "Anna: deploy Ford Pikes with Ilse Lampwright",
        "Anna: deploy Ford Pikes with Bram Twohands",
        "Anna: decline",
    }
    at.apply("Anna: deploy Ember Hounds with Ilse")
    assert health(at) == (20, 18)
    at.apply("Anna: deploy Ford Pikes with Ilse")
    assert (front(at, "Anna", 1), health(at)) == ("Ford Pikes on Ember Hounds (corner 1)", (20, 16))
    declined = table(*fields)
    declined.apply("Anna: play Muster with Warden")
    assert refused(declined, "Anna: deploy Ford Pikes with Warden") == ["CH:6.1.2/deploy"]
    declined.apply("Anna: decline")
    assert described(declined, "Anna", "hand") == "Ember Hounds, Ford Pikes"


@cites("6.2/replace", "2.2.2", "CH-49")
def test_replaced_unit_goes_to_discard_pile_and_effect_is_optional() -> None:
    fields = ("Anna hand: Relief, Ember Hounds", "Anna lane 1: Ilse Lampwright / Old Sentinel (corner 1)")
    at = table(*fields)
    at.apply("Anna: play Relief with Warden")
    assert set(at.legal()) == {"Anna: accept", "Anna: decline"}
    at.apply("Anna: accept")
    at.apply("Anna: pick Ember Hounds")
    assert (front(at, "Anna", 1), health(at)) == ("Ember Hounds (corner 1)", (20, 18))
    assert described(at, "Anna", "discard") == "Old Sentinel, Relief"
    declined = table(*fields)
    declined.apply("Anna: play Relief with Warden")
    declined.apply("Anna: decline")
    assert front(declined, "Anna", 1) == "Old Sentinel (corner 1)"


@cites("6.1.2/exhaust", "CH-14", "4.1.2.3c")
def test_exhausting_by_effect_ignores_corners_and_last_stand() -> None:
    at = table(
        "Anna hand: Burn Out",
        "Anna lane 1: Ilse Lampwright / Old Sentinel (corner 1)",
        "Anna lane 3: Mirin the Quiet / Mending Light (corner 1)",
    )
    at.apply("Anna: play Burn Out with Warden")
    assert (health(at), described(at, "Anna", "discard")) == ((20, 20), "Old Sentinel, Mending Light, Burn Out")


@cites("2.5.1.14", "6.1.2/rotate")
def test_champion_rotates_card_of_its_lane() -> None:
    at = table("Anna lane 3: Bram Twohands / Ford Pikes (corner 1)")
    at.apply("Anna: use Bram")
    assert (front(at, "Anna", 3), health(at)) == ("Ford Pikes (corner 2)", (20, 18))


@cites("CH-31", "2.14.4e", "CH-44")
@pytest.mark.parametrize(
    ("options", "hand", "left"),
    [("", "Ford Pikes, Gate Guard", "none"), ("CH-31=2", "Ford Pikes", "Gate Guard (corner 1)")],
)
def test_returned_stack_goes_whole_or_its_top_card_by_option(options: str, hand: str, left: str) -> None:
    at = table("Anna hand: Ebb", "Ben lane 2: Pit Drover / Ford Pikes on Gate Guard (corner 2)", options=options)
    at.apply("Anna: play Ebb with Mirin")
    assert (described(at, "Ben", "hand"), front(at, "Ben", 2)) == (hand, left)


@cites("CH-41", "4.1.5.5c", "2.14.4e")
@pytest.mark.parametrize(
    ("options", "pile", "left"),
    [("", "Gate Guard, Ford Pikes", "none"), ("CH-41=2", "Ford Pikes", "Gate Guard (corner 2)")],
)
def test_stack_is_given_up_whole_or_by_its_top_card_by_option(options: str, pile: str, left: str) -> None:
    at = table(
        "Anna deck: ",
        "Anna lane 1: Ilse Lampwright / Ford Pikes on Gate Guard (corner 1)",
        "Anna lane 2: Warden of the Ford / Lantern Bearer",
        options=options,
    )
    at.apply("Anna: pass")
    at.apply("Anna: give up Ford Pikes")
    assert (described(at, "Anna", "discard"), front(at, "Anna", 1)) == (pile, left)


@cites("CH-11", "4.1.2.4")
@pytest.mark.parametrize(("options", "points"), [("", 24), ("CH-11=2", 22)])
def test_card_rotated_before_its_place_acts_again_by_option(options: str, points: int) -> None:
    at = arranged(
        card("Bell", "unit", "now: rotate one own spell 1", corners="[1]"),
        card("Slow", "spell", "now: heal v you", corners="[1] [2]"),
        options=options,
        Ben_lane_1="Leader / Bell",
        Ben_lane_2="Leader / Slow",
    )
    turn_over(at)
    assert health(at) == (20, points)


@cites("2.9.2")
def test_two_heroic_acts_are_used_one_by_one() -> None:
    at = arranged(
        card("Twice", "unit", "act: heal 1 you", "act: damage 1 foe", corners="[1]"), Anna_lane_1="Leader / Twice"
    )
    assert {line for line in at.legal() if "use" in line} == {"Anna: use Twice, act 1", "Anna: use Twice, act 2"}
    assert refused(at, "Anna: use Twice") == ["CH:2.9.2"]
    at.apply("Anna: use Twice, act 2")
    assert health(at) == (20, 19)


@cites("2.14.4b", "CH-33")
def test_second_deploy_onto_lane_in_process_fails() -> None:
    at = arranged(
        card("Herald", "unit", "enters: deploy up to 1 unit from discard to here", corners="(1)"),
        Anna_hand="Herald",
        Anna_discard="Plain",
    )
    at.apply("Anna: play Herald with Leader in lane 1")
    assert (front(at, "Anna", 1), described(at, "Anna", "discard")) == ("Herald (corner 1)", "Plain")


@cites("6.1.2/last-stand", "CH-47", "6.1.2/remove")
def test_last_stand_that_returns_its_unit_leaves_nothing_to_remove() -> None:
    at = arranged(
        card("Ghost", "unit", "last: return this", corners="(1)"),
        ability("does: remove one foe unit; if done: heal 3 you"),
        Anna_hand="Deed",
        Ben_lane_1="Leader / Ghost",
    )
    at.apply("Anna: play Deed with Leader in lane 1")
    assert (described(at, "Ben", "hand"), described(at, "Ben", "discard"), health(at)) == ("Ghost", "", (20, 20))


@cites("2.6.3f", "CH-22", "2.6.4")
def test_remove_objective_needs_a_removed_card() -> None:
    at = table("Anna lane 1: Ilse Lampwright (quest 4)", "Anna hand: Break the Line")
    at.apply("Anna: play Break the Line with Ilse")
    assert lane(at, "Anna", 1).startswith("Ilse Lampwright (quest 4)")


@cites("6.1.2/rotate", "2.6.6", "CH-24")
def test_champion_rotated_by_effect_advances_its_quest_and_not_back_past_first() -> None:
    turn = ability("does: choose rotate one own champion 1 / rotate one own champion -1")
    at = arranged(turn, Anna_hand="Deed", Anna_lane_1="Leader (quest 4)")
    at.apply("Anna: play Deed with Leader in lane 2")
    at.apply("Anna: choose 1")
    at.apply("Anna: pick Leader in lane 1")
    at.apply(next(iter(at.legal())))
    assert lane(at, "Anna", 1) == "Leader (complete) / none / Gift"
    back = arranged(turn, Anna_hand="Deed", Anna_lane_1="Leader (quest 1)", Anna_lane_3="Leader (quest 3)")
    back.apply("Anna: play Deed with Leader in lane 2")
    back.apply("Anna: choose 2")
    back.apply("Anna: pick Leader in lane 3")
    assert lane(back, "Anna", 3).startswith("Leader (quest 2)")


@cites("2.12.2", "6.2/allied", "6.2/enemy")
def test_modifier_of_all_own_damage_applies_to_abilities() -> None:
    at = arranged(
        card("Banner", "spell", "while: damage by own card +2", corners="[1]"),
        ability("does: damage 1 foe"),
        Anna_hand="Deed",
        Anna_lane_2="Leader / Banner",
    )
    at.apply("Anna: play Deed with Leader in lane 1")
    assert health(at) == (20, 17)


@cites("2.13.3", "2.7.3.4")
def test_card_reacts_when_its_player_takes_damage() -> None:
    at = arranged(
        card("Thorn", "spell", "when own damaged ≥2: damage 1 foe", corners="[1]"),
        ability("does: damage 1 foe; damage 2 foe; heal 1 you, 2 foe"),
        Anna_hand="Deed",
        Ben_lane_2="Leader / Thorn",
    )
    at.apply("Anna: play Deed with Leader in lane 1")
    assert health(at) == (20, 19)


@cites("6.2/leaving-play", "3.1.5b", "2.7.2")
def test_leaving_unit_reacts_in_limbo_after_others() -> None:
    at = arranged(
        card("Wisp", "unit", "leaves: heal 3 you", corners="(1)"),
        card("Watcher", "spell", "when any unit left: damage 1 foe", corners="[1]"),
        ability("does: return one own unit"),
        Anna_hand="Deed",
        Anna_lane_1="Leader / Wisp",
        Anna_lane_2="Leader / Watcher",
        Anna_health="10",
    )
    at.apply("Anna: play Deed with Leader in lane 3")
    message = happened(at)
    assert message.index("Watcher deals 1 damage to Ben.") < message.index("Anna gains 3 health by Wisp.")
    assert (health(at), described(at, "Anna", "hand")) == ((13, 19), "Wisp")


@cites("2.2.3", "6.1.2/rotate")
def test_prohibited_rotation_does_not_happen_in_battlefield_phase() -> None:
    at = arranged(
        card("Anchor", "spell", "while: own unit cannot rotate", corners="[1]"),
        Anna_lane_1="Leader / Plain",
        Anna_lane_2="Leader / Anchor",
    )
    turn_over(at)
    assert front(at, "Anna", 1) == "Plain (corner 1)"


@cites("6.1.2/dormant")
def test_dormant_until_end_of_turn_and_for_turn_of_opponent() -> None:
    for until, turns in (("end of turn", 1), ("end of foe's next turn", 2), ("end of your next turn", 3)):
        at = arranged(
            ability(f"does: dormant one foe unit until {until}"), Anna_hand="Deed", Ben_lane_1="Leader / Plain"
        )
        at.apply("Anna: play Deed with Leader in lane 1")
        for _ in range(turns):
            assert "dormant" in front(at, "Ben", 1), until
            turn_over(at)
        assert "dormant" not in front(at, "Ben", 1), until


@cites("2.8.2", "2.8.5")
def test_whole_highlighted_row_and_counted_cards() -> None:
    star = ability("does: damage count foe unit foe; remove lit unit", image=(Highlight(own=False, offset=None),))
    at = arranged(star, Anna_hand="Deed", Ben_lane_1="Leader / Plain", Ben_lane_3="Leader / Plain")
    at.apply("Anna: play Deed with Leader in lane 1")
    assert (health(at), described(at, "Ben", "discard")) == ((20, 18), "Plain, Plain")


@cites("6.2/move", "6.1.2/discard")
@pytest.mark.parametrize("target", ["discard", "under deck", "top of deck"])
def test_moved_card_is_not_discarded(target: str) -> None:
    at = arranged(
        card("Watcher", "spell", "when own discards: damage 1 foe", corners="[1]"),
        ability(f"does: move 1 card from hand to {target}"),
        Anna_hand="Deed, Plain",
        Anna_lane_2="Leader / Watcher",
    )
    at.apply("Anna: play Deed with Leader in lane 1")
    assert (health(at), described(at, "Anna", "hand")) == ((20, 20), "")
    piles = {"discard": "Plain, Deed", "under deck": "9 Plain | Plain", "top of deck": "Plain | 9 Plain"}
    assert described(at, "Anna", "discard" if target == "discard" else "deck") == piles[target]


@cites("CH-45", "2.8.1")
def test_pick_outside_the_candidates_is_illegal() -> None:
    at = table("Anna hand: Ebb", "Ben lane 2: Pit Drover / Gate Guard", "Ben lane 1: Pit Drover / Mending Light")
    at.apply("Anna: play Ebb with Mirin")
    assert refused(at, "Anna: pick Ilse Lampwright") == ["CH-45"]
    faults = ENGINE.check(state(at), Action(0, "choose", option=1))
    assert [fault.rule for fault in faults] == ["CH-45"]
