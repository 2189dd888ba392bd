"""Check that an engine plays the game of an event."""

from django.utils.translation import gettext as _

from epic_events.events.models import Event
from epic_events.infra.errors import StateError
from rules.games import GAMES


def has_engine(event: Event | None) -> bool:
    """Return True if an engine plays the game of an event; always True without an event."""
    if event is None:
        return True
    game = GAMES.get(event.game)
    return game is not None and game.is_playable


def no_engine_message(event: Event) -> str:
    """Return the message for an event whose game has no engine."""
    game = GAMES.get(event.game)
    return _(
        "Disputes in %(game)s cannot be replayed because there is no engine for this game. Its rules, cards and deck "
        "checks are available."
    ) % {"game": game.name if game else event.game}


def require_engine(event: Event | None) -> None:
    """Raise ``StateError`` if the game of an event has no engine.

    Raises:
        StateError: no engine plays the game.
    """
    if event is not None and not has_engine(event):
        raise StateError(no_engine_message(event))
