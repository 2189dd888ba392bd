"""Card list of a game and card pages. Permission: everyone."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from epic_events.reference.cards import catalogue, layout
from epic_events.reference.cards.catalogue import example, examples
from epic_events.reference.cards.forms import CardFilterForm
from epic_events.reference.chosen_game import get_game_by_slug, usual_game, with_game
from epic_events.reference.extensions import CardSubject, card_panels
from rules.games import GAMES, Game
from rules.invented_cards import FLAG

PAGE_SIZE = 50


@require_safe
@vary_on_headers("HX-Request")
@with_game
def card_list(request: HttpRequest, game: Game) -> HttpResponse:
    """List the cards of a game that match the filters of the URL."""
    form = CardFilterForm(request.GET or None, game=game)
    card_filter = form.to_filter()
    matching_cards = [] if form.mistake else catalogue.cards(game, card_filter)
    card_query = None if form.mistake else catalogue.parse_card_query(game, card_filter.query)
    fragment = bool(request.headers.get("HX-Request"))
    invented = [] if form.mistake else catalogue.matching_invented_cards(game, card_filter)
    page = Paginator(matching_cards, PAGE_SIZE).get_page(request.GET.get("page"))
    context = {
        "game": game,
        "games": GAMES.values(),
        "form": form,
        "page": page,
        "columns": layout.columns(game),
        "rows": [layout.row(game, card) for card in page.object_list],
        "total": len(matching_cards),
        "asked": card_query,
        "bans": catalogue.bans(game, card_query.day) if card_query and card_query.day else (),
        "apart": len(invented),
        "apart_url": _invented_cards_url(request),
        "meant": () if matching_cards or invented or form.mistake else catalogue.suggest_corrections(game, card_filter),
        "fragment": fragment,
        "cards_url": catalogue.cards_url(game),
        "language": {
            "forms": examples(game.slug),
            "example": example(game),
            "fields": game.card_fields.fields,
            "flags": game.card_fields.flags,
        },
    }
    return render(request, "reference/partials/card_rows.html" if fragment else "reference/cards.html", context)


def _invented_cards_url(request: HttpRequest) -> str:
    """Return the URL of the same query for invented cards."""
    parameters = request.GET.copy()
    words = parameters.get("q", "")
    parameters["q"] = f"({words}) is:{FLAG}" if " or " in words.casefold() else f"{words} is:{FLAG}".strip()
    parameters.pop("page", None)
    return f"?{parameters.urlencode()}"


@require_safe
def card(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a card of the default game, whose URL does not name the game."""
    return _card(request, usual_game(), slug)


@require_safe
def game_card(request: HttpRequest, game: str, slug: str) -> HttpResponse:
    """Show a card of a game; redirect to its permanent URL for the default game."""
    known_game = get_game_by_slug(game)
    if known_game.slug == usual_game().slug:
        return redirect("reference:card", slug, permanent=True)
    return _card(request, known_game, slug)


def _card(request: HttpRequest, game: Game, slug: str) -> HttpResponse:
    """Show a card with its facts, text, and rules of its keywords."""
    printings = catalogue.printings(game, slug)
    name = game.card_fields.subject.name(printings[0])
    context = {
        "game": game,
        "several_games": len(GAMES) > 1,
        "name": name,
        "page": layout.card_page(game, printings),
        "cards_url": catalogue.cards_url(game),
        "panels": card_panels.of(request, CardSubject(game, name)),
    }
    return render(request, "reference/card.html", context)
