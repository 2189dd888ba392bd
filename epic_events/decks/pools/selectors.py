"""Queries about the pools of an event."""

from dataclasses import dataclass

from epic_events.decks.context import DeckContext, current_pools
from epic_events.decks.models import CardPool, DeckVersion
from epic_events.decks.presentation import deck_card_url
from epic_events.events.models import Event, Registration
from epic_events.infra.collation import name_order
from rules.decks import Format, PoolError, Section, parse
from rules.decks.names import fold
from rules.games import Game


@dataclass(frozen=True)
class PoolRow:
    """One row of the staff's list of pools."""

    registration: Registration
    pool: CardPool | None


@dataclass(frozen=True)
class PoolCard:
    """A card of a pool and its use in the list.

    Attributes:
        name: name of the card.
        url: page of the card; empty if the card is no longer known.
        given: copies in the pool.
        main: copies in the main deck.
        side: copies in the sideboard.
    """

    name: str
    url: str
    given: int
    main: int = 0
    side: int = 0

    @property
    def left(self) -> int:
        """Copies not used by the list; negative if it uses more than the pool has."""
        return self.given - self.main - self.side

    @property
    def is_short(self) -> bool:
        """True if the list uses more copies than the pool has."""
        return self.left < 0


@dataclass(frozen=True)
class PoolDetail:
    """A pool as shown on its page.

    Attributes:
        cards: cards of the pool in order, then cards that only the list has.
        warnings: warnings about the pool.
        mistakes: errors if the pool is no longer valid.
    """

    cards: tuple[PoolCard, ...]
    warnings: tuple[str, ...] = ()
    errors: tuple[str, ...] = ()


def build_pool_rows(deck: DeckContext) -> list[PoolRow]:
    """Return a row for each registered or waitlisted player, by name.

    A fixed number of queries. For staff only.
    """
    entries = list(
        deck.event.registrations.exclude(status=Registration.Status.WITHDRAWN).order_by(name_order("name"), "pk")
    )
    pools = current_pools(deck.event, deck.format_slug, [entry.pk for entry in entries])
    return [PoolRow(entry, pools.get(entry.pk)) for entry in entries]


def pool_format(deck: DeckContext) -> Format | None:
    """Return the current format of the event's lists; None if it does not use pools."""
    deck_format = deck.format
    return deck_format if deck_format is not None and deck_format.needs_pool else None


def copies_in_pool(pool: CardPool, game: Game) -> list[tuple[int, str]]:
    """Return quantity and name of each card of a pool, in order.

    Args:
        pool: a pool of any format.
        game: the game with its current cards; a pool of another game or of a removed format has no known cards.
    """
    deck_format = game.formats.get(pool.format) if game.slug == pool.game else None
    if deck_format is None:
        return []
    with_uncatalogued_cards = deck_format.with_uncatalogued_cards(parse(pool.text, game.cards)).entries
    return [(entry.quantity, entry.card.name) for entry in with_uncatalogued_cards]


def pool_detail(
    pool: CardPool, deck_format: Format, game: Game, event: Event, version: DeckVersion | None
) -> PoolDetail:
    """Return a pool with the use of its cards in a list.

    Args:
        pool: a pool that was not removed.
        deck_format: its format.
        game: the game with its current cards.
        event: the event, for card links.
        version: the list; None if there is none or the viewer may not read it.
    """
    parsed = parse(pool.text, game.cards)
    try:
        warnings = tuple(problem.message for problem in deck_format.pool_problems(deck_format.pool_of(parsed)))
        errors: tuple[str, ...] = ()
    except PoolError as error:
        warnings, errors = (), error.messages
    copies_by_name: dict[str, tuple[str, int]] = {}
    for entry in deck_format.with_uncatalogued_cards(parsed).entries:
        if entry.card.is_deck_card:
            key = fold(entry.card.name)
            copies_by_name[key] = (entry.card.name, copies_by_name.get(key, ("", 0))[1] + entry.quantity)
    main, side = _copies(version, game)
    names = {key: name for copies in (main, side) for key, (name, _many) in copies.items()}
    keys = [*copies_by_name, *(key for key in names if key not in copies_by_name)]
    nothing = ("", 0)
    cards = tuple(
        PoolCard(
            name=copies_by_name[key][0] if key in copies_by_name else names[key],
            url=deck_card_url(copies_by_name[key][0] if key in copies_by_name else names[key], game, event),
            given=copies_by_name.get(key, nothing)[1],
            main=main.get(key, nothing)[1],
            side=side.get(key, nothing)[1],
        )
        for key in keys
    )
    return PoolDetail(cards, warnings, errors)


def _copies(version: DeckVersion | None, game: Game) -> tuple[dict[str, tuple[str, int]], ...]:
    """Return the copies of every card in main deck and sideboard, by folded name."""
    copies_by_section: tuple[dict[str, tuple[str, int]], ...] = ({}, {})
    for section, entries in (version.deck if version else {}).items():
        copies = copies_by_section[section == Section.SIDEBOARD]
        for entry in entries:
            card = game.cards.get(entry["name"])
            if card is None or card.is_deck_card:
                key = fold(entry["name"])
                copies[key] = (entry["name"], copies.get(key, ("", 0))[1] + entry["quantity"])
    return copies_by_section
