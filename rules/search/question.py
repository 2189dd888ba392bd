"""Reads a question: numbers, spelling repaired from the documents' own words, synonyms of other games.

The script ``epic_events/static/js/ranking.js`` reads it in the same way, step by step; a test compares the two.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from rules.search.documents import Change, Reason
from rules.search.likeness import Signature, signature
from rules.search.shorthand import spelled_out
from rules.search.tables import FIGURE, FULL, SYNONYM_KEEPS, Readings, Tables
from rules.search.words import ASKING_WORDS, DEFINING_WORDS, is_function_word, words

MOST_CHARACTERS = 600
MOST_WORDS = 48
UNKNOWN = -1
"""In place of a stem's number: a word that means nothing here, but is part of the question's subject."""

_NUMBER = re.compile(r"(?<![0-9.])[0-9]+(?:\.[0-9]+)+[a-z]?(?:\[[0-9]\])?(?![0-9.]*[0-9])", re.IGNORECASE)
_WHOLE_NUMBER = re.compile(
    r"^\s*(?:rules?|section|§+|#)?\s*((?:[a-z]{1,4}:)?[0-9]{1,4}[a-z]?(?:\[[0-9]\])?|\[[0-9]{1,4}\])\s*\.?\s*$",
    re.IGNORECASE,
)
"""With the letters that a document's citations begin with, or in the brackets of a footnote, where it has them."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question as the index reads it.

    Attributes:
        numbers: the rule numbers it names.
        weights: the weight of each stem that is searched for.
        about: those of them that say what it is about.
        subject: its stems in order, as read; compared with names.
        spelled: its words as they are spelled, and the one that it asks the meaning of; compared with names.
        changes: where it was read otherwise than written.
        letters: its runs of letters, short forms spelled out and slips repaired.
    """

    numbers: tuple[str, ...]
    weights: Mapping[int, int]
    about: frozenset[int]
    subject: tuple[int, ...]
    spelled: tuple[str, str]
    changes: tuple[Change, ...]
    letters: Signature


@dataclass(frozen=True, slots=True)
class _Asked:
    """A word of a question: as it is read, and the number of its stem."""

    plain: str
    stem: int

    @property
    def counts(self) -> bool:
        """Whether it says something about the subject."""
        return not is_function_word(self.plain)


def read(tables: Tables, text: str) -> Question:
    """Return what is searched for. Any text is a question; what means nothing here is passed over."""
    text = text[:MOST_CHARACTERS]
    whole = _WHOLE_NUMBER.match(text)
    numbers = (whole[1].lower(),) if whole else tuple(match[0].lower() for match in _NUMBER.finditer(text))
    changes: list[Change] = []
    written = [plain for word in list(words(text))[:MOST_WORDS] for plain in spelled_out(word.plain)]
    asked = [_known(tables, plain, changes) for plain in written]
    present = frozenset(word.stem for word in asked)
    weights: dict[int, int] = {}
    subject: list[int] = []
    for phrase, readings in _pieces(tables, asked):
        changes += _weigh(phrase, _fitting(readings, present), weights, subject)
    about = frozenset(weights)
    if about:
        asking = {word.stem for word in asked if word.plain in ASKING_WORDS and word.stem != UNKNOWN}
        weights |= dict.fromkeys(asking - about, FULL)
    letters = signature(word.plain for word in asked)
    plain = [word.plain for word in asked]
    spelled = " ".join(plain), " ".join(word for word in plain if word not in DEFINING_WORDS)
    return Question(numbers, weights, about, tuple(subject), spelled, tuple(dict.fromkeys(changes)), letters)


def _known(tables: Tables, plain: str, changes: list[Change]) -> _Asked:
    """Return a word with its stem, or the documents' word that it seems to be a slip for or the beginning of."""
    found = tables.vocabulary.stem(plain)
    if found is not None:
        return _Asked(plain, found)
    meant, reason = tables.vocabulary.repaired(plain), Reason.SPELLING
    if meant is None:
        meant, reason = tables.vocabulary.completed(plain), Reason.BEGINNING
    if meant is None:
        return _Asked(plain, UNKNOWN)
    changes.append(Change(plain, meant, reason))
    return _Asked(meant, tables.vocabulary.stems[meant])


def _pieces(tables: Tables, asked: list[_Asked]) -> Iterator[tuple[list[_Asked], Readings]]:
    """Yield the question in pieces with their readings: the longest phrases of the thesaurus, and single words."""
    at = 0
    while at < len(asked):
        for length in range(min(tables.longest_phrase, len(asked) - at), 0, -1):
            phrase = asked[at : at + length]
            readings = tables.phrases.get(tuple(word.stem for word in phrase))
            if readings is not None:
                break
        else:
            phrase, readings = [asked[at]], Readings()
        yield phrase, readings
        at += len(phrase)


def _fitting(readings: Readings, present: frozenset[int]) -> Readings:
    """Return what a phrase means in the company of the other words of the question."""
    fitting = next((one for one in readings.in_context if one.beside & present), None)
    return Readings(readings.synonyms, readings.paraphrases) if fitting is None else Readings(in_context=(fitting,))


def _weigh(phrase: list[_Asked], readings: Readings, weights: dict[int, int], subject: list[int]) -> Iterator[Change]:
    """Add the stems of a piece of the question to the weights and to the subject, and yield the changes it made."""

    def add(stems: Iterable[int], weight: int) -> None:
        for each in stems:
            weights[each] = max(weights.get(each, 0), weight)

    kept = [word.stem for word in phrase if word.counts]
    whole = SYNONYM_KEEPS if readings.synonyms or readings.in_context else FULL
    for word in phrase:
        if word.counts and word.stem != UNKNOWN:
            add((word.stem,), FIGURE if word.plain.isdecimal() else whole)
    for meaning in (*readings.paraphrases, *(one.meaning for one in readings.in_context)):
        add(meaning.stems, meaning.weight)
    for meaning in readings.synonyms:
        add(meaning.stems, meaning.weight)
        yield Change(" ".join(word.plain for word in phrase), meaning.told, Reason.SYNONYM)
    subject += readings.synonyms[0].stems if readings.synonyms else kept
