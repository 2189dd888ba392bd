"""Words of decklist headings, totals and details, in addition to those of a game."""

import re
from collections.abc import Collection
from typing import Final

from rules.decks.names import words

GROUPS: Final = frozenset(
    {"slow", "fast", "free", "zero", "one", "cost", "costs", "gold", "drop", "drops", "card", "cards", "champion"}
    | {
        "champions",
        "event",
        "events",
        "action",
        "actions",
        "blessing",
        "blessings",
        "spell",
        "spells",
        "speed",
        "0cost",
    }
    | {"1cost", "kosten", "karten", "ereignisse", "ereignis", "schnell", "langsam", "aktionen", "kostenlos"}
)
"""Words of headings that group cards by cost, speed or type, in any game."""
_LINKS: Final = frozenset({"and", "or", "of", "the", "with", "und", "mit", "card", "cards", "karten"})
TOTALS: Final = frozenset(
    {"total", "totals", "sum", "cards", "card", "size", "gesamt", "insgesamt", "summe", "karten", "kartenzahl"}
    | {"totale", "somme", "suma", "somma", "totaal", "kaarten", "cartes", "cartas", "carte"}
)
"""Words of totals."""
_WITH_TOTALS: Final = frozenset(
    {"grand", "deck", "main", "maindeck", "mainboard", "in", "of", "all", "count", "number"}
)
DETAILS: Final = frozenset(
    {"name", "deck name", "deckname", "deck", "list", "title", "author", "by", "player", "player name", "spieler"}
    | {"format", "event", "tournament", "turnier", "date", "datum", "archetype", "game", "version", "description"}
    | {"comment", "comments", "note", "notes", "url", "link", "source", "created by", "designer", "designed by", "id"}
    | {
        "dci",
        "dci number",
        "email",
        "e mail",
        "mail",
        "location",
        "venue",
        "city",
        "place",
        "placing",
        "rank",
        "record",
    }
    | {
        "points",
        "price",
        "language",
        "colors",
        "colours",
        "pilot",
        "creator",
        "deck type",
        "autor",
        "titel",
        "deckname",
    }
    | {"average cost", "avg cost", "quelle", "joueur", "jugador", "giocatore", "first name", "last name", "average"}
    | {"vorname", "nachname", "team", "club", "verein", "spielername", "username", "round", "created", "updated"}
    | {"last updated", "exported", "exported from", "tags", "hub", "hubs", "visibility", "layout main"}
    | {"layout sideboard", "total price"}
)
"""Keys of details about a list, such as ``Player: Ana``."""

_COUNT_WORDS = r"(?:cards?|karten|copies|x)?"
_OUTSIDE = re.compile(r"^[\s=*_~\-#<>/;\[\]]+|[\s=*_~\-#<>/;\[\]]+$")
_COUNT_BEHIND = re.compile(
    rf"\s*[:=\-\N{{EN DASH}}\N{{EM DASH}}]?\s*(?:[(\[{{]\s*"
    rf"(?:x?\s*\d+(?:\s*(?:/|of|von)\s*\d+)?|x|n|\?+|\.+|\N{{HORIZONTAL ELLIPSIS}}|-|_+)?\s*"
    rf"{_COUNT_WORDS}\s*[)\]}}]?|(?<!\w)\d+\s*{_COUNT_WORDS})\s*[:=\-\N{{EN DASH}}\N{{EM DASH}}]?$",
    re.IGNORECASE,
)
_COUNT_BEFORE = re.compile(r"^(?:[(\[]\s*\d+\s*[)\]]|\d+\s*[x\N{MULTIPLICATION SIGN}]?(?=\s))\s*", re.IGNORECASE)
_DETAIL = re.compile(r"(?P<key>[^\W\d_][^:=]{0,24}?)\s*(?:[:=]|\s[-\N{EN DASH}]\s)\s*(?P<value>.*)")
_BY = re.compile(
    r"(?:(?:deck|list)\s+)?(?:(?:created|built|designed|written|exported)\s+)?(?:by|from)\s+\S.*", re.IGNORECASE
)
_ADDRESS = re.compile(r"(?:\[[^\[\]]{1,40}\]:\s*)?<?(?:https?://|www\.)\S+", re.IGNORECASE)
_COMMENT = re.compile(r"/\*.*\*/|<!--.*-->|<\?.*\?>", re.DOTALL)
_SIZE = re.compile(r"(?:=\s*(?P<sum>\d{1,4})|(?P<part>\d{1,4})\s*/\s*\d{1,4})")


def heading_candidates(line: str) -> tuple[str, ...]:
    """Return the folded words of a possible heading, the most literal first.

    Its count is removed.
    """
    bare = _OUTSIDE.sub("", line)
    behind = _COUNT_BEHIND.sub("", bare)
    before = _COUNT_BEFORE.sub("", bare)
    each = (bare, behind, before, _COUNT_BEHIND.sub("", before))
    return tuple(dict.fromkeys(found for text in each if (found := words(text))))


def is_group(folded: str, own: Collection[str]) -> bool:
    """Return True if folded words are a heading that groups cards.

    For example ``wild 0 cost events``.

    Args:
        folded: The words.
        own: Headings of the game, folded.
    """
    known = {word for heading in own for word in heading.split()} | GROUPS
    found = folded.split()
    numbers = [word for word in found if re.fullmatch(r"\d+s?", word)]
    named = [word for word in found if word not in numbers]
    if not named:
        return len(found) == 1 and found[0].endswith("s")
    return len(found) <= 6 and set(named) <= known | _LINKS and not set(named) <= _LINKS


def is_total(line: str) -> bool:
    """Return True if a line states a total: ``Total: 60 cards``."""
    found = words(line).split()
    named = [word for word in found if not word.isdigit()]
    return len(named) < len(found) and bool(TOTALS & set(named)) and set(named) <= TOTALS | _WITH_TOTALS


def is_sum(line: str, counted: int) -> bool:
    """Return True if a line is the sum of the lines above: ``= 60`` or ``60/60``."""
    match = _SIZE.fullmatch(line.strip())
    return match is not None and int(match["sum"] or match["part"]) == counted


def is_detail(line: str) -> bool:
    """Return True if a line is a detail about the list.

    Details are, for example, its player, format or address.
    """
    match = _DETAIL.fullmatch(line)
    if match and words(match["key"]) in DETAILS:
        return True
    return bool(_BY.fullmatch(line) or _ADDRESS.fullmatch(line)) or words(line) in {"about", "metadata"}


def is_block_comment(line: str) -> bool:
    """Return True if a line is a comment as in C or XML."""
    return _COMMENT.fullmatch(line) is not None
