"""Delay responses until the test continues."""

import re

from playwright.sync_api import Page, Route

from tests.waiting import wait_until


class Slow:
    """A network that keeps back what a page sends to an address, until it is let go.

    Attributes:
        held: what waits, in order.
    """

    def __init__(self, page: Page, address: str | re.Pattern[str]) -> None:
        self.page = page
        self.address = address
        self.held: list[Route] = []
        page.route(address, lambda route: self.held.append(route))  # noqa: PLW0108 - asked for its names

    def wait_for(self, number: int = 1) -> None:
        """Wait until that many requests wait."""
        wait_until(lambda: self.page.evaluate("1") and len(self.held) >= number, "nothing is asked for")

    def let_go(self) -> None:
        """Answer what waits, and what comes from now on."""
        for route in self.held:
            route.continue_()
        self.page.unroute(self.address)
