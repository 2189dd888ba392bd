"""Style sheets: contrast of the tokens in both schemes, and no unused rules."""

import re
from itertools import product
from pathlib import Path

import pytest

from epic_events.artwork.drawing.palette import LIVERIES, palette, srgb
from tests.conftest import ROOT
from tests.epic_events.artwork.contrast import contrast

CSS = ROOT / "epic_events" / "static" / "css"
SHEETS = {
    path.name: re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL) for path in CSS.glob("*.css")
}
COLOUR = r"oklch\(([\d.]+)% ([\d.]+) ([\d.]+|var\(--hue\))\)"
SCHEMES = ("light", "dark")
COMPOSED = ("align-", "button-", "column-", "lies-", "rule-depth-", "scheme-", "sign-", "tiles-")
"""Beginnings of class names whose end is a value."""
FROM_DJANGO = {"errorlist"}


def tokens(sheet: str, scheme: str, hue: int = 0) -> dict[str, str]:
    """Return the colours of a style sheet as ``#rrggbb`` by name."""
    pattern = rf"--([\w-]+): (?:light-dark\({COLOUR}, {COLOUR}\)|{COLOUR});"
    found = {}
    for name, *parts in re.findall(pattern, SHEETS[sheet]):
        values = parts[6:] if parts[6] else parts[:3] if scheme == "light" else parts[3:6]
        lightness, chroma, own_hue = values
        found[name] = srgb(float(lightness) / 100, float(chroma), hue if own_hue.startswith("var") else float(own_hue))
    return found


@pytest.mark.parametrize("scheme", SCHEMES)
def test_text_colours_have_contrast_on_every_background(scheme: str) -> None:
    colours = tokens("tokens.css", scheme)
    grounds = ("paper", "paper-raised", "paper-sunk", "hover")
    texts = ("ink", "ink-quiet", "good", "evil", "sage", "wild", "blood", "diamond", "ruby", "sapphire", "moss")
    states = ("ok", "bad", "unsure")
    low = {
        (text, ground): round(contrast(colours[text], colours[ground]), 2)
        for text, ground in [
            *product((*texts, *states), grounds),
            *((name, f"{name}-tint") for name in (*texts[2:], *states)),
            *product(("ink", "ink-quiet"), (f"{name}-tint" for name in (*texts[2:], *states))),
            ("on-solid", "solid"),
            ("ink", "mark"),
        ]
        if contrast(colours[text], colours[ground]) < 4.5
    }
    assert low == {}


@pytest.mark.parametrize("scheme", SCHEMES)
def test_edges_and_focus_have_contrast(scheme: str) -> None:
    colours = tokens("tokens.css", scheme)
    low = {
        (mark, ground)
        for mark, ground in product(("edge", "focus", "solid"), ("paper", "paper-raised", "paper-sunk"))
        if contrast(colours[mark], colours[ground]) < 3
    }
    assert low == set()


@pytest.mark.parametrize("livery", LIVERIES)
@pytest.mark.parametrize("scheme", SCHEMES)
def test_livery_has_contrast_in_text_and_on_covers(scheme: str, livery: str) -> None:
    own = {**tokens("tokens.css", scheme), **tokens("liveries.css", scheme, LIVERIES[livery].hue)}
    for text, ground in product(("livery",), ("paper", "paper-raised", "paper-sunk", "livery-tint")):
        assert contrast(own[text], own[ground]) >= 4.5, (text, ground)
    for text in ("ink", "ink-quiet"):
        assert contrast(own[text], own["livery-tint"]) >= 4.5, text
    for text in ("on-cover", "on-cover-quiet"):
        assert contrast(own[text], palette(livery).ground) >= 4.5, text


def test_style_sheets_use_only_defined_properties_and_every_token() -> None:
    text = "\n".join(SHEETS.values())
    templates = "\n".join(path.read_text(encoding="utf-8") for path in sources())
    defined = set(re.findall(r"(--[\w-]+):", text)) | set(re.findall(r"(--[\w-]+)", templates))
    used = set(re.findall(r"var\((--[\w-]+)", text + templates))
    assert sorted(used - defined) == []
    assert sorted(set(re.findall(r"(--[\w-]+):", SHEETS["tokens.css"])) - used) == []


def sources() -> list[Path]:
    """Return the files that name classes: templates, scripts and Python modules."""
    kinds = ((ROOT / "templates", "*.html"), (ROOT / "epic_events", "*.py"), (ROOT / "epic_events/static/js", "*.js"))
    return [path for folder, kind in kinds for path in folder.rglob(kind)]


def test_every_class_of_the_style_sheets_is_used() -> None:
    words = set(re.findall(r"[\w-]+", "\n".join(path.read_text(encoding="utf-8") for path in sources())))
    unused = {
        (name, each)
        for name, sheet in SHEETS.items()
        for each in re.findall(r"\.(-?[a-z][\w-]*)", re.sub(r"\{[^{}]*\}|url\([^)]*\)", "{}", sheet))
        if each not in words and each not in FROM_DJANGO and not each.startswith(COMPOSED)
    }
    assert unused == set()


def test_style_sheets_have_two_weights() -> None:
    text = "\n".join(SHEETS.values())
    assert set(re.findall(r"font-weight: ([^;]+);", text)) | set(re.findall(r"font: (\d{3}) ", text)) == {
        "400",
        "600",
        "inherit",
    }
