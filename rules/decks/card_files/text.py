"""The text of a card file: normalization, hash, size limit, TOML and JSON parsing."""

import json
import re
import tomllib
from hashlib import sha256
from typing import Any, Final

from rules.decks.card_files.locations import is_json
from rules.decks.card_files.model import MAX_CHARACTERS, CardFileError, LocatedError

_AT: Final = re.compile(r" ?\(at (?:line (?P<line>\d+), column (?P<column>\d+)|end of document)\)$")


def normalize(text: str) -> str:
    r"""Return the text in the form that is hashed.

    It has ``\n`` line ends and no byte order mark.
    """
    return text.replace("\r\n", "\n").removeprefix("\ufeff")


def text_hash(text: str) -> str:
    """Return the hash of a card file, 64 hexadecimal digits."""
    return sha256(text.encode()).hexdigest()


def require_length(text: str) -> None:
    """Raise ``CardFileError`` if the text is too long or contains a null byte."""
    if len(text) > MAX_CHARACTERS:
        raise CardFileError(f"{len(text):,} characters: a card file has at most {MAX_CHARACTERS:,}")
    if "\0" in text:
        raise CardFileError(LocatedError("the file contains a null byte: save it as plain text", line_of(text, "\0")))
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise CardFileError("the file is not valid UTF-8: save it as UTF-8") from error


def line_of(text: str, label: str) -> int:
    """Return the number of the first line that contains ``label``, from 1."""
    return text.count("\n", 0, text.index(label)) + 1


def read_toml(text: str) -> dict[str, Any]:
    """Parse a TOML card file.

    Raises:
        CardFileError: invalid TOML; names the line.
    """
    try:
        return tomllib.loads(text)
    except RecursionError as error:
        raise CardFileError("invalid TOML: its lists are nested too deeply") from error
    except ValueError as error:  # tomllib raises plain ValueError for some invalid numbers and dates
        match = _AT.search(str(error))
        line = 0 if match is None else int(match["line"] or text.count("\n") + 1)
        column = 0 if match is None or match["column"] is None else int(match["column"])
        raise CardFileError(LocatedError(f"invalid TOML: {_AT.sub('', str(error))}", line, column=column)) from error


def read_table(text: str, begins: str) -> dict[str, Any]:
    """Parse a card file in TOML or JSON.

    Args:
        text: the file.
        begins: how a JSON file starts, for the error message.

    Raises:
        CardFileError: neither TOML nor JSON; names the line of the error.
    """
    if not is_json(text):
        return read_toml(text)
    try:
        read = json.loads(text)
    except json.JSONDecodeError as error:
        raise CardFileError(LocatedError(f"invalid JSON: {error.msg}", error.lineno, column=error.colno)) from error
    except (ValueError, RecursionError) as error:
        raise CardFileError(f"invalid JSON: {error}") from error
    if not isinstance(read, dict):
        raise CardFileError(f"a card file begins with {begins}")
    return read
