"""Search of a rules document.

Definition, results with snippets, and replaced terms.
"""

import re
import textwrap
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.http import HttpRequest
from django.utils.safestring import SafeString, mark_safe

from epic_events.accounts.rate_limits import client_key, limit_rate
from epic_events.reference.cards import catalogue
from epic_events.reference.rules import selectors
from epic_events.reference.rules.markup import highlight, rule_plain_text
from rules.games import GAMES
from rules.rulebooks import Rule, Rulebook
from rules.search import Change, Hit, Results, rulebook_index
from rules.search.text_similarity import TextSimilarity

MAX_QUESTION_LENGTH = 200  # characters
MAX_HITS = 8
MAX_RELATED = 6
MIN_SIMILARITY_GAIN = 50
"""Similarity by which another document must exceed the searched one. With this value, 108 of 134 queries about the HEX
basics lead from the rulebook to the basics, and 15 of 369 queries that the rulebook answers do too."""
_SNIPPET_LENGTH = 110  # characters; about two lines on a phone after the lead
_MAX_SNIPPET_LENGTH = 220  # characters; about two lines on a laptop
_SNIPPET_LEAD = 30  # characters before the first match
_NUMBER = re.compile(r"^(?:rule|section|§)?\s*\d+(?:\.\d+)+[a-z]?(?:\[\d\])?\s*\.?$", re.IGNORECASE)


@dataclass(frozen=True)
class SearchHit:
    """A search result.

    Attributes:
        rule: the rule.
        snippet: the best matching part of its text as one line, with search terms highlighted.
    """

    rule: Rule
    snippet: SafeString


@dataclass(frozen=True)
class SearchAnswer:
    """Results of a search in one document.

    Attributes:
        definition: the rule with the searched number or term, shown in full.
        related: child or sibling rules of the definition.
        hits: other rules, best first.
        changes: replaced search terms.
        having: cards with the defined keyword; None without any.
        card: the card with the searched name.
    """

    definition: SearchHit | None = None
    related: tuple[Rule, ...] = ()
    hits: tuple[SearchHit, ...] = ()
    changes: tuple[Change, ...] = ()
    having: catalogue.CardsWith | None = None
    card: Any = None

    @property
    def number(self) -> int:
        """Number of rules found."""
        return len(self.hits) + (self.definition is not None)


def clean_question(text: str) -> str:
    """Return a query as one line, cut to ``MAX_QUESTION_LENGTH``.

    Control characters are removed.
    """
    printable = "".join(letter if letter.isprintable() else " " for letter in text[: 10 * MAX_QUESTION_LENGTH])
    return " ".join(printable.split())[:MAX_QUESTION_LENGTH].strip()


def rule_by_number(books: list[Rulebook], query: str) -> tuple[Rulebook, Rule] | None:
    """Return the first rule whose number equals the query; None if there is none."""
    if not _NUMBER.match(query):
        return None
    return next(((book, rules[0]) for book in books if (rules := book.find(query))), None)


def answer(book: Rulebook, query: str, chapter: Rule | None = None) -> SearchAnswer:
    """Search a document; an empty query has no results.

    Args:
        book: the document.
        query: the query.
        chapter: searches only this chapter; None searches all.
    """
    if not query:
        return SearchAnswer()
    results = rulebook_index(book).search(query, limit=MAX_HITS if chapter is None else len(book.rules))
    hits = [hit for hit in results.hits if chapter is None or book.section(book.get(hit.id)) == chapter][:MAX_HITS]
    found_rules = [_build_hit(book, hit, results) for hit in hits]
    definition = found_rules[0] if found_rules and hits[0].named else None
    terms = (
        [term for term in book.terms_of(definition.rule) if definition.rule.id == term.rules[0]] if definition else []
    )
    game = selectors.game_of(book)
    return SearchAnswer(
        definition=definition,
        related=_related_rules(book, definition.rule) if definition else (),
        hits=tuple(found_rules[1:] if definition else found_rules),
        changes=tuple(dict.fromkeys(results.changes)),
        having=catalogue.find_cards_with(game, terms[0].name) if terms else None,
        card=catalogue.find_card(game, query),
    )


def search_other_documents(book: Rulebook, query: str) -> tuple[tuple[Rulebook, Rule], ...]:
    """Return the best rule of each other document of the game that matches better.

    A document can match by chance. ``MIN_SIMILARITY_GAIN`` is the minimum difference in similarity.
    """
    ours = next(iter(rulebook_index(book).search(query, limit=1).hits), None)
    if ours is not None and ours.named:
        return ()
    least = -1 if ours is None else ours.similarity + MIN_SIMILARITY_GAIN
    others = (other for other in selectors.game_of(book).rulebooks.values() if other.slug != book.slug)
    best = ((other, hit) for other in others for hit in rulebook_index(other).search(query, limit=1).hits)
    return tuple((other, other.get(hit.id)) for other, hit in best if hit.named or hit.similarity > least)


def _related_rules(book: Rulebook, rule: Rule) -> tuple[Rule, ...]:
    """Return the child rules of a rule, or its siblings if it has none."""
    below = book.children(rule)
    parent = book.parent(rule)
    siblings = tuple(one for one in book.children(parent) if one.id != rule.id) if parent and parent.parent else ()
    return (below or siblings)[:MAX_RELATED]


def _build_hit(book: Rulebook, hit: Hit, results: Results) -> SearchHit:
    """Return a search result with the part of its text that has the most search terms."""
    rule = book.get(hit.id)
    line = rule_plain_text(rule.text)
    marks = results.marks(line)
    start = _snippet_start(line, marks)
    excerpt = textwrap.shorten(line[start:], _MAX_SNIPPET_LENGTH, placeholder=" …")
    spans = ((first - start, last - start) for first, last in marks if first >= start)
    snippet = highlight(excerpt, tuple(span for span in spans if span[1] <= len(excerpt)))
    return SearchHit(rule, mark_safe("… ") + snippet if start else snippet)


def _snippet_start(line: str, marks: tuple[tuple[int, int], ...]) -> int:
    """Return the start of a snippet.

    It is a word shortly before the densest group of matches.
    """
    if not marks:
        return 0
    firsts = [first for first, _last in marks]
    best = max(firsts, key=lambda at: (sum(at <= first < at + _SNIPPET_LENGTH for first in firsts), -at))
    return line.rfind(" ", 0, best - _SNIPPET_LEAD) + 1 if best > 2 * _SNIPPET_LEAD else 0


def same_game_documents(book: Rulebook) -> list[Rulebook]:
    """Return the documents of the same game, the given one first."""
    others = selectors.game_of(book).rulebooks.values()
    return [book, *(other for other in others if other.slug != book.slug)]


@lru_cache(maxsize=len(GAMES))
def resemblance_of(game: str) -> TextSimilarity:
    """Return the text similarity of a game, weighted by word frequencies in its rules."""
    books = GAMES[game].rulebooks.values()
    return TextSimilarity(unit.text for book in books for unit in book.units)


SEARCHES_A_MINUTE = 300  # many players in a venue may share one address


def count_search(request: HttpRequest) -> None:
    """Count a search of a user or network address.

    Raises:
        TooOftenError: the limit per minute is exceeded.
    """
    limit_rate("search", client_key(request), limit=SEARCHES_A_MINUTE, seconds=60)
