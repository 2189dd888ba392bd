"""Rules altered by official texts, as they apply to rulings at an event."""

from collections.abc import Mapping

from epic_events.events.models import Event, StaffRole
from epic_events.reference.documents.editions import altered_for


def load_altered_rules(event: Event | None, game: str) -> Mapping[str, str]:
    """Return the altered rules of a game by citation, for rulings at an event.

    Includes texts published for the whole site and, if `event` is not None, those of its organisers.
    """
    organisers: list[int] = []
    if event is not None:
        roles = StaffRole.objects.filter(event=event, role=StaffRole.Role.ORGANISER)
        organisers = list(roles.values_list("user_id", flat=True))
    return altered_for(organisers, game)
