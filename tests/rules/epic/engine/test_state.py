"""Game state as data: field tables, copies, digests and storage."""

import json
from typing import Any

import pytest

from rules.engine.log import Event
from rules.epic.engine import ENGINE
from rules.epic.state import Champion, EpicState, Frame, Seat, Team, Trigger, copying
from rules.epic.variants import VARIANTS
from tests.rules.epic.engine.games import VERSIONS, begin, play

CLASSES: dict[Any, Any] = {
    Champion: copying.copy_champion,
    Seat: copying.copy_seat,
    Team: copying.copy_team,
    Frame: copying.copy_frame,
    Trigger: copying.copy_trigger,
    EpicState: copying.copy_state,
}
NOT_FACTS = {EpicState: {"cards", "values", "options", "observer", "missed_trigger"}}


def slots(cls: type) -> list[str]:
    return sorted(slot for each in cls.__mro__ for slot in getattr(each, "__slots__", ()))


@pytest.mark.parametrize("cls", CLASSES)
def test_fields_table_equals_slots(cls: Any) -> None:
    names = [field.name for field in cls.FIELDS]
    assert len(set(names)) == len(names)
    assert sorted([*names, *NOT_FACTS.get(cls, set())]) == slots(cls)


@pytest.mark.parametrize("cls", CLASSES)
def test_copy_has_every_field_and_shares_nothing_mutable(cls: Any) -> None:
    record = cls()
    for field in cls.FIELDS:
        setattr(record, field.name, _value(cls, field.name))
    if cls is EpicState:
        record.values = {1: "kept"}
        record.options = b"\1"
        record.observer, record.missed_trigger = observer, missed = object(), object()
    copied = CLASSES[cls](record)
    for field in cls.FIELDS:
        mine, other = getattr(record, field.name), getattr(copied, field.name)
        assert field.to_json(mine) == field.to_json(other), field.name
        if isinstance(mine, list | dict) and field.name not in {"table", "owners"}:
            assert mine is not other, f"{field.name} is shared"
            for inside, extra in zip(mine, other, strict=True):
                shared = inside is extra and not isinstance(inside, int | str | tuple | Event)
                assert not shared, f"{field.name} shares its contents"
    if cls is EpicState:
        assert copied.values == {1: "kept"}
        assert copied.values is not record.values
        assert copied.options == b"\1"
        assert (copied.observer, copied.missed_trigger) == (observer, missed)


def _value(cls: Any, name: str) -> Any:
    """Return a value for the field that no other field has."""
    special: dict[str, Any] = {
        "deck": [(11, 12), (13,)],
        "champions": [Champion(10_003, 14, 1, 0)],
        "teams": [Team(7)],
        "seats": [Seat(1)],
        "frames": [Frame("draw", 1, 2, {"left": 3}, 4)],
        "noted": [Trigger(1, 10_001, 15, 2, {"gain": 5}, 6)],
        "batch": [Trigger(0, 10_002, 16, 3, {"gain": 6}, 7)],
        "delayed": [Trigger(0, 10_004, 17, 4, {"gain": 7}, 8)],
        "data": {"path": (1, 2)},
        "variant": VARIANTS["hydra"],
        "table": {},
        "owners": {10: 1},
        "pending": begin("RB-2017").pending,
        "log": begin("RB-2017").log,
        "names": ("Ann", "Ben"),
        "until_end": (("offense", 3),),
        "lasting": (("keyword", "blitz"),),
        "winner_seats": (1,),
        "choices": (("I-40", 1),),
    }
    if name in special:
        return special[name]
    place = [field.name for field in cls.FIELDS].index(name)
    tuples = {"supplemental", "gods", "ones_played", "bound", "bans", "entered", "passed", "broken", "mortal"}
    if name in tuples:
        return (20 + place,)
    return [20 + place] if name in {"hand", "discard"} else 40 + place


def test_digest_ignores_order_of_discard_pile_and_log() -> None:
    """Rule 1.4.4, I-100."""
    state = begin("RB-2017")
    other = ENGINE.copy(state)
    seat = other.seats[0]
    moved, seat.deck[0] = seat.deck[0][:2], seat.deck[0][2:]
    seat.discard += moved
    again = ENGINE.copy(other)
    again.seats[0].discard.reverse()
    again.seats[0].hand.reverse()
    again.log.pop()
    assert again.digest() == other.digest()
    assert other.digest() != state.digest()


def test_from_json_invalid_fields_raises_with_their_names() -> None:
    data = json.loads(json.dumps(begin("CR-2016-03").to_json()))
    del data["phase"]
    data["colour"] = "red"
    with pytest.raises(ValueError, match=r"missing \['phase'\], unknown \['colour'\]"):
        EpicState.from_json(data)


@pytest.mark.parametrize("version", VERSIONS)
def test_state_contains_no_callables(version: str) -> None:
    state = begin(version)
    for now, _ in play(state, 5):
        for frame in now.frames:
            assert _plain(tuple(frame.data.values()))
        for trigger in (*now.noted, *now.batch, *now.delayed):
            assert _plain(tuple(trigger.data.values()))


def _plain(value: object) -> bool:
    if isinstance(value, tuple):
        return all(_plain(item) for item in value)
    return isinstance(value, int | str)


def test_share_state_shares_all_fields_but_values() -> None:
    state = begin("RB-2017")
    state.values = {1: "anything"}
    known = copying.share_state(state)
    assert [name for name in slots(EpicState) if getattr(known, name) is not getattr(state, name)] == ["values"]
    assert known.values == state.values
