"""What the search box answers: a definition or a list of rules, with marks, and how the question was read."""

import re
import textwrap
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString, mark_safe

from epic_events.reference.cards import catalogue
from epic_events.reference.rules import selectors
from epic_events.reference.rules.markup import marked, rule_plain_text
from rules.rulebooks import Rule, Rulebook
from rules.search import Change, Hit, Results, rulebook_index

MAX_QUESTION_LENGTH = 200  # characters; the rest of a longer one says nothing new
MOST_HITS = 8
MOST_RELATED = 6
NEARER = 50
"""How much liker another document's questions must be. Of 134 questions to the HEX basics 108 are then led there from
the rulebook, and of 369 that the rulebook answers rightly 15 name the basics beside it."""
_SNIPPET = 110  # characters: about what two lines of a phone hold after the lead
_MOST_SNIPPET = 220  # characters: about what two lines of a laptop hold
_SNIPPET_LEAD = 30  # characters kept before the first mark
_NUMBER = re.compile(r"^(?:rule|section|§)?\s*\d+(?:\.\d+)+[a-z]?(?:\[\d\])?\s*\.?$", re.IGNORECASE)


@dataclass(frozen=True)
class SearchHit:
    """One rule that may answer.

    Attributes:
        rule: the rule.
        snippet: the part of its text that answers, as one line, the words searched for marked.
    """

    rule: Rule
    snippet: SafeString


@dataclass(frozen=True)
class SearchAnswer:
    """What one document answers to a question.

    Attributes:
        definition: the rule that the question names, by number or by the word it defines; shown whole.
        related: what stands beside or below the definition.
        hits: the other rules found, best first.
        changes: how the question was read, where not as it was written.
        having: the cards that have the word the definition defines; None where no card has it.
        card: the card that the question names.
    """

    definition: SearchHit | None = None
    related: tuple[Rule, ...] = ()
    hits: tuple[SearchHit, ...] = ()
    changes: tuple[Change, ...] = ()
    having: catalogue.CardsWith | None = None
    card: Any = None

    @property
    def number(self) -> int:
        """How many rules were found."""
        return len(self.hits) + (self.definition is not None)


def clean_question(text: str) -> str:
    """Return a question as one line of at most ``MAX_QUESTION_LENGTH`` characters, without control characters."""
    printable = "".join(letter if letter.isprintable() else " " for letter in text[: 10 * MAX_QUESTION_LENGTH])
    return " ".join(printable.split())[:MAX_QUESTION_LENGTH].strip()


def rule_by_number(books: list[Rulebook], asked: str) -> tuple[Rulebook, Rule] | None:
    """Return the rule that a question names by nothing but its number, from the first document that has it."""
    if not _NUMBER.match(asked):
        return None
    return next(((book, found[0]) for book in books if (found := book.find(asked))), None)


def answer(book: Rulebook, asked: str, chapter: Rule | None = None) -> SearchAnswer:
    """Return what a document answers to a question; any text is a question, an empty one has no answer.

    Args:
        book: the document.
        asked: the question.
        chapter: finds only rules of this chapter; ``None`` finds all.
    """
    if not asked:
        return SearchAnswer()
    results = rulebook_index(book).search(asked, limit=MOST_HITS if chapter is None else len(book.rules))
    hits = [hit for hit in results.hits if chapter is None or book.section(book.get(hit.id)) == chapter][:MOST_HITS]
    found = [_build_hit(book, hit, results) for hit in hits]
    definition = found[0] if found and hits[0].named else None
    terms = (
        [term for term in book.terms_of(definition.rule) if definition.rule.id == term.rules[0]] if definition else []
    )
    game = selectors.game_of(book)
    return SearchAnswer(
        definition=definition,
        related=_related(book, definition.rule) if definition else (),
        hits=tuple(found[1:] if definition else found),
        changes=tuple(dict.fromkeys(results.changes)),
        having=catalogue.cards_with(game, terms[0].name) if terms else None,
        card=catalogue.find_card(game, asked),
    )


def search_other_documents(book: Rulebook, asked: str) -> tuple[tuple[Rulebook, Rule], ...]:
    """Return the best rules of other documents of the same game, where they answer better than this one does.

    A document that has nothing to say may all the same have the words of a question. What was asked before tells which
    of two documents is meant: see ``NEARER``.
    """
    ours = next(iter(rulebook_index(book).search(asked, limit=1).hits), None)
    if ours is not None and ours.named:
        return ()
    least = -1 if ours is None else ours.similarity + NEARER
    others = (other for other in selectors.game_of(book).rulebooks.values() if other.slug != book.slug)
    best = ((other, hit) for other in others for hit in rulebook_index(other).search(asked, limit=1).hits)
    return tuple((other, other.get(hit.id)) for other, hit in best if hit.named or hit.similarity > least)


def _related(book: Rulebook, rule: Rule) -> tuple[Rule, ...]:
    """Return the units below a rule, or those beside it under the same title."""
    below = book.children(rule)
    parent = book.parent(rule)
    beside = tuple(one for one in book.children(parent) if one.id != rule.id) if parent and parent.parent else ()
    return (below or beside)[:MOST_RELATED]


def _build_hit(book: Rulebook, hit: Hit, results: Results) -> SearchHit:
    """Return a hit with the part of its text in which most of the words searched for stand."""
    rule = book.get(hit.id)
    line = rule_plain_text(rule.text)
    marks = results.marks(line)
    start = _snippet_start(line, marks)
    shown = textwrap.shorten(line[start:], _MOST_SNIPPET, placeholder=" …")
    spans = ((first - start, last - start) for first, last in marks if first >= start)
    snippet = marked(shown, tuple(span for span in spans if span[1] <= len(shown)))
    return SearchHit(rule, mark_safe("… ") + snippet if start else snippet)


def _snippet_start(line: str, marks: tuple[tuple[int, int], ...]) -> int:
    """Return where a snippet begins: at a word a little before the densest group of marks."""
    if not marks:
        return 0
    firsts = [first for first, _last in marks]
    best = max(firsts, key=lambda at: (sum(at <= first < at + _SNIPPET for first in firsts), -at))
    return line.rfind(" ", 0, best - _SNIPPET_LEAD) + 1 if best > 2 * _SNIPPET_LEAD else 0


def same_game_documents(book: Rulebook) -> list[Rulebook]:
    """Return the documents of the same game, the one asked first."""
    others = selectors.game_of(book).rulebooks.values()
    return [book, *(other for other in others if other.slug != book.slug)]
