"""Splitting the lines of a unit into paragraphs, list items, examples and notes."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from rules.rulebooks.importer.model import LOST_SYMBOL, Passage, PassageKind

_ITEM = re.compile(r"^\s*(?:[-*•·]|\d{1,2}[.)]|[A-Z][.)])\s+(?:·\s+)?(?=\S)")
_BULLET = re.compile(r"^\s*[-*•·]\s+(?=\S)")
_MARK = re.compile(r"^\s*(?:[-*•·]|\d{1,2}[.)])\s+(?:·\s+)?(?=\S)")
"""Bullet of a list item; a letter is part of the text."""
_LINK = re.compile(r"!?\[([^\]\[]*)\]\(([^\s)\[]+)\)")
_ASIDE = re.compile(r"(?:(?<=^)|(?<=[\s(]))(?P<open>[*(]{0,8})(?P<word>Example|For example|For instance|Note)\b\s*[:,]")
_LONE_STAR = re.compile(r"(?<!\*)\*(?!\*)(?!(?<=\s\*)\s)")
_LOST = re.compile(
    r"(?<=\()\s*(?=\))|(?<=\()\s+(?=\S)|^\s+(?=[.,:;]\s)"
    r"|(?<=\S)\s{2,}(?=\S)|(?<=\S)\s+(?=[.,:;]\**[\u201d\"]?(?:\s|[.,:;]|$))"
)
"""Gaps of lost symbols: empty brackets, a space after a bracket or before a full stop, two spaces."""


@dataclass
class Block:
    """The source lines of one paragraph or list item.

    Attributes:
        first: number of its first line.
        lines: as printed.
        joined: whether it was joined across a page break.
    """

    first: int
    lines: list[str] = field(default_factory=list)
    joined: bool = False

    @property
    def is_item(self) -> bool:
        """True if it is a list item."""
        return _ITEM.match(self.lines[0]) is not None

    @property
    def text(self) -> str:
        """The block's text in one line, without the bullet."""
        text = " ".join(self.lines)
        return _MARK.sub("", text, count=1) if self.is_item else text


def split_blocks(lines: Iterable[tuple[int, str]]) -> Iterator[Block]:
    """Split lines into blocks at blank lines and bullets.

    Args:
        lines: number and text of each line.
    """
    block: Block | None = None
    for number, line in lines:
        if not line.strip():
            if block:
                yield block
            block = None
            continue
        if block is None or _ITEM.match(line):
            if block:
                yield block
            block = Block(number)
        block.lines.append(line)
    if block:
        yield block


def join_broken_paragraphs(blocks: Iterable[Block], *, items: bool = False) -> list[Block]:
    """Return blocks with paragraphs joined that a page break has split.

    A paragraph without final punctuation continues in the next one if that starts in lower case.

    Args:
        blocks: the blocks.
        items: whether a list item can continue a sentence too; its bullet is dropped then.
    """
    joined_blocks: list[Block] = []
    for block in blocks:
        if (
            joined_blocks
            and (items or not block.is_item)
            and _ends_open(joined_blocks[-1].lines)
            and _continues_sentence(block.text)
        ):
            joined_blocks[-1].lines += [block.text] if block.is_item else block.lines
            joined_blocks[-1].joined = True
        else:
            joined_blocks.append(block)
    return joined_blocks


def _ends_open(lines: Sequence[str]) -> bool:
    """Return True if text ends without punctuation."""
    ends = (line.rstrip("*_ ")[-1:] for line in reversed(lines))
    return next(filter(None, ends), "").isalnum()


def _continues_sentence(text: str) -> bool:
    return text.lstrip("*_ ")[:1].islower()


def marked_up_passages(blocks: Iterable[Block], *, symbols: bool = False, run_on: bool = False) -> Iterator[Passage]:
    """Yield the passages of blocks with Markdown, separating examples and notes.

    Args:
        blocks: the blocks.
        symbols: whether the copy has lost its symbols, so that gaps are marked.
        run_on: whether a paragraph after an example continues it.
    """
    after = PassageKind.PARAGRAPH
    for block in blocks:
        text = mark_lost_symbols(block.text) if symbols else block.text
        if block.is_item and _ASIDE.match(text) is None:
            yield Passage(PassageKind.ITEM, to_light_markup(text))
            continue
        parts = [(kind, plain) for kind, part in _split_asides(text) if (plain := to_light_markup(part))]
        if run_on and len(parts) == 1 and parts[0][0] is PassageKind.PARAGRAPH:
            parts = [(after, parts[0][1])]
        for kind, plain in parts:
            yield Passage(kind, plain)
        after = parts[-1][0] if parts else after


def plain_passages(blocks: Iterable[Block]) -> Iterator[Passage]:
    """Yield the passages of blocks without markup."""
    for block in blocks:
        kind = PassageKind.ITEM if block.is_item else PassageKind.PARAGRAPH
        yield Passage(kind, " ".join(_BULLET.sub("", " ".join(block.lines)).split()))


def _split_asides(text: str) -> Iterator[tuple[PassageKind, str]]:
    """Split a paragraph into rule text, an example or note in it, and the rest."""
    match = _ASIDE.search(text)
    if match is None:
        yield PassageKind.PARAGRAPH, text
        return
    start, end = match.start(), _aside_end(text, match)
    kind = PassageKind.NOTE if match["word"] == "Note" else PassageKind.EXAMPLE
    if text[:start].strip():
        yield PassageKind.PARAGRAPH, text[:start]
    yield kind, _strip_marks(text[start:end], match["open"])
    if text[end:].strip(" *.)"):
        yield PassageKind.PARAGRAPH, text[end:]


def _aside_end(text: str, match: re.Match[str]) -> int:
    """Return the end of an example or note: its closing mark, or the paragraph's end."""
    opened = match["open"]
    if "*" in opened and (close := _LONE_STAR.search(text, match.end())):
        end = close.end()
        return end + 1 if opened.startswith("(") and text[end : end + 1] == ")" else end
    if "(" in opened and (index := text.find(")", match.end())) >= 0:
        depth_end = _closing_bracket(text, match.start())
        return depth_end if depth_end is not None else index + 1
    return len(text)


def _closing_bracket(text: str, start: int) -> int | None:
    """Return the index after the bracket that closes the first one from ``start``."""
    depth = 0
    for index in range(start, len(text)):
        depth += {"(": 1, ")": -1}.get(text[index], 0)
        if text[index] == ")" and depth == 0:
            return index + 1
    return None


def _strip_marks(text: str, opened: str) -> str:
    """Return an example or note without the marks around it."""
    inner = text.strip()[len(opened) :]
    for mark in opened:
        inner = inner.rstrip()
        inner = inner.removesuffix("*" if mark == "*" else ")")
    return inner.rstrip()


def to_light_markup(text: str) -> str:
    """Reduce markup to balanced ``**bold**``; links become text and address.

    >>> to_light_markup("*Example:* a **bold** word, [a page](http://a.example/b) and **one")
    'Example: a bold word, a page (http://a.example/b) and one'
    """
    text = _LINK.sub(_link_text, text)
    if text.count("**") % 2:
        text = text.replace("**", "")
    return " ".join(_LONE_STAR.sub("", text).split())


def _link_text(link: re.Match[str]) -> str:
    words, address = link[1].strip(), link[2]
    return words if not words or words.casefold() in address.casefold() else f"{words} ({address})"


def mark_lost_symbols(text: str) -> str:
    """Return the text with a mark in each gap of a lost symbol.

    >>> mark_lost_symbols("use  powers").count(LOST_SYMBOL)
    1
    """
    return _LOST.sub(f" {LOST_SYMBOL} ", text)
