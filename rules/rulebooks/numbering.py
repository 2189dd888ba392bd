"""Hierarchy of numbered units."""


class Numbering:
    """The numbers of the units so far, to determine the parent of the next one.

    A rule that repeats its heading's number (2.7) is a child of that heading. A rule below a number printed twice is a
    child of the heading among the two (1.2.1), or else of the later one (4.4.6a). A term without a number is a child of
    the rule it is cited with (6.1.2/rotate).

    >>> numbering = Numbering()
    >>> for number, titled in (("1", True), ("1.2", False), ("1.2", True)):
    ...     numbering.add(number, titled=titled)
    >>> numbering.parent_of("1.2.1")
    2
    """

    def __init__(self) -> None:
        self._read = 0
        self._last: dict[str, int] = {}
        self._last_titled: dict[str, int] = {}

    def add(self, number: str, *, titled: bool) -> None:
        """Add the number of the next unit; ``titled`` if it is a printed title."""
        self._last[number] = self._read
        if titled:
            self._last_titled[number] = self._read
        self._read += 1

    def __contains__(self, number: object) -> bool:
        """Return True if a unit with this number was added."""
        return number in self._last

    def parent_of(self, number: str) -> int | None:
        """Return the index of the parent of a unit with this number; None at the top."""
        if "." not in number:
            return None
        parent = _parent_number(number)
        for wanted in (number, parent, number.partition(".")[0]):
            if wanted in self._last_titled:
                return self._last_titled[wanted]
            if wanted in self._last and wanted != number:
                return self._last[wanted]
        return None


def _parent_number(number: str) -> str:
    """Return the number without its term, letter or last part."""
    if "/" in number:
        return number.partition("/")[0]
    return number[:-1] if number[-1].isalpha() else number.rpartition(".")[0]
