"""API endpoint that imports a finished event from a file of another program."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from epic_events.accounts.models import User
from epic_events.events.permissions import require_event_creation
from epic_events.infra.limits import check_length
from epic_events.pairings.services import import_results, read_event_file
from epic_events.pairings.standings.api import PRESET_CHOICES
from epic_events.web.event_imports import MAX_CHARACTERS


class EventImportRequest(serializers.Serializer[Any]):
    """File with a finished event, with options."""

    text = serializers.CharField(help_text="Content of the file.", trim_whitespace=False)
    slug = serializers.CharField(max_length=80, allow_blank=True, default="", help_text="Default: a new slug.")
    tie_breaks = serializers.ChoiceField(
        choices=PRESET_CHOICES, allow_blank=True, default="", help_text="Default: those of the program."
    )
    only_look = serializers.BooleanField(default=False, help_text="Check the file without importing it.")


class EventImportBody(serializers.Serializer[Any]):
    """Summary of an imported event."""

    slug = serializers.CharField(help_text="Slug of the event; empty if nothing was stored.")
    name = serializers.CharField()
    program = serializers.CharField(help_text="Format of the file; empty for a table.")
    players = serializers.ListField(child=serializers.CharField())
    rounds = serializers.DictField(child=serializers.IntegerField(), help_text="Number of rounds by stage.")
    matches = serializers.IntegerField()
    ignored = serializers.DictField(child=serializers.IntegerField(), help_text="What was not imported.")
    stored = serializers.BooleanField()


class EventImportView(APIView):
    """Import of finished events. Permission: users who may create events."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(
        request=EventImportRequest,
        responses={201: EventImportBody},
        operation_id="event_import",
        tags=["events"],
    )
    def post(self, request: Request) -> Response:
        """Import a finished event from a table or a file of another program.

        Nothing is stored if any part is invalid.
        """
        assert isinstance(request.user, User)
        require_event_creation(request.user)
        serializer = EventImportRequest(data=request.data)
        serializer.is_valid(raise_exception=True)
        data = serializer.validated_data
        file = read_event_file(check_length(data["text"], MAX_CHARACTERS, "text"))
        slug, name = data["slug"], file.facts.name
        if not data["only_look"]:
            event = import_results(request.user, slug, data["text"], tie_breaks=data["tie_breaks"])
            slug, name = event.slug, event.name
        answer = {
            "slug": slug,
            "name": name,
            "program": file.program,
            "players": file.players,
            "rounds": file.rounds,
            "matches": len(file.rows),
            "ignored": dict(file.ignored),
            "stored": not data["only_look"],
        }
        return Response(EventImportBody(answer).data, status=status.HTTP_201_CREATED)
