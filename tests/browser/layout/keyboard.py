"""Tab through an open page: no focused element is covered or outside the window."""

from playwright.sync_api import Page

STOPS = 60
"""Most stops of the keyboard that are looked at on a page."""
WIDTHS = (1280, 360)
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
  document.activeElement.blur();
  window.scrollTo(0, 0);
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


def stops_out_of_sight(page: Page) -> list[str]:
    """Return each focused element that is hidden in a low, wide or narrow window."""
    page.emulate_media(color_scheme="light", reduced_motion="no-preference")
    faults: list[str] = []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 600})
        found = page.evaluate(HIDDEN)
        assert found["stops"] > 5
        faults += [f"at {width} pixels {fault}" for fault in found["faults"]]
    return faults
