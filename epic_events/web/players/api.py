"""API of public player profiles."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from epic_events.web.players import selectors


class RecordBody(serializers.Serializer[Any]):
    """Matches won, lost and drawn."""

    won = serializers.IntegerField(help_text="Includes byes.")
    lost = serializers.IntegerField()
    drawn = serializers.IntegerField()


class PlayedEventBody(serializers.Serializer[Any]):
    """An event of a player."""

    event = serializers.CharField(source="entry.event.slug")
    event_name = serializers.CharField(source="entry.event.name")
    starts_at = serializers.DateTimeField(source="entry.event.starts_at")
    status = serializers.CharField(source="entry.event.status", help_text="`running` or `finished`.")
    registration = serializers.IntegerField(source="entry.pk")
    name = serializers.CharField(source="entry.name", help_text="Name of the player at this event.")
    place = serializers.IntegerField(
        allow_null=True, help_text="Rank in the final standings; null while the event runs."
    )
    players = serializers.IntegerField(source="of", help_text="Number of ranked players; 0 while the event runs.")
    record = RecordBody(allow_null=True, help_text="Null while the event runs.")
    list_open = serializers.BooleanField(source="has_list", help_text="True if the decklist is public.")


class OpponentBody(serializers.Serializer[Any]):
    """An opponent in finished events."""

    player = serializers.IntegerField(allow_null=True, help_text="Null for a removed player.")
    name = serializers.CharField()
    record = RecordBody(help_text="Record of the requested player against this opponent.")


class PlayerBody(serializers.Serializer[Any]):
    """Public profile of a player."""

    id = serializers.IntegerField(help_text="The same at all events.")
    name = serializers.CharField()
    record = RecordBody(help_text="Over all finished events.")
    events = PlayedEventBody(many=True, help_text="Latest first, at most 100.")
    opponents = OpponentBody(many=True, help_text="Most matches first, at most 50.")


class PlayerView(APIView):
    """Public profile of a player. Permission: public."""

    permission_classes = (AllowAny,)

    @extend_schema(responses={200: PlayerBody}, operation_id="player_retrieve", tags=["events"])
    def get(self, request: Request, key: int) -> Response:
        """Return the events, match record and opponents of a player.

        The key of a merged player returns the player it was merged into. Removed players and players without public
        events
        are not found.
        """
        del request  # the response is the same for all users
        known = selectors.find_public_player(key)
        body = {
            "id": known.player.pk,
            "name": known.name,
            "record": selectors.record_of(known),
            "events": selectors.played_events(list(selectors.entries_of(known.player)[: selectors.MAX_EVENTS])),
            "opponents": selectors.opponents(known),
        }
        return Response(PlayerBody(body).data)
