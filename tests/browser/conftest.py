"""Fixtures of browser tests: demo site, signed-in pages, browser errors."""

import json
import math
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any

import pytest
from django.conf import settings
from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

from epic_events.accounts.models import User
from epic_events.disputes import services as disputes
from epic_events.disputes.replays import worker
from epic_events.web import demo
from tests.conftest import ROOT
from tools import artifacts

MAIL = {role: mail for role, mail, _ in demo.SIGN_INS}
NOT_FOUND = "status of 404"
"""What the browser says of the page that is looked for in vain, on purpose."""
BLOCKED = "Service Worker registration blocked by Playwright"
NO_CONNECTION = "net::ERR_INTERNET_DISCONNECTED"
REFUSED = "the server responded with a status of 400"  # a form that comes back with the errors to fix
TOO_LARGE = "the server responded with a status of 413"
PUT_IN = "Response Status Error Code 4"  # what htmx says of a refusal, which it puts into the page
SIGNED_OUT = "the server responded with a status of 401"  # a form that asks to sign in first
LEFT = ("htmx:afterRequest", "htmx:sendAbort")  # a page that was left, or asked again, while an answer was on its way
EXPECTED = (NOT_FOUND, BLOCKED, NO_CONNECTION, REFUSED, TOO_LARGE, PUT_IN, SIGNED_OUT, *LEFT)


class Filled:
    """Copy of the database right after the demo was created.

    Attributes:
        address: URL of the undecided dispute.
    """

    FRESH = 900  # seconds; the demo is about now, to the quarter of an hour: a copy that is older is not taken

    def __init__(self) -> None:
        self.address = ""
        self._copy = sqlite3.connect(":memory:")
        self._made_at = -math.inf

    def make(self) -> None:
        """Create the demo, or restore it from a copy of another process."""
        if self._is_fresh():
            self.bring_back()
            return
        with artifacts.exclusive_lock("hall") as folder:
            output, made = folder / "hall.json", folder / "hall.sqlite3"
            if output.exists():
                self.address, self._made_at = json.loads(output.read_text())
            if self._is_fresh():
                with closing(sqlite3.connect(made)) as others:
                    others.backup(self._copy)
                self.bring_back()
                return
            self.address, self._made_at = _fill(), time.monotonic()
            connection.ensure_connection()
            connection.connection.backup(self._copy)
            made.unlink(missing_ok=True)
            with closing(sqlite3.connect(made)) as stored:
                self._copy.backup(stored)
            output.write_text(json.dumps([self.address, self._made_at]))

    def _is_fresh(self) -> bool:
        return time.monotonic() - self._made_at < self.FRESH

    def bring_back(self) -> None:
        """Restore the copy."""
        connection.ensure_connection()
        self._copy.backup(connection.connection)
        ContentType.objects.clear_cache()

    def close(self) -> None:
        self._copy.close()


@pytest.fixture(scope="session")
def filled() -> Iterator[Filled]:
    """Yield the copy that the tests of one process share."""
    copy = Filled()
    yield copy
    copy.close()


@pytest.fixture
def hall(live_server: Any, monkeypatch: pytest.MonkeyPatch, filled: Filled) -> str:
    """Create the demo and an undecided dispute of several steps; return its URL."""
    monkeypatch.setattr(settings, "DEMO", True)
    filled.make()
    return filled.address


def _fill() -> str:
    demo.load()
    judge = User.objects.get(email=MAIL["judge"])
    record = (ROOT / "fixtures" / "records" / "group-block.rec").read_text(encoding="utf-8")
    dispute = disputes.open_dispute(judge, title="How much gets through?", record=record)
    worker.run(dispute.pk)
    return dispute.get_absolute_url()


@pytest.fixture
def open_as(chromium: Browser, live_server: Any) -> Iterator[Callable[..., Page]]:
    """Return a function that opens the site for a role or user without errors."""
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def text(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not any(text in message.text for text in EXPECTED):
            faults.append(f"{message.location.get('url')}: {message.text}")

    def open_page(
        role: str | User = "", *, width: int = 1280, scripts: bool = True, keeps: bool = False, touch: bool = False
    ) -> Page:
        context = chromium.new_context(
            viewport={"width": width, "height": 900},
            base_url=live_server.url,
            locale="en-GB",
            java_script_enabled=scripts,
            has_touch=touch,
            service_workers="allow" if keeps else "block",
        )
        context.set_default_timeout(60_000)
        contexts.append(context)
        if role:
            client = Client()
            client.force_login(role if isinstance(role, User) else User.objects.get(email=MAIL[role]))
            name = settings.SESSION_COOKIE_NAME
            context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": live_server.url}])
        page = context.new_page()
        page.on("console", text)
        page.on("pageerror", lambda error: faults.append(f"{page.url}: {error}"))
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert faults == []
