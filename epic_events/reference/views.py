"""Public pages of rules documents, their coverage and offline copy.

Permission: everyone.
"""

from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import condition, require_safe

from epic_events.infra.responses import compress_public
from epic_events.reference import offline
from epic_events.reference.cards import catalogue
from epic_events.reference.chosen_game import with_game
from epic_events.reference.documents.editions import altered_rules, get_official_text
from epic_events.reference.extensions import RuleSubject, rule_panels
from epic_events.reference.rules import selectors
from epic_events.reference.search import unanswered
from rules.games import GAMES, Game, PlayableGame
from rules.rulebooks import Interpretation, Kind, Rule, Rulebook, Term
from rules.rulebooks.coverage import RuleCoverage

MAX_QUERY_LENGTH = 200
"""Maximum number of characters of a query."""


@dataclass(frozen=True)
class Line:
    """One rule in an excerpt of a document.

    Attributes:
        rule: the unit.
        depth: level below the first unit shown, 0 to 3.
        is_hit: True for the requested rule.
    """

    rule: Rule
    depth: int
    is_hit: bool


@require_safe
@compress_public
def documents(request: HttpRequest) -> HttpResponse:
    """List the rules documents of each game and related pages."""
    games = [(game, list(game.rulebooks.values())) for game in GAMES.values()]
    return render(request, "reference/documents.html", {"games": games})


@require_safe
@compress_public
def document(request: HttpRequest, rulebook: str) -> HttpResponse:
    """Show the description and contents of a document."""
    book = selectors.rulebook(rulebook)
    chapters = [(chapter, _titled_children(book, chapter)) for chapter in book.sections]
    context = {
        "book": book,
        "books": selectors.rulebooks(),
        "chapters": chapters,
        "disagreements": [
            (question.question, book.get(statement.rules[0]))
            for question in book.disagreements
            for statement in question.statements
            if statement.rulebook == book.slug and statement.rules
        ],
    }
    return render(request, "reference/document.html", context)


@require_safe
@compress_public
def whole(request: HttpRequest, rulebook: str) -> HttpResponse:
    """Show a whole document on one page, for printing and offline copies."""
    book = selectors.rulebook(rulebook)
    altered = altered_rules(request.user, book)
    lines = [(unit, min(len(unit.path), 3)) for unit in book.rules]
    response = render(
        request, "reference/whole_document.html", {"book": book, "lines": lines, "altered": altered.rules}
    )
    if not altered.for_everybody:
        patch_cache_control(response, private=True, no_store=True)
    return response


@require_safe
@compress_public
def rule(request: HttpRequest, rulebook: str, slug: str) -> HttpResponse:
    """Show a rule in its section with related rules and panels.

    A citation redirects to its rule.
    """
    book = selectors.rulebook(rulebook)
    if moved := selectors.find_moved_rule(book, slug):
        return redirect(moved.url, permanent=True)
    unit = selectors.rule(book, slug)
    unit_ids = {unit.id} | ({twin.id for twin in book.same_number_units(unit)} if unit.occurrence == 1 else set())
    before, after = book.neighbours(unit)
    lines = _surroundings(book, unit, unit_ids)
    first = next((index for index, line in enumerate(lines) if line.is_hit), 0)
    folded = first  # so that the requested rule starts in the top third of a phone's screen
    official = get_official_text(request.user, book, [line.rule for line in lines])
    context = {
        "book": book,
        "rule": unit,
        "twins": book.same_number_units(unit),
        "also_printed": book.find_misnumbered(unit.number),
        "trail": _trail(book, unit),
        "folded": lines[:folded],
        "lines": lines[folded:],
        "before": before,
        "after": after,
        "cited_by": book.cited_by(unit),
        "conflicts": conflicts(book, unit),
        "terms": book.terms_of(unit),
        "cards_with": _cards_with(selectors.game_of(book), book.terms_of(unit)),
        "official": official,
        "panels": rule_panels.of(request, RuleSubject(book, unit)),
    }
    response = render(request, "reference/rule.html", context)
    unanswered.record_opened_rule(request, response, book, unit)
    if official is not None and not official.step.for_everybody:
        patch_cache_control(response, private=True, no_store=True)
    return response


@require_safe
@compress_public
@with_game
def glossary(request: HttpRequest, game: Game) -> HttpResponse:
    """Show the terms of a game with their meanings and rules."""
    context = {
        "game": game,
        "games": GAMES.values(),
        "words": _glossary_of(list(game.rulebooks.values())),
    }
    return render(request, "reference/glossary.html", context)


@require_safe
@compress_public
@with_game
def interpretations(request: HttpRequest, game: Game) -> HttpResponse:
    """Show the interpretations where the printed rules are silent or contradictory.

    Those of the current game come first and those of other games follow, because a URL fragment such as ``#I-40``
    names no game. ``q`` filters by words or by a cited rule.
    """
    query_text = request.GET.get("q", "")[:MAX_QUERY_LENGTH].replace("\0", "").strip()
    words = query_text.casefold().split()
    listed = [
        (each, [entry for entry in each.interpretations.values() if all(word in _search_text(entry) for word in words)])
        for each in sorted(GAMES.values(), key=lambda each: each.slug != game.slug)
    ]
    context = {
        "game": game,
        "games": GAMES.values(),
        "listed": listed,
        "asked": query_text,
        "found": sum(len(entries) for _game, entries in listed),
    }
    return render(request, "reference/interpretations.html", context)


def _search_text(entry: Interpretation) -> str:
    parts = (entry.id, entry.problem, *entry.options, entry.reason, *entry.rules)
    return " ".join(parts).casefold()


@dataclass(frozen=True)
class Conflict:
    """A question that two documents of a game answer differently.

    Attributes:
        question: the question.
        sides: each document with its answer and rules.
        decided: interpretations that decide the question.
    """

    question: str
    sides: list[tuple[Rulebook, str, list[Rule]]]
    decided: list[Interpretation]


def conflicts(book: Rulebook, unit: Rule) -> list[Conflict]:
    """Return the conflicts of a unit with other documents, with interpretations."""
    points = selectors.game_of(book).interpretations
    return [
        Conflict(
            question.question,
            [
                (other, statement.says, [other.get(rule_id) for rule_id in statement.rules])
                for statement in question.statements
                for other in [selectors.rulebook(statement.rulebook)]
            ],
            [points[decision] for decision in question.interpretations],
        )
        for question in book.disagreements_of(unit)
    ]


def _cards_with(game: Game, terms: tuple[Term, ...]) -> catalogue.CardsWith | None:
    """Return the cards with the first term that is a keyword of cards.

    None if there is none.
    """
    return next(
        (matching_cards for term in terms if (matching_cards := catalogue.find_cards_with(game, term.name))), None
    )


def _titled_children(book: Rulebook, chapter: Rule) -> list[Rule]:
    """Return the printed titles directly below a chapter."""
    return [child for child in book.children(chapter) if child.kind is not Kind.RULE]


def _trail(book: Rulebook, unit: Rule) -> list[Rule]:
    """Return the ancestors of a unit, outermost first."""
    above: list[Rule] = []
    at = book.parent(unit)
    while at is not None:
        above.insert(0, at)
        at = book.parent(at)
    return above


def _surroundings(book: Rulebook, unit: Rule, unit_ids: set[str]) -> list[Line]:
    """Return the excerpt around a rule.

    A unit with children is shown with all of them. Other units are shown with their siblings and the children of
    these. Directly below a chapter, siblings are long sections and are shown as titles only.
    """
    root = unit if book.children(unit) else (book.parent(unit) or unit)
    is_chapter = root.kind is Kind.SECTION and root.parent is None and root is not unit
    shown = (root, *book.children(root)) if is_chapter else book.subtree(root)
    depth_of_root = len(root.path)
    return [Line(one, min(len(one.path) - depth_of_root, 3), one.id in unit_ids) for one in shown]


def _glossary_of(books: list[Rulebook]) -> list[dict[str, object]]:
    """Return the terms of a game, each once.

    With them are the rules that define it in every document.
    """
    words: dict[str, dict[str, object]] = {}
    places: dict[str, list[tuple[Rulebook, Rule]]] = {}
    for book in books:
        for term in book.glossary:
            words.setdefault(term.name, {"term": term, "places": places.setdefault(term.name, [])})
            places[term.name] += [(book, book.get(rule_id)) for rule_id in term.rules[:1]]
    return [words[name] for name in sorted(words, key=str.casefold)]


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
def rule_coverage(request: HttpRequest) -> HttpResponse:
    """Show the tests of each rule, or the reason why it has none.

    Permission: everyone.
    """
    games = [game for game in GAMES.values() if isinstance(game, PlayableGame)]
    books = [(game, book) for game in games for book in game.rulebooks.values() if not book.procedure]
    coverage = [_document_coverage(game, book) for game, book in books]
    return render(request, "reference/coverage.html", {"held": coverage, "books": selectors.rulebooks()})


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


ICONS = ((192, "any"), (512, "any"), (512, "maskable"))
BACKGROUND, THEME = "#f6f7fa", "#141a2b"


@require_safe
@cache_control(public=True, max_age=3600)
def manifest(_request: HttpRequest) -> HttpResponse:
    """Return the web app manifest."""
    icons = [
        {
            "src": static(f"icons/{'maskable' if purpose == 'maskable' else 'icon'}-{size}.png"),
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": purpose,
        }
        for size, purpose in ICONS
    ]
    about = {
        "id": "/",
        "name": settings.SITE_NAME,
        "short_name": settings.SITE_NAME[:12],
        "description": _("Rules, rulings and rounds at the table, online or offline."),
        "lang": get_language(),
        "start_url": reverse("reference:search"),
        "scope": "/",
        "display": "standalone",
        "background_color": BACKGROUND,
        "theme_color": THEME,
        "icons": icons,
    }
    return JsonResponse(about, content_type="application/manifest+json")


@require_safe
@cache_control(no_cache=True)
def service_worker(_request: HttpRequest) -> HttpResponse:
    """Return the service worker.

    Its URL is at the root so that its scope is the whole site.
    """
    path = finders.find("js/service_worker.js")
    if not isinstance(path, str):
        raise Http404
    return HttpResponse(Path(path).read_text(encoding="utf-8"), content_type="text/javascript; charset=utf-8")


def _game(slug: str) -> Game:
    if slug not in GAMES:
        raise Http404
    return GAMES[slug]


@require_safe
@cache_control(no_cache=True)
def offline_listing(_request: HttpRequest, game: str) -> HttpResponse:
    """Return the listing of a game's offline copy."""
    return JsonResponse(offline.offline_listing(_game(game)))


def _search_tables_version(_request: HttpRequest, rulebook: str) -> str:
    book = selectors.rulebook(rulebook)
    return f'"{offline.search_tables_version(book, altered_rules(None, book).rules)}"'


@require_safe
@cache_control(no_cache=True)
@compress_public
@condition(etag_func=_search_tables_version)
def search_tables(_request: HttpRequest, rulebook: str) -> HttpResponse:
    """Return the search tables of a document."""
    book = selectors.rulebook(rulebook)
    tables = offline.search_tables(book, altered_rules(None, book).rules)
    return HttpResponse(tables, content_type="application/json")


@require_safe
@compress_public
def offline_copy(request: HttpRequest) -> HttpResponse:
    """Show the offline copies by game and an offline search.

    A script shows which of them this device has saved.
    """
    items_by_game = [(game, [item for item in offline.offline_items(game) if item.name]) for game in GAMES.values()]
    return render(request, "reference/offline.html", {"offline_games": items_by_game, "books": selectors.rulebooks()})
