"""API of the bracket: ties and current ranks of an elimination stage."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from epic_events.events.api import get_api_event
from epic_events.pairings import selectors
from epic_events.pairings.cut import bracket_selectors
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
        """Return a list with the elimination stage; empty if there is none or it is not visible."""
        event = get_api_event(request, slug)
        cut = selectors.cut_stage(event)
        shown = list(Round.objects.visible_to(request.user).filter(stage=cut).order_by("number")) if cut else []
        if cut is None or not shown:
            return Response([])
        state = bracket_selectors.Elimination(cut)
        body = {
            "kind": cut.kind,
            "players": cut.bracket_players,
            "ties": bracket_selectors.tie_rows(state, shown),
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
