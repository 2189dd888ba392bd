"""Upload of an official text in a browser with a real worker."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from epic_events.jobs import leased
from epic_events.reference.documents import uploads
from epic_events.reference.models import DocumentReading, DocumentVersion
from tests.live import worker
from tests.waiting import wait_until

pytestmark = [pytest.mark.browser, pytest.mark.worker, pytest.mark.django_db(transaction=True)]
TEXT = "\n\n".join(f"1.{number} A narwhal swims in sea {number}." for number in range(1, 400))


def wait_for(state: str) -> None:
    def there() -> str:
        return DocumentReading.objects.get().status

    wait_until(lambda: there() == state, there)


def send(page: Page, text: str) -> None:
    page.goto("/rules/uploads/new/")
    page.get_by_label("Document").select_option("epic/numbered")
    page.get_by_label("Title").fill("Sea")
    page.get_by_label("Or paste the text").fill(text)
    page.get_by_role("button", name="Read it").click()


@pytest.mark.parametrize("scripts", [True, pytest.param(False, marks=pytest.mark.sweep)])
def test_upload_page_waits_for_the_worker_and_shows_the_result(
    hall: str, open_as: Callable[..., Page], scripts: bool
) -> None:
    page = open_as("organiser", width=390, scripts=scripts)
    send(page, TEXT)
    expect(page.get_by_text("Waiting for a worker")).to_be_visible()
    with worker():
        leased.enqueue(DocumentReading, DocumentReading.objects.get().pk)
        if not scripts:
            wait_for(DocumentReading.Status.DONE)
            page.reload()
        expect(page.get_by_text("Text imported as a preview")).to_be_visible(timeout=60_000)
    assert page.url.endswith(DocumentVersion.objects.get().get_absolute_url())


def test_unreadable_upload_is_returned_for_correction(hall: str, open_as: Callable[..., Page]) -> None:
    page = open_as("organiser", width=390)
    send(page, "Only prose.")
    uploads.run(DocumentReading.objects.get().pk)
    expect(page.get_by_role("alert")).to_contain_text("No rule was found in the file", timeout=30_000)
    page.get_by_role("link", name="Change the text").click()
    expect(page.get_by_label("Or paste the text")).to_have_value("Only prose.")
