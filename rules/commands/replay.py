"""``python -m rules replay FILE``: judge a record line by line, with the rules."""

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rules.commands import Subparsers
from rules.commands.card_file_option import CardFileUnreadableError, add_card_file_option, load_game
from rules.games import VERSIONS
from rules.judge.analysis.branch_comparison import RulingError
from rules.judge.analysis.report import Analysis
from rules.judge.board import JUDGE
from rules.judge.output.full_form import expand_record
from rules.judge.record import Problem, Record, RecordError, from_json, parse, write
from rules.judge.replay.replayer import replay
from rules.judge.replay.result import Replay
from rules.judge.replay.summary import summary
from rules.judge.replay.verdict import Verdict

CODES = {Verdict.LEGAL: 0, Verdict.ILLEGAL: 1, Verdict.UNDETERMINED: 3}
"""Exit codes; 2 is a record that cannot be read."""


def register(subparsers: Subparsers) -> None:
    """Add the command."""
    parser: ArgumentParser = subparsers.add_parser(
        "replay",
        help="replay the record of a game and say whether it was legal",
        description="Replay a record: the verdict first, then why and what it rests on, then each line with its rules "
        "and the table at the end. Exit code 0 legal or without plays, 1 illegal, 2 unreadable, 3 undetermined, "
        "70 internal error. "
        "The format of records is documented in rules/judge/RECORD.md.",
    )
    parser.add_argument("file", metavar="FILE", help="the record, as text or (name ending in .json) in its JSON form")
    parser.add_argument("--json", action="store_true", help="print verdict, timeline and final state as JSON")
    parser.add_argument(
        "--ruled", default="", metavar="WORDS", help="the right answer at an illegal line, to compare with"
    )
    parser.add_argument(
        "--versions",
        action="store_true",
        help="say what the other versions of the rules make of it even where they rule the same",
    )
    parser.add_argument(
        "--format", action="store_true", help="print the record in full instead: canonical form, no short words"
    )
    add_card_file_option(parser)
    parser.set_defaults(run=run)


def run(arguments: Namespace) -> int:
    """Replay the record of the command line."""
    try:
        record = read(arguments.file)
        if arguments.format:
            return show_in_full(arguments.file, record, arguments.cards)
        replayed = replay(load_game(record, arguments.cards), record)
        opinion = Analysis.of(replayed, arguments.ruled)
    except RulingError as error:
        sys.stderr.write(f"{arguments.file}: {error}\n")
        return 2
    except RecordError as error:
        if arguments.json:
            sys.stdout.write(json.dumps(unreadable_as_json(error), indent=1, ensure_ascii=False) + "\n")
        return report_errors(arguments.file, error)
    if arguments.json:
        output = as_json(replayed, opinion, versions=arguments.versions)
        sys.stdout.write(json.dumps(output, indent=1, ensure_ascii=False) + "\n")
    else:
        sys.stdout.write(report(replayed, opinion, versions=arguments.versions))
    return CODES[replayed.verdict]


def show_in_full(path: str, record: Record, cards: str = "") -> int:
    """Print a record in canonical form, expanded where it can be replayed."""
    try:
        full = expand_record(replay(load_game(record, cards), record))
    except RecordError as error:
        sys.stdout.write(write(record))
        return report_errors(path, error)
    sys.stdout.write(write(full))
    return 0


def report_errors(path: str, error: RecordError) -> int:
    """Print the errors of a record and return the exit code."""
    # Errors of a card file name the file themselves.
    location = "" if isinstance(error.__cause__, CardFileUnreadableError) else f"{path}: "
    for problem in error.problems:
        sys.stderr.write(f"{location}{problem.with_column}\n")
    return 2


def read(path: str) -> Record:
    """Return the record in a file.

    Raises:
        RecordError: the file does not exist or is no record.
    """
    try:
        data = Path(path).read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise RecordError(Problem(0, 0, f"cannot be opened: {reason}")) from None
    if not path.lower().endswith(".json"):
        return parse(data, versions_by_game=VERSIONS)
    try:
        return from_json(json.loads(data))
    except (ValueError, RecursionError) as error:
        raise RecordError(Problem(0, 0, f"is no JSON: {error}")) from None


def unreadable_as_json(error: RecordError) -> dict[str, Any]:
    """Return the JSON data for an invalid record."""
    problems = [
        {
            "line": problem.line, "column": problem.column, "message": problem.message, "found": problem.found,
            "unparsed": problem.unparsed, "expected": list(problem.expected),
        }
        for problem in error.problems
    ]  # fmt: skip
    return {
        "verdict": "unreadable", "sentence": str(error.problems[0]), "illegal": None, "undetermined": "",
        "errors": problems, "timeline": [], "final": None,
    }  # fmt: skip


def as_json(replayed: Replay, opinion: Analysis, *, versions: bool = False) -> dict[str, Any]:
    """Return the verdict as JSON data.

    The analysis, the timeline and the final board follow.
    """
    data = replayed.to_json()
    last = {key: data.pop(key) for key in ("timeline", "final")}
    verdict = {"verdict": data.pop("verdict"), **summary(replayed).to_json()}
    opinion_json = opinion.to_json(versions=versions)
    missing = {"missing_passes": opinion_json.pop("missing_passes")}
    return {**verdict, **missing, **data, **opinion_json, **last}


def report(replayed: Replay, opinion: Analysis, *, versions: bool = False) -> str:
    """Return the verdict, the analysis, the timeline and the final board as text."""
    parts = [
        list(_missing_passes(opinion)),
        list(_verdict(replayed)),
        list(_reasons(replayed)),
        list(opinion.text_lines(versions=versions)),
        list(_timeline(replayed)),
        [f"Then: {replayed.board(len(replayed.steps), JUDGE)}"],
    ]
    hashes = replayed.hashes
    parts.append([f"record {hashes.record}, rules {hashes.rules}, cards {hashes.cards}, engine {hashes.engine}"])
    return "\n\n".join("\n".join(rows) for rows in parts if rows) + "\n"


def _missing_passes(opinion: Analysis) -> Iterator[str]:
    """Yield the lines about missing passes, with the completed record."""
    missing = opinion.missing_passes
    if missing is not None:
        yield missing.sentence
        yield "The record with the passes inserted:"
        yield from (f"  {line}" for line in missing.record.splitlines())


def _verdict(replayed: Replay) -> Iterator[str]:
    """Yield the verdict, the reason, and the rule with its text."""
    illegal, short = replayed.illegal, summary(replayed)
    if illegal is not None:
        yield f"ILLEGAL at line {illegal.line}: {illegal.actor}: {illegal.as_written}"
    elif replayed.verdict is Verdict.UNDETERMINED:
        yield "UNDETERMINED"
    elif replayed.is_position:
        yield f"POSITION: no plays, rules version {replayed.version}"
    else:
        noun = "decision" if replayed.decisions == 1 else "decisions"
        yield f"LEGAL: {replayed.decisions} {noun}, rules version {replayed.version}"
    if illegal is not None and illegal.read:
        yield f"  read as: {illegal.actor}: {illegal.read}"
    yield short.sentence
    if short.rule:
        yield f"  {short.rule}: {' '.join(short.text.split()) or 'a source outside the rules documents'}"


def _reasons(replayed: Replay) -> Iterator[str]:
    """Yield every violation and the legal actions, or the ambiguity of the last line."""
    illegal = replayed.illegal
    if illegal is not None:
        # The first violation is the sentence above.
        yield from ["Further reasons:"] * (len(illegal.reasons) > 1)
        yield from (f"  {reason.rule}: {reason.text}" for reason in illegal.reasons[1:])
        if illegal.constraint:
            yield f"What is legal here{_how_many(illegal.count)}: {illegal.constraint}"
            yield from (f"    nearest: {line}" for line in illegal.legal)
        else:
            yield from ["  legal here, for example:"] * bool(illegal.legal)
            yield from (f"    {line}" for line in illegal.legal)
    if replayed.ambiguity:
        yield replayed.ambiguity


def _how_many(count: int | None) -> str:
    return f" ({count:,} ways)" if count is not None else ""


def _timeline(replayed: Replay) -> Iterator[str]:
    """Yield the legal lines with their rules and events."""
    for event, sentence in zip(replayed.initial_events, replayed.sentences(0, JUDGE), strict=True):
        yield f"        {sentence}  [{', '.join(event.rules)}]"
    for index, step in enumerate(replayed.steps, 1):
        yield f"{step.line:>4}  {step.actor}: {step.as_written}  [{', '.join(step.rules)}]"
        yield from (f"        read as: {step.actor}: {read}" for read in (step.read,) if read)
        yield from (f"        {sentence}" for sentence in replayed.sentences(index, JUDGE))
