"""Verdict PDF: content, permissions, status."""

import io
import re

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from epic_events.disputes import services
from epic_events.disputes.decisions import services as deciding
from epic_events.disputes.models import Dispute
from epic_events.disputes.services import save_what_if
from epic_events.documents import services as prints
from epic_events.documents.models import Print
from epic_events.events.models import Event
from epic_events.judging.decisions.validation import DecisionContent
from tests.epic_events.disputes.records import DIVIDING, ILLEGAL, LEGAL, UNSURE, full_table, judge
from tests.epic_events.disputes.test_pages import published, replayed, signed_in
from tests.epic_events.factories import make_event

pytestmark = pytest.mark.django_db


GOES_ON = ("Claimed: Anna: attack with Kong", "Based on:", "Assumptions:")
"""With one of these a text goes on after its board."""


def page(dispute: Dispute, query: str = "") -> str:
    return reverse("disputes:pdf", args=[dispute.slug]) + query


def file(dispute: Dispute, query: str = "") -> str:
    return reverse("disputes:pdf_file", args=[dispute.slug]) + query


def download_pdf(client: Client, dispute: Dispute, query: str = "") -> bytes:
    """Request, make and download a PDF on the pages."""
    answer = client.post(page(dispute, query))
    assert (answer.status_code, answer["Location"]) == (302, page(dispute, query))
    for waiting in Print.objects.filter(status="queued"):
        prints.run(waiting.pk)
    shown = client.get(answer["Location"]).content.decode()
    link = re.search(r'class="button button-main" href="([^"]+)"', shown)
    assert link is not None
    assert link[1].replace("&amp;", "&") == file(dispute, query)
    fetched = client.get(file(dispute, query))
    assert fetched["Content-Type"] == "application/pdf"
    assert fetched["Cache-Control"] == "private, no-store"
    return fetched.content


def words(pdf: bytes) -> str:
    """Return the text of a PDF on one line."""
    return " ".join(" ".join(found.extract_text() for found in PdfReader(io.BytesIO(pdf)).pages).split())


def lines_of_text(client: Client, dispute: Dispute) -> list[str]:
    output = client.get(reverse("disputes:record_text", args=[dispute.slug])).content.decode()
    return [" ".join(line.split()) for line in output.splitlines() if line.strip()]


@pytest.mark.parametrize("record", [LEGAL, ILLEGAL, DIVIDING, UNSURE])
def test_verdict_pdf_contains_text_view_except_board(record: str, client: Client) -> None:
    event = make_event()
    actor = judge(event)
    dispute = published(actor, event, record=record)
    for reader in (signed_in(actor), client):
        paper, (title, where, verdict, rule, *output) = (
            words(download_pdf(reader, dispute)),
            lines_of_text(reader, dispute),
        )
        assert paper.startswith(f"{title} {where}")
        assert verdict.split(": ")[0] in paper
        assert rule.split(" ")[0] in paper
        begin = next(number for number, line in enumerate(output) if line.startswith("Board after step"))
        drawn = next(number for number, line in enumerate(output) if line in GOES_ON)
        missing = [line for line in (*output[: begin + 1], *output[drawn:]) if line not in paper]
        # The verdict and its sentence stand in the banner, without the colon between them.
        assert [line for line in missing if line.partition(": ")[2] not in paper] == []


def test_verdict_pdf_hidden_hands_are_for_staff_only(client: Client) -> None:
    event = make_event()
    actor = judge(event)
    dispute = published(actor, event, record=LEGAL, title="A block")
    for_staff, for_all = download_pdf(signed_in(actor), dispute), download_pdf(client, dispute)
    assert Print.objects.count() == 2
    assert "hand 2: ?, Lash" in words(for_staff)
    assert "hand 2 " in words(for_all)
    assert "Lash" not in words(for_all)
    assert "This is the public view of the board. Only the staff can see hands and draws." in words(for_all)
    everything = str(PdfReader(io.BytesIO(for_all)).metadata) + for_all.decode("latin-1")
    assert "Lash" not in everything
    # Equal permissions give equal documents.
    assert download_pdf(Client(), dispute) == for_all == download_pdf(signed_in(judge()), dispute)
    assert Print.objects.count() == 2


def test_verdict_pdf_has_permissions_of_page() -> None:
    event = make_event()
    actor = judge(event)
    dispute = replayed(actor, event)
    download_pdf(signed_in(actor), dispute)
    for stranger in (Client(), signed_in(judge())):
        assert [stranger.get(page(dispute)).status_code, stranger.get(file(dispute)).status_code] == [404, 404]
        assert stranger.post(page(dispute)).status_code == 404
        seen = f"?expected_version={Print.objects.get().digest}-queued"
        assert stranger.get(page(dispute, seen)).status_code == 404


def test_verdict_pdf_staff_views_are_refused_to_others(client: Client) -> None:
    event = make_event()
    actor = judge(event)
    dispute = published(actor, event)
    assert client.post(page(dispute, "?as=0")).status_code == 403
    assert client.get(file(dispute, "?as=0")).status_code == 403
    assert "View of Anna" in words(download_pdf(signed_in(actor), dispute, "?as=0"))


def test_verdict_pdf_contains_decision_once_announced() -> None:
    event = make_event()
    actor = judge(event)
    dispute, desk = replayed(actor, event), signed_in(actor)
    before = words(download_pdf(desk, dispute))
    deciding.decide(actor, dispute, DecisionContent("It stands.", remedy="Go on."))
    assert words(download_pdf(desk, dispute)) == before
    deciding.announce(actor, dispute, DecisionContent("It stands.", remedy="Go on."))
    after = words(download_pdf(desk, dispute))
    assert (
        "It stands." in before,
        "Decision (Decided) It stands. How the game continues: Go on. Judith, " in after,
    ) == (
        False,
        True,
    )


def test_verdict_pdf_prints_selected_step_and_what_if() -> None:
    event = make_event()
    actor = judge(event)
    dispute, desk = replayed(actor, event), signed_in(actor)
    assert "Board after step 1 of 4 " in words(download_pdf(desk, dispute, "?step=1"))
    save_what_if(
        actor, dispute, name="No block", step=3, text=LEGAL.replace("4. Ben: block with Palace Guard", "4. Ben: pass")
    )
    assert "What if: No block " in words(download_pdf(desk, dispute, "?branch=1"))


def test_verdict_pdf_page_polls_and_links_to_file() -> None:
    event = make_event()
    actor = judge(event)
    dispute, desk = replayed(actor, event), signed_in(actor)
    assert desk.get(file(dispute))["Location"] == page(dispute)  # no one has asked for it
    assert "Generate the PDF" in desk.get(page(dispute)).content.decode()
    assert f'action="{page(dispute)}?step=4"' in desk.get(dispute.get_absolute_url()).content.decode()
    desk.post(page(dispute, "?step=4"))
    waits = desk.get(page(dispute, "?step=4")).content.decode()
    assert "Waiting for a worker" in waits
    asks = re.search(r'hx-get="([^"]+expected_version=[0-9a-f]+-queued)"', waits)
    assert asks is not None
    again = asks[1].replace("&amp;", "&")
    asked = {"HX-Target": "print", "HX-Request": "true"}
    assert desk.get(again, headers=asked).status_code == 204
    prints.run(Print.objects.get().pk)
    answer = desk.get(again, headers=asked)
    assert answer.status_code == 200
    part = answer.content.decode()
    assert part.strip().startswith("<section")
    assert (file(dispute, "?step=4") in part, "hx-get" in part, 'data-news="Ready"' in part) == (True, False, True)


def test_verdict_pdf_without_verdict_shows_status() -> None:
    event = make_event()
    actor = judge(event)
    dispute = services.open_dispute(actor, title="Was it legal?", record=LEGAL, event=event)
    assert "Queued There is no verdict yet." in words(download_pdf(signed_in(actor), dispute))


def whole_game(event: Event) -> Dispute:
    return replayed(judge(event), event, full_table(tokens=12, turns=60))


def test_verdict_pdf_whole_game_is_printed() -> None:
    event = make_event()
    dispute = whole_game(event)
    reader = signed_in(judge(event))
    pdf = download_pdf(reader, dispute)
    assert f"{len((dispute.result or {})['timeline'])}. " in words(pdf)


def test_verdict_pdf_escapes_typst_commands() -> None:
    event = make_event(name="#panic() *Cup*")
    actor = judge(event)
    dispute = replayed(actor, event, LEGAL, title='#read("/etc/passwd") $x$')
    paper = words(download_pdf(signed_in(actor), dispute))
    assert paper.startswith('#read("/etc/passwd") $x$ #panic() *Cup* · ')
