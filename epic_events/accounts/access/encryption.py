"""Encryption of second-factor secrets in the database.

The key is derived from ``SECRET_KEY``. Secrets encrypted with one of ``SECRET_KEY_FALLBACKS`` stay readable;
``manage.py seal_second_factors`` encrypts them with the current key.
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
"""Prefix of encrypted texts. No plain text in the database has it."""
_PURPOSE: Final = b"epic_events second factor"
_ENCRYPTED_FIELDS: Final = ("secret", "seed")
"""Secret fields of authenticator data: the secret of an app and the seed of recovery codes."""


@lru_cache(maxsize=4)
def _keys(*secrets: str) -> MultiFernet:
    """Return a cipher that encrypts with the first key and decrypts with any.

    Cached: deriving a key is slow.
    """
    return MultiFernet([Fernet(_derive_key(secret)) for secret in secrets])


def _derive_key(secret: str) -> bytes:
    derived = HKDF(algorithm=SHA256(), length=32, salt=None, info=_PURPOSE).derive(secret.encode())
    return urlsafe_b64encode(derived)


def _site_fernet() -> MultiFernet:
    return _keys(settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)


def encrypt_secret(text: str) -> str:
    """Return the text encrypted with the key of the site.

    The result differs at each call.
    """
    return ENCRYPTED_PREFIX + _site_fernet().encrypt(text.encode()).decode()


def decrypt_secret(text: str) -> str:
    """Return the decrypted text; a text without the prefix is returned unchanged.

    Raises:
        StateError: the text was encrypted with a key that the site does not have.
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
    """Return authenticator data with its secrets encrypted with the current key."""
    sealed: dict[str, Any] = {
        name: encrypt_secret(decrypt_secret(data[name]))
        for name in _ENCRYPTED_FIELDS
        if isinstance(data.get(name), str)
    }
    if isinstance(data.get("migrated_codes"), list):
        sealed["migrated_codes"] = [encrypt_secret(decrypt_secret(code)) for code in data["migrated_codes"]]
    return {**data, **sealed}
