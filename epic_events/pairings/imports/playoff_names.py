"""Parser for the names of playoff rounds in published data sets."""

import re
import unicodedata
from dataclasses import dataclass

FINAL, SEMI, QUARTER = 2, 4, 8
MAX_PLAYERS = 64

SWISS_WORDS = frozenset({"swiss", "swiss round", "swiss rounds", "swiss stage", "main event"})
PLAYOFF_WORDS = frozenset(
    {
        "playoff", "playoffs", "play off", "play offs", "cut", "top cut", "elimination", "single elimination",
        "knockout", "knock out", "bracket", "finals stage", "final stage", "elimination rounds",
    }
)  # fmt: skip

_THIRD = re.compile(
    r"(match for |match |play ?off )?(for )?(the )?(3rd|third|3)( ?(and|/|&)? ?(4th|fourth|4))?( places?)"
    r"( match| game| play ?offs?| final)?|bronze( medal)?( match| game| final)?"
    r"|(small|little|petite|consolation) finals?|consolation( match| game)?|3/4"
)
_FINAL = re.compile(
    r"(the |grand )?final[se]?( match| round)?|(1st|first) place( match)?|championship( match| round| final)?|f"
)
_ITS_MATCH = r"(?: ?(?:match |game |table )?#?[1-4a-d])?"
"""Number of the match within the round, ignored."""
_SEMI = re.compile(r"(?:(the )?semis?( ?finals?)?( round)?|sf|1/2 ?finals?|half ?finals?)" + _ITS_MATCH)
_QUARTER = re.compile(r"(?:(the )?quarters?( ?finals?)?( round)?|qf|1/4 ?finals?)" + _ITS_MATCH)
_EIGHTH = re.compile(r"(eighth|octo|8th)s?( ?finals?)|1/8 ?finals?")
_OF = re.compile(r"(?:top|round of|last|best|ro|t|final|elite|sweet) ?([0-9]{1,3})")
_WITHIN = re.compile(
    r"(?:top [0-9]{1,3}|top cut|cut|play ?offs?|knock ?out|elimination|bracket)(?: stage)?"
    r"[-:,\u2010-\u2015 ]+(?=[^\W\d])"
)
"""Prefixes of a round name without further meaning."""
_NUMBERS = {"two": "2", "four": "4", "eight": "8", "sixteen": "16"}
_SIZED = ((_FINAL, FINAL), (_SEMI, SEMI), (_QUARTER, QUARTER), (_EIGHTH, 2 * QUARTER))
_NUMBERED = re.compile(
    r"(?:(?P<kind>swiss|play ?off|elimination|single elimination|knock ?out|cut|bracket)s? )?"
    r"(?:round|rd|r)? ?(?P<number>[0-9]{1,2})"
)


@dataclass(frozen=True, slots=True)
class RoundName:
    """A parsed round name; exactly one of the first three attributes is set.

    Attributes:
        number: number of the round in its stage, from 1; else 0.
        players: number of players left in the round, a power of two from 2; else 0.
        third: True for the third-place match.
        stage: ``swiss`` or ``playoff`` if the name says so, else empty.
    """

    number: int = 0
    players: int = 0
    third: bool = False
    stage: str = ""


def normalize_name(text: str) -> str:
    """Return a name in lower case without accents, words separated by single spaces."""
    bare = "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))
    return " ".join(re.sub(r"(?<=\w)[-_.:\u2010-\u2015]+", " ", bare.casefold()).split())


def parse_stage(text: str) -> str:
    """Return ``swiss`` or ``playoff`` for a stage name; empty for anything else."""
    words = normalize_name(text)
    if words in SWISS_WORDS:
        return "swiss"
    return "playoff" if words in PLAYOFF_WORDS else ""


def parse_round(text: str) -> RoundName | None:
    """Parse a round name; return None if it is unknown.

    >>> parse_round("Semi-Finals").players, parse_round("Top 8").players, parse_round("Round 3").number
    (4, 8, 3)
    """
    words = " ".join(_NUMBERS.get(word, word) for word in normalize_name(text).split())
    named = _parse_named_round(words) or _parse_named_round(_WITHIN.sub("", words))
    if named:
        return named
    if of := _OF.fullmatch(words):
        left = int(of[1])
        return RoundName(players=1 << (left - 1).bit_length(), stage="playoff") if 2 <= left <= MAX_PLAYERS else None
    if (numbered := _NUMBERED.fullmatch(words)) and int(numbered["number"]) >= 1:
        kind = numbered["kind"] or ""
        stage = {"": "", "swiss": "swiss"}.get(kind, "playoff")
        return RoundName(number=int(numbered["number"]), stage=stage)
    return None


def _parse_named_round(words: str) -> RoundName | None:
    """Return the round of a name such as "quarterfinals" or "finals"."""
    if _THIRD.fullmatch(words):
        return RoundName(third=True, stage="playoff")
    return next(
        (RoundName(players=players, stage="playoff") for pattern, players in _SIZED if pattern.fullmatch(words)), None
    )
