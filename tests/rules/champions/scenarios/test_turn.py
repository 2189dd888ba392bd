"""The turn: rotation, Exhausted cards, instant effects, drawing, the Empty Deck Check."""

import pytest

from rules.champions.engine import ENGINE
from rules.engine.decision import Action
from tests.rules.champions.positions import described, happened, health, lane, refused, state, table, turn_over
from tests.rules.champions.scenarios import cites

NO_DECK = "Anna deck: "


@cites("4.1.4.1", "4.1.3.4a", "4.1.3.4b", "4.1.3.4c", "4.1.3.4d", "4.1.5.4")
def test_end_of_turn_draws_a_card_for_each_action_passed() -> None:
    at = table("Anna hand: Gate Guard")
    at.apply("Anna: play Gate Guard with Ilse")
    turn_over(at)
    assert described(at, "Anna", "hand") == "Second Wind"
    other = table()
    turn_over(other)
    assert described(other, "Anna", "hand") == "2 Second Wind"
    assert other.to_act == "Ben"


@cites("3.1.1d")
def test_empty_deck_gives_no_draw() -> None:
    at = table(NO_DECK, "Anna hand: Gate Guard")
    at.apply("Anna: play Gate Guard with Ilse")
    turn_over(at)
    assert (described(at, "Anna", "hand"), at.over) == ("", False)


@cites("4.1.2.1a", "4.1.2.1b", "2.5.1.10", "2.5.2.10", "2.4.2.2f", "CH-06")
def test_smooth_cards_of_both_players_rotate_each_turn() -> None:
    fields = ("Anna lane 1: Ilse Lampwright / Gate Guard (corner 1) / none", "Ben lane 2: Sister Vane / Mending Light")
    tide = ("Anna lane 2: Warden of the Ford / none / Rising Tide", "Anna blessings: Long Dawn, Shieldwall, Watchfire")
    at = table(*fields, *tide)
    turn_over(at)
    assert "Gate Guard (corner 2)" in lane(at, "Anna", 1)
    assert "Rising Tide (corner 2)" in lane(at, "Anna", 2)
    assert "Mending Light (corner 2)" in lane(at, "Ben", 2)
    own = table(*fields, rules="CR-2018-11-own")
    turn_over(own)
    assert "Gate Guard (corner 1)" in lane(own, "Anna", 1)
    assert "Mending Light (corner 2)" in lane(own, "Ben", 2)


@cites("4.1.2.1c", "2.5.1.12", "4.1.2.4a", "CH-12")
def test_clunky_card_does_not_rotate_and_acts_in_every_battlefield_phase() -> None:
    at = table("Anna lane 1: Ilse Lampwright / Wandering Bell (corner 1)")
    turn_over(at)
    assert (lane(at, "Anna", 1), health(at)) == (
        "Ilse Lampwright (quest 1) / Wandering Bell (corner 1) / none",
        (21, 20),
    )


@cites("CH-07", "4.1.2.2a")
def test_card_rotates_twice_only_by_option_of_ch_07() -> None:
    fields = "Anna lane 1: Ilse Lampwright / Gate Guard (corner 1)"
    for options, corner in (("", 2), ("CH-07=2", 3)):
        at = table(fields, options=options)
        turn_over(at)
        assert f"Gate Guard (corner {corner})" in lane(at, "Anna", 1)


@cites("4.1.2.3a", "6.1.2/exhaust", "2.5.1.13")
def test_card_without_symbol_exhausts_before_it_acts() -> None:
    at = table("Ben lane 3: Gorrath Embermaw / Grave Tithe (corner 3)")
    turn_over(at)
    assert (lane(at, "Ben", 3), described(at, "Ben", "discard"), health(at)) == (
        "Gorrath Embermaw (quest 1) / none / none",
        "Grave Tithe",
        (20, 20),
    )


@cites("4.1.2.3a", "2.5.2.13")
def test_card_rotated_to_its_last_corner_exhausts() -> None:
    at = table("Ben lane 2: Sister Vane / Mending Light (corner 4)")
    turn_over(at)
    assert (described(at, "Ben", "discard"), health(at)) == ("Mending Light", (20, 20))


@cites("2.4.2.2k", "3.1.4c")
def test_exhausted_blessing_is_turned_face_down() -> None:
    at = table(
        "Anna lane 2: Warden of the Ford / none / Rising Tide (corner 3)",
        "Anna blessings: Long Dawn, Shieldwall, Watchfire",
    )
    turn_over(at)
    assert lane(at, "Anna", 2).endswith("Rising Tide (face down)")
    assert described(at, "Anna", "discard") == ""


@cites("2.4.2.2d")
def test_permanent_blessing_does_not_exhaust() -> None:
    at = table(
        "Anna lane 2: Warden of the Ford / none / Shieldwall", "Anna blessings: Long Dawn, Watchfire, Rising Tide"
    )
    turn_over(at)
    assert lane(at, "Anna", 2).endswith("Shieldwall")


@cites("4.1.2.3c", "CH-08")
def test_exhausted_cards_enter_discard_pile_from_left_to_right() -> None:
    fields = (
        "Ben lane 1: Pit Drover / Gate Guard (corner 3)",
        "Ben lane 3: Gorrath Embermaw / Slag Brute (corner 3)",
        "Ben lane 4: Pit Drover / Ember Hounds (corner 2)",
    )
    at = table(*fields)
    turn_over(at)
    assert described(at, "Ben", "discard") == "Gate Guard, Slag Brute, Ember Hounds"


@cites("CH-09", "2.7.3.2")
@pytest.mark.parametrize(("options", "pile"), [("", "Gate Guard, Slag Brute"), ("CH-09=2", "Slag Brute, Gate Guard")])
def test_order_of_exhausted_cards_depends_on_option(options: str, pile: str) -> None:
    cards = ("Anna lane 1: Ilse Lampwright / Gate Guard (corner 3)", "Anna lane 4: Pit Drover / Slag Brute (corner 3)")
    at = table(*cards, options=options)
    turn_over(at)
    assert described(at, "Anna", "discard") == pile


@cites("CH-08", "4.1.2.3", "4.1.2.4a")
@pytest.mark.parametrize(("options", "first"), [("", "Rising Tide"), ("CH-08=2", "Mending Light")])
def test_blessings_act_before_action_cards_by_option(options: str, first: str) -> None:
    at = table(
        "Ben lane 1: Pit Drover / Mending Light",
        "Ben lane 3: Gorrath Embermaw / none / Rising Tide",
        "Ben blessings: Blood Price, War Drums, Long Dawn",
        options=options,
    )
    turn_over(at)
    assert next(line for line in happened(at) if line.endswith(" acts.")) == f"Ben's {first} acts."


@cites("4.1.2.3b", "3.1.5b", "CH-13")
@pytest.mark.parametrize(("options", "drawn"), [("", "Ben draws Second Wind."), ("CH-13=2", "")])
def test_exhausting_card_acts_in_limbo_by_option(options: str, drawn: str) -> None:
    at = table("Anna hand: Mending Light", "Ben lane 1: Pit Drover / Wandering Bell (corner 2)", options=options)
    at.apply("Anna: play Mending Light with Mirin")
    if drawn:
        at.apply("chance: Ben draws Second Wind")
    assert (drawn in happened(at)) is bool(drawn)
    assert described(at, "Ben", "discard") == "Wandering Bell"


@cites("CH-14", "6.1.2/clunky", "2.5.1.12")
def test_card_rotated_past_its_end_exhausts_by_option_of_ch_14() -> None:
    fields = ("Anna hand: Mending Light", "Ben lane 1: Pit Drover / Wandering Bell (corner 2)")
    later = table(*fields, options="CH-14=2")
    later.apply("Anna: play Mending Light with Mirin")
    assert "Wandering Bell (corner 3)" in lane(later, "Ben", 1)
    turning = table("Anna hand: Mending Light", "Ben lane 1: Pit Drover / Wandering Bell (corner 1)")
    turning.apply("Anna: play Mending Light with Mirin")
    assert "Wandering Bell (corner 2)" in lane(turning, "Ben", 1)
    assert health(turning) == (22, 22)


@cites("2.5.1.7", "6.2/x", "CH-15", "4.1.2.4c")
def test_corner_with_x_or_empty_symbol_does_nothing() -> None:
    at = table("Anna hand: Slag Brute")
    at.apply("Anna: play Slag Brute with Pit Drover")
    idle = "Anna's Slag Brute shows no value, so what asks for one does nothing."
    assert (health(at), idle in happened(at)) == ((20, 20), False)
    turn_over(at)
    assert health(at) == (20, 16)
    turn_over(at)
    assert ("Slag Brute (corner 3)" in lane(at, "Anna", 4), health(at)) == (True, (20, 16))
    turn_over(at)
    assert described(at, "Anna", "discard") == "Slag Brute"


@cites("4.1.1.2", "4.1.5.1", "4.1.1.4")
def test_cards_act_at_start_and_end_of_their_own_turn() -> None:
    at = table(
        "Anna lane 1: Ilse Lampwright / Lantern Bearer (corner 2)",
        "Ben lane 1: Pit Drover / Ember Hounds (corner 1)",
    )
    turn_over(at)
    # Anna: +1 at her end; Ben: -1 at his start, then the Hounds on corner 2 deal 1.
    assert health(at) == (20, 19)


@cites("4.1.5.5a", "4.1.5.5b", "4.1.5.5c", "CH-39", "CH-40")
def test_empty_deck_check_discards_a_card() -> None:
    at = table(NO_DECK, "Anna hand: Gate Guard", "Anna lane 1: Ilse Lampwright / Lantern Bearer (corner 1)")
    at.apply("Anna: pass")
    assert set(at.legal()) == {"Anna: give up Gate Guard from hand", "Anna: give up Lantern Bearer"}
    assert refused(at, "Anna: pass") == ["CH:4.1.5.5c"]
    champion = state(at).seats[0].lanes[0].champion
    assert champion is not None
    assert [fault.rule for fault in ENGINE.check(state(at), Action(0, "give", (champion.cid,)))] == ["CH:4.1.5.5c"]
    at.apply("Anna: give up Gate Guard")
    assert (at.to_act, described(at, "Anna", "discard")) == ("Ben", "Gate Guard")


@cites("4.1.5.5b")
def test_empty_deck_check_with_cards_in_deck_discards_nothing() -> None:
    at = table("Anna deck: 3 Second Wind")
    turn_over(at)
    assert at.to_act == "Ben"


@cites("4.1.5.5c", "CH-38", "5.1.1", "5.2.1", "5.2.2")
@pytest.mark.parametrize(("options", "winners"), [("", ("Ben",)), ("CH-38=2", ())])
def test_player_without_cards_in_play_is_defeated_despite_hand(options: str, winners: tuple[str, ...]) -> None:
    at = table(NO_DECK, "Anna hand: 2 Gate Guard", options=options)
    at.apply("Anna: pass")
    at.apply("Anna: give up Gate Guard")
    assert (at.winners, described(at, "Anna", "hand")) == (winners, "Gate Guard")


@cites("CH-52", "5.2.1", "5.2.2")
def test_concede_at_any_decision_is_legal() -> None:
    at = table()
    at.apply("Ben: concede")
    assert (at.over, at.winners) == (True, ("Anna",))


@cites("4.1.1.1", "2.6.4", "4.1.3.2d")
def test_marks_of_turn_end_with_it() -> None:
    at = table("Anna hand: Gate Guard", "Anna deck: 9 Gate Guard")
    at.apply("Anna: play Gate Guard with Ilse")
    turn_over(at)
    turn_over(at)
    assert (state(at).actions, refused(at, "Anna: play Gate Guard with Pit Drover")) == (2, [])
