"""``python -m rules explain FILE --line N``: explain one line.

Every rule is shown in full.
"""

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from typing import Any

from rules.commands import Subparsers
from rules.commands.card_file_option import add_card_file_option, load_game
from rules.commands.replay import CODES, read, report_errors
from rules.engine.log import Event
from rules.judge.analysis.applied_interpretations import applied_interpretations
from rules.judge.board import JUDGE
from rules.judge.record import RecordError
from rules.judge.record.model import Play
from rules.judge.replay.justification import justify_step
from rules.judge.replay.replayer import replay
from rules.judge.replay.result import Replay
from rules.judge.replay.summary import citations_in
from rules.judge.replay.verdict import Illegal


def register(subparsers: Subparsers) -> None:
    """Add the command."""
    parser: ArgumentParser = subparsers.add_parser(
        "explain",
        help="explain one line of a record: who did what, and why it is legal or not",
        description="Explain one line of a record, each play on it by itself: who did what, why it is legal or not, "
        "everything it caused, and each rule cited, in full. Line 0 is what happened before the first line. Exit "
        "codes: 0 the line is legal, 1 it is not, 2 it or the record cannot be read, 3 undetermined.",
    )
    parser.add_argument("file", metavar="FILE", help="the record, as text or (name ending in .json) in its JSON form")
    parser.add_argument("--line", type=int, required=True, metavar="N", help="the line in the file, from 1")
    parser.add_argument("--json", action="store_true", help="print the explanation as JSON")
    add_card_file_option(parser)
    parser.set_defaults(run=run)


def run(arguments: Namespace) -> int:
    """Explain the line."""
    try:
        record = read(arguments.file)
        replayed = replay(load_game(record, arguments.cards), record)
    except RecordError as error:
        return report_errors(arguments.file, error)
    output = explanation(replayed, arguments.line)
    if output is None:
        sys.stderr.write(f"{arguments.file}: {_missing(replayed, arguments.line)}\n")
        return 2
    if arguments.json:
        sys.stdout.write(json.dumps(output, indent=1, ensure_ascii=False) + "\n")
    else:
        sys.stdout.write("".join(f"{row}\n" for row in _rows(output)))
    return 0 if output["legal"] else CODES[replayed.verdict]


def _missing(replayed: Replay, line: int) -> str:
    """Return the error message for a line without an explanation."""
    plays = [play.place.line for play in replayed.record.plays]
    if line not in plays:
        near = min(plays, key=lambda each: abs(each - line), default=0)
        return f"line {line} is no play; the nearest one is line {near}" if near else "the record has no plays"
    if replayed.undetermined:
        return f"the replay does not come to line {line}: {replayed.undetermined}"
    illegal_line = replayed.illegal.line if replayed.illegal else 0
    return f"the replay does not come to line {line}: line {illegal_line} is illegal"


def explanation(replayed: Replay, line: int) -> dict[str, Any] | None:
    """Return the explanation of a line as JSON data.

    ``None`` if the replay has no such line. Several plays on the line are explained separately, in ``plays``.
    """
    plays = [_before_the_first(replayed)] if line == 0 else list(_plays_on(replayed, line))
    if len(plays) < 2:
        return plays[0] if plays else None
    return {"line": line, "legal": all(entry["legal"] for entry in plays), "plays": plays}


def _before_the_first(replayed: Replay) -> dict[str, Any]:
    entry = {"line": 0, "actor": "", "words": "before the first line", "legal": True}
    return {**entry, **_events_body(replayed, 0, replayed.initial_events, ())}


def _plays_on(replayed: Replay, line: int) -> Iterator[dict[str, Any]]:
    """Yield the explanation of each play on a line that the replay reaches."""
    for index, step in enumerate(replayed.steps, 1):
        if step.line == line:
            entry = {
                "line": line,
                "actor": step.actor,
                "words": step.as_written,
                "legal": True,
                "repeats": step.repeats,
            }
            entry |= {"read": step.read} if step.read else {}
            yield {
                **entry,
                **_decisive_reason(replayed, index),
                **_events_body(replayed, index, step.events, step.rules),
            }
    if replayed.illegal is not None and replayed.illegal.line == line:
        yield _illegal(replayed, replayed.illegal)
    play = replayed.remaining_plays[0] if replayed.undetermined and replayed.remaining_plays else None
    if play is not None and play.place.line == line:
        yield _left_open(replayed, play)


def _decisive_reason(replayed: Replay, index: int) -> dict[str, Any]:
    """Return the decisive reason why a step is legal; empty for repetitions."""
    if replayed.steps[index - 1].action is None:
        return {}
    justification = justify_step(replayed, index, JUDGE)
    return {"why": {"rule": justification.rule, "text": justification.text}}


def _illegal(replayed: Replay, illegal: Illegal) -> dict[str, Any]:
    """Return the explanation of the illegal line."""
    cited = [word for reason in illegal.reasons for word in (reason.rule, *citations_in(replayed.game, reason.text))]
    return {
        "line": illegal.line,
        "actor": illegal.actor,
        "words": illegal.as_written,
        "legal": False,
        **({"read": illegal.read} if illegal.read else {}),
        "reasons": [{"rule": reason.rule, "text": reason.text} for reason in illegal.reasons],
        "would_be_legal": list(illegal.legal),
        **({"constraint": illegal.constraint, "count": illegal.count} if illegal.constraint else {}),
        "events": [],
        **_in_full(replayed, cited),
    }


def _left_open(replayed: Replay, play: Play) -> dict[str, Any]:
    """Return the explanation of the line at which the verdict is undetermined."""
    reason = replayed.undetermined
    entry = {"line": play.place.line, "actor": play.actor, "words": play.words, "legal": False, "undetermined": reason}
    return {
        **entry,
        "reasons": [],
        "would_be_legal": [],
        "events": [],
        **_in_full(replayed, citations_in(replayed.game, reason)),
    }


def _events_body(replayed: Replay, index: int, events: Sequence[Event], rules: Sequence[str]) -> dict[str, Any]:
    sentences = replayed.sentences(index, JUDGE)
    events_json = [{"text": text, "rules": list(event.rules)} for event, text in zip(events, sentences, strict=True)]
    return {"events": events_json, **_in_full(replayed, [*rules, *(rule for event in events for rule in event.rules)])}


def _in_full(replayed: Replay, cited: Sequence[str]) -> dict[str, Any]:
    """Return each cited rule with its text, and each interpretation with its option."""
    texts = {rule.id: rule.text for book in replayed.game.rulebooks.values() for rule in book.rules}
    taken = {rest.id: rest for rest in applied_interpretations(replayed)}
    once = dict.fromkeys(cited)
    return {
        "rules": [{"rule": rule, "text": texts[rule]} for rule in once if rule in texts],
        "interpretations": [taken[rule].to_json() for rule in once if rule in taken],
    }


def _rows(entry: dict[str, Any]) -> Iterator[str]:
    if "plays" in entry:
        for index, play in enumerate(entry["plays"]):
            yield from [""] * bool(index)
            yield from _rows(play)
        return
    prefix = f"{entry['actor']}: " if entry["actor"] else ""
    yield f"Line {entry['line']}: {prefix}{entry['words']}"
    yield from (f"Interpreted as: {prefix}{read}" for read in (entry.get("read"),) if read)
    if entry.get("repeats"):
        yield "It repeats an action without alternatives that has already happened."
    if entry["legal"]:
        yield "Legal." + (" It caused:" if entry["events"] else "")
    elif "undetermined" in entry:
        yield f"Undetermined: {entry['undetermined']}"
    else:
        yield "Illegal:"
        yield from (f"  {reason['rule']}: {reason['text']}" for reason in entry["reasons"])
        if "constraint" in entry:
            ways = f" ({entry['count']:,} ways)" if entry["count"] is not None else ""
            yield f"  What is legal here{ways}: {entry['constraint']}"
        nearest = "nearest" if "constraint" in entry else "legal"
        yield from (f"  {nearest}: {words}" for words in entry["would_be_legal"])
    yield from (f"  {event['text']}  [{', '.join(event['rules'])}]" for event in entry["events"])
    yield from (
        f"Why it is legal: {justification['text']}  [{justification['rule']}]"
        for justification in (entry.get("why"),)
        if justification
    )
    for rule in entry["rules"]:
        yield ""
        yield rule["rule"]
        yield from (f"  {line}" for line in rule["text"].splitlines())
    for point in entry["interpretations"]:
        chosen = ", chosen for this game" if point["chosen"] else ""
        yield ""
        yield f"{point['id']}  {point['problem']}"
        yield f"  taken (reading {point['reading']}{chosen}): {point['taken']}"
        if "note" in point:
            yield f"  procedure, apart from the rules ({', '.join(point['sources'])}): {point['note']}"
