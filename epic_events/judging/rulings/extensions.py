"""What rulings add to other pages: to a rule, a card and an event."""

from collections.abc import Sequence

from django.http import HttpRequest
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from epic_events.events.extensions import EVENT, EventSubject, event_panels, log_words
from epic_events.events.models import Event
from epic_events.events.permissions import judged_events
from epic_events.judging.rulings.models import Ruling
from epic_events.judging.rulings.permissions import can_rule
from epic_events.judging.rulings.selectors import MOST_FOUND, Wanted, narrowed, ranked
from epic_events.reference.extensions import (
    CardSubject,
    Panel,
    RuleSubject,
    SearchTab,
    card_panels,
    rule_panels,
    search_tabs,
)
from epic_events.reference.offline import Kept, keep_also
from rules.games import Game

MOST = 6
MOST_KEPT = 300
"""Rulings that a phone keeps, the newest first."""
LOG_WORDS = {
    "ruling.given": gettext_lazy("recorded a ruling"),
    "ruling.reworded": gettext_lazy("edited a ruling"),
    "ruling.published": gettext_lazy("published a ruling"),
    "ruling.superseded": gettext_lazy("replaced a ruling with another one"),
    "ruling.confirmed": gettext_lazy("confirmed that a ruling is still valid"),
    "ruling.check_again": gettext_lazy("marked a ruling for review"),
}


def register() -> None:
    """Put panels and words in place."""
    rule_panels.register(rulings_on_the_rule)
    card_panels.register(rulings_on_the_card)
    event_panels.register(rulings_of_the_event, rows=lambda: Ruling.objects.filter(event_id=EVENT))
    log_words.update(LOG_WORDS)
    search_tabs.append(rulings_asked_for)
    keep_also(published_rulings)


def rulings_asked_for(request: HttpRequest, asked: str, game: Game) -> SearchTab:
    """Return the tab of the rulings of a game in which the words stand, as the visitor may know them."""
    count = narrowed(request.user, Wanted(game=game.slug)).filter(pk__in=ranked(asked, MOST_FOUND, game.slug)).count()
    return SearchTab(_("Rulings"), f"{reverse('rulings:list')}?{urlencode({'q': asked, 'game': game.slug})}", count)


def published_rulings(game: Game) -> list[Kept]:
    """Return the rulings of a game that a phone keeps: those that everybody may read, and their list."""
    rulings = narrowed(None, Wanted(game=game.slug))
    pages = [Kept(ruling.get_absolute_url(), "", str(ruling.changed_at)) for ruling in rulings[:MOST_KEPT]]
    if not pages:
        return []
    named = ngettext("%(n)s ruling", "%(n)s rulings", len(pages)) % {"n": len(pages)}
    tables = reverse("rulings:tables", args=[game.slug])
    return [Kept(reverse("rulings:list"), named, str(len(pages)), tables, "rulings"), *pages]


def _panel(
    request: HttpRequest, wanted: Wanted, query: str, *, may_rule: bool, judged: Sequence[Event] = ()
) -> Panel | None:
    """Return a panel with the rulings that fit, and for judges the way to a new one; None with neither."""
    rows = list(narrowed(request.user, wanted)[: MOST + 1])
    if not rows and not may_rule and not judged:
        return None
    shown = {"rows": rows[:MOST], "more": len(rows) > MOST}
    context = {**shown, "query": query, "may_rule": may_rule, "judged": judged}
    return Panel(_("Rulings"), "rulings/partials/panel.html", context)


def _at_none_or_mine(request: HttpRequest, wanted: Wanted, query: str) -> Panel | None:
    """Return the panel of a page that belongs to no event: judges of events rule at theirs."""
    may_rule = can_rule(request.user, None)
    judged = () if may_rule else judged_events(request.user, wanted.game)
    return _panel(request, wanted, query, may_rule=may_rule, judged=judged)


def rulings_on_the_rule(request: HttpRequest, subject: RuleSubject) -> Panel | None:
    """Show the rulings that rest on a rule."""
    rule = subject.rule.id
    wanted = Wanted(rule=rule, game=subject.rulebook.game)
    return _at_none_or_mine(request, wanted, f"rule={rule}")


def rulings_on_the_card(request: HttpRequest, subject: CardSubject) -> Panel | None:
    """Show the rulings about a card."""
    wanted = Wanted(card=subject.name, game=subject.game.slug)
    return _at_none_or_mine(request, wanted, urlencode({"card": subject.name, "game": subject.game.slug}))


def rulings_of_the_event(request: HttpRequest, subject: EventSubject) -> Panel | None:
    """Show the rulings that were given at an event."""
    event = subject.event
    may_rule = subject.rights.judge and event.has_started
    return _panel(request, Wanted(event=event.slug), f"event={event.slug}", may_rule=may_rule)
