"""The lines of a record as its grammar sees them, and what is told of one that is none: the part that loads lark."""

import threading
from functools import cached_property
from typing import Final

import lark
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from rules.judge.record.errors import Problem, RecordError
from rules.judge.record.nodes import Token, Tree
from rules.judge.record.tables import parser

_EXPECTED: Final = {
    "KEY": "a line such as `Key: value`",
    "NUMBER": "a numbered play such as `12. Ben: pass`",
    "TEXT": "text",
    "DECK": "`Deck` and a player's name",
    "NAME": "a player's name",
    "POSITION": "`Position`",
    "PLAYS": "`Plays`",
    "BRANCH": "`Branch` and its name",
    "_COLON": "`:`",
}


class _Parser(threading.local):
    """The compiled grammar, one for each thread, since it collects what it skips: comments and clock times.

    It is loaded when the first record is read that needs it.
    """

    def __init__(self) -> None:
        self.tokens: list[lark.Token] = []

    @cached_property
    def grammar(self) -> lark.Lark:
        """The grammar of this thread."""
        return parser({"COMMENT": self._keep, "CLOCK": self._keep})

    def _keep(self, token: lark.Token) -> lark.Token:
        self.tokens.append(token)
        return token

    def parse(self, text: str) -> tuple[Tree, list[Token]]:
        """Return the tree of ``text`` and what was skipped, in order."""
        self.tokens = []
        tree = self.grammar.parse(text)
        return _ours(tree), [_token(token) for token in self.tokens]


_PARSER = _Parser()


def by_grammar(text: str, source: str) -> tuple[Tree, list[Token]]:
    """Return what the grammar sees in ``text``, and the comments and clock times that it skips.

    Args:
        text: the record, of whose plays those have been taken out that are nothing but a play.
        source: the record with all of them.

    Raises:
        RecordError: not of the grammar; says where, what was found and what was expected.
    """
    try:
        return _PARSER.parse(text)
    except UnexpectedInput as error:
        raise RecordError(_syntax_problem(error, source)) from None


def _ours(tree: "lark.Tree[lark.Token]") -> Tree:
    return Tree(
        str(tree.data), [_ours(each) if isinstance(each, lark.Tree) else _token(each) for each in tree.children]
    )


def _token(token: lark.Token) -> Token:
    return Token(token.type, str(token), token.line or 0, token.column or 0)


def _syntax_problem(error: UnexpectedInput, source: str) -> Problem:
    """Return what the grammar missed, in the words of the format."""
    lines = source.split("\n")
    line, column = max(error.line, 1), max(error.column, 1)
    if line > len(lines):
        line, column = len(lines), 1
    rest = lines[line - 1][column - 1 :]
    names: set[str] = set()
    if isinstance(error, UnexpectedToken):
        names = set(error.accepts or error.expected)
    elif isinstance(error, UnexpectedCharacters):
        names = set(error.allowed or ())
    expected = tuple(words for name, words in _EXPECTED.items() if name in names) or ("the end of the line",)
    found = " ".join(rest.split())[:40]
    if rest.startswith("{"):
        return Problem(line, column, "this comment is not closed on its line: `}` is missing", found, ("`}`",))
    shown = f"`{found}`" if found else "the end of the line"
    return Problem(line, column, f"found {shown}, expected {' or '.join(expected)}", found, expected)
