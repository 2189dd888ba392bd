"""A card file as text: its one form, its hash, its length, and the tables that stand in it, TOML or JSON."""

import json
import re
import tomllib
from hashlib import sha256
from typing import Any, Final

from rules.decks.card_files.model import MOST_CHARACTERS, CardFileError, Mistake
from rules.decks.card_files.places import is_json

_AT: Final = re.compile(r" ?\(at (?:line (?P<line>\d+), column (?P<column>\d+)|end of document)\)$")


def in_one_form(text: str) -> str:
    """Return a file as it is kept and told apart by its hash: with plain line ends, without a byte order mark."""
    return text.replace("\r\n", "\n").removeprefix("\ufeff")


def hash_of(text: str) -> str:
    """Return 64 hexadecimal digits that tell one card file from another."""
    return sha256(text.encode()).hexdigest()


def require_length(text: str) -> None:
    """Stop a file that is too long, or no text, before anything is done with it.

    Raises:
        CardFileError: says how long it may be.
    """
    if len(text) > MOST_CHARACTERS:
        raise CardFileError(f"{len(text):,} characters: a card file has at most {MOST_CHARACTERS:,}")
    if "\0" in text:
        raise CardFileError(Mistake("this holds a zero byte: save the file as plain text", line_of(text, "\0")))
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise CardFileError("this holds half a character: save the file as UTF-8") from error


def line_of(text: str, what: str) -> int:
    """Return the line, from 1, on which something first stands in a text."""
    return text.count("\n", 0, text.index(what)) + 1


def read_toml(text: str) -> dict[str, Any]:
    """Return a file of tables.

    Raises:
        CardFileError: it is no TOML; names the line.
    """
    try:
        return tomllib.loads(text)
    except RecursionError as error:
        raise CardFileError("this is no TOML: its lists are nested too deeply") from error
    except ValueError as error:  # also what tomllib lets through of numbers and dates that cannot be
        at = _AT.search(str(error))
        line = 0 if at is None else int(at["line"] or text.count("\n") + 1)
        column = 0 if at is None or at["column"] is None else int(at["column"])
        raise CardFileError(Mistake(f"this is no TOML: {_AT.sub('', str(error))}", line, column=column)) from error


def read_table(text: str, begins: str) -> dict[str, Any]:
    """Return what stands in a file that may be TOML or JSON.

    Args:
        text: the file.
        begins: how a file in JSON begins, for whoever writes something else.

    Raises:
        CardFileError: it is neither; names the line.
    """
    if not is_json(text):
        return read_toml(text)
    try:
        read = json.loads(text)
    except json.JSONDecodeError as error:
        raise CardFileError(Mistake(f"this is no JSON: {error.msg}", error.lineno, column=error.colno)) from error
    except (ValueError, RecursionError) as error:
        raise CardFileError(f"this is no JSON: {error}") from error
    if not isinstance(read, dict):
        raise CardFileError(f"a card file begins with {begins}")
    return read
