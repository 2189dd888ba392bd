"""API endpoints for deck checks."""

from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import serializers, status
from rest_framework.generics import ListAPIView
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from epic_events.accounts.models import User
from epic_events.events.api import get_api_event
from epic_events.events.models import Event
from epic_events.events.selectors import get_entry_or_404
from epic_events.infra.errors import MissingError
from epic_events.judging.deck_checks import services
from epic_events.judging.deck_checks.services import MAX_EXTENSION_MINUTES, MAX_TABLES_DRAWN
from epic_events.judging.models import MAX_NOTE_LENGTH, CheckDraw, DeckCheck
from epic_events.judging.permissions import Permission, require_permission
from epic_events.pairings.results.serializers import get_round_or_404
from epic_events.pairings.selectors import get_match

MAX_ID = 2**63 - 1


class DeckCheckBody(serializers.ModelSerializer[DeckCheck]):
    """A deck check; its outcome is empty until it ends."""

    registration = serializers.IntegerField(source="registration_id")
    match = serializers.IntegerField(source="match_id", allow_null=True)
    decklist = serializers.IntegerField(
        source="list_id", allow_null=True, help_text="The decklist version that was checked."
    )
    penalty = serializers.IntegerField(source="penalty_id", allow_null=True)

    class Meta:
        model = DeckCheck
        fields = (
            "id", "registration", "match", "table", "decklist", "outcome", "note", "minutes", "penalty", "at",
            "ended_at",
        )  # fmt: skip


class TableDrawBody(serializers.ModelSerializer[CheckDraw]):
    """Tables drawn for deck checks, with the seed and the candidates."""

    round = serializers.IntegerField(source="round_id")
    tables = serializers.ListField(child=serializers.IntegerField())
    seed = serializers.IntegerField()

    class Meta:
        model = CheckDraw
        fields = ("id", "round", "seed", "count", "prefer_leaders", "prefer_unchecked", "tables", "at")


class TableDrawRequest(serializers.Serializer[Any]):
    """Number and preferences for drawing tables."""

    count = serializers.IntegerField(min_value=1, max_value=MAX_TABLES_DRAWN)
    prefer_leaders = serializers.BooleanField(default=False, help_text="Prefer tables with leading players.")
    prefer_unchecked = serializers.BooleanField(
        default=True, help_text="Prefer tables whose decks have not been checked."
    )


class DeckCheckRequest(serializers.Serializer[Any]):
    """The player whose deck is checked."""

    registration = serializers.IntegerField(min_value=1, max_value=MAX_ID)
    match = serializers.IntegerField(min_value=1, max_value=MAX_ID, allow_null=True, default=None)


class DeckCheckEndRequest(serializers.Serializer[Any]):
    """The outcome of a deck check."""

    outcome = serializers.ChoiceField(choices=["fine", "problem", "called_off"])
    note = serializers.CharField(max_length=MAX_NOTE_LENGTH, allow_blank=True, default="", help_text="Findings.")
    minutes = serializers.IntegerField(
        min_value=0,
        max_value=MAX_EXTENSION_MINUTES,
        allow_null=True,
        default=None,
        help_text="Time extension in minutes; null for the duration of the check plus three minutes.",
    )
    infraction = serializers.CharField(max_length=50, allow_blank=True, default="", help_text="Empty for no penalty.")
    level = serializers.CharField(max_length=50, allow_blank=True, default="")


def _get_event_for_checks(request: Request, slug: str) -> Event:
    """Return the event.

    Raises:
        NotAllowedError: the user is not a judge of the event.
    """
    assert isinstance(request.user, User)
    event = get_api_event(request, slug)
    require_permission(request.user, event, Permission.CHECK_DECKS)
    return event


@extend_schema_view(get=extend_schema(operation_id="deck_checks_list", tags=["judging"]))
class DeckCheckList(ListAPIView[DeckCheck]):
    """Deck checks of an event, newest first.

    Permission: judges of the event.
    """

    permission_classes = (IsAuthenticated,)
    serializer_class = DeckCheckBody
    queryset = DeckCheck.objects.none()
    filter_backends = ()

    def get_queryset(self) -> QuerySet[DeckCheck]:
        """Return the deck checks of the event."""
        return DeckCheck.objects.filter(event=_get_event_for_checks(self.request, self.kwargs["slug"])).order_by("-pk")

    @extend_schema(
        request=DeckCheckRequest, responses={201: DeckCheckBody}, operation_id="deck_checks_begin", tags=["judging"]
    )
    def post(self, request: Request, slug: str) -> Response:
        """Begin a deck check, or return the player's check in progress."""
        assert isinstance(request.user, User)
        event = _get_event_for_checks(request, slug)
        serializer = DeckCheckRequest(data=request.data)
        serializer.is_valid(raise_exception=True)
        data = serializer.validated_data
        entry = get_entry_or_404(event, data["registration"])
        match = get_match(event, data["match"]) if data["match"] else None
        check = services.begin_check(request.user, entry, match)
        return Response(DeckCheckBody(check).data, status=status.HTTP_201_CREATED)


class DeckCheckEnd(APIView):
    """Ends a deck check.

    Permission: judges of the event.
    """

    permission_classes = (IsAuthenticated,)

    @extend_schema(
        request=DeckCheckEndRequest, responses={200: DeckCheckBody}, operation_id="deck_checks_end", tags=["judging"]
    )
    def post(self, request: Request, check_id: int) -> Response:
        """End a deck check with its time extension and, for a problem, its penalty."""
        assert isinstance(request.user, User)
        events = Event.objects.visible_to(request.user)
        check = DeckCheck.objects.select_related("event").filter(pk=check_id, event__in=events).first()
        if check is None:
            raise MissingError(_("This deck check does not exist."))
        require_permission(request.user, check.event, Permission.CHECK_DECKS)
        serializer = DeckCheckEndRequest(data=request.data)
        serializer.is_valid(raise_exception=True)
        data = serializer.validated_data
        penalty = (data["infraction"], data["level"]) if data["infraction"] else None
        ended = services.finish_check(
            request.user, check, data["outcome"], note=data["note"], minutes=data["minutes"], penalty=penalty
        )
        return Response(DeckCheckBody(ended).data)


class DrawView(APIView):
    """Draws tables for deck checks.

    Permission: judges of the event.
    """

    permission_classes = (IsAuthenticated,)

    @extend_schema(
        request=TableDrawRequest, responses={201: TableDrawBody}, operation_id="deck_checks_draw", tags=["judging"]
    )
    def post(self, request: Request, round_id: int) -> Response:
        """Draw tables of a round in progress; seed and candidates are stored."""
        assert isinstance(request.user, User)
        round_ = get_round_or_404(request, round_id)
        require_permission(request.user, round_.stage.event, Permission.CHECK_DECKS)
        serializer = TableDrawRequest(data=request.data)
        serializer.is_valid(raise_exception=True)
        draw = services.draw_tables(request.user, round_, **serializer.validated_data)
        return Response(TableDrawBody(draw).data, status=status.HTTP_201_CREATED)
