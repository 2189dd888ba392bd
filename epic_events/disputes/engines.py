"""Which disputes an engine can replay, and what is said of the others."""

from django.utils.translation import gettext as _

from epic_events.events.models import Event
from epic_events.infra.errors import StateError
from rules.games import GAMES


def has_engine(event: Event | None) -> bool:
    """Whether an engine plays the game of an event; of a dispute at no event the record names the game."""
    if event is None:
        return True
    game = GAMES.get(event.game)
    return game is not None and game.is_playable


def no_engine(event: Event) -> str:
    """Return what is said where a dispute would be opened at an event whose game no engine plays."""
    game = GAMES.get(event.game)
    return _(
        "Disputes in %(game)s cannot be replayed because there is no engine for this game. Its rules, cards and deck "
        "checks are available."
    ) % {"game": game.name if game else event.game}


def require_engine(event: Event | None) -> None:
    """Stop a dispute at an event whose game no engine plays.

    Raises:
        StateError: says so.
    """
    if event is not None and not has_engine(event):
        raise StateError(no_engine(event))
