"""Tables through the API."""

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

from epic_events.events.api import WholeNumberFilter, event_for
from epic_events.events.models import Event, Registration
from epic_events.events.permissions import is_staff_of
from epic_events.pairings.models import Match, Seat
from epic_events.pairings.results import table_rows
from epic_events.pairings.results.api.bodies import MatchBody, answer_with


class MatchFilter(filters.FilterSet):
    """``?stage=1&round=2&mine=true``."""

    stage = WholeNumberFilter(field_name="round__stage__order", label="Order of the stage, from 1.")
    round = WholeNumberFilter(field_name="round__number", label="Number of the round in its stage.")
    registration = WholeNumberFilter(field_name="seats__registration", label="Only the tables of this entry.")
    mine = filters.BooleanFilter(method="only_mine", label="Only the tables of the person who asks.")

    class Meta:
        model = Match
        fields = ("status",)

    def only_mine(self, matches: QuerySet[Match], _name: str, wanted: Any) -> QuerySet[Match]:
        """Narrow to the viewer's own tables, or to all others."""
        entries = Registration.objects.of_user(getattr(self.request, "user", None))
        own = Seat.objects.filter(registration__in=entries).values("match")
        return matches.filter(pk__in=own) if wanted else matches.exclude(pk__in=own)


@extend_schema_view(get=extend_schema(operation_id="matches_list", tags=["rounds"]))
class MatchList(ListAPIView[Match]):
    """The matches of an event, by stage, round and table, byes last. Permission: everybody; drafts for the staff."""

    permission_classes = (AllowAny,)
    serializer_class = MatchBody
    filterset_class = MatchFilter
    queryset = Match.objects.none()

    @cached_property
    def event(self) -> Event:
        """The event in the address."""
        return event_for(self.request, self.kwargs["slug"])

    def get_queryset(self) -> QuerySet[Match]:
        """Filter by the event and the viewer."""
        matches = Match.objects.visible_to(self.request.user).filter(round__stage__event=self.event)
        return table_rows.with_seats(matches).order_by(
            "round__stage__order", "round__number", F("table").asc(nulls_last=True), "pk"
        )

    def get_serializer_context(self) -> dict[str, Any]:
        """Say whether the viewer belongs to the staff, once for all rows."""
        staff = SimpleLazyObject(lambda: is_staff_of(self.request.user, self.event))
        return {**super().get_serializer_context(), "staff": staff}


class MatchDetail(APIView):
    """One table. Permission: everybody; of a draft, the staff."""

    permission_classes = (AllowAny,)

    @extend_schema(responses={200: MatchBody}, operation_id="matches_retrieve", tags=["rounds"])
    def get(self, request: Request, match_id: int) -> Response:
        """Give a match with its seats."""
        return answer_with(request, match_id)
