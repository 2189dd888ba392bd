"""A fast parser for simple records, without inline comments and clock times.

It gives the same result as ``record.lark``, and leaves everything else to the grammar.
"""

import re
from typing import Final

from rules.judge.record.syntax_tree import Token, Tree

_SECTION: Final = re.compile(
    r"[^\S\n]*(?:(position|plays)[ \t]*:?[ \t]*|(deck|branch)[ \t]+([^\s:#{\[][^:#{\[]*)(?:(:)[^\S\n]*(.*))?)",
    re.IGNORECASE,
)
"""The heading of a section, with its name and the text after a colon."""
_NO_SECTION: Final = r"(?!(?:deck|position|plays|branch)\b)"
_KEY: Final = re.compile(rf"[^\S\n]*({_NO_SECTION}[^\W\d_][^:#{{\[]*:[^\S\n]*)(.*)", re.IGNORECASE)
"""A header or a field; a line that begins with a number may be a play."""
_CARD: Final = re.compile(rf"[^\S\n]*({_NO_SECTION}\w[^:]*)", re.IGNORECASE)
_COMMENT: Final = re.compile(r"[^\S\n]*(#.*)")
_TEXT: Final = re.compile(r"(?:[^\s#{\[][^#{\[]*(?:(?<=\S)#[^#{\[]*)*)?")
"""Text without comment and clock time; ``#`` is allowed inside a word (Wolf Token#2)."""


def parse_simple(text: str) -> tuple[Tree, list[Token]] | None:
    """Return the sections and comments of a record; ``None`` if it needs the grammar.

    Args:
        text: the record without its plain plays.
    """
    sections: list[Token | Tree] = []
    comments: list[Token] = []
    section: Tree | None = None
    for number, line in enumerate(text.split("\n"), 1):
        if not line or line.isspace():
            continue
        comment = _COMMENT.fullmatch(line)
        if comment is not None:
            comments.append(Token("COMMENT", comment[1], number, comment.start(1) + 1))
            continue
        begins = _section(line, number)
        if begins is not None:
            if section is not None and section.data in ("plays", "branch") and begins.data != "branch":
                return None
            section = begins
            sections.append(begins)
            continue
        read = _line(line, number, section.data if section is not None else "header")
        if read is None:
            return None
        (sections if section is None else section.children).append(read)
    return Tree("start", sections), comments


def _section(line: str, number: int) -> Tree | None:
    """Return the section that a line begins; ``None`` for another line."""
    match = _SECTION.fullmatch(line)
    if match is None or not _TEXT.fullmatch(match[5] or ""):
        return None
    group = 1 if match[1] else 2
    kind = match[group].casefold()
    children: list[Token | Tree] = [Token(kind.upper(), match[group], number, match.start(group) + 1)]
    if group == 2:
        children.append(Token("NAME", match[3], number, match.start(3) + 1))
    if kind == "branch" and match[5]:
        return None
    if kind == "deck" and match[4]:
        children.append(_text(match[5], number, match.start(5) + 1))
    return Tree(kind, children)


def _line(line: str, number: int, section: str) -> Tree | None:
    """Return a line of a section; ``None`` if it is not simple or not valid there."""
    if section in ("plays", "branch"):
        return None
    match = _KEY.fullmatch(line)
    if match is not None and _TEXT.fullmatch(match[2]):
        key = Token("KEY", match[1], number, match.start(1) + 1)
        kind = {"header": "header", "deck": "entry"}.get(section, "field")
        return Tree(kind, [key, _text(match[2], number, match.start(2) + 1)])
    card = _CARD.fullmatch(line) if section == "deck" else None
    if card is not None and _TEXT.fullmatch(card[1]):
        return Tree("card", [Token("TEXT", card[1], number, card.start(1) + 1)])
    return None


def _text(text: str, line: int, column: int) -> Tree:
    return Tree("text", [Token("TEXT", text, line, column)] if text else [])
