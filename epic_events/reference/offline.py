"""What a phone keeps of the reference, so that a judge finds a rule without a signal.

All of it is what everybody may read: the script that keeps it asks without anybody's sign-in. Apps above this one add
what belongs to a game with :func:`keep_also`, as the rulings do.
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
from epic_events.reference.documents.official import altered_rules
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
    "js/kept.js",
    "js/kept_games.js",
    "js/ranking.js",
    "vendor/htmx.min.js",
    "icon.svg",
    "icons/sprite.svg",
)
"""The static files of the pages that are kept."""


@dataclass(frozen=True)
class OfflineItem:
    """Something kept of a game.

    Attributes:
        url: where it is read from.
        name: what a reader is told it is; empty for what only serves the rest.
        stamp: changes when it does.
        tables: where a script finds what it needs to search it, as :func:`tables_of` writes it; empty for nothing.
        slug: what the search box calls it.
    """

    url: str
    name: str = ""
    stamp: str = ""
    tables: str = ""
    slug: str = ""


_providers: list[Callable[[Game], Iterable[OfflineItem]]] = []


def register_offline_items(provider: Callable[[Game], Iterable[OfflineItem]]) -> None:
    """Have something more kept of each game; adding a provider again changes nothing."""
    if provider not in _providers:
        _providers.append(provider)


def title_with_date(book: Rulebook) -> str:
    """Return a document's title with its date, as ``Epic Complete Rules, 28 Mar 2016``."""
    return f"{book.title}, {date_format(book.revised)}"


def offline_items(game: Game) -> list[OfflineItem]:
    """Return everything that is kept of a game."""
    books = [
        OfflineItem(
            reverse("reference:whole", args=[book.slug]),
            title_with_date(book),
            f"{fingerprint(book)} {search_tables_version(book, altered_rules(None, book).rules)}",
            reverse("reference:tables", args=[book.slug]),
            book.slug,
        )
        for book in game.rulebooks.values()
    ]
    words = reverse("reference:glossary")
    named = words if game.slug == usual_game().slug else f"{words}?{urlencode({PARAMETER: game.slug})}"
    pages = [OfflineItem(reverse("reference:offline")), OfflineItem(named, _("Glossary"))]
    shell = [OfflineItem(static(name)) for linked in SHELL for name in fetched_for(linked)]
    return [*books, *(one for provider in _providers for one in provider(game)), *pages, *shell]


def offline_listing(game: Game) -> dict[str, Any]:
    """Return what the service worker reads: what to keep of a game, and a version that changes with any of it."""
    things = offline_items(game)
    told = [f"{thing.url} {thing.name} {thing.stamp}" for thing in things]
    return {
        "game": game.slug,
        "version": hashlib.sha256("\n".join([static_version(), get_language() or "", *told]).encode()).hexdigest()[:16],
        "named": [thing.name for thing in things if thing.name],
        "urls": list(dict.fromkeys(url for thing in things for url in (thing.url, thing.tables) if url)),
    }


@lru_cache(maxsize=1)
def static_version() -> str:
    """Return what changes when a template, its words, a style or a script does: their addresses may stay the same."""
    stamp = hashlib.sha256()
    for folder in (settings.BASE_DIR / "templates", *map(Path, settings.STATICFILES_DIRS)):
        for path in sorted(path for path in folder.rglob("*") if path.suffix in {".html", ".css", ".js"}):
            stamp.update(path.read_bytes())
    for path in sorted(path for folder in settings.LOCALE_PATHS for path in Path(folder).rglob("*.mo")):
        stamp.update(path.read_bytes())
    return stamp.hexdigest()[:16]


@lru_cache(maxsize=16)
def search_tables(book: Rulebook, altered: frozenset[str] = frozenset()) -> str:
    """Return as JSON what a script needs to search a document: the ranking's tables, and the text to show.

    Args:
        book: the document.
        altered: its rules that read otherwise in the official text in force, as everybody may know.
    """
    index = rulebook_index(book)
    shown = [
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
    return build_search_tables(index, shown)


def build_search_tables(index: SearchIndex, shown: list[dict[str, str]]) -> str:
    """Return as JSON what a script needs to search documents, and what to show of each (address, number …)."""
    tables = {**index.as_json(), "ids": [document.id for document in index.documents], "shown": shown}
    return json.dumps(tables, ensure_ascii=False, separators=(",", ":"))


@lru_cache(maxsize=16)
def search_tables_version(book: Rulebook, altered: frozenset[str] = frozenset()) -> str:
    """Return what changes when a document's search tables do."""
    return hashlib.sha256(search_tables(book, altered).encode()).hexdigest()[:16]
