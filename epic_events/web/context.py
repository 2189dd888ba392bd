"""What every page's frame needs to know."""

import secrets
from functools import cached_property
from typing import Any

from django.conf import settings
from django.http import HttpRequest

from epic_events.accounts.access.sign_up_policy import is_sign_up_open
from epic_events.accounts.idempotency import owner_key
from epic_events.page_cache.pages import OWNER, placeholder
from epic_events.web.form_recovery.pages import page_of_form
from epic_events.web.form_recovery.saved_forms import carried_form
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
    """What the navigation shows to one person; asked of the database only when a template asks.

    Attributes:
        section: the part of the site the page belongs to, empty at home.
    """

    def __init__(self, request: HttpRequest) -> None:
        self._request = request
        self._user: object = getattr(request, "user", None)
        self.section = SECTIONS.get(request.path.strip("/").partition("/")[0], "")

    @property
    def sign_up(self) -> bool:
        """Whether to offer signing up."""
        return is_sign_up_open()

    @cached_property
    def owner(self) -> str:
        """Under which word this device keeps what the person types; empty for nobody."""
        return placeholder(self._request, OWNER, lambda: owner_key(self._user))

    @cached_property
    def request_key(self) -> str:
        """A key for the forms of this page: one that arrives twice counts once."""
        return secrets.token_hex(16)

    @cached_property
    def page(self) -> str:
        """The address to come back to after signing in: this page, or the page of the form that was sent."""
        return page_of_form(self._request)[:500]

    @cached_property
    def carried_fields(self) -> list[tuple[str, str]]:
        """The hidden fields of a form that the sign-in carries along; none beside a plain sign-in."""
        form = carried_form(self._request) if self._request.method == "POST" else None
        return form.hidden if form else []


def site(request: HttpRequest) -> dict[str, Any]:
    """Return the site's name and address, the navigation for who asks, and the game of pages that are of no event."""
    return {
        "site_name": settings.SITE_NAME,
        "site_address": settings.SITE_ADDRESS,
        "navigation": Navigation(request),
        "default_game": next(iter(GAMES)),
    }
