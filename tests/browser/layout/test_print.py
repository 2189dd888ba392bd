"""Print layout: sheets name event and time, and printed rules include examples."""

import io
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page
from pypdf import PdfReader

from epic_events.accounts.models import User
from epic_events.disputes import services as disputes
from epic_events.disputes.replays import worker
from tests.browser.conftest import MAIL
from tests.browser.demo_pages import EVENT
from tests.epic_events.disputes.what_ifs.test_hidden_hands import PLAYED, revealed_cards
from tests.epic_events.pairings.play import published_round, running_event

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MOMENT = r"As of \d{1,2} \w{3} \d{4}, \d{2}:\d{2} \(Asia/Tokyo\)"


def sheets(page: Page, address: str) -> list[str]:
    """Return the text of each A4 sheet of a printed page."""
    page.goto(address)
    paper = page.pdf(format="A4", prefer_css_page_size=True)
    return [re.sub(r"\s+", " ", sheet.extract_text()) for sheet in PdfReader(io.BytesIO(paper)).pages]


def test_every_printed_sheet_names_the_event_and_the_time(open_as: Callable[..., Page]) -> None:
    event, organiser = running_event(120, name="Moonlight Masters", time_zone="Asia/Tokyo")
    published_round(event, organiser)
    page = open_as(scripts=False)
    for address in ("rounds/", "rounds/?by=name", "players/"):
        found = sheets(page, f"/events/{event.slug}/{address}")
        assert len(found) > 1
        assert [sheet for sheet in found if "Moonlight Masters" not in sheet] == []
        assert [sheet for sheet in found if not re.search(MOMENT, sheet)] == []


def test_printed_rules_show_folded_examples(hall: str, open_as: Callable[..., Page]) -> None:
    page = open_as(scripts=False)
    page.goto("/rules/epic-complete/4.4.6/")
    closed = page.locator(".rule details:not([open]) .rule-example").all_text_contents()
    assert len(closed) > 1
    printed = " ".join(sheets(page, "/rules/epic-complete/4.4.6/"))
    assert [words for words in (" ".join(text.split()) for text in closed) if words[-40:] not in printed] == []


def test_printed_standings_hide_forms_and_breakdowns(hall: str, open_as: Callable[..., Page]) -> None:
    printed = " ".join(sheets(open_as(scripts=False), f"{EVENT}/standings/"))
    assert "Carla Reyes" in printed
    assert "game points" not in printed


def test_printed_player_view_hides_other_hands(hall: str, open_as: Callable[..., Page]) -> None:
    del hall
    actor, played = User.objects.get(email=MAIL["judge"]), PLAYED["epic"]
    dispute = disputes.open_dispute(actor, title="Who may attack?", record=played.record)
    worker.run(dispute.pk)
    page = open_as("judge", scripts=False)
    output = {
        query: revealed_cards("epic", " ".join(sheets(page, f"{dispute.get_absolute_url()}{query}")))
        for query in ("?as=0", "?as=1", "")
    }
    assert output == {"?as=0": played.anna, "?as=1": played.ben, "": played.anna | played.ben}
