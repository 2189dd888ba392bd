"""Tabs, panels and audit log labels that decklists add to event and card pages."""

from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from epic_events.decks.context import DeckContext, current_card_file, supports_card_files
from epic_events.decks.models import DeckCard, DeckVersion
from epic_events.decks.permissions import can_submit
from epic_events.decks.requirements import ListState, load_entry_readiness
from epic_events.events.extensions import (
    EventSubject,
    Panel,
    Tab,
    audit_action_labels,
    audit_categories,
    event_panels,
    event_tabs,
)
from epic_events.events.models import Event
from epic_events.events.permissions import Rights
from epic_events.events.selectors import load_my_entry
from epic_events.infra.collation import name_order
from epic_events.infra.names import within_sentence
from epic_events.reference.extensions import CardSubject, card_panels


def register() -> None:
    """Register tabs, panels and audit log labels."""
    event_tabs.register(Tab(50, gettext_lazy("Decklists"), "decks:list", _shows_lists))
    event_tabs.register(Tab(55, gettext_lazy("Cards"), "decks:cards", _shows_cards))
    event_panels.register(own_decklist_panel)
    card_panels.register(list_decks_with_card)
    audit_categories.update(
        {
            "deck": gettext_lazy("Decklists"),
            "decks": gettext_lazy("Deck rules"),
            "pool": gettext_lazy("Pools"),
            "cards": gettext_lazy("Card files"),
        }
    )
    audit_action_labels.update(
        {
            "deck.submitted": gettext_lazy("submitted a decklist, version %(version)s"),
            "deck.judged_again": gettext_lazy("rechecked a decklist against the new pool, version %(version)s"),
            "decks.rules_said": gettext_lazy("changed the deck rules, version %(version)s: %(changed)s"),
            "pool.written": gettext_lazy("entered pool %(number)s with %(cards)s cards"),
            "pool.taken_back": gettext_lazy("removed a pool"),
            "deck.consent": gettext_lazy("changed the consent to an open decklist"),
            "deck.locked": gettext_lazy("locked a decklist"),
            "deck.all_locked": gettext_lazy("locked all decklists"),
            "deck.all_opened": gettext_lazy("unlocked all decklists"),
            "deck.all_by_times": gettext_lazy("reset the decklists to the submission period"),
            "deck.unlocked": gettext_lazy("unlocked a decklist"),
            "deck.waived": _describe_waiver,
            "cards.uploaded": gettext_lazy("uploaded version %(version)s of the card file, with %(cards)s cards"),
            "cards.chosen": gettext_lazy("chose version %(version)s of the card file"),
            "cards.taken_back": gettext_lazy("stopped using the card file"),
        }
    )


def _describe_waiver(data: dict[str, object]) -> str:
    """Return the audit log text of a waived decklist requirement."""
    problem, title = data.get("problem"), data.get("title", "?")
    label = within_sentence(ListState(str(problem)).words) if problem in set(ListState) else "?"
    return _("allowed a player to play “%(title)s” without an accepted decklist (%(problem)s)") % {
        "title": title,
        "problem": label,
    }


def _shows_lists(event: Event, rights: Rights) -> bool:
    """Return True for staff, and for others if the policy may let them read lists."""
    if not event.decklists_required:
        return False
    return rights.staff or (event.has_started and event.deck_visibility != Event.DeckVisibility.STAFF)


def _shows_cards(event: Event, rights: Rights) -> bool:
    """Return True if the user sees the event's cards.

    Organisers do if the game supports card files, others if one is in use.
    """
    return supports_card_files(event) and (rights.organise or current_card_file(event) is not None)


def own_decklist_panel(request: HttpRequest, subject: EventSubject) -> Panel | None:
    """Return the panel with the status of the player's own decklist."""
    event = subject.event
    entry = load_my_entry(request.user, event).registration if event.decklists_required else None
    if entry is None:
        return None
    versions = list(entry.deck_versions.defer("text", "deck").order_by("-number"))
    deck = DeckContext(event, entry)
    may_submit = can_submit(request.user, deck)
    if not versions and not may_submit and not deck.is_before_opening:
        return None
    context = {
        "entry": entry,
        "asks_for_pool": deck.uses_pools,
        "pool": deck.pool,
        "counting": next((version for version in versions if version.accepted), None),
        "readiness": load_entry_readiness(deck),
        "latest": versions[0] if versions else None,
        "may_submit": may_submit,
        "locked": deck.is_locked,
        "after_building": _due_after_building(deck),
        "opens_at": event.decks_open_at if deck.is_before_opening and not may_submit else None,
    }
    return Panel(_("My decklist"), "decks/partials/my_decklist.html", context)


def _due_after_building(deck: DeckContext) -> str:
    """Return the kind of preparation that comes before the deadline.

    Empty if there is none.
    """
    preparation = deck.preparation
    return preparation.next or "" if preparation is not None and preparation.builds else ""


MAX_LISTS = 12
"""Maximum number of lists shown on a card's page."""


def list_decks_with_card(request: HttpRequest, subject: CardSubject) -> Panel | None:
    """List the accepted decklists with the card that the viewer may read; two queries."""
    versions = DeckVersion.objects.visible_to(request.user).counting().filter(game=subject.game.slug)
    cards = DeckCard.objects.filter(name=subject.name, version__in=versions)
    total = cards.count()
    if not total:
        return None
    rows = cards.select_related("version__registration__event").order_by(
        "-version__registration__event__starts_at", "-quantity", name_order("version__registration__name"), "pk"
    )
    return Panel(
        _("Decks with this card"), "decks/partials/card_decks.html", {"rows": rows[:MAX_LISTS], "total": total}
    )
