"""Permissions of each role in judging, for services, pages, API and documentation.

``ROLES.md`` in this folder documents the table; a test compares the two. A site administrator has the permissions of a
judge; permissions of head judges require a role on the event's staff.
"""

from collections.abc import Mapping
from enum import Enum
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from epic_events.accounts.models import User
from epic_events.events.models import Event, StaffRole
from epic_events.events.permissions import Rights, build_permission_error, rights

Role = StaffRole.Role
EVERY_ROLE: Final = frozenset(Role.values)
HEAD_JUDGES: Final = frozenset({Role.ORGANISER.value, Role.HEAD_JUDGE.value})
JUDGES: Final = frozenset({Role.ORGANISER.value, Role.HEAD_JUDGE.value, Role.JUDGE.value})


class Permission(Enum):
    """A permission in judging. The value is its name in the documentation."""

    SEE_BOARD = "see the judges' board and every call"
    OPEN_CALL = "call a judge to any table"
    WORK_CALLS = "take, hand over and finish calls"
    SEE_PENALTIES = "see penalties, and a player's penalties at all events"
    GIVE_PENALTIES = "give penalties and revoke own penalties"
    DISQUALIFY = "disqualify"
    REVOKE_PENALTIES = "revoke any penalty"
    CHECK_DECKS = "draw tables for deck checks and check decks"
    DECIDE = "decide at a table and correct own decisions"
    DECIDE_APPEALS = "decide appeals and correct any decision"


ROLES_BY_PERMISSION: Final[Mapping[Permission, frozenset[str]]] = {
    Permission.SEE_BOARD: EVERY_ROLE,
    Permission.OPEN_CALL: EVERY_ROLE,
    Permission.WORK_CALLS: JUDGES,
    Permission.SEE_PENALTIES: EVERY_ROLE,
    Permission.GIVE_PENALTIES: JUDGES,
    Permission.DISQUALIFY: HEAD_JUDGES,
    Permission.REVOKE_PENALTIES: HEAD_JUDGES,
    Permission.CHECK_DECKS: JUDGES,
    Permission.DECIDE: JUDGES,
    Permission.DECIDE_APPEALS: HEAD_JUDGES,
}
"""Roles that have each permission."""

_REFUSAL_MESSAGES: Final = {
    EVERY_ROLE: gettext_lazy("Only staff of this event can do this."),
    JUDGES: gettext_lazy("Only a judge of this event may do this."),
    HEAD_JUDGES: gettext_lazy("Only a head judge of this event may do this."),
}


def grants(event_rights: Rights, permission: Permission) -> bool:
    """Return True if the rights include a permission.

    Permissions of head judges require a role on the event's staff.
    """
    granted = ROLES_BY_PERMISSION[permission]
    return event_rights.head_judge if granted is HEAD_JUDGES else bool(event_rights.roles & granted)


def has_permission(user: object, event: Event, permission: Permission) -> bool:
    """Return True if the user has a permission at an event. One query."""
    return grants(rights(user, event), permission)


def require_permission(user: User | None, event: Event, permission: Permission) -> None:
    """Raise unless the user has a permission. The command line (``None``) has all.

    Raises:
        NotAllowedError: names the required role.
    """
    if user is not None and not has_permission(user, event, permission):
        raise build_permission_error(
            user, event, str(_REFUSAL_MESSAGES[ROLES_BY_PERMISSION[permission]]) or _("You may not do this.")
        )
