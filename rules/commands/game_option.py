"""The option ``--game`` of the commands that ask a game for more than its documents."""

from argparse import ArgumentParser, Namespace

from rules.games import GAMES, Game


def add_game_option(parser: ArgumentParser) -> None:
    """Let a command be asked of any game; the first one is meant where none is named."""
    usual = next(iter(GAMES))
    parser.add_argument("--game", default=usual, choices=sorted(GAMES), help=f"the game (default: {usual})")


def selected_game(arguments: Namespace) -> Game:
    """Return the game that the command line names."""
    return GAMES[arguments.game]
