"""The interpretations that a verdict depends on.

The verdicts of other rules versions are here too. The engine cites an interpretation wherever it applies one, so the
log and the violations name all of them.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from rules.frozen import frozen
from rules.judge.analysis.board_diff import Difference, differences
from rules.judge.analysis.engine_errors import ENGINE_ERRORS, log_engine_error
from rules.judge.board import JUDGE, Viewer
from rules.judge.record.errors import RecordError
from rules.judge.record.model import Record
from rules.judge.replay.replayer import replay
from rules.judge.replay.result import Replay

_CITED: Final = re.compile(r"\b[A-Z]{1,3}-\d{2,3}\b")
"""Matches the id of an interpretation of any game."""


@frozen
class AppliedInterpretation:
    """An interpretation that a verdict depends on.

    Attributes:
        id: its id.
        problem: what the printed rules leave open.
        option_text: the option in use, in words.
        index: the index of that option, from 0.
        chosen: whether it was chosen for this game and differs from the default of its rules version.
        line: the first line at which it applied; 0 before the first.
        is_reason: whether a violation of the illegal line cites it.
        note: a note on tournament procedure; usually empty.
        sources: ids of the rulings that the note is based on.
        changes: whether another option changes the verdict (``option_effects``); empty if not computed.
        other_options: the verdict under each other option.
    """

    id: str
    problem: str
    option_text: str
    index: int
    chosen: bool
    line: int
    is_reason: bool
    note: str = ""
    sources: tuple[str, ...] = ()
    changes: str = ""
    other_options: tuple["OtherOption", ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON data; options are numbered from 1, as in records."""
        others = [option.to_json() for option in self.other_options]
        return {
            "id": self.id,
            "problem": self.problem,
            "taken": self.option_text,
            "reading": self.index + 1,
            "chosen": self.chosen,
            "line": self.line,
            "reason": self.is_reason,
            **({"note": self.note, "sources": list(self.sources)} if self.note else {}),
            **({"changes": self.changes, "other_options": others} if self.changes else {}),
        }


@frozen
class OtherOption:
    """The verdict under another option of an interpretation.

    Attributes:
        index: the index of the option, from 0.
        text: the option in words.
        changes: ``yes``, ``no`` or ``undetermined``: whether the verdict or the illegal line changes.
        verdict: the verdict in words without hidden information, or why it is unknown.
    """

    index: int
    text: str
    changes: str
    verdict: str

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON data; options are numbered from 1, as in records."""
        return {"reading": self.index + 1, "text": self.text, "changes": self.changes, "verdict": self.verdict}


def applied_interpretations(replayed: Replay) -> tuple[AppliedInterpretation, ...]:
    """Return the interpretations a verdict depends on.

    Those of violations come first, the others by line.
    """
    reasons = dict.fromkeys(_ids_in_violations(replayed))
    lines: dict[str, int] = {}
    for line, cited in _citations_by_line(replayed):
        lines.setdefault(cited, line)
    illegal_line = replayed.illegal.line if replayed.illegal else 0
    applied = [
        _build_applied_interpretation(replayed, cited, lines.get(cited, illegal_line), reason=cited in reasons)
        for cited in {**reasons, **lines}
    ]
    return tuple(rest for rest in applied if rest is not None)


def _ids_in_violations(replayed: Replay) -> Iterator[str]:
    for reason in replayed.illegal.reasons if replayed.illegal else ():
        yield from _CITED.findall(f"{reason.rule} {reason.text}")
    yield from _CITED.findall(replayed.undetermined)


def _citations_by_line(replayed: Replay) -> Iterator[tuple[int, str]]:
    for event in replayed.initial_events:
        yield from ((0, rule) for rule in event.rules)
    for step in replayed.steps:
        yield from ((step.line, rule) for event in step.events for rule in event.rules)


def _build_applied_interpretation(
    replayed: Replay, cited: str, line: int, *, reason: bool
) -> AppliedInterpretation | None:
    point = replayed.game.interpretations.get(cited)
    if point is None:
        return None
    chosen = dict(replayed.initial_state.choices)
    index = chosen.get(cited, point.default_option(replayed.version))
    note, sources = replayed.game.procedure.get(cited, ("", ()))
    return AppliedInterpretation(
        cited, point.problem, point.options[index], index, cited in chosen, line, reason, note, sources
    )


@frozen
class VersionComparison:
    """A comparison of the verdict with that under another rules version or printing.

    Attributes:
        version: the other version.
        same: whether verdict and final board are the same.
        line: the first line that only one of them allows, or after which the boards differ; 0 before the first line.
        verdict_text: this verdict in words; empty if only the boards differ.
        other_verdict_text: the other verdict in words; empty if only the boards differ.
        board: the differences of the boards, this version's value first.
        verdict: the other verdict; empty if the record cannot be replayed.
        illegal: the line that is illegal there; 0 if there is none.
        differs: whether the verdict or the illegal line differs; differences of boards alone do not count.
    """

    version: str
    same: bool
    line: int = 0
    verdict_text: str = ""
    other_verdict_text: str = ""
    board: tuple[Difference, ...] = ()
    verdict: str = ""
    illegal: int = 0
    differs: bool = False

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON data."""
        rows = [{"field": row.field, "one": row.one, "other": row.other} for row in self.board]
        data = {"line": self.line, "verdict_text": self.verdict_text, "other_verdict_text": self.other_verdict_text}
        data |= {"board": rows, "verdict": self.verdict, "illegal": self.illegal, "differs": self.differs}
        return {"version": self.version, "same": self.same, **({} if self.same else data)}


def compare_versions(replayed: Replay, viewer: Viewer = JUDGE) -> tuple[VersionComparison, ...]:
    """Replay the record under each other rules version and return the comparisons."""
    return compare_versions_by_viewer(replayed, (viewer,))[0]


def compare_versions_by_viewer(
    replayed: Replay, viewers: Sequence[Viewer]
) -> tuple[tuple[VersionComparison, ...], ...]:
    """Return the comparisons with other rules versions for each of ``viewers``.

    The record is replayed once under each other version.
    """
    versions = [version for version in replayed.game.engine.versions if version != replayed.version]
    comparisons = [
        _compare_by_viewer(replayed, version, _with_version(replayed.record, version), viewers) for version in versions
    ]
    return tuple(tuple(each[number] for each in comparisons) for number in range(len(viewers)))


def compare_record(replayed: Replay, version: str, record: Record, viewer: Viewer) -> VersionComparison:
    """Compare a replay with that of the same record under another rules version.

    Args:
        replayed: the replay.
        version: the other version, or the description of another printing.
        record: the record under that version or printing.
        viewer: the viewer of the boards.
    """
    return _compare_by_viewer(replayed, version, record, (viewer,))[0]


def _compare_by_viewer(
    replayed: Replay, version: str, record: Record, viewers: Sequence[Viewer]
) -> list[VersionComparison]:
    try:
        other = replay(replayed.game, record)
    except RecordError as error:
        failed = VersionComparison(
            version, same=False, line=error.line, verdict_text=verdict_text(replayed), other_verdict_text=str(error)
        )
        return [failed] * len(viewers)
    except ENGINE_ERRORS as error:
        failed = VersionComparison(
            version,
            same=False,
            verdict_text=verdict_text(replayed),
            other_verdict_text=log_engine_error(f"rules version {version}", error),
        )
        return [failed] * len(viewers)
    ends = (replayed.verdict, replayed.illegal and replayed.illegal.line, len(replayed.steps))
    same_end = ends == (other.verdict, other.illegal and other.illegal.line, len(other.steps))
    last = min(len(replayed.steps), len(other.steps))
    if same_end and replayed.board(last, JUDGE) == other.board(last, JUDGE):
        return [VersionComparison(version, same=True)] * len(viewers)
    index = next((n for n in range(last + 1) if replayed.board(n, JUDGE) != other.board(n, JUDGE)), last)
    return [_compare_ends(replayed, other, version, index, viewer) for viewer in viewers]


def _compare_ends(replayed: Replay, other: Replay, version: str, index: int, viewer: Viewer) -> VersionComparison:
    """Return the comparison of two replays.

    Their boards first differ after ``index`` lines, or not at all.
    """
    ends = [(each.verdict, each.illegal and each.illegal.line, len(each.steps)) for each in (replayed, other)]
    rows = differences(replayed.board(index, viewer), other.board(index, viewer))
    line = replayed.steps[index - 1].line if index else 0
    verdict, illegal = str(other.verdict), other.illegal.line if other.illegal else 0
    if ends[0] == ends[1]:
        return VersionComparison(version, same=False, line=line, board=rows, verdict=verdict, illegal=illegal)
    if not rows:
        fails = [each.illegal.line for each in (replayed, other) if each.illegal]
        line = min(fails) if fails else line
    own_line = replayed.illegal.line if replayed.illegal else 0
    differs = (replayed.verdict, own_line) != (other.verdict, illegal)
    own_verdict, other_verdict = verdict_text(replayed), verdict_text(other)
    return VersionComparison(
        version,
        same=False,
        line=line,
        verdict_text=own_verdict,
        other_verdict_text=other_verdict,
        board=rows,
        verdict=verdict,
        illegal=illegal,
        differs=differs,
    )


def _with_version(record: Record, version: str) -> Record:
    headers = tuple(replace(each, value=version) if each.key == "Rules" else each for each in record.headers)
    return replace(record, headers=headers)


def verdict_text(replayed: Replay) -> str:
    """Return the verdict in words without hidden information."""
    if replayed.illegal is None:
        return str(replayed.verdict)
    first = replayed.illegal.public_reasons[0]
    return f"illegal at line {replayed.illegal.line}: {first.rule}: {first.text}"
