"""Compression of pages, except those that show a secret."""

from typing import Final

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from epic_events.infra.responses import GzipMiddleware

SECRETS: Final = ("/accounts/", "/api/v1/token/")
"""Prefixes of paths whose responses show a secret, such as a new token; they are not compressed."""


class CompressionMiddleware(GzipMiddleware):
    """Compress responses, with Django's defence against BREACH.

    The attack guesses a secret by the length of many responses that contain both the secret and text of the attacker.
    The CSRF token is masked again for each response, a random number of bytes is added to each, and responses that
    show another secret are not compressed. Cached pages (``epic_events/page_cache/pages.py``) hold no secret and are
    compressed once.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Return the response, compressed unless its path may show a secret."""
        return response if request.path.startswith(SECRETS) else super().process_response(request, response)
