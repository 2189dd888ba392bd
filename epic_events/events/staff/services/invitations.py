"""A role is offered to an address by mail, and begins when whoever reads that mail accepts it."""

import logging
from collections.abc import Callable
from datetime import timedelta
from hashlib import sha256
from smtplib import SMTPException
from typing import Final, TypeAlias

from django.conf import settings
from django.core.mail import send_mail
from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from epic_events.accounts.confirmation import is_confirmed, vouch_for
from epic_events.accounts.language.services import written_for
from epic_events.accounts.models import User
from epic_events.accounts.rate_limits import limit_rate
from epic_events.audit_log import services as audit_log
from epic_events.events.locking import lock_event
from epic_events.events.models import Event, Invitation, StaffRole
from epic_events.events.permissions import can_organise, require_organiser
from epic_events.infra.errors import MissingError, NotAllowedError, StateError

logger = logging.getLogger(__name__)

VALID: Final = timedelta(days=14)
MAILS_A_DAY: Final = 40
"""Invitations that one person can have mailed."""
MAILS_TO_ONE_A_DAY: Final = 5
"""Invitations that are mailed to one address."""

Address: TypeAlias = Callable[[str], str]
"""Makes the whole address, as it stands in a mail, of a path on this site."""


def invite(actor: User | None, event: Event, *, email: str, role: str, address: Address) -> Invitation:
    """Offer a role to an address by mail; offering it again sends the mail again and begins the time anew.

    Args:
        actor: an organiser of the event, checked by the caller; None for the command line.
        event: the event.
        email: the address, in lower case.
        role: the role.
        address: makes whole addresses of this site.

    Raises:
        TooOftenError: after too many mails, of this person or to this address.
    """
    _count_mail(actor, email)
    with transaction.atomic():
        event = lock_event(event)
        now = timezone.now()
        fields = {"invited_by": actor, "by_the_site": actor is None, "invited_at": now, "expires_at": now + VALID}
        invitation, _new = Invitation.objects.update_or_create(event=event, email=email, role=role, defaults=fields)
        audit_log.record(actor, "staff.invited", event=event, subject=invitation, role=role)
    return _sent(invitation, address)


def send_again(actor: User | None, invitation: Invitation, address: Address) -> Invitation:
    """Mail an invitation again; its time begins anew.

    Raises:
        NotAllowedError: for everybody but an organiser.
        MissingError: when it is gone.
        TooOftenError: after too many mails.
    """
    require_organiser(actor, invitation.event)
    invitation = _still_there(invitation)
    return invite(actor, invitation.event, email=invitation.email, role=invitation.role, address=address)


def revoke_invitation(actor: User | None, invitation: Invitation) -> None:
    """Take an invitation back: its link leads nowhere from now on.

    Raises:
        NotAllowedError: for everybody but an organiser.
        MissingError: when it is gone already.
    """
    require_organiser(actor, invitation.event)
    _end(actor, invitation, "staff.invitation_withdrawn")


def accept_invitation(actor: User, token: str) -> StaffRole:
    """Begin the role that a link offers; the link works once.

    Whoever has the link has read the mail of the address, so it is confirmed as well where it was not.

    Raises:
        MissingError: for a link that is damaged or used, or an invitation that was withdrawn.
        NotAllowedError: for an account with another address, or when who invited organises the event no more.
        StateError: when it has expired.
    """
    found = load_invitation(token)
    require_addressee(actor, found)
    with transaction.atomic():
        event = lock_event(found.event)
        invitation = _locked(found)
        if not invitation.is_pending:
            raise StateError(_("This invitation has expired. Ask the organiser for a new one."))
        if not invitation.by_the_site and not can_organise(invitation.invited_by, event):
            raise NotAllowedError(
                _("The person who invited you no longer organises this event. Ask an organiser for a new invitation.")
            )
        if not is_confirmed(actor):
            vouch_for(actor)
            audit_log.record(actor, "address.confirmed", subject=actor)
        held, _made = StaffRole.objects.get_or_create(event=event, user=actor, role=invitation.role)
        by = invitation.invited_by_id
        audit_log.record(actor, "staff.accepted", event=event, subject=held, user=actor, role=held.role, invited_by=by)
        invitation.delete()
    return held


def decline_invitation(actor: User, token: str) -> None:
    """Say no to the role that a link offers.

    Raises:
        MissingError: for a link that is damaged or used, or an invitation that was withdrawn.
        NotAllowedError: for an account with another address.
    """
    found = load_invitation(token)
    require_addressee(actor, found)
    _end(actor, found, "staff.declined")


def load_invitation(token: str) -> Invitation:
    """Return the invitation a link leads to, expired or not.

    Raises:
        MissingError: for a link that is damaged or used, or an invitation that was withdrawn.
    """
    found = Invitation.objects.at(token).select_related("event", "invited_by").first()
    if found is None:
        raise MissingError(_("This invitation link is not valid. It may have been used or revoked."))
    return found


def require_addressee(actor: User, invitation: Invitation) -> None:
    """Stop whoever has the link but is signed in under another address.

    Raises:
        NotAllowedError: says with which address to sign in.
    """
    if actor.email != invitation.email:
        words = _("This invitation is for %(email)s. Sign in with that address to accept it.")
        raise NotAllowedError(words % {"email": invitation.email})


def _count_mail(actor: User | None, email: str) -> None:
    """Count one more mail, so that nobody uses this site to send them.

    Raises:
        TooOftenError: after too many.
    """
    day = 24 * 3600
    if actor is not None:
        limit_rate("staff.invite", actor.pk, limit=MAILS_A_DAY, seconds=day)
    limit_rate("staff.invite.to", sha256(email.encode()).hexdigest(), limit=MAILS_TO_ONE_A_DAY, seconds=day)


def _sent(invitation: Invitation, address: Address) -> Invitation:
    """Mail the link; when the mail server refuses, the invitation stands and says that it was not sent."""
    context = {
        "invitation": invitation,
        "event": invitation.event,
        "link": address(reverse("events:invitation", args=[invitation.token])),
        "site_name": settings.SITE_NAME,
    }
    reader = User.objects.filter(email=invitation.email).first()
    with written_for(reader, otherwise=get_language() or ""):
        subject = " ".join(render_to_string("events/email/invitation_subject.txt", context).split())
        body = render_to_string("events/email/invitation.txt", context).strip() + "\n"
    try:
        send_mail(f"[{settings.SITE_NAME}] {subject}", body, None, [invitation.email])
    except (OSError, SMTPException):
        logger.exception("The mail of invitation %s could not be sent.", invitation.pk)
        Invitation.objects.filter(pk=invitation.pk).update(sent_at=None)
        invitation.sent_at = None
    else:
        invitation.sent_at = timezone.now()
        Invitation.objects.filter(pk=invitation.pk).update(sent_at=invitation.sent_at)
    return invitation


def _still_there(invitation: Invitation) -> Invitation:
    """Return the invitation as it is stored now.

    Raises:
        MissingError: it is gone.
    """
    found = Invitation.objects.filter(pk=invitation.pk).select_related("event").first()
    if found is None:
        raise MissingError(_("This invitation has already been used or revoked."))
    return found


def _locked(invitation: Invitation) -> Invitation:
    """Return the invitation, locked; its event is locked already.

    Raises:
        MissingError: it is gone.
    """
    found = Invitation.objects.select_for_update().filter(pk=invitation.pk).first()
    if found is None:
        raise MissingError(_("This invitation has already been used or revoked."))
    return found


def _end(actor: User | None, invitation: Invitation, verb: str) -> None:
    with transaction.atomic():
        event = lock_event(invitation.event)
        invitation = _locked(invitation)
        audit_log.record(actor, verb, event=event, subject=invitation, role=invitation.role)
        invitation.delete()
