"""Which pool of an entry counts: the newest one of a format that was not taken back."""

from collections.abc import Collection

from epic_events.decks.models import CardPool
from epic_events.events.models import Event, Registration
from rules.games import GAMES


def uses_pools(event: Event, format_slug: str) -> bool:
    """Whether lists of a format of the event's game are built from a pool."""
    game = GAMES.get(event.game)
    return game is not None and game.asks_for_pool(format_slug)


def current_pool(entry: Registration, format_slug: str) -> CardPool | None:
    """Return the pool that lists of an entry are held against in a format; None while there is none.

    One query where the format asks for pools, else none.
    """
    if not uses_pools(entry.event, format_slug):
        return None
    written = CardPool.objects.filter(registration=entry, game=entry.event.game, format=format_slug)
    newest = written.order_by("-number").first()
    return newest if newest is not None and newest.text else None


def current_pools(event: Event, format_slug: str, entries: Collection[int]) -> dict[int, CardPool]:
    """Return the pool that counts of each entry that has one, without its text.

    One query where the format asks for pools, else none.
    """
    if not uses_pools(event, format_slug):
        return {}
    counting = CardPool.objects.counting().filter(registration__in=entries, game=event.game, format=format_slug)
    return {pool.registration_id: pool for pool in counting.select_related("by").defer("text")}
