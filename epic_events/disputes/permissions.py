"""Who may put a play before the engine, see it and decide on it."""

from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.accounts.permissions import SITE_JUDGES_ONLY, is_site_judge
from epic_events.disputes.models import Dispute
from epic_events.events.models import Event
from epic_events.events.permissions import build_permission_error, can_judge, is_staff_of, rights
from epic_events.infra.errors import NotAllowedError


def can_open(user: object, event: Event | None) -> bool:
    """Whether this visitor may open a dispute: at ``event`` its judges, at none the site's."""
    return can_judge(user, event) if event else is_site_judge(user)


def require_open(user: object, event: Event | None) -> None:
    """Stop whoever may not open a dispute at ``event``, or at none.

    Raises:
        NotAllowedError: says who may.
    """
    if not can_open(user, event):
        if event is None:
            raise NotAllowedError(str(SITE_JUDGES_ONLY))
        raise build_permission_error(user, event, _("Only judges may open a dispute here."))


def can_judge_dispute(user: object, dispute: Dispute) -> bool:
    """Whether this visitor may change the record and write the decision."""
    if dispute.event:
        return can_judge(user, dispute.event)
    return isinstance(user, User) and user.is_active and (user.is_superuser or dispute.opened_by_id == user.pk)


def can_see_record(user: object, dispute: Dispute) -> bool:
    """Whether this visitor may read the full record with hands: staff, and everybody once it is released."""
    if dispute.published_at and dispute.record_released:
        return True
    if dispute.event:
        return is_staff_of(user, dispute.event)
    return can_judge_dispute(user, dispute)


def can_publish(user: object, dispute: Dispute) -> bool:
    """Whether this visitor may show the decision to everybody: judges of its event; without one, site judges."""
    return can_judge_dispute(user, dispute) and (dispute.event_id is not None or is_site_judge(user))


def can_release(user: object, dispute: Dispute) -> bool:
    """Whether this visitor may open the full record to everybody: the head judge."""
    if dispute.event:
        return rights(user, dispute.event).head_judge
    return can_publish(user, dispute)


def require_judge_of(user: object, dispute: Dispute) -> None:
    """Stop whoever may not judge this dispute. None is the site's own command line, which may.

    Raises:
        NotAllowedError: for everybody else.
    """
    if user is not None and not can_judge_dispute(user, dispute):
        words = _("Only judges of the event may change this dispute.")
        raise build_permission_error(user, dispute.event, words) if dispute.event else NotAllowedError(words)


def require_publish(user: object, dispute: Dispute) -> None:
    """Stop whoever may not show this decision to everybody.

    Raises:
        NotAllowedError: says who may.
    """
    require_judge_of(user, dispute)
    if not can_publish(user, dispute):
        raise NotAllowedError(str(SITE_JUDGES_ONLY))
