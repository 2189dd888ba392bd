"""Every way in as a user, ended in one place: where a new way in is made, it is ended here too."""

from typing import Final

from allauth.mfa.models import Authenticator
from django.db import transaction
from django.dispatch import Signal

from epic_events.accounts.access.tokens import revoke_tokens
from epic_events.accounts.models import User
from epic_events.audit_log import services as audit_log

access_revoked: Final = Signal()
"""``user``: in the transaction in which every way in ends; what apps above keep for a device of theirs ends with it."""


@transaction.atomic
def revoke_access(actor: User | None, user: User, *, reason: str = "", keep_password: bool = False) -> None:
    """End everything that lets somebody in as a user: the password, passkeys, every session, every token for programs.

    The second factor ends with them: it may be that of whoever is kept out.

    Who reads the mail of the user's address still signs in by code, unless the account is closed.

    Args:
        actor: who ends it; None for the site itself.
        user: whose ways in end; its password is another afterwards, also on the object given.
        reason: why, for the log.
        keep_password: the password was changed just now, which has ended every session already.
    """
    locked = User.objects.select_for_update().get(pk=user.pk)
    if not keep_password:
        # A session holds a hash of the password as it was stored: another one, unusable or not, ends them all.
        locked.set_unusable_password()
        locked.save(update_fields=["password"])
        user.password = locked.password
    revoke_tokens(actor, locked)
    Authenticator.objects.filter(user=locked).delete()
    access_revoked.send(User, user=locked)
    audit_log.record(actor, "access.ended", subject=user, reason=reason)
