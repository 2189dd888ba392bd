"""Compression of the public pages of the reference."""

from django.utils.decorators import decorator_from_middleware

from epic_events.infra.compression import GzipMiddleware


class _Public(GzipMiddleware):
    """Gzip without random padding, so that equal pages stay equal; they hold no secret."""

    padded = False


compressed = decorator_from_middleware(_Public)
