"""Spelling suggestions for card queries without results."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from rapidfuzz import fuzz, process

from rules.card_search.errors import QueryError
from rules.card_search.expression import Query
from rules.card_search.fields import Vocabulary
from rules.card_search.parser import MAX_LENGTH, parse_query
from rules.card_search.substitutions import SpelledWords, quote_value
from rules.decks.names import suggest, words

MAX_SUGGESTIONS: Final = 3
_MAX_TRIED = 12
"""The maximum number of spellings that are tried."""
_LIKELY = 70.0


def suggest_queries(query: Query, cards: Sequence[Any], vocabulary: Vocabulary[Any]) -> tuple[str, ...]:
    """Return at most three corrected queries that find a card, best first.

    Args:
        query: a query without results.
        cards: the cards it searches.
        vocabulary: the fields of the game.
    """
    suggestions: dict[str, None] = {}
    for tried, text in enumerate(_corrected_queries(query, cards, vocabulary)):
        if tried == _MAX_TRIED or len(suggestions) == MAX_SUGGESTIONS:
            break
        if text == query.text or len(text) > MAX_LENGTH or text in suggestions:
            continue
        try:
            if parse_query(text, vocabulary, query.day).find(cards, vocabulary):
                suggestions[text] = None
        except QueryError:  # a corrected word can be an operator such as "or"
            continue
    return tuple(suggestions)


def _corrected_queries(query: Query, cards: Sequence[Any], vocabulary: Vocabulary[Any]) -> Iterator[str]:
    """Yield corrected queries.

    First with similar card names, then with single words replaced.
    """
    names = {name: words(name) for card in cards if (name := vocabulary.subject.name(card))}
    for run in _group_words(query):
        start, end = run[0].start, run[-1].end
        for name in suggest(query.text[start:end], names):
            yield f"{query.text[:start]}{quote_value(name)}{query.text[end:]}"
    repaired, index = "", 0
    for part in query.spelled_words:
        repaired += query.text[index : part.start] + _correct_words(part, cards)
        index = part.end
    yield repaired + query.text[index:]


def _group_words(query: Query) -> list[list[SpelledWords]]:
    """Group consecutive words of a name; each quoted phrase is a group of one."""
    runs: list[list[SpelledWords]] = []
    for part in query.spelled_words:
        last = runs[-1][-1] if runs else None
        if last and last.is_name and part.is_name and query.text[last.end : part.start].isspace():
            runs[-1].append(part)
        elif part.is_name or part.quoted:
            runs.append([part])
    return runs


def _correct_words(part: SpelledWords, cards: Sequence[Any]) -> str:
    """Return the words, with each that is on no card replaced by the most similar one."""
    card_words = _words_on_cards(part.read, cards)
    repaired = " ".join(_nearest_word(word, card_words) for word in words(part.text).split())
    return f'"{repaired}"' if part.quoted else quote_value(repaired)


def _words_on_cards(read: Sequence[Callable[[Any], str]], cards: Sequence[Any]) -> list[str]:
    return sorted({word for card in cards for each in read for word in words(each(card)).split()})


def _nearest_word(word: str, candidates: Sequence[str]) -> str:
    if any(each.startswith(word) for each in candidates):
        return word
    near = process.extractOne(word, candidates, scorer=fuzz.ratio, score_cutoff=_LIKELY)
    return near[0] if near else word
