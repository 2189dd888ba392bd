"""Every write on what-ifs: keeping one beside the record, showing one to everybody."""

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.audit_log.services import record as log
from epic_events.disputes import permissions
from epic_events.disputes.models import Dispute, WhatIf
from epic_events.disputes.records.reading import LONGEST_PLAYED, read_record, with_readings
from epic_events.infra.display_names import normalised
from epic_events.infra.errors import StateError, UserError
from rules.judge.record import RecordError

MOST_WHAT_IFS = 20


@transaction.atomic
def keep_what_if(actor: User, dispute: Dispute, *, name: str, step: int, text: str) -> WhatIf:
    """Keep how a play could have gone on; the record of the dispute stays as it is.

    Args:
        actor: a judge of the dispute.
        dispute: beside whose record it stands.
        name: what is imagined, one line.
        step: after which step of the replay it leaves the record.
        text: the record of it.

    Raises:
        NotAllowedError: not a judge of it. StateError: there are enough.
        UserError: no name, or a record that cannot be read or is too long to be replayed while somebody waits.
    """
    permissions.require_judge_of(actor, dispute)
    dispute = Dispute.objects.select_for_update().get(pk=dispute.pk)
    name = normalised(name)
    if not name:
        message = _("Enter a name for the what-if.")
        raise UserError(message, fields={"title": message})
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if len(text) > LONGEST_PLAYED:
        words = _("The record has %(length)d characters; a what-if can have at most %(most)d.")
        raise UserError(words % {"length": len(text), "most": LONGEST_PLAYED})
    try:
        read_record(text, dispute.game, dispute.event)
        text = with_readings(text, dispute.event)
    except RecordError as error:
        raise UserError(str(error), fields={"record": str(error)}) from error
    if dispute.what_ifs.count() >= MOST_WHAT_IFS:
        raise StateError(_("A dispute can have at most %(most)d what-ifs.") % {"most": MOST_WHAT_IFS})
    last = dispute.what_ifs.aggregate(last=Max("number"))["last"] or 0
    kept = WhatIf.objects.create(dispute=dispute, number=last + 1, name=name[:160], step=step, text=text, by=actor)
    log(actor, "dispute.what_if_kept", event=dispute.event, subject=dispute, what_if=kept)
    return kept


@transaction.atomic
def publish_what_if(actor: User, dispute: Dispute, number: int) -> WhatIf:
    """Show a what-if to everybody who may read the decision, its public side only.

    Raises:
        NotAllowedError: may not publish this dispute. StateError: there is none, it is shown already, or the decision
            is not published yet.
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
