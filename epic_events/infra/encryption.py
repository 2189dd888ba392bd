"""Encryption of secrets in the database with keys derived from ``SECRET_KEY``.

A secret that was encrypted with one of ``SECRET_KEY_FALLBACKS`` stays readable.
"""

from base64 import urlsafe_b64encode
from functools import lru_cache

from cryptography.fernet import Fernet, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings


def site_cipher(purpose: bytes) -> MultiFernet:
    """Return the cipher of the site for a purpose; each purpose has its own key."""
    return _cipher(purpose, settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)


@lru_cache(maxsize=8)
def _cipher(purpose: bytes, *secrets: str) -> MultiFernet:
    """Return a cipher that encrypts with the first secret and decrypts with any.

    Cached: deriving a key is slow.
    """
    return MultiFernet([Fernet(_derive_key(purpose, secret)) for secret in secrets])


def _derive_key(purpose: bytes, secret: str) -> bytes:
    derived = HKDF(algorithm=SHA256(), length=32, salt=None, info=purpose).derive(secret.encode())
    return urlsafe_b64encode(derived)
