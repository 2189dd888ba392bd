"""Panel on card pages with the decklists that contain the card."""

from django.http import HttpRequest
from django.utils.translation import gettext as _

from epic_events.decks.models import DeckCard, DeckVersion
from epic_events.reference.extensions import CardSubject, Panel, card_panels

MAX_LISTS = 12
"""Maximum number of lists shown on a card's page."""


def register() -> None:
    """Register the panel."""
    card_panels.register(list_decks_with_card)


def list_decks_with_card(request: HttpRequest, subject: CardSubject) -> Panel | None:
    """List the accepted decklists with the card that the viewer may read; two queries."""
    versions = DeckVersion.objects.visible_to(request.user).counting().filter(game=subject.game.slug)
    cards = DeckCard.objects.filter(name=subject.name, version__in=versions)
    total = cards.count()
    if not total:
        return None
    rows = cards.select_related("version__registration__event").order_by(
        "-version__registration__event__starts_at", "-quantity", "version__registration__name", "pk"
    )
    return Panel(
        _("Decks with this card"), "decks/partials/card_decks.html", {"rows": rows[:MAX_LISTS], "total": total}
    )
