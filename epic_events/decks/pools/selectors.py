"""What pages and the API read about the pools of an event."""

from dataclasses import dataclass

from epic_events.decks.checking import format_of, game_of
from epic_events.decks.models import CardPool, DeckVersion
from epic_events.decks.pools.current import current_pools
from epic_events.decks.presentation import url_of
from epic_events.events.models import Event, Registration
from rules.decks import Format, PoolError, Section, parse
from rules.decks.names import fold
from rules.games import Game


@dataclass(frozen=True)
class PoolRow:
    """One entry on the staff's list of pools."""

    registration: Registration
    pool: CardPool | None


@dataclass(frozen=True)
class PoolCard:
    """One card of a pool, and what the list does with it.

    Attributes:
        name: of the card.
        url: the card's page; empty when nobody knows the card any more.
        given: copies in the pool.
        main: copies in the deck.
        side: copies in the sideboard.
    """

    name: str
    url: str
    given: int
    main: int = 0
    side: int = 0

    @property
    def left(self) -> int:
        """Copies that the list leaves out; negative when it has more than were given."""
        return self.given - self.main - self.side

    @property
    def is_short(self) -> bool:
        """Whether the list has more copies than were given."""
        return self.left < 0


@dataclass(frozen=True)
class PoolDetail:
    """A pool laid out for reading.

    Attributes:
        cards: of the pool in its order, then those that only the list has.
        warnings: what is wrong with the pool itself.
        mistakes: why it cannot be read any more with the cards of now.
    """

    cards: tuple[PoolCard, ...]
    warnings: tuple[str, ...] = ()
    mistakes: tuple[str, ...] = ()


def build_standing_rows(event: Event) -> list[PoolRow]:
    """Return a row for every player who is in the event or waits, by name; for its staff only.

    The number of queries is the same, however many there are.
    """
    entries = list(event.registrations.exclude(status=Registration.Status.WITHDRAWN).order_by("name", "pk"))
    pools = current_pools(event, format_of(event), [entry.pk for entry in entries])
    return [PoolRow(entry, pools.get(entry.pk)) for entry in entries]


def pool_format(event: Event) -> Format | None:
    """Return the format that lists of an event are for now, where it builds from pools."""
    found = game_of(event).formats.get(format_of(event))
    return found if found is not None and found.asks_for_pool else None


def copies_in_pool(pool: CardPool, game: Game) -> list[tuple[int, str]]:
    """Return the copies and the name of each card of a pool, in its order.

    Args:
        pool: of any format.
        game: with the cards that count now; of a pool of another game, or of a format gone, no card is known.
    """
    known = game.formats.get(pool.format) if game.slug == pool.game else None
    if known is None:
        return []
    with_uncatalogued_cards = known.with_uncatalogued_cards(parse(pool.text, game.cards)).entries
    return [(entry.quantity, entry.card.name) for entry in with_uncatalogued_cards]


def pool_detail(
    pool: CardPool, deck_format: Format, game: Game, event: Event, version: DeckVersion | None
) -> PoolDetail:
    """Return a pool with what a list makes of it.

    Args:
        pool: which was not taken back.
        deck_format: it is for.
        game: with the cards that count now.
        event: on whose page it is shown.
        version: the list; None where there is none, or the reader may not know it.
    """
    parsed = parse(pool.text, game.cards)
    try:
        warnings = tuple(problem.message for problem in deck_format.pool_problems(deck_format.pool_of(parsed)))
        mistakes: tuple[str, ...] = ()
    except PoolError as error:
        warnings, mistakes = (), error.messages
    given: dict[str, tuple[str, int]] = {}
    for entry in deck_format.with_uncatalogued_cards(parsed).entries:
        if entry.card.is_deck_card:
            key = fold(entry.card.name)
            given[key] = (entry.card.name, given.get(key, ("", 0))[1] + entry.quantity)
    main, side = _copies(version, game)
    names = {key: name for copies in (main, side) for key, (name, _many) in copies.items()}
    keys = [*given, *(key for key in names if key not in given)]
    nothing = ("", 0)
    cards = tuple(
        PoolCard(
            name=given[key][0] if key in given else names[key],
            url=url_of(given[key][0] if key in given else names[key], game, event),
            given=given.get(key, nothing)[1],
            main=main.get(key, nothing)[1],
            side=side.get(key, nothing)[1],
        )
        for key in keys
    )
    return PoolDetail(cards, warnings, mistakes)


def _copies(version: DeckVersion | None, game: Game) -> tuple[dict[str, tuple[str, int]], ...]:
    """Return the copies of every card in the deck, and in the sideboard, by folded name."""
    found: tuple[dict[str, tuple[str, int]], ...] = ({}, {})
    for section, entries in (version.deck if version else {}).items():
        copies = found[section == Section.SIDEBOARD]
        for entry in entries:
            card = game.cards.get(entry["name"])
            if card is None or card.is_deck_card:
                key = fold(entry["name"])
                copies[key] = (entry["name"], copies.get(key, ("", 0))[1] + entry["quantity"])
    return found
