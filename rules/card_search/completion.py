"""Autocompletion of card queries."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from rules.card_search.fields import Dated, Field, Numeric, Vocabulary, Words
from rules.card_search.substitutions import quote_value
from rules.decks.names import fold, words

MAX_COMPLETIONS = 8
_ORDER = "order of the list"
_DAY = "day of bans and formats"
_SIGNS = ("<=", ">=", "!=", ":", "=", "<", ">")


@dataclass(frozen=True)
class Completion:
    """A completion of a query.

    Attributes:
        text: the whole query with the completion inserted.
        cursor: the cursor position after the completion, in characters from 0.
        shown: the inserted text, for display.
        meaning: a short explanation.
    """

    text: str
    cursor: int
    shown: str
    meaning: str


def complete(text: str, cursor: int, vocabulary: Vocabulary[Any], names: Sequence[str]) -> list[Completion]:
    """Return at most eight completions at the cursor, the most likely first.

    Args:
        text: the query so far.
        cursor: the cursor position, in characters from 0.
        vocabulary: the fields of the game.
        names: the card names that complete a word without a field.
    """
    cursor = max(0, min(cursor, len(text)))
    start = cursor
    while start and not text[start - 1].isspace() and text[start - 1] not in '()"':
        start -= 1
    if text[:start].count('"') % 2:  # no completions inside a quoted phrase
        return []
    begun = text[start:cursor]
    minus = "-" if begun.startswith("-") else ""
    sign = next((each for each in _SIGNS if each in begun), "")
    name, _, value = begun.removeprefix(minus).partition(sign) if sign else ("", "", begun.removeprefix(minus))
    completions = _values(name, sign, value, vocabulary) if sign else _complete_words(value, vocabulary, names)
    done = []
    for completion, meaning in completions:
        prefix = f"{text[:start]}{minus}{completion}"
        done.append(Completion(f"{prefix}{text[cursor:]}", len(prefix), f"{minus}{completion.strip()}", meaning))
        if len(done) == MAX_COMPLETIONS:
            break
    return done


def _values(name: str, sign: str, value: str, vocabulary: Vocabulary[Any]) -> Iterator[tuple[str, str]]:
    """Yield the values of a field that begin with the typed text."""
    query = fold(value)
    if name.casefold() == "is":
        yield from _flags(query, vocabulary)
    elif name.casefold() == "sort":
        minus = "-" if value.startswith("-") else ""
        yield from ((f"sort:{minus}{each} ", _ORDER) for each in vocabulary.sortable if each.startswith(query))
    elif name.casefold() == "on":
        today = datetime.now(UTC).date().isoformat()
        yield from ((f"on:{day} ", _DAY) for day in (today,) if day.startswith(value))
    else:
        for field in filter(None, (vocabulary.field(name), vocabulary.field_before_word(name))):
            for each in (field, *vocabulary.related_fields(field)):
                yield from _words_of(each, f"{name}{sign}", query)


def _flags(query: str, vocabulary: Vocabulary[Any]) -> Iterator[tuple[str, str]]:
    for flag, about in vocabulary.flags.items():
        if flag.startswith(query):
            yield f"is:{flag} ", about.meaning


def _words_of(field: Field[Any], prefix: str, query: str) -> Iterator[tuple[str, str]]:
    if isinstance(field.kind, Words | Dated):
        for each in field.kind.values:
            if fold(each).startswith(query):
                yield f"{prefix}{_quote(each)} ", field.meaning
    elif isinstance(field.kind, Numeric) and field.kind.none.startswith(query) and prefix[-1] in ":=":
        yield f"{prefix}{field.kind.none} ", field.meaning


def _complete_words(begun: str, vocabulary: Vocabulary[Any], names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield fields, flags, values and card names that begin with the typed text."""
    query_words = words(begun)
    if not query_words:
        return
    for field in vocabulary.fields:
        if any(name.startswith(query_words) for name in (field.name, *field.short, *field.synonyms)):
            yield f"{field.name}{'>=' if isinstance(field.kind, Numeric) else ':'}", field.meaning
    yield from _flags(query_words, vocabulary)
    if len(query_words) > 1:
        yield from _values_anywhere(query_words, vocabulary)
    yield from ((f"{_quote(name)} ", "card") for name in names if f" {query_words}" in f" {words(name)}")


def _values_anywhere(query: str, vocabulary: Vocabulary[Any]) -> Iterator[tuple[str, str]]:
    """Yield ``field:value`` for all values that begin with the typed text."""
    for field in vocabulary.fields:
        if isinstance(field.kind, Words | Dated):
            for value in field.kind.values:
                if words(value).startswith(query):
                    yield f"{field.name}:{_quote(value)} ", field.meaning


def _quote(value: str) -> str:
    return quote_value(value.casefold() if value.isalnum() else value)
