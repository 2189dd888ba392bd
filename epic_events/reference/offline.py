"""Offline copy of the reference on a device.

It contains only public data, because the service worker fetches it without a session. Other apps add items with
:func:`register_offline_items`.
"""

import hashlib
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.http import urlencode
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from epic_events.infra.static_files import WHOLE, fetched_for
from epic_events.reference.chosen_game import PARAMETER, usual_game
from epic_events.reference.documents.editions import altered_rules
from epic_events.reference.rules import selectors
from epic_events.reference.rules.markup import rule_plain_text
from epic_events.reference.rules.projection import fingerprint
from rules.games import Game
from rules.rulebooks import Rulebook
from rules.search import SearchIndex, rulebook_index

SHELL = (
    *WHOLE,
    "js/recent.js",
    "js/offline_search.js",
    "js/offline_copies.js",
    "js/offline_games.js",
    "js/ranking.js",
    "vendor/htmx.min.js",
    "icon.svg",
    "icons/sprite.svg",
    "fonts/barlow-condensed-600-latin.woff2",
)
"""Static files of the offline pages."""


@dataclass(frozen=True)
class OfflineItem:
    """An item of the offline copy of a game.

    Attributes:
        url: URL of the item.
        name: label shown to users; empty for auxiliary files.
        version: version of the content.
        tables: URL of its search tables, as built by :func:`build_search_tables`; empty without any.
        slug: identifier in the offline search; empty if it is not searchable.
    """

    url: str
    name: str = ""
    version: str = ""
    tables: str = ""
    slug: str = ""


_providers: list[Callable[[Game], Iterable[OfflineItem]]] = []


def register_offline_items(provider: Callable[[Game], Iterable[OfflineItem]]) -> None:
    """Add a provider of offline items, unless it is already registered."""
    if provider not in _providers:
        _providers.append(provider)


def title_with_date(book: Rulebook) -> str:
    """Return a document's title with its date.

    It is like ``Epic Complete Rules, 28 Mar 2016``.
    """
    return f"{book.title}, {date_format(book.revised)}"


def offline_items(game: Game) -> list[OfflineItem]:
    """Return all items of a game's offline copy."""
    books = [
        OfflineItem(
            reverse("reference:whole_document", args=[book.slug]),
            title_with_date(book),
            f"{fingerprint(book)} {search_tables_version(book, altered_rules(None, book).rules)}",
            reverse("reference:tables", args=[book.slug]),
            book.slug,
        )
        for book in game.rulebooks.values()
    ]
    words = reverse("reference:glossary")
    item_key = words if game.slug == usual_game().slug else f"{words}?{urlencode({PARAMETER: game.slug})}"
    pages = [OfflineItem(reverse("reference:offline")), OfflineItem(item_key, _("Glossary"))]
    shell = [OfflineItem(static(name)) for linked in SHELL for name in fetched_for(linked)]
    return [*books, *(one for provider in _providers for one in provider(game)), *pages, *shell]


def offline_listing(game: Game) -> dict[str, Any]:
    """Return the listing for the service worker.

    It has the URLs of all items and a version of the copy.
    """
    items = offline_items(game)
    descriptions = [f"{item.url} {item.name} {item.version}" for item in items]
    return {
        "game": game.slug,
        "version": hashlib.sha256(
            "\n".join([static_version(), get_language() or "", *descriptions]).encode()
        ).hexdigest()[:16],
        "named": [item.name for item in items if item.name],
        "urls": list(dict.fromkeys(url for item in items for url in (item.url, item.tables) if url)),
    }


@lru_cache(maxsize=1)
def static_version() -> str:
    """Return a hash of all templates, translations, styles and scripts."""
    version = hashlib.sha256()
    for folder in (settings.BASE_DIR / "templates", *map(Path, settings.STATICFILES_DIRS)):
        for path in sorted(path for path in folder.rglob("*") if path.suffix in {".html", ".css", ".js"}):
            version.update(path.read_bytes())
    for path in sorted(path for folder in settings.LOCALE_PATHS for path in Path(folder).rglob("*.mo")):
        version.update(path.read_bytes())
    return version.hexdigest()[:16]


@lru_cache(maxsize=16)
def search_tables(book: Rulebook, altered: frozenset[str] = frozenset()) -> str:
    """Return a document's search tables as JSON.

    They are the index and the texts to display.

    Args:
        book: the document.
        altered: rules whose public official text in force differs from ours.
    """
    index = rulebook_index(book)
    rows = [
        {
            "url": selectors.rule_url(book, rule),
            "number": rule.number,
            "heading": rule.heading,
            "path": " › ".join(rule.path),  # noqa: RUF001 the sign that the pages set between headings
            "text": rule_plain_text(rule.text),
            **({"altered": "1"} if rule.id in altered else {}),
        }
        for rule in (book.get(document.id) for document in index.documents)
    ]
    return build_search_tables(index, rows)


def build_search_tables(index: SearchIndex, rows: list[dict[str, str]]) -> str:
    """Return a search index as JSON, with the display data of each document.

    Such data are, for example, its URL.
    """
    tables = {**index.as_json(), "ids": [document.id for document in index.documents], "shown": rows}
    return json.dumps(tables, ensure_ascii=False, separators=(",", ":"))


@lru_cache(maxsize=16)
def search_tables_version(book: Rulebook, altered: frozenset[str] = frozenset()) -> str:
    """Return a hash of a document's search tables."""
    return hashlib.sha256(search_tables(book, altered).encode()).hexdigest()[:16]
