"""``python -m rules card "NAME"``: show a card and whether the engine plays it."""

import json
import sys
from argparse import Namespace
from collections.abc import Sequence

from rules.commands import Subparsers
from rules.commands.card_file_option import CardFileUnreadableError, load_card_file
from rules.commands.game_option import add_game_option, selected_game
from rules.decks.catalogue import DeckCard
from rules.decks.messages import join_or, quote
from rules.games import Game
from rules.invented_cards import catalogue_with

FOUND, NOT_FOUND, UNREADABLE = 0, 1, 2


def register(subparsers: Subparsers) -> None:
    """Add the subcommand ``card``."""
    card = subparsers.add_parser(
        "card",
        help="show a card",
        description="Show the facts of a card, every printing of it, and its rules text where the engine plays it. "
        "Exit code: 0 found, 1 no card has that name, 2 the card file cannot be read, or the game has none to print.",
    )
    card.add_argument(
        "name", metavar="NAME", nargs="+", help="the whole name; case, accents and punctuation do not count"
    )
    add_game_option(card)
    group = card.add_mutually_exclusive_group()
    group.add_argument("--json", action="store_true", help="print the facts as JSON")
    group.add_argument(
        "--as-file", action="store_true", help="print it as a card file of the game has it, to begin one's own from"
    )
    card.add_argument(
        "--cards", default="", metavar="FILE", help="an organiser's card file that changes and adds cards"
    )
    card.set_defaults(run=run)


def run(arguments: Namespace) -> int:
    """Print one card; return the exit code."""
    game = selected_game(arguments)
    try:
        game = load_card_file(game, arguments.cards) if arguments.cards else game
    except CardFileUnreadableError as error:
        print(error, file=sys.stderr)
        return UNREADABLE
    name = " ".join(arguments.name)
    cards = catalogue_with(game, name) or game.cards
    card_match = cards.find(name)
    if card_match is None:
        print(f"card: {_not_found(name, cards.candidates(name) or cards.suggest(name))}", file=sys.stderr)
        return NOT_FOUND
    preferred, *others = cards.printings(card_match.card.name)
    if arguments.as_file:
        return _as_file(game, (preferred, *others))
    if arguments.json:
        facts = {**game.card_facts(preferred), "other_printings": [game.card_facts(other) for other in others]}
        print(json.dumps(facts, ensure_ascii=False, indent=1))
    else:
        print("\n\n".join(game.describe_card(printing) for printing in (preferred, *others)))
    return FOUND


def _as_file(game: Game, printings: Sequence[DeckCard]) -> int:
    """Print a card with all its printings as a card file."""
    write = game.card_files.write if game.card_files is not None else None
    if write is None:
        print(f"card: nothing writes card files of {game.name}", file=sys.stderr)
        return UNREADABLE
    print(write(printings), end="")
    return FOUND


def _not_found(name: str, near: tuple[str, ...]) -> str:
    """Return the message for an unknown card name, with suggestions."""
    hint = f"did you mean {join_or(near[:8], omitted=len(near[8:]))}?" if near else "no name is close to it"
    return f"no card is called {quote(name)}; {hint}"
