"""Write services for what-ifs: save and publish."""

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.audit_log.services import record as log
from epic_events.disputes import permissions
from epic_events.disputes.models import Dispute, WhatIf
from epic_events.disputes.records.reading import MAX_INLINE_RECORD_LENGTH, read_record, with_event_headers
from epic_events.infra.display_names import normalised
from epic_events.infra.errors import StateError, UserError
from rules.judge.record import RecordError

MAX_ALTERNATIVES = 20


@transaction.atomic
def save_what_if(actor: User, dispute: Dispute, *, name: str, step: int, text: str) -> WhatIf:
    """Save an alternative continuation; the record of the dispute is not changed.

    Args:
        actor: a judge of the dispute.
        dispute: the dispute.
        name: the name of the what-if.
        step: the step of the replay at which it begins.
        text: its record.

    Raises:
        NotAllowedError: ``actor`` does not judge it. StateError: it has too many what-ifs.
        UserError: the name is empty, or the record is invalid or too long.
    """
    permissions.require_judge_of(actor, dispute)
    dispute = Dispute.objects.select_for_update().get(pk=dispute.pk)
    name = normalised(name)
    if not name:
        message = _("Enter a name for the what-if.")
        raise UserError(message, fields={"title": message})
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if len(text) > MAX_INLINE_RECORD_LENGTH:
        words = _("The record has %(length)d characters; a what-if can have at most %(most)d.")
        raise UserError(words % {"length": len(text), "most": MAX_INLINE_RECORD_LENGTH})
    try:
        read_record(text, dispute.game, dispute.event)
        text = with_event_headers(text, dispute.event)
    except RecordError as error:
        raise UserError(str(error), fields={"record": str(error)}) from error
    if dispute.what_ifs.count() >= MAX_ALTERNATIVES:
        raise StateError(_("A dispute can have at most %(most)d what-ifs.") % {"most": MAX_ALTERNATIVES})
    last = dispute.what_ifs.aggregate(last=Max("number"))["last"] or 0
    what_if = WhatIf.objects.create(dispute=dispute, number=last + 1, name=name[:160], step=step, text=text, by=actor)
    log(actor, "dispute.what_if_kept", event=dispute.event, subject=dispute, what_if=what_if)
    return what_if


@transaction.atomic
def publish_what_if(actor: User, dispute: Dispute, number: int) -> WhatIf:
    """Publish a what-if to all readers of the decision, without hidden information.

    Raises:
        NotAllowedError: ``actor`` may not publish the dispute. StateError: there is no such what-if, it is already
            published, or the decision is not.
    """
    permissions.require_publish(actor, dispute)
    dispute = Dispute.objects.select_for_update().get(pk=dispute.pk)
    found = dispute.what_ifs.filter(number=number).first()
    if found is None:
        raise StateError(_("There is no such what-if."))
    if not dispute.published_at:
        raise StateError(_("Publish the decision before you publish a what-if."))
    if found.published_at:
        raise StateError(_("This what-if is already published."))
    found.published_at = timezone.now()
    found.save()
    log(actor, "dispute.what_if_published", event=dispute.event, subject=dispute, what_if=found)
    return found
