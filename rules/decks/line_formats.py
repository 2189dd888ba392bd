"""The formats of a decklist line.

There is no standard, so all common formats are tried; the first that yields a known card wins. A set code is cut off
only after the full line has failed, because some names look like codes.

=====================================  =============================================================
``3 Name`` ``3x Name`` ``3 x Name``    the common formats; also ``x3 Name``, ``[3] Name``, ``Name x3``
``3<tab>Name`` ``3,Name`` ``Name;3``   from spreadsheets; whole tables: :mod:`rules.decks.spreadsheets`
``3: Name``                            from notes
``Name 3`` ``Name (3)`` ``Name: 3``    from notes; also ``Name - 3`` and ``Name [3]``
``SB: 3 Name``                         a sideboard line
``Champion: Name``                     a line of another section of the game
``Champions: Name, Name x2, Name``     several cards in a line: :mod:`rules.decks.multi_card_lines`
``- 3 Name`` ``* 3 Name``              a list item
``Name``                               one copy
``... (SET) 12`` ``... [SET:12]``      a printing, which decks ignore
``... *F*`` ``... #tag``               foil mark and tags, which decks ignore
``3 Name  // ...`` ``3 Name # ...``    a comment after a name
``// ...`` ``# ...`` ``; ...`` ``> ..``  comments
``Deck`` ``Sideboard (15):``           section headings, with optional colon and count
=====================================  =============================================================

Markup and numbering are stripped by :mod:`rules.decks.decorations` if a line cannot be parsed with them; headings,
totals and details are in :mod:`rules.decks.headings`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from rules.decks.names import words


class Section(StrEnum):
    """A section of a decklist, in the usual order.

    All games have a main deck and possibly a sideboard; for other sections the catalogue of the game defines the
    headings (:class:`rules.decks.catalogue.Catalogue`).
    """

    MAIN = "main"
    CHAMPIONS = "champions"
    BLESSINGS = "blessings"
    ACTIONS = "actions"
    SIDEBOARD = "sideboard"


SECTION_WORDS = {
    **dict.fromkeys(("deck", "main", "mainboard", "main board", "main deck", "maindeck", "decklist"), Section.MAIN),
    **dict.fromkeys(("hauptdeck", "hauptstapel", "kartenliste", "deckliste"), Section.MAIN),
    **dict.fromkeys(("sideboard", "side board", "side", "side deck", "sidedeck"), Section.SIDEBOARD),
    **dict.fromkeys(("beiboard", "nebendeck", "seitendeck", "ersatzdeck"), Section.SIDEBOARD),
}
"""Section headings of all games."""
GROUP_WORDS = frozenset({"champions", "blessings", "actions"})
"""Group headings of all games; a catalogue adds those of its game."""

MAX_LINE_LENGTH = 200
"""Maximum number of characters of a line."""
COMMENT_MARKS = ("//", "#", ";", ">")

_INVISIBLE = re.compile(
    "[\x00\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u20e3\ufe00-\ufe0f\ufeff\U000e0000-\U000e007f]"
)
_HEADING = re.compile(
    r"[=*_~\-\s]*(?P<word>[^\W\d_][^\d:=*_~()\[\]]*?)\s*:?\s*(?:[(\[]?\s*\d+\s*(?:cards?)?\s*[)\]]?)?\s*:?[=*_~\-\s]*",
    re.IGNORECASE,
)
_RULER = re.compile(r"[\s\-=_*~.`]+")
_SIDEBOARD_LINE = re.compile(r"SB:\s*", re.IGNORECASE)
_PREFIXED_LINE = re.compile(r"(?P<word>[^\W\d_][^:]{0,30}?)\s*:\s*(?P<rest>\S.*)")
_BULLET = re.compile(r"[-*\N{BULLET}\N{EN DASH}]\s+")
_TAIL = re.compile(
    r"\s*(?P<code>\([^()]{1,200}\)(?:\s+[\w\N{BLACK STAR}\N{DAGGER}*-]{1,8})?"
    r"|\[[^\[\]]{1,40}\](?:\s+[\w\N{BLACK STAR}\N{DAGGER}*-]{1,8})?|(?:\|[^|]{0,40}){1,4})$"
    r"|\s*\*(?:\w{1,3}|[A-Z][\w-]{1,8})\*$"
    r"|\s*\^[^^]{0,80}\^$"
    r"|\s+(?P<note>(?:#\s|//|/\*|<!--|;|--|<-|\N{LEFTWARDS ARROW}).*)$"
    r"|\s+#\S.*$"
)
_LEADING_CODE = re.compile(r"(?P<code>\[[\w:+-]{1,12}\]|\([\w:+-]{1,12}\))\s*(?P<name>\S.*)")
_NUMBERED = (
    re.compile(r"\[\s*(?P<number>\d+)\s*\]\s*(?P<name>\S.*)"),
    re.compile(r"(?P<number>\d+)\s*[x\N{MULTIPLICATION SIGN}]\s+(?P<name>\S.*)", re.IGNORECASE),
    re.compile(r"[x\N{MULTIPLICATION SIGN}]\s*(?P<number>\d+)\s+(?P<name>\S.*)", re.IGNORECASE),
    re.compile(r"(?P<number>\d+)\s*(?:[,;\t]|:(?!\d))\s*(?P<name>\S.*)"),
    re.compile(r"(?P<number>\d+)\s+(?P<name>\S.*)"),
    re.compile(r"(?P<name>\S.*?)\s+[x\N{MULTIPLICATION SIGN}]\s*(?P<number>\d+)", re.IGNORECASE),
    re.compile(r"(?P<number>\d+)[x\N{MULTIPLICATION SIGN}](?P<name>\S.*)", re.IGNORECASE),
    re.compile(r"(?P<name>\S.*?)\s*(?:[,;\t:=|]|\.{2,})\s*(?P<number>\d+)"),
    re.compile(
        r"(?P<name>\S.*?)\s*[(\[]\s*[x\N{MULTIPLICATION SIGN}]?(?P<number>\d{1,2})[x\N{MULTIPLICATION SIGN}]?\s*[)\]]"
    ),
    re.compile(r"(?P<name>\S.*?)(?:\s+[-\N{EN DASH}\N{EM DASH}])?\s+(?P<number>\d{1,2})"),
)
_LEADING = re.compile(r"\W*\d+(?:\W|x\b)", re.IGNORECASE)
_ODD_NUMBER = re.compile(r"[-+\N{MINUS SIGN}]\s*\d|\d+[.,/]\d")


@dataclass(frozen=True, slots=True)
class LineParse:
    """A possible parse of a card line.

    Attributes:
        quantity: Number of copies; ``None`` if the line has no number, which means 1.
        name: The card name.
        code: The set code that was cut off; empty without one.
    """

    quantity: int | None
    name: str
    code: str = ""


def strip_invisible(line: str) -> str:
    """Return a line without outer spaces and invisible characters.

    Such characters are, for example, soft hyphens.
    """
    return _INVISIBLE.sub("", line).strip()


def is_comment(line: str) -> bool:
    """Return True if a line is a comment or a ruler of dashes."""
    return line.startswith(COMMENT_MARKS) or _RULER.fullmatch(line) is not None


def heading_words(line: str) -> str | None:
    """Return the folded words of a possible heading without its count, or ``None``."""
    match = _HEADING.fullmatch(" ".join(line.split()))
    return words(match["word"]) if match else None


def strip_sideboard_prefix(line: str) -> str | None:
    """Return the text after ``SB:``; ``None`` without this prefix."""
    match = _SIDEBOARD_LINE.match(line)
    return line[match.end() :] if match else None


def split_prefix(line: str) -> tuple[str, str] | None:
    """Return the folded word before a colon and the text after it.

    ``None`` if there is none.
    """
    match = _PREFIXED_LINE.fullmatch(line)
    return (words(match["word"]), match["rest"]) if match else None


def possible_parses(line: str) -> Iterator[LineParse]:
    """Yield all possible parses of a card line, the most literal first.

    Args:
        line: A line without invisible characters and without ``SB:``.
    """
    bullet = _BULLET.match(line)
    rest, code = (line[bullet.end() :] if bullet else line), ""
    while rest:
        yield LineParse(None, rest, code)
        for form in _NUMBERED:
            match = form.fullmatch(rest)
            if match:
                yield LineParse(int(match["number"]), _strip_quotes(match["name"]), code)
                if printing := _LEADING_CODE.fullmatch(match["name"]):
                    yield LineParse(int(match["number"]), printing["name"], code or printing["code"])
        tail = _TAIL.search(rest)
        if not tail:
            return
        code = code or tail["code"] or tail["note"] or ""
        rest = rest[: tail.start()].rstrip()


def _strip_quotes(name: str) -> str:
    return name[1:-1] if len(name) > 2 and name.startswith('"') and name.find('"', 1) == len(name) - 1 else name


def fallback_parse(line: str) -> LineParse:
    """Return the parse to report if no possible parse yields a known card.

    All suffixes are cut off. Of two numbers the first is the quantity, as more names end in a number than start with
    one.
    """
    every = list(possible_parses(line))
    shortest = min(len(reading.name) for reading in every)
    numbered = [reading for reading in every if reading.quantity is not None]
    return (
        min(numbered, key=lambda reading: (_LEADING.match(reading.name) is not None, len(reading.name)))
        if numbered
        else next(reading for reading in every if len(reading.name) == shortest)
    )


def has_invalid_count(line: str) -> bool:
    """Return True if a line starts with a signed, decimal or fractional number."""
    return _ODD_NUMBER.match(line) is not None
