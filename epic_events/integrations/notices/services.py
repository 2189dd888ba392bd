"""Changes to notice preferences and push subscriptions.

Unsubscribe links of mails.
"""

import binascii
from base64 import urlsafe_b64decode
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.core import signing
from django.db import transaction
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.accounts.rate_limits import limit_rate
from epic_events.audit_log import services as audit_log
from epic_events.infra.errors import MissingError, UserError
from epic_events.infra.http_client import require_sendable
from epic_events.integrations.notices import push_keys
from epic_events.integrations.notices.collecting import preferences_of
from epic_events.integrations.notices.models import MAX_ENDPOINT_LENGTH, USUAL, ByMail, Choice, Device, Kind, Wish

EVERYTHING: Final = "all"
_SALT: Final = "epic_events.integrations.notices.end"


class Unsubscription(NamedTuple):
    """User and kind of notice of an unsubscribe link; ``EVERYTHING`` for all kinds."""

    user: int
    kind: str


def unsubscribe_link(user: int, kind: str) -> str:
    """Return the absolute URL of an unsubscribe link."""
    token = signing.dumps([user, kind], salt=_SALT, compress=True)
    return settings.SITE_ADDRESS + reverse("notices:unsubscribe", args=[token])


def read_unsubscribe_link(token: str) -> Unsubscription:
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


MAX_DEVICES: Final = 10
_POINT, _SECRET = 65, 16  # bytes of a P-256 point and of an authentication secret (RFC 8291)


def wishes(user: User) -> dict[Kind, Wish]:
    """Return the preferences of a user by kind, including defaults, with one query."""
    chosen = preferences_of([user.pk])
    return {kind: chosen.get((user.pk, kind.value), USUAL[kind]) for kind in Kind}


def choose(user: User, wished: Mapping[Kind, Wish]) -> None:
    """Store notice preferences; kinds that are missing in the mapping stay unchanged."""
    with transaction.atomic():
        before = wishes(User.objects.select_for_update().get(pk=user.pk))
        changed = {kind: wish for kind, wish in wished.items() if before[kind] != wish}
        for kind, wish in changed.items():
            Choice.objects.update_or_create(user=user, kind=kind, defaults={"mail": wish.mail, "push": wish.push})
        if changed:
            audit_log.record(user, "access.notices_chosen", subject=user, kinds=sorted(changed))


def unsubscribe_user(ending: Unsubscription) -> User:
    """Turn off the e-mails named by an unsubscribe link; repeating it has no effect.

    Raises:
        MissingError: the account does not exist or is closed.
    """
    user = User.objects.filter(pk=ending.user, is_active=True).first()
    if user is None:
        raise MissingError(_("This account is closed and no longer receives e-mails."))
    kinds = list(Kind) if ending.kind == EVERYTHING else [Kind(ending.kind)]
    now = wishes(user)
    choose(user, {kind: Wish(ByMail.OFF, now[kind].push) for kind in kinds})
    return user


def devices_of(user: User) -> list[Device]:
    """Return the devices of a user, oldest first, with one query."""
    return list(Device.objects.filter(user=user).order_by("pk"))


def add_device(user: User, *, endpoint: str, p256dh: str, auth: str, name: str) -> Device:
    """Store a browser's push subscription; one of another user is moved to this user.

    Args:
        user: owner of the notices.
        endpoint: URL at the push service.
        p256dh: public key of the browser, base64url.
        auth: authentication secret, base64url.
        name: name to show to the user.

    Raises:
        UserError: the subscription is invalid, or the user has too many devices.
        TooOftenError: the rate limit is exceeded.
    """
    if not push_keys.load_key():
        raise UserError(_("This site does not send notifications to devices."))
    limit_rate("notices.device", user.pk, limit=50, seconds=24 * 3600)
    if len(endpoint) > MAX_ENDPOINT_LENGTH or _bytes(p256dh) != _POINT or _bytes(auth) != _SECRET:
        raise UserError(_("The browser did not provide a valid subscription. Try again."))
    require_sendable(endpoint, "endpoint")
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        digest = Device.digest_of(endpoint)
        Device.objects.filter(digest=digest).exclude(user=user).delete()  # another person uses this browser now
        if Device.objects.filter(user=user).exclude(digest=digest).count() >= MAX_DEVICES:
            raise UserError(
                _("You have reached the limit of %(most)d devices. Remove one first.") % {"most": MAX_DEVICES}
            )
        registered_device, new = Device.objects.update_or_create(
            digest=digest,
            defaults={"user": user, "endpoint": endpoint, "p256dh": p256dh, "auth": auth, "name": name[:80]},
        )
        if new:
            audit_log.record(user, "access.device_added", subject=user, device=registered_device)
    return registered_device


def remove_device(user: User, key: int) -> None:
    """Delete a push subscription.

    Raises:
        MissingError: the user has no such device.
    """
    with transaction.atomic():
        gone, _each = Device.objects.filter(user=user, pk=key).delete()
        if not gone:
            raise MissingError(_("This device has already been removed."))
        audit_log.record(user, "access.device_removed", subject=user, device=key)


def forget_devices(*, user: User, **_more: object) -> None:
    """Delete all push subscriptions of a user whose access was revoked."""
    Device.objects.filter(user=user).delete()


SESSION_DEVICE: Final = "push_device"
"""Session key of the push subscription of the signed-in browser."""


def forget_device_of_session(*, user: User | None, data: Mapping[str, Any], **_more: object) -> None:
    """Delete the push subscription of a session that has ended.

    Another person may use the browser next.
    """
    device = data.get(SESSION_DEVICE)
    if user is not None and device is not None:
        Device.objects.filter(user=user, pk=device).delete()


def forget_device_on_sign_out(*, request: HttpRequest | None, user: User | None, **_more: object) -> None:
    """Delete the push subscription of a browser that signs out."""
    if request is not None:
        forget_device_of_session(user=user, data=dict(request.session.items()))


def _bytes(text: str) -> int:
    """Return the decoded length of a base64url text in bytes; 0 if it is invalid."""
    try:
        return len(urlsafe_b64decode(text + "=" * (-len(text) % 4)))
    except (binascii.Error, ValueError):
        return 0
