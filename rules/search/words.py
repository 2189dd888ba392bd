"""From text to comparable words: one spelling, no function words, stems; the same for documents and for questions."""

import re
import threading
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import snowballstemmer


class _Stemmers(threading.local):
    """A stemmer for each thread: it keeps the word it is at in itself, and two threads would mix theirs."""

    def __init__(self) -> None:
        self.english = snowballstemmer.stemmer("english")


_STEMMERS = _Stemmers()
_WORD = re.compile(r"[0-9]+(?:\.[0-9]+)+[a-z]?|[^\W_]+(?:['’][^\W_]+)*")  # noqa: RUF001 the apostrophe of printed text
_APOSTROPHE = re.compile(r"n['’]t$|['’](?:s|re|ve|ll|d|m)?$|['’]")  # noqa: RUF001 the same
_BRITISH = re.compile(r"^(def|off)ence(s?)$|^(col|fav|hon|neighb)our")

_UNABLE = re.compile(r"un\w+able$")

_FUNCTION_WORD_LIST = (
    "a about again all also am an and any are as at be because been but by ca can cannot check could define "
    "definition did do does doing don done during either else even ever every explain explained for from get gets "
    "getting give given gives go goes going got had happen happened happening happens has have having he her him his "
    "how i if in into is isnt it its just know let like make makes many may me mean meaning means might more much "
    "must my need needs now of off on one ones or other our out own please rule rules say says she should so some "
    "still such tell than that the their them then there they thing this those though to too until up us use used "
    "uses want wants was way we were what when where whether which while why will with wo work works "
    "would yes you your"
)
FUNCTION_WORDS = frozenset(_FUNCTION_WORD_LIST.split())
_ASKING_WORD_LIST = (
    "all can cannot could either every had has have how may more must need needs now off one ones other out own should "
    "still until up want wants what when where which while who why again during"
)
ASKING_WORDS = frozenset(_ASKING_WORD_LIST.split())
"""Function words that tell what is asked of a subject (who, when, how many, must one); alone they find nothing."""
DEFINING_WORDS = frozenset(
    [
        "a",
        "an",
        "are",
        "be",
        "define",
        "definition",
        "do",
        "does",
        "explain",
        "is",
        "it",
        "mean",
        "meaning",
        "means",
        "of",
        "the",
        "what",
    ]
)
"""Function words of a question that asks for nothing but what a word means."""
VALUE_SIGN = "x"
"""The one letter that is a word of rules by itself: a value not told, or a corner on which nothing works."""
_NUMBERS = ("zero", "", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
# "One" is left out: it is an article and a pronoun more often than a number.
NUMBER_WORDS = {word: str(value) for value, word in enumerate(_NUMBERS) if word} | {"thirty": "30", "sixty": "60"}
ONE_STEM = (
    "attack attacker",
    "begin began begun",
    "block blocker",
    "break broke broken",
    "choos choic chose chosen",
    "deal dealt",
    "defend defender",
    "die dead death dy",
    "divid divis",
    "draw drew drawn",
    "exceed excess",
    "fewer less few",
    "hide hidden hid",
    "hold held",
    "keep kept",
    "leav left",
    "lose lost loss",
    "make made",
    "pay paid payment",
    "resolv resolut",
    "see seen saw",
    "show shown",
    "steal stole stolen",
    "take took taken",
    "tell told",
    "win won winner",
)
_STEMS = {stem: first for first, *others in map(str.split, ONE_STEM) for stem in others}
"""What the stemmer keeps apart and a question does not: irregular forms; who does something, and the doing."""


class Word(NamedTuple):
    """A word of a text.

    Attributes:
        stem: what it is compared by.
        plain: the word in lower case and American spelling.
        start: index of its first character in the text.
        end: index after its last.
    """

    stem: str
    plain: str
    start: int
    end: int


@lru_cache(maxsize=16_384)
def stem(plain: str) -> str:
    """Return what a word in lower case is compared by; number words count as numbers."""
    number = NUMBER_WORDS.get(plain)
    if number is not None:
        return number
    if _UNABLE.match(plain):
        return plain  # An unblocked champion is not unblockable.
    stemmed = str(_STEMMERS.english.stemWord(plain))
    return _STEMS.get(stemmed, stemmed)


@lru_cache(maxsize=16_384)
def fold(word: str) -> str:
    """Return a word in lower case, without accents and possessive endings, in American spelling."""
    plain = unicodedata.normalize("NFKD", word.lower())
    plain = "".join(letter for letter in plain if not unicodedata.category(letter).startswith("M"))
    plain = _APOSTROPHE.sub("", plain)
    match = _BRITISH.match(plain)
    if match is None:
        return plain
    return f"{match[1]}ense{match[2]}" if match[1] else f"{match[3]}or{plain[match.end() :]}"


def words(text: str) -> Iterator[Word]:
    """Yield the words of a text in order, function words included."""
    for match in _WORD.finditer(text):
        plain = fold(match[0])
        if plain:
            yield Word(stem(plain), plain, match.start(), match.end())


def is_function_word(plain: str) -> bool:
    """Whether a word says nothing about the subject of a question."""
    return plain in FUNCTION_WORDS or (len(plain) == 1 and not plain.isdigit() and plain != VALUE_SIGN)


def content(text: str) -> tuple[Word, ...]:
    """Return the words of a text that say what it is about."""
    return tuple(word for word in words(text) if not is_function_word(word.plain))


def telling(text: str) -> tuple[Word, ...]:
    """Return the words of a text that say what it is about, or what is asked about that."""
    return tuple(word for word in words(text) if word.plain in ASKING_WORDS or not is_function_word(word.plain))
