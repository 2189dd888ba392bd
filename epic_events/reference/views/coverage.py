"""The page that says how each rule is held to: which tests of the engine exercise it. For everybody."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from epic_events.reference.rules import selectors
from rules.games import GAMES, PlayableGame
from rules.rulebooks import Kind, Rule, Rulebook
from rules.rulebooks.coverage import RuleCoverage


@dataclass(frozen=True)
class Chapter:
    """One chapter of a document with each of its units and how it is held to."""

    heading: str
    rows: list[tuple[Rule, RuleCoverage]]


@dataclass(frozen=True)
class DocumentCoverage:
    """One document: its chapters, and how many of its units a test exercises.

    Attributes:
        book: the document. chapters: in order.
        exercised: units that some test exercises. pinned: those of them with a test that is known to fail where the
            engine is made to break the rule. left: units that no engine can show.
    """

    book: Rulebook
    chapters: list[Chapter]
    exercised: int
    pinned: int
    left: int


@require_safe
def coverage(request: HttpRequest) -> HttpResponse:
    """Show every rule with the tests that exercise it, and the few that no engine can show with the reason."""
    games = [game for game in GAMES.values() if isinstance(game, PlayableGame)]
    books = [(game, book) for game in games for book in game.rulebooks.values() if not book.procedure]
    held = [_document_coverage(game, book) for game, book in books]
    return render(request, "reference/coverage.html", {"held": held, "books": selectors.rulebooks()})


def _document_coverage(game: PlayableGame, book: Rulebook) -> DocumentCoverage:
    table = game.coverage()
    nothing = RuleCoverage(())
    chapters = [
        Chapter(
            top.heading or top.label,
            [(unit, table.get(unit.id, nothing)) for unit in book.subtree(top) if unit.kind is not Kind.SECTION],
        )
        for top in book.sections
    ]
    entries = [entry for chapter in chapters for _, entry in chapter.rows]
    return DocumentCoverage(
        book,
        [chapter for chapter in chapters if chapter.rows],
        sum(bool(entry.tests) for entry in entries),
        sum(bool(entry.pinned) for entry in entries),
        sum(bool(entry.reason) for entry in entries),
    )
