"""The registry of games: the one place, beside the command line, that knows games by name."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.card_search import Vocabulary
from rules.decks import Catalogue, Format
from rules.engine.game import Engine
from rules.epic import card_fields as epic_card_fields
from rules.epic import cards as epic_cards
from rules.epic import coverage as epic_coverage
from rules.epic import facts as epic_facts
from rules.epic import formats as epic_formats
from rules.epic import rulebooks as epic_rulebooks
from rules.epic.engine import ENGINE as EPIC_ENGINE
from rules.epic.interpretations import INTERPRETATIONS
from rules.epic.interpretations.procedure import PROCEDURE
from rules.epic.notation import NOTATION as EPIC_NOTATION
from rules.epic.precedents import PRECEDENTS as EPIC_PRECEDENTS
from rules.epic.view import VIEWS as EPIC_VIEWS
from rules.judge.errors import Problem, RecordError
from rules.judge.game import RecordNotation, Views
from rules.judge.model import Record
from rules.precedents import Precedent
from rules.rulebooks import Interpretation, Rulebook
from rules.rulebooks.exercised import Exercised


@dataclass(frozen=True)
class Game:
    """Everything the shared parts need to know about one game, handed to them as a value.

    Attributes:
        slug: the game's name in addresses and on the command line.
        name: the game's name on screen.
        cards: every card by name, in every printing.
        card_facts: what is known of one printing, as plain values.
        describe_card: the same for a terminal.
        card_fields: what a search can ask about a card.
        formats: its formats by slug.
        rulebooks: its rules documents by slug.
        interpretations: the numbered decisions where its documents are silent or contradict themselves, by id.
        coverage: which tests exercise each rule and interpretation, by citation.
        procedure: what tournament procedure says to some of these, apart from the rules, with its sources.
        engine: plays it; holds no state of its own.
        precedents: rulings that are known, by id.
        notation: writes and reads its answers and positions in records.
        views: shows its games to somebody, without what that viewer may not know.
        versions: the rules versions that the engine knows, the one to use without a wish first.
    """

    slug: str
    name: str
    cards: Catalogue[Any]
    card_facts: Callable[[Any], dict[str, Any]]
    describe_card: Callable[[Any], str]
    card_fields: Vocabulary[Any]
    formats: Mapping[str, Format]
    rulebooks: Mapping[str, Rulebook]
    interpretations: Mapping[str, Interpretation]
    coverage: Callable[[], Mapping[str, Exercised]]
    procedure: Mapping[str, tuple[str, tuple[str, ...]]]
    precedents: Mapping[str, Precedent]
    engine: Engine[Any]
    notation: RecordNotation[Any]
    views: Views[Any]
    versions: tuple[str, ...]

    def __reduce__(self) -> tuple[Callable[[str], "Game"], tuple[str]]:
        """Let copies and pickles hold the slug: there is one of each game, with functions that cannot be pickled."""
        return _named, (self.slug,)


def _named(slug: str) -> Game:
    return GAMES[slug]


EPIC = Game(
    slug="epic",
    name="Epic Card Game",
    cards=epic_cards.CATALOGUE,
    card_facts=epic_facts.facts,
    describe_card=epic_facts.describe,
    card_fields=epic_card_fields.FIELDS,
    formats=epic_formats.FORMATS,
    rulebooks=epic_rulebooks.RULEBOOKS,
    interpretations=INTERPRETATIONS,
    coverage=epic_coverage.coverage,
    procedure=PROCEDURE,
    precedents=EPIC_PRECEDENTS,
    engine=EPIC_ENGINE,
    notation=EPIC_NOTATION,
    views=EPIC_VIEWS,
    versions=EPIC_ENGINE.versions,
)

GAMES: Mapping[str, Game] = {game.slug: game for game in (EPIC,)}
"""Every game by slug."""


def game_of(record: Record) -> Game:
    """Return the game that a record is of.

    Raises:
        RecordError: nobody knows this game.
    """
    game = GAMES.get(record.game.casefold())
    if game is None:
        header = record.header("Game")
        place = header.place if header else record.headers[0].place
        message = f"no game is called {record.game!r}; known: {', '.join(GAMES)}"
        raise RecordError(Problem(place.line, place.column, message, record.game, tuple(GAMES)))
    return game
