"""The grammar of records: text to lines, with what cannot be a record at all refused at its place."""

import re
import threading
from functools import cached_property
from typing import Final, NamedTuple

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from rules.judge.record.colons import with_colons
from rules.judge.record.errors import Problem, RecordError
from rules.judge.record.tables import parser
from rules.judge.record.tokens import with_plain_marks

MAX_CHARACTERS: Final = 300_000
MAX_LINES: Final = 20_000
MAX_LINE: Final = 4_000
"""A whole game is about 40,000 characters; what is far larger is no record."""

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
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


_PLAYS: Final = re.compile(r"^[ \t]*plays[ \t]*:?[ \t]*$", re.IGNORECASE | re.MULTILINE)
_PLAIN: Final = re.compile(
    r"^(\d{1,6}[.)] )?(?!(?:deck|position|plays|branch)\b)([^\W\d_][^:#{\[]*): "
    r"([^\s#{\[][^#{\[]*(?:(?<=\S)#[^#{\[]*)*)$",
    re.IGNORECASE,
)
"""A line that can only be a play, without comment or clock time; the grammar would say the same, but not as fast."""


class PlainPlay(NamedTuple):
    """A line below the heading ``Plays`` that is nothing but a play.

    Attributes:
        line: its number. actor, words: what stands before and behind the colon.
        column: where the actor begins.
    """

    line: int
    actor: str
    words: str
    column: int


class Lines(NamedTuple):
    """The lines of a record.

    Attributes:
        tree: them as the grammar sees them, without the plain plays.
        skipped: the comments and clock times between them. plain: the plain plays, in order.
    """

    tree: Tree[Token]
    skipped: list[Token]
    plain: list[PlainPlay]


class _Parser(threading.local):
    """The compiled grammar, one for each thread, since it collects what it skips: comments and clock times.

    It is loaded when the first record is read: whoever looks up a card or checks a deck does not wait for it.
    """

    def __init__(self) -> None:
        self.tokens: list[Token] = []

    @cached_property
    def lark(self) -> Lark:
        """The grammar of this thread."""
        return parser({"COMMENT": self._keep, "CLOCK": self._keep})

    def _keep(self, token: Token) -> Token:
        self.tokens.append(token)
        return token

    def parse(self, text: str) -> tuple[Tree[Token], list[Token]]:
        """Return the tree of ``text`` and what was skipped, in order."""
        self.tokens = []
        tree = self.lark.parse(text)
        return tree, self.tokens


_PARSER = _Parser()


def lines_of(text: str | bytes) -> Lines:
    """Return the lines of a record, with the comments and clock times between them.

    Raises:
        RecordError: too large, no text, or not of the grammar; says where, what was found and what was expected.
    """
    source = with_colons(_clean(_decode(text) if isinstance(text, bytes) else text))
    rest, plain = _plain_plays(source)
    try:
        return Lines(*_PARSER.parse(rest), plain)
    except UnexpectedInput as error:
        raise RecordError(_syntax_problem(error, source)) from None


def _plain_plays(source: str) -> tuple[str, list[PlainPlay]]:
    """Return ``source`` with the plain plays below the heading ``Plays`` left blank, and these."""
    heading = _PLAYS.search(source)
    if heading is None:
        return source, []
    lines = source.split("\n")
    plain: list[PlainPlay] = []
    for index in range(source.count("\n", 0, heading.end()) + 1, len(lines)):
        found = _PLAIN.match(lines[index])
        if found:
            lines[index] = ""
            plain.append(PlainPlay(index + 1, found[2], found[3], found.start(2) + 1))
    return "\n".join(lines), plain


def _decode(data: bytes) -> str:
    if len(data) > 4 * MAX_CHARACTERS:
        raise RecordError(_too_large(len(data)))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line = before.count(b"\n") + 1
        column = len(before.rpartition(b"\n")[2].decode("utf-8", errors="replace")) + 1
        message = "this is not UTF-8 text; save the record as plain text in UTF-8"
        raise RecordError(Problem(line, column, message, f"byte 0x{data[error.start]:02x}")) from None


def _too_large(size: int) -> Problem:
    return Problem(1, 1, f"too large for a record: {size:,} characters, at most {MAX_CHARACTERS:,} are read")


def _clean(text: str) -> str:
    """Return ``text`` with plain line ends, or raise for what cannot be a record at all."""
    if len(text) > MAX_CHARACTERS:
        raise RecordError(_too_large(len(text)))
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    lines = text.split("\n")
    if len(lines) > MAX_LINES:
        raise RecordError(Problem(MAX_LINES, 1, f"too long for a record: at most {MAX_LINES:,} lines are read"))
    for number, line in enumerate(lines, 1):
        if len(line) > MAX_LINE:
            raise RecordError(Problem(number, MAX_LINE, f"the line is too long: at most {MAX_LINE:,} characters"))
        control = _CONTROL.search(line)
        if control:
            found = f"character U+{ord(control[0]):04X}"
            raise RecordError(Problem(number, control.start() + 1, "a control character has no place here", found))
    text = with_plain_marks(text)
    return text if text.endswith("\n") else text + "\n"


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
