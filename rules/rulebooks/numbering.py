"""Where a numbered unit stands: under which of the units before it."""


class Numbering:
    """The numbers read so far, in order.

    A rule that repeats its heading's number (2.7) stands under that heading. A rule below a number printed twice
    stands under the heading of the two (1.2.1), or else under the later one (4.4.6a). A word without a number stands
    under the rule that it is cited with (6.1.2/rotate).

    >>> numbering = Numbering()
    >>> for number, titled in (("1", True), ("1.2", False), ("1.2", True)):
    ...     numbering.add(number, titled=titled)
    >>> numbering.above("1.2.1")
    2
    """

    def __init__(self) -> None:
        self._read = 0
        self._last: dict[str, int] = {}
        self._last_titled: dict[str, int] = {}

    def add(self, number: str, *, titled: bool) -> None:
        """Add the next unit: its number, and whether it is a printed title."""
        self._last[number] = self._read
        if titled:
            self._last_titled[number] = self._read
        self._read += 1

    def __contains__(self, number: object) -> bool:
        """Whether a unit with this number has been read."""
        return number in self._last

    def above(self, number: str) -> int | None:
        """Return which of the units read so far a unit with this number stands under, by position; None at the top."""
        if "." not in number:
            return None
        parent = _above(number)
        for wanted in (number, parent, number.partition(".")[0]):
            if wanted in self._last_titled:
                return self._last_titled[wanted]
            if wanted in self._last and wanted != number:
                return self._last[wanted]
        return None


def _above(number: str) -> str:
    """Return the number that a number stands under if it is printed: without its word, its letter or its last part."""
    if "/" in number:
        return number.partition("/")[0]
    return number[:-1] if number[-1].isalpha() else number.rpartition(".")[0]
