"""Decorations of decklist lines.

Bullets, checkboxes, quotation marks, HTML, BBCode and Markdown.
"""

import html
import re
import unicodedata
from collections.abc import Sequence

_HTML = re.compile(
    r"</?(?:a|b|big|blockquote|body|br|center|code|div|em|font|h[1-6]|head|hr|html|i|img|li|meta|ol|p|pre|q|small|span"
    r"|strong|sub|sup|table|tbody|td|th|thead|title|tr|u|ul)\b[^<>]*>",
    re.IGNORECASE,
)
_BBCODE = re.compile(
    r"\[/?(?:b|c|cards?|center|code|colou?r|deck|font|h[1-6]|i|img|left|li|list|ol|quote|right|size|spoiler|table|td|th"
    r"|tr|u|ul|url)(?:=[^\[\]]*)?\]",
    re.IGNORECASE,
)
_STRUCK_OUT = re.compile(r"</?(?:del|s|strike)>|\[/?s(?:trike)?\]", re.IGNORECASE)
_LINK = re.compile(r"!?\[(?P<text>[^\[\]]*)\](?:\((?:[^()]|\([^()]*\))*\)|\[[^\[\]]*\])")
_ADDRESS = re.compile(r"<?https?://[^\s<>]+>?")
_CARD_LINK = re.compile(r"\[\[(?P<square>[^\[\]|]+)(?:\|[^\[\]]*)?\]\]|\{\{(?P<curly>[^{}|]+)(?:\|[^{}]*)?\}\}")
_EMPHASIS = re.compile(r"\*\*|__|`+|\|\||(?<!\w)[*_](?=\S)|(?<=\S)[*_](?!\w)")
_EMOJI = re.compile(r"<a?:\w{2,32}:\d{1,24}>|(?:(?<=\s)|^):[a-z][a-z0-9_+-]{1,31}:(?=\s|$)")
_SPOILER = re.compile(r">!\s*(?P<text>.*?)\s*!<")
_TIMES = re.compile(
    r"(?<=\d)\s*[\N{MULTIPLICATION X}\N{HEAVY MULTIPLICATION X}\N{VECTOR OR CROSS PRODUCT}"
    r"\N{CYRILLIC SMALL LETTER HA}\N{CYRILLIC CAPITAL LETTER HA}](?=\s)"
)
_COUNTER = re.compile(r"(?<=\d)[\u679a\u5f20\u5f35\uc7a5](?=\s)")
"""Counting words for cards in Japanese, Chinese and Korean."""
_FOIL = re.compile(r"\s\*\w{1,3}\*(?=\s|$)")
_QUOTES = re.compile(
    '["\N{LEFT DOUBLE QUOTATION MARK}\N{RIGHT DOUBLE QUOTATION MARK}\N{DOUBLE LOW-9 QUOTATION MARK}«»]'
)
_SINGLE_QUOTES = "'\N{LEFT SINGLE QUOTATION MARK}\N{RIGHT SINGLE QUOTATION MARK}"
_BULLET = re.compile(
    r"(?:[a-zA-Z]{1,4}[.)]\s(?=\s*\d)|\[\*\]"
    r"|\[[ xX\N{CHECK MARK}\N{HEAVY CHECK MARK}]?\](?=\s*\w)|\([ xX]\)\s|[-*+\N{EM DASH}]\s"
    r"|[\N{BULLET}\N{EN DASH}\N{MIDDLE DOT}\N{TRIANGULAR BULLET}\N{HYPHEN BULLET}\N{BULLET OPERATOR}"
    r"\u2190-\u21ff\u25a0-\u27bf\u2900-\u297f\u2b00-\u2bff\U0001f000-\U0001faff])\s*"
)
_NUMBER = re.compile(
    r"[(\[]?(?P<number>\d{1,3})[.)\]]+(?=\s|[^\W\d])\s*"
    r"|(?P<dash>\d{1,3})(?::|\s+-)\s+(?=\d{1,2}\s*x?\s)|#(?P<hash>\d{1,3})[.):]?\s+"
)
_QUOTED = re.compile(r"\s*(?:>\s?)+")

_LINE_BREAK = re.compile(r"(?<=\S)\s*<(?:br|li|p|tr|div|h[1-6])\b[^<>]*>(?=\s*\S)", re.IGNORECASE)


def split_html_lines(line: str) -> list[str]:
    """Return the lines that an HTML line shows, such as the items of a list."""
    return _LINE_BREAK.split(line)


def is_struck_out(line: str) -> bool:
    """Return True if a whole line is struck out."""
    marked = _STRUCK_OUT.sub("~~", line)
    marked = _BULLET.sub("", marked, count=1) if _BULLET.match(marked) else marked
    return len(marked) > 4 and marked.startswith("~~") and marked.endswith("~~") and "~~" not in marked[2:-2]


def strip_decorations(line: str) -> str:
    """Return a line without bullets, checkboxes, quotation marks and markup.

    >>> strip_decorations("- [ ] **3** [Kong](https://example.org/kong)")
    '3 Kong'
    """
    text = unicodedata.normalize("NFKC", html.unescape(line)).strip()
    text = strip_markup(_COUNTER.sub("", _TIMES.sub("x", _SPOILER.sub(lambda match: match["text"], text))))
    if len(text) > 2 and text[0] in _SINGLE_QUOTES and text[-1] in _SINGLE_QUOTES:
        text = text[1:-1]
    return " ".join(_QUOTES.sub("", text).split())


def strip_markup(line: str) -> str:
    """Return a line without bullets, checkboxes and markup."""
    text = html.unescape(line)
    text = _BBCODE.sub("", _HTML.sub("", _STRUCK_OUT.sub("~~", text)))
    text = _EMOJI.sub("", _LINK.sub(lambda match: match["text"], re.sub(r"~~[^~]*~~", "", text)))
    text = _ADDRESS.sub("", _CARD_LINK.sub(lambda match: match["square"] or match["curly"], text))
    text = text.strip()
    while match := _BULLET.match(text):
        text = text[match.end() :]
    return _EMPHASIS.sub("", _FOIL.sub("", text)).strip()


def strip_number(line: str) -> tuple[int, str] | None:
    """Return the number and the rest of a numbered line such as ``2. 3 Kong``.

    ``None`` for other lines.
    """
    match = _NUMBER.match(line)
    return (int(match["number"] or match["dash"] or match["hash"]), line[match.end() :]) if match else None


def numbered_lines(lines: Sequence[str]) -> frozenset[int]:
    """Return the positions of lines that are numbered from 1, without gaps.

    After a line without a number, the numbers may start from 1 again.
    """
    positions: list[int] = []
    last, numbers = -1, [strip_number(line.strip()) for line in lines]
    for position, number in enumerate(numbers):
        if number is None:
            continue
        follows = bool(positions) and number[0] == last + 1
        restarts = number[0] == 1 and (position == 0 or numbers[position - 1] is None)
        if not (follows or restarts):
            return frozenset()
        positions.append(position)
        last = number[0]
    return frozenset(positions) if len(positions) > 1 else frozenset()


def strip_quoting(lines: Sequence[str]) -> list[str]:
    """Return the lines of a quoted mail without their ``>``."""
    return [_QUOTED.sub("", line, count=1) if _QUOTED.match(line) else line for line in lines]
