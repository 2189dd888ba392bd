"""API responses for PDF documents: progress and file.

Each takes a document built from what the user may see; the endpoint checks the permission.
"""

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import OpenApiExample
from rest_framework import serializers
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from epic_events.accounts.rate_limits import client_key
from epic_events.documents import services
from epic_events.documents.content import Document
from epic_events.documents.models import Print
from epic_events.infra.errors import MissingError

NOT_ASKED: Final = "none"


class PrintBody(serializers.Serializer[Any]):
    """Progress of a PDF."""

    state = serializers.ChoiceField(
        choices=[(NOT_ASKED, gettext_lazy("Not requested")), *Print.Status.choices],
        help_text="State of the PDF of the current content in the user's language.",
    )
    ahead = serializers.IntegerField(
        allow_null=True, help_text="Number of PDFs ahead in the queue; null if it is not queued or running."
    )
    failure = serializers.CharField(allow_blank=True, help_text="Error message; another request retries.")
    pages = serializers.IntegerField(allow_null=True, help_text="Number of pages; null until it is ready.")
    file = serializers.URLField(allow_null=True, help_text="URL of the PDF; null until it is ready.")


EXAMPLES: Final = (
    OpenApiExample(
        "It waits",
        value={"state": "queued", "ahead": 2, "failure": "", "pages": None, "file": None},
        response_only=True,
    ),
    OpenApiExample(
        "It is made",
        value={
            "state": "done",
            "ahead": None,
            "failure": "",
            "pages": 2,
            "file": "https://events.example.org/api/v1/disputes/was-the-block-legal-7f3a/pdf/file/?step=4",
        },
        response_only=True,
    ),
)
"""Example responses."""


class PdfRenderer(BaseRenderer):
    """Renderer that passes PDF bytes through."""

    media_type = "application/pdf"
    format = "pdf"
    charset = None
    render_style = "binary"

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Mapping[str, Any] | None = None
    ) -> bytes:
        """Return the PDF."""
        del accepted_media_type, renderer_context
        return bytes(data)


class PdfEndpoint(APIView):
    """Base class of endpoints that return a PDF for any ``Accept`` header.

    Errors are JSON.
    """

    def perform_content_negotiation(self, request: Request, force: bool = False) -> tuple[BaseRenderer, str]:
        """Choose the renderer of errors."""
        del request, force
        return JSONRenderer(), JSONRenderer.media_type


def ask(request: Request, paper: Document, *, file: str) -> Response:
    """Request a document unless it exists or is queued, and return its progress."""
    order = services.order_of(paper)
    services.request_document(client_key(request), order)
    return _progress_response(request, order, file)


def progress(request: Request, paper: Document, *, file: str) -> Response:
    """Return the progress of a document; arguments as for :func:`ask`."""
    return _progress_response(request, services.order_of(paper), file)


def _progress_response(request: Request, order: services.Order, file: str) -> Response:
    document = services.find(order)
    is_done = document is not None and document.status == Print.Status.DONE
    body = {
        "state": NOT_ASKED if document is None else document.status,
        "ahead": services.queue_position(document) if document is not None and document.is_open else None,
        "failure": "" if document is None else document.failure,
        "pages": document.pages if document is not None and is_done else None,
        "file": request.build_absolute_uri(file) if is_done else None,
    }
    return Response(body, headers={"Cache-Control": "private, no-cache"})


def pdf(request: Request, paper: Document, *, name: str) -> Response:
    """Return a document as PDF.

    Args:
        request: request at a :class:`PdfEndpoint`.
        paper: the document.
        name: file name without extension.

    Raises:
        MissingError: it is not typeset yet, or was deleted.
    """
    pdf = services.pdf_of(services.order_of(paper))
    if pdf is None:
        raise MissingError(_("There is no PDF of the current state. Request it with POST and wait until it is ready."))
    headers = {"Cache-Control": "private, no-store", "Content-Disposition": f'inline; filename="{name}.pdf"'}
    request.accepted_renderer, request.accepted_media_type = PdfRenderer(), PdfRenderer.media_type
    return Response(pdf, headers=headers)
