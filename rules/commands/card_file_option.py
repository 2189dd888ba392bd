"""The option ``--cards`` of commands that use an organiser's card file."""

from argparse import ArgumentParser

from rules.games import GAMES, Game, NoCardFileError, PlayableGame, game_for_record
from rules.judge.record import Problem, Record, RecordError


class CardFileUnreadableError(ValueError):
    """A card file is unreadable or invalid; each line of the message names the file."""


def add_card_file_option(parser: ArgumentParser) -> None:
    """Add the option ``--cards``."""
    parser.add_argument(
        "--cards",
        default="",
        metavar="FILE",
        help="the organiser's card file that the record is played with; one that names a file needs that version of it",
    )


def load_card_file(game: Game, path: str) -> Game:
    """Return a game with the cards of an organiser's card file added or replaced.

    Raises:
        CardFileUnreadableError: the file does not exist or is invalid, or the game has no card files.
    """
    # Slow to import, and only needed with a card file.
    from rules.decks.card_files import CardFileError, normalize  # noqa: PLC0415
    from rules.decks.files import UnreadableDeckError, read_bytes  # noqa: PLC0415

    try:
        content = read_bytes(path)
        return game.with_cards(normalize(content.decode("utf-8-sig")))
    except (UnreadableDeckError, NoCardFileError) as error:
        raise CardFileUnreadableError(str(error)) from error
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise CardFileUnreadableError(f"{path}: line {line}: this is no UTF-8: save the file as UTF-8") from error
    except CardFileError as error:
        raise CardFileUnreadableError("\n".join(f"{path}: {mistake}" for mistake in error.errors)) from error


def load_game(record: Record, path: str) -> PlayableGame:
    """Return the game of a record, with the card file of the command line, if any.

    Raises:
        RecordError: as ``rules.games.game_for_record``, or the card file is invalid.
    """
    game = GAMES.get(record.game.casefold())
    if not path or game is None:
        return game_for_record(record)
    try:
        return game_for_record(record, load_card_file(game, path))
    except CardFileUnreadableError as error:
        raise RecordError(*(Problem(0, 0, line) for line in str(error).splitlines())) from error
