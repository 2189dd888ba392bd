"""Pages of the cards: the list and one page per card. For everybody."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from epic_events.reference import catalogue, shelf
from epic_events.reference.forms import CardFilterForm
from epic_events.reference.panels import CardSubject, card_panels
from rules.epic.cards import Card
from rules.games import GAMES

PAGE_SIZE = 50
GAME = GAMES["epic"]


@require_safe
def card_list(request: HttpRequest) -> HttpResponse:
    """Show the cards, narrowed by what the address asks for."""
    form = CardFilterForm(request.GET or None)
    found = catalogue.cards(form.narrowed())
    page = Paginator(found, PAGE_SIZE).get_page(request.GET.get("page"))
    template = "reference/partials/card_rows.html" if request.headers.get("HX-Request") else "reference/cards.html"
    response = render(request, template, {"form": form, "page": page, "total": len(found)})
    response["Vary"] = "HX-Request, Cookie"
    return response


@require_safe
def card(request: HttpRequest, slug: str) -> HttpResponse:
    """Show one card: its facts, its text, the rules for its words."""
    printings = catalogue.printings(slug)
    shown = printings[0]
    context = {
        "card": shown,
        "printings": printings,
        "words": _words(shown),
        "aliases": catalogue.CARDS.aliases_of(shown.name),
        "panels": card_panels.of(request, CardSubject(GAME, shown.name)),
    }
    return render(request, "reference/card.html", context)


def _words(card: Card) -> list[tuple[str, str | None]]:
    """Return a card's keywords and kinds of ability, each with the address of the rule that defines it."""
    words = [str(keyword) for keyword in card.keywords] + list(card.markers)
    return [(word, shelf.term_url(GAME, word) or shelf.term_url(GAME, word.split()[0])) for word in words]
