"""Reading and decoding of decklist files."""

import re
from pathlib import Path

_CONTROLS = re.compile("[\x00-\x08\x0e-\x19\x1b-\x1f\x7f]")

_MOSTLY = 0.7
MAX_BYTES = 500_000
"""Maximum file size in bytes; real lists have a few thousand."""


class UnreadableDeckError(Exception):
    """A decklist file is not valid text; the message says why."""


class NoSuchDeckFileError(UnreadableDeckError):
    """A decklist file does not exist or cannot be opened."""


def decode(data: bytes) -> str:
    """Decode a decklist file.

    See :func:`decode_text` for the encodings.

    Args:
        data: The file's bytes.

    Raises:
        UnreadableDeckError: The file is empty, too large, or not text.
    """
    if len(data) > MAX_BYTES:
        raise UnreadableDeckError(f"{len(data)} bytes are too many for a decklist; give one list, one card a line")
    text = decode_text(data)
    if text is None:
        raise UnreadableDeckError("this is not a text file; save the list as plain text (UTF-8), one card a line")
    if not text.strip():
        raise UnreadableDeckError("the list is empty; write one card a line, like 3 Name")
    return text


def decode_text(data: bytes) -> str | None:
    """Return the text of a file; ``None`` if it is not text.

    UTF-8 and UTF-16 are recognised with and without byte order mark; other text is Windows text (cp1252).
    """
    for encoding in _encodings(data):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        return None if _CONTROLS.search(text) else text.rstrip("\x1a")
    return None


def _encodings(data: bytes) -> tuple[str, ...]:
    """Return the encodings to try.

    Text in UTF-16 has a zero in every other byte of its ASCII characters.
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return ("utf-16",)
    sample = data[:2_000]
    if len(data) % 2 == 0 and sample:
        for encoding, zeros, others in (
            ("utf-16-le", sample[1::2], sample[::2]),
            ("utf-16-be", sample[::2], sample[1::2]),
        ):
            if zeros.count(0) > len(zeros) * _MOSTLY and not others.count(0):
                return (encoding,)
    return ("utf-8-sig", "cp1252")


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
