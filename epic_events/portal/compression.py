"""Pages are sent compressed: a phone in a hall has a poor signal, and a thousand of them share it."""

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers
from django.utils.deprecation import MiddlewareMixin

from epic_events.pages.compression import compressed, takes_gzip

SECRETS: Final = ("/accounts/", "/api/v1/token/")
"""How addresses begin whose answers show what lets somebody in, such as a new token; they are sent as they are."""
SHORT: Final = 200
"""Bytes below which an answer is sent as it is."""


class CompressionMiddleware(MiddlewareMixin):
    """Compresses what is read, with Django's defence against guessing secrets by the length of answers (BREACH).

    Such a guess needs a secret and words of the attacker's on one page, and many answers that differ in nothing else.
    The one secret that pages of forms hold, the token against forgery, is masked anew for each answer; a random number
    of bytes is added to each; and answers that show a secret itself are not compressed. What is kept for everybody
    (``epic_events/pages/kept.py``) holds no secret and is compressed once, before it comes by here.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Return the answer, compressed where it may be and is shorter then; its tag says so (RFC 9110, 8.8.1)."""
        if request.path.startswith(SECRETS) or not isinstance(response, HttpResponse):
            return response
        if len(response.content) < SHORT or response.has_header("Content-Encoding"):
            return response
        patch_vary_headers(response, ("Accept-Encoding",))
        if not takes_gzip(request):
            return response
        packed = compressed(response.content, padded=True)
        if len(packed) >= len(response.content):
            return response
        response.content = packed
        response["Content-Length"] = str(len(packed))
        response["Content-Encoding"] = "gzip"
        tag = response.get("ETag", "")
        if tag.startswith('"'):
            response["ETag"] = f"W/{tag}"
        return response
