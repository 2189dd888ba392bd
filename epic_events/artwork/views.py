"""Serves drawn pictures."""

from functools import lru_cache
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from epic_events.artwork.addresses import pattern_of
from epic_events.artwork.drawing.pictures import DRAWINGS, REVISION, Motif

FOREVER: Final = "public, max-age=31536000, immutable"
BRIEFLY: Final = "public, max-age=300"
"""For pages that were cached before the drawings changed."""
_CACHED_PICTURES: Final = 512


@require_safe
def picture(request: HttpRequest, revision: str, kind: str, game: str, livery: str, seed: str) -> HttpResponse:
    """Return a picture of the motif in the URL.

    Permission: public. The URL holds a hash of an event's name; nothing is read from the database.
    """
    del request
    response = HttpResponse(_drawn(kind, game, livery, seed), content_type="image/svg+xml")
    response["Cache-Control"] = FOREVER if revision == str(REVISION) else BRIEFLY
    return response


@lru_cache(_CACHED_PICTURES)
def _drawn(kind: str, game: str, livery: str, seed: str) -> bytes:
    return DRAWINGS[kind](Motif(int(seed, 16) or 1, pattern_of(game), livery)).encode()
