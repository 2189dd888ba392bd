"""Forced colours: selected and disabled controls use system colours."""

from collections.abc import Callable
from typing import Literal

import pytest
from playwright.sync_api import Page

from tests.browser.demo_pages import EVENT

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LOOKS = """(element) => {
  const style = getComputedStyle(element);
  return ["Top", "Right", "Bottom", "Left"].map((side) =>
    [style[`border${side}Width`], style[`border${side}Style`], style[`border${side}Color`]].join(" ")
  ).join(", ") + ` on ${style.backgroundColor}, ${style.color}, ${style.textDecorationLine}`;
}"""


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.sweep)])
def test_selection_in_forced_colours_uses_system_colours(
    hall: str, open_as: Callable[..., Page], scheme: Literal["light", "dark"]
) -> None:
    page = open_as("player")
    page.emulate_media(forced_colors="active", color_scheme=scheme)
    pairs = (
        (f"{EVENT}/rounds/", ".tabs a[aria-current]", ".tabs a:not([aria-current])"),
        (f"{EVENT}/rounds/", ".site-nav a[aria-current]", ".site-nav a:not([aria-current])"),
        (f"{EVENT}/rounds/", ".chip[aria-current]", ".chip:not([aria-current])"),
        (f"{EVENT}/rounds/", ".table .mine > :first-child", ".table tr:not(.mine) > :first-child"),
    )
    for address, chosen, other in pairs:
        page.goto(address)
        looks = [page.locator(one).first.evaluate(LOOKS) for one in (chosen, other)]
        assert looks[0] != looks[1], chosen


def test_disabled_button_in_forced_colours_uses_system_colours(hall: str, open_as: Callable[..., Page]) -> None:
    page = open_as("player")
    page.emulate_media(forced_colors="active")
    page.goto(f"{EVENT}/rounds/mine/")
    button = page.locator("main button:visible").first
    on = button.evaluate(LOOKS)
    button.evaluate("element => { element.disabled = true }")
    off = button.evaluate(LOOKS)
    assert "dashed" in off
    assert "dashed" not in on
