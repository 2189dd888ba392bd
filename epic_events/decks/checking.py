"""What the rules say about a text, put together for one event: the bridge from a stage to the deck check."""

import hashlib
from collections import Counter
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import Any

from django.utils.translation import gettext as _

from epic_events.decks.card_files.current import current_card_file, get_game, load_game_with_cards
from epic_events.decks.event_rules.current import current_deck_rules
from epic_events.decks.models import CardFile, CardPool, DeckRules, DeckVersion
from epic_events.decks.requirements.deadlines import decklist_stage
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
from rules.games import GAMES, Game

LONGEST = 20_000
"""Characters; a list of 60 cards has about 1,200."""


@dataclass(frozen=True)
class AlignmentRow:
    """One line of the table of alignments.

    Attributes:
        name: the alignment.
        zero: free cards.
        one: cards costing 1 gold.
        needed: cards costing 1 that the free ones ask for.
        scale: the longest bar of the table, in cards.
    """

    name: str
    zero: int
    one: int
    needed: int
    scale: int

    @property
    def slack(self) -> int:
        """How many cards costing 1 there are above what is needed; negative when some are missing."""
        return self.one - self.needed


@dataclass(frozen=True)
class CheckedLine:
    """One line of the text with everything there is to say about it.

    Attributes:
        source: what the event's card file has to do with its card; None where that is nothing.
    """

    line: Line[Any]
    problems: tuple[Problem, ...]
    source: Source | None = None

    @property
    def state(self) -> str:
        """``ok``, ``unsure``, ``bad``, or empty for a line that names no card, such as a comment."""
        if self.problems or self.line.status is LineStatus.UNREADABLE:
            return "bad"
        if self.line.status is LineStatus.UNKNOWN:
            return "unsure"
        return "ok" if self.line.status is LineStatus.OK else ""


@dataclass(frozen=True)
class CheckedList:
    """A text, understood and judged.

    Attributes:
        deck: the list as its format counts it, with the names no card has where those count as cards.
    """

    text: str
    game: Game
    parsed: ParsedDeck[Any]
    deck: Decklist[DeckCard]
    report: DeckReport

    @property
    def lines(self) -> list[CheckedLine]:
        """The answer to every line that is not blank, in the player's order."""
        told = self.game.own.sources if self.game.own else {}
        return [
            CheckedLine(line, self.report.at_line(line.number), told.get(line.card.name) if line.card else None)
            for line in self.parsed.lines
            if line.status is not LineStatus.BLANK
        ]

    @property
    def alignments(self) -> list[AlignmentRow]:
        """The table of alignments."""
        counts = self.report.alignments
        scale = max([1, *(max(count.one, count.needed) for count in counts.values())])
        return [AlignmentRow(name, count.zero, count.one, count.needed, scale) for name, count in counts.items()]

    @property
    def elsewhere(self) -> list[Problem]:
        """The problems that belong to no single line, such as too few cards."""
        return [problem for problem in self.report.problems if not problem.lines]

    @property
    def example(self) -> list[str]:
        """Names of five cards of the game, to show how a list is written."""
        return [card.name for card in self.game.cards if card.is_deck_card][:5]

    @property
    def is_empty(self) -> bool:
        """Whether no line even tries to name a card."""
        return self.parsed.is_empty

    def stored_deck(self) -> dict[str, Any]:
        """Return the cards that were understood, as they are stored."""
        return to_data(self.deck)


@dataclass(frozen=True)
class EventCards:
    """The cards that the lists of an event are checked against.

    Attributes:
        slug: of the game.
        file: the version of the event's card file that counts; None without one.
        rules: what its organisers say of decks; None where they say nothing.
    """

    slug: str
    file: CardFile | None = None
    rules: DeckRules | None = None

    @property
    def hashes(self) -> tuple[str, str]:
        """What tells the file from another one, and the rules; empty for none."""
        return self.file.hash if self.file else "", self.rules.hash if self.rules else ""

    @property
    def game(self) -> Game:
        """The game with these cards.

        Raises:
            MissingError: the registry does not hold it.
            StateError: the card file cannot be read any more.
        """
        return load_game_with_cards(self.slug, *self.hashes)

    @property
    def pool(self) -> str:
        """A name for these cards, which lists keep: another one as soon as a fact or a list of cards is another."""
        return "+".join([card_pool(self.slug), *(each[:12] for each in self.hashes if each)])


def cards_of(event: Event) -> EventCards:
    """Return the cards that an event is played with now, and what is said of its decks.

    One query, and one more where its game reads card files.
    """
    return EventCards(event.game, current_card_file(event), current_deck_rules(event))


def game_of(event: Event) -> Game:
    """Return the game an event plays, with the cards of its card file.

    Raises:
        MissingError: when the registry does not hold it.
        StateError: the card file cannot be read any more.
    """
    get_game(event.game)
    return cards_of(event).game


def format_of(event: Event) -> str:
    """Return the slug of the format in which an event's lists are checked now: that of the stage they are for."""
    stage = decklist_stage(event)
    return stage.deck_format if stage else event.format


@cache
def card_pool(game: str) -> str:
    """Return a name for the cards of a game as this site knows them: it changes when a fact about a card does."""
    facts = sorted(
        f"{card.name}|{card.cost}|{','.join(card.deck_alignments)}|{card.is_deck_card}" for card in GAMES[game].cards
    )
    return f"{game}-{len(facts)}-{hashlib.sha256(chr(10).join(facts).encode()).hexdigest()[:12]}"


def read_text(text: str, most: int = LONGEST) -> str:
    """Return a pasted list as it is kept.

    Args:
        text: it.
        most: how many characters it may have.

    Raises:
        UserError: when it is empty, too long or no text.
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


def read_upload(data: bytes, most: int = LONGEST) -> str:
    """Return the text of an uploaded file; see :func:`read_text`.

    Raises:
        UserError: when it is empty, too long or no text.
    """
    try:
        return read_text(decode(data), most)
    except UnreadableDeckError as error:
        raise UserError(str(error), fields={"file": str(error)}) from error


def check(event: Event, text: str, cards: EventCards | None = None, pool: CardPool | None = None) -> CheckedList:
    """Judge a text by the rules of an event: its game, its cards, its format and the date on the wall there.

    Args:
        event: whose rules.
        text: the list.
        cards: those of the event, where they are known already.
        pool: what the list is built from; None while nobody has written it down.

    Raises:
        MissingError: when this site does not know the game or the format.
        StateError: when the event's card file cannot be read any more.
    """
    game = (cards or cards_of(event)).game
    return check_stored(game, format_of(event), event.local_date, text, pool.text if pool else None)


def check_stored(known: Game, format_slug: str, on: date, text: str, pool: str | None) -> CheckedList:
    """Judge a text as :func:`check_by` does, with a pool that was read when it was written down.

    One that cannot be read any more, because the cards of the event are others now, counts as none: the list is legal
    as far as known then.

    Raises:
        MissingError: when this site does not know the format.
    """
    try:
        return check_text(known, format_slug, on, text, pool)
    except InvalidPoolError:
        return check_text(known, format_slug, on, text)


def check_text(known: Game, format_slug: str, on: date, text: str, pool: str | None = None) -> CheckedList:
    """Judge a text by a format on a day.

    Args:
        known: the game, with the cards that count.
        format_slug: the format's.
        on: the day whose rules apply.
        text: the list.
        pool: the cards that the list is built from, one card a line; None while nobody has told them.

    Raises:
        MissingError: when this site does not know the format.
        PoolRefusedError: when the format builds from no pool, or lines of the pool cannot be read; names every one.
    """
    deck_format = get_format(known, format_slug)
    if pool is not None:
        try:
            deck_format = deck_format.with_pool(parse(pool, known.cards))
        except PoolError as error:
            raise InvalidPoolError(error) from error
    parsed = parse(text, known.cards)
    return CheckedList(text, known, parsed, deck_format.with_uncatalogued_cards(parsed), deck_format.check(parsed, on))


def get_format(known: Game, format_slug: str) -> Format:
    """Return a format of a game.

    Raises:
        MissingError: this site does not know it; says which it knows.
    """
    deck_format = known.formats.get(format_slug)
    if deck_format is None:
        raise MissingError(
            _("The format “%(format)s” does not exist. Formats of %(game)s: %(known)s.")
            % {"format": format_slug, "game": known.name, "known": ", ".join(known.formats)}
        )
    return deck_format


class InvalidPoolError(UserError):
    """What was given as a pool is none; names every line that cannot be read."""

    def __init__(self, error: PoolError) -> None:
        self.problems = error.problems
        super().__init__(str(error), fields={"pool": str(error)})


def use_suggestion(event: Event, text: str, number: int, name: str) -> str:
    """Return the text with the unknown name in one line replaced by a name that was offered for it.

    Everything else of the line stays as the player typed it. What was not offered changes nothing.

    Raises:
        MissingError: when this site does not know the game.
    """
    return replace_name(text, number, name, game_of(event).cards)


def is_stale(
    version: DeckVersion, event: Event, format_slug: str, cards: EventCards, pool: CardPool | None = None
) -> bool:
    """Whether what a list was checked by is not what counts any more: format, date, cards or the pool it is built from.

    Args:
        version: the list.
        event: where it is handed in.
        format_slug: of the stage it is for.
        cards: those of the event now.
        pool: the one that counts now; None without one.
    """
    checked = (version.format, version.checked_on, version.card_pool, version.pool_id)
    return checked != (format_slug, event.local_date, cards.pool, pool.pk if pool else None)


def difference(before: DeckVersion | None, after: DeckVersion) -> list[tuple[int, str]]:
    """Return what changed from one version to the next: (copies more or fewer, name), by name."""
    old, new = (Counter(_copies(version)) if version else Counter() for version in (before, after))
    return [(new[name] - old[name], name) for name in sorted({*old, *new}) if new[name] != old[name]]


def _copies(version: DeckVersion) -> dict[str, int]:
    """Return the copies of every card, main deck and sideboard together."""
    copies: Counter[str] = Counter()
    for section in version.deck.values():
        for entry in section:
            copies[entry["name"]] += entry["quantity"]
    return dict(copies)
