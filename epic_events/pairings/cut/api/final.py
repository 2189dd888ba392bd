"""API of the final standings over all stages of an event."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from epic_events.events.api import get_api_event
from epic_events.pairings.cut.final_selectors import compute_final_standings, final_rows


class FinalStandingBody(serializers.Serializer[Any]):
    """A row of the final standings."""

    rank = serializers.IntegerField(source="standing.rank", help_text="From 1; shared by tied players.")
    registration = serializers.IntegerField(source="registration.pk")
    player = serializers.CharField(source="registration.name")
    stage = serializers.IntegerField(
        source="stage.order", help_text="Order of the last stage the player reached, from 1."
    )
    points = serializers.IntegerField(help_text="Match points of all rounds before an elimination.")
    won = serializers.IntegerField(help_text="Matches won in all stages, including byes.")
    lost = serializers.IntegerField(help_text="Matches lost in all stages.")
    drawn = serializers.IntegerField(help_text="Matches drawn in all stages.")


class FinalStandingsView(APIView):
    """Final standings of a finished event. Permission: every user who may view the event."""

    permission_classes = (AllowAny,)

    @extend_schema(responses={200: FinalStandingBody(many=True)}, operation_id="final_standings_list", tags=["rounds"])
    def get(self, request: Request, slug: str) -> Response:
        """List the final standings, best rank first; 404 until the event is finished."""
        event = get_api_event(request, slug)
        return Response(
            FinalStandingBody(final_rows(event, compute_final_standings(event), request.user), many=True).data
        )
