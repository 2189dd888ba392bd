"""API of the bracket and of the final standings."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from epic_events.events.api import get_api_event
from epic_events.pairings import selectors
from epic_events.pairings.cut.selectors import Elimination, compute_final_standings, final_rows, tie_rows
from epic_events.pairings.models import Round


class PlacingBody(serializers.Serializer[Any]):
    """Current or final rank of a player in an elimination."""

    rank = serializers.IntegerField(allow_null=True, help_text="Null while the player is not eliminated.")
    registration = serializers.IntegerField()
    player = serializers.CharField()
    seed = serializers.IntegerField()
    still_in = serializers.BooleanField()


class TieBody(serializers.Serializer[Any]):
    """A tie of the bracket, played or not; unknown players are omitted."""

    bracket = serializers.CharField(help_text="Empty for the main bracket; losers, final, third.")
    round = serializers.IntegerField(help_text="Number of the round in the elimination.")
    position = serializers.IntegerField(help_text="Index from the top of the round, from 0.")
    match = serializers.IntegerField(allow_null=True, help_text="Id of the match; null until it is paired.")
    registrations = serializers.ListField(child=serializers.IntegerField())
    winner = serializers.IntegerField(allow_null=True)


class BracketBody(serializers.Serializer[Any]):
    """An elimination stage: its ties and current ranks."""

    kind = serializers.CharField()
    players = serializers.IntegerField()
    ties = TieBody(many=True)
    placings = PlacingBody(many=True)


class BracketView(APIView):
    """The elimination stage of an event.

    Permission: every user who may view the event; before its first round is published, the staff.
    """

    permission_classes = (AllowAny,)

    @extend_schema(responses={200: BracketBody(many=True)}, operation_id="bracket_list", tags=["rounds"])
    def get(self, request: Request, slug: str) -> Response:
        """Return a list with the elimination stage.

        Empty if there is none or it is not visible.
        """
        event = get_api_event(request, slug)
        cut = selectors.event_plan(event).cut
        shown = list(Round.objects.visible_to(request.user).filter(stage=cut).order_by("number")) if cut else []
        if cut is None or not shown:
            return Response([])
        state = Elimination(cut)
        body = {
            "kind": cut.kind,
            "players": cut.bracket_players,
            "ties": tie_rows(state, shown),
            "placings": [
                {
                    "rank": None if row.still_in else row.rank,
                    "registration": entry.pk,
                    "player": entry.name,
                    "seed": row.seed,
                    "still_in": row.still_in,
                }
                for row, entry in state.placings()
            ],
        }
        return Response(BracketBody([body], many=True).data)


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
    """Final standings of a finished event.

    Permission: every user who may view the event.
    """

    permission_classes = (AllowAny,)

    @extend_schema(responses={200: FinalStandingBody(many=True)}, operation_id="final_standings_list", tags=["rounds"])
    def get(self, request: Request, slug: str) -> Response:
        """List the final standings, best rank first; 404 until the event is finished."""
        event = get_api_event(request, slug)
        return Response(
            FinalStandingBody(final_rows(event, compute_final_standings(event), request.user), many=True).data
        )
