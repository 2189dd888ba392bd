"""The rounds of an event through the API."""

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.generics import ListAPIView
from rest_framework.permissions import AllowAny

from epic_events.events.api import event_for
from epic_events.pairings.models import Round
from epic_events.pairings.results.api.bodies import RoundBody


@extend_schema_view(get=extend_schema(operation_id="rounds_list", tags=["rounds"]))
class RoundList(ListAPIView[Round]):
    """The rounds of an event in order; drafts for its staff only. Permission: everybody."""

    permission_classes = (AllowAny,)
    serializer_class = RoundBody
    queryset = Round.objects.none()

    def get_queryset(self) -> QuerySet[Round]:
        """Filter by the event and the viewer."""
        event = event_for(self.request, self.kwargs["slug"])
        rounds = Round.objects.visible_to(self.request.user).filter(stage__event=event)
        return rounds.select_related("stage").order_by("stage__order", "number")
