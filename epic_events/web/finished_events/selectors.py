"""What is told of an event that has ended, to everybody alike; the page and the API read it here."""

from dataclasses import dataclass

from epic_events.decks.metagame import Metagame, event_metagame
from epic_events.events.models import Event, Registration
from epic_events.pairings.cut.final_selectors import compute_final_standings
from epic_events.pairings.methods.final_standings import FinalStanding, winner


@dataclass(frozen=True)
class EventResult:
    """What is left of an event.

    Attributes:
        places: the final standings, best first.
        champion: who has won it alone; None where nobody has.
        played: what the open lists play.
    """

    final_standings: list[FinalStanding]
    champion: Registration | None
    played: Metagame


def load_event_result(event: Event) -> EventResult:
    """Return what is told of an event that has ended.

    Raises:
        MissingError: it has not.
    """
    final_standings = compute_final_standings(event)
    winner_key = winner(final_standings)
    champion = (
        None if winner_key is None else Registration.objects.filter(pk=winner_key).select_related("player").first()
    )
    return EventResult(final_standings, champion, event_metagame(event))
