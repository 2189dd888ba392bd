"""``python -m rules replay FILE``: is what this record tells legal, line by line, and because of which rules?"""

import json
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from rules.commands import Subparsers
from rules.games import GAMES, game_of
from rules.judge.board import JUDGE, Board
from rules.judge.deviation import RulingError
from rules.judge.expanding import expanded
from rules.judge.opinion import Opinion
from rules.judge.record import Problem, Record, RecordError, from_json, parse, write
from rules.judge.replay import replay
from rules.judge.replayed import Replay
from rules.judge.verdict import Verdict

CODES = {Verdict.LEGAL: 0, Verdict.ILLEGAL: 1, Verdict.UNDETERMINED: 3}
"""Exit codes; 2 is a record that cannot be read."""


def register(subparsers: Subparsers) -> None:
    """Add the command."""
    parser: ArgumentParser = subparsers.add_parser(
        "replay",
        help="replay the record of a game and say whether it was legal",
        description="Replay a record: each line with its rules, then the verdict. Exit code 0 legal, 1 illegal, "
        "2 unreadable, 3 undetermined. The format of records is documented in rules/judge/RECORD.md.",
    )
    parser.add_argument("file", metavar="FILE", help="the record, as text or (name ending in .json) in its JSON form")
    parser.add_argument("--json", action="store_true", help="print verdict, timeline and final state as JSON")
    parser.add_argument(
        "--ruled", default="", metavar="WORDS", help="the right answer at an illegal line, to compare with"
    )
    parser.add_argument(
        "--format", action="store_true", help="print the record in full instead: canonical form, no short words"
    )
    parser.set_defaults(run=run)


def run(arguments: Namespace) -> int:
    """Replay the record of the command line."""
    try:
        record = read(arguments.file)
        if arguments.format:
            return show_in_full(arguments.file, record)
        replayed = replay(game_of(record), record)
        opinion = Opinion.of(replayed, arguments.ruled)
    except RulingError as error:
        sys.stderr.write(f"{arguments.file}: {error}\n")
        return 2
    except RecordError as error:
        return complain(arguments.file, error)
    if arguments.json:
        sys.stdout.write(json.dumps({**replayed.to_json(), **opinion.to_json()}, indent=1, ensure_ascii=False) + "\n")
    else:
        sys.stdout.write(report(replayed, opinion))
    return CODES[replayed.verdict]


def show_in_full(path: str, record: Record) -> int:
    """Print a record in canonical form, with everything in full as far as it can be replayed; return the exit code."""
    try:
        full = expanded(replay(game_of(record), record))
    except RecordError as error:
        sys.stdout.write(write(record))
        return complain(path, error)
    sys.stdout.write(write(full))
    return 0


def complain(path: str, error: RecordError) -> int:
    """Say what is wrong with the record in a file and return the exit code."""
    for problem in error.problems:
        sys.stderr.write(f"{path}: {problem}\n")
    return 2


def read(path: str) -> Record:
    """Return the record in a file.

    Raises:
        RecordError: there is no such file, or it holds no record.
    """
    try:
        data = Path(path).read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise RecordError(Problem(0, 0, f"cannot be opened: {reason}")) from None
    if not path.lower().endswith(".json"):
        return parse(data, known={slug: game.engine.versions for slug, game in GAMES.items()})
    try:
        return from_json(json.loads(data))
    except (ValueError, RecursionError) as error:
        raise RecordError(Problem(0, 0, f"is no JSON: {error}")) from None


def report(replayed: Replay, opinion: Opinion) -> str:
    """Return the timeline and the verdict for a terminal."""
    rows: list[str] = []
    for event, sentence in zip(replayed.opening_events, replayed.sentences(0, JUDGE), strict=True):
        rows.append(f"        {sentence}  [{', '.join(event.rules)}]")
    for index, step in enumerate(replayed.steps, 1):
        rows.append(f"{step.line:>4}  {step.actor}: {step.words}  [{', '.join(step.rules)}]")
        rows += [f"        {sentence}" for sentence in replayed.sentences(index, JUDGE)]
    rows += ["", *_table(replayed.board(len(replayed.steps), JUDGE)), ""]
    wrong = replayed.illegal
    if wrong is not None:
        rows.append(f"ILLEGAL at line {wrong.line}: {wrong.actor}: {wrong.text}")
        rows += [f"  {reason.rule}: {reason.text}" for reason in wrong.reasons]
        rows += ["  legal here, for example:"] * bool(wrong.legal) + [f"    {line}" for line in wrong.legal]
    elif replayed.verdict is Verdict.UNDETERMINED:
        rows.append(f"UNDETERMINED: {replayed.undetermined}")
    else:
        rows.append(f"LEGAL: {replayed.decisions} decisions, rules version {replayed.version}")
    if replayed.two_readings:
        rows.append(replayed.two_readings)
    rows += opinion.rows()
    hashes = replayed.hashes
    rows.append(f"record {hashes.record}, rules {hashes.rules}, cards {hashes.cards}, engine {hashes.engine}")
    return "\n".join(rows) + "\n"


def _table(board: Board) -> list[str]:
    """Return the table as it lies after the last legal line."""
    whose = f"turn {board.turn_number}, {board.turn}, " if board.turn else ""
    rows = [f"Then: {whose}{board.phase}; {board.waiting or 'nobody is asked anything'}"]
    for side in board.sides:
        totals = ", ".join(f"{value} {name}" for name, value in side.totals.items())
        cards = f" ({', '.join(side.hand.cards)})" if side.hand.cards else ""
        if side.out and not board.over:
            rows.append(f"  {side.player}: has left the game")
            continue
        beside = f"; beside the deck {', '.join(side.beside)}" if side.beside else ""
        rows.append(f"  {side.player}: {totals}; hand {side.hand.count}{cards}; deck {side.deck.count}{beside}")
        for piece in side.pieces:
            values = piece.values
            damage = f", {values['damage']} damage" if values.get("damage") else ""
            states = ", ".join((*piece.states, *piece.keywords))
            rows.append(f"    {piece.name} {values.get('offense')}/{values.get('defense')}{damage} ({states})")
    if board.over:
        rows.append(f"  {' and '.join(board.winners)} won." if board.winners else "  The game is drawn.")
    return rows
