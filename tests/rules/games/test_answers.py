"""Actions of every engine: listed actions are legal, and their words are read as written."""

import random
from itertools import islice

from hypothesis import given

from rules.engine.decision import Action, InvalidActionError
from tests.rules.games.arranged import EVERY_ENGINE, SEEDS, begin, citations, engine_of, examples, play

MAX_LISTED = 300


def changed(answer: Action, others: list[Action], chance: random.Random) -> Action:
    """Return an answer with one part of another answer in its place."""
    other = chance.choice(others)
    parts = {part: getattr(answer, part) for part in Action.PARTS}
    part = chance.choice(Action.PARTS)
    return Action(**{**parts, part: getattr(other, part)})


@EVERY_ENGINE
@examples(8)
@given(seed=SEEDS)
def test_listed_and_sampled_actions_are_legal(slug: str, seed: int) -> None:
    game = engine_of(slug)
    state, chance = begin(game, seed), random.Random(f"listed {seed}")
    for answer in play(game, state, seed):
        assert game.engine.check(state, answer) == []
        listed = list(islice(game.engine.legal(state), MAX_LISTED + 1))
        assert len(set(listed)) == len(listed)
        if len(listed) <= MAX_LISTED:
            assert answer in listed
        for one in chance.sample(listed, min(3, len(listed))):
            assert game.engine.check(state, one) == []


@EVERY_ENGINE
@examples(8)
@given(seed=SEEDS)
def test_illegal_action_cites_existing_rules_and_changes_nothing(slug: str, seed: int) -> None:
    game = engine_of(slug)
    state, chance, known = begin(game, seed), random.Random(f"changed {seed}"), citations(game)
    given_before: list[Action] = []
    for step, answer in enumerate(play(game, state, seed)):
        given_before.append(answer)
        if step % 4:
            continue
        before = state.digest(), list(state.log)
        for one in [changed(answer, given_before, chance) for _ in range(4)]:
            try:
                faults = game.engine.check(state, one)
            except InvalidActionError:
                continue
            assert {fault.rule for fault in faults} <= known
            assert all(fault.text for fault in faults)
        assert (state.digest(), state.log) == before


@EVERY_ENGINE
@examples(6)
@given(seed=SEEDS)
def test_action_words_parse_to_the_same_action(slug: str, seed: int) -> None:
    game = engine_of(slug)
    state = begin(game, seed)
    for step, answer in enumerate(play(game, state, seed)):
        if step % 3:
            continue
        for one in (answer, *islice(game.engine.legal(state), 3)):
            before, done = state.to_json(), game.engine.copy(state)
            words = game.notation.render(state, one)
            read = game.notation.read(state, one.seat, words)
            game.notation.repeats(state, one.seat, words, state.log)
            assert game.engine.check(read.game, read.action) == [], words
            message = game.engine.copy(read.game)
            game.engine.apply(message, read.action)
            game.engine.apply(done, one)
            assert state.to_json() == before, f"reading {words!r} changed the game"
            assert message.digest() == done.digest(), words


@EVERY_ENGINE
@examples(6)
@given(seed=SEEDS)
def test_listed_actions_have_distinct_words(slug: str, seed: int) -> None:
    game = engine_of(slug)
    state = begin(game, seed)
    for step, _ in enumerate(play(game, state, seed)):
        if step % 9 == 0:
            listed = list(islice(game.engine.legal(state), 40))
            assert len({(one.seat, game.notation.render(state, one)) for one in listed}) == len(listed)
