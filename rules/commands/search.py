"""``python -m rules search QUESTION --rulebook RULEBOOK``: find rules, best first.

``--game`` searches every document of a game; scores are comparable within one document only.
"""

import argparse
import json
import sys
from collections.abc import Iterator

from rules.commands import Subparsers
from rules.commands.documents import DOCUMENTS, UnknownRulebookError, find_rulebook, select_rulebooks, truncated
from rules.rulebooks import Rulebook
from rules.search import Results, rulebook_index

LIMIT = 8


def register(subparsers: Subparsers) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        "search",
        help="find the rule that answers a question",
        description="Print the rules that answer a question, best first, in one document or in each of a game's. Exit "
        "code 1 when nothing is found, 2 for a rulebook that does not exist.",
    )
    parser.add_argument("question", nargs="+", help="words, a keyword of this or another game, or a rule's number")
    group = parser.add_mutually_exclusive_group(required=True)
    group.add_argument("--rulebook", help="search this document, such as epic-complete")
    group.add_argument(
        "--game", choices=sorted(DOCUMENTS), help="search every document of this game, the one asked nearest first"
    )
    parser.add_argument("--limit", type=_positive, default=LIMIT, help=f"at most so many rules a document ({LIMIT})")
    parser.add_argument(
        "--json", action="store_true", help='print a list of {"rule", "heading", "score"}; with --game "rulebook" too'
    )
    parser.set_defaults(run=run)


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 up")
    return int(text)


def run(arguments: argparse.Namespace) -> int:
    """Print the search results and return the exit code."""
    try:
        books = [find_rulebook(arguments.rulebook)] if arguments.rulebook else list(select_rulebooks(arguments.game))
    except UnknownRulebookError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    question = " ".join(arguments.question)
    answers = [(book, rulebook_index(book).search(question, arguments.limit)) for book in books]
    # The document with the most similar known question comes first.
    answers.sort(key=lambda answer: -_nearness(answer[1]))
    if arguments.json:
        hits = [hit for book, results in answers for hit in _as_objects(book, results, named=not arguments.rulebook)]
        sys.stdout.write(json.dumps(hits, indent=2, ensure_ascii=False) + "\n")
    else:
        for book, results in answers:
            _print(book, results, question, named=not arguments.rulebook)
    return 0 if any(results.hits for _book, results in answers) else 1


def _nearness(results: Results) -> int:
    """Return the similarity of a question to the known questions of the best rule.

    0 for none.
    """
    return results.hits[0].similarity if results.hits else 0


def _as_objects(book: Rulebook, results: Results, *, named: bool) -> Iterator[dict[str, object]]:
    """Yield the results of a document, with its slug if several are searched."""
    for hit in results.hits:
        row = {"rule": hit.id, "heading": book.get(hit.id).title, "score": hit.score}
        yield {"rulebook": book.slug, **row} if named else row


def _print(book: Rulebook, results: Results, question: str, *, named: bool) -> None:
    """Print the results of a document, below its title if several are searched."""
    if named:
        sys.stdout.write(f"{book.title} ({book.slug})\n")
    for change in results.changes:
        sys.stdout.write(f"(Showing {change.used} for {change.asked}.)\n")
    for hit in results.hits:
        sys.stdout.write(f"{hit.id}  {book.get(hit.id).title}\n")
    if not results.hits:
        sys.stderr.write(f"{book.title}: nothing found for {truncated(question)!r}\n")
