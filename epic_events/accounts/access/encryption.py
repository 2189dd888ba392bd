"""Secrets that the database holds sealed: whoever gets a copy of it alone cannot read them.

The key comes from ``SECRET_KEY``, which is kept apart from the database. After that has changed, what was sealed under
one of ``SECRET_KEY_FALLBACKS`` is still read; ``manage.py reencrypt_second_factors`` seals it under the new one.
"""

from base64 import urlsafe_b64encode
from functools import lru_cache
from typing import Any, Final

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from django.utils.translation import gettext as _

from epic_events.infra.errors import StateError

ENCRYPTED_PREFIX: Final = "sealed:"
"""How a sealed text begins; nothing that was ever kept unsealed begins so."""
_PURPOSE: Final = b"epic_events second factor"
_ENCRYPTED_FIELDS: Final = ("secret", "seed")
"""What of an authenticator's data lets somebody in: the secret of an app, and what recovery codes come from."""


@lru_cache(maxsize=4)
def _keys(*secrets: str) -> MultiFernet:
    """Return what seals under the first secret and reads under each; deriving a key takes a moment."""
    return MultiFernet([Fernet(_derive_key(secret)) for secret in secrets])


def _derive_key(secret: str) -> bytes:
    derived = HKDF(algorithm=SHA256(), length=32, salt=None, info=_PURPOSE).derive(secret.encode())
    return urlsafe_b64encode(derived)


def _site_fernet() -> MultiFernet:
    return _keys(settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)


def encrypt_secret(text: str) -> str:
    """Return a text sealed under the site's key, another one each time."""
    return ENCRYPTED_PREFIX + _site_fernet().encrypt(text.encode()).decode()


def decrypt_secret(text: str) -> str:
    """Return what was sealed; a text that was kept before there was a seal, as it is.

    Raises:
        StateError: it was sealed under a key that the site does not have.
    """
    if not text.startswith(ENCRYPTED_PREFIX):
        return text
    try:
        return _site_fernet().decrypt(text.removeprefix(ENCRYPTED_PREFIX).encode()).decode()
    except InvalidToken as error:
        message = _(
            "The second factor cannot be read because the secret key of this site has changed. Contact a site "
            "administrator."
        )
        raise StateError(message) from error


def reencrypt(data: dict[str, Any]) -> dict[str, Any]:
    """Return the data of an authenticator with its secrets sealed under the key of now; passkeys hold none."""
    sealed: dict[str, Any] = {
        name: encrypt_secret(decrypt_secret(data[name]))
        for name in _ENCRYPTED_FIELDS
        if isinstance(data.get(name), str)
    }
    if isinstance(data.get("migrated_codes"), list):
        sealed["migrated_codes"] = [encrypt_secret(decrypt_secret(code)) for code in data["migrated_codes"]]
    return {**data, **sealed}
