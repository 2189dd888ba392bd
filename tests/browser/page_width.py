"""Width of a loaded page."""

from playwright.sync_api import Page


def width_of(page: Page) -> int:
    """Return how wide a page's content is, in pixels of CSS.

    A click is done when the answer to it begins to arrive: who looks at once finds a document with nothing in it.
    """
    page.wait_for_load_state()
    wide: int = page.evaluate("document.documentElement.scrollWidth")
    return wide
