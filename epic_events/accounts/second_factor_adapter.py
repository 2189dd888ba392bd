"""Adapter of allauth for second factors."""

import segno
from allauth.mfa.adapter import DefaultMFAAdapter
from django.conf import settings

from epic_events.accounts.access.encryption import decrypt_secret, encrypt_secret


class SecondFactorAdapter(DefaultMFAAdapter):  # type: ignore[misc]  # allauth ships no types
    """Encrypts secrets, uses the name of the site, and draws QR codes with segno."""

    def build_totp_svg(self, url: str) -> str:
        """Return a QR code as SVG, dark on white in every colour scheme."""
        drawn: str = segno.make(url, error="m", micro=False).svg_inline(scale=5, light="#fff")
        return drawn.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)

    def encrypt(self, text: str) -> str:
        """Encrypt a secret for the database."""
        return encrypt_secret(text)

    def decrypt(self, encrypted_text: str) -> str:
        """Decrypt a secret from the database."""
        return decrypt_secret(encrypted_text)

    def _get_site_name(self) -> str:
        return str(settings.SITE_NAME)
