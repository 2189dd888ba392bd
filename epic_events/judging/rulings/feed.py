"""Atom feed of new rulings."""

from datetime import datetime

from django.contrib.syndication.views import Feed
from django.urls import reverse_lazy
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _

from epic_events.judging.rulings.models import Ruling

MAX_ITEMS = 30


class RulingsFeed(Feed):  # type: ignore[type-arg]  # Django's own class takes no parameters at run time
    """Atom feed of the newest published rulings.

    Permission: public.
    """

    feed_type = Atom1Feed
    link = reverse_lazy("rulings:list")

    def title(self) -> str:
        """Return the title of the feed."""
        return _("Rulings")

    def subtitle(self) -> str:
        """Return the subtitle of the feed."""
        return _("Rulings by judges, newest first.")

    def items(self) -> list[Ruling]:
        """Return the newest public rulings."""
        return list(Ruling.objects.visible_to(None).with_relations().order_by("-published_at", "-pk")[:MAX_ITEMS])

    def item_title(self, item: Ruling) -> str:
        """Return the title of a ruling."""
        return item.title

    def item_description(self, item: Ruling) -> str:
        """Return the question and answer of a ruling."""
        return f"{item.question}\n\n{item.answer}"

    def item_pubdate(self, item: Ruling) -> datetime | None:
        """Return the time of publication."""
        return item.published_at

    def item_updateddate(self, item: Ruling) -> datetime:
        """Return the time of the last change."""
        return item.changed_at

    def item_categories(self, item: Ruling) -> list[str]:
        """Return the cited rules and the cards of a ruling."""
        return [bound.citation for bound in item.rules.all()] + [card.name for card in item.cards.all()]
