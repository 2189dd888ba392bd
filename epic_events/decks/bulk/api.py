"""API endpoint of the decklist import."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from epic_events.accounts.models import User
from epic_events.decks.bulk import services
from epic_events.decks.bulk.services import MAX_IMPORT_LENGTH
from epic_events.events.api import get_api_event
from epic_events.events.permissions import require_staff


class ImportDecklistsRequest(serializers.Serializer[Any]):
    """A text with the lists of many players, stored completely or not at all."""

    text = serializers.CharField(
        trim_whitespace=False,
        max_length=MAX_IMPORT_LENGTH,
        help_text="One of three formats. Blocks: a line “Player: Name” or “Player: #17” (entry number), then the "
        "cards. CSV with a header line: the exports `decklists` and `deck-cards` of this site, the "
        "decklist export of melee.gg, or the columns Player, Card and Quantity. JSON: the export of "
        "Tabletop.to.",
    )
    reason = serializers.CharField(
        allow_blank=True, default="", max_length=500, help_text="Reason, shown to the players with their lists."
    )
    only_look = serializers.BooleanField(default=False, help_text="Return a preview without storing anything.")


class DecklistPreviewBody(serializers.Serializer[Any]):
    """The list that an import stores for one player."""

    registration = serializers.IntegerField(source="registration.pk")
    player = serializers.CharField(source="registration.name")
    line = serializers.IntegerField(help_text="First line of the list in the text, from 1.")
    replaces = serializers.IntegerField(
        source="replaces.number", default=None, allow_null=True, help_text="Number of the latest version."
    )
    same = serializers.BooleanField(
        help_text="Whether the latest version has the same content, so that nothing is stored."
    )
    counts = serializers.BooleanField(
        help_text="Whether the list is accepted; a list with problems is stored but not accepted."
    )
    problems = serializers.ListField(child=serializers.CharField())


class DecklistImportView(APIView):
    """Import of decklists. Permission: the event's staff, until the event is over."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(
        request=ImportDecklistsRequest,
        responses={200: DecklistPreviewBody(many=True)},
        operation_id="decklists_submit_many",
        tags=["decklists"],
    )
    def post(self, request: Request, slug: str) -> Response:
        """Import all lists or none; ``fields.text`` of an error response has one line per error."""
        assert isinstance(request.user, User)
        event = get_api_event(request, slug)
        require_staff(request.user, event)
        serializer = ImportDecklistsRequest(data=request.data)
        serializer.is_valid(raise_exception=True)
        data = serializer.validated_data
        if data["only_look"]:
            previews = services.preview_import(request.user, event, data["text"])
        else:
            previews = services.import_decklists(request.user, event, data["text"], reason=data["reason"]).previews
        return Response(DecklistPreviewBody(previews, many=True).data)
