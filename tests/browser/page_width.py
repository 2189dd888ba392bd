"""Width of a loaded page."""

from playwright.sync_api import Page


def width_of(page: Page) -> int:
    """Return the content width of a page in CSS pixels.

    A click returns when its response starts to arrive; the document may still be empty then.
    """
    page.wait_for_load_state()
    wide: int = page.evaluate("document.documentElement.scrollWidth")
    return wide
