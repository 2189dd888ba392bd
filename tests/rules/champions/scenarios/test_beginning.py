"""How a game begins: placement, health, opening hands."""

import random

import rules
from rules.table import Table
from tests.rules.champions.positions import described, health, refused, state
from tests.rules.champions.scenarios import cites

STRONG = ("Warden of the Ford", "Warden of the Ford", "Sister Vane", "Sister Vane")
MIXED = ("Gorrath Embermaw", "Pit Drover", "Pit Drover", "Mirin the Quiet")
BLESSINGS = ("Long Dawn", "Shieldwall", "Rising Tide", "Watchfire")


def begun() -> Table:
    decks = [(*champions, *BLESSINGS, *("Gate Guard",) * 30) for champions in (STRONG, MIXED)]
    return rules.game(decks, slug="champions", cards="house set")


def placed() -> tuple[Table, list[str]]:
    table, asked = begun(), []
    while state(table).phase == "placement":
        asked.append(table.to_act)
        table.apply(next(iter(table.legal())))
    return table, asked


@cites("3.2.1.2", "3.2.2.1", "3.2.2.2", "3.2.2.3", "3.2.2.4", "3.2.2.5", "3.2.2.6")
def test_placement_order_is_one_two_two_two_one() -> None:
    assert placed()[1] == ["Anna", "Ben", "Ben", "Anna", "Anna", "Ben", "Ben", "Anna"]
    assert refused(begun(), "Ben: place Pit Drover in lane 1") == ["CH:3.2.2.2"]


@cites("3.1.4b")
def test_placement_in_occupied_lane_is_illegal() -> None:
    table = begun()
    table.apply("Anna: place Sister Vane in lane 2")
    table.apply("Ben: place Pit Drover in lane 2")
    assert refused(table, "Ben: place Pit Drover in lane 2") == ["CH:3.2.2.3"]
    assert refused(table, "Ben: place Pit Drover in lane 3") == []


@cites("3.2.2.7", "2.13.1", "2.13.2")
def test_starting_health_is_30_with_modifiers_and_at_most_35() -> None:
    assert health(placed()[0]) == (35, 32)


@cites("3.2.3.1", "3.2.3.2", "4.1.1.1", "CH-53")
def test_first_player_draws_four_second_five_without_mulligan() -> None:
    table, chance = placed()[0], random.Random(1)
    while table.to_act == "chance":
        table.apply(table.sample(chance))
    assert [len(seat.hand) for seat in state(table).seats] == [4, 5]
    assert (state(table).turn_number, state(table).turn, state(table).actions) == (1, 0, 2)


@cites("2.11.1c", "3.2.1.3")
def test_board_before_reveal_hides_lanes_of_face_down_blessings() -> None:
    table = placed()[0]
    assert described(table, "Anna", "blessings") == "Long Dawn, Rising Tide, Shieldwall, Watchfire"
    assert table.board("Ben").sides[0].extra_cards == ()
    assert table.board("Anna").sides[0].extra_cards == tuple(sorted(BLESSINGS))
