"""Secret URL of a user's calendar feed, which needs no sign-in."""

from typing import Final

from django.conf import settings
from django.core import signing
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from epic_events.accounts.models import User, digest_of
from epic_events.events.models import Event, Registration, StaffRole
from epic_events.infra.errors import MissingError

_SALT: Final = "epic_events.calendar"


def feed_address(user: User) -> str:
    """Return the absolute URL of a user's feed; changing the password revokes it."""
    token = signing.dumps([user.pk, _mark(user)], salt=_SALT)
    return settings.SITE_ADDRESS + reverse("web:my_calendar", args=[token])


def reader_of(token: str) -> User:
    """Return the user whose feed has this token.

    Raises:
        MissingError: the token is invalid or was revoked.
    """
    ended = MissingError(
        _("This calendar address is invalid or no longer works. Copy the current address from My page.")
    )
    try:
        key, mark = signing.loads(token, salt=_SALT)
    except (signing.BadSignature, ValueError, TypeError) as error:
        raise ended from error
    user = User.objects.filter(pk=key, is_active=True).first()
    if user is None or not constant_time_compare(mark, _mark(user)):
        raise ended
    return user


def events_of(user: User) -> QuerySet[Event]:
    """Return a user's events as player or staff, including past ones, latest first."""
    entries = Registration.objects.of_user(user).exclude(status=Registration.Status.WITHDRAWN)
    mine = Q(pk__in=entries.values("event_id")) | Q(pk__in=StaffRole.objects.filter(user=user).values("event_id"))
    return Event.objects.visible_to(user).filter(mine).prefetch_related("stages").order_by("-starts_at", "pk")


def _mark(user: User) -> str:
    return digest_of(user.password)[:16]
