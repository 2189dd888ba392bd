"""API of duplicated events, results of finished events, and player profiles."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from epic_events.accounts.models import User
from epic_events.events.api import EventBody, get_api_event
from epic_events.events.defaults import check_slug
from epic_events.events.models import Event
from epic_events.events.permissions import require_organiser
from epic_events.web import players
from epic_events.web.selectors import load_event_result
from epic_events.web.services import duplicate_event


class DuplicateBody(serializers.Serializer[Any]):
    """Start, name and address of the copy."""

    starts_at = serializers.DateTimeField(help_text="Start of the copy.")
    name = serializers.CharField(required=False, max_length=120, help_text="Default: the name of the source.")
    slug = serializers.SlugField(
        required=False, max_length=80, validators=[check_slug], help_text="Default: derived from the name."
    )


class DuplicateView(APIView):
    """Duplicate an event. Permission: its organisers who may create events."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(request=DuplicateBody, responses={201: EventBody}, operation_id="events_duplicate", tags=["events"])
    def post(self, request: Request, slug: str) -> Response:
        """Create an unpublished event with the plan, stages, rules and staff of an event."""
        assert isinstance(request.user, User)
        event = get_api_event(request, slug)
        require_organiser(request.user, event)
        serializer = DuplicateBody(data=request.data)
        serializer.is_valid(raise_exception=True)
        new_event = duplicate_event(request.user, event, **serializer.validated_data)
        copy = Event.objects.with_counts().prefetch_related("stages").get(pk=new_event.pk)
        return Response(EventBody(copy, context={"request": request}).data, status=201)


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

    id = serializers.IntegerField(help_text="Id of the player, the same at all events.")
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
        events are not found.
        """
        del request  # the response is the same for all users
        public_player = players.find_public_player(key)
        body = {
            "id": public_player.player.pk,
            "name": public_player.name,
            "record": players.record_of(public_player),
            "events": players.played_events(list(players.entries_of(public_player.player)[: players.MAX_EVENTS])),
            "opponents": players.opponents(public_player),
        }
        return Response(PlayerBody(body).data)
