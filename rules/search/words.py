"""Tokenization of documents and queries: folding, function words and stems."""

import re
import threading
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import snowballstemmer


class _Stemmers(threading.local):
    """One stemmer per thread; Snowball stemmers keep state and are not thread-safe."""

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
QUESTION_WORDS = frozenset(_ASKING_WORD_LIST.split())
"""Function words that specify the question (who, when, how many); they match nothing alone."""
DEFINITION_WORDS = frozenset(
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
"""Function words of queries for a definition."""
VALUE_SIGN = "x"
"""The only single letter that is a word in rules: an unspecified value."""
_NUMBERS = ("zero", "", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
# "One" is left out: it is an article and a pronoun more often than a number.
NUMBER_WORDS = {word: str(value) for value, word in enumerate(_NUMBERS) if word} | {"thirty": "30", "sixty": "60"}
SHARED_STEMS = (
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
_STEMS = {stem: first for first, *others in map(str.split, SHARED_STEMS) for stem in others}
"""Common stem of words that the stemmer separates: irregular forms and agent nouns."""


class Word(NamedTuple):
    """A word of a text.

    Attributes:
        stem: its stem.
        plain: the word in lower case and American spelling.
        start: index of its first character in the text.
        end: index after its last character.
    """

    stem: str
    plain: str
    start: int
    end: int


@lru_cache(maxsize=16_384)
def stem(word: str) -> str:
    """Return the stem of a lower-case word; number words become digits."""
    number = NUMBER_WORDS.get(word)
    if number is not None:
        return number
    if _UNABLE.match(word):
        return word  # The prefix is kept: an unblocked champion is not unblockable.
    stemmed = str(_STEMMERS.english.stemWord(word))
    return _STEMS.get(stemmed, stemmed)


@lru_cache(maxsize=16_384)
def fold(word: str) -> str:
    """Return a word without case, accents and possessives.

    The spelling is American.
    """
    folded = unicodedata.normalize("NFKD", word.lower())
    folded = "".join(letter for letter in folded if not unicodedata.category(letter).startswith("M"))
    folded = _APOSTROPHE.sub("", folded)
    match = _BRITISH.match(folded)
    if match is None:
        return folded
    return f"{match[1]}ense{match[2]}" if match[1] else f"{match[3]}or{folded[match.end() :]}"


def words(text: str) -> Iterator[Word]:
    """Yield the words of a text in order, including function words."""
    for match in _WORD.finditer(text):
        folded = fold(match[0])
        if folded:
            yield Word(stem(folded), folded, match.start(), match.end())


def is_function_word(word: str) -> bool:
    """Return True if a word is grammatical only ("the", "how").

    Ranking ignores it.
    """
    return word in FUNCTION_WORDS or (len(word) == 1 and not word.isdigit() and word != VALUE_SIGN)


def content_words(text: str) -> tuple[Word, ...]:
    """Return the words of a text that are not function words."""
    return tuple(word for word in words(text) if not is_function_word(word.plain))


def query_words(text: str) -> tuple[Word, ...]:
    """Return the words of a text that are content words or question words."""
    return tuple(word for word in words(text) if word.plain in QUESTION_WORDS or not is_function_word(word.plain))
