"""Assigns and revokes the staff roles of an event."""

from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator, validate_email
from django.db import transaction
from django.utils.translation import gettext as _

from epic_events.accounts.confirmation import find_confirmed_user
from epic_events.accounts.models import User
from epic_events.accounts.rate_limits import limit_rate
from epic_events.audit_log import services as audit_log
from epic_events.events.locking import lock_event
from epic_events.events.models import Event, Invitation, StaffRole
from epic_events.events.permissions import require_organiser
from epic_events.events.staff.services.invitations import AbsoluteUrl, invite
from epic_events.infra.errors import StateError, UserError

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
        held, made = StaffRole.objects.get_or_create(event=event, user=user, role=role)
        if made:
            audit_log.record(actor, "staff.assigned", event=event, subject=held, user=user, role=role)
        Invitation.objects.filter(event=event, email=user.email, role=role).delete()
    return held


def revoke_role(actor: User | None, held: StaffRole) -> None:
    """Revoke a role, or resign from one's own.

    Raises:
        NotAllowedError: the user is neither an organiser nor the holder.
        StateError: it is the role of the last organiser, or it has already been revoked.
    """
    event = held.event
    if actor is None or held.user_id != actor.pk:
        require_organiser(actor, event)
    with transaction.atomic():
        event = lock_event(event)
        if not event.staff.filter(pk=held.pk).exists():
            raise StateError(_("This role has already been revoked."))
        organisers = event.staff.filter(role=StaffRole.Role.ORGANISER)
        if held.role == StaffRole.Role.ORGANISER and organisers.count() == 1:
            raise StateError(_("An event needs an organiser. Assign another organiser first."))
        audit_log.record(actor, "staff.revoked", event=event, subject=held, user=held.user_id, role=held.role)
        held.delete()
