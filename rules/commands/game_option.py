"""The option ``--game``."""

from argparse import ArgumentParser, Namespace

from rules.games import GAMES, Game


def add_game_option(parser: ArgumentParser) -> None:
    """Add the option ``--game``; the default is the first game."""
    usual = next(iter(GAMES))
    parser.add_argument("--game", default=usual, choices=sorted(GAMES), help=f"the game (default: {usual})")


def selected_game(arguments: Namespace) -> Game:
    """Return the game of the command line."""
    return GAMES[arguments.game]
