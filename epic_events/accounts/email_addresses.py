"""Confirmed e-mail addresses as allauth stores them."""

from allauth.account.models import EmailAddress
from django.contrib.auth.base_user import AbstractBaseUser
from django.utils.translation import gettext as _

from epic_events.infra.errors import StateError


def mark_confirmed(user: AbstractBaseUser) -> None:
    """Mark the user's e-mail address as confirmed.

    Raises:
        StateError: another account has confirmed it.
    """
    email = getattr(user, AbstractBaseUser.get_email_field_name())
    if EmailAddress.objects.filter(email=email, verified=True).exclude(user=user).exists():
        raise StateError(_("Another account has already confirmed this e-mail address."))
    EmailAddress.objects.filter(user=user).exclude(email=email).update(primary=False)
    EmailAddress.objects.update_or_create(user=user, email=email, defaults={"verified": True, "primary": True})
