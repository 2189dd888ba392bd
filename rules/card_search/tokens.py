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
    at = 0
    while at < len(text):
        token = _next_token(text, at, after_space=at == 0 or text[at - 1].isspace() or text[at - 1] in "(-")
        if token is not None:
            result.append(token)
        at = token.end if token is not None else at + 1
    return result


def _next_token(text: str, at: int, *, after_space: bool) -> Token | None:
    """Return the token at offset ``at``; ``None`` for a space."""
    char = text[at]
    if char.isspace():
        return None
    if char in "()":
        return Token("open" if char == "(" else "close", char, at, at + 1)
    if char in _QUOTES or char in _QUOTES.values():
        closing = _QUOTES.get(char, char)
        ends = [end for mark in {closing, '"'} if (end := text.find(mark, at + 1)) >= 0]
        if not ends:
            raise QueryError("This quotation mark is not closed.", text, at, len(text), [f'{text[at:]}"'])
        return Token("phrase", text[at + 1 : min(ends)], at, min(ends) + 1)
    if (char == "-" or char in MINUS) and after_space and at + 1 < len(text) and not text[at + 1].isspace():
        return Token("minus", "-", at, at + 1)
    if sign := _SIGN.match(text, at):
        return Token("sign", _PLAIN.get(sign.group(), sign.group()), at, sign.end())
    if bare := _BARE.match(text, at):
        return Token("word", bare.group(), at, bare.end())
    raise QueryError(f"“{char}” means nothing here.", text, at, at + 1)
