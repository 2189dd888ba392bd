"""API endpoints that list and show matches."""

from typing import Any

from django.db.models import F, QuerySet
from django.utils.functional import SimpleLazyObject, cached_property
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.generics import ListAPIView
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from epic_events.events.api import IntegerFilter, get_api_event
from epic_events.events.models import Event, Registration
from epic_events.events.permissions import is_staff_of
from epic_events.pairings.models import Match, Seat
from epic_events.pairings.results import match_state
from epic_events.pairings.results.api.serializers import MatchBody, build_match_response


class MatchFilter(filters.FilterSet):
    """Query parameters of the match list, for example ``?stage=1&round=2&mine=true``."""

    stage = IntegerFilter(field_name="round__stage__order", label="Order of the stage, from 1.")
    round = IntegerFilter(field_name="round__number", label="Number of the round in its stage.")
    registration = IntegerFilter(field_name="seats__registration", label="Only the tables of this registration.")
    mine = filters.BooleanFilter(method="only_mine", label="Only the tables of the current user.")

    class Meta:
        model = Match
        fields = ("status",)

    def only_mine(self, matches: QuerySet[Match], _name: str, selected: Any) -> QuerySet[Match]:
        """Filter to the user's own tables, or exclude them."""
        entries = Registration.objects.of_user(getattr(self.request, "user", None))
        own = Seat.objects.filter(registration__in=entries).values("match")
        return matches.filter(pk__in=own) if selected else matches.exclude(pk__in=own)


@extend_schema_view(get=extend_schema(operation_id="matches_list", tags=["rounds"]))
class MatchList(ListAPIView[Match]):
    """The matches of an event by stage, round and table, byes last.

    Permission: everyone; unpublished rounds for staff.
    """

    permission_classes = (AllowAny,)
    serializer_class = MatchBody
    filterset_class = MatchFilter
    queryset = Match.objects.none()

    @cached_property
    def event(self) -> Event:
        """The event named in the URL."""
        return get_api_event(self.request, self.kwargs["slug"])

    def get_queryset(self) -> QuerySet[Match]:
        """Filter by event and by what the user may see."""
        matches = Match.objects.visible_to(self.request.user).filter(round__stage__event=self.event)
        return match_state.with_seats(matches).order_by(
            "round__stage__order", "round__number", F("table").asc(nulls_last=True), "pk"
        )

    def get_serializer_context(self) -> dict[str, Any]:
        """Add whether the user is staff, evaluated once for all rows."""
        staff = SimpleLazyObject(lambda: is_staff_of(self.request.user, self.event))
        return {**super().get_serializer_context(), "staff": staff}


class MatchDetail(APIView):
    """One match. Permission: everyone; in an unpublished round, staff."""

    permission_classes = (AllowAny,)

    @extend_schema(responses={200: MatchBody}, operation_id="matches_retrieve", tags=["rounds"])
    def get(self, request: Request, match_id: int) -> Response:
        """Return a match with its seats."""
        return build_match_response(request, match_id)
