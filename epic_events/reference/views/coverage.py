"""Page of the rule coverage: which tests of the rules engine check which rule."""

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
    """One chapter of a document with the coverage of its rules."""

    heading: str
    rows: list[tuple[Rule, RuleCoverage]]


@dataclass(frozen=True)
class DocumentCoverage:
    """Rule coverage of one document.

    Attributes:
        book: the document.
        chapters: its chapters in order.
        exercised: number of rules with a test.
        pinned: number of those with a test that mutation testing has shown to fail.
        left: number of rules that do not apply to a rules engine.
    """

    book: Rulebook
    chapters: list[Chapter]
    exercised: int
    pinned: int
    left: int


@require_safe
def coverage(request: HttpRequest) -> HttpResponse:
    """Show the tests of each rule, or the reason why it has none. Permission: everyone."""
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
