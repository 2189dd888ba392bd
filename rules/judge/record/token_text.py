"""The text and place of tokens, with typographic characters normalised."""

import re
from typing import Final

from rules.judge.record.model import Place
from rules.judge.record.syntax_tree import Token, Tree

_STRAIGHT = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "“": '"', "”": '"', "–": "-", "−": "-"})  # noqa: RUF001

_INVISIBLE: Final = "\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff"
"""Invisible formatting characters that phones add to copied text."""
_SPACES: Final = "\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"
_ODD: Final = re.compile(f"[：{_INVISIBLE}{_SPACES}]")  # noqa: RUF001
_MARKS: Final = re.compile(rf"\{{[^}}\n]*\}}|^[^\S\n]*#[^\n]*|(?<=\s)#(?!\d)[^\n]*|{_ODD.pattern}", re.MULTILINE)
"""Comments, which stay as they are, and variants of colons, spaces and invisible characters."""


def normalize_marks(text: str) -> str:
    r"""Return ``text`` with plain colons and spaces and no invisible characters.

    Comments stay as they are.

    >>> normalize_marks("\u200eBen\uff1a\u00a0pass")
    'Ben: pass'
    """
    if text.isascii() or not _ODD.search(text):
        return text
    return _MARKS.sub(_plain_mark, text)


def _plain_mark(match: re.Match[str]) -> str:
    mark = match[0]
    if len(mark) > 1:
        return mark
    if mark == "：":  # noqa: RUF001
        return ":"
    return mark if mark == "#" else " " if mark.isspace() else ""


def comment_of(token: Token) -> str:
    """Return a comment without its marks."""
    text = str(token)
    text = text[1:-1] if text.startswith("{") else text.lstrip("#")
    return " ".join(text.split())


def normalize(text: str) -> str:
    """Return ``text`` with straight quotes and single spaces."""
    straight = text if text.isascii() else text.translate(_STRAIGHT)
    return " ".join(straight.split())


def place_of(item: "Token | Tree") -> Place:
    """Return the place of a token."""
    assert isinstance(item, Token)
    return Place(item.line or 0, item.column or 0)


def key_of(item: "Token | Tree") -> str:
    """Return the text before the colon."""
    assert isinstance(item, Token)
    return item.partition(":")[0]


def columns_of(node: "Token | Tree") -> tuple[int, ...]:
    """Return the column of each word of a line's text."""
    assert isinstance(node, Tree)
    pieces = [child for child in node.children if isinstance(child, Token)]
    return tuple((piece.column or 0) + match.start() for piece in pieces for match in re.finditer(r"\S+", piece))


def text_of(node: "Token | Tree", empty: Place) -> tuple[str, Place]:
    """Return the text of a line and where it begins.

    ``empty`` is the place without text.
    """
    assert isinstance(node, Tree)
    pieces = [child for child in node.children if isinstance(child, Token)]
    if not pieces:
        return "", empty
    return normalize(" ".join(pieces)), place_of(pieces[0])
