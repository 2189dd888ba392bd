"""API endpoints that open, start, finish or cancel an event, or finish a round."""

from collections.abc import Callable
from typing import Any, Final

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from epic_events.accounts.models import User
from epic_events.events import services as events
from epic_events.events.api import MAX_REASON_LENGTH, EventBody, event_body, get_api_event
from epic_events.events.models import Event
from epic_events.events.permissions import build_permission_error, is_staff_of
from epic_events.pairings.results.api.serializers import RoundBody, get_round_or_404
from epic_events.pairings.rounds.services.ending import finish_event
from epic_events.pairings.rounds.services.pairing import finish_round


class EventStepRequest(serializers.Serializer[Any]):
    """A status change of an event."""

    step = serializers.ChoiceField(
        choices=["open", "start", "finish", "cancel"],
        help_text="Pairing the first round also starts an open event.",
    )
    reason = serializers.CharField(
        max_length=MAX_REASON_LENGTH,
        allow_blank=True,
        default="",
        help_text="Required to cancel, and to finish before all planned rounds are played.",
    )


_STEPS: Final[dict[str, Callable[[User, Event, str], Event]]] = {
    "open": lambda user, event, _reason: events.open_event(user, event),
    "start": lambda user, event, _reason: events.start_event(user, event),
    "finish": lambda user, event, reason: finish_event(user, event, reason=reason),
    "cancel": lambda user, event, reason: events.cancel_event(user, event, reason=reason),
}


class EventStepView(APIView):
    """Change the status of an event.

    Permission: its staff; details are checked by the services.
    """

    permission_classes = (IsAuthenticated,)

    @extend_schema(request=EventStepRequest, responses={200: EventBody}, operation_id="events_step", tags=["events"])
    def post(self, request: Request, slug: str) -> Response:
        """Open an event for registration, start it, finish it, or cancel it."""
        assert isinstance(request.user, User)
        event = get_api_event(request, slug)
        if not is_staff_of(request.user, event):
            raise build_permission_error(request.user, event, _("Only staff of this event can do this."))
        given = EventStepRequest(data=request.data)
        given.is_valid(raise_exception=True)
        done = _STEPS[given.validated_data["step"]](request.user, event, given.validated_data["reason"])
        return Response(event_body(request, done))


class FinishView(APIView):
    """Finish a round.

    Permission: organisers, head judges and scorekeepers, checked by the service.
    """

    permission_classes = (IsAuthenticated,)

    @extend_schema(request=None, responses={200: RoundBody}, operation_id="round_finish", tags=["rounds"])
    def post(self, request: Request, round_id: int) -> Response:
        """Finish a round whose results are all final. Its standings become public."""
        assert isinstance(request.user, User)
        return Response(RoundBody(finish_round(request.user, get_round_or_404(request, round_id))).data)
