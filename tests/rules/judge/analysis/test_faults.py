"""A fault of the engine while a course is imagined costs that course, and is told; the verdict stands."""

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


def test_what_a_condition_keeps_from_being_asked_is_imagined_as_if_it_had_been() -> None:
    """The recycling of White Dragon asks for an earlier 1-cost Good card."""
    replayed = judged(UNMET, **FIELDS)
    output = compare_branches(replayed)
    assert replayed.verdict is Verdict.ILLEGAL
    assert output is not None
    assert (output.claimed.impossible, output.claimed.stopped) == ("", "")
    assert ("Anna discard pile", "0 cards", "2 cards") in [(row.field, row.one, row.other) for row in output.rows]


def test_a_fault_costs_the_course_and_is_told_and_logged(
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


def test_a_time_limit_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
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
def test_what_cannot_be_an_answer_at_all_is_not_imagined_either(play: str) -> None:
    branches = f"Branch claimed\nBen: attack with Kong\n{play}\n\nBranch ruled\nAnna: pass\n"
    replayed = judged(f"Ben: pass\n\n{branches}", Anna_champion="Kong", Ben_champion="Kong")
    output = compare_branches(replayed)
    assert output is not None
    assert ENGINE_ERROR_TEXT not in f"{output.claimed.impossible} {output.claimed.stopped}"
