"""The legal actions are exactly those without violations."""

import random
from itertools import islice

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.engine.decision import Action, InvalidActionError
from rules.engine.ids import CHANCE, FIRST_OBJECT
from rules.epic.actions.registry import DECISION_KINDS, canonical
from rules.epic.engine import ENGINE
from rules.epic.state import EpicState
from tests.rules.epic.engine.games import VERSIONS, begin, play

MAX_LISTED = 1_500


def listed(state: EpicState) -> set[Action] | None:
    """Return all legal answers, or ``None`` when they are too many to list here."""
    found = list(islice(ENGINE.legal(state), MAX_LISTED + 1))
    assert len(set(found)) == len(found), "an answer is listed twice"
    return set(found) if len(found) <= MAX_LISTED else None


def is_legal(state: EpicState, answer: Action) -> bool:
    try:
        return not ENGINE.check(state, answer)
    except InvalidActionError:
        return False


def is_listed(state: EpicState, answer: Action, legal: set[Action]) -> bool:
    """Whether the answer, in the form that ``legal`` gives answers, is among them."""
    try:
        ENGINE.check(state, answer)
    except InvalidActionError:
        return answer in legal
    return canonical(state, answer) in legal


def perturbed(state: EpicState, answer: Action, chance: random.Random) -> Action:
    """Return an answer that is like ``answer`` but for one part."""
    objects = [c.oid for seat in state.seats for c in seat.champions] or [FIRST_OBJECT]
    things = [
        *objects,
        *range(len(state.seats)),
        *chance.sample(sorted(state.owners), 5),
        answer.refs[0] if answer.refs else 0,
    ]
    refs = list(answer.refs)
    match chance.randrange(6):
        case 0 if refs:
            refs[chance.randrange(len(refs))] = chance.choice(things)
        case 1 if refs and answer.verb != "assign":
            refs.pop(chance.randrange(len(refs)))
        case 2 if answer.verb != "assign":
            refs.append(chance.choice(things))
        case 3:
            return Action(chance.choice([CHANCE, 0, 1]), answer.verb, answer.refs, answer.option, answer.amounts)
        case 4:
            return Action(answer.seat, answer.verb, answer.refs, chance.randrange(4), answer.amounts)
        case _ if answer.amounts:
            amounts = list(answer.amounts)
            amounts[chance.randrange(len(amounts))] += chance.choice([-1, 1])
            return Action(answer.seat, answer.verb, answer.refs, answer.option, tuple(amounts))
    verb = chance.choice(sorted(DECISION_KINDS)) if chance.random() < 0.2 else answer.verb
    return Action(answer.seat, verb, tuple(refs), answer.option, answer.amounts if verb == answer.verb else ())


@settings(max_examples=14, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 2**32), st.sampled_from(VERSIONS))
def test_legal_actions_equal_those_accepted_by_check(seed: int, version: str) -> None:
    chance = random.Random(seed)
    state = begin(version, seed % 2)
    for now, answer in play(state, seed):
        legal = listed(now)
        assert is_legal(now, answer)
        if legal is None:
            continue
        assert answer in legal
        assert all(is_legal(now, one) for one in chance.sample(sorted(legal, key=str), min(10, len(legal))))
        for one in [perturbed(now, answer, chance) for _ in range(8)]:
            assert is_legal(now, one) == is_listed(now, one, legal)
