"""The syntax tree of a record, the result of both parsers."""

from typing import NamedTuple, Self


class Token(str):
    """A token with its place in the text.

    Attributes:
        type: its name in ``record.lark`` (``KEY``, ``TEXT``, ``COMMENT`` ...).
        line: the line where it begins, from 1.
        column: the column where it begins, from 1.
    """

    __slots__ = ("column", "line", "type")
    type: str
    line: int
    column: int

    def __new__(cls, kind: str, text: str, line: int, column: int) -> Self:
        """Return a token with its type and place."""
        token = super().__new__(cls, text)
        token.type, token.line, token.column = kind, line, column
        return token


class Tree(NamedTuple):
    """A node: the name of a rule of ``record.lark``, and its children."""

    data: str
    children: list["Token | Tree"]
