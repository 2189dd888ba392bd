"""Random games of every variant never break an invariant, whichever player leaves them and when."""

import json
import random
from collections.abc import Iterator
from itertools import islice

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from rules.engine.decision import Action
from rules.engine.game import Setup
from rules.engine.ids import CHANCE
from rules.epic.engine import ENGINE
from rules.epic.state import EpicState
from rules.epic.variants import VARIANTS, Teams
from tests.rules.epic.engine.games import HUMANS, TALL, VERSIONS
from tests.rules.epic.engine.invariants import assert_sound

NAMES = ("Ann", "Ben", "Cem", "Dora", "Eva", "Finn", "Gus", "Hana")
TEAMS: dict[int, list[Teams]] = {
    4: [(), ((0, 2), (1, 3)), ((0, 3), (1, 2))],
    6: [(), ((0, 1), (2, 3), (4, 5)), ((0, 2, 4), (1, 3, 5))],
    8: [(), ((0, 4), (1, 5), (2, 6), (3, 7))],
}
MAX_DECISIONS = 10_000


def begin(slug: str, version: str, seed: int) -> EpicState:
    """Return a game of this way of playing; how many play, in which teams and with which decks ``seed`` says."""
    variant, chance = VARIANTS[slug], random.Random(seed)
    count = chance.choice(sorted(TEAMS)) if variant.shared else chance.randint(variant.fewest, variant.most)
    teams = chance.choice(TEAMS[count]) if variant.shared else ()
    decks = tuple(chance.choice((HUMANS, TALL)) for _ in range(count))
    return ENGINE.new_game(Setup(NAMES[:count], decks, chance.randrange(count), version, slug, teams))


def play(state: EpicState, seed: int, concessions: float) -> Iterator[Action]:
    """Play at random to the end, with a player conceding now and then; yields each answer before it is applied."""
    chance = random.Random(seed)
    for _ in range(MAX_DECISIONS):
        if state.over:
            return
        answer = ENGINE.sample(state, chance)
        if chance.random() < concessions:
            answer = Action(chance.choice([n for n, seat in enumerate(state.seats) if not seat.out]), "concede")
        yield answer
        ENGINE.apply(state, answer)
    raise AssertionError(f"no end after {MAX_DECISIONS} decisions")


VARIANT = st.sampled_from([slug for slug in VARIANTS if slug != "duel"])
VERSION = st.sampled_from(VERSIONS)
SEEDS = st.integers(0, 2**32)
CONCESSIONS = st.sampled_from((0.0, 0.002, 0.01, 0.05))
few = settings(max_examples=16, deadline=None, suppress_health_check=[HealthCheck.too_slow])
fewer = settings(few, max_examples=8)


@few
@example("last-one-standing", "RB-2017", 201, 0.01)  # the turn player concedes while another one draws
@given(VARIANT, VERSION, SEEDS, CONCESSIONS)
def test_random_game_of_variant_is_sound_and_ends(variant: str, version: str, seed: int, concessions: float) -> None:
    state = begin(variant, version, seed)
    for answer in play(state, seed, concessions):
        assert_sound(state)
        assert ENGINE.check(state, answer) == []
    assert_sound(state)
    for event in state.log:
        sentence = ENGINE.describe_event(state, event)
        assert sentence.endswith(".")
        assert "{" not in sentence


@fewer
@given(VARIANT, VERSION, SEEDS)
def test_listed_actions_in_variants_are_legal_for_team_mates(variant: str, version: str, seed: int) -> None:
    state = begin(variant, version, seed)
    for step, _ in enumerate(play(state, seed, 0.002)):
        for answer in islice(ENGINE.legal(state), 12) if step % 5 == 0 else ():
            assert ENGINE.check(state, answer) == []
            if answer.seat == CHANCE or answer.verb not in {"pass", "attack", "block", "end"}:
                continue
            for other, seat in enumerate(state.seats):
                message = Action(other, answer.verb, answer.refs, answer.option, answer.amounts)
                assert (ENGINE.check(state, message) == []) == (seat.team == state.seats[answer.seat].team)


@fewer
@given(VARIANT, VERSION, SEEDS, CONCESSIONS)
def test_random_game_of_variant_stored_and_restored_continues_equally(
    variant: str, version: str, seed: int, concessions: float
) -> None:
    state, stored = begin(variant, version, seed), begin(variant, version, seed)
    for step, answer in enumerate(play(state, seed, concessions)):
        ENGINE.apply(stored, answer)
        if step % 4 == seed % 4:
            stored = EpicState.from_json(json.loads(json.dumps(stored.to_json())))
    assert stored.to_json() == state.to_json()
    assert stored.digest() == state.digest()


@fewer
@given(VARIANT, VERSION, SEEDS, CONCESSIONS)
def test_random_game_copy_is_independent(variant: str, version: str, seed: int, concessions: float) -> None:
    state = begin(variant, version, seed)
    for step, _ in enumerate(play(state, seed, concessions)):
        if step % 40 == 0:
            before, entries = state.digest(), list(state.log)
            copied = ENGINE.copy(state)
            for _ in islice(play(copied, seed + 1, 0.05), 12):
                pass
            assert state.digest() == before
            assert state.log == entries
