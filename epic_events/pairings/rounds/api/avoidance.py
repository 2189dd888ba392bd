"""API endpoints for avoidances ("do not pair")."""

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
from epic_events.events.permissions import is_staff_of, require_scorekeeper
from epic_events.events.selectors import get_entry_or_404
from epic_events.infra.errors import MissingError
from epic_events.pairings.models import Avoidance
from epic_events.pairings.rounds.services.avoidance import add_avoidance, remove_avoidance


class AvoidanceBody(serializers.ModelSerializer[Avoidance]):
    """Two players who should not be paired with each other."""

    first = serializers.IntegerField(source="first_id", help_text="Registration of the first player.")
    second = serializers.IntegerField(source="second_id", help_text="Registration of the second player.")

    class Meta:
        model = Avoidance
        fields = ("id", "first", "second", "strength", "reason", "at")


class NewAvoidanceBody(serializers.Serializer[Any]):
    """A new avoidance: two registrations, strength and reason."""

    first = serializers.IntegerField(min_value=1, max_value=2**63 - 1)
    second = serializers.IntegerField(min_value=1, max_value=2**63 - 1)
    strength = serializers.ChoiceField(choices=Avoidance.Strength.choices, default=Avoidance.Strength.SOFT)
    reason = serializers.CharField(max_length=300)


@extend_schema_view(get=extend_schema(operation_id="avoidances_list", tags=["rounds"]))
class AvoidanceList(ListAPIView[Avoidance]):
    """The avoidances of an event.

    Permission: organisers, head judges and scorekeepers.
    """

    permission_classes = (IsAuthenticated,)
    serializer_class = AvoidanceBody
    queryset = Avoidance.objects.none()

    def _event(self) -> Event:
        event = get_api_event(self.request, self.kwargs["slug"])
        assert isinstance(self.request.user, User)
        require_scorekeeper(self.request.user, event)
        return event

    def get_queryset(self) -> QuerySet[Avoidance]:
        """Filter by event."""
        return self._event().avoidances.order_by("pk")

    @extend_schema(
        request=NewAvoidanceBody, responses={201: AvoidanceBody}, operation_id="avoidances_create", tags=["rounds"]
    )
    def post(self, request: Request, slug: str) -> Response:  # noqa: ARG002 - read with the event
        """Do not pair two players with each other from the next pairing on."""
        assert isinstance(request.user, User)
        event = self._event()
        serializer = NewAvoidanceBody(data=request.data)
        serializer.is_valid(raise_exception=True)
        data = serializer.validated_data
        first, second = (get_entry_or_404(event, data[name]) for name in ("first", "second"))
        pair = add_avoidance(request.user, event, first, second, strength=data["strength"], reason=data["reason"])
        return Response(AvoidanceBody(pair).data, status=status.HTTP_201_CREATED)


class AvoidanceDetail(APIView):
    """One avoidance.

    Permission: organisers, head judges and scorekeepers, checked by the service.
    """

    permission_classes = (IsAuthenticated,)

    @extend_schema(responses={204: None}, operation_id="avoidances_delete", tags=["rounds"])
    def delete(self, request: Request, pair_id: int) -> Response:
        """Remove an avoidance, so that the two players can be paired again."""
        assert isinstance(request.user, User)
        avoidance = Avoidance.objects.select_related("event").filter(pk=pair_id).first()
        if avoidance is None or not is_staff_of(request.user, avoidance.event):
            raise MissingError(_("There is no such pair."))
        remove_avoidance(request.user, avoidance)
        return Response(status=status.HTTP_204_NO_CONTENT)
