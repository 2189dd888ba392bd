"""Positions of Champions: their fields and words, and all errors reported together."""

import pytest

from rules.api import position
from rules.judge.record import RecordError
from tests.rules.champions.positions import described, lane, record, state, table


def problems(text: str) -> list[str]:
    """Return what is wrong with a record, with the text of the line that it is said of."""
    with pytest.raises(RecordError) as caught:
        position(text)
    lines = text.splitlines()
    return [f"{lines[each.line - 1].partition(':')[0]}: {each.message}" for each in caught.value.problems]


@pytest.mark.parametrize(
    ("field", "wrong"),
    [
        ("Anna hnad: Gate Guard", "Anna hnad: 'Anna hnad' is no field of a position; did you mean Anna hand"),
        ("Turn: soon", "Turn: 'soon': write whose turn it is and its number: `Anna 3`"),
        ("Turn: Cem 3", "Turn: 'Cem' is no player; players are Anna, Ben"),
        ("Phase: battle", "Phase: 'battle' is no phase; phases are placement"),
        ("Actions: many", "Actions: 'many' is no number"),
        ("Actions: 100", "Actions: 100 is not between 0 and 99"),
        ("Heroic act: yes", "Heroic act: 'yes': write `used`, or leave the field out"),
        ("Limbo: Gate Guard", "Limbo: 'Gate Guard': write `Anna's Gate Guard, lane 2`"),
        ("Anna health: 36", "Anna health: Anna health is 36: the maximum is 35 (2.13.2)"),
        ("Anna health: plenty", "Anna health: 'plenty' is no number of points"),
        ("Anna hand: Gaet Guard", "Anna hand: no card in this game is called 'Gaet Guard'; did you"),
        ("Anna hand: Long Dawn", "Anna hand: Long Dawn is a blessing card and cannot lie there"),
        ("Anna hand: 501 cards", "Anna hand: the position has more than 500 cards"),
        ("Anna lane 1: Ilse Lampwright (asleep)", "Anna lane 1: 'asleep' does not say how Ilse Lampwright lies"),
        ("Anna lane 1: Ilse Lampwright (quest 5)", "Anna lane 1: 5 is not between 1 and 4"),
        ("Queue: Anna's Gate Guard in lane 1", 'Queue: "Anna\'s Gate Guard in lane 1" is not on the field; write'),
        ("Falling: Cem", "Falling: 'Cem' is not one of Anna, Ben"),
        ("Under way: rain", "Under way: 'rain' cannot be under way; known: play, deploy, use"),
    ],
)
def test_invalid_field_is_reported_at_its_line(field: str, wrong: str) -> None:
    found = problems(record(field))
    assert found[0].lower().startswith(wrong.lower()), found


def test_position_errors_are_all_reported_at_once() -> None:
    found = problems(record("Turn: Cem 3", "Anna hand: Gaet Guard", "Ben health: 36"))
    assert sorted(each.partition(":")[0] for each in found) == ["Anna hand", "Ben health", "Turn"]


@pytest.mark.parametrize("field", ["Anna hand: ?", "Anna hand: 3 unknown cards", "Anna deck: 9 Second Wind, 2 ?"])
def test_unknown_card_in_action_is_rejected(field: str) -> None:
    found = problems(record(field))
    assert [each.partition(": ")[2] for each in found] == [
        "unknown cards are not played yet in this game: name the card"
    ]


@pytest.mark.parametrize("line", ["Anna: play ? with Ilse Lampwright", "Anna: use ?", "Ben: give up unknown"])
def test_unknown_card_in_line_is_rejected(line: str) -> None:
    found = problems(record("Anna hand: Gate Guard", plays=(line,)))
    assert [each.partition(": ")[2] for each in found] == [
        "unknown cards are not played yet in this game: name the card"
    ]


@pytest.mark.parametrize(
    ("field", "name", "text"),
    [
        ("Anna's hand: 2x Gate Guard and Second Wind", "hand", "2 Gate Guard, Second Wind"),
        ("Hand of Anna: gate guards", "hand", "Gate Guard"),
        ("Anna hand: none", "hand", ""),
        ("A health: 12 points", "health", "12"),
        ("Anna lane 1: Ilse", "lane 1", "Ilse Lampwright (quest 1) / none / none"),
    ],
)
def test_position_fields_accept_common_forms(field: str, name: str, text: str) -> None:
    plain = {"health": "Anna health: ", "lane 1": "Anna lane 1: "}.get(name, "Anna hand: ")
    assert described(table(plain, field), "Anna", name) == text


@pytest.mark.parametrize("turn", ["Anna 3", "Anna's turn 3", "turn 3", "3 (Anna)", "3"])
def test_turn_field_accepts_several_forms(turn: str) -> None:
    at = table(f"Turn: {turn}")
    assert (state(at).turn, state(at).turn_number) == (0, 3)


def test_lane_field_lists_three_cards_from_the_back() -> None:
    at = table("Anna lane 1: Ilse Lampwright (quest 2) / Gate Guard (corner 2) / none")
    assert lane(at, "Anna", 1) == "Ilse Lampwright (quest 2) / Gate Guard (corner 2) / none"
