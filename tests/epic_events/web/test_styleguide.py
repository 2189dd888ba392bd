"""Style guide."""

import re
from pathlib import Path

import pytest
from django.test import Client

from epic_events.artwork.drawing.palette import LIVERIES
from epic_events.web.styleguide import icon_names
from tests.conftest import ROOT

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

COMPONENTS = (
    "button button-main", "badge is-live", "align align-good", "chip", "message is-ok", "tabs", "panel panel-mine",
    "answer", "table", "mine", "facts", "links", "empty", "field", "errors", "liveries", "page-head cover",
    "panel event-card", "card-mini", "card-back",
)  # fmt: skip
"""Classes of the components."""


def test_styleguide_shows_every_component_in_both_schemes(client: Client) -> None:
    page = client.get("/styleguide/").content.decode()
    light, dark = page.split('class="scheme scheme-dark')
    assert 'class="scheme scheme-light' in light
    for part in (light, dark):
        for component in COMPONENTS:
            assert re.search(rf'class="{component}["\s]', part), component
        icons = part[part.index('class="icons') : part.index('class="page-head cover')]
        assert re.findall(r'sprite[\w.]*\.svg#([\w-]+)"', icons) == icon_names()
    assert len(re.findall(r'\bid="([^"]+)"', page)) == len(set(re.findall(r'\bid="([^"]+)"', page)))


def test_styleguide_shows_the_card_back_of_every_livery(client: Client) -> None:
    page = client.get("/styleguide/").content.decode()
    assert set(re.findall(r"/pictures/\d+/back/[\w-]+/(\w+)/", page)) == set(LIVERIES)


def test_templates_use_icons_of_the_sprite() -> None:
    templates = [path.read_text(encoding="utf-8") for path in Path(ROOT / "templates").rglob("*.html")]
    used = {icon for text in templates for icon in re.findall(r'icon\.html" with icon="([\w-]+)"', text)}
    assert used - set(icon_names()) == set()
    assert len(used) > 6
