"""Details of cards, phases and information that no longer example shows."""

import pytest

from rules.judge.board import PUBLIC
from rules.table import Table
from tests.rules.champions.positions import described, happened, health, lane, refused, state, table, turn_over
from tests.rules.champions.scenarios import cites
from tests.rules.champions.scenarios.arranged import ability, arranged, card


def front(at: Table, player: str, number: int) -> str:
    """Return the Unit or Spell of a lane, in the words of a position."""
    return lane(at, player, number).split(" / ")[1]


@cites("2.4.2.2c", "2.4.2.2e", "2.4.2.2g", "2.4.2.2h", "2.4.2.2f")
def test_smooth_blessing_rotates_and_clunky_one_waits_for_its_event() -> None:
    at = table(
        "Anna lane 1: Ilse Lampwright / none / Rising Tide",
        "Anna lane 2: Warden of the Ford / none / Watchfire",
        "Anna blessings: Long Dawn, Shieldwall",
        "Anna hand: Gate Guard",
    )
    turn_over(at)
    assert lane(at, "Anna", 1).endswith("Rising Tide (corner 2)")
    assert lane(at, "Anna", 2).endswith("Watchfire (corner 1)")
    turn_over(at)
    at.apply("Anna: play Gate Guard with Ilse")
    assert lane(at, "Anna", 2).endswith("Watchfire (corner 2)")


@cites("2.5.1.5", "2.5.1.8", "2.5.1.9", "2.5.1.11", "2.5.2.5", "2.5.2.8", "2.5.2.9", "2.5.2.11", "2.5.2.12", "2.5.2.1")
@pytest.mark.parametrize("kind", ["unit", "spell"])
def test_card_is_smooth_or_clunky_by_its_current_corner(kind: str) -> None:
    mixed = card("Mixed", kind, "now: heal v you", corners="(1) [5] (1)")
    at = arranged(mixed, Anna_lane_1="Leader / Mixed")
    for points in (25, 30, 35):
        turn_over(at)
        assert (front(at, "Anna", 1), health(at)[0]) == ("Mixed (corner 2)", points)


@cites("2.5.2.7", "2.5.1.7", "6.2/x", "4.1.2.4c")
@pytest.mark.parametrize("kind", ["unit", "spell"])
def test_card_on_x_has_neither_instant_nor_passive_effects(kind: str) -> None:
    idle = card("Idle", kind, "now: heal 1 you", "while: damage to you -5", corners="[X]")
    at = arranged(idle, ability("does: damage 1 foe"), Anna_hand="Deed", Ben_lane_1="Leader / Idle")
    at.apply("Anna: play Deed with Leader in lane 1")
    assert health(at) == (20, 19)
    turn_over(at)
    assert health(at) == (20, 19)


@cites("2.5.1.14", "2.5.2.14", "2.4.2.2l")
@pytest.mark.parametrize("kind", ["unit", "spell", "blessing"])
def test_card_that_leaves_its_corner_loses_rest_of_its_text(kind: str) -> None:
    turner = card("Turner", kind, "start: rotate this 1; heal 5 you", corners="[1] [1]")
    place = "Leader / none / Turner" if kind == "blessing" else "Leader / Turner"
    fields = {"Ben_blessings": "3 Gift"} if kind == "blessing" else {}
    at = arranged(turner, Ben_lane_1=place, **fields)
    turn_over(at)
    assert health(at) == (20, 20)
    assert "Ben's Turner has left its corner: the rest of its text is cancelled." in happened(at)


@cites("2.5.3.1", "2.5.3.2", "2.4.1.2", "2.2.1")
def test_ability_names_the_class_that_may_play_it() -> None:
    at = table("Anna hand: Choke, Break the Line, Second Wind", "Anna lane 4: Bram Twohands")
    assert refused(at, "Anna: play Choke with Warden") == ["CH:2.5.3.2"]
    assert refused(at, "Anna: play Break the Line with Mirin") == ["CH:2.5.3.2"]
    for ability_of_bram in ("Choke", "Break the Line", "Second Wind"):
        assert refused(at, f"Anna: play {ability_of_bram} with Bram") == []


@cites("5.1.6", "5.1.4")
def test_player_at_0_health_cannot_be_healed() -> None:
    at = arranged(ability("does: damage 5 you; heal 3 you"), Anna_hand="Deed", Anna_health="2")
    at.apply("Anna: play Deed with Leader in lane 1")
    assert (health(at), at.winners) == ((0, 20), ("Ben",))


@cites("4.1.2.1d", "4.1.2.2b", "4.1.2.2c")
def test_all_cards_rotate_before_any_effect_applies() -> None:
    at = table(
        "Anna lane 1: Ilse Lampwright / Gate Guard (corner 2)",
        "Ben lane 1: Pit Drover / Slag Brute (corner 1)",
        "Ben lane 2: Sister Vane / none / Sky of Ash (corner 1)",
        "Ben blessings: Blood Price, War Drums, Long Dawn",
    )
    turn_over(at)
    # The Brute comes to corner 2 with 4, the Guard to corner 3 with 2.
    assert health(at) == (18, 20)
    turn_over(at)
    assert refused(at, "Anna: use Ilse") == ["CH:2.2.3"]


@cites("4.1.2.4d", "4.1.1.4")
def test_battlefield_phase_leaves_out_start_of_turn_and_heroic_acts() -> None:
    at = table(
        "Anna lane 1: Ilse Lampwright / Lantern Bearer (corner 1)", "Ben lane 1: Pit Drover / Ember Hounds (corner 1)"
    )
    turn_over(at)
    assert happened(at).count("Ember Hounds deals 1 damage to Ben.") == 1
    assert "Lantern Bearer (corner 1)" in lane(at, "Anna", 1)


@cites("4.1.1.2", "4.1.1.3", "4.1.5.1", "4.1.5.2", "2.7.3.1", "2.7.3.2")
@pytest.mark.parametrize("timing", ["start", "end"])
def test_effects_of_start_and_end_apply_in_standard_order(timing: str) -> None:
    names = ("Altar", "Chief", "Left", "Right")
    line = f"{timing}: heal 1 you"
    at = arranged(
        card("Altar", "blessing", line),
        card("Chief", "champion", line),
        card("Left", "unit", line, corners="[1]"),
        card("Right", "spell", line, corners="[1]"),
        Ben_lane_2="Leader / Left",
        Ben_lane_3="Chief / Right / Altar",
        Ben_blessings="3 Gift",
    )
    turn_over(at)
    if timing == "end":
        turn_over(at)
    assert [text for text in happened(at) if " gains " in text] == [f"Ben gains 1 health by {name}." for name in names]


@cites("4.1.5.3", "4.1.5.1")
def test_empty_deck_check_comes_after_effects_of_end_of_turn() -> None:
    at = table("Anna deck: ", "Anna lane 1: Ilse Lampwright / Lantern Bearer (corner 1)")
    at.apply("Anna: pass")
    assert (health(at), set(at.legal())) == ((21, 20), {"Anna: give up Lantern Bearer"})


@cites("4.1.4.2", "2.11.1a", "2.11.1b", "3.1.2b", "3.1.3a", "3.1.3b", "2.4.2.3a", "3.1.1a", "3.1.1e")
def test_public_sees_piles_and_numbers_but_no_hand_or_deck() -> None:
    at = table("Anna hand: Gate Guard, Choke", "Anna discard: Slag Brute, Ebb")
    at.apply("Anna: pass")
    at.apply("chance: Anna draws Second Wind")
    side = at.game.views.board(at.state, PUBLIC).sides[0]
    assert (side.hand.count, side.hand.cards, side.deck.count, side.deck.cards) == (3, None, 8, None)
    assert side.discard.cards == ("Slag Brute", "Ebb")
    assert side.extra_cards == ()
    drawn = [event for event in state(at).log if event.kind == "draw"]
    assert at.game.views.sentence(at.state, drawn[0], PUBLIC) == "Anna draws a card."
    assert at.game.views.sentence(at.state, drawn[0], 0) == "Anna draws Second Wind."


@cites("6.2/after-playing-a-card", "4.1.3.2c")
def test_after_playing_comes_after_the_card_is_resolved() -> None:
    at = table("Anna hand: Mending Light", "Ben lane 1: Pit Drover / Wandering Bell (corner 1)")
    at.apply("Anna: play Mending Light with Mirin")
    message = happened(at)
    assert message.index("Anna gains 2 health by Mending Light.") < message.index(
        "Ben's Wandering Bell turns to corner 2."
    )


@cites("CH-10", "4.1.2.4")
@pytest.mark.parametrize(("options", "points"), [("", 22), ("CH-10=2", 24)])
def test_card_that_becomes_active_in_the_step_acts_by_option(options: str, points: int) -> None:
    at = arranged(
        card("Bell", "unit", "now: rotate one own spell 1", corners="[1]"),
        card("Sleeper", "spell", "now: heal v you", corners="[X] [2]"),
        options=options,
        Ben_lane_1="Leader / Bell",
        Ben_lane_2="Leader / Sleeper",
    )
    turn_over(at)
    assert health(at) == (20, points)


@cites("CH-18", "2.6.5", "2.4.2.2i")
@pytest.mark.parametrize(("options", "left"), [("", 18), ("CH-18=2", 19)])
def test_revealed_blessing_modifies_card_that_revealed_it_by_option(options: str, left: int) -> None:
    at = arranged(
        ability("does: damage 1 foe"),
        card("Drums", "blessing", "while: damage by own card +1"),
        options=options,
        Anna_hand="Deed",
        Anna_blessings="Drums",
        Anna_lane_1="Leader (quest 4)",
        **{f"Anna_lane_{number}": "Leader (complete) / none / Gift (face down)" for number in (2, 3, 4)},
    )
    at.apply("Anna: play Deed with Leader in lane 1")
    assert health(at) == (20, left)


@cites("CH-20", "2.7.3.2")
@pytest.mark.parametrize(("options", "left"), [("", 19), ("CH-20=2", 20)])
def test_card_that_enters_during_reactions_reacts_by_option(options: str, left: int) -> None:
    at = arranged(
        card("Caller", "champion", "when own spell deployed: deploy up to 1 unit from discard to here"),
        card("Echo", "unit", "when own spell deployed: damage 1 foe", corners="[1]"),
        options=options,
        Anna_lane_1="Caller",
        Anna_hand="Charm",
        Anna_discard="Echo",
    )
    at.apply("Anna: play Charm with Leader in lane 2")
    at.apply("Anna: deploy Echo with Caller")
    assert health(at) == (21, left)


@cites("2.10.2.2", "2.10.2.4", "2.10.3.1")
def test_moved_card_of_a_kind_is_shown_and_optional() -> None:
    fields = {"Anna_hand": "Deed, Plain, Charm"}
    move = ability("does: move 1 unit from hand to top of deck")
    at = arranged(move, **fields)
    at.apply("Anna: play Deed with Leader in lane 1")
    at.apply("Anna: pick Plain")
    event = next(event for event in state(at).log if event.kind == "moves")
    assert at.game.views.sentence(at.state, event, PUBLIC) == "Anna moves Plain out of the hand."
    declined = arranged(move, **fields)
    declined.apply("Anna: play Deed with Leader in lane 1")
    declined.apply("Anna: decline")
    assert described(declined, "Anna", "hand") == "Charm, Plain"


@cites("2.6.1", "2.6.3", "4.1.3.1b", "6.2/trait", "2.4.1.1f")
def test_action_counts_for_the_champion_that_takes_it() -> None:
    at = table("Anna lane 1: Ilse Lampwright (quest 3)", "Anna lane 2: Hollow Duke (quest 1)", "Anna hand: Second Wind")
    at.apply("Anna: play Second Wind with Duke")
    assert lane(at, "Anna", 1).startswith("Ilse Lampwright (quest 3)")
    assert lane(at, "Anna", 2).startswith("Hollow Duke (quest 2")


@cites("2.14.1", "2.14.3", "6.2/action-card")
def test_tag_is_asked_for_by_effects() -> None:
    at = arranged(
        ability("does: remove any unit:Watch"),
        card("Scout", "unit", corners="[1]", tags="Watch"),
        Anna_hand="Deed",
        Ben_lane_1="Leader / Scout",
        Ben_lane_2="Leader / Plain",
    )
    at.apply("Anna: play Deed with Leader in lane 1")
    assert (described(at, "Ben", "discard"), front(at, "Ben", 2)) == ("Scout", "Plain (corner 1)")


@cites("3.1.2c", "3.1.2a", "3.1.4a")
def test_hand_has_no_upper_limit() -> None:
    at = table("Anna hand: 12 Gate Guard")
    turn_over(at)
    assert len(state(at).seats[0].hand) == 14


@cites("1.1.1", "1.1.2", "2.1.3.3", "2.13.2")
def test_opponent_at_0_health_is_removed_and_health_is_not_below_0() -> None:
    at = arranged(ability("does: damage 9 foe"), Anna_hand="Deed", Ben_health="3")
    at.apply("Anna: play Deed with Leader in lane 1")
    assert (health(at), at.winners) == ((20, 0), ("Anna",))


@cites("2.7.1", "4.1.3.2c")
@pytest.mark.parametrize("kind", ["unit", "spell"])
def test_all_instructions_of_a_line_apply_in_printed_order(kind: str) -> None:
    at = arranged(card("Double", kind, "now: damage 1 foe; heal 2 you", corners="(1)"), Anna_hand="Double")
    at.apply("Anna: play Double with Leader in lane 1")
    assert [text for text in happened(at) if " deals " in text or " gains " in text] == [
        "Double deals 1 damage to Ben.",
        "Anna gains 2 health by Double.",
    ]


@cites("2.10.4.1", "6.2/control")
def test_effect_follows_its_champion_to_another_lane() -> None:
    at = arranged(
        ability("does: swap lanes of two own champions; return one own unit here"),
        card("Alpha", "unit", corners="[1]"),
        card("Beta", "unit", corners="[1]"),
        Anna_hand="Deed",
        Anna_lane_1="Leader / Alpha",
        Anna_lane_2="Leader / Beta",
    )
    at.apply("Anna: play Deed with Leader in lane 1")
    at.apply("Anna: pick Leader in lane 1")
    at.apply("Anna: pick Leader in lane 2")
    assert (described(at, "Anna", "hand"), front(at, "Anna", 1), front(at, "Anna", 2)) == (
        "Alpha",
        "Beta (corner 1)",
        "none",
    )


@cites("6.1.2/play", "6.2/after-playing-a-card", "6.2/move")
def test_card_deployed_by_effect_is_not_played() -> None:
    at = arranged(
        card(
            "Watcher",
            "spell",
            "when any unit played: damage 1 foe",
            "when any unit after-played: damage 2 foe",
            corners="[1]",
        ),
        ability("does: deploy 1 unit from discard to here"),
        Anna_hand="Deed, Plain",
        Anna_discard="Plain",
        Anna_lane_2="Leader / Watcher",
    )
    at.apply("Anna: play Deed with Leader in lane 1")
    at.apply("Anna: deploy Plain with Leader in lane 1")
    assert (front(at, "Anna", 1), health(at)) == ("Plain (corner 1)", (21, 20))
    at.apply("Anna: play Plain with Leader in lane 3")
    assert health(at)[1] == 17


@cites("2.10.2.4", "6.1.2/deploy", "CH-43")
def test_only_cards_of_the_kind_and_number_can_be_taken() -> None:
    search = arranged(ability("does: search deck unit"), Anna_hand="Deed", Anna_deck="2 Charm, 2 Plain")
    search.apply("Anna: play Deed with Leader in lane 1")
    assert set(search.legal()) == {"Anna: pick Plain", "Anna: decline"}
    deploys = arranged(
        ability("does: deploy up to 2 unit from hand to own champions"), Anna_hand="Deed, 3 Plain, Charm"
    )
    deploys.apply("Anna: play Deed with Leader in lane 1")
    assert {line.split(" with ")[0] for line in deploys.legal()} == {"Anna: deploy Plain", "Anna: decline"}
    deploys.apply("Anna: deploy Plain with Leader in lane 1")
    deploys.apply("Anna: deploy Plain with Leader in lane 2")
    assert (described(deploys, "Anna", "hand"), described(deploys, "Anna", "discard")) == ("Charm, Plain", "Deed")


@cites("CH-31", "2.14.4e", "2.14.4d")
def test_top_card_alone_leaves_the_rest_of_the_stack_by_option() -> None:
    at = table(
        "Anna hand: Ebb",
        "Ben lane 2: Pit Drover / Ford Pikes on River Skirmishers on Gate Guard (corner 2)",
        options="CH-31=2",
    )
    at.apply("Anna: play Ebb with Mirin")
    assert front(at, "Ben", 2) == "River Skirmishers on Gate Guard (corner 1)"


@cites("6.2/swap", "6.2/leaving-play", "CH-49")
def test_swap_lets_its_player_pick_and_others_react_to_the_leaving_card() -> None:
    at = arranged(
        card("Watcher", "spell", "when own unit left: damage 1 foe", corners="[1]"),
        card("Wisp", "unit", "leaves: heal 3 you", corners="[1]"),
        ability("does: swap one own unit with unit from discard"),
        Anna_health="10",
        Anna_hand="Deed",
        Anna_discard="Plain, Wisp, Plain",
        Anna_lane_1="Leader / Wisp",
        Anna_lane_2="Leader / Watcher",
    )
    at.apply("Anna: play Deed with Leader in lane 1")
    assert set(at.legal()) == {
        "Anna: pick Plain in discard 1",
        "Anna: pick Wisp",
        "Anna: pick Plain in discard 3",
    }
    at.apply("Anna: pick Plain in discard 3")
    assert (front(at, "Anna", 1), described(at, "Anna", "discard")) == ("Plain (corner 1)", "Plain, Wisp, Wisp, Deed")
    assert health(at) == (14, 19)


@cites("4.1.3", "CH-42")
def test_actions_cannot_be_gained_in_turn_of_opponent() -> None:
    eager = card("Eager", "spell", "when own damaged: actions 1", corners="[1]")
    at = arranged(eager, ability("does: damage 1 foe"), Anna_hand="2 Deed", Ben_lane_1="Leader / Eager")
    at.apply("Anna: play Deed with Leader in lane 1")
    assert (state(at).actions, "Ben cannot gain actions by Eager now." in happened(at)) == (1, True)


@cites("6.2/leaving-play", "6.1.2/remove", "6.1.2/support")
def test_removed_stack_leaves_play_with_its_support() -> None:
    at = arranged(
        card("Tower", "unit", "leaves: damage support foe", corners="[1]", tags="Stacking"),
        ability("does: remove one own unit; if done: heal 1 you"),
        Anna_hand="Deed",
        Anna_lane_1="Leader / Tower on Plain on Plain",
    )
    at.apply("Anna: play Deed with Leader in lane 2")
    assert (health(at), described(at, "Anna", "discard")) == ((21, 18), "Plain, Plain, Tower, Deed")


@cites("6.1.2/dormant", "CH-45", "CH-50")
def test_dormant_is_picked_and_never_shortened() -> None:
    at = arranged(
        ability("does: dormant one foe unit until end of turn"),
        Anna_hand="Deed",
        Ben_lane_1="Leader / Plain (corner 1; dormant until turn 6)",
        Ben_lane_2="Leader / Plain",
    )
    at.apply("Anna: play Deed with Leader in lane 1")
    at.apply("Anna: pick Plain in lane 1")
    assert (front(at, "Ben", 1), front(at, "Ben", 2)) == ("Plain (corner 1; dormant until turn 6)", "Plain (corner 1)")


@cites("2.2.2")
@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("does: discard 1 you; if done: heal 5 you", 20),
        ("does: actions 1; if done: heal 5 you", 25),
        ("does: remove foe unit; if done: heal 5 you", 20),
        ("does: damage 0 foe; if done: heal 5 you", 20),
        ("does: may heal 1 you; if done: heal 5 you", 26),
    ],
)
def test_instruction_behind_one_without_effect_is_left_out(text: str, points: int) -> None:
    at = arranged(ability(text), Anna_hand="Deed")
    at.apply("Anna: play Deed with Leader in lane 1")
    if at.to_act == "Anna" and "Anna: accept" in set(at.legal()):
        at.apply("Anna: accept")
    assert health(at)[0] == points


@cites("2.14.1", "2.6.3b", "2.6.3a")
def test_event_and_objective_need_card_of_their_kind() -> None:
    scout = card("Scout", "unit", corners="[1]", tags="Watch")
    watcher = card("Watcher", "spell", "when own unit:Watch deployed: damage 1 foe", corners="[1]")
    at = arranged(scout, watcher, Anna_hand="Scout, Plain", Anna_lane_1="Leader / Watcher")
    at.apply("Anna: play Plain with Leader in lane 2")
    assert health(at)[1] == 20
    at.apply("Anna: play Scout with Leader in lane 3")
    assert health(at)[1] == 19
    duke = table("Anna lane 1: Hollow Duke (quest 4)", "Anna hand: Second Wind, Gate Guard")
    duke.apply("Anna: play Second Wind with Duke")
    duke.apply("Anna: play Gate Guard with Duke")
    assert lane(duke, "Anna", 1).startswith("Hollow Duke (quest 4)")


@cites("4.1.5.5c", "CH-40", "CH-38")
def test_player_with_nothing_to_give_up_is_defeated() -> None:
    at = table("Anna deck: ")
    at.apply("Anna: pass")
    assert at.winners == ("Ben",)


@cites("CH-19", "2.7.3.4")
@pytest.mark.parametrize(("options", "is_reaction_first"), [("", True), ("CH-19=2", False)])
@pytest.mark.parametrize("begin", ["remove foe unit", "damage 1 foe", "return foe unit"])
def test_reactions_interrupt_a_text_or_wait_for_its_end_by_option(
    options: str, is_reaction_first: bool, begin: str
) -> None:
    at = arranged(
        ability(f"does: {begin}; heal 1 you"),
        card("Watcher", "spell", "when any unit left: damage 2 foe", "when foe damaged: damage 2 foe", corners="[1]"),
        options=options,
        Anna_hand="Deed",
        Anna_lane_2="Leader / Watcher",
        Ben_lane_1="Leader / Plain",
        Ben_health="2",
        Anna_health="10",
    )
    at.apply("Anna: play Deed with Leader in lane 1")
    message = happened(at)
    reaction = message.index("Watcher deals 2 damage to Ben.")
    # Ben is removed by the reaction, so what it comes before is not carried out any more.
    assert ("Anna gains 1 health by Deed." in message[:reaction]) is not is_reaction_first
    assert ("Anna gains 1 health by Deed." in message) is not is_reaction_first
    assert at.winners == ("Anna",)


@cites("6.2/replace")
def test_replaced_unit_comes_on_top_of_discard_pile() -> None:
    at = arranged(
        ability("does: replace one own unit with unit from discard"),
        card("Wisp", "unit", corners="[1]"),
        Anna_hand="Deed",
        Anna_discard="Wisp, Charm",
        Anna_lane_1="Leader / Plain",
    )
    at.apply("Anna: play Deed with Leader in lane 2")
    assert (front(at, "Anna", 1), described(at, "Anna", "discard")) == ("Wisp (corner 1)", "Charm, Plain, Deed")


@cites("4.1.1.4", "CH-45", "6.1.2/remove")
def test_it_means_the_card_picked_before() -> None:
    at = table(
        "Turn: Ben 4",
        "Ben hand: Feed the Fire",
        "Ben lane 1: Pit Drover / Ember Hounds (corner 1)",
        "Ben lane 3: Gorrath Embermaw / Cinder Rabble (corner 1)",
    )
    at.apply("Ben: play Feed the Fire with Pit Drover in lane 4")
    at.apply("Ben: pick Ember Hounds")
    assert (health(at), described(at, "Ben", "discard")) == ((18, 20), "Ember Hounds, Feed the Fire")


@cites("2.5.1.6", "2.5.2.6")
def test_line_of_a_corner_applies_on_that_corner_alone() -> None:
    at = arranged(card("Clock", "unit", "now 2: heal 3 you", corners="(1) (1) (1)"), Anna_hand="Clock")
    at.apply("Anna: play Clock with Leader in lane 1")
    for points in (23, 23):
        turn_over(at)
        assert health(at) == (points, 20)


@cites("2.12.4", "CH-35")
def test_damage_is_replaced_by_another_instruction() -> None:
    at = arranged(
        card("Mirror", "spell", "would own damaged ≥2: instead damage 1 foe", corners="[1]"),
        card("Balm", "spell", "would own healed: instead heal 5 you", corners="[1]"),
        ability("does: damage 2 foe; damage 1 foe; heal 1 foe"),
        Anna_hand="Deed",
        Ben_health="10",
        Ben_lane_1="Leader / Mirror",
        Ben_lane_2="Leader / Balm",
    )
    at.apply("Anna: play Deed with Leader in lane 1")
    assert health(at) == (19, 14)


@cites("2.8.2", "2.7.3.2")
def test_adjacent_means_own_neighbouring_lanes() -> None:
    neighbour = card("Neighbour", "unit", "when any spell beside deployed: damage 1 foe", corners="[1]")
    at = arranged(neighbour, Anna_hand="Charm", Anna_lane_2="Leader / Neighbour", Ben_lane_2="Leader / Neighbour")
    at.apply("Anna: play Charm with Leader in lane 1")
    assert health(at) == (21, 19)


@cites("6.1.2/deploy", "2.2.2")
@pytest.mark.parametrize(
    "text", ["may deploy 1 unit from discard to here", "choose draw 1 / deploy 1 unit from discard to here"]
)
def test_deploy_inside_another_instruction_asks_for_its_card(text: str) -> None:
    at = arranged(ability(f"does: {text}"), Anna_hand="Deed", Anna_discard="Plain, Charm")
    at.apply("Anna: play Deed with Leader in lane 1")
    at.apply("Anna: accept" if text.startswith("may") else "Anna: choose 2")
    assert list(at.legal()) == ["Anna: deploy Plain with Leader in lane 1"]
    at.apply("Anna: deploy Plain with Leader in lane 1")
    assert front(at, "Anna", 1) == "Plain (corner 1)"


@cites("6.2/swap", "2.10.2.1")
def test_swap_with_hand_returns_the_old_card_to_hand() -> None:
    at = arranged(
        ability("does: swap one own unit with unit from hand"),
        card("Wisp", "unit", corners="[1]"),
        Anna_hand="Deed, Wisp",
        Anna_lane_1="Leader / Plain",
    )
    at.apply("Anna: play Deed with Leader in lane 2")
    at.apply("Anna: pick Wisp")
    assert (front(at, "Anna", 1), described(at, "Anna", "hand")) == ("Wisp (corner 1)", "Plain")


@cites("2.6.6", "CH-23", "CH-24")
def test_complete_quest_is_neither_turned_nor_revealed_again() -> None:
    turn = ability("does: rotate own champion 1; rotate own champion -1")
    at = arranged(
        turn,
        Anna_hand="Deed",
        Anna_blessings="3 Gift",
        Anna_lane_1="Leader (complete) / none / Gift (face down)",
        Anna_lane_2="Leader (quest 2)",
    )
    at.apply("Anna: play Deed with Leader in lane 1")
    assert lane(at, "Anna", 1) == "Leader (complete) / none / Gift (face down)"
    assert lane(at, "Anna", 2).startswith("Leader (quest 2)")


@cites("2.2.3")
def test_prohibited_kind_alone_cannot_be_deployed() -> None:
    ward = card("Ward", "spell", "while: foe champion cannot deploy spell", corners="[1]")
    at = arranged(ward, Anna_hand="Plain, Charm", Ben_lane_1="Leader / Ward")
    assert refused(at, "Anna: play Charm with Leader in lane 1") == ["CH:2.2.3"]
    assert refused(at, "Anna: play Plain with Leader in lane 1") == []


@cites("4.1.5.5c", "CH-39", "6.1.2/discard")
def test_discard_from_hand_spares_the_empty_deck_check() -> None:
    at = arranged(
        card("Toll", "unit", "end: discard 1 you", corners="[1]"),
        Anna_hand="Plain",
        Anna_deck="",
        Anna_lane_1="Leader / Toll",
    )
    at.apply("Anna: pass")
    assert (at.to_act, described(at, "Anna", "discard")) == ("Ben", "Plain")
