"""Public result of a finished event, used by the page and the API."""

from dataclasses import dataclass

from epic_events.decks.metagame import Metagame, event_metagame
from epic_events.events.models import Event, Registration
from epic_events.pairings.cut.selectors import compute_final_standings
from epic_events.pairings.methods.standings import FinalStanding, winner


@dataclass(frozen=True)
class EventResult:
    """Result of a finished event.

    Attributes:
        final_standings: best rank first.
        champion: the only player on rank 1; None if there is no such player.
        played: statistics of the public decklists.
    """

    final_standings: list[FinalStanding]
    champion: Registration | None
    played: Metagame


def load_event_result(event: Event) -> EventResult:
    """Load the result of a finished event.

    Raises:
        MissingError: the event has not finished.
    """
    final_standings = compute_final_standings(event)
    winner_key = winner(final_standings)
    champion = (
        None if winner_key is None else Registration.objects.filter(pk=winner_key).select_related("player").first()
    )
    return EventResult(final_standings, champion, event_metagame(event))
