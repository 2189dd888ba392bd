"""Staff roles, and invitations to staff roles by e-mail."""

import logging
from collections.abc import Callable
from datetime import timedelta
from hashlib import sha256
from smtplib import SMTPException
from typing import Final, TypeAlias

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.mail import send_mail
from django.core.validators import MaxLengthValidator, validate_email
from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from epic_events.accounts.confirmation import find_confirmed_user, is_confirmed
from epic_events.accounts.languages import in_language_of
from epic_events.accounts.models import User, mark_confirmed
from epic_events.accounts.rate_limits import limit_rate
from epic_events.audit_log import services as audit_log
from epic_events.events.models import Event, Invitation, StaffRole
from epic_events.events.permissions import can_organise, require_organiser
from epic_events.events.selectors import lock_event
from epic_events.infra.errors import MissingError, NotAllowedError, StateError, UserError

logger = logging.getLogger(__name__)

VALIDITY: Final = timedelta(days=14)
MAILS_PER_DAY: Final = 40
"""Limit of invitation e-mails per inviting user."""
MAILS_PER_RECIPIENT_AND_DAY: Final = 5
"""Limit of invitation e-mails per recipient."""

AbsoluteUrl: TypeAlias = Callable[[str], str]
"""Returns the absolute URL of a path of this site, for e-mails."""


def invite(actor: User | None, event: Event, *, email: str, role: str, address: AbsoluteUrl) -> Invitation:
    """Invite an address to a role; a repeated invitation is sent again and extended.

    Args:
        actor: an organiser of the event, checked by the caller; None for the command line.
        event: the event.
        email: the e-mail address, in lower case.
        role: the role.
        address: returns the absolute URL of a path.

    Raises:
        TooOftenError: too many e-mails from this user or to this address.
    """
    _count_mail(actor, email)
    with transaction.atomic():
        event = lock_event(event)
        now = timezone.now()
        fields = {"invited_by": actor, "by_the_site": actor is None, "invited_at": now, "expires_at": now + VALIDITY}
        invitation, _new = Invitation.objects.update_or_create(event=event, email=email, role=role, defaults=fields)
        audit_log.record(actor, "staff.invited", event=event, subject=invitation, role=role)
    return _send_mail(invitation, address)


def send_again(actor: User | None, invitation: Invitation, address: AbsoluteUrl) -> Invitation:
    """Send an invitation again and extend it.

    Raises:
        NotAllowedError: the user is not an organiser.
        MissingError: the invitation has been used or revoked.
        TooOftenError: too many e-mails.
    """
    require_organiser(actor, invitation.event)
    invitation = _reload(invitation)
    return invite(actor, invitation.event, email=invitation.email, role=invitation.role, address=address)


def revoke_invitation(actor: User | None, invitation: Invitation) -> None:
    """Revoke an invitation; its link stops working.

    Raises:
        NotAllowedError: the user is not an organiser.
        MissingError: the invitation has already been used or revoked.
    """
    require_organiser(actor, invitation.event)
    _close(actor, invitation, "staff.invitation_revoked")


def accept_invitation(actor: User, token: str) -> StaffRole:
    """Accept an invitation and assign its role; the link works once.

    The link also confirms the e-mail address of the account, because it was sent there.

    Raises:
        MissingError: the link is invalid, or the invitation has been used or revoked.
        NotAllowedError: the account has another address, or the inviting user is no longer an organiser.
        StateError: the invitation has expired.
    """
    current = load_invitation(token)
    require_addressee(actor, current)
    with transaction.atomic():
        event = lock_event(current.event)
        invitation = _lock_and_reload(current)
        if not invitation.is_pending:
            raise StateError(_("This invitation has expired. Ask the organiser for a new one."))
        if not invitation.by_the_site and not can_organise(invitation.invited_by, event):
            raise NotAllowedError(
                _("The person who invited you no longer organises this event. Ask an organiser for a new invitation.")
            )
        if not is_confirmed(actor):
            mark_confirmed(actor)
            audit_log.record(actor, "address.confirmed", subject=actor)
        staff_role, _made = StaffRole.objects.get_or_create(event=event, user=actor, role=invitation.role)
        by = invitation.invited_by_id
        audit_log.record(
            actor, "staff.accepted", event=event, subject=staff_role, user=actor, role=staff_role.role, invited_by=by
        )
        invitation.delete()
    return staff_role


def decline_invitation(actor: User, token: str) -> None:
    """Decline an invitation.

    Raises:
        MissingError: the link is invalid, or the invitation has been used or revoked.
        NotAllowedError: the account has another address.
    """
    invitation = load_invitation(token)
    require_addressee(actor, invitation)
    _close(actor, invitation, "staff.declined")


def load_invitation(token: str) -> Invitation:
    """Return the invitation of a link, even if it has expired.

    Raises:
        MissingError: the link is invalid, or the invitation has been used or revoked.
    """
    invitation = Invitation.objects.at(token).select_related("event", "invited_by").first()
    if invitation is None:
        raise MissingError(_("This invitation link is not valid. It may have been used or revoked."))
    return invitation


def require_addressee(actor: User, invitation: Invitation) -> None:
    """Raise unless the account has the address that was invited.

    Raises:
        NotAllowedError: the account has another address.
    """
    if actor.email != invitation.email:
        words = _("This invitation is for %(email)s. Sign in with that address to accept it.")
        raise NotAllowedError(words % {"email": invitation.email})


def _count_mail(actor: User | None, email: str) -> None:
    """Apply the rate limits of invitation e-mails.

    Raises:
        TooOftenError: a limit is exceeded.
    """
    day = 24 * 3600
    if actor is not None:
        limit_rate("staff.invite", actor.pk, limit=MAILS_PER_DAY, seconds=day)
    limit_rate("staff.invite.to", sha256(email.encode()).hexdigest(), limit=MAILS_PER_RECIPIENT_AND_DAY, seconds=day)


def _send_mail(invitation: Invitation, address: AbsoluteUrl) -> Invitation:
    """Send the invitation link, and store whether the mail server accepted it."""
    context = {
        "invitation": invitation,
        "event": invitation.event,
        "link": address(reverse("events:invitation", args=[invitation.token])),
        "site_name": settings.SITE_NAME,
    }
    reader = User.objects.filter(email=invitation.email).first()
    with in_language_of(reader, default=get_language() or ""):
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


def _reload(invitation: Invitation) -> Invitation:
    """Return the stored invitation with its event.

    Raises:
        MissingError: the invitation has been used or revoked.
    """
    current = Invitation.objects.filter(pk=invitation.pk).select_related("event").first()
    if current is None:
        raise MissingError(_("This invitation has already been used or revoked."))
    return current


def _lock_and_reload(invitation: Invitation) -> Invitation:
    """Return the invitation, locked; its event must already be locked.

    Raises:
        MissingError: the invitation has been used or revoked.
    """
    locked = Invitation.objects.select_for_update().filter(pk=invitation.pk).first()
    if locked is None:
        raise MissingError(_("This invitation has already been used or revoked."))
    return locked


def _close(actor: User | None, invitation: Invitation, verb: str) -> None:
    with transaction.atomic():
        event = lock_event(invitation.event)
        invitation = _lock_and_reload(invitation)
        audit_log.record(actor, verb, event=event, subject=invitation, role=invitation.role)
        invitation.delete()


MAX_EMAIL_LENGTH = 254  # characters; the size of the database column


def assign_role(
    actor: User | None, event: Event, *, email: str, role: str, address: AbsoluteUrl | None = None
) -> StaffRole | Invitation:
    """Assign a role to the account of a confirmed address, or invite the address.

    Assigning a role twice changes nothing.

    Args:
        actor: an organiser; None for the command line.
        event: the event.
        email: the e-mail address.
        role: the role.
        address: returns the absolute URL of a path, for the invitation; None to not send invitations.

    Returns:
        The role, or the invitation.

    Raises:
        NotAllowedError: the user is not an organiser.
        TooOftenError: too many requests.
        UserError: the role or the address is not valid, or no account has confirmed it and `address` is None.
    """
    require_organiser(actor, event)
    if actor is not None:  # the response reveals whether an address has an account
        limit_rate("staff.give", actor.pk, limit=60, seconds=3600)
    if role not in StaffRole.Role.values:
        raise UserError(_("Select a valid role."), fields={"role": _("Select a valid role.")})
    email = _clean_email(email)
    user = find_confirmed_user(email)
    if user is not None:
        return _assign(actor, event, user, role)
    if address is None:
        message = _("No account has confirmed this address. Enter the address of the site to send an invitation.")
        raise UserError(message, fields={"email": message})
    return invite(actor, event, email=email, role=role, address=address)


def _clean_email(email: str) -> str:
    """Return the address in lower case.

    Raises:
        UserError: not a valid e-mail address.
    """
    email = email.strip().lower()
    try:
        validate_email(email)
        MaxLengthValidator(MAX_EMAIL_LENGTH)(email)
    except ValidationError as error:
        message = _("Enter a valid e-mail address.")
        raise UserError(message, fields={"email": message}) from error
    return email


def _assign(actor: User | None, event: Event, user: User, role: str) -> StaffRole:
    """Assign the role and delete a pending invitation to it."""
    with transaction.atomic():
        event = lock_event(event)
        staff_role, created = StaffRole.objects.get_or_create(event=event, user=user, role=role)
        if created:
            audit_log.record(actor, "staff.assigned", event=event, subject=staff_role, user=user, role=role)
        Invitation.objects.filter(event=event, email=user.email, role=role).delete()
    return staff_role


def revoke_role(actor: User | None, staff_role: StaffRole) -> None:
    """Revoke a role, or resign from one's own.

    Raises:
        NotAllowedError: the user is neither an organiser nor the holder.
        StateError: it is the role of the last organiser, or it has already been revoked.
    """
    event = staff_role.event
    if actor is None or staff_role.user_id != actor.pk:
        require_organiser(actor, event)
    with transaction.atomic():
        event = lock_event(event)
        if not event.staff.filter(pk=staff_role.pk).exists():
            raise StateError(_("This role has already been revoked."))
        organisers = event.staff.filter(role=StaffRole.Role.ORGANISER)
        if staff_role.role == StaffRole.Role.ORGANISER and organisers.count() == 1:
            raise StateError(_("An event needs an organiser. Assign another organiser first."))
        audit_log.record(
            actor, "staff.revoked", event=event, subject=staff_role, user=staff_role.user_id, role=staff_role.role
        )
        staff_role.delete()
