"""Template context of every page."""

import secrets
from functools import cached_property
from typing import Any

from django.conf import settings
from django.http import HttpRequest

from epic_events.accounts.idempotency import owner_key
from epic_events.accounts.permissions import is_sign_up_open
from epic_events.page_cache.pages import OWNER, placeholder
from epic_events.web.form_recovery import carried_form, page_of_form
from rules.games import GAMES

SECTIONS = {
    "events": "events",
    "rules": "rules",
    "cards": "cards",
    "rulings": "rulings",
    "disputes": "disputes",
    "me": "me",
    "accounts": "me",
}


class Navigation:
    """Lazy data of the navigation for the current user.

    Attributes:
        section: section of the site; empty on the home page.
    """

    def __init__(self, request: HttpRequest) -> None:
        self._request = request
        self._user: object = getattr(request, "user", None)
        self.section = SECTIONS.get(request.path.strip("/").partition("/")[0], "")

    @property
    def sign_up(self) -> bool:
        """True if sign-up is open."""
        return is_sign_up_open()

    @cached_property
    def owner(self) -> str:
        """Key of the user for data stored on the device; empty if anonymous."""
        return placeholder(self._request, OWNER, lambda: owner_key(self._user))

    @cached_property
    def request_key(self) -> str:
        """Idempotency key for the forms of this page."""
        return secrets.token_hex(16)

    @cached_property
    def page(self) -> str:
        """Page to return to after sign-in: this page, or the page of the submitted form."""
        return page_of_form(self._request)[:500]

    @cached_property
    def carried_fields(self) -> list[tuple[str, str]]:
        """Fields of the interrupted form, as hidden fields of the sign-in form.

        Empty if there is none.
        """
        form = carried_form(self._request) if self._request.method == "POST" else None
        return form.hidden if form else []


def site(request: HttpRequest) -> dict[str, Any]:
    """Return name and address of the site, the navigation and the default game."""
    return {
        "site_name": settings.SITE_NAME,
        "site_address": settings.SITE_ADDRESS,
        "navigation": Navigation(request),
        "default_game": next(iter(GAMES)),
    }
