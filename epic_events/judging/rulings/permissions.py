"""Permissions for recording and changing rulings."""

from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.accounts.permissions import SITE_JUDGES_ONLY, is_site_judge
from epic_events.events.models import Event
from epic_events.events.permissions import build_permission_error, can_judge, rights
from epic_events.infra.errors import NotAllowedError
from epic_events.judging.rulings.models import Ruling


def can_rule(user: object, event: Event | None) -> bool:
    """Return True if the user may record a ruling.

    Requires a judge of the event or, without an event, a site judge.
    """
    return can_judge(user, event) if event is not None else is_site_judge(user)


def require_can_rule(user: object, event: Event | None) -> None:
    """Raise unless the user may record a ruling at ``event`` (None for no event).

    Raises:
        NotAllowedError: the user is not a judge.
    """
    if not can_rule(user, event):
        if event is None:
            raise NotAllowedError(str(SITE_JUDGES_ONLY))
        raise build_permission_error(
            user, event, _("Only a judge may record a ruling here. Ask an organiser for the role of judge.")
        )


def allowed_statuses(user: object, event: Event | None) -> list[Ruling.Status]:
    """Return the statuses that the user may give a ruling, lowest authority first.

    Only site administrators may make a ruling official.
    """
    if not can_rule(user, event):
        return []
    statuses = [Ruling.Status.PROVISIONAL]
    if event is not None and rights(user, event).head_judge:
        statuses.append(Ruling.Status.HEAD_JUDGE)
    if isinstance(user, User) and user.is_superuser:
        statuses.append(Ruling.Status.OFFICIAL)
    return statuses


def can_change(user: object, ruling: Ruling) -> bool:
    """Return True if the user may change, publish or replace a ruling.

    The author may while the ruling is provisional, the head judge of its event until it is official, and a site
    administrator always.
    """
    if not isinstance(user, User) or not user.is_active:
        return False
    if user.is_superuser:
        return True
    if ruling.status == Ruling.Status.OFFICIAL or ruling.packaged:
        return False
    if ruling.event is not None and rights(user, ruling.event).head_judge:
        return True
    return ruling.author_id == user.pk and ruling.status == Ruling.Status.PROVISIONAL and can_rule(user, ruling.event)


def can_read_note(user: object, ruling: Ruling) -> bool:
    """Return True if the user may read the private note.

    The author, the judges of the event and site administrators may.
    """
    if not isinstance(user, User):
        return False
    if user.is_superuser or ruling.author_id == user.pk:
        return True
    return ruling.event is not None and can_judge(user, ruling.event)


def require_can_change(user: User | None, ruling: Ruling) -> None:
    """Raise unless the user may change a ruling. The command line (``None``) may.

    Raises:
        NotAllowedError: the user may not change the ruling.
    """
    if user is not None and not can_change(user, ruling):
        raise NotAllowedError(_("Only the author of a provisional ruling or the head judge of its event may do this."))
