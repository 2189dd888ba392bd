"""The tokens of a card query: words, phrases, signs and parentheses."""

import re
from dataclasses import dataclass

from rules.card_search.errors import QueryError
from rules.card_search.unsupported_syntax import MINUS

_QUOTES = {'"': '"', "\N{LEFT DOUBLE QUOTATION MARK}": "\N{RIGHT DOUBLE QUOTATION MARK}"}
_SIGN = re.compile(r"<=|>=|!=|[:=<>]|≤|≥|≠")
_PLAIN = {"≤": "<=", "≥": ">=", "≠": "!="}
_BARE = re.compile(r"(?:[^\s()\"“”<>=:!≤≥≠]|!(?!=))+")


@dataclass(frozen=True)
class Token:
    """A token with its kind, its text and its position in the query."""

    kind: str  # word, phrase, sign, open, close, minus
    text: str
    start: int
    end: int


def tokens(text: str) -> list[Token]:
    """Split a query into tokens.

    Raises:
        QueryError: an unclosed quotation mark, or an unknown sign.
    """
    result: list[Token] = []
    index = 0
    while index < len(text):
        token = _next_token(text, index, after_space=index == 0 or text[index - 1].isspace() or text[index - 1] in "(-")
        if token is not None:
            result.append(token)
        index = token.end if token is not None else index + 1
    return result


def _next_token(text: str, index: int, *, after_space: bool) -> Token | None:
    """Return the token at offset ``index``; ``None`` for a space."""
    char = text[index]
    if char.isspace():
        return None
    if char in "()":
        return Token("open" if char == "(" else "close", char, index, index + 1)
    if char in _QUOTES or char in _QUOTES.values():
        closing = _QUOTES.get(char, char)
        ends = [end for mark in {closing, '"'} if (end := text.find(mark, index + 1)) >= 0]
        if not ends:
            raise QueryError("This quotation mark is not closed.", text, index, len(text), [f'{text[index:]}"'])
        return Token("phrase", text[index + 1 : min(ends)], index, min(ends) + 1)
    if (char == "-" or char in MINUS) and after_space and index + 1 < len(text) and not text[index + 1].isspace():
        return Token("minus", "-", index, index + 1)
    if sign := _SIGN.match(text, index):
        return Token("sign", _PLAIN.get(sign.group(), sign.group()), index, sign.end())
    if match := _BARE.match(text, index):
        return Token("word", match.group(), index, match.end())
    raise QueryError(f"“{char}” means nothing here.", text, index, index + 1)
