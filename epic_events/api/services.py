"""Writes about tokens: made, replaced and taken back by the person they stand for."""

from allauth.account.adapter import get_adapter
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext as _
from rest_framework.authtoken.models import Token
from rest_framework.exceptions import AuthenticationFailed

from epic_events.accounts.models import User
from epic_events.accounts.throttle import TooOftenError
from epic_events.journal import services as journal


def sign_in(request: HttpRequest, email: str, password: str) -> User:
    """Return the person with this address and password.

    Failures count together with those on the sign-in page, by network address and by e-mail address.

    Raises:
        AuthenticationFailed: when the two do not fit together.
        TooOftenError: after too many failures.
    """
    try:
        user = get_adapter().authenticate(request, email=email, password=password)
    except ValidationError as error:
        raise TooOftenError(" ".join(error.messages)) from error
    if not isinstance(user, User) or not user.is_active:  # allauth also returns people whose account is closed
        raise AuthenticationFailed(_("The address or the password is wrong."))
    return user


@transaction.atomic
def token_of(user: User) -> str:
    """Return the token that stands for a person, made now when there is none."""
    token, made = Token.objects.get_or_create(user=user)
    if made:
        journal.record(user, "token.made", subject=user)
    return str(token.key)


@transaction.atomic
def take_token_back(user: User) -> None:
    """Remove a person's token: programs that hold it are signed out."""
    removed, _rows = Token.objects.filter(user=user).delete()
    if removed:
        journal.record(user, "token.taken_back", subject=user)
