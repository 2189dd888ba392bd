"""What is sent compressed: by ISA-L, which takes a tenth of the processor that zlib takes, for a seventh more bytes.

A page of a hundred tables is compressed in a twentieth of a millisecond instead of half of one, which is a fifth of
what a player's look at it takes.
"""

import re
import secrets
from typing import Final

from django.http import HttpRequest
from isal import igzip

_LEVEL: Final = 2
_PADDING: Final = 100
"""Bytes, at most, that are added by chance."""
_HEAD: Final = 10
_FLAGS: Final = 3
_NAMED: Final = 8
"""In a gzip header (RFC 1952): its length, where its flags stand, and the flag for the name of a file behind it."""
_ACCEPTS_GZIP: Final = re.compile(r"\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))")


def takes_gzip(request: HttpRequest) -> bool:
    """Whether who asks reads gzip."""
    return _ACCEPTS_GZIP.search(request.headers.get("Accept-Encoding", "")) is not None


def compressed(body: bytes, *, padded: bool = False) -> bytes:
    """Return a body as gzip, the same for the same.

    Args:
        body: what is sent.
        padded: whether a number of bytes drawn by chance is added, as the name of a file that nobody looks at: how long
            an answer is then tells less of what is in it (see ``epic_events/portal/compression.py``).
    """
    whole = igzip.compress(body, _LEVEL, mtime=0)
    if not padded:
        return whole
    head = bytearray(whole[:_HEAD])
    head[_FLAGS] |= _NAMED
    return bytes(head) + b"a" * secrets.randbelow(_PADDING) + b"\0" + whole[_HEAD:]
