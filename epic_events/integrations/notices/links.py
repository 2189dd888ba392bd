"""Signed unsubscribe links of mails, for one account and one kind of notice."""

from typing import Final, NamedTuple

from django.conf import settings
from django.core import signing
from django.urls import reverse
from django.utils.translation import gettext as _

from epic_events.infra.errors import MissingError
from epic_events.integrations.notices.kinds import Kind

EVERYTHING: Final = "all"
_SALT: Final = "epic_events.integrations.notices.end"


class Unsubscription(NamedTuple):
    """User and kind of notice of an unsubscribe link; ``EVERYTHING`` for all kinds."""

    user: int
    kind: str


def unsubscribe_link(user: int, kind: str) -> str:
    """Return the absolute URL of an unsubscribe link."""
    token = signing.dumps([user, kind], salt=_SALT, compress=True)
    return settings.SITE_ADDRESS + reverse("notices:end", args=[token])


def read(token: str) -> Unsubscription:
    """Return user and kind of an unsubscribe link.

    Raises:
        MissingError: the token is invalid, for example truncated by a mail program.
    """
    try:
        user, kind = signing.loads(token, salt=_SALT)
    except (signing.BadSignature, ValueError, TypeError) as error:
        message = _(
            "This link is incomplete. Copy the whole link from the e-mail, or change your notifications on My page."
        )
        raise MissingError(message) from error
    if kind != EVERYTHING and kind not in Kind.values:
        raise MissingError(_("This type of notification is no longer sent."))
    return Unsubscription(int(user), kind)
