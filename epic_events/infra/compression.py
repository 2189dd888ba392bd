"""Gzip compression of responses with ISA-L.

ISA-L takes a tenth of the processor time of zlib for a seventh more bytes: 0.05 instead of 0.5 ms for a page of a
hundred tables, a fifth of the time of the whole request.
"""

import re
import secrets
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers
from django.utils.deprecation import MiddlewareMixin
from isal import igzip

SHORT: Final = 200
"""Bytes below which an answer is sent as it is."""
_LEVEL: Final = 2
_PADDING: Final = 100
"""Bytes, at most, that are added by chance."""
_HEAD: Final = 10
_FLAGS: Final = 3
_NAMED: Final = 8
"""In a gzip header (RFC 1952): its length, where its flags stand, and the flag for the name of a file behind it."""
_ACCEPTS_GZIP: Final = re.compile(r"\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))")


def accepts_gzip(request: HttpRequest) -> bool:
    """Return True if the client accepts gzip."""
    return _ACCEPTS_GZIP.search(request.headers.get("Accept-Encoding", "")) is not None


def compressed(body: bytes, *, padded: bool = False) -> bytes:
    """Return a body as gzip, deterministic unless padded.

    Args:
        body: the uncompressed bytes.
        padded: True to add a random number of bytes as the file name of the archive, so that the length of a response
            reveals less about its content (see ``epic_events/web/compression.py``).
    """
    whole = igzip.compress(body, _LEVEL, mtime=0)
    if not padded:
        return whole
    head = bytearray(whole[:_HEAD])
    head[_FLAGS] |= _NAMED
    return bytes(head) + b"a" * secrets.randbelow(_PADDING) + b"\0" + whole[_HEAD:]


class GzipMiddleware(MiddlewareMixin):
    """Middleware that compresses responses if the client accepts it and they become shorter."""

    padded = True
    """Whether their length says less than it could; without, equal answers stay equal."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Return the response, compressed if possible, with a weak ETag (RFC 9110, 8.8.1)."""
        if not isinstance(response, HttpResponse) or len(response.content) < SHORT:
            return response
        if response.has_header("Content-Encoding"):
            return response
        patch_vary_headers(response, ("Accept-Encoding",))
        if not accepts_gzip(request):
            return response
        packed = compressed(response.content, padded=self.padded)
        if len(packed) >= len(response.content):
            return response
        response.content = packed
        response["Content-Length"] = str(len(packed))
        response["Content-Encoding"] = "gzip"
        tag = response.get("ETag", "")
        if tag.startswith('"'):
            response["ETag"] = f"W/{tag}"
        return response
