"""Who may put a play before the engine, see it and decide on it."""

from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.disputes.models import Dispute
from epic_events.errors import NotAllowedError
from epic_events.events.models import Event
from epic_events.events.permissions import can_judge, is_a_judge, is_staff_of, rights


def can_open(user: object, event: Event | None) -> bool:
    """Whether this visitor may open a dispute, at ``event`` or at none."""
    return can_judge(user, event) if event else is_a_judge(user)


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


def can_release(user: object, dispute: Dispute) -> bool:
    """Whether this visitor may open the full record to everybody: the head judge."""
    if dispute.event:
        return rights(user, dispute.event).head_judge
    return can_judge_dispute(user, dispute)


def require_judge_of(user: object, dispute: Dispute) -> None:
    """Stop whoever may not judge this dispute.

    Raises:
        NotAllowedError: for everybody else.
    """
    if not can_judge_dispute(user, dispute):
        raise NotAllowedError(_("Only a judge of this dispute's event may do this."))
