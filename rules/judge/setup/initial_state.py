"""The initial state of a record.

Decks, setup and position, with errors at their lines.
"""

import re
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from rules import decks
from rules.decks.abbreviations import expand
from rules.engine.decision import SetupError, UndeterminedError
from rules.engine.game import Setup
from rules.judge.game import JudgedGame
from rules.judge.record.errors import Problem, RecordError
from rules.judge.record.model import Deck, DeckLine, PositionField, Record
from rules.judge.setup.ignored_decklists import ignored_decklist_errors, ignored_decklists
from rules.judge.setup.interpretations import options_from_header
from rules.judge.setup.printings import printings_from_header
from rules.judge.setup.seating import header_error, parse_gods, parse_teams, parse_variant
from rules.notation.position.errors import PositionError

if TYPE_CHECKING:
    from rules.decks import Catalogue, ParsedDeck

_COUNTED: Final = re.compile(r"^(\d{1,3})\s*[xX]?\s+(\S.*)$")


def build_setup(game: JudgedGame, record: Record) -> Setup:
    """Return the setup of a record: players, card names, first player, rules version.

    Raises:
        RecordError: another game, an unknown rules version, or a deck with lines that cannot be parsed.
    """
    problems: list[Problem] = []
    game_header, version = record.header("Game"), record.header("Rules")
    if game_header is not None and game_header.value.casefold() != game.slug.casefold():
        problems.append(
            header_error(
                game_header, f"this record is of the game {game_header.value!r}, not of {game.slug!r}", (game.slug,)
            )
        )
    versions = {known_version.casefold(): known_version for known_version in game.engine.versions}
    if version is not None and version.value.casefold() not in versions:
        known_version = game.engine.versions
        problems.append(
            header_error(
                version, f"{version.value!r} is no rules version; {' or '.join(known_version)} is", known_version
            )
        )
    problems += ignored_decklist_errors(record)
    without = {decklist.player for decklist in ignored_decklists(record)}
    lists = tuple(
        None if player in without else _deck_card_names(game, record.deck(player), problems)
        for player in record.players
    )
    choices = (*options_from_header(game, record, problems), *printings_from_header(game, record, problems))
    variant, teams, gods = (
        parse_variant(game, record, problems),
        parse_teams(record, problems),
        parse_gods(game, record, problems),
    )
    if problems:
        raise RecordError(*problems)
    rules_version = versions[record.version.casefold()]
    return Setup(record.players, lists, record.first, rules_version, variant, teams, gods, choices, cards=game.cards)


def _deck_card_names(game: JudgedGame, deck: Deck | None, problems: list[Problem]) -> tuple[str, ...] | None:
    """Return the card names of a deck, one for each copy.

    ``None`` for an unknown deck.
    """
    if deck is None or deck.lines is None:
        return None
    parsed = _parse_decklist("\n".join(expand_deck_line(game, line, problems) for line in deck.lines), game.cards)
    # A line with several cards is parsed as several lines of one number, so they are matched by number.
    for line in parsed.lines:
        if line.status in (decks.LineStatus.UNKNOWN, decks.LineStatus.UNREADABLE):
            line_text = deck.lines[line.number - 1]
            place = line_text.place
            problems.append(Problem(place.line, place.column, line.message, line_text.text, line.suggestions))
    return tuple(card.name for card in parsed.deck.cards())


@lru_cache(maxsize=64)
def _parse_decklist(text: str, cards: "Catalogue[Any]") -> "ParsedDeck[Any]":
    """Parse a decklist, cached: a verdict builds the same setup several times."""
    return decks.parse(text, cards)


def expand_deck_line(game: JudgedGame, line: DeckLine, problems: list[Problem]) -> str:
    """Return a deck line with its abbreviated card name in full.

    An ambiguous name is added to ``problems``.
    """
    match = _COUNTED.match(line.text)
    if not match or game.cards.find(match[2]) is not None:
        return line.text
    names = expand(match[2], game.cards.names)
    if len(names) > 1:
        message = f"{match[2]!r} could mean {' or '.join(names)}"
        problems.append(Problem(line.place.line, line.place.column, message, line.text, tuple(names)))
    return f"{match[1]} {names[0]}" if names else line.text


def initial_state(
    game: JudgedGame, record: Record, *, missed_trigger: Any = None, observer: Any = None, asked: set[int] | None = None
) -> Any:
    """Return the game that ``record`` begins with, advanced to its first decision.

    Args:
        game: the game.
        record: the record.
        missed_trigger: a trigger that the hypothetical game skips (``Setup``).
        observer: is called for automatic decisions (``Setup``).
        asked: collects the open rules that the game uses (``Setup``).

    Raises:
        RecordError: the decks or the position are invalid; lists every error with its line.
    """
    setup = replace(build_setup(game, record), missed_trigger=missed_trigger, observer=observer, used_options=asked)
    try:
        fields = position_fields(record)
        return game.engine.new_game(setup) if fields is None else game.notation.position(fields, setup)
    except PositionError as error:
        raise RecordError(*_position_errors(record, error)) from None
    except (SetupError, UndeterminedError) as error:
        # Errors of the engine concern the variant or teams, if they are stated, or the decks as a whole.
        places = [header.place for key in ("Teams", "Way") if (header := record.header(key)) is not None]
        at_decks = [deck.place for deck in record.decks if deck.lines is not None]
        place = next(iter((*places, *at_decks)), record.headers[0].place)
        raise RecordError(Problem(place.line, place.column, str(error))) from None


def position_fields(record: Record) -> dict[str, list[str]] | None:
    """Return the texts of each position field by key; ``None`` without a position."""
    if record.position is None:
        return None
    fields: dict[str, list[str]] = {}
    for field in record.position.fields:
        fields.setdefault(field.key, []).append(field.text)
    return fields


def _position_errors(record: Record, error: PositionError) -> list[Problem]:
    assert record.position is not None
    problems = []
    for position_error in error.errors:
        lines = [field for field in record.position.fields if field.key == position_error.key]
        field = lines[position_error.index] if position_error.index < len(lines) else None
        place = field.place if field is not None else record.position.place
        column = _error_column(field, position_error.message) if field is not None else place.column
        problems.append(Problem(place.line, column, position_error.message, field.text if field is not None else ""))
    return sorted(problems, key=lambda problem: (problem.line, problem.column))


_QUOTED: Final = re.compile(r"'([^']+)'|\"([^\"]+)\"")
_ABOUT: Final = re.compile(r"^([^:'\"]+): ")
MAX_WORDS: Final = 6
"""The number of words at the beginning of a message that may name the text it is about."""


def _error_column(field: PositionField, message: str) -> int:
    """Return the column of the text that an error message quotes or begins with."""
    quoted = [one or other for one, other in _QUOTED.findall(message)]
    if quoted[:1] == [field.key]:
        return field.place.column
    text, about = field.text.casefold(), _ABOUT.match(message)
    since = max(text.find(about[1].casefold()), 0) if about else 0
    words = message.partition(":")[0].split()
    begins = [" ".join(words[:count]) for count in range(min(len(words), MAX_WORDS), 0, -1)]
    for piece in (*quoted, *(begin for begin in begins if len(begin) > 1)):
        index = text.find(piece.casefold(), since)
        if index >= 0:
            return field.column(index)
    return field.column(0)
