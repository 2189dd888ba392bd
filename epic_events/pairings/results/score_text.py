"""Scores as people write them, as pure functions of text.

They are converted to the notation of keyboard entry. ``2:1``, ``2—1``, ``2 to 1``, ``½-½``, ``W``, ``Remis`` and the
like become ``2-1``, ``d``, ``w1``. Lines with names (``Ana 2-1 Ben``, ``Ana beat Ben``) are split into the names and
the score.
"""

import re
import unicodedata
from typing import Final, NamedTuple

_DASHES: Final = str.maketrans(
    dict.fromkeys(
        "\N{HYPHEN}\N{NON-BREAKING HYPHEN}\N{FIGURE DASH}\N{EN DASH}\N{EM DASH}\N{HORIZONTAL BAR}\N{MINUS SIGN}"
        "\N{SMALL HYPHEN-MINUS}\N{FULLWIDTH HYPHEN-MINUS}\N{RATIO}\N{FULLWIDTH COLON}",
        "-",
    )
)
_WIDTHS: Final = {**{code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}, 0x3000: 0x20, 0xA0: 0x20}
_BETWEEN: Final = re.compile(r"(?<=[0-9])\s*(?:[-:]|\bto\b|\bzu\b)\s*(?=[0-9])", re.IGNORECASE)
_HALVES: Final = re.compile(
    r"(?:0[.,]5|1/2|\N{VULGAR FRACTION ONE HALF})\s*-\s*(?:0[.,]5|1/2|\N{VULGAR FRACTION ONE HALF})"
)
_WON: Final = r"w|win|wins|won|victory|sieg|gewonnen|s"
_LOST: Final = r"l|loss|lost|loses|lose|defeat|niederlage|verloren|n"
_DRAWN: Final = r"draw|drawn|drew|tie|tied|remis|unentschieden|="
_WORDS: Final = (
    ("dl", re.compile(r"double[ -]loss|both (?:players )?lost|doppelniederlage", re.IGNORECASE)),
    ("id", re.compile(r"(?:intentional|agreed)[ -]draw|draw by agreement|remis vereinbart", re.IGNORECASE)),
    ("ns", re.compile(r"no[ -]shows?|both absent|double no[ -]show", re.IGNORECASE)),
    ("w1", re.compile(rf"(?:{_WON})(?:\s*[/:-]\s*(?:{_LOST}))?", re.IGNORECASE)),
    ("w2", re.compile(rf"(?:{_LOST})(?:\s*[/:-]\s*(?:{_WON}))?", re.IGNORECASE)),
    ("d", re.compile(rf"(?:{_DRAWN})(?:\s*[/:-]\s*(?:{_DRAWN}))?|d\s*[/:-]\s*d", re.IGNORECASE)),
)
_DRAW: Final = dict(_WORDS)["d"]
_TABLE: Final = re.compile(
    r"(?:(?:table|tisch|tbl|match)\s*#?|t(?=[0-9])|#)?\s*(?P<table>[0-9]{1,5})(?:\s*[.:)](?=\s)|(?=\s))\s*",
    re.IGNORECASE,
)
_SCORE: Final = r"\(?[0-9]\)?\s*[-:]\s*\(?[0-9]\)?(?:\s*[-:]\s*\(?[0-9]\)?)?"
_VERSUS: Final = r"\s+(?:vs?\.?|versus|gegen|against|-)\s+"
_BEAT: Final = (
    r"(?:beats?|defeats?|defeated|def\.?|d\.|bt\.?|over|won against|wins against|won vs\.?|schlägt|schlug|besiegte?"
    r"|gewinnt gegen|gewann gegen)"
)
_LOST_TO: Final = r"(?:lost to|loses to|lost against|loses against|verliert gegen|verlor gegen|unterliegt)"
_DREW: Final = r"(?:drew with|draws with|drew|tied with|tied|drew against|remis gegen|spielt remis gegen)"
_NAMES: Final = r"(?P<first>\S.*?){between}(?P<second>\S.*?)"
_MAYBE_SCORE: Final = rf"(?:[\s,:]+(?P<score>{_SCORE}))?"
_EACH_WITH_GAMES: Final = (
    r"(?P<first>\S.*?)[\s:]+\(?(?P<won>[0-9])\)?(?:\s*[,;]\s*|\s+[-|]\s+|\s+(?:vs?\.?\s+)?)"
    r"(?P<second>[^\W\d].*?)[\s:]+\(?(?P<lost>[0-9])\)?"
)
_LINES: Final = tuple(
    (verb, re.compile(pattern, re.IGNORECASE))
    for verb, pattern in (
        ("beat", _NAMES.format(between=rf"\s+{_BEAT}\s+") + _MAYBE_SCORE),
        ("lost", _NAMES.format(between=rf"\s+{_LOST_TO}\s+") + _MAYBE_SCORE),
        ("drew", _NAMES.format(between=rf"\s+{_DREW}\s+") + _MAYBE_SCORE),
        ("", _NAMES.format(between=_VERSUS) + rf"[\s,:]+(?P<score>{_SCORE}|{_DRAWN}|id)"),
        ("", rf"(?P<first>\S.*?)[\s,:]+(?P<score>{_SCORE})[\s,:]+(?P<second>\S.*)"),
        ("", _EACH_WITH_GAMES),
    )
)


class NamedLine(NamedTuple):
    """A line with two names and a result in the notation of keyboard entry."""

    first: str
    second: str
    result: str


def plain_text(text: str) -> str:
    """Return a text with ASCII digits, hyphens and colons for their look-alikes."""
    halved = _HALVES.sub("d", unicodedata.normalize("NFC", text).translate(_WIDTHS).translate(_DASHES))
    return " ".join(halved.split())


def to_notation(result: str) -> str:
    """Return a result in the notation of keyboard entry.

    Text that is no result stays as it is.

    >>> to_notation("2 : 1"), to_notation("W/L"), to_notation("Remis")
    ('2-1', 'w1', 'd')
    """
    text = plain_text(result)
    whole = text[1:-1].strip() if text.startswith("(") and text.endswith(")") else text
    for notation, pattern in _WORDS:
        if pattern.fullmatch(whole):
            return notation
    text = _BETWEEN.sub("-", re.sub(r"^\(([0-9]\s*[-:]\s*[0-9](?:\s*[-:]\s*[0-9])?)\)", r"\1", text))
    return re.sub(r"^([0-9])[ /]([0-9])(?:[ /]([0-9]))?(?=$|\s)", _join_digits, text)


def _join_digits(match: "re.Match[str]") -> str:
    return "-".join(part for part in match.groups() if part is not None)


def split_table(text: str) -> tuple[int, str] | None:
    """Return the table number and the rest of a line; None without a number in front."""
    match = _TABLE.match(text)
    return (int(match["table"]), text[match.end() :]) if match and match.end() < len(text) else None


def split_named_line(text: str) -> NamedLine | None:
    """Return the names and the result of a line such as "Ana 2-1 Ben".

    None for other lines.
    """
    line = plain_text(text)
    for verb, pattern in _LINES:
        match = pattern.fullmatch(line)
        if match is None or not all(any(map(str.isalpha, match[side])) for side in ("first", "second")):
            continue
        parts = match.groupdict()
        written = parts["score"] if "score" in parts else f"{parts['won']}-{parts['lost']}"
        score = to_notation(re.sub(r"[()]", "", written)) if written else ""
        return NamedLine(match["first"].strip(" ,:"), match["second"].strip(" ,:"), _with_verb(verb, score))
    return None


def _with_verb(verb: str, score: str) -> str:
    """Return the result from the view of the first player.

    The winner's games come first after "beat".
    """
    if not score:
        return {"beat": "w1", "lost": "w2", "drew": "d"}[verb]
    games = score.split("-")
    if (verb == "beat" and games[0] < games[1]) or (verb == "lost" and games[0] > games[1]):
        games[:2] = games[1::-1]
    return "-".join(games)


def winner_of(cell: str) -> int | None:
    """Return 1 or 2 for a cell that names the winning side, 0 for a draw.

    None for other text.
    """
    text = plain_text(cell).casefold()
    if match := re.fullmatch(r"(?:player|seat|spieler|team|p|home|away)?\s*([12ab])", text):
        return 1 if match[1] in "1a" else 2
    return 0 if text == "d" or _DRAW.fullmatch(text) else None
