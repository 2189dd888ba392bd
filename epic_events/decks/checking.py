"""Deck check of a text under the rules of an event."""

from collections import Counter
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils.translation import gettext as _

from epic_events.decks.context import DeckContext, EventCards
from epic_events.decks.models import CardPool, DeckVersion
from epic_events.events.models import Event
from epic_events.infra.errors import MissingError, UserError
from rules.decks import (
    DeckCard,
    Decklist,
    DeckReport,
    Format,
    Line,
    LineStatus,
    ParsedDeck,
    PoolError,
    Problem,
    UnreadableDeckError,
    decode,
    parse,
    replace_name,
    to_data,
)
from rules.decks.card_files import Source
from rules.games import Game

MAX_LENGTH = 20_000
"""Characters; a list of 60 cards has about 1,200."""


@dataclass(frozen=True)
class AlignmentRow:
    """One row of the alignment table.

    Attributes:
        name: the alignment.
        zero: number of free cards.
        one: number of cards that cost 1 gold.
        needed: number of cards costing 1 gold that the free cards require.
        scale: number of cards that a full bar stands for.
    """

    name: str
    zero: int
    one: int
    needed: int
    scale: int

    @property
    def slack(self) -> int:
        """Number of 1-cost cards above the requirement; negative if cards are missing."""
        return self.one - self.needed


@dataclass(frozen=True)
class CheckedLine:
    """One line of the text with its result.

    Attributes:
        source: how the event's card file affects the card; None if it does not.
    """

    line: Line[Any]
    problems: tuple[Problem, ...]
    source: Source | None = None

    @property
    def state(self) -> str:
        """``ok``, ``unsure`` or ``bad``.

        Empty for a line without a card, such as a comment.
        """
        if self.problems or self.line.status is LineStatus.UNREADABLE:
            return "bad"
        if self.line.status is LineStatus.UNKNOWN:
            return "unsure"
        return "ok" if self.line.status is LineStatus.OK else ""


@dataclass(frozen=True)
class CheckedList:
    """A parsed text with its deck check.

    Attributes:
        deck: the list as counted by the format; includes unknown names if the format counts them.
    """

    text: str
    game: Game
    parsed: ParsedDeck[Any]
    deck: Decklist[DeckCard]
    report: DeckReport

    @property
    def lines(self) -> list[CheckedLine]:
        """Results of the non-blank lines, in the order of the text."""
        problems_by_line = self.game.own.sources if self.game.own else {}
        return [
            CheckedLine(
                line, self.report.at_line(line.number), problems_by_line.get(line.card.name) if line.card else None
            )
            for line in self.parsed.lines
            if line.status is not LineStatus.BLANK
        ]

    @property
    def alignments(self) -> list[AlignmentRow]:
        """Rows of the alignment table."""
        counts = self.report.alignments
        scale = max([1, *(max(count.one, count.needed) for count in counts.values())])
        return [AlignmentRow(name, count.zero, count.one, count.needed, scale) for name, count in counts.items()]

    @property
    def elsewhere(self) -> list[Problem]:
        """Problems that belong to no single line, such as too few cards."""
        return [problem for problem in self.report.problems if not problem.lines]

    @property
    def example(self) -> list[str]:
        """Names of five cards of the game for the example list."""
        return [card.name for card in self.game.cards if card.is_deck_card][:5]

    @property
    def is_empty(self) -> bool:
        """True if no line has a card name."""
        return self.parsed.is_empty

    def stored_deck(self) -> dict[str, Any]:
        """Return the recognised cards in the form in which they are stored."""
        return to_data(self.deck)


def read_text(text: str, most: int = MAX_LENGTH) -> str:
    """Return a pasted list in the form in which it is stored.

    Args:
        text: the list.
        most: maximum number of characters.

    Raises:
        UserError: the text is empty, too long or binary.
    """
    if len(text) > most:
        message = _("The list is too long (%(length)d characters). Paste a single list, one card per line.") % {
            "length": len(text)
        }
        raise UserError(message, fields={"text": message})
    try:
        return decode(text.encode("utf-8"))
    except (UnreadableDeckError, UnicodeEncodeError) as error:
        message = _("This is not a decklist. Enter one card per line, like “3 Name”.")
        if not text.strip():
            message = _("The list is empty. Enter one card per line, like “3 Name”.")
        raise UserError(message, fields={"text": message}) from error


def read_upload(data: bytes, most: int = MAX_LENGTH) -> str:
    """Return the text of an uploaded file; see :func:`read_text`.

    Raises:
        UserError: the file is empty, too long or binary.
    """
    try:
        return read_text(decode(data), most)
    except UnreadableDeckError as error:
        raise UserError(str(error), fields={"file": str(error)}) from error


def check(deck: DeckContext, text: str) -> CheckedList:
    """Check a text for the context's cards, format and pool.

    The rules are those of the event's local date.

    Raises:
        MissingError: there is no such game or format.
        StateError: the card file of the event is no longer valid.
    """
    return check_stored(deck.game, deck.format_slug, deck.event.local_date, text, deck.pool.text if deck.pool else None)


def check_stored(game: Game, format_slug: str, on: date, text: str, pool: str | None) -> CheckedList:
    """Check a text as :func:`check_text` does, ignoring an invalid pool.

    A stored pool becomes invalid if the cards of the event change. The list is then provisionally legal at best.

    Raises:
        MissingError: there is no such format.
    """
    try:
        return check_text(game, format_slug, on, text, pool)
    except InvalidPoolError:
        return check_text(game, format_slug, on, text)


def check_text(game: Game, format_slug: str, on: date, text: str, pool: str | None = None) -> CheckedList:
    """Check a text against a format on a given date.

    Args:
        game: the game with the cards to use.
        format_slug: slug of the format.
        on: the date whose rules apply.
        text: the list.
        pool: the pool of the list, one card per line; None if unknown.

    Raises:
        InvalidPoolError: the format has no pools, or the pool has lines with errors.
        MissingError: there is no such format.
    """
    deck_format = get_format(game, format_slug)
    if pool is not None:
        try:
            deck_format = deck_format.with_pool(parse(pool, game.cards))
        except PoolError as error:
            raise InvalidPoolError(error) from error
    parsed = parse(text, game.cards)
    return CheckedList(text, game, parsed, deck_format.with_uncatalogued_cards(parsed), deck_format.check(parsed, on))


def get_format(game: Game, format_slug: str) -> Format:
    """Return a format of a game.

    Raises:
        MissingError: there is no such format; the message lists the formats of the game.
    """
    deck_format = game.formats.get(format_slug)
    if deck_format is None:
        raise MissingError(
            _("The format “%(format)s” does not exist. Formats of %(game)s: %(known)s.")
            % {"format": format_slug, "game": game.name, "known": ", ".join(game.formats)}
        )
    return deck_format


class InvalidPoolError(UserError):
    """Raised if a pool has lines that cannot be parsed."""

    def __init__(self, error: PoolError) -> None:
        self.problems = error.problems
        super().__init__(str(error), fields={"pool": str(error)})


def use_suggestion(game: Game, text: str, number: int, name: str) -> str:
    """Replace the unknown name in one line by one of the names suggested for it.

    The rest of the line is unchanged. A name that was not suggested changes nothing.
    """
    return replace_name(text, number, name, game.cards)


def is_stale(
    version: DeckVersion, event: Event, format_slug: str, cards: EventCards, pool: CardPool | None = None
) -> bool:
    """Return True if format, date, cards or pool changed since the list was checked.

    Args:
        version: the list.
        event: its event.
        format_slug: format of the stage that the list is for.
        cards: current cards of the event.
        pool: current pool of the player; None without one.
    """
    checked = (version.format, version.checked_on, version.card_pool, version.pool_id)
    return checked != (format_slug, event.local_date, cards.pool, pool.pk if pool else None)


def difference(before: DeckVersion | None, after: DeckVersion) -> list[tuple[int, str]]:
    """Return the changes between two versions as pairs of added copies and card name."""
    old, new = (Counter(_copies(version)) if version else Counter() for version in (before, after))
    return [(new[name] - old[name], name) for name in sorted({*old, *new}) if new[name] != old[name]]


def _copies(version: DeckVersion) -> dict[str, int]:
    """Return the copies of every card, main deck and sideboard together."""
    copies: Counter[str] = Counter()
    for section in version.deck.values():
        for entry in section:
            copies[entry["name"]] += entry["quantity"]
    return dict(copies)
