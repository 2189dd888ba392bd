"""Pages are sent compressed: a phone in a hall has a poor signal, and a thousand of them share it."""

from typing import Final

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from epic_events.infra.compression import Compressing

SECRETS: Final = ("/accounts/", "/api/v1/token/")
"""How addresses begin whose answers show what lets somebody in, such as a new token; they are sent as they are."""


class CompressionMiddleware(Compressing):
    """Compresses what is read, with Django's defence against guessing secrets by the length of answers (BREACH).

    Such a guess needs a secret and words of the attacker's on one page, and many answers that differ in nothing else.
    The one secret that pages of forms hold, the token against forgery, is masked anew for each answer; a random number
    of bytes is added to each; and answers that show a secret itself are not compressed. What is kept for everybody
    (``epic_events/page_cache/pages.py``) holds no secret and is compressed once, before it comes by here.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Return the answer, compressed where it may be."""
        return response if request.path.startswith(SECRETS) else super().process_response(request, response)
