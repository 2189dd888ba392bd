"""Pages of the reference are sent compressed: a phone in a hall has a poor signal."""

from django.middleware.gzip import GZipMiddleware
from django.utils.decorators import decorator_from_middleware


class _PublicGZip(GZipMiddleware):
    """Compresses without random padding, so that equal pages stay equal: they hold nothing that could be guessed at."""

    max_random_bytes = 0


compressed = decorator_from_middleware(_PublicGZip)
