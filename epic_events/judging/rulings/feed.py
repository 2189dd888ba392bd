"""A feed of new rulings."""

from datetime import datetime

from django.contrib.syndication.views import Feed
from django.urls import reverse_lazy
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _

from epic_events.judging.rulings.models import Ruling

MAX_ITEMS = 30


class RulingsFeed(Feed):  # type: ignore[type-arg]  # Django's own class takes no parameters at run time
    """The newest published rulings, as Atom. Permission: everybody."""

    feed_type = Atom1Feed
    link = reverse_lazy("rulings:list")

    def title(self) -> str:
        """Return the feed's title."""
        return _("Rulings")

    def subtitle(self) -> str:
        """Return what the feed holds."""
        return _("Rulings by judges, newest first.")

    def items(self) -> list[Ruling]:
        """Return the rulings that everybody may read."""
        return list(Ruling.objects.visible_to(None).with_relations().order_by("-published_at", "-pk")[:MAX_ITEMS])

    def item_title(self, item: Ruling) -> str:
        """Return a ruling's line."""
        return item.title

    def item_description(self, item: Ruling) -> str:
        """Return question and answer."""
        return f"{item.question}\n\n{item.answer}"

    def item_pubdate(self, item: Ruling) -> datetime | None:
        """Return when it was published."""
        return item.published_at

    def item_updateddate(self, item: Ruling) -> datetime:
        """Return when its words last changed."""
        return item.changed_at

    def item_categories(self, item: Ruling) -> list[str]:
        """Return its rules and cards."""
        return [bound.citation for bound in item.rules.all()] + [card.name for card in item.cards.all()]
