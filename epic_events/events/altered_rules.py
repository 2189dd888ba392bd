"""Which rules official texts alter, for what is ruled or decided at an event."""

from collections.abc import Mapping

from epic_events.events.models import Event, StaffRole
from epic_events.reference.documents.official import altered_for


def load_altered_rules(event: Event | None, game: str) -> Mapping[str, str]:
    """Return the rules of a game that official texts alter, for what is ruled at an event or at none, by citation.

    At an event the texts of its organisers count beside those that are published for everybody.
    """
    organisers: list[int] = []
    if event is not None:
        roles = StaffRole.objects.filter(event=event, role=StaffRole.Role.ORGANISER)
        organisers = list(roles.values_list("user_id", flat=True))
    return altered_for(organisers, game)
