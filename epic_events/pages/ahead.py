"""Pages that a whole hall opens at the same moment: made before that moment, while everybody still reads the old ones.

Where a round is published, hundreds ask in the same second for pages of which nothing is made yet, and all of them wait
for who makes them. So the transaction that publishes makes them as its last deed, from what it has stored; until it is
committed they are held back (:mod:`epic_events.running.shelf`). Only those are made that somebody has opened lately.
"""

import logging
from collections.abc import Sequence
from itertools import product

from django.conf import settings
from django.db import transaction
from django.urls import resolve
from django.utils import translation

from epic_events.errors import MissingError
from epic_events.pages.kept import AskedAhead, opened
from epic_events.running import shelf

logger = logging.getLogger(__name__)


def make_ahead(addresses: Sequence[str]) -> None:
    """Make these pages as they are after the transaction under way; call it when nothing is left to be stored.

    A page that cannot be made is made later for who asks for it: nothing fails here but the page.

    Args:
        addresses: paths, each with the query of the page in its one order behind a question mark.
    """
    languages = [language for language, _name in settings.LANGUAGES]
    kinds = product(addresses, languages, (False, True))
    keys = {opened(address, language, signed_in=who): (address, language, who) for address, language, who in kinds}
    wanted = [keys[key] for key in shelf.find_many(keys)]
    try:
        with transaction.atomic(), shelf.held_back():
            for address, language, signed_in in wanted:
                with translation.override(language):
                    _ask(AskedAhead(address, signed_in=signed_in))
    except Exception:
        logger.exception("Pages that many will open could not be made ahead")


def _ask(request: AskedAhead) -> None:
    view, args, kwargs = resolve(request.path_info)
    try:
        view(request, *args, **kwargs)
    except MissingError:  # not everybody may know of it: then nothing of it is kept for all
        return
