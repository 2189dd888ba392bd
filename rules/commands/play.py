"""``python -m rules play --decks A B --seed N``: a random legal game from two decklists, written down as a record."""

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from rules.commands import Subparsers
from rules.decks import LineStatus, UnreadableDeckError, parse, read_file
from rules.engine.decision import UndeterminedError
from rules.engine.game import Setup, State
from rules.games import GAMES, Game
from rules.judge.producing import play_game
from rules.judge.record import RecordError, write

PLAYERS = ("Anna", "Ben")


def register(subparsers: Subparsers) -> None:
    """Add the command."""
    parser: ArgumentParser = subparsers.add_parser(
        "play",
        help="play a random legal game and write its record",
        description="Play a random legal game between two decklists to its end and write its record. Replaying the "
        "record is legal and leads to the same final state: its hash, with decisions and winner, is told on one line "
        "on standard error, and is `final.digest` of `replay --json`. Exit "
        "code 2 when a deck cannot be read or played.",
    )
    parser.add_argument("--game", default="epic", choices=sorted(GAMES), help="the game (default: epic)")
    parser.add_argument("--decks", nargs=2, required=True, metavar="FILE", help="decklists of the two players")
    parser.add_argument("--players", nargs=2, default=PLAYERS, metavar="NAME", help="their names (default: Anna Ben)")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="what the choices come from (default: 0)")
    parser.add_argument("--version", metavar="VERSION", help="rules version (default: the newest)")
    parser.add_argument("--out", metavar="FILE", help="where to write the record (default: to the screen)")
    parser.set_defaults(run=run)


def run(arguments: Namespace) -> int:
    """Play the game of the command line."""
    game = GAMES[arguments.game]
    versions = {known.casefold(): known for known in game.versions}
    version = versions.get((arguments.version or game.versions[0]).casefold())
    if version is None:
        return _fail(f"{arguments.version!r} is no rules version of {game.name}; {' or '.join(game.versions)} is")
    try:
        decks = tuple(_deck(game, path) for path in arguments.decks)
        setup = Setup(tuple(arguments.players), decks, 0, version)
        record, final, decisions = play_game(game, setup, arguments.seed)
    except RecordError as error:
        return _fail(f"--players: {error.problems[0].message}")
    except (UnreadableDeckError, UndeterminedError, ValueError) as error:
        return _fail(str(error))
    text = write(record)
    if arguments.out is None:
        sys.stdout.write(text)
    else:
        try:
            Path(arguments.out).write_text(text, encoding="utf-8")
        except OSError as error:
            return _fail(f"{arguments.out}: {(error.strerror or str(error)).lower()}")
    sys.stderr.write(_ending(final, decisions))
    return 0


def _ending(final: State, decisions: int) -> str:
    """Return one line on how the game ended; replaying the record has to give the same final state."""
    winners = " and ".join(final.names[seat] for seat in final.winners)
    how = f"{winners} won" if winners else "drawn" if final.over else "not over"
    return f"{decisions} decisions, {how}, final state {final.digest()}\n"


def _fail(message: str) -> int:
    sys.stderr.write(f"{message}\n")
    return 2


def _deck(game: Game, path: str) -> tuple[str, ...]:
    """Return the names of the cards of a decklist file, one for each copy.

    Raises:
        UnreadableDeckError: the file cannot be read, or a line of it names no card.
    """
    parsed = parse(read_file(path), game.cards)
    wrong = [line for line in parsed.lines if line.status in (LineStatus.UNKNOWN, LineStatus.UNREADABLE)]
    if wrong:
        raise UnreadableDeckError("\n".join(f"{path}: line {line.number}: {line.message}" for line in wrong))
    names = tuple(card.name for card in parsed.deck.cards())
    if not names:
        raise UnreadableDeckError(f"{path}: there is no card in this list")
    return names
