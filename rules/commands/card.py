"""``python -m rules card "NAME"``: what is known of a card, and whether the engine plays it."""

import json
import sys
from argparse import Namespace

from rules.commands import Subparsers
from rules.commands.game_option import add_game, game_asked
from rules.decks.wording import any_of, quoted

FOUND, NOT_FOUND = 0, 1


def register(subparsers: Subparsers) -> None:
    """Add ``card``."""
    card = subparsers.add_parser(
        "card",
        help="show a card",
        description="Show the facts of a card, every printing of it, and its rules text where the engine plays it. "
        "Exit code: 0 found, 1 no card has that name.",
    )
    card.add_argument(
        "name", metavar="NAME", nargs="+", help="the whole name; case, accents and punctuation do not count"
    )
    add_game(card)
    card.add_argument("--json", action="store_true", help="print the facts as JSON")
    card.set_defaults(run=run)


def run(arguments: Namespace) -> int:
    """Print one card; return the exit code."""
    game = game_asked(arguments)
    cards = game.cards
    written = " ".join(arguments.name)
    found = cards.find(written)
    if found is None:
        print(f"card: {_not_found(written, cards.candidates(written) or cards.suggest(written))}", file=sys.stderr)
        return NOT_FOUND
    preferred, *others = cards.printings(found.card.name)
    if arguments.json:
        facts = {**game.card_facts(preferred), "other_printings": [game.card_facts(other) for other in others]}
        print(json.dumps(facts, ensure_ascii=False, indent=1))
    else:
        print("\n\n".join(game.describe_card(printing) for printing in (preferred, *others)))
    return FOUND


def _not_found(written: str, near: tuple[str, ...]) -> str:
    """Return the complaint about a name that no card has, with what it may mean."""
    hint = f"did you mean {any_of(near[:8], more=len(near[8:]))}?" if near else "no name is close to it"
    return f"no card is called {quoted(written)}; {hint}"
