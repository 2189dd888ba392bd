"""API endpoints for penalties."""

from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import serializers, status
from rest_framework.generics import ListAPIView
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from epic_events.accounts.models import User
from epic_events.events.api import IntegerFilter, get_api_event
from epic_events.events.permissions import build_permission_error, is_staff_of
from epic_events.events.selectors import get_entry_or_404
from epic_events.infra.errors import MissingError
from epic_events.judging.models import MAX_NOTE_LENGTH, Penalty
from epic_events.judging.penalties import services
from epic_events.judging.penalties.selectors import get_usual_level
from epic_events.pairings.selectors import get_match

MAX_ID = 2**63 - 1


class PenaltyBody(serializers.ModelSerializer[Penalty]):
    """A penalty; only event staff see the note."""

    registration = serializers.IntegerField(source="registration_id")
    match = serializers.IntegerField(source="match_id", allow_null=True, help_text="Null if not related to a match.")
    note = serializers.SerializerMethodField(help_text="Only for staff; empty for the player.")

    class Meta:
        model = Penalty
        fields = (
            "id",
            "registration",
            "match",
            "table",
            "infraction",
            "infraction_name",
            "level",
            "level_name",
            "effect",
            "applied",
            "note",
            "at",
            "revoked_at",
            "revoked_because",
        )

    def get_note(self, penalty: Penalty) -> str:
        """Return the note for event staff, otherwise an empty string."""
        return penalty.note if self.context["staff"] else ""


class PenaltyRequest(serializers.Serializer[Any]):
    """A new penalty."""

    registration = serializers.IntegerField(min_value=1, max_value=MAX_ID)
    infraction = serializers.CharField(max_length=50, help_text="Slug of an infraction of the game's policy.")
    level = serializers.CharField(
        max_length=50,
        allow_blank=True,
        default="",
        help_text="Slug of a level of the game's policy; empty for the recommended level.",
    )
    match = serializers.IntegerField(min_value=1, max_value=MAX_ID, allow_null=True, default=None)
    note = serializers.CharField(max_length=MAX_NOTE_LENGTH, allow_blank=True, default="")
    apply = serializers.BooleanField(default=True, help_text="Apply the effect of the level to match and event.")


class RevokeRequest(serializers.Serializer[Any]):
    """The reason for revoking a penalty."""

    reason = serializers.CharField(max_length=MAX_NOTE_LENGTH)


class PenaltyFilter(filters.FilterSet):
    """Query parameters of the list, such as ``?registration=12&infraction=slow-play``."""

    registration = IntegerFilter(field_name="registration_id", label="Only those of this entry.")

    class Meta:
        model = Penalty
        fields = ("infraction", "level")


@extend_schema_view(get=extend_schema(operation_id="penalties_list", tags=["judging"]))
class PenaltyList(ListAPIView[Penalty]):
    """Penalties of an event, newest first.

    Permission: staff read all; players read their own.
    """

    permission_classes = (IsAuthenticated,)
    serializer_class = PenaltyBody
    filterset_class = PenaltyFilter
    queryset = Penalty.objects.none()

    def get_queryset(self) -> QuerySet[Penalty]:
        """Return the penalties of the event that the user may read."""
        event = get_api_event(self.request, self.kwargs["slug"])
        return Penalty.objects.visible_to(self.request.user).filter(event=event).order_by("-at", "-pk")

    def get_serializer_context(self) -> dict[str, Any]:
        """Return the context with ``staff``: whether the user is event staff."""
        event = get_api_event(self.request, self.kwargs["slug"])
        return {**super().get_serializer_context(), "staff": is_staff_of(self.request.user, event)}

    @extend_schema(
        request=PenaltyRequest, responses={201: PenaltyBody}, operation_id="penalties_give", tags=["judging"]
    )
    def post(self, request: Request, slug: str) -> Response:
        """Give a penalty and apply its effect."""
        assert isinstance(request.user, User)
        event = get_api_event(request, slug)
        if not is_staff_of(request.user, event):
            raise build_permission_error(request.user, event, _("Only a judge of this event may do this."))
        serializer = PenaltyRequest(data=request.data)
        serializer.is_valid(raise_exception=True)
        data = serializer.validated_data
        entry = get_entry_or_404(event, data["registration"])
        match = get_match(event, data["match"]) if data["match"] else None
        penalty = services.give_penalty(
            request.user,
            entry,
            infraction=data["infraction"],
            level=data["level"] or get_usual_level(event, entry, data["infraction"]),
            match=match,
            note=data["note"],
            apply=data["apply"],
        )
        return Response(PenaltyBody(penalty, context={"staff": True}).data, status=status.HTTP_201_CREATED)


class PenaltyRevoke(APIView):
    """Revokes a penalty.

    Permission: head judges and the judge who gave it, checked by the service.
    """

    permission_classes = (IsAuthenticated,)

    @extend_schema(
        request=RevokeRequest, responses={200: PenaltyBody}, operation_id="penalties_revoke", tags=["judging"]
    )
    def post(self, request: Request, penalty_id: int) -> Response:
        """Revoke a penalty, with a reason."""
        assert isinstance(request.user, User)
        penalty = Penalty.objects.visible_to(request.user).select_related("event").filter(pk=penalty_id).first()
        if penalty is None:
            raise MissingError(_("This penalty does not exist."))
        serializer = RevokeRequest(data=request.data)
        serializer.is_valid(raise_exception=True)
        revoked = services.revoke_penalty(request.user, penalty, reason=serializer.validated_data["reason"])
        return Response(PenaltyBody(revoked, context={"staff": True}).data)
