"""A planted loss, by which tests prove that every loss is detected."""

from threading import Lock

ONE_IN = 20


class Loss:
    """Drops one in twenty acknowledged writes, mails or deliveries of one kind.

    Attributes:
        dropped: number of dropped ones.
    """

    def __init__(self, kind: str = "") -> None:
        self._kind, self._count, self.dropped = kind, 0, 0
        self._lock = Lock()

    def drops(self, kind: str) -> bool:
        """Return True if the next one of this kind is acknowledged and dropped."""
        if kind != self._kind:
            return False
        with self._lock:
            self._count += 1
            dropped = self._count % ONE_IN == ONE_IN // 2
            self.dropped += dropped
        return dropped
