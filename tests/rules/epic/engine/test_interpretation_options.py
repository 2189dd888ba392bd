"""Options of interpretations: valid and invalid choices, and games with each of them."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.engine.decision import SetupError
from rules.engine.game import ChosenOptions, Setup
from rules.engine.interpretations import InterpretationError
from rules.epic import interpretation_options
from rules.epic.engine import ENGINE
from rules.epic.interpretation_options import deviating_options, resolve_options
from rules.epic.interpretations import INTERPRETATIONS
from rules.epic.interpretations.model import COMPLETE
from rules.epic.state import EpicState
from tests.rules.epic.engine.games import HUMANS, TALL, VERSIONS, play
from tests.rules.epic.engine.invariants import assert_sound

SELECTABLE = [entry for entry in INTERPRETATIONS.values() if entry.is_selectable]
TO_CONFIRM = {"I-19", "I-38", "I-39", "I-40", "I-51", "I-57", "I-74", "I-79", "I-80", "I-86", "I-89"}
ANY_CHOICE = st.fixed_dictionaries(
    {}, optional={entry.id: st.integers(0, len(entry.options) - 1) for entry in SELECTABLE}
).map(lambda chosen: tuple(chosen.items()))
few = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def begin(version: str, choices: ChosenOptions, first: int = 0) -> EpicState:
    return ENGINE.new_game(Setup(("Ann", "Ben"), (HUMANS, TALL), first, version, choices=choices))


def test_interpretation_with_several_options_can_be_chosen_or_has_a_reason() -> None:
    for entry in INTERPRETATIONS.values():
        assert entry.is_selectable or entry.fixed_reason or len(entry.options) == 1, entry.id
        assert not entry.fixed_reason or entry.fixed_reason.endswith("."), entry.id
        assert not (entry.fixed_reason and (entry.version_options or entry.needs_confirmation)), entry.id


def test_interpretation_options_are_exactly_the_selectable_ones() -> None:
    numbers = {
        name: value for name, value in vars(interpretation_options).items() if name.isupper() and type(value) is int
    }
    looked_up = {f"I-{value}" for value in numbers.values()}
    assert len(looked_up) == len(numbers)
    # An entry with several readings that the engine does not look up says in ``fixed`` why none can be chosen.
    assert looked_up == {entry.id for entry in SELECTABLE}
    assert TO_CONFIRM | {entry.id for entry in INTERPRETATIONS.values() if entry.varies_by_version} <= looked_up


def test_resolve_options_of_versions_differ_in_presets() -> None:
    book, complete = (resolve_options(version, ()) for version in VERSIONS)
    assert [number for number, (one, other) in enumerate(zip(book, complete, strict=True)) if one != other] == [
        int(entry.id[2:]) for entry in INTERPRETATIONS.values() if entry.varies_by_version
    ]
    everything = tuple((entry.id, entry.default_option(COMPLETE)) for entry in SELECTABLE if entry.varies_by_version)
    assert resolve_options("RB-2017", everything) == complete


def test_deviating_options_exclude_option_equal_to_preset() -> None:
    assert deviating_options("RB-2017", (("I-57", 1), ("I-40", 0), ("I-38", 1))) == (("I-38", 1), ("I-57", 1))
    assert begin("CR-2016-03", (("I-40", 1),)).choices == ()


@pytest.mark.parametrize(
    ("choices", "words"),
    [
        ((("I-999", 0),), "those with a choice are I-10"),
        ((("I-40", 2),), "1: The defending player has initiative first. 2: The attacking player"),
        ((("I-49", 1),), "I-49 has no choice of options: 3.2.3d prints"),
        ((("I-26", 1),), "I-26 has no option 2"),
        ((("I-40", 1), ("I-40", 0)), "I-40 is chosen twice"),
    ],
)
def test_deviating_options_invalid_raise_with_valid_ones(choices: ChosenOptions, words: str) -> None:
    with pytest.raises(InterpretationError, match=words):
        deviating_options("RB-2017", choices)
    with pytest.raises(SetupError, match=words):
        begin("RB-2017", choices)


def test_deviating_options_of_fixed_interpretation_accept_its_own_option() -> None:
    assert deviating_options("RB-2017", (("I-49", 0), ("I-26", 0))) == ()


def test_state_contains_chosen_options() -> None:
    plain, other = begin("RB-2017", ()), begin("RB-2017", (("I-57", 1),))
    assert plain.digest() != other.digest()
    again = EpicState.from_json(json.loads(json.dumps(other.to_json())))
    assert (again.choices, again.options, again.digest()) == (other.choices, other.options, other.digest())


@few
@given(st.integers(0, 2**32), st.sampled_from(VERSIONS), ANY_CHOICE)
def test_random_game_with_every_option_is_sound_and_ends(seed: int, version: str, choices: ChosenOptions) -> None:
    state = begin(version, choices, seed % 2)
    for now, _ in play(state, seed):
        assert_sound(now)
    assert_sound(state)
    assert state.over
    for event in state.log:
        assert "{" not in ENGINE.describe_event(state, event)
