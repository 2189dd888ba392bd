"""Current pool of an entry: the latest one of a format that was not removed."""

from collections.abc import Collection

from epic_events.decks.models import CardPool
from epic_events.events.models import Event, Registration
from rules.games import GAMES


def uses_pools(event: Event, format_slug: str) -> bool:
    """Return True if decks of this format are built from pools."""
    game = GAMES.get(event.game)
    return game is not None and game.needs_pool(format_slug)


def current_pool(entry: Registration, format_slug: str) -> CardPool | None:
    """Return the current pool of an entry in a format; None without one.

    One query if the format uses pools, else none.
    """
    if not uses_pools(entry.event, format_slug):
        return None
    written = CardPool.objects.filter(registration=entry, game=entry.event.game, format=format_slug)
    newest = written.order_by("-number").first()
    return newest if newest is not None and newest.text else None


def current_pools(event: Event, format_slug: str, entries: Collection[int]) -> dict[int, CardPool]:
    """Return the current pool, without its text, of each entry that has one.

    One query if the format uses pools, else none.
    """
    if not uses_pools(event, format_slug):
        return {}
    counting = CardPool.objects.counting().filter(registration__in=entries, game=event.game, format=format_slug)
    return {pool.registration_id: pool for pool in counting.select_related("by").defer("text")}
