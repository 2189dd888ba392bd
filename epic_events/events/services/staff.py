"""Who runs an event with you."""

from django.db import transaction
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.accounts.throttle import throttle
from epic_events.errors import StateError, UserError
from epic_events.events.locking import locked
from epic_events.events.models import Event, StaffRole
from epic_events.events.permissions import require_organiser
from epic_events.journal import services as journal


def give_role(actor: User | None, event: Event, *, email: str, role: str) -> StaffRole:
    """Give somebody with an account a role at the event; giving it twice changes nothing.

    Raises:
        NotAllowedError: for everybody but an organiser.
        UserError: for an unknown address or role.
    """
    require_organiser(actor, event)
    if actor is not None:  # the answer tells whether an address has an account
        throttle("staff.give", actor.pk, limit=60, seconds=3600)
    if role not in StaffRole.Role.values:
        raise UserError(_("There is no such role."), fields={"role": _("There is no such role.")})
    user = User.objects.filter(email=email.strip().lower(), is_active=True).first()
    if user is None:
        message = _("Nobody has an account with this address: ask the person to sign up first.")
        raise UserError(message, fields={"email": message})
    with transaction.atomic():
        event = locked(event)
        held, made = StaffRole.objects.get_or_create(event=event, user=user, role=role)
        if made:
            journal.record(actor, "staff.given", event=event, subject=held, user=user, role=role)
    return held


def take_role(actor: User | None, held: StaffRole) -> None:
    """Take a role away.

    Raises:
        NotAllowedError: for everybody but an organiser.
        StateError: for the last organiser's role, as somebody has to be able to run the event; or when it is gone.
    """
    event = held.event
    require_organiser(actor, event)
    with transaction.atomic():
        event = locked(event)
        if not event.staff.filter(pk=held.pk).exists():
            raise StateError(_("This role has been taken away already."))
        organisers = event.staff.filter(role=StaffRole.Role.ORGANISER)
        if held.role == StaffRole.Role.ORGANISER and organisers.count() == 1:
            raise StateError(_("An event needs an organiser: give the role to somebody else first."))
        journal.record(actor, "staff.taken", event=event, subject=held, user=held.user_id, role=held.role)
        held.delete()
