"""Panels with rulings on rule, card and event pages, and the search tab."""

from collections.abc import Sequence

from django.http import HttpRequest
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from epic_events.events.extensions import EVENT, EventSubject, audit_action_labels, event_panels
from epic_events.events.models import Event
from epic_events.events.permissions import list_judged_events
from epic_events.judging.rulings.models import Ruling
from epic_events.judging.rulings.permissions import can_rule
from epic_events.judging.rulings.selectors import MAX_RESULTS, RulingFilter, filter_rulings, rank_rulings
from epic_events.reference.extensions import (
    CardSubject,
    Panel,
    RuleSubject,
    SearchTab,
    card_panels,
    rule_panels,
    search_tabs,
)
from epic_events.reference.offline import OfflineItem, register_offline_items
from rules.games import Game

MAX_SHOWN = 6
MAX_OFFLINE_RULINGS = 300
"""Maximum number of newest rulings available offline."""
LOG_WORDS = {
    "ruling.given": gettext_lazy("recorded a ruling"),
    "ruling.reworded": gettext_lazy("edited a ruling"),
    "ruling.published": gettext_lazy("published a ruling"),
    "ruling.superseded": gettext_lazy("replaced a ruling with another one"),
    "ruling.confirmed": gettext_lazy("confirmed that a ruling is still valid"),
    "ruling.check_again": gettext_lazy("marked a ruling for review"),
}


def register() -> None:
    """Register panels, audit labels, the search tab and the offline pages."""
    rule_panels.register(rule_panel)
    card_panels.register(card_panel)
    event_panels.register(event_panel, rows=lambda: Ruling.objects.filter(event_id=EVENT))
    audit_action_labels.update(LOG_WORDS)
    search_tabs.append(search_tab)
    register_offline_items(list_offline_pages)


def search_tab(request: HttpRequest, text: str, game: Game) -> SearchTab:
    """Return the search tab with the number of matching rulings visible to the user."""
    count = (
        filter_rulings(request.user, RulingFilter(game=game.slug))
        .filter(pk__in=rank_rulings(text, MAX_RESULTS, game.slug))
        .count()
    )
    return SearchTab(_("Rulings"), f"{reverse('rulings:list')}?{urlencode({'q': text, 'game': game.slug})}", count)


def list_offline_pages(game: Game) -> list[OfflineItem]:
    """Return the pages of public rulings of a game that are available offline."""
    rulings = filter_rulings(None, RulingFilter(game=game.slug))
    pages = [
        OfflineItem(ruling.get_absolute_url(), "", str(ruling.changed_at)) for ruling in rulings[:MAX_OFFLINE_RULINGS]
    ]
    if not pages:
        return []
    label = ngettext("%(n)s ruling", "%(n)s rulings", len(pages)) % {"n": len(pages)}
    tables = reverse("rulings:tables", args=[game.slug])
    return [OfflineItem(reverse("rulings:list"), label, str(len(pages)), tables, "rulings"), *pages]


def _build_panel(
    request: HttpRequest, ruling_filter: RulingFilter, query: str, *, may_rule: bool, judged: Sequence[Event] = ()
) -> Panel | None:
    """Return a panel with matching rulings and, for judges, a link to record one.

    Returns None if there are no rulings and the user cannot record one.
    """
    rows = list(filter_rulings(request.user, ruling_filter)[: MAX_SHOWN + 1])
    if not rows and not may_rule and not judged:
        return None
    shown = {"rows": rows[:MAX_SHOWN], "more": len(rows) > MAX_SHOWN}
    context = {**shown, "query": query, "may_rule": may_rule, "judged": judged}
    return Panel(_("Rulings"), "rulings/partials/panel.html", context)


def _build_reference_panel(request: HttpRequest, ruling_filter: RulingFilter, query: str) -> Panel | None:
    """Return the panel for a page without an event.

    Users who are judges only at events get links to record a ruling there.
    """
    may_rule = can_rule(request.user, None)
    judged = () if may_rule else list_judged_events(request.user, ruling_filter.game)
    return _build_panel(request, ruling_filter, query, may_rule=may_rule, judged=judged)


def rule_panel(request: HttpRequest, subject: RuleSubject) -> Panel | None:
    """Return the panel with rulings that cite a rule."""
    rule = subject.rule.id
    ruling_filter = RulingFilter(rule=rule, game=subject.rulebook.game)
    return _build_reference_panel(request, ruling_filter, f"rule={rule}")


def card_panel(request: HttpRequest, subject: CardSubject) -> Panel | None:
    """Return the panel with rulings about a card."""
    ruling_filter = RulingFilter(card=subject.name, game=subject.game.slug)
    return _build_reference_panel(request, ruling_filter, urlencode({"card": subject.name, "game": subject.game.slug}))


def event_panel(request: HttpRequest, subject: EventSubject) -> Panel | None:
    """Return the panel with rulings given at an event."""
    event = subject.event
    may_rule = subject.rights.judge and event.has_started
    return _build_panel(request, RulingFilter(event=event.slug), f"event={event.slug}", may_rule=may_rule)
