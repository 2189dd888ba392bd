"""Tables of sealed and draft card pools: submitted text, and one row per card.

The column of the player is ``player``, as in the bulk import of pools, which accepts the file of pool cards.
"""

from collections.abc import Iterator

from epic_events.decks.checking import load_event_cards
from epic_events.decks.models import CardPool, CardPoolQuerySet
from epic_events.decks.pools.selectors import copies_in_pool
from epic_events.events.models import Event
from epic_events.events.permissions import is_staff_of, owns_registration
from epic_events.infra.responses import Row
from epic_events.integrations.exports.tables import AT_ONCE, Table, moment_of


def card_pools(event: Event, viewer: object) -> Table:
    """Return the current pools visible to the viewer.

    The submitted text is visible to the player and staff only.
    """
    staff = is_staff_of(viewer, event)

    def to_row(pool: CardPool) -> Row:
        inside = staff or owns_registration(viewer, pool.registration)
        return {
            "pool": pool.pk,
            "id": pool.registration_id,
            "player": pool.registration.name,
            "number": pool.number,
            "format": pool.format,
            "cards": pool.cards,
            "at": moment_of(pool.at),
            "text": pool.text if inside else None,
        }

    columns = ("pool", "id", "player", "number", "format", "cards", "at", "text")
    return Table(columns, map(to_row, _known(event, viewer).iterator(AT_ONCE)))


def pool_cards(event: Event, viewer: object) -> Table:
    """Return the cards of the same pools, one row per card, in the order of each pool."""

    def rows() -> Iterator[Row]:
        game = load_event_cards(event).game
        for pool in _known(event, viewer).iterator(AT_ONCE):
            whose = {"pool": pool.pk, "id": pool.registration_id, "player": pool.registration.name}
            for quantity, name in copies_in_pool(pool, game):
                yield {**whose, "quantity": quantity, "card": name}

    return Table(("pool", "id", "player", "quantity", "card"), rows())


def _known(event: Event, viewer: object) -> CardPoolQuerySet:
    known = CardPool.objects.visible_to(viewer).counting().filter(registration__event=event)
    return known.select_related("registration__player").order_by("registration__name", "pk")
