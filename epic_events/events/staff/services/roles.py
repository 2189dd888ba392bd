"""Who runs an event with you."""

from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator, validate_email
from django.db import transaction
from django.utils.translation import gettext as _

from epic_events.accounts.confirmation import confirmed_user
from epic_events.accounts.models import User
from epic_events.accounts.rate_limits import limit_rate
from epic_events.audit_log import services as audit_log
from epic_events.events.locking import lock_event
from epic_events.events.models import Event, Invitation, StaffRole
from epic_events.events.permissions import require_organiser
from epic_events.events.staff.services.invitations import Address, invite
from epic_events.infra.errors import StateError, UserError

LONGEST_EMAIL = 254  # characters, what the column holds


def assign_role(
    actor: User | None, event: Event, *, email: str, role: str, address: Address | None = None
) -> StaffRole | Invitation:
    """Give the person with an address a role at the event; giving it twice changes nothing.

    Where an account has confirmed the address the role begins at once; else an invitation is mailed to it.

    Args:
        actor: an organiser; None for the command line.
        event: the event.
        email: the address.
        role: the role.
        address: makes whole addresses of this site for the mail; without it nobody is invited.

    Returns:
        The role, or the invitation.

    Raises:
        NotAllowedError: for everybody but an organiser.
        TooOftenError: after too many.
        UserError: for an unknown role or no address; for one that is not confirmed, where nobody can be invited.
    """
    require_organiser(actor, event)
    if actor is not None:  # the answer tells whether an address has an account
        limit_rate("staff.give", actor.pk, limit=60, seconds=3600)
    if role not in StaffRole.Role.values:
        raise UserError(_("Select a valid role."), fields={"role": _("Select a valid role.")})
    email = _checked(email)
    user = confirmed_user(email)
    if user is not None:
        return _given(actor, event, user, role)
    if address is None:
        message = _("No account has confirmed this address. Enter the address of the site to send an invitation.")
        raise UserError(message, fields={"email": message})
    return invite(actor, event, email=email, role=role, address=address)


def _checked(email: str) -> str:
    """Return an address in lower case.

    Raises:
        UserError: it is none.
    """
    email = email.strip().lower()
    try:
        validate_email(email)
        MaxLengthValidator(LONGEST_EMAIL)(email)
    except ValidationError as error:
        message = _("Enter a valid e-mail address.")
        raise UserError(message, fields={"email": message}) from error
    return email


def _given(actor: User | None, event: Event, user: User, role: str) -> StaffRole:
    """Let the role begin; an invitation to it that was still on its way is gone."""
    with transaction.atomic():
        event = lock_event(event)
        held, made = StaffRole.objects.get_or_create(event=event, user=user, role=role)
        if made:
            audit_log.record(actor, "staff.given", event=event, subject=held, user=user, role=role)
        Invitation.objects.filter(event=event, email=user.email, role=role).delete()
    return held


def revoke_role(actor: User | None, held: StaffRole) -> None:
    """Take a role away, or lay down an own one.

    Raises:
        NotAllowedError: for everybody but an organiser and who holds it.
        StateError: for the last organiser's role, as somebody has to be able to run the event; or when it is gone.
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
        audit_log.record(actor, "staff.taken", event=event, subject=held, user=held.user_id, role=held.role)
        held.delete()
