"""A player through the API: the events everybody may know of, and whom the player met there."""

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

    won = serializers.IntegerField(help_text="Byes among them.")
    lost = serializers.IntegerField()
    drawn = serializers.IntegerField()


class PlayedEventBody(serializers.Serializer[Any]):
    """One event in which a player was."""

    event = serializers.CharField(source="entry.event.slug")
    event_name = serializers.CharField(source="entry.event.name")
    starts_at = serializers.DateTimeField(source="entry.event.starts_at")
    status = serializers.CharField(source="entry.event.status", help_text="running or finished.")
    registration = serializers.IntegerField(source="entry.pk")
    name = serializers.CharField(source="entry.name", help_text="Under which the player was entered there.")
    place = serializers.IntegerField(allow_null=True, help_text="In the final standings; null while the event runs.")
    players = serializers.IntegerField(source="of", help_text="Who has a place there; 0 while the event runs.")
    record = RecordBody(allow_null=True, help_text="Null while the event runs.")
    list_open = serializers.BooleanField(source="has_list", help_text="Whether everybody may read the decklist.")


class OpponentBody(serializers.Serializer[Any]):
    """An opponent in events that have ended."""

    player = serializers.IntegerField(allow_null=True, help_text="Null for somebody who was removed.")
    name = serializers.CharField()
    record = RecordBody(help_text="From the side of the player who is asked for.")


class PlayerBody(serializers.Serializer[Any]):
    """A player through all events."""

    id = serializers.IntegerField(help_text="Stays the same through all events.")
    name = serializers.CharField()
    record = RecordBody(help_text="Over all events that have ended.")
    events = PlayedEventBody(many=True, help_text="The latest first, at most 100.")
    opponents = OpponentBody(many=True, help_text="Those met most often first, at most 50.")


class PlayerView(APIView):
    """A player through all events. Permission: everybody, of what everybody may know."""

    permission_classes = (AllowAny,)

    @extend_schema(responses={200: PlayerBody}, operation_id="player_retrieve", tags=["events"])
    def get(self, request: Request, key: int) -> Response:
        """Tell where and how a player played, and against whom.

        A player who was made one with another is answered with that one. Nothing is found of somebody who was removed,
        or of whom no event is public.
        """
        del request  # the same for all
        known = selectors.find_public_player(key)
        body = {
            "id": known.player.pk,
            "name": known.name,
            "record": selectors.record_of(known),
            "events": selectors.played_events(list(selectors.entries_of(known.player)[: selectors.MAX_EVENTS])),
            "opponents": selectors.opponents(known),
        }
        return Response(PlayerBody(body).data)
