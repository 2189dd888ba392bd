"""Where the keyboard is, and what is chosen or cannot be, is seen: behind no bar, and in the system's own colours."""

from collections.abc import Callable
from typing import Literal

import pytest
from playwright.sync_api import Page

from tests.browser.demo_pages import EVENT, pages_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

STOPS = 60
"""Most stops of the keyboard that are looked at on a page."""
HIDDEN = f"""() => {{
  const seenWhereItIs = (here) => {{
    const bars = [document.querySelector(".site-nav"), document.querySelector(".site-head")];
    const stays = (bar) => ["fixed", "sticky"].includes(getComputedStyle(bar).position) && !bar.contains(here);
    const seen = here.getBoundingClientRect();
    const told = here.outerHTML.slice(0, 90);
    for (const bar of bars.filter((one) => one && stays(one))) {{
      const covers = bar.getBoundingClientRect();
      if (seen.top < covers.bottom - 1 && seen.bottom > covers.top + 1 && seen.height < window.innerHeight - 150)
        return `${{told}} at ${{seen.top}}-${{seen.bottom}} lies behind the bar at ${{covers.top}}-${{covers.bottom}}`;
    }}
    if (seen.bottom <= 0 || seen.top >= window.innerHeight) return `${{told}} is outside of the window`;
    return "";
  }};
  const stops = [...document.querySelectorAll(
    "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]")]
    .filter((one) => one.tabIndex >= 0 && !one.disabled && one.checkVisibility() && !one.matches(".skip, main"));
  const walk = (way, there) => there.map((one) => {{
    one.focus({{ focusVisible: true }});
    return document.activeElement === one ? seenWhereItIs(one) : `${{one.outerHTML.slice(0, 90)}} takes no focus`;
  }}).filter((fault) => fault).map((fault) => `${{way}}: ${{fault}}`);
  const down = walk("down", stops.slice(0, {STOPS}));
  document.activeElement.blur();
  window.scrollTo(0, document.body.scrollHeight);
  return {{ faults: [...down, ...walk("up", stops.slice(-{STOPS}).reverse())], stops: stops.length }};
}}"""
"""The walk in one question: the browser brings what a script focuses into sight just as what the key leads to."""


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("role", ["", "organiser"])
def test_focus_lies_behind_no_bar(hall: str, open_as: Callable[..., Page], role: str, width: int) -> None:
    page = open_as(role, width=width)
    page.set_viewport_size({"width": width, "height": 600})
    faults: list[str] = []
    for address in pages_of(role, hall):
        page.goto(address)
        found = page.evaluate(HIDDEN)
        assert found["stops"] > 5
        faults += [f"{address} {fault}" for fault in found["faults"]]
    assert "\n".join(faults) == ""


LOOKS = """(element) => {
  const style = getComputedStyle(element);
  return ["Top", "Right", "Bottom", "Left"].map((side) =>
    [style[`border${side}Width`], style[`border${side}Style`], style[`border${side}Color`]].join(" ")
  ).join(", ") + ` on ${style.backgroundColor}, ${style.color}, ${style.textDecorationLine}`;
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_is_chosen_is_told_in_the_colours_of_the_system(
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


def test_a_button_that_is_off_is_told_in_the_colours_of_the_system(hall: str, open_as: Callable[..., Page]) -> None:
    page = open_as("player")
    page.emulate_media(forced_colors="active")
    page.goto(f"{EVENT}/rounds/mine/")
    button = page.locator("main button:visible").first
    on = button.evaluate(LOOKS)
    button.evaluate("element => { element.disabled = true }")
    off = button.evaluate(LOOKS)
    assert "dashed" in off
    assert "dashed" not in on
