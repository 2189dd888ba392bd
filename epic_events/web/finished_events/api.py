"""API of the result of a finished event."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from epic_events.events.api import get_api_event
from epic_events.web.finished_events.selectors import load_event_result


class ChampionBody(serializers.Serializer[Any]):
    """The champion of an event."""

    registration = serializers.IntegerField(source="pk")
    player = serializers.CharField(source="name")


class PlayedWordBody(serializers.Serializer[Any]):
    """Statistics of a card category, such as an alignment."""

    word = serializers.CharField()
    lists = serializers.IntegerField(help_text="Public decklists with a card of this category.")
    copies = serializers.IntegerField(
        help_text="Copies in all public decklists; a card of two categories counts for both."
    )
    percent = serializers.IntegerField(help_text="Share of all copies, rounded.")


class PlayedCardBody(serializers.Serializer[Any]):
    """A card with the number of public decklists that contain it."""

    name = serializers.CharField()
    lists = serializers.IntegerField(help_text="Public decklists with this card.")
    copies = serializers.IntegerField(help_text="Copies in these decklists, including sideboards.")
    percent = serializers.IntegerField(help_text="Share of all public decklists, rounded.")


class EventResultBody(serializers.Serializer[Any]):
    """Result of a finished event."""

    champion = ChampionBody(allow_null=True, help_text="Null if no player is alone on rank 1.")
    players = serializers.IntegerField(help_text="Number of players in the final standings.")
    lists = serializers.IntegerField(
        source="played.lists", help_text="Number of public decklists, the basis of the statistics."
    )
    lists_of = serializers.IntegerField(source="played.of", help_text="Number of all accepted decklists.")
    word = serializers.CharField(
        source="played.called", allow_blank=True, help_text="Name of the card categories, such as alignment."
    )
    words = PlayedWordBody(source="played.words", many=True, help_text="Most copies first.")
    cards = PlayedCardBody(source="played.cards", many=True, help_text="Most decklists first, at most 20.")


class EventResultView(APIView):
    """Result of a finished event. Permission: users who may see the event."""

    permission_classes = (AllowAny,)

    @extend_schema(responses={200: EventResultBody}, operation_id="event_result_retrieve", tags=["events"])
    def get(self, request: Request, slug: str) -> Response:
        """Return the champion and card statistics of a finished event.

        Final standings, bracket and decklists have endpoints of their own.
        """
        event_result = load_event_result(get_api_event(request, slug))
        body = EventResultBody(
            {
                "champion": event_result.champion,
                "players": len(event_result.final_standings),
                "played": event_result.played,
            }
        )
        return Response(body.data)
