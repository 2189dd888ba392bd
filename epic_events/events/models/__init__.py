"""Models of events, stages, staff roles, invitations and registrations."""

from epic_events.events.models.event import (
    Event,
    Participation,
    Registration,
    RegistrationQuerySet,
    StaffRole,
)
from epic_events.events.models.invitation import Invitation
from epic_events.events.models.picture import EventPicture
from epic_events.events.models.stage import Stage

__all__ = [
    "Event",
    "EventPicture",
    "Invitation",
    "Participation",
    "Registration",
    "RegistrationQuerySet",
    "StaffRole",
    "Stage",
]
