"""A moment of a replay is equal whether it was stored or computed again."""

import gc

import pytest

from rules.games import EPIC
from rules.judge.analysis.report import Analysis
from rules.judge.output.random_play import play_game
from rules.judge.replay.replayer import replay
from rules.judge.replay.snapshots import SNAPSHOT_INTERVAL
from tests.rules.judge.epic_games import setup


@pytest.mark.parametrize("seed", [3, 4])
def test_moments_requested_in_any_order_have_same_game(seed: int) -> None:
    """One after the other each is made from the one before; backwards, from one that was kept."""
    record, _, _ = play_game(EPIC, setup(seed), seed)
    forward = [step.state.to_json() for step in replay(EPIC, record).steps]
    assert len(forward) > 3 * SNAPSHOT_INTERVAL
    assert [step.state.to_json() for step in reversed(replay(EPIC, record).steps)] == forward[::-1]


def test_moments_retain_few_games_and_the_last() -> None:
    record, _, _ = play_game(EPIC, setup(3), 3)
    moments = [step.moment for step in replay(EPIC, record).steps]
    stored = [moment.number for moment in moments if moment.has_game]
    assert stored == [*range(SNAPSHOT_INTERVAL, len(moments), SNAPSHOT_INTERVAL), len(moments)]


def test_moments_of_whole_replay_retain_every_game() -> None:
    record, _, _ = play_game(EPIC, setup(3), 3)
    whole = replay(EPIC, record, whole=True)
    assert all(step.moment.has_game for step in whole.steps)
    assert [step.state.to_json() for step in whole.steps] == [
        step.state.to_json() for step in replay(EPIC, record).steps
    ]


def test_replay_is_freed_without_garbage_collection() -> None:
    record, _, _ = play_game(EPIC, setup(4), 4)

    def judged() -> None:
        assert Analysis.of(replay(EPIC, record)).interpretations

    judged()
    gc.collect()
    gc.disable()
    try:
        judged()
        assert gc.collect() == 0
    finally:
        gc.enable()
