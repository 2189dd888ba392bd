"""Link previews of events."""

import io
import json
import re
import unicodedata
from dataclasses import asdict

import pytest
import typst
from django.test import Client
from PIL import Image

from epic_events.artwork.addresses import motif_of
from epic_events.artwork.drawing.palette import palette
from epic_events.documents.typesetting import FAMILIES, load_fonts, printable_inputs
from epic_events.events.models import Event
from epic_events.integrations.link_previews import LAYOUT, SIZE, PreviewText, drawn_inputs, preview_text, render_preview
from epic_events.pairings.cut.selectors import compute_final_standings
from epic_events.pairings.methods.standings import winner
from tests.epic_events.documents.glyphs import glyph_ids
from tests.epic_events.documents.test_scripts import NAMES
from tests.epic_events.factories import at, make_event, make_registration, make_running_event, make_staff

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def test_event_pages_have_link_preview_with_absolute_urls() -> None:
    event = make_event(slug="cup", name='The "Cup"', starts_at=at("2026-03-01 10:00"))
    page = Client().get("/events/cup/").content.decode()
    output = dict(re.findall(r'<meta property="og:([a-z:_]+)"\s+content="([^"]*)"', page))
    assert output["title"] == "The &quot;Cup&quot;"
    assert output["description"] == "Sun 1 Mar 2026, 11:00 CET · Hall 3, Leipzig"
    assert output["url"] == "http://localhost:8000/events/cup/"
    assert output["image"] == "http://localhost:8000/events/cup/preview.png"
    assert 'property="og:image"' in Client().get("/events/cup/players/").content.decode()
    assert Event.objects.get() == event


def test_preview_image_has_requested_size_and_is_public() -> None:
    make_event(slug="cup")
    answer = Client().get("/events/cup/preview.png")
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
    assert Image.open(io.BytesIO(answer.content)).size == SIZE
    assert answer.cookies == {}
    assert Client().get("/events/cup/preview.png").content == answer.content


def test_draft_event_has_no_link_preview() -> None:
    event = make_event(slug="cup", status="draft")
    assert Client().get("/events/cup/preview.png").status_code == 404
    staff = Client()
    staff.force_login(make_staff(event))
    assert staff.get("/events/cup/preview.png").status_code == 404
    assert "og:image" not in staff.get("/events/cup/").content.decode()


def test_preview_text_shows_number_of_players_and_status() -> None:
    event = make_event(name="Cup", starts_at=at("2026-03-01 10:00"))
    make_registration(event, name="Ada")
    where = "1 Mar 2026, 11:00 CET · Hall 3, Leipzig"
    assert preview_text(event) == PreviewText("Epic Events", "Cup", where, "Open for registration", "1 player")
    event.status = Event.Status.CANCELLED
    assert preview_text(event).answer == "Cancelled"


def test_preview_text_finished_event_shows_champion() -> None:
    event = make_running_event(4)
    assert preview_text(event).answer == "4 players"
    Event.objects.filter(pk=event.pk).update(status=Event.Status.FINISHED)
    event.refresh_from_db()
    first = winner(compute_final_standings(event))
    assert first is not None
    won = event.registrations.get(pk=first)
    assert (preview_text(event).label, preview_text(event).answer) == ("Champion", won.name)


def test_preview_image_has_the_cover_colour_of_the_livery() -> None:
    event = make_event(slug="cup", livery="plum")
    assert ground_of_preview() == palette("plum").ground
    Event.objects.filter(pk=event.pk).update(livery="moss", salt="another")
    assert ground_of_preview() == palette("moss").ground


def ground_of_preview() -> str:
    """Return the colour below the text of the preview image as ``#rrggbb``."""
    with Image.open(io.BytesIO(Client().get("/events/cup/preview.png").content)) as image:
        return f"#{image.convert('RGB').crop((20, 620, 21, 621)).tobytes().hex()}"


def test_preview_sets_names_in_the_sign_face() -> None:
    assert "Barlow" in {font.family for font in load_fonts().fonts()}
    texts = {**asdict(PreviewText("Site", "Cup", "", "", "")), **DRAWN, "fonts": json.dumps(FAMILIES)}
    pdf = typst.compile(LAYOUT, font_paths=load_fonts(), ignore_system_fonts=True, format="pdf", sys_inputs=texts)
    assert isinstance(pdf, bytes)
    assert {font.partition("+")[2] for font, _glyph in glyph_ids(pdf)} == {"BarlowCondensed-SemiBold"}


DRAWN = drawn_inputs(motif_of("Cup", "epic", "steel"))
HOSTILE = ["#panic()", "$x$ \\ *a* _b_ `c` // d", "Größe Жя αβ", "漢字", "\u202eleft", "x" * 120, "long word " * 12]


@pytest.mark.parametrize("name", HOSTILE)
def test_render_preview_hostile_names_are_plain_text(name: str) -> None:
    picture = render_preview(PreviewText("Site", name, name * 2, name, name), motif_of(name, "epic", ""))
    assert Image.open(io.BytesIO(picture)).size == SIZE


@pytest.mark.parametrize("script", NAMES)
def test_preview_of_name_in_any_script_has_a_glyph_for_every_character(script: str) -> None:
    name = NAMES[script]
    texts = asdict(PreviewText("Site", name, name, name, name))
    assert printable_inputs(LAYOUT, texts, DRAWN)["name"] == unicodedata.normalize("NFC", name)
    inputs = {**texts, **DRAWN, "fonts": json.dumps(FAMILIES)}
    pdf = typst.compile(LAYOUT, font_paths=load_fonts(), ignore_system_fonts=True, format="pdf", sys_inputs=inputs)
    assert isinstance(pdf, bytes)
    assert [font for font, glyph in glyph_ids(pdf) if glyph == 0] == []


def test_preview_of_name_without_glyphs_shows_code_points() -> None:
    texts = asdict(PreviewText("Site", "Cup \U00013000", "", "", "1 player"))
    assert printable_inputs(LAYOUT, texts, DRAWN)["name"] == "Cup [U+13000]"
