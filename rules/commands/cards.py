"""``python -m rules cards QUERY``: list the cards that match a query."""

import json
import sys
from argparse import Namespace

from rules.card_search import QueryError, parse_query, suggest_queries
from rules.commands import Subparsers
from rules.commands.game_option import add_game_option, selected_game
from rules.invented_cards import FLAG, invented_cards, searched_cards

FOUND, NOTHING, WRONG = 0, 1, 2


def register(subparsers: Subparsers) -> None:
    """Add the subcommand ``cards``."""
    cards = subparsers.add_parser(
        "cards",
        help="find cards by what they are",
        description="List the cards that fit, such as 'a:wild t:champion off>=10 k:blitz \"break\"'. "
        "Exit code: 0 found, 1 no card fits, 2 the question cannot be read.",
    )
    cards.add_argument("query", metavar="QUERY", nargs="+", help="the question; quote it for your shell")
    add_game_option(cards)
    cards.add_argument("--json", action="store_true", help="print the facts of each card as a JSON list")
    cards.set_defaults(run=run)


def run(arguments: Namespace) -> int:
    """Print the cards; return the exit code."""
    game = selected_game(arguments)
    try:
        query = parse_query(" ".join(arguments.query), game.card_fields)
    except QueryError as error:
        tried = f"\nTry: {', '.join(error.suggestions)}" if error.suggestions else ""
        print(f"{error.underlined}\ncards: {error}{tried}", file=sys.stderr)
        return WRONG
    for reading in query.substitutions:
        print(f"{reading.asked} was read as {reading.used}", file=sys.stderr)
    if query.day is not None:
        print(f"Formats and bans as of {query.day.isoformat()}; on: with a date names another day", file=sys.stderr)
    through = searched_cards(game, query)
    cards = query.find(through, game.card_fields)
    if arguments.json:
        print(json.dumps([game.card_facts(card) for card in cards], ensure_ascii=False, indent=1))
    else:
        for card in cards:
            print("\n".join(game.describe_card(card).splitlines()[:2]))
        print(f"{len(cards)} card{'' if len(cards) == 1 else 's'}")
    apart = [] if FLAG in query.flags_asked else query.find(invented_cards(game), game.card_fields)
    if apart:
        fit = "card fits" if len(apart) == 1 else "cards fit"
        print(f"{len(apart)} invented {fit} besides; is:{FLAG} shows them", file=sys.stderr)
    if not cards and not apart and (meant := suggest_queries(query, through, game.card_fields)):
        print(f"Did you mean: {' · '.join(meant)}", file=sys.stderr)
    return FOUND if cards else NOTHING
