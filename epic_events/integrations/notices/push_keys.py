"""The VAPID key that signs push notifications (RFC 8292).

``VAPID_PRIVATE_KEY`` if it is set, else the site's own key, which ``migrate`` creates in the database. Browsers accept
only notifications signed with the key with which they subscribed.
"""

from functools import cache
from typing import Any, Final

from cryptography.fernet import InvalidToken
from django.apps import apps as installed
from django.apps.registry import Apps
from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, transaction

from epic_events.infra.encryption import site_cipher
from epic_events.integrations.notices.models import Device, PushKey

_PURPOSE: Final = b"epic_events push key"
_ROW: Final = 1


def generate_key() -> str:
    """Return a new private key as ``VAPID_PRIVATE_KEY`` expects it."""
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415 - slow to load
    from py_vapid.utils import b64urlencode  # noqa: PLC0415

    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return str(b64urlencode(number.to_bytes(32, "big")))


def load_key() -> str:
    """Return the private key, with one query unless one is configured.

    Empty if the site has none, or if it was encrypted with a secret key that the site no longer has.
    """
    return settings.VAPID_PRIVATE_KEY or _stored_key() or ""


def has_unreadable_key() -> bool:
    """Return True if the stored key is needed and cannot be decrypted."""
    return not settings.VAPID_PRIVATE_KEY and _stored_key() is None


def public_key(private: str) -> str:
    """Return the public key for browsers; empty if the private key is."""
    return _public_key(private) if private else ""


@cache
def _public_key(private: str) -> str:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat  # noqa: PLC0415 - slow to load
    from py_vapid import Vapid  # noqa: PLC0415
    from py_vapid.utils import b64urlencode  # noqa: PLC0415

    key = Vapid.from_string(private).public_key
    return str(b64urlencode(key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)))


def ensure_key(using: str = DEFAULT_DB_ALIAS) -> None:
    """Create the site's own key unless it exists.

    An existing key is encrypted again with the current ``SECRET_KEY``. Can be called concurrently: the primary key
    decides which of two new keys is stored.
    """
    stored = PushKey.objects.using(using).filter(pk=_ROW).first()
    if stored is None:
        new = PushKey(pk=_ROW, encrypted=_encrypt(generate_key()))
        PushKey.objects.using(using).bulk_create([new], ignore_conflicts=True)
    elif settings.SECRET_KEY_FALLBACKS:
        with transaction.atomic(using=using):
            locked = PushKey.objects.using(using).select_for_update().get(pk=_ROW)
            try:
                locked.encrypted = site_cipher(_PURPOSE).rotate(locked.encrypted.encode()).decode()
            except InvalidToken:
                return  # the secret key may be missing only here; ``push_key --replace`` gives it up
            locked.save(update_fields=["encrypted"])


def replace_key() -> int:
    """Replace the site's own key, and delete the push subscriptions.

    They are bound to the key.

    Returns:
        The number of deleted subscriptions. The users are asked again at their next event.
    """
    with transaction.atomic():
        PushKey.objects.update_or_create(pk=_ROW, defaults={"encrypted": _encrypt(generate_key())})
        devices = Device.objects.count()
        Device.objects.all().delete()
    return devices


def create_after_migrate(*, using: str, apps: Apps = installed, **_more: Any) -> None:
    """Create the key after migrate or flush; handler of ``post_migrate``."""
    try:
        apps.get_model("notices", "PushKey")
    except LookupError:  # migrated back to a state without it
        return
    ensure_key(using)


def _encrypt(private: str) -> str:
    return site_cipher(_PURPOSE).encrypt(private.encode()).decode()


def _stored_key() -> str | None:
    """Return the stored key; empty if there is none, None if it cannot be decrypted."""
    encrypted = PushKey.objects.filter(pk=_ROW).values_list("encrypted", flat=True).first()
    if encrypted is None:
        return ""
    try:
        return site_cipher(_PURPOSE).decrypt(encrypted.encode()).decode()
    except InvalidToken:
        return None
