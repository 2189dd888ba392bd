"""``python -m rules legal FILE``: list the legal actions at the end of a record."""

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from rules.commands import Subparsers
from rules.commands.card_file_option import add_card_file_option, load_game
from rules.commands.replay import CODES, read, report_errors
from rules.engine.game import Constraint
from rules.judge.record import RecordError
from rules.judge.replay.replayer import replay
from rules.judge.replay.result import Replay

if TYPE_CHECKING:
    from rules.engine.decision import Action

MAX_COUNTED: Final = 20_000
"""The maximum number of actions that are counted."""
MAX_LISTED: Final = 40
"""The maximum number of actions of one verb that are all listed."""
SHOWN_OF_MANY: Final = 12


def register(subparsers: Subparsers) -> None:
    """Add the command."""
    parser: ArgumentParser = subparsers.add_parser(
        "legal",
        help="list the legal actions where a record ends",
        description="List the legal actions where the record ends, or at its first line that is not legal. Actions "
        "are grouped by what is done; where there are very many (sets of blockers) they are counted and the first are "
        "shown; of divisions of damage it is said what they have in common, with the nearest to what was written. Exit "
        "codes as for replay: 0 legal so far, 1 illegal, 2 unreadable, 3 undetermined, 70 internal error.",
    )
    parser.add_argument("file", metavar="FILE", help="the record, as text or (name ending in .json) in its JSON form")
    parser.add_argument("--json", action="store_true", help="print the actions as JSON")
    add_card_file_option(parser)
    parser.set_defaults(run=run)


def run(arguments: Namespace) -> int:
    """List the legal actions."""
    try:
        record = read(arguments.file)
        replayed = replay(load_game(record, arguments.cards), record)
    except RecordError as error:
        return report_errors(arguments.file, error)
    output = answers(replayed)
    if arguments.json:
        sys.stdout.write(json.dumps(output, indent=1, ensure_ascii=False) + "\n")
    else:
        sys.stdout.write("".join(f"{row}\n" for row in _rows(output)))
    return CODES[replayed.verdict]


def answers(replayed: Replay) -> dict[str, Any]:
    """Return the pending decision and its legal actions as JSON data.

    The actions are grouped by verb.
    """
    state = replayed.final if replayed.disputed is None else replayed.disputed
    result: dict[str, Any] = {"verdict": str(replayed.verdict), "asked": "", "waiting": "", "rules": [], "groups": []}
    if state.pending is None:
        return result
    result["asked"] = state.names[state.pending.seat] if state.pending.seat >= 0 else "chance"
    result["waiting"] = replayed.game.views.board(state, "judge").waiting
    result["rules"] = list(state.pending.rules)
    line = replayed.illegal.text if replayed.illegal is not None else ""
    constraint = replayed.game.notation.constraint(state, line) if replayed.forced_actions is None else None
    return {
        **result,
        **(_actions_body(replayed, state) if constraint is None else _constraint_body(replayed, state, constraint)),
    }


def _constraint_body(replayed: Replay, state: Any, constraint: Constraint) -> dict[str, Any]:
    """Return legal actions by their common constraint, with a few of them."""
    words = [replayed.game.notation.render(state, action) for action in constraint.nearest]
    verb = constraint.nearest[0].verb if constraint.nearest else state.pending.kind
    group = {"verb": verb, "count": constraint.count, "constraint": constraint.text, "answers": words}
    return {"groups": [group], "count": constraint.count, "more": constraint.count is None}


def _actions_body(replayed: Replay, state: Any) -> dict[str, Any]:
    """Return the legal actions grouped by verb, up to the listing limit."""
    legal = replayed.game.engine.legal(state) if replayed.forced_actions is None else iter(replayed.forced_actions)
    groups: dict[str, list[Action]] = {}
    counted = 0
    for action in islice(legal, MAX_COUNTED):
        groups.setdefault(action.verb, []).append(action)
        counted += 1
    has_more = next(iter(legal), None) is not None
    result: list[dict[str, Any]] = []
    for verb, group in groups.items():
        listed = group if len(group) <= MAX_LISTED else group[:SHOWN_OF_MANY]
        words = [replayed.game.notation.render(state, action) for action in listed]
        result.append({"verb": verb, "count": len(group), "answers": words})
    return {"groups": result, "count": counted, "more": has_more}


def _rows(result: dict[str, Any]) -> Iterator[str]:
    if not result["asked"]:
        yield "The game is over: no decision is pending."
        return
    yield f"{result['waiting']}  [{', '.join(result['rules'])}]"
    for group in result["groups"]:
        answers = group["answers"]
        if "constraint" in group:
            yield f"  {group['verb']} ({'very many' if group['count'] is None else format(group['count'], ',')} ways)"
            yield f"    {group['constraint']}"
            yield from (f"    for example: {words}" for words in answers)
            return
        remaining = group["count"] - len(answers)
        yield f"  {group['verb']} ({group['count']})"
        yield from (f"    {result['asked']}: {words}" for words in answers)
        if remaining:
            yield f"    ... and {remaining} more"
    if result["more"]:
        yield f"  more than {result['count']} actions; the rest is not listed"
