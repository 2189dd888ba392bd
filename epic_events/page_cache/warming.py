"""Cache warming of pages that many users open at the same moment.

When a round is published, hundreds of users request the same uncached pages within a second. The publishing transaction
therefore renders them as its last step, from the data it has written; they are stored at commit
(:mod:`epic_events.infra.cached_values`). Only pages that were requested recently are rendered.
"""

import logging
from collections.abc import Sequence
from itertools import product

from django.conf import settings
from django.db import transaction
from django.urls import resolve
from django.utils import translation

from epic_events.infra import cached_values
from epic_events.infra.errors import MissingError
from epic_events.page_cache.pages import WarmingRequest, request_key

logger = logging.getLogger(__name__)


def warm_pages(addresses: Sequence[str]) -> None:
    """Render pages as they are after the current transaction.

    Call it after the last write. A page that cannot be rendered is skipped and rendered on request.

    Args:
        addresses: paths with normalised query strings.
    """
    languages = [language for language, _name in settings.LANGUAGES]
    kinds = product(addresses, languages, (False, True))
    keys = {
        request_key(address, language, signed_in=is_signed_in): (address, language, is_signed_in)
        for address, language, is_signed_in in kinds
    }
    pages = [keys[key] for key in cached_values.get_many(keys)]
    try:
        with transaction.atomic(), cached_values.deferred_to_commit():
            for address, language, signed_in in pages:
                with translation.override(language):
                    _ask(WarmingRequest(address, signed_in=signed_in))
    except Exception:
        logger.exception("Pages that many will open could not be made ahead")


def _ask(request: WarmingRequest) -> None:
    view, args, kwargs = resolve(request.path_info)
    try:
        view(request, *args, **kwargs)
    except MissingError:  # not public, so it has no shared cached page
        return
