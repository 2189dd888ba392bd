"""Pages of the reference are sent compressed: a phone in a hall has a poor signal."""

from django.utils.decorators import decorator_from_middleware

from epic_events.infra.compression import Compressing


class _Public(Compressing):
    """Compresses without random padding, so that equal pages stay equal: they hold nothing that could be guessed at."""

    padded = False


compressed = decorator_from_middleware(_Public)
