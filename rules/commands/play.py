"""``python -m rules play --decks A B --seed N``: play a random legal game."""

import sys
from argparse import ArgumentParser, Namespace
from dataclasses import replace
from pathlib import Path
from random import Random

from rules.commands import Subparsers
from rules.commands.card_file_option import CardFileUnreadableError, load_card_file
from rules.commands.game_option import add_game_option, selected_game
from rules.decks import LineStatus, UnreadableDeckError, parse, read_file
from rules.engine.decision import UndeterminedError
from rules.engine.game import Setup, State
from rules.games import NoCardSetError, NoEngineError, PlayableGame, require_engine
from rules.judge.output.compact import write_compact
from rules.judge.output.random_play import play_game
from rules.judge.record import RecordError, new_record, write
from rules.judge.record import parse as parse_record
from rules.judge.setup.initial_state import build_setup

MIN_PLAYERS = 2
PLAYERS = ("Anna", "Ben", "Cem", "Dora", "Eva", "Finn", "Gus", "Hana")
"""The default player names, as many as decklists or the variant need."""


def register(subparsers: Subparsers) -> None:
    """Add the command."""
    parser: ArgumentParser = subparsers.add_parser(
        "play",
        help="play a random legal game and write its record",
        description="Play a random legal game between decklists to its end and write its record, in the short form "
        "(rules/judge/RECORD.md) with the seed for what chance brings, or in full. Replaying the record is "
        "legal and leads to the same final state: its hash, with decisions and winner, is printed on one line "
        "on standard error, and is `final.digest` of `replay --json`. Exit "
        "code 2 when a deck cannot be read or played.",
    )
    add_game_option(parser)
    parser.add_argument(
        "--decks",
        nargs="+",
        default=[],
        metavar="FILE",
        help="decklists in seat order, over again for more players (default: decks drawn by chance)",
    )
    parser.add_argument(
        "--cards",
        default="",
        metavar="SET_OR_FILE",
        help="a set of cards that comes with the game (`house set` of Champions), or an organiser's card file",
    )
    parser.add_argument("--players", nargs="+", metavar="NAME", help="their names (default: Anna Ben Cem ...)")
    parser.add_argument("--way", default="", metavar="WAY", help="the way of playing (default: the game's usual one)")
    parser.add_argument(
        "--teams", default="", metavar="TEAMS", help="who plays together: `Anna, Cem / Ben, Dora` (default: neighbours)"
    )
    parser.add_argument(
        "--gods",
        default="",
        metavar="GODS",
        help="cards that start next to a deck: `Anna: Lashnok, Worldbreaker / Ben: ...`",
    )
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="what the choices come from (default: 0)")
    parser.add_argument("--version", metavar="VERSION", help="rules version (default: the newest)")
    parser.add_argument("--full", action="store_true", help="write every name, verb and outcome of chance in full")
    parser.add_argument("--out", metavar="FILE", help="where to write the record (default: to the screen)")
    parser.set_defaults(run=run)


def run(arguments: Namespace) -> int:
    """Play the game of the command line."""
    try:
        game = require_engine(selected_game(arguments))
        # Random decks need cards that the engine plays, so a set that comes with the game is preferred.
        cards = arguments.cards or ("" if arguments.decks else next(iter(game.card_sets), ""))
        game = _with_cards(game, cards) if cards else game
    except (NoEngineError, NoCardSetError, CardFileUnreadableError) as error:
        return _fail(str(error))
    versions = {known_version.casefold(): known_version for known_version in game.versions}
    version = versions.get((arguments.version or game.usual_version).casefold())
    if version is None:
        return _fail(f"{arguments.version!r} is no rules version of {game.name}; {' or '.join(game.versions)} is")
    try:
        setup = _setup(game, arguments, version)
        record, final, decisions = play_game(game, setup, arguments.seed)
    except RecordError as error:
        return _fail("\n".join(problem.message for problem in error.problems))
    except (UnreadableDeckError, UndeterminedError, ValueError) as error:
        return _fail(str(error))
    try:
        _hand_out(write(record) if arguments.full else write_compact(game, record), arguments.out)
    except OSError as error:
        return _fail(f"{arguments.out}: {(error.strerror or str(error)).lower()}")
    sys.stderr.write(_describe_end(final, decisions))
    return 0


def _with_cards(game: PlayableGame, cards: str) -> PlayableGame:
    """Return a game with a set that comes with it, or with the card file at a path.

    Raises:
        NoCardSetError: there is neither. CardFileUnreadableError: the file is invalid.
    """
    is_file = cards.casefold() not in map(str.casefold, game.card_sets) and Path(cards).is_file()
    return require_engine(load_card_file(game, cards)) if is_file else game.with_set(cards)


def _hand_out(text: str, path: str | None) -> None:
    """Print a record, or write it to a file.

    Raises:
        OSError: the file cannot be written.
    """
    if path is None:
        sys.stdout.write(text)
    else:
        Path(path).write_text(text, encoding="utf-8")


def _setup(game: PlayableGame, arguments: Namespace, version: str) -> Setup:
    """Return the setup of the command line.

    Raises:
        UnreadableDeckError: a decklist is invalid. RecordError: names, variant, teams or gods are invalid.
    """
    chance = Random(arguments.seed)  # noqa: S311 - games, not secrets
    lists = [_deck(game, path) for path in arguments.decks]
    lists = lists or [game.engine.random_deck(chance, game.cards) for _ in range(MIN_PLAYERS)]
    variant = next((variant for variant in game.engine.variants if variant.casefold() == arguments.way.casefold()), "")
    names = tuple(arguments.players or PLAYERS[: max(len(lists), game.engine.variants.get(variant, 0))])
    extra = (("Way", arguments.way), ("Teams", arguments.teams), ("Gods", arguments.gods))
    headers = tuple((key, value) for key, value in extra if value)
    # Parsing the headers of a record validates the names.
    record = parse_record(write(new_record(game.slug, version, names, 0, headers)))
    decks = tuple(lists[seat % len(lists)] for seat in range(len(names)))
    return replace(build_setup(game, record), decks=decks)


def _describe_end(final: State, decisions: int) -> str:
    """Return one line on how the game ended; a replay has the same final state."""
    winners = " and ".join(final.names[seat] for seat in final.winners)
    how = f"{winners} won" if winners else "drawn" if final.over else "not over"
    return f"{decisions} decisions, {how}, final state {final.digest()}\n"


def _fail(message: str) -> int:
    sys.stderr.write(f"{message}\n")
    return 2


def _deck(game: PlayableGame, path: str) -> tuple[str, ...]:
    """Return the card names of a decklist file, one for each copy.

    Raises:
        UnreadableDeckError: the file is unreadable, or a line names no card.
    """
    parsed = parse(read_file(path), game.cards)
    unknown_lines = [line for line in parsed.lines if line.status in (LineStatus.UNKNOWN, LineStatus.UNREADABLE)]
    if unknown_lines:
        raise UnreadableDeckError("\n".join(f"{path}: line {line.number}: {line.message}" for line in unknown_lines))
    names = tuple(card.name for card in parsed.deck.cards())
    if not names:
        raise UnreadableDeckError(f"{path}: there is no card in this list")
    return names
