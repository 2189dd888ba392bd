"""Table of fields for JSON, comparison and digest."""

from dataclasses import dataclass, field
from typing import Any, ClassVar

import pytest

from rules.engine.fields import Field, as_list, canonical, differences, digest, from_json, records, to_json


class Pile:
    FIELDS: ClassVar[tuple[Field, ...]] = (Field("cards", as_list, as_list, sorted), Field("owner"))
    __slots__ = ("cards", "owner")

    def __init__(self, cards: list[int] | None = None, owner: str = "") -> None:
        self.cards = cards or []
        self.owner = owner


@dataclass
class Board:
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field("piles", *records(Pile)),
        Field("note", for_digest=None),
        Field("marks"),
    )
    piles: list[Pile] = field(default_factory=list)
    note: str = ""
    marks: Any = ()


def board(cards: list[int], note: str = "") -> Board:
    return Board([Pile(cards, "Ann")], note, (("offense", 2),))


def test_from_json_restores_record() -> None:
    data = to_json(board([2, 1], "seen"))
    assert data == {"piles": [{"cards": [2, 1], "owner": "Ann"}], "note": "seen", "marks": (("offense", 2),)}
    again = from_json(Board, data)
    assert to_json(again) == data
    assert again.piles[0].cards is not data["piles"][0]["cards"]


def test_from_json_turns_lists_into_tuples_for_immutable_fields() -> None:
    assert from_json(Board, {"piles": [], "note": "", "marks": [["offense", 2]]}).marks == (("offense", 2),)


def test_from_json_names_all_missing_and_unknown_fields() -> None:
    with pytest.raises(ValueError, match=r"^Board: missing \['marks', 'note'\], unknown \['colour'\]$"):
        from_json(Board, {"piles": [], "colour": "red"})


def test_digest_ignores_order_and_fields_that_are_no_facts() -> None:
    assert digest(board([1, 2], "one")) == digest(board([2, 1], "other"))
    assert digest(board([1, 2])) != digest(board([1, 3]))
    assert canonical(board([2, 1])) == {"piles": [{"cards": [1, 2], "owner": "Ann"}], "marks": (("offense", 2),)}


def test_differences_have_path_and_both_values() -> None:
    one, other = board([1, 2]), board([1, 3])
    other.marks = ()
    assert differences(one, other) == [("piles[0].cards[1]", 2, 3), ("marks", (("offense", 2),), ())]
    assert differences(one, board([2, 1], "other words")) == []
