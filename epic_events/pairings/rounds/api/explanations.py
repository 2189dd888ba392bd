"""API endpoint that explains a pairing."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from epic_events.events.permissions import is_staff_of
from epic_events.infra.names import plain
from epic_events.pairings.results.api.serializers import get_match_or_404
from epic_events.pairings.rounds.explanations import explain_match


class ExplanationBody(serializers.Serializer[Any]):
    """The explanation of a pairing or bye."""

    sentences = serializers.ListField(child=serializers.CharField(), help_text="The reasons stored with the match.")
    facts = serializers.ListField(child=serializers.CharField(), help_text="Facts about the players' scores.")
    alternative = serializers.ListField(
        child=serializers.CharField(), help_text="The best alternative without this pairing."
    )
    verdict = serializers.CharField(help_text="The cost of the alternative. Empty unless the round is a Swiss round.")


class ExplanationView(APIView):
    """The explanation of one match.

    Permission: everyone. Unpublished rounds and avoidances: staff.
    """

    permission_classes = (AllowAny,)

    @extend_schema(responses={200: ExplanationBody}, operation_id="match_why", tags=["rounds"])
    def get(self, request: Request, match_id: int) -> Response:
        """Explain a match or a bye, with the best alternative pairing."""
        match = get_match_or_404(request, match_id)
        explanation = explain_match(match, staff=is_staff_of(request.user, match.round.stage.event))
        body = {
            "sentences": explanation.sentences,
            "facts": [plain(fact) for fact in explanation.facts],
            "alternative": [plain(pair) for pair in explanation.alternative],
            "verdict": explanation.verdict,
        }
        return Response(ExplanationBody(body).data)
