"""API of the PDF of a dispute: request it, read its status, download it."""

from typing import Final

from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from epic_events.disputes.models import Dispute
from epic_events.disputes.printout.request import build_requested_printout
from epic_events.disputes.selectors import find_dispute
from epic_events.documents import api as prints
from epic_events.documents import responses

_MAX_STEP: Final = 1_000_000
WHAT_IS_SHOWN: Final = (
    OpenApiParameter(
        "step",
        {"type": "integer", "minimum": 0, "maximum": _MAX_STEP},
        description="After which step the board is drawn: 0 is the start; the last one if left out.",
    ),
    OpenApiParameter(
        "branch",
        {"type": "integer", "minimum": 1, "maximum": _MAX_STEP},
        description="A what-if by its number, in place of the replay.",
    ),
    OpenApiParameter(
        "reading",
        OpenApiTypes.STR,
        description="Another reading of an interpretation, such as `I-40:2`; for who may read the full record.",
    ),
    OpenApiParameter(
        "as",
        {"type": "integer", "minimum": 0, "maximum": _MAX_STEP},
        description="Whose view is drawn, as the record names the players, from 0; for who may read the full record.",
    ),
)
"""What stands in the address of the page as well."""


def _file(request: Request, dispute: Dispute) -> str:
    return responses.url_with_query(request, reverse("api:dispute-pdf-file", args=[dispute.slug]))


class PdfView(APIView):
    """Request the PDF of a dispute. Permission: as the dispute, with the same information."""

    permission_classes = (AllowAny,)

    @extend_schema(
        parameters=[*WHAT_IS_SHOWN],
        responses={200: prints.PrintBody},
        examples=[*prints.EXAMPLES],
        operation_id="disputes_pdf",
        tags=["disputes"],
    )
    def get(self, request: Request, slug: str) -> Response:
        """Return the status of the PDF."""
        dispute = find_dispute(request.user, slug)
        return prints.progress(request, build_requested_printout(request, dispute), file=_file(request, dispute))

    @extend_schema(
        parameters=[*WHAT_IS_SHOWN],
        request=None,
        responses={200: prints.PrintBody},
        examples=[*prints.EXAMPLES],
        operation_id="disputes_pdf_ask",
        tags=["disputes"],
    )
    def post(self, request: Request, slug: str) -> Response:
        """Queue the PDF with verdict, decision, the board and all steps."""
        dispute = find_dispute(request.user, slug)
        return prints.ask(request, build_requested_printout(request, dispute), file=_file(request, dispute))


class PdfFileView(prints.PdfEndpoint):
    """Download the PDF. Permission: as the dispute, with the same information."""

    permission_classes = (AllowAny,)

    @extend_schema(
        parameters=[*WHAT_IS_SHOWN],
        responses={(200, "application/pdf"): OpenApiTypes.BINARY},
        operation_id="disputes_pdf_file",
        tags=["disputes"],
    )
    def get(self, request: Request, slug: str) -> Response:
        """Return the PDF; 404 until it is generated and after it has been deleted."""
        dispute = find_dispute(request.user, slug)
        return prints.pdf(request, build_requested_printout(request, dispute), name=dispute.slug)
