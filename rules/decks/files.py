"""Reading and decoding of decklist files."""

import re
from pathlib import Path

_CONTROLS = re.compile("[\x00-\x08\x0e-\x19\x1b-\x1f\x7f]")

MAX_BYTES = 500_000
"""Maximum file size in bytes; real lists have a few thousand."""


class UnreadableDeckError(Exception):
    """A decklist file is not valid text; the message says why."""


class NoSuchDeckFileError(UnreadableDeckError):
    """A decklist file does not exist or cannot be opened."""


def decode(data: bytes) -> str:
    """Decode a decklist file.

    Accepts UTF-8 with or without byte order mark, UTF-16 with one, and otherwise Windows text (cp1252).

    Args:
        data: The file's bytes.

    Raises:
        UnreadableDeckError: The file is empty, too large, or not text.
    """
    if len(data) > MAX_BYTES:
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
    """Return the bytes of a file.

    Raises:
        NoSuchDeckFileError: The file does not exist or cannot be opened.
    """
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise NoSuchDeckFileError(f"{path}: {(error.strerror or 'cannot be read').lower()}") from error
    except ValueError as error:
        raise NoSuchDeckFileError(f"{path!r} is no file name") from error


def read_file(path: str) -> str:
    """Return the text of a decklist file.

    Raises:
        UnreadableDeckError: The file does not exist, cannot be opened, or is not text; see :func:`decode`.
    """
    try:
        return decode(read_bytes(path))
    except NoSuchDeckFileError:
        raise
    except UnreadableDeckError as error:
        raise UnreadableDeckError(f"{path}: {error}") from error
