"""Bytes of a decklist file to text, with a plain complaint about what is no text."""

import re
from pathlib import Path

_CONTROLS = re.compile("[\x00-\x08\x0e-\x19\x1b-\x1f\x7f]")

LARGEST = 500_000
"""Bytes; the largest real list is a few thousand."""


class UnreadableDeckError(Exception):
    """What was given as a decklist is no text that could hold one; the message says why and what would be right."""


class NoSuchDeckFileError(UnreadableDeckError):
    """There is no such file, or it cannot be opened; the message names it."""


def decode(data: bytes) -> str:
    """Return the text of a decklist file.

    UTF-8 with or without byte order mark is expected and UTF-16 with one is understood. Other bytes are taken for
    Windows text (cp1252), which old editors write, as long as they can be.

    Args:
        data: The file's bytes.

    Raises:
        UnreadableDeckError: The file is empty, too large, or no text.
    """
    if len(data) > LARGEST:
        raise UnreadableDeckError(f"{len(data)} bytes are too many for a decklist; give one list, one card a line")
    encodings = ("utf-16",) if data.startswith((b"\xff\xfe", b"\xfe\xff")) else ("utf-8-sig", "cp1252")
    for encoding in encodings:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if _CONTROLS.search(text):
            break
        if not text.strip():
            raise UnreadableDeckError("the list is empty; write one card a line, like 3 Name")
        return text.rstrip("\x1a")
    raise UnreadableDeckError("this is not a text file; save the list as plain text (UTF-8), one card a line")


def read_bytes(path: str) -> bytes:
    """Return what is in the file at ``path``.

    Raises:
        NoSuchDeckFileError: There is no such file, or it cannot be opened.
    """
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise NoSuchDeckFileError(f"{path}: {(error.strerror or 'cannot be read').lower()}") from error
    except ValueError as error:
        raise NoSuchDeckFileError(f"{path!r} is no file name") from error


def read_file(path: str) -> str:
    """Return the text of the decklist file at ``path``.

    Raises:
        UnreadableDeckError: There is no such file, it cannot be opened, or it is no text; see :func:`decode`.
    """
    try:
        return decode(read_bytes(path))
    except NoSuchDeckFileError:
        raise
    except UnreadableDeckError as error:
        raise UnreadableDeckError(f"{path}: {error}") from error
