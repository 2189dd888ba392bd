"""What differs from allauth's defaults where second factors are set up."""

import segno
from allauth.mfa.adapter import DefaultMFAAdapter
from django.conf import settings

from epic_events.accounts.access.encryption import decrypt_secret, encrypt_secret


class SecondFactorAdapter(DefaultMFAAdapter):  # type: ignore[misc]  # allauth ships no types
    """Calls the site by its name, keeps secrets sealed, and draws QR codes as the rest of the site does."""

    def build_totp_svg(self, url: str) -> str:
        """Return the address that an authenticator app scans as an SVG document, dark on white in every scheme."""
        drawn: str = segno.make(url, error="m", micro=False).svg_inline(scale=5, light="#fff")
        return drawn.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)

    def encrypt(self, text: str) -> str:
        """Return the secret of an app, or what recovery codes come from, as the database keeps it."""
        return encrypt_secret(text)

    def decrypt(self, encrypted_text: str) -> str:
        """Return what the database keeps as allauth needs it."""
        return decrypt_secret(encrypted_text)

    def _get_site_name(self) -> str:
        return str(settings.SITE_NAME)
