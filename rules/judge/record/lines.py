"""Splitting the text of a record into lines, after checks of size and encoding."""

import re
from typing import Final, NamedTuple

from rules.judge.record.errors import Problem, RecordError
from rules.judge.record.missing_colons import add_missing_colons
from rules.judge.record.simple_parser import parse_simple
from rules.judge.record.syntax_tree import Token, Tree
from rules.judge.record.token_text import normalize_marks

MAX_CHARACTERS: Final = 300_000
MAX_LINES: Final = 20_000
MAX_LINE: Final = 4_000
"""The size limits of a record; a whole game has about 40,000 characters."""

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_PLAYS: Final = re.compile(r"^[ \t]*plays[ \t]*:?[ \t]*$", re.IGNORECASE | re.MULTILINE)
_PLAIN: Final = re.compile(
    r"^(\d{1,6}[.)] )?(?!(?:deck|position|plays|branch)\b)([^\W\d_][^:#{\[]*): "
    r"([^\s#{\[][^#{\[]*(?:(?<=\S)#[^#{\[]*)*)$",
    re.IGNORECASE,
)
"""A play without comment or clock time; matched here because the grammar is slower."""


class PlainPlay(NamedTuple):
    """A line below the heading ``Plays`` that consists only of an actor and words.

    Attributes:
        line: its number.
        actor: the text before the colon.
        words: the text after the colon.
        column: the column of the actor.
    """

    line: int
    actor: str
    words: str
    column: int


class Lines(NamedTuple):
    """The lines of a record.

    Attributes:
        tree: the syntax tree without the plain plays.
        skipped: the comments and clock times.
        plain: the plain plays, in order.
    """

    tree: Tree
    skipped: list[Token]
    plain: list[PlainPlay]


def split_lines(text: str | bytes) -> Lines:
    """Return the lines of a record with their comments and clock times.

    Raises:
        RecordError: too large, not text, or a syntax error; says where, what was found and what was expected.
    """
    source = add_missing_colons(_clean(_decode(text) if isinstance(text, bytes) else text))
    rest, plain_plays = _extract_plain_plays(source)
    sections = parse_simple(rest)
    if sections is not None:
        return Lines(*sections, plain_plays)
    from rules.judge.record.lark_parser import parse_with_grammar  # noqa: PLC0415 - loads lark, which takes longer than a replay

    return Lines(*parse_with_grammar(rest, source), plain_plays)


def _extract_plain_plays(source: str) -> tuple[str, list[PlainPlay]]:
    """Return ``source`` with blank lines for its plain plays, and the plain plays."""
    heading = _PLAYS.search(source)
    if heading is None:
        return source, []
    lines = source.split("\n")
    plain_plays: list[PlainPlay] = []
    for index in range(source.count("\n", 0, heading.end()) + 1, len(lines)):
        match = _PLAIN.match(lines[index])
        if match:
            lines[index] = ""
            plain_plays.append(PlainPlay(index + 1, match[2], match[3], match.start(2) + 1))
    return "\n".join(lines), plain_plays


def _decode(data: bytes) -> str:
    if len(data) > 4 * MAX_CHARACTERS:
        raise RecordError(_too_large(len(data)))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        prefix = data[: error.start]
        line = prefix.count(b"\n") + 1
        column = len(prefix.rpartition(b"\n")[2].decode("utf-8", errors="replace")) + 1
        message = "this is not UTF-8 text; save the record as plain text in UTF-8"
        raise RecordError(Problem(line, column, message, f"byte 0x{data[error.start]:02x}")) from None


def _too_large(size: int) -> Problem:
    return Problem(1, 1, f"too large for a record: {size:,} characters, at most {MAX_CHARACTERS:,} are read")


def _clean(text: str) -> str:
    """Return ``text`` with uniform line ends; raise if it is not the text of a record."""
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
            raise RecordError(Problem(number, control.start() + 1, "control characters are not allowed", found))
    text = normalize_marks(text)
    return text if text.endswith("\n") else text + "\n"
