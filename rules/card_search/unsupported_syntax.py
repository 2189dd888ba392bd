"""Hints for syntax of other card searches that card queries do not support."""

import re
from typing import Final

from rules.decks.names import words

MINUS: Final = "\N{MINUS SIGN}\N{EN DASH}\N{EM DASH}\N{NON-BREAKING HYPHEN}\N{HYPHEN}"
"""Characters that phones and word processors put in place of a hyphen."""

_DASHES = re.compile(rf"[-{MINUS}]+")
_SLASHES = re.compile(r"/(?P<inside>[^/]*)/?")
_WILD = re.compile(r"[%*]")


def unsupported_syntax_hint(word: str) -> tuple[str, tuple[str, ...]] | None:
    """Return a message and suggested replacements for unsupported syntax.

    Args:
        word: a word of a query, as written.

    Returns:
        Message and replacements; ``None`` if the word is no unsupported syntax.
    """
    if _DASHES.fullmatch(word):
        return "A minus excludes the term directly after it, such as -k:blitz. Here there is no term.", ()
    if word.startswith("/"):
        inside = words(_SLASHES.sub(lambda slashes: slashes["inside"], word, count=1))
        message = (
            "Slashes ask for a pattern (a regular expression), which this search does not read: write the beginnings of"
            ' words, or words side by side in quotation marks, such as "draw 1 card".'
        )
        return message, (f'"{inside}"',) if inside else ()
    if wild := _WILD.search(word):
        rest = _WILD.sub("", word)
        message = f"“{wild[0]}” is not a wildcard here. The beginning of a word is enough: drag finds Dragon."
        return message, (rest,) if words(rest) else ()
    return None if words(word) and word.strip("&+") else _sign_hint(word)


def _sign_hint(word: str) -> tuple[str, tuple[str, ...]]:
    """Return message and replacements for a word without letters and digits."""
    if word.strip("|") == "":
        return "Write “or” between alternatives: k:blitz or k:ambush.", ("or",)
    if word.strip("&+") == "":
        return f"“{word}” is not needed: all terms have to match.", ()
    return f"“{word}” has no letters or digits. Leave it out.", ()
