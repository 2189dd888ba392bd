"""Records of every engine's games round-trip and replay; damaged ones are rejected."""

import random
from dataclasses import replace
from itertools import islice
from typing import Any

from hypothesis import given

from rules.engine.decision import ActionError, UndeterminedError
from rules.games import game_for_record
from rules.judge.board import PUBLIC
from rules.judge.output.random_play import deck_block, record_headers
from rules.judge.record import Position, PositionField, Record, RecordError, parse, write
from rules.judge.replay.replayer import replay
from rules.judge.replay.verdict import Verdict
from rules.judge.setup.initial_state import initial_state
from rules.table import Table
from tests.rules.games.arranged import (
    EVERY_ENGINE,
    NAMES,
    SEEDS,
    arranged,
    begin,
    citations,
    engine_of,
    examples,
    line,
    moment,
    play,
    recorded,
)


@EVERY_ENGINE
@examples(6)
@given(seed=SEEDS)
def test_record_round_trips_and_replays_to_its_game(slug: str, seed: int) -> None:
    game = engine_of(slug)
    record, live = recorded(game, seed)
    text = write(record)
    assert parse(text) == record
    assert write(parse(text)) == text
    assert game_for_record(parse(text)) is game
    replayed = replay(game, parse(text))
    assert replayed.verdict is Verdict.LEGAL
    assert replayed.final.log == live.log
    assert replayed.final.digest() == live.digest()
    assert replayed.facts()["winners"] == [live.names[seat] for seat in live.winners]
    timeline = replayed.to_json()["timeline"]
    assert {rule for step in timeline for rule in step["rules"]} <= citations(game)
    assert all(step["rules"] for step in timeline)


@EVERY_ENGINE
@examples(6)
@given(seed=SEEDS)
def test_record_of_table_has_the_applied_lines(slug: str, seed: int) -> None:
    game = engine_of(slug)
    setup, state = arranged(game, seed), begin(game, seed)
    blocks = tuple(deck_block(name, deck) for name, deck in zip(setup.names, setup.decks, strict=True))
    begun = Record(record_headers(game, setup), blocks)
    table = Table(game, initial_state(game, begun), begun)
    for answer in islice(play(game, state, seed), 80):
        table.apply(line(state, answer, game.notation.render(state, answer)))
    played = game.engine.copy(table.state)
    replayed = replay(game, parse(table.record()))
    assert replayed.verdict is Verdict.LEGAL
    assert replayed.final.digest() == played.digest()


@EVERY_ENGINE
@examples(8)
@given(seed=SEEDS)
def test_described_position_round_trips_and_continues_equally(slug: str, seed: int) -> None:
    game = engine_of(slug)
    state, setup = begin(game, seed), arranged(game, seed)
    unlisted = replace(setup, decks=(None,) * len(setup.names))
    going_on: list[Any] = []
    for step, answer in enumerate(play(game, state, seed)):
        for again in going_on:
            game.engine.apply(again, game.notation.read(again, answer.seat, game.notation.render(state, answer)).action)
        digests = {again.digest() for again in going_on}
        going_on = going_on[-1:]
        if step % 7 == 0:
            fields: dict[str, list[str]] = {}
            for key, text in game.notation.describe(state):
                fields.setdefault(key, []).append(text)
            laid_out = game.notation.position(fields, unlisted)
            assert laid_out.digest() == state.digest() == game.notation.position(fields, setup).digest()
            assert game.notation.describe(laid_out) == game.notation.describe(state)
        assert digests <= {state.digest()}


@EVERY_ENGINE
@examples(20)
@given(seed=SEEDS)
def test_damaged_record_is_judged_or_rejected_at_its_line(slug: str, seed: int) -> None:
    game = engine_of(slug)
    chance = random.Random(f"damaged {seed}")
    record, _ = recorded(game, seed % 5)
    text = write(replace(record, plays=record.plays[: chance.randint(5, 90)]))
    if chance.random() < 0.5:
        setup = arranged(game, seed)
        fields = tuple(PositionField(*each) for each in game.notation.describe(moment(game, seed)))
        text = write(Record(record_headers(game, setup), (), Position(fields), record.plays[-6:]))
    for _ in range(chance.randint(1, 3)):
        text = damaged(text, chance)
    try:
        replayed = replay(game, parse(text))
    except RecordError as refused:
        problems = refused.problems
        assert all(problem.line > 0 and problem.message for problem in problems), text
        return
    assert bool(replayed.undetermined) == (replayed.verdict is Verdict.UNDETERMINED)
    assert (replayed.illegal is not None) == (replayed.verdict is Verdict.ILLEGAL)
    assert replayed.to_json()
    assert replayed.to_json(PUBLIC)


def damaged(text: str, chance: random.Random) -> str:
    """Return the text with one line lost, doubled, cut short, moved or with a word of another one."""
    lines = text.splitlines()
    at, other = chance.randrange(len(lines)), chance.choice(lines)
    match chance.randrange(6):
        case 0:
            del lines[at]
        case 1:
            lines.insert(at, other)
        case 2:
            lines[at] = lines[at][: chance.randrange(len(lines[at]) + 1)]
        case 3:
            lines[at] = lines[at].replace(chance.choice(NAMES), chance.choice(NAMES))
        case _:
            words, others = lines[at].split(" "), other.split(" ")
            words[chance.randrange(len(words))] = chance.choice(others)
            lines[at] = " ".join(words)
    return "\n".join(lines) + "\n"


@EVERY_ENGINE
@examples(10)
@given(seed=SEEDS)
def test_any_words_at_table_are_applied_or_rejected_without_change(slug: str, seed: int) -> None:
    game = engine_of(slug)
    chance = random.Random(f"words {seed}")
    record, _ = recorded(game, seed % 5)
    state = moment(game, seed)
    table = Table(game, state, Record(record_headers(game, arranged(game, seed))))
    before = state.digest()
    plenty = [word for each in record.plays for word in each.words.split()]
    for _ in range(12):
        words = chance.choice(record.plays).words.split()
        words[chance.randrange(len(words))] = chance.choice(plenty)
        try:
            faults = table.check(f"{chance.choice((*state.names, 'chance'))}: {' '.join(words)}")
        except (ActionError, UndeterminedError):
            pass
        else:
            assert {fault.rule for fault in faults} <= citations(game)
        assert table.state.digest() == before
