"""Web app manifest, service worker and offline copy. Permission: everyone."""

from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import condition, require_safe

from epic_events.reference import offline
from epic_events.reference.compression import compressed
from epic_events.reference.documents.official import altered_rules
from epic_events.reference.rules import selectors
from rules.games import GAMES, Game

ICONS = ((192, "any"), (512, "any"), (512, "maskable"))
BACKGROUND, THEME = "#faf9f5", "#14545c"


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
    """Return the service worker; its URL is at the root so that its scope is the whole site."""
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
def listing(_request: HttpRequest, game: str) -> HttpResponse:
    """Return the listing of a game's offline copy."""
    return JsonResponse(offline.offline_listing(_game(game)))


def _stamp(_request: HttpRequest, rulebook: str) -> str:
    book = selectors.rulebook(rulebook)
    return f'"{offline.search_tables_version(book, altered_rules(None, book).rules)}"'


@require_safe
@cache_control(no_cache=True)
@compressed
@condition(etag_func=_stamp)
def tables(_request: HttpRequest, rulebook: str) -> HttpResponse:
    """Return the search tables of a document."""
    book = selectors.rulebook(rulebook)
    tables = offline.search_tables(book, altered_rules(None, book).rules)
    return HttpResponse(tables, content_type="application/json")


@require_safe
@compressed
def page(request: HttpRequest) -> HttpResponse:
    """Show the offline copies by game and an offline search.

    A script shows which of them this device has saved.
    """
    items_by_game = [(game, [item for item in offline.offline_items(game) if item.name]) for game in GAMES.values()]
    return render(request, "reference/offline.html", {"kept": items_by_game, "books": selectors.rulebooks()})
