"""Dark Draft pools of thirty cards for tests, built from the catalogue."""

from epic_events.events.models import Event
from rules.games import GAMES
from tests.epic_events.factories import make_event, make_user

NAMES = [card.name for card in GAMES["epic"].cards if card.is_deck_card and not card.doubtful][:40]


def cards(first: int = 0, many: int = 30) -> str:
    """Return one copy each of ``many`` cards, starting at ``first``."""
    return "".join(f"1 {name}\n" for name in NAMES[first : first + many])


def dealt_event(**fields) -> Event:
    """Return a Dark Draft event with required decklists and an organiser."""
    fields.setdefault("format", "dark-draft")
    fields.setdefault("organiser", make_user("Olga"))
    return make_event(decklists_required=True, **fields)
