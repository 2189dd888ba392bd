"""The parser of records by their grammar, and its error messages.

Only it imports lark.
"""

import re
import threading
from collections.abc import Sequence
from functools import cached_property
from typing import Final

import lark
from lark.exceptions import UnexpectedInput

from rules.decks.names import suggest, words
from rules.judge.record.errors import Problem, RecordError
from rules.judge.record.grammar_cache import load_parser
from rules.judge.record.missing_colons import players_from_header
from rules.judge.record.syntax_tree import Token, Tree

_SECTION: Final = re.compile(r"^[ \t]*(?:(deck|branch)[ \t]+[^\s:]|(position|plays)\b)", re.IGNORECASE)
_ORDER: Final = "a record has its headers first, then decks, the position, the plays and branches, in this order"
_EXPECTED: Final = {
    "header": ("a header such as `Players: Anna, Ben`", "a play such as `{player}: pass`"),
    "deck": ("a card such as `3 Kong`", "a play such as `{player}: pass`"),
    "position": ("a line such as `{player} health: 24`", "a play such as `{player}: pass`"),
    "plays": ("a play such as `{player}: pass`",),
    "branch": ("a play such as `{player}: pass`",),
}
"""The valid kinds of line in each section."""


class _Parser(threading.local):
    """The compiled grammar; one for each thread, because it collects skipped tokens."""

    def __init__(self) -> None:
        self.tokens: list[lark.Token] = []

    @cached_property
    def grammar(self) -> lark.Lark:
        """The grammar of this thread, loaded when it is first needed."""
        return load_parser({"COMMENT": self._collect_skipped, "CLOCK": self._collect_skipped})

    def _collect_skipped(self, token: lark.Token) -> lark.Token:
        self.tokens.append(token)
        return token

    def parse(self, text: str) -> tuple[Tree, list[Token]]:
        """Return the syntax tree of ``text`` and the skipped tokens, in order."""
        self.tokens = []
        tree = self.grammar.parse(text)
        return _to_tree(tree), [_token(token) for token in self.tokens]


_PARSER = _Parser()


def parse_with_grammar(text: str, source: str) -> tuple[Tree, list[Token]]:
    """Return the syntax tree of ``text``, and its comments and clock times.

    Args:
        text: the record without its plain plays.
        source: the complete record, for error messages.

    Raises:
        RecordError: a syntax error; says where, what was found and what was expected.
    """
    try:
        return _PARSER.parse(text)
    except UnexpectedInput as error:
        raise RecordError(_syntax_error(error, source)) from None


def _to_tree(tree: "lark.Tree[lark.Token]") -> Tree:
    return Tree(
        str(tree.data), [_to_tree(each) if isinstance(each, lark.Tree) else _token(each) for each in tree.children]
    )


def _token(token: lark.Token) -> Token:
    return Token(token.type, str(token), token.line or 0, token.column or 0)


def _syntax_error(error: UnexpectedInput, source: str) -> Problem:
    """Return the error message for a syntax error, in plain words."""
    lines = source.split("\n")
    line, column = max(error.line, 1), max(error.column, 1)
    if line > len(lines):
        line, column = len(lines), 1
    rest = lines[line - 1][column - 1 :]
    found = " ".join(rest.split())[:40]
    if rest.startswith("{"):
        return Problem(line, column, "this comment is not closed on its line: `}` is missing", found, ("`}`",))
    if _SECTION.match(rest):
        return Problem(line, column, f"`{found}` cannot stand here: {_ORDER}", found)
    players = players_from_header(source)
    player = players[0] if players else "Anna"
    expected = tuple(form.format(player=player) for form in _EXPECTED[_section(lines[: line - 1])])
    message = f"`{found}` is not understood" if found else "something is missing at the end of the line"
    return Problem(
        line, column, f"{message}; {_suggest_player(found, players)}write {' or '.join(expected)}", found, expected
    )


def _section(above: list[str]) -> str:
    """Return the section of the next line, given the lines above it."""
    headings = filter(None, map(_SECTION.match, reversed(above)))
    return next(((heading[1] or heading[2]).casefold() for heading in headings), "header")


def _suggest_player(found: str, players: Sequence[str]) -> str:
    """Return a suggestion with the player most similar to the first word, or ""."""
    name, _, value = found.partition(" ")
    hint = suggest(name.rstrip(":"), {player: words(player) for player in players}, 1)
    return f"did you mean `{hint[0]}: {value}`? " if hint and value else ""
