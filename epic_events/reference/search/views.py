"""Search page of the rules, and page of searches without results."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_cache_control
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from epic_events.infra.responses import compress_public
from epic_events.reference.cards import catalogue
from epic_events.reference.chosen_game import with_game
from epic_events.reference.documents.editions import AlteredRules, altered_rules
from epic_events.reference.extensions import SearchTab, search_tabs
from epic_events.reference.permissions import require_can_view_unanswered
from epic_events.reference.rules import selectors
from epic_events.reference.search import questions, unanswered
from epic_events.reference.search.questions import count_search
from rules.games import GAMES, Game
from rules.rulebooks import Rulebook


@require_safe
@compress_public
@vary_on_headers("HX-Request")
@with_game
def search_rules(request: HttpRequest, game: Game) -> HttpResponse:
    """Search one document.

    Render the page, or only the results for htmx; redirect for a rule number. Results shown while typing have
    ``live=1`` in the URL, which prevents the redirect. A page counts a search without results at once. Live results
    count it only after a delay, when the script requests them again with ``settled=1``.
    """
    book = selectors.rulebooks().get(request.GET.get("in", "")) or next(iter(game.rulebooks.values()))
    game = selectors.game_of(book)
    cleaned = questions.clean_question(request.GET.get("q", ""))
    fragment = bool(request.headers.get("HX-Request"))
    if cleaned:
        count_search(request)
        numbered_rule = questions.rule_by_number(questions.same_game_documents(book), cleaned)
        if numbered_rule and not fragment and "live" not in request.GET:
            return redirect(selectors.rule_url(*numbered_rule))
    chapter = next((section for section in book.sections if section.slug == request.GET.get("chapter")), None)
    answer = questions.answer(book, cleaned, chapter)
    nothing = bool(cleaned) and not answer.number and answer.card is None and chapter is None
    if "settled" in request.GET:
        settled = HttpResponse(status=204)
        if nothing:
            unanswered.record_unanswered(request, settled, book, cleaned)
        return settled
    altered = altered_rules(request.user, book) if answer.number else AlteredRules()
    is_answered = answer.definition is not None or answer.card is not None or chapter is not None
    context = {
        "book": book,
        "game": game,
        "games": GAMES.values(),
        "shelves": [(each.name, each.rulebooks.values()) for each in GAMES.values()],
        "asked": cleaned,
        "answer": answer,
        "altered": altered.rules,
        "chapter": chapter,
        "elsewhere": [_cards(game, cleaned), *(tab(request, cleaned, game) for tab in search_tabs)] if cleaned else [],
        "in_others": questions.search_other_documents(book, cleaned) if cleaned and not is_answered else (),
        "keywords": _keywords(book) if not cleaned else [],
        "fragment": fragment,
    }
    response = render(request, "reference/partials/results.html" if fragment else "reference/search.html", context)
    if not altered.for_everybody:
        patch_cache_control(response, private=True, no_store=True)
    if nothing and not fragment:
        unanswered.record_unanswered(request, response, book, cleaned)
    return response


def _cards(game: Game, query: str) -> SearchTab:
    """Return the tab with the cards that match the same query."""
    address = f"{catalogue.cards_url(game)}&{urlencode({'q': query})}"
    return SearchTab(_("Cards"), address, len(catalogue.find_cards(game, query)))


def _keywords(book: Rulebook) -> list[tuple[str, str]]:
    """Return the game's keywords with the URLs of their definitions in a document."""
    game = selectors.game_of(book)
    terms = {term.name.casefold(): term for term in book.glossary}
    terms_listed = [terms[word.casefold()] for word in catalogue.keywords(game) if word.casefold() in terms]
    return [(term.name, selectors.rule_url(book, book.get(term.rules[0]))) for term in terms_listed]


@login_required
@require_safe
def unanswered_searches(request: HttpRequest) -> HttpResponse:
    """List searches without results. Permission: site judges and site administrators."""
    require_can_view_unanswered(request.user)
    context = {
        "gaps": unanswered.unanswered_questions(),
        "days": unanswered.RETENTION_DAYS,
        "books": selectors.rulebooks(),
    }
    return render(request, "reference/unanswered_searches.html", context)
