"""Documents made by a real worker."""

import pytest

from epic_events.documents import services
from epic_events.documents.content import Document, Paragraph
from epic_events.documents.models import Print
from tests.live import worker
from tests.waiting import wait_until

pytestmark = [pytest.mark.worker, pytest.mark.django_db(transaction=True)]


def test_worker_makes_documents_requested_before_and_after_start() -> None:
    orders = [
        services.order_of(Document("A title", "Spring Open", "http://localhost/x/", (Paragraph(words),)))
        for words in ("Ζωή", "漢")
    ]
    services.request_document("user-1", orders[0])
    with worker():
        services.request_document("user-1", orders[1])
        wait_until(lambda: all(map(services.pdf_of, orders)), lambda: list(Print.objects.values("status", "failure")))
    assert [(made.status, made.attempts) for made in Print.objects.all()] == [("done", 1)] * 2
