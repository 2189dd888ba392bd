"""An engine error in a what-if branch drops that branch and is reported; the verdict stands."""

import logging

import pytest

from rules.judge.analysis.applied_interpretations import compare_versions
from rules.judge.analysis.branch_comparison import compare_branches
from rules.judge.analysis.engine_errors import ENGINE_ERROR_TEXT
from rules.judge.analysis.report import Analysis
from rules.judge.replay.verdict import Verdict
from tests.rules.judge.disputed import judged

UNMET = "Anna: play White Dragon\nAnna: choose Kong, Lash"
FIELDS = {"Anna_hand": "White Dragon", "Anna_discard": "Kong, Lash"}
UNBUILT = f"{ENGINE_ERROR_TEXT} (IndexError); the verdict does not depend on it."


def test_what_if_of_unmet_condition_continues_as_if_it_were_met() -> None:
    """The recycling of White Dragon asks for an earlier 1-cost Good card."""
    replayed = judged(UNMET, **FIELDS)
    output = compare_branches(replayed)
    assert replayed.verdict is Verdict.ILLEGAL
    assert output is not None
    assert (output.claimed.impossible, output.claimed.stopped) == ("", "")
    assert ("Anna discard pile", "0 cards", "2 cards") in [(row.field, row.one, row.other) for row in output.rows]


def test_engine_error_in_what_if_drops_branch_and_is_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """What fails is a part of the engine that only courses use; it is broken on purpose, as nothing known breaks it."""

    def fails(*_: object) -> None:
        raise IndexError

    replayed = judged(UNMET, **FIELDS)
    monkeypatch.setattr(type(replayed.game.engine), "force", fails)
    with caplog.at_level(logging.ERROR):
        opinion = Analysis.of(replayed)
    assert opinion.comparison is not None
    assert (opinion.comparison.claimed.impossible, opinion.comparison.ruled.impossible) == (UNBUILT, "")
    assert [record.exc_info is not None for record in caplog.records] == [True]
    assert compare_versions(replayed)[0].same


def test_time_limit_in_what_if_is_not_an_engine_error(monkeypatch: pytest.MonkeyPatch) -> None:
    class LimitError(Exception):
        pass

    def stops(*_: object) -> None:
        raise LimitError

    replayed = judged(UNMET, **FIELDS)
    monkeypatch.setattr(type(replayed.game.engine), "force", stops)
    with pytest.raises(LimitError):
        Analysis.of(replayed)


@pytest.mark.parametrize(
    "play", ["Ben: play Ben: 5 to Anna", "Anna: use Anna", "Anna: play Anna", "Anna: resolve Ben: ally"]
)
def test_what_if_of_impossible_action_is_not_played(play: str) -> None:
    branches = f"Branch claimed\nBen: attack with Kong\n{play}\n\nBranch ruled\nAnna: pass\n"
    replayed = judged(f"Ben: pass\n\n{branches}", Anna_champion="Kong", Ben_champion="Kong")
    output = compare_branches(replayed)
    assert output is not None
    assert ENGINE_ERROR_TEXT not in f"{output.claimed.impossible} {output.claimed.stopped}"
