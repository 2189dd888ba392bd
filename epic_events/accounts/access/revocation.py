"""Revocation of all credentials and sessions of a user.

Code that adds a new way to sign in must revoke it here.
"""

from typing import Final

from allauth.mfa.models import Authenticator
from django.db import transaction
from django.dispatch import Signal

from epic_events.accounts.access.tokens import revoke_tokens
from epic_events.accounts.models import User
from epic_events.audit_log import services as audit_log

access_revoked: Final = Signal()
"""Sent with ``user`` in the transaction of the revocation, so that other apps delete data of the user's devices."""


@transaction.atomic
def revoke_access(actor: User | None, user: User, *, reason: str = "", keep_password: bool = False) -> None:
    """Revoke the password, second factors, sessions and API tokens of a user.

    A sign-in code sent to the user's e-mail address still works unless the account is closed.

    Args:
        actor: the user who revokes; None for the site.
        user: the affected user; its password attribute is updated.
        reason: for the audit log.
        keep_password: True if the password was just changed, which has already ended the sessions.
    """
    locked = User.objects.select_for_update().get(pk=user.pk)
    if not keep_password:
        # A session stores a hash of the password: changing the stored password ends all sessions.
        locked.set_unusable_password()
        locked.save(update_fields=["password"])
        user.password = locked.password
    revoke_tokens(actor, locked)
    Authenticator.objects.filter(user=locked).delete()
    access_revoked.send(User, user=locked)
    audit_log.record(actor, "access.ended", subject=user, reason=reason)
