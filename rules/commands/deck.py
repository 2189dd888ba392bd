"""``python -m rules deck check FILE --format FORMAT``: validate a decklist."""

import json
import re
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from datetime import date, datetime

from rules.commands import Subparsers
from rules.commands.card_file_option import CardFileUnreadableError, load_card_file
from rules.commands.game_option import add_game_option, selected_game
from rules.decks import (
    Catalogue,
    DeckCard,
    DeckReport,
    Format,
    ParsedDeck,
    PoolError,
    Problem,
    Unchecked,
    UnreadableDeckError,
    Verdict,
    decode,
    parse,
    read_file,
)
from rules.decks.formats import summary
from rules.games import Game

LEGAL, NOT_LEGAL, UNREADABLE, AS_FAR_AS_KNOWN = 0, 1, 2, 3

EXIT_CODES = {Verdict.LEGAL: LEGAL, Verdict.NOT_LEGAL: NOT_LEGAL, Verdict.AS_FAR_AS_KNOWN: AS_FAR_AS_KNOWN}


class _CallError(Exception):
    """An argument of the call is invalid; the message has one error a line."""


_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def register(subparsers: Subparsers) -> None:
    """Add the subcommand ``deck`` with its only action, ``check``."""
    deck = subparsers.add_parser("deck", help="check a decklist", description="Decklists.")
    actions = deck.add_subparsers(dest="action", metavar="ACTION", required=True)
    check: ArgumentParser = actions.add_parser(
        "check",
        help="say whether a list is legal in a format",
        description="Say whether a list is legal in a format, with every problem at once. "
        "Exit code: 0 legal, 1 not legal, 2 the list or the call cannot be read, 3 legal as far as known.",
    )
    check.add_argument("file", metavar="FILE", help="the list, one card a line; - reads it from standard input")
    add_game_option(check)
    check.add_argument("--format", required=True, help="the format, such as full-constructed")
    check.add_argument("--on", type=day, metavar="YYYY-MM-DD", help="the day whose ban list applies (default: today)")
    check.add_argument(
        "--pool",
        metavar="FILE",
        help="the cards that were dealt, drafted or opened, one card a line: the list is of them",
    )
    check.add_argument(
        "--cards", metavar="FILE", help="an organiser's card file, laid over what is known of the game's cards"
    )
    check.add_argument("--json", action="store_true", help="print the report as JSON")
    check.set_defaults(run=run)


def day(text: str) -> date:
    """Parse a date written as YYYY-MM-DD.

    Raises:
        ArgumentTypeError: it is no date.
    """
    if not _DAY.fullmatch(text):
        raise ArgumentTypeError(f"{text!r} is no day; write it as YYYY-MM-DD, like 2017-08-20")
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise ArgumentTypeError(f"{text!r} is no day of the calendar: {error}") from error


def run(arguments: Namespace) -> int:
    """Check one list and print the report; return the exit code."""
    try:
        format_, parsed = _parse_arguments(arguments, selected_game(arguments))
    except _CallError as error:
        print("\n".join(f"deck check: {line}" for line in str(error).splitlines()), file=sys.stderr)
        return UNREADABLE
    report = format_.check(parsed, arguments.on or datetime.now().astimezone().date())
    print(json.dumps(report.to_json(), ensure_ascii=False, indent=1) if arguments.json else as_text(report))
    return EXIT_CODES[report.verdict]


def _parse_arguments(arguments: Namespace, game: Game) -> tuple[Format, ParsedDeck[DeckCard]]:
    """Return the format, with its pool and cards, and the parsed list.

    Raises:
        _CallError: the format does not exist, or a file is invalid.
    """
    if arguments.cards is not None:
        game = _with_cards(game, arguments.cards)
    format_ = game.formats.get(arguments.format)
    if format_ is None:
        formats = ", ".join(game.formats)
        raise _CallError(f"there is no format {arguments.format!r}; choose from {formats}")
    if arguments.file == arguments.pool == "-":
        raise _CallError("list and pool cannot both come from standard input: write one of them to a file")
    if arguments.pool is not None:
        format_ = _with_pool(format_, arguments.pool, game.cards)
    parsed = parse(_text(arguments.file), game.cards)
    if parsed.is_empty:
        raise _CallError("no line names a card; write one card a line, like 3 Name")
    return format_, parsed


def _text(path: str) -> str:
    """Return the text of a list, from a file or from standard input (``-``)."""
    try:
        return decode(sys.stdin.buffer.read()) if path == "-" else read_file(path)
    except UnreadableDeckError as error:
        raise _CallError(str(error)) from error


def _with_pool(format_: Format, path: str, cards: Catalogue[DeckCard]) -> Format:
    """Return the format for lists built from the pool in a file."""
    try:
        return format_.with_pool(parse(_text(path), cards))
    except PoolError as error:
        raise _CallError("\n".join(f"{path}: {message}" for message in error.messages)) from error


def _with_cards(game: Game, path: str) -> Game:
    try:
        return load_card_file(game, path)
    except CardFileUnreadableError as error:
        raise _CallError(str(error)) from error


def as_text(report: DeckReport) -> str:
    """Return a report as text."""
    rows = [f"{report.format} on {report.on.isoformat()}: {summary(report)}"]
    if report.alignments:
        rows += ["", f"{'alignment':<12}{'free':>6}{'1-cost':>8}{'needed':>8}"]
    rows += [f"{name:<12}{each.zero:>6}{each.one:>8}{each.needed:>8}" for name, each in report.alignments.items()]
    for title, entries in (("problems", report.problems), ("warnings", report.warnings)):
        if entries:
            rows += ["", f"{title}:", *(_row(entry) for entry in entries)]
    if report.unchecked:
        rows += ["", "not checked:", *(f"{_row(each)}\n    settled by: {each.settled_by}" for each in report.unchecked)]
    return "\n".join(rows)


def _row(problem: Problem | Unchecked) -> str:
    """Return a problem or an unchecked condition, with its lines and rule."""
    location = ""
    if problem.lines:
        location = f"line{'' if len(problem.lines) == 1 else 's'} {', '.join(map(str, problem.lines))}: "
    return f"  {location}{problem.message} [{problem.code}; {problem.rule}]"
