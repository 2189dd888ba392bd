"""``python -m rules search QUESTION --rulebook RULEBOOK``: the rules that answer a question, best first."""

import argparse
import json
import sys

from rules.commands import Subparsers
from rules.commands.books import UnknownRulebookError, rulebook_named, shortened
from rules.search import rulebook_index

LIMIT = 8


def register(subparsers: Subparsers) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        "search",
        help="find the rule that answers a question",
        description="Print the rules that answer a question, best first. Exit code 1 when nothing is found, 2 for a "
        "rulebook that does not exist.",
    )
    parser.add_argument("question", nargs="+", help="words, a keyword of this or another game, or a rule's number")
    parser.add_argument("--rulebook", required=True, help="epic-complete, epic-rulebook or epic-procedures")
    parser.add_argument("--limit", type=_positive, default=LIMIT, help=f"at most so many rules ({LIMIT})")
    parser.add_argument("--json", action="store_true", help='print a list of {"rule", "heading", "score"}')
    parser.set_defaults(run=run)


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 up")
    return int(text)


def run(arguments: argparse.Namespace) -> int:
    """Print what is found and return the exit code."""
    try:
        rulebook = rulebook_named(arguments.rulebook)
    except UnknownRulebookError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    question = " ".join(arguments.question)
    results = rulebook_index(rulebook).search(question, arguments.limit)
    if arguments.json:
        hits = [{"rule": hit.id, "heading": rulebook.get(hit.id).title, "score": hit.score} for hit in results.hits]
        sys.stdout.write(json.dumps(hits, indent=2, ensure_ascii=False) + "\n")
    else:
        for change in results.changes:
            sys.stdout.write(f"(Showing {change.used} for {change.asked}.)\n")
        for hit in results.hits:
            sys.stdout.write(f"{hit.id}  {rulebook.get(hit.id).title}\n")
        if not results.hits:
            sys.stderr.write(f"{rulebook.title}: nothing found for {shortened(question)!r}\n")
    return 0 if results.hits else 1
