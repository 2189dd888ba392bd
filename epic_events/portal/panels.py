"""What the portal adds to other apps."""

from collections.abc import Iterable

from django.templatetags.static import static
from django.urls import reverse

from epic_events.reference.offline import Kept, keep_also
from rules.games import Game


def page_without_signal(_game: Game) -> Iterable[Kept]:
    """Return the page that stands for others while there is no connection, with its script."""
    return [Kept(reverse("portal:no_signal")), Kept(static("js/no_signal.js"))]


def register() -> None:
    """Have every device keep that page."""
    keep_also(page_without_signal)
