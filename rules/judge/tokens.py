"""What the tokens of a record say, in plain words, and where they stood."""

import re
from typing import Final

from lark import Token, Tree

from rules.judge.model import Place

_STRAIGHT = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "“": '"', "”": '"', "–": "-", "−": "-"})  # noqa: RUF001

_COLON: Final = re.compile(r"\{[^}\n]*\}|(?<!\S)#[^\n]*|：")  # noqa: RUF001
"""A colon as keyboards for other scripts type it, after comments, which stay as they are."""


def with_colons(text: str) -> str:
    """Return ``text`` with plain colons outside its comments, everything at its place."""
    if "：" not in text:  # noqa: RUF001
        return text
    return _COLON.sub(lambda found: ":" if found[0] == "：" else found[0], text)  # noqa: RUF001


def comment_of(token: Token) -> str:
    """Return a comment without its marks."""
    text = str(token)
    text = text[1:-1] if text.startswith("{") else text.lstrip("#")
    return " ".join(text.split())


def plain(text: str) -> str:
    """Return ``text`` with straight quotes and single spaces."""
    straight = text if text.isascii() else text.translate(_STRAIGHT)
    return " ".join(straight.split())


def place_of(item: "Token | Tree[Token]") -> Place:
    """Return where a token stood."""
    assert isinstance(item, Token)
    return Place(item.line or 0, item.column or 0)


def key_of(item: "Token | Tree[Token]") -> str:
    """Return what stands before the colon."""
    assert isinstance(item, Token)
    return item.partition(":")[0]


def text_of(node: "Token | Tree[Token]", empty: Place) -> tuple[str, Place]:
    """Return the text of a line and where it begins; ``empty`` is the place when there is none."""
    assert isinstance(node, Tree)
    pieces = [child for child in node.children if isinstance(child, Token)]
    if not pieces:
        return "", empty
    return plain(" ".join(pieces)), place_of(pieces[0])
