"""Dark Draft pools of thirty cards for tests, built from the catalogue."""

from epic_events.events.models import Event
from rules.games import GAMES
from tests.epic_events.factories import make_event, make_user

NAMES = [card.name for card in GAMES["epic"].cards if card.is_deck_card and not card.doubtful][:40]


def cards(first: int = 0, many: int = 30) -> str:
    """One copy each of so many cards, from the one numbered ``first`` on."""
    return "".join(f"1 {name}\n" for name in NAMES[first : first + many])


def dealt_event(**fields) -> Event:
    """An event of Dark Draft that takes lists, with an organiser."""
    fields.setdefault("format", "dark-draft")
    fields.setdefault("organiser", make_user("Olga"))
    return make_event(decklists_required=True, **fields)
