"""Positions during an effect: partly resolved texts, waiting triggers, departed cards."""

from typing import Any, get_type_hints

import pytest

from rules.engine.decision import Action
from rules.engine.game import Setup
from rules.epic.engine import ENGINE
from rules.epic.frame_handlers import FRAME_HANDLERS
from rules.epic.notation.answers import NOTATION
from rules.epic.notation.position.fields import SEAT_FACTS, STATE_FACTS
from rules.epic.notation.position.frames import frame_text, read_frame, read_trigger, trigger_text
from rules.epic.notation.position.names import Names
from rules.epic.notation.position.pieces import DESCRIBED
from rules.epic.state import Champion, EpicState, Frame, Seat, Trigger
from rules.epic.state.frame_data import VALUE_KINDS, FrameData
from rules.notation.position.errors import PositionError
from tests.rules.epic.notation.table import position

ANNA, BEN = 0, 1
KONG = {"Anna_champion": "Kong (deploying)", "Ben_champion": "Palace Guard, Muse", "Anna_gold": "0"}


def described(state):
    return [f"{key}: {text}" for key, text in NOTATION.describe(state)]


def messages(**fields):
    with pytest.raises(PositionError) as caught:
        position(**fields)
    return [(each.key, each.index, each.message) for each in caught.value.errors]


def test_frame_data_names_all_have_a_kind():
    assert set(get_type_hints(FrameData)) == set(VALUE_KINDS)


def test_every_slot_of_game_is_described_or_no_fact():
    """A new slot is described by its name under ``also``; with words of its own it is added to these tables."""
    for cls, output in ((Champion, DESCRIBED), (Seat, SEAT_FACTS), (EpicState, STATE_FACTS)):
        assert output <= {field.name for field in cls.FIELDS}
    assert {field.name for field in Frame.FIELDS} == {"kind", "index", "controller", "source", "data", "cause"}
    assert {field.name for field in Trigger.FIELDS} == {"controller", "source", "cid", "ability", "data", "cause"}


@pytest.mark.parametrize("kind", sorted(FRAME_HANDLERS))
def test_described_frames_of_every_kind_are_restored(kind):
    state = position(Anna_champion="Kong", Ben_champion="Muse, Palace Guard")
    kong, muse, guard = (champion.oid for seat in state.seats for champion in seat.champions)
    data: Any = {
        "path": (0, 0),
        "picks": (muse, -2, (muse, guard), ()),
        "picked": (muse,),
        "affected": (),
        "shares": ((kong, muse, 8), (kong, guard, 5)),
        "left": 2,
        "rules": ("1.6.1", "RB:the-turn-sequence/main-phase"),
        "something": (1, (kong, "word"), True),
    }
    names = Names(state, ())
    frame = Frame(kind, ANNA, kong, data)
    text = frame_text(names, frame)
    again = read_frame(names, ANNA, text.partition(": ")[2])
    assert (again.kind, again.index, again.source, again.data) == (kind, 0, kong, data)
    assert frame_text(names, again) == text


def test_described_trigger_is_restored_with_its_data():
    state = position(Anna_champion="Kong", Ben_champion="Muse")
    kong, muse = (champion.oid for seat in state.seats for champion in seat.champions)
    remembered: list[tuple[int, Any]] = [
        (0, {}),
        (-2, {"gain": 5}),
        (-1, {"doomed": (kong, muse)}),
        (-7, {"what": ("x", muse)}),
    ]
    for ability, data in remembered:
        trigger = Trigger(BEN, kong, state.card_of(kong), ability, data)
        text = trigger_text(Names(state, ()), trigger)
        again = position(Anna_champion="Kong", Ben_champion="Muse", End_of_turn=text).delayed[0]
        assert (again.controller, again.source, again.cid, again.ability, again.data) == (
            BEN, kong, trigger.cid, ability, data,
        )  # fmt: skip
    assert read_trigger(Names(state, ()), ANNA, "Kong: tribute").ability == 0


def test_position_with_tribute_waiting_for_target_is_restored():
    state = position(**KONG, Resolving="Anna: text of Kong: tribute, instruction 1")
    assert (state.pending.kind, state.pending.seat) == ("target", ANNA)
    assert "Resolving: Anna: text of Kong: tribute, instruction 1" in described(state)


def test_position_with_resolving_event_and_pick_is_restored():
    state = position(
        Anna_resolving="Surprise Attack",
        Anna_hand="Kong, Muse",
        Anna_gold="0",
        Anna_deck="20",
        Resolving=[
            "Anna: event card of Surprise Attack",
            "Anna: text of Surprise Attack: effect, instruction 3",
            "Anna: text of Surprise Attack: effect, instruction 2.1.1",
        ],
    )
    assert (state.pending.kind, state.pending.seat) == ("choose", ANNA)
    lines = described(state)
    assert "Anna resolving: Surprise Attack" in lines
    assert "Resolving: Anna: text of Surprise Attack: effect, instruction 2.1.1" in lines


@pytest.mark.parametrize("reading", [0, 1])
def test_position_with_event_triggering_ally_abilities_is_restored(reading):
    setup = Setup(("Anna", "Ben"), (None, None), 0, "RB-2017", choices=(("I-57", reading),))
    fields = {"Turn": "Anna 5", "Anna health": "30", "Ben health": "30", "Anna hand": "Final Task"}
    fields |= {"Anna champion": "Infernal Gatekeeper", "Anna discard": "Plentiful Dead, Kong, Muse"}
    state = NOTATION.position({key: [text] for key, text in fields.items()}, setup)
    ENGINE.apply(state, Action(ANNA, "play", tuple(state.seats[ANNA].hand), 1))
    lines = NOTATION.describe(state)
    card = "Anna: event card of Final Task" + "; allies 1; hearing Infernal Gatekeeper, Plentiful Dead" * reading
    assert [text for key, text in lines if text.startswith("Anna: event card")] == [card]
    output: dict[str, list[str]] = {}
    for key, text in lines:
        output.setdefault(key, []).append(text)
    again = NOTATION.position(output, setup)
    assert again.digest() == state.digest()
    for game in (state, again):
        assert game.pending is not None
        ENGINE.apply(game, Action(ANNA, "choose", game.pending.candidates[:1]))
    assert again.digest() == state.digest()


def test_position_with_triggers_of_departed_champions_is_restored():
    state = position(
        Anna_champion="Kong",
        Anna_discard="2 Kong, Lash",
        Anna_broken="Kong",
        Ben_champion="Muse, Palace Guard",
        Gone="Anna's Kong in discard pile, Wolf Token",
        Waiting=["Anna: Kong: tribute", "Anna: Kong gone: tribute"],
    )
    assert (state.pending.kind, len(state.batch)) == ("order", 2)
    assert state.card_of(state.batch[1].source) in state.broken
    assert [line for line in described(state) if line.startswith(("Gone", "Waiting"))] == [
        "Gone: Anna's Kong in discard pile",
        "Waiting: Anna: Kong: tribute",
        "Waiting: Anna: Kong gone: tribute",
    ]


def test_position_copies_in_discard_pile_are_numbered_where_both_are_named():
    state = position(
        Anna_discard="3 Lash",
        Noted=[
            "Anna: Anna's Lash in discard pile: righteous; gain 1",
            "Anna: Anna's Lash#2 in discard pile: righteous; gain 2",
        ],
        Resolving="Anna: draw",
        Anna_deck="Kong, Muse",
    )
    first, second = (trigger.source for trigger in state.noted)
    assert first != second
    assert [line for line in described(state) if line.startswith("Noted")] == [
        "Noted: Anna: Anna's Lash in discard pile: righteous; gain 1",
        "Noted: Anna: Anna's Lash#2 in discard pile: righteous; gain 2",
    ]


def test_position_copy_of_event_breaking_champion_is_not_identified():
    output = "Anna breaks Kong (by Lash)"
    state = position(Anna_champion="Kong", Anna_hand="Lash", Anna_discard="2 Lash", End_of_turn=output)
    assert f"End of turn: {output}" in described(state)


WRONG = [
    ({"Resolving": "dance of Kong"}, "Resolving", "whose it is is missing: write `Anna: dance of Kong`"),
    (
        {"Resolving": "Anna: dance of Kong: tribute"},
        "Resolving",
        "'dance' is nothing that can be under way; that is one of "
        + ", ".join({"effects": "text"}.get(kind, kind).replace("-", " ") for kind in FRAME_HANDLERS),
    ),
    ({"Resolving": "Anna: text of Kong: ally"}, "Resolving", "Kong has no 'ally'; it has tribute"),
    (
        {"Resolving": "Anna: text of Kong"},
        "Resolving",
        "which ability is carried out is missing: write `text of Kong: tribute`",
    ),
    (
        {"Resolving": "Anna: text of Kong: tribute, instruction 9"},
        "Resolving",
        "Kong has 1 instructions there, no number 9",
    ),
    (
        {"Resolving": "Anna: text of Kong: tribute, instruction 4.1"},
        "Resolving",
        "Kong has no such instructions: mode or numbers are too high",
    ),
    ({"Resolving": "Anna: draw; left many"}, "Resolving", "left is a number, not 'many'"),
    (
        {"Resolving": "Anna: draw; path 3a"},
        "Resolving",
        "'3a' is no path: write numbers such as 0.0.2.0",
    ),
    (
        {"Resolving": "Anna: battle damage; shares Kong"},
        "Resolving",
        "'Kong' is no share of damage: write `8 from Kong to Muse`",
    ),
    (
        {"Resolving": "Anna: draw; sleepy very"},
        "Resolving",
        "'sleepy' is nothing that is remembered; what it would be is not understood",
    ),
    ({"Waiting": "Anna: Kong"}, "Waiting", "which ability of Kong waits is missing: write `Kong: tribute`"),
    ({"Waiting": "Carl: Kong: tribute"}, "Waiting", "'Carl' is no player; players are Anna, Ben"),
    ({"Noted": "Anna: Kongg: tribute"}, "Noted", "there is no 'Kongg' here; did you mean Kong?"),
    ({"Gone": "Anna"}, "Gone", "'Anna' is a player and cannot have left play"),
    ({"Also": "mood good"}, "Also", "'mood' is no further fact; there is mortal"),
]


@pytest.mark.parametrize(("fields", "key", "message"), WRONG)
def test_position_invalid_event_under_way_is_error(fields, key, message):
    assert (key, 0, message) in messages(Anna_champion="Kong", **fields)


HOSTILE = [
    "",
    ":",
    "Anna:",
    "Anna: ;",
    "Anna: text of",
    "Anna: ; left",
    "Anna: draw; left",
    "Anna: Kong: " + "," * 200,
    "Anna: text of Kong: tribute; picks ,",
    "((((",
]


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("field", ["Resolving", "Waiting", "Noted", "End_of_turn", "Gone", "Also", "Anna_also", "Out"])
def test_position_hostile_text_under_way_raises_position_errors_only(field, text):
    sentence = [("", 0, "read")]
    try:
        assert described(position(Anna_champion="Kong", **{field: text}))
    except PositionError as error:
        sentence = [(each.key, each.index, each.message) for each in error.errors]
    assert all(message for _, _, message in sentence)


def test_names_distinguish_picked_card_from_its_new_object():
    state = position(Anna_champion="Kong", Ben_champion="Kong, Kong", Anna_discard="Kong")
    names = Names(state, ())
    mine, first, second = (champion for seat in state.seats for champion in seat.champions)
    assert [names.text(champion.cid) for champion in (mine, first, second)] == [
        "Anna's Kong as a card", "Ben's Kong#1 as a card", "Ben's Kong#2 as a card",
    ]  # fmt: skip
    for champion in (mine, first, second):
        assert names.ref(names.text(champion.cid)) == champion.cid
        assert names.ref(names.text(champion.oid)) == champion.oid
