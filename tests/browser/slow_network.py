"""Delay responses until the test continues."""

import re

from playwright.sync_api import Page, Route

from tests.waiting import wait_until


class Slow:
    """Delay the requests of a page to a URL until they are released.

    Attributes:
        held: delayed requests, in order.
    """

    def __init__(self, page: Page, address: str | re.Pattern[str]) -> None:
        self.page = page
        self.address = address
        self.held: list[Route] = []
        page.route(address, lambda route: self.held.append(route))  # noqa: PLW0108 - asked for its names

    def wait_for(self, number: int = 1) -> None:
        """Wait until that many requests are delayed."""
        wait_until(lambda: self.page.evaluate("1") and len(self.held) >= number, "nothing is asked for")

    def let_go(self) -> None:
        """Release the delayed requests and delay no further ones."""
        for route in self.held:
            route.continue_()
        self.page.unroute(self.address)
