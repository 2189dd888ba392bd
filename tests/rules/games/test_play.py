"""Random games of every engine end, are copied and restored equally, and cite existing rules."""

import json
from itertools import islice

from hypothesis import given

from tests.rules.games.arranged import EVERY_ENGINE, SEEDS, begin, citations, engine_of, examples, play


@EVERY_ENGINE
@examples(10)
@given(seed=SEEDS)
def test_actions_alone_reproduce_the_game(slug: str, seed: int) -> None:
    game = engine_of(slug)
    state, again = begin(game, seed), begin(game, seed)
    for answer in play(game, state, seed):
        game.engine.apply(again, answer)
    assert again.log == state.log
    assert again.digest() == state.digest()
    assert state.over == (state.pending is None)
    assert state.over or not state.winners


@EVERY_ENGINE
@examples(8)
@given(seed=SEEDS)
def test_copy_continued_differently_leaves_game_unchanged(slug: str, seed: int) -> None:
    game = engine_of(slug)
    state = begin(game, seed)
    for step, _ in enumerate(play(game, state, seed)):
        if step % 23 == 0:
            before, entries = state.digest(), list(state.log)
            copied = game.engine.copy(state)
            assert (copied.digest(), copied.log) == (before, entries)
            for _ in islice(play(game, copied, seed + 1), 10):
                pass
            assert (state.digest(), state.log) == (before, entries)


@EVERY_ENGINE
@examples(8)
@given(seed=SEEDS)
def test_game_stored_and_restored_continues_equally(slug: str, seed: int) -> None:
    game = engine_of(slug)
    state, stored = begin(game, seed), begin(game, seed)
    for step, answer in enumerate(play(game, state, seed)):
        if step % 5 == 0:
            stored = type(stored).from_json(json.loads(json.dumps(stored.to_json())))
            assert stored.digest() == state.digest()
        game.engine.apply(stored, answer)
    assert stored.to_json() == state.to_json()


@EVERY_ENGINE
@examples(8)
@given(seed=SEEDS)
def test_play_random_game_cites_existing_rules_and_describes_every_event(slug: str, seed: int) -> None:
    game = engine_of(slug)
    state, known = begin(game, seed), citations(game)
    for _ in play(game, state, seed):
        assert state.pending.rules
        assert set(state.pending.rules) <= known
    for number, event in enumerate(state.log):
        assert event.seq == number > event.cause
        assert event.rules
        assert set(event.rules) <= known
        sentence = game.engine.describe_event(state, event)
        assert sentence[:1] == sentence[:1].upper()
        assert sentence.endswith(".")
        assert "{" not in sentence
