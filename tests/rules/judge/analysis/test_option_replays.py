"""A record replayed from a stored moment with another option equals a full replay."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from rules.engine.game import Setup
from rules.engine.interpretations import interpretation_number
from rules.games import EPIC
from rules.judge.analysis.applied_interpretations import verdict_text
from rules.judge.analysis.option_effects import record_with_option
from rules.judge.output.random_play import play_game
from rules.judge.record import parse, write
from rules.judge.record.errors import RecordError
from rules.judge.record.model import Record
from rules.judge.replay.option_replay import replay_with_option
from rules.judge.replay.replayer import Replayer, replay
from rules.judge.replay.result import Replay
from tests.rules.epic.engine.games import HUMANS, TALL, VERSIONS
from tests.rules.judge.analysis.test_applied_interpretations import CASES, in_lines
from tests.rules.judge.disputed import judged


def outcome(made: Any) -> tuple[object, ...]:
    """What is reported of a replay under another interpretation, and every illegal line."""
    try:
        other: Replay = made()
    except RecordError as error:
        return ("unreadable", str(error))
    return verdict_text(other), other.undetermined, other.illegal, other.remaining_plays


def others(played: Replay) -> Iterator[tuple[str, Record]]:
    """Every other reading of every point of the game."""
    for point in played.game.interpretations.values():
        taken = dict(played.initial_state.choices).get(point.id, point.default_option(played.version))
        for index in range(len(point.options)) if point.is_selectable else ():
            if index != taken:
                yield point.id, record_with_option(played, point.id, index)


def differing(record: Record) -> list[str]:
    """The points under whose other readings a replay that passes lines by differs from one that does not."""
    played = replay(EPIC, record)
    return [
        point
        for point, other in others(played)
        if outcome(lambda other=other: replay(EPIC, other))
        != outcome(lambda other=other, point=point: replay_with_option(played, other, point))
    ]


def games(seeds: range) -> Iterator[Record]:
    """Whole games by chance, told in every line."""
    for seed in seeds:
        setup = Setup(("Ann", "Ben"), (HUMANS, TALL), seed % 2, VERSIONS[seed % len(VERSIONS)])
        record, _, _ = play_game(EPIC, setup, seed)
        yield parse(write(record), game="epic")


def spoiled(record: Record, chance: random.Random) -> Iterator[Record]:
    """The same game stopped, with a line left out, with two lines changed over, and with one said twice."""
    plays = list(record.plays)
    at = chance.randrange(len(plays) // 3, len(plays) - 1)
    yield replace(record, plays=tuple(plays[:at]))
    yield replace(record, plays=(*plays[:at], *plays[at + 1 :]))
    yield replace(record, plays=(*plays[:at], plays[at + 1], plays[at], *plays[at + 2 :]))
    yield replace(record, plays=(*plays[: at + 1], *plays[at:]))


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.sweep) for seed in (1, 2))])
def test_rereading_of_illegal_record_equals_full_replay(seed):
    (record,) = games(range(10 + seed, 11 + seed))
    assert [differing(each) for each in spoiled(record, random.Random(seed))] == [[]] * 4


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.sweep) for seed in (1, 2, 3))])
def test_rereading_of_random_game_equals_full_replay(seed):
    (record,) = games(range(seed, seed + 1))
    assert differing(record) == []


@pytest.mark.parametrize(("fields", "plays"), [case[1:] for case in CASES.values()], ids=CASES)
def test_rereading_of_play_depending_on_interpretation_equals_full_replay(fields, plays):
    assert differing(judged(in_lines(plays), **fields).record) == []


def test_rereading_skips_turns_without_difference(monkeypatch):
    """The order in which champions are struck (I-85) is asked for in every battle, and only the log tells of it."""
    (record,) = games(range(1))
    played = replay(EPIC, record)
    taken = Counter[str]()
    line = Replayer._process_line

    def counted(replayer, play):
        taken[play.actor] += 1
        return line(replayer, play)

    monkeypatch.setattr(Replayer, "_process_line", counted)
    points = {point: other for point, other in others(played) if point in {"I-45", "I-85"}}
    for point, other in points.items():
        replay_with_option(played, other, point)
    passed = played.trace.lines if played.trace is not None else ()
    asked = sum(interpretation_number(point) in each.used_options for point in points for each in passed)
    assert taken.total() == asked > 0
