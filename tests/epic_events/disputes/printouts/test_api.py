"""API of the verdict PDF."""

import io
from typing import Any

import pytest
from django.http import JsonResponse, QueryDict
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader
from rest_framework.test import APIClient

from epic_events.accounts.models import AccessToken
from epic_events.accounts.rate_limits import limit_rate
from epic_events.disputes.decisions import services as deciding
from epic_events.disputes.models import Dispute
from epic_events.disputes.services import save_what_if
from epic_events.documents import services as prints
from epic_events.documents.models import Print
from tests.epic_events.api.cast import NOT_STAFF, ROOT, STAFF, Cast, client_of, get, make_cast, post, refused
from tests.epic_events.api.schema import check_answer, operations
from tests.epic_events.disputes.records import LEGAL, judge
from tests.epic_events.disputes.test_pages import published, replayed, signed_in
from tests.epic_events.factories import PASSWORD, make_event, make_key, make_user

pytestmark = pytest.mark.django_db

WAITS = {"state": "queued", "ahead": 0, "failure": "", "pages": None, "file": None}


@pytest.fixture
def cast(db: None) -> Cast:
    return make_cast()


def address(dispute: Dispute, part: str = "") -> str:
    return f"disputes/{dispute.slug}/pdf/{part}"


def make_documents() -> None:
    """Make waiting documents as a worker does."""
    for waiting in Print.objects.filter(status="queued"):
        prints.run(waiting.pk)


def download_pdf(client: Any, dispute: Dispute, query: str = "") -> bytes:
    """Request, make and download a PDF through the API."""
    post(client, address(dispute, query))
    make_documents()
    output = get(client, address(dispute, query))
    assert (output["state"], output["ahead"], output["failure"]) == ("done", None, "")
    asked = f"?{QueryDict(query[1:]).urlencode()}" if query else ""
    assert output["file"] == f"http://testserver{ROOT}{address(dispute, 'file/')}{asked}"
    fetched = client.get(output["file"])
    assert (fetched.status_code, fetched["Content-Type"]) == (200, "application/pdf")
    assert fetched["Cache-Control"] == "private, no-store"
    assert fetched["Content-Disposition"] == f'inline; filename="{dispute.slug}.pdf"'
    assert output["pages"] == len(PdfReader(io.BytesIO(fetched.content)).pages)
    return bytes(fetched.content)


def words(pdf: bytes) -> str:
    return " ".join(" ".join(found.extract_text() for found in PdfReader(io.BytesIO(pdf)).pages).split())


def test_verdict_pdf_api_requests_polls_and_downloads(cast: Cast) -> None:
    dispute, client = replayed(cast.user("judge"), cast.event), cast.client("judge")
    no_one = {"state": "none", "ahead": None, "failure": "", "pages": None, "file": None}
    assert get(client, address(dispute)) == no_one
    assert "Request it with POST" in refused(client, address(dispute, "file/"), 404)["message"]
    assert post(client, address(dispute)) == WAITS
    assert (post(client, address(dispute)), get(client, address(dispute))) == (WAITS, WAITS)
    assert post(client, address(dispute, "?step=1")) == {**WAITS, "ahead": 1}
    refused(client, address(dispute, "file/"), 404)
    make_documents()
    assert get(client, address(dispute))["state"] == "done"
    assert "Board after step 4 of 4" in words(download_pdf(client, dispute))
    assert "Board after step 1 of 4" in words(download_pdf(client, dispute, "?step=1"))
    assert Print.objects.count() == 2


def test_verdict_pdf_api_equals_page_pdf_for_same_audience(cast: Cast) -> None:
    dispute = published(cast.user("judge"), cast.event)
    page = Client()
    page.post(reverse("disputes:pdf", args=[dispute.slug]))
    for_all = download_pdf(APIClient(), dispute)
    assert page.get(reverse("disputes:pdf_file", args=[dispute.slug])).content == for_all
    assert [download_pdf(cast.client(who), dispute) for who in NOT_STAFF] == [for_all] * len(NOT_STAFF)
    assert Print.objects.count() == 1


def test_verdict_pdf_api_hidden_hands_are_for_staff_only(cast: Cast) -> None:
    dispute = published(cast.user("judge"), cast.event)
    for who in STAFF:
        assert "hand 2: ?, Lash" in words(download_pdf(cast.client(who), dispute))
    for_all = download_pdf(APIClient(), dispute)
    assert "Lash" not in words(for_all) + str(PdfReader(io.BytesIO(for_all)).metadata) + for_all.decode("latin-1")
    deciding.release_record(cast.user("head_judge"), dispute)
    assert "hand 2: ?, Lash" in words(download_pdf(APIClient(), dispute))


@pytest.mark.parametrize("who", [*NOT_STAFF, "opponent"])
def test_verdict_pdf_api_unpublished_is_404_for_non_staff(cast: Cast, who: str) -> None:
    dispute = replayed(cast.user("judge"), cast.event)
    download_pdf(cast.client("judge"), dispute)
    client = cast.client(who)
    never = refused(client, "disputes/nevernever/", 404)
    for part, method in (("", "get"), ("", "post"), ("file/", "get")):
        assert refused(client, address(dispute, part), 404, method) == never
    assert Print.objects.count() == 1


def test_verdict_pdf_api_staff_views_are_refused_to_others(cast: Cast) -> None:
    dispute = published(cast.user("judge"), cast.event)
    for query in ("?as=0", "?reading=I-40:2"):
        for part, method in (("", "get"), ("", "post"), ("file/", "get")):
            refused(APIClient(), address(dispute, part + query), 403, method)
    assert Print.objects.count() == 0
    assert "View of Anna" in words(download_pdf(cast.client("scorekeeper"), dispute, "?as=0"))
    assert "With another interpretation, I-40" in words(
        download_pdf(cast.client("scorekeeper"), dispute, "?reading=I-40:2")
    )


def test_verdict_pdf_api_prints_what_if_and_refuses_invalid_one() -> None:
    event = make_event()
    actor = judge(event)
    dispute, client = replayed(actor, event), client_of(actor)
    save_what_if(actor, dispute, name="No block", step=3, text=LEGAL.replace("block with Palace Guard", "pass"))
    assert "What if: No block " in words(download_pdf(client, dispute, "?branch=1"))
    assert refused(client, address(dispute, "?branch=2"), 404)["message"] == "This what-if does not exist."
    for query in ("?branch=0", "?step=-1", "?as=one", "?expected_version=1", "?step=1&step=2"):
        refused(client, address(dispute, query), 400)
        refused(client, address(dispute, f"file/{query}"), 400)


def test_verdict_pdf_api_is_throttled_together_with_page() -> None:
    event = make_event()
    actor = judge(event)
    dispute = replayed(actor, event)
    for _time in range(prints.PRINTS_AN_HOUR - 1):
        limit_rate("print", f"user-{actor.pk}", limit=prints.PRINTS_AN_HOUR, seconds=3600)
    signed_in(actor).post(reverse("disputes:pdf", args=[dispute.slug]))
    assert post(client_of(actor), address(dispute)) == WAITS  # is on its way, so it costs nothing
    refusal = refused(client_of(actor), address(dispute, "?step=1"), 429, "post")
    assert refusal["message"] == "Too many attempts. Try again in 60 minutes."
    assert Print.objects.count() == 1


def test_verdict_pdf_api_full_queue_is_409() -> None:
    event = make_event()
    actor = judge(event)
    dispute = replayed(actor, event)
    Print.objects.bulk_create(
        Print(digest=str(number), layout="paper", data="{}") for number in range(prints.MAX_WAITING)
    )
    assert "Too many PDFs" in refused(client_of(actor), address(dispute), 409, "post")["message"]
    assert Print.objects.count() == prints.MAX_WAITING


def test_verdict_pdf_api_failure_is_reported_and_may_be_retried() -> None:
    event = make_event()
    actor = judge(event)
    dispute, client = replayed(actor, event), client_of(actor)
    post(client, address(dispute))
    Print.objects.update(status="failed", failure="It took too long.", data="")
    output = get(client, address(dispute))
    assert output == {"state": "failed", "ahead": None, "failure": "It took too long.", "pages": None, "file": None}
    refused(client, address(dispute, "file/"), 404)
    assert post(client, address(dispute)) == WAITS


def test_verdict_pdf_api_uses_requested_language(cast: Cast) -> None:
    dispute = published(cast.user("judge"), cast.event)
    german = APIClient()
    german.credentials(HTTP_ACCEPT_LANGUAGE="de")
    assert (
        "Spielfeld" in words(download_pdf(german, dispute)),
        "Spielfeld" in words(download_pdf(APIClient(), dispute)),
    ) == (
        True,
        False,
    )


def test_verdict_pdf_api_ignores_accept_header_and_errors_are_json(cast: Cast) -> None:
    dispute = published(cast.user("judge"), cast.event)
    pdf = download_pdf(APIClient(), dispute)
    for form in ("application/json", "text/html", "application/pdf", "*/*"):
        answer = APIClient().get(f"{ROOT}{address(dispute, 'file/')}", headers={"Accept": form})
        assert (answer["Content-Type"], answer.content) == ("application/pdf", pdf)
        missing = APIClient().get(f"{ROOT}{address(dispute, 'file/?step=1')}", headers={"Accept": form})
        assert (missing.status_code, missing["Content-Type"]) == (404, "application/json")
    output = APIClient().get(f"{ROOT}{address(dispute)}")
    assert output["Cache-Control"] == "private, no-cache"
    again = APIClient().get(f"{ROOT}{address(dispute)}", headers={"If-None-Match": output["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_verdict_pdf_api_needs_read_scope_or_csrf_token(cast: Cast) -> None:
    dispute, user = published(cast.user("judge"), cast.event), make_user()
    reads, results = APIClient(), APIClient()
    for client, scope in ((reads, AccessToken.Scope.READ), (results, AccessToken.Scope.RESULTS)):
        client.credentials(HTTP_AUTHORIZATION=f"Bearer {make_key(user, scope)}")
    assert refused(results, address(dispute), 403, "post")["code"] == "scope"
    assert post(reads, address(dispute)) == WAITS
    browser = Client(enforce_csrf_checks=True)
    assert browser.login(email=user.email, password=PASSWORD)
    assert browser.post(f"{ROOT}{address(dispute)}", content_type="application/json").status_code == 403


def test_verdict_pdf_api_schema_examples_match_schema() -> None:
    shown = []
    for _path, _method, operation in operations():
        output = (
            operation["responses"].get("200", {}).get("content", {}).get("application/json", {}).get("examples", {})
        )
        for example in output.values():
            check_answer(operation, JsonResponse(example["value"]))
            shown.append(operation["operationId"])
    assert shown == ["disputes_pdf"] * 2 + ["disputes_pdf_ask"] * 2
