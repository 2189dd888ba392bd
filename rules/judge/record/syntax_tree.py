"""The lines of a record as sections and words with their places, however they were told apart."""

from typing import NamedTuple, Self


class Token(str):
    """Some text of a record that stands on one line.

    Attributes:
        type: what it is: ``KEY``, ``TEXT``, ``COMMENT`` and so on, as ``record.lark`` calls it.
        line, column: where it begins, from 1.
    """

    __slots__ = ("column", "line", "type")
    type: str
    line: int
    column: int

    def __new__(cls, kind: str, text: str, line: int, column: int) -> Self:
        """Return ``text`` with what it is and where it begins."""
        token = super().__new__(cls, text)
        token.type, token.line, token.column = kind, line, column
        return token


class Tree(NamedTuple):
    """What a rule of ``record.lark`` names, with what it consists of."""

    data: str
    children: list["Token | Tree"]
