"""From the lines below a unit's first to its passages: paragraphs, list items, examples, remarks, in light markup."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from rules.rulebooks.importing.model import LOST_SYMBOL, Passage, PassageKind

_ITEM = re.compile(r"^\s*(?:[-*•·]|\d{1,2}[.)]|[A-Z][.)])\s+(?:·\s+)?(?=\S)")
_BULLET = re.compile(r"^\s*[-*•·]\s+(?=\S)")
_MARK = re.compile(r"^\s*(?:[-*•·]|\d{1,2}[.)])\s+(?:·\s+)?(?=\S)")
"""What stands before an item and is no part of it; a letter is its name."""
_LINK = re.compile(r"!?\[([^\]\[]*)\]\(([^\s)\[]+)\)")
_ASIDE = re.compile(r"(?:(?<=^)|(?<=[\s(]))(?P<open>[*(]{0,8})(?P<word>Example|For example|For instance|Note)\b\s*[:,]")
_LONE_STAR = re.compile(r"(?<!\*)\*(?!\*)(?!(?<=\s\*)\s)")
_LOST = re.compile(
    r"(?<=\()\s*(?=\))|(?<=\()\s+(?=\S)|^\s+(?=[.,:;]\s)"
    r"|(?<=\S)\s{2,}(?=\S)|(?<=\S)\s+(?=[.,:;]\**[\u201d\"]?(?:\s|[.,:;]|$))"
)
"""Gaps: empty brackets, a space after a bracket or before a stop, two spaces; a quotation may end with the stop."""


@dataclass
class Block:
    """Lines that stand together: a paragraph, or an item of a list.

    Attributes:
        first: the number of its first line.
        lines: as printed.
        joined: whether it goes on after a page break.
    """

    first: int
    lines: list[str] = field(default_factory=list)
    joined: bool = False

    @property
    def is_item(self) -> bool:
        """Whether it is an item of a list."""
        return _ITEM.match(self.lines[0]) is not None

    @property
    def text(self) -> str:
        """Its text without the bullet, in one line."""
        text = " ".join(self.lines)
        return _MARK.sub("", text, count=1) if self.is_item else text


def blocks(lines: Iterable[tuple[int, str]]) -> Iterator[Block]:
    """Yield what blank lines and bullets separate.

    Args:
        lines: the number and the text of each.
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


def joined(found: Iterable[Block], *, items: bool = False) -> list[Block]:
    """Return blocks with those put together that a page break has torn apart.

    A paragraph that ends without punctuation goes on in the next one, if that begins in lower case.

    Args:
        found: the blocks.
        items: whether what begins with a bullet can go on with a sentence as well; its bullet is dropped then.
    """
    whole: list[Block] = []
    for block in found:
        if whole and (items or not block.is_item) and _is_open(whole[-1].lines) and _goes_on(block.text):
            whole[-1].lines += [block.text] if block.is_item else block.lines
            whole[-1].joined = True
        else:
            whole.append(block)
    return whole


def _is_open(lines: Sequence[str]) -> bool:
    """Whether text ends without punctuation; looks at its last words alone, for it may go on many times."""
    ends = (line.rstrip("*_ ")[-1:] for line in reversed(lines))
    return next(filter(None, ends), "").isalnum()


def _goes_on(text: str) -> bool:
    return text.lstrip("*_ ")[:1].islower()


def passages(found: Iterable[Block], *, symbols: bool = False, run_on: bool = False) -> Iterator[Passage]:
    """Yield the passages of blocks, with examples and remarks told from the text that they stand in.

    Args:
        found: the blocks.
        symbols: whether the copy has lost its symbols, so that gaps are marked.
        run_on: whether a paragraph after an example goes on with it.
    """
    after = PassageKind.PARAGRAPH
    for block in found:
        text = lost_symbols(block.text) if symbols else block.text
        if block.is_item and _ASIDE.match(text) is None:
            yield Passage(PassageKind.ITEM, light(text))
            continue
        parts = [(kind, plain) for kind, part in _parts(text) if (plain := light(part))]
        if run_on and len(parts) == 1 and parts[0][0] is PassageKind.PARAGRAPH:
            parts = [(after, parts[0][1])]
        for kind, plain in parts:
            yield Passage(kind, plain)
        after = parts[-1][0] if parts else after


def as_printed(found: Iterable[Block]) -> Iterator[Passage]:
    """Yield the passages of blocks that are in no markup: all but their bullets is part of the text."""
    for block in found:
        kind = PassageKind.ITEM if block.is_item else PassageKind.PARAGRAPH
        yield Passage(kind, " ".join(_BULLET.sub("", " ".join(block.lines)).split()))


def _parts(text: str) -> Iterator[tuple[PassageKind, str]]:
    """Yield a paragraph's parts: the rule, an example in it, and what comes after that."""
    match = _ASIDE.search(text)
    if match is None:
        yield PassageKind.PARAGRAPH, text
        return
    start, end = match.start(), _end(text, match)
    kind = PassageKind.NOTE if match["word"] == "Note" else PassageKind.EXAMPLE
    if text[:start].strip():
        yield PassageKind.PARAGRAPH, text[:start]
    yield kind, _unwrapped(text[start:end], match["open"])
    if text[end:].strip(" *.)"):
        yield PassageKind.PARAGRAPH, text[end:]


def _end(text: str, match: re.Match[str]) -> int:
    """Return where an aside ends: at what closes its opening marks, or with the paragraph."""
    opened = match["open"]
    if "*" in opened and (close := _LONE_STAR.search(text, match.end())):
        end = close.end()
        return end + 1 if opened.startswith("(") and text[end : end + 1] == ")" else end
    if "(" in opened and (at := text.find(")", match.end())) >= 0:
        depth_end = _closing(text, match.start())
        return depth_end if depth_end is not None else at + 1
    return len(text)


def _closing(text: str, start: int) -> int | None:
    """Return the position after the bracket that closes the first one from ``start`` on."""
    depth = 0
    for at in range(start, len(text)):
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        if text[at] == ")" and depth == 0:
            return at + 1
    return None


def _unwrapped(text: str, opened: str) -> str:
    """Return an aside without the marks around it."""
    inner = text.strip()[len(opened) :]
    for mark in opened:
        inner = inner.rstrip()
        inner = inner.removesuffix("*" if mark == "*" else ")")
    return inner.rstrip()


def light(text: str) -> str:
    """Return a text in light markup: balanced ``**bold**``, links as words and address, no other marks.

    >>> light("*Example:* a **bold** word, [a page](http://a.example/b) and **one")
    'Example: a bold word, a page (http://a.example/b) and one'
    """
    text = _LINK.sub(_spelled, text)
    if text.count("**") % 2:
        text = text.replace("**", "")
    return " ".join(_LONE_STAR.sub("", text).split())


def _spelled(link: re.Match[str]) -> str:
    words, address = link[1].strip(), link[2]
    return words if not words or words.casefold() in address.casefold() else f"{words} ({address})"


def lost_symbols(text: str) -> str:
    """Return a text with a mark wherever the gap of a lost symbol shows.

    >>> lost_symbols("use  powers").count(LOST_SYMBOL)
    1
    """
    return _LOST.sub(f" {LOST_SYMBOL} ", text)
