"""Query parsing: numbers, shorthand, spelling correction and synonyms.

The script ``epic_events/static/js/ranking.js`` implements the same steps; a test compares both.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from rules.search.documents import Change, Reason
from rules.search.index_tables import BARE_NUMBER, FULL, SYNONYM_ORIGINAL, PhraseMeanings, Tables
from rules.search.letter_similarity import Signature, letter_signature
from rules.search.shorthand import expand_shorthand
from rules.search.words import DEFINITION_WORDS, QUESTION_WORDS, is_function_word, words

MAX_CHARACTERS = 600
MAX_WORDS = 48
UNKNOWN = -1
"""Stem number of an unknown word; it still counts as part of the subject."""

_NUMBER = re.compile(r"(?<![0-9.])[0-9]+(?:\.[0-9]+)+[a-z]?(?:\[[0-9]\])?(?![0-9.]*[0-9])", re.IGNORECASE)
_WHOLE_NUMBER = re.compile(
    r"^\s*(?:rules?|section|§+|#)?\s*((?:[a-z]{1,4}:)?[0-9]{1,4}[a-z]?(?:\[[0-9]\])?|\[[0-9]{1,4}\])\s*\.?\s*$",
    re.IGNORECASE,
)
"""A rule number with optional citation prefix or footnote brackets."""


@dataclass(frozen=True, slots=True)
class Query:
    """A parsed query.

    Attributes:
        numbers: rule numbers in it.
        weights: weight of each stem to search for.
        about: those of the stems that describe the subject.
        subject: its stems in order, to compare with names.
        spellings: its words as spelled, with and without definition words, to compare with names.
        changes: replaced words.
        letters: letter signature of the corrected words.
    """

    numbers: tuple[str, ...]
    weights: Mapping[int, int]
    about: frozenset[int]
    subject: tuple[int, ...]
    spellings: tuple[str, str]
    changes: tuple[Change, ...]
    letters: Signature


@dataclass(frozen=True, slots=True)
class _QueryWord:
    """A word of the query after correction, with the number of its stem."""

    plain: str
    stem: int

    @property
    def is_content_word(self) -> bool:
        """True if it is not a function word."""
        return not is_function_word(self.plain)


def parse_query(tables: Tables, text: str) -> Query:
    """Parse a query; any text is valid, unknown words are ignored."""
    text = text[:MAX_CHARACTERS]
    number_match = _WHOLE_NUMBER.match(text)
    numbers = (
        (number_match[1].lower(),) if number_match else tuple(match[0].lower() for match in _NUMBER.finditer(text))
    )
    changes: list[Change] = []
    plain_words = [
        folded_word for word in list(words(text))[:MAX_WORDS] for folded_word in expand_shorthand(word.plain)
    ]
    query_words = [_resolve_word(tables, folded_word, changes) for folded_word in plain_words]
    present = frozenset(word.stem for word in query_words)
    weights: dict[int, int] = {}
    subject: list[int] = []
    for phrase, meanings in _split_phrases(tables, query_words):
        changes += _add_weights(phrase, _resolve_context(meanings, present), weights, subject)
    about = frozenset(weights)
    if about:
        question_stems = {word.stem for word in query_words if word.plain in QUESTION_WORDS and word.stem != UNKNOWN}
        weights |= dict.fromkeys(question_stems - about, FULL)
    letters = letter_signature(word.plain for word in query_words)
    folded_word = [word.plain for word in query_words]
    spellings = " ".join(folded_word), " ".join(word for word in folded_word if word not in DEFINITION_WORDS)
    return Query(numbers, weights, about, tuple(subject), spellings, tuple(dict.fromkeys(changes)), letters)


def _resolve_word(tables: Tables, word: str, changes: list[Change]) -> _QueryWord:
    """Return a word with its stem, corrected or completed from the vocabulary."""
    stem_number = tables.vocabulary.stem(word)
    if stem_number is not None:
        return _QueryWord(word, stem_number)
    replacement, reason = tables.vocabulary.correct_spelling(word), Reason.SPELLING
    if replacement is None:
        replacement, reason = tables.vocabulary.complete_prefix(word), Reason.BEGINNING
    if replacement is None:
        return _QueryWord(word, UNKNOWN)
    changes.append(Change(word, replacement, reason))
    return _QueryWord(replacement, tables.vocabulary.stems[replacement])


def _split_phrases(tables: Tables, query_words: list[_QueryWord]) -> Iterator[tuple[list[_QueryWord], PhraseMeanings]]:
    """Yield the query as longest thesaurus phrases and single words, with meanings."""
    index = 0
    while index < len(query_words):
        for length in range(min(tables.longest_phrase, len(query_words) - index), 0, -1):
            phrase = query_words[index : index + length]
            meanings = tables.phrases.get(tuple(word.stem for word in phrase))
            if meanings is not None:
                break
        else:
            phrase, meanings = [query_words[index]], PhraseMeanings()
        yield phrase, meanings
        index += len(phrase)


def _resolve_context(meanings: PhraseMeanings, present: frozenset[int]) -> PhraseMeanings:
    """Return the meanings of a phrase given the other words of the query."""
    fitting = next((meaning for meaning in meanings.in_context if meaning.context & present), None)
    return (
        PhraseMeanings(meanings.synonyms, meanings.paraphrases)
        if fitting is None
        else PhraseMeanings(in_context=(fitting,))
    )


def _add_weights(
    phrase: list[_QueryWord], meanings: PhraseMeanings, weights: dict[int, int], subject: list[int]
) -> Iterator[Change]:
    """Add the stems of a phrase to weights and subject, and yield replaced words."""

    def add(stems: Iterable[int], weight: int) -> None:
        for each in stems:
            weights[each] = max(weights.get(each, 0), weight)

    content_stems = [word.stem for word in phrase if word.is_content_word]
    original_weight = SYNONYM_ORIGINAL if meanings.synonyms or meanings.in_context else FULL
    for word in phrase:
        if word.is_content_word and word.stem != UNKNOWN:
            add((word.stem,), BARE_NUMBER if word.plain.isdecimal() else original_weight)
    for meaning in (*meanings.paraphrases, *(context_meaning.meaning for context_meaning in meanings.in_context)):
        add(meaning.stems, meaning.weight)
    for meaning in meanings.synonyms:
        add(meaning.stems, meaning.weight)
        yield Change(" ".join(word.plain for word in phrase), meaning.label, Reason.SYNONYM)
    subject += meanings.synonyms[0].stems if meanings.synonyms else content_stems
