"""API endpoint that lists the rounds of an event."""

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.generics import ListAPIView
from rest_framework.permissions import AllowAny

from epic_events.events.api import get_api_event
from epic_events.pairings.models import Round
from epic_events.pairings.results.api.serializers import RoundBody


@extend_schema_view(get=extend_schema(operation_id="rounds_list", tags=["rounds"]))
class RoundList(ListAPIView[Round]):
    """The rounds of an event in order.

    Permission: everyone; unpublished rounds for staff.
    """

    permission_classes = (AllowAny,)
    serializer_class = RoundBody
    queryset = Round.objects.none()

    def get_queryset(self) -> QuerySet[Round]:
        """Filter by event and by what the user may see."""
        event = get_api_event(self.request, self.kwargs["slug"])
        rounds = Round.objects.visible_to(self.request.user).filter(stage__event=event)
        return rounds.select_related("stage").order_by("stage__order", "number")
