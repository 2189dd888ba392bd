"""Decoding of an uploaded file into lines, with its errors and lost pictures."""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass

from rules.rulebooks.importer.model import LOST_SYMBOL


class ImportingError(ValueError):
    """A file cannot be imported as a rules document."""


class EmptySourceError(ImportingError):
    """The file is empty or contains only white space."""


class SourceTooLargeError(ImportingError):
    """The file is larger than any rules document."""


class WrongEncodingError(ImportingError):
    """The file is not UTF-8 text."""


class NotTextError(ImportingError):
    """The file is binary, such as a PDF, a word processor document or an image."""


class NoRulesError(ImportingError):
    """No rule was found in the file with this profile."""


class TooManyUnitsError(ImportingError):
    """The file has more rules than allowed."""


class UnknownProfileError(ImportingError):
    """There is no profile with this name."""


MAX_BYTES = 2_000_000
"""About thirty times the longest known document."""
MAX_LINES = 40_000
"""Far more than any known document has; limits the processing time."""
MAX_LINE_LENGTH = 20_000
"""Maximum number of characters per line."""
_STRANGE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


@dataclass(frozen=True, slots=True)
class Source:
    """A text as lines.

    Attributes:
        lines: without line ends and trailing white space.
        pages: indexes of lines that follow a form feed.
        hash: hash of the lines; ignores byte order mark, form feeds and kind of line ends.
    """

    lines: tuple[str, ...]
    pages: frozenset[int]
    hash: str


def read_source(content: bytes) -> Source:
    """Decode a file into lines.

    Raises:
        SourceTooLargeError: more than ``MAX_BYTES`` bytes or ``MAX_LINES`` lines, or a line that is too long.
        WrongEncodingError: not UTF-8.
        NotTextError: contains control characters.
        EmptySourceError: contains no text.
    """
    if len(content) > MAX_BYTES:
        raise SourceTooLargeError(
            f"The file has more than {MAX_BYTES:,} bytes, and no rules document does. "
            "Upload the text alone, without pictures."
        )
    if content.startswith((b"%PDF", b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"{\\rtf")):
        raise NotTextError("This is a PDF or a word processor's file. Copy its text into a text file and upload that.")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise WrongEncodingError(
            f"Line {line} is not UTF-8 text (byte {error.start + 1}). Save the file as UTF-8 and upload it again."
        ) from error
    printed = text.replace("\r\n", "\n").replace("\r", "\n")
    pages = frozenset(row for row, line in enumerate(printed.split("\n")) if line.startswith("\f"))
    text = printed.replace("\f", "")
    count = text.removesuffix("\n").count("\n") + 1
    if count > MAX_LINES:
        raise SourceTooLargeError(
            f"The file has {count:,} lines. A rules document has at most {MAX_LINES:,}; upload the rules alone."
        )
    lines = tuple(line.rstrip() for line in text.removesuffix("\n").split("\n"))
    for number, checked in enumerate(lines, start=1):
        _check(checked, number)
    if not any(lines):
        raise EmptySourceError("The file is empty.")
    return Source(lines, pages, hashlib.sha256("\n".join(lines).encode()).hexdigest())


def _check(line: str, number: int) -> None:
    if len(line) > MAX_LINE_LENGTH:
        raise SourceTooLargeError(
            f"Line {number} has {len(line):,} characters; at most {MAX_LINE_LENGTH:,} are allowed."
        )
    if strange := _STRANGE.search(line):
        code = f"U+{ord(strange[0]):04X}"
        raise NotTextError(f"Line {number} holds the control character {code}: this is not a text file.")


def mark_lost_pictures(
    lines: Sequence[str], pictures: Sequence[tuple[re.Pattern[str], str]], start: int, end: int
) -> tuple[list[str], dict[int, str]]:
    """Mark the place of each lost picture.

    Return the lines, and descriptions by line index.

    Args:
        lines: of the source.
        pictures: patterns of lines with a lost picture, with its description; a group ``gap`` gives its place.
        start: index of the first line of the rules.
        end: index of the first line after them.
    """
    marked = list(lines)
    lost: dict[int, str] = {}
    for index in range(start, end):
        for pattern, description in pictures:
            if match := pattern.search(lines[index]):
                gap = match.span("gap") if "gap" in pattern.groupindex else (len(lines[index]),) * 2
                marked[index] = f"{lines[index][: gap[0]]} {LOST_SYMBOL} {lines[index][gap[1] :]}".rstrip()
                lost[index] = description
                break
    return marked, lost
