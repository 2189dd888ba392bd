"""Compression of public reference pages."""

from django.utils.decorators import decorator_from_middleware

from epic_events.infra.responses import GzipMiddleware


class _Public(GzipMiddleware):
    """Gzip without random padding, so that equal pages are equal; the pages contain no secrets."""

    padded = False


compressed = decorator_from_middleware(_Public)
