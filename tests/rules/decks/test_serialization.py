"""Lists round-trip through text and JSON."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.decks import (
    Decklist,
    Entry,
    LineStatus,
    UnreadableDeckError,
    from_json,
    parse,
    to_data,
    to_json,
    to_text,
)
from rules.decks.decklist import merge_entries
from tests.rules.decks.decks import CARDS, Piece

decks = st.lists(
    st.builds(
        Entry,
        card=st.sampled_from(list(CARDS)),
        quantity=st.integers(1, 250),
        section=st.sampled_from(CARDS.parts),
    ),
    max_size=12,
).map(merge_entries)


@given(decks)
def test_text_round_trips(deck: Decklist[Piece]) -> None:
    parsed = parse(to_text(deck), CARDS)
    assert parsed.deck == deck
    assert {line.status for line in parsed.lines} <= {LineStatus.OK, LineStatus.BLANK, LineStatus.SECTION}


@given(decks)
def test_json_round_trips(deck: Decklist[Piece]) -> None:
    assert from_json(to_json(deck), CARDS) == deck


def test_text_and_data_have_their_forms() -> None:
    deck = parse("Ember x2\nSB: 1 tide\nember", CARDS).deck
    assert to_text(deck) == "3 Ember\n\nSideboard\n1 Tide\n"
    assert to_data(deck) == {
        "main": [{"quantity": 3, "name": "Ember"}],
        "sideboard": [{"quantity": 1, "name": "Tide"}],
    }
    assert to_text(Decklist[Piece]()) == ""


def test_to_text_splits_more_copies_than_a_line_allows() -> None:
    assert to_text(Decklist((Entry(CARDS.card("Ember"), 199),))) == "99 Ember\n99 Ember\n1 Ember\n"


SHAPE = 'a list in JSON is {"main": [{"quantity": 3, "name": "..."}], "sideboard": []}'
ENTRY = 'main[0]: write {"quantity": 3, "name": "..."}, with one copy or more'


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([], SHAPE),
        ({"deck": []}, SHAPE),
        ({"main": 3}, '"main" is not a list of entries like {"quantity": 3, "name": "..."}'),
        ({"main": ["3 Ember"]}, ENTRY),
        (
            {"main": [{"quantity": True, "name": "Ember"}]},
            'main[0]: write {"quantity": 3, "name": "..."}, with one copy or more',
        ),
        (
            {"main": [{"quantity": 0, "name": "Ember"}]},
            'main[0]: write {"quantity": 3, "name": "..."}, with one copy or more',
        ),
        (
            {"main": [{"quantity": 1, "name": "Ember"}, {"quantity": 1, "name": "Embers"}]},
            "main[1]: no card is called 'Embers'",
        ),
    ],
)
def test_from_json_of_other_shape_raises_with_place(data: object, message: str) -> None:
    with pytest.raises(UnreadableDeckError) as caught:
        from_json(json.dumps(data), CARDS)
    assert str(caught.value) == message


def test_from_json_invalid_json_raises() -> None:
    with pytest.raises(UnreadableDeckError, match=r"^invalid JSON: "):
        from_json("3 Ember", CARDS)
