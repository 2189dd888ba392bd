"""What people choose: which notices come how, and on which devices."""

import binascii
from base64 import urlsafe_b64decode
from collections.abc import Mapping
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.accounts.rate_limits import limit_rate
from epic_events.audit_log import services as audit_log
from epic_events.infra.errors import MissingError, UserError
from epic_events.infra.http_client import require_sendable
from epic_events.integrations.notices import push
from epic_events.integrations.notices.kinds import USUAL, ByMail, Kind, Wish
from epic_events.integrations.notices.links import EVERYTHING, Ending
from epic_events.integrations.notices.models import LONGEST_ENDPOINT, Choice, Device
from epic_events.integrations.notices.outbox import wishes_of

MOST_DEVICES: Final = 10
_POINT, _SECRET = 65, 16  # bytes of a P-256 point and of an authentication secret (RFC 8291)


def wishes(user: User) -> dict[Kind, Wish]:
    """Return how somebody gets each kind; one query."""
    chosen = wishes_of([user.pk])
    return {kind: chosen.get((user.pk, kind.value), USUAL[kind]) for kind in Kind}


def choose(user: User, wished: Mapping[Kind, Wish]) -> None:
    """Have notices come as somebody wishes; kinds that are not named stay as they are."""
    with transaction.atomic():
        before = wishes(User.objects.select_for_update().get(pk=user.pk))
        changed = {kind: wish for kind, wish in wished.items() if before[kind] != wish}
        for kind, wish in changed.items():
            Choice.objects.update_or_create(user=user, kind=kind, defaults={"mail": wish.mail, "push": wish.push})
        if changed:
            audit_log.record(user, "access.notices_chosen", subject=user, kinds=sorted(changed))


def end_mails(ending: Ending) -> User:
    """End the mails that a signed link names; once they have ended nothing happens.

    Raises:
        MissingError: the account is gone.
    """
    user = User.objects.filter(pk=ending.user, is_active=True).first()
    if user is None:
        raise MissingError(_("This account is closed: it gets no mails any more."))
    kinds = list(Kind) if ending.kind == EVERYTHING else [Kind(ending.kind)]
    now = wishes(user)
    choose(user, {kind: Wish(ByMail.OFF, now[kind].push) for kind in kinds})
    return user


def devices_of(user: User) -> list[Device]:
    """Return the devices that somebody added, the latest last; one query."""
    return list(Device.objects.filter(user=user).order_by("pk"))


def add_device(user: User, *, endpoint: str, p256dh: str, auth: str, name: str) -> Device:
    """Have a browser show the notices of somebody; one that is known already shows those of whoever adds it now.

    Args:
        user: whose notices.
        endpoint: the address at its push service.
        p256dh: its public key, in base64 for addresses.
        auth: its authentication secret, likewise.
        name: how its owner knows it.

    Raises:
        UserError: this is no subscription, or there are too many devices.
        TooOftenError: above a sensible number a day.
    """
    if not push.is_there():
        raise UserError(_("This site sends nothing to devices."))
    limit_rate("notices.device", user.pk, limit=50, seconds=24 * 3600)
    if len(endpoint) > LONGEST_ENDPOINT or _bytes(p256dh) != _POINT or _bytes(auth) != _SECRET:
        raise UserError(_("The browser gave no subscription that can be used: try again."))
    require_sendable(endpoint, "endpoint")
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        digest = Device.digest_of(endpoint)
        Device.objects.filter(digest=digest).exclude(user=user).delete()  # another person uses this browser now
        if Device.objects.filter(user=user).exclude(digest=digest).count() >= MOST_DEVICES:
            raise UserError(_("You have %(most)d devices: take one away first.") % {"most": MOST_DEVICES})
        made, new = Device.objects.update_or_create(
            digest=digest,
            defaults={"user": user, "endpoint": endpoint, "p256dh": p256dh, "auth": auth, "name": name[:80]},
        )
        if new:
            audit_log.record(user, "access.device_added", subject=user, device=made)
    return made


def remove_device(user: User, key: int) -> None:
    """Show nothing more on a device.

    Raises:
        MissingError: it is not one of this person's.
    """
    with transaction.atomic():
        gone, _each = Device.objects.filter(user=user, pk=key).delete()
        if not gone:
            raise MissingError(_("This device is gone already."))
        audit_log.record(user, "access.device_removed", subject=user, device=key)


def forget_devices(*, user: User, **_more: object) -> None:
    """Show nothing of somebody on any device: told when every way in ends, be it because a stranger had one."""
    Device.objects.filter(user=user).delete()


def _bytes(text: str) -> int:
    """Return how many bytes a text in base64 for addresses stands for; 0 when it is none."""
    try:
        return len(urlsafe_b64decode(text + "=" * (-len(text) % 4)))
    except (binascii.Error, ValueError):
        return 0
