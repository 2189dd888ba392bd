"""API of rounds and pods: list, pair, publish, finish, explain, and avoidances."""

from collections.abc import Callable
from typing import Any, Final

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import serializers, status
from rest_framework.generics import ListAPIView
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from epic_events.accounts.models import User
from epic_events.events import services as events
from epic_events.events.api import MAX_REASON_LENGTH, EventBody, event_body, get_api_event
from epic_events.events.models import Event, Stage
from epic_events.events.permissions import build_permission_error, is_staff_of, require_scorekeeper
from epic_events.events.readiness import Waiver
from epic_events.events.selectors import get_entry_or_404
from epic_events.infra.errors import MissingError
from epic_events.infra.names import plain
from epic_events.pairings.models import Avoidance, Round
from epic_events.pairings.pods import pod_rows, poddings
from epic_events.pairings.results.serializers import RoundBody, get_match_or_404, get_round_or_404
from epic_events.pairings.rounds.explanations import explain_match
from epic_events.pairings.rounds.services.avoidance import add_avoidance, remove_avoidance
from epic_events.pairings.rounds.services.ending import finish_event, start_cut
from epic_events.pairings.rounds.services.pairing import finish_round, pair_round, publish_round


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


MAX_NAMED = 10_000
MAX_KEY = 2**63 - 1


class WaiverBody(serializers.Serializer[Any]):
    """A waiver for players who do not meet the event's requirements."""

    without = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=MAX_KEY),
        max_length=MAX_NAMED,
        default=list,
        help_text="Ids of registrations that may play without a valid decklist. If another player has none, the "
        "response is 409 `not_ready` with the names of all such players. The waiver applies to the stage.",
    )
    reason = serializers.CharField(
        allow_blank=True,
        default="",
        max_length=500,
        help_text="Reason, required if `without` is not empty.",
    )


class CutBody(WaiverBody):
    """The size of the cut, and a waiver."""

    size = serializers.IntegerField(
        min_value=2,
        max_value=Stage.MAX_BRACKET_SIZE,
        required=False,
        help_text="Size of the cut, if the planned size no longer fits the number of players.",
    )


def _validate_waiver_body(body: type[WaiverBody], request: Request) -> tuple[dict[str, Any], Waiver | None]:
    """Validate a request body and return its data and the waiver."""
    serializer = body(data=request.data)
    serializer.is_valid(raise_exception=True)
    data = serializer.validated_data
    return data, Waiver(frozenset(data["without"]), data["reason"]) if data["without"] else None


class PairView(APIView):
    """Pair the next round.

    Permission: organisers, head judges and scorekeepers, checked by the service.
    """

    permission_classes = (IsAuthenticated,)

    @extend_schema(request=WaiverBody, responses={201: RoundBody}, operation_id="rounds_pair", tags=["rounds"])
    def post(self, request: Request, slug: str) -> Response:
        """Pair the next round without publishing it.

        It starts an open event, and finishes the current round if all its results are in.
        """
        assert isinstance(request.user, User)
        event = get_api_event(request, slug)
        _data, waiver = _validate_waiver_body(WaiverBody, request)
        round_ = pair_round(request.user, event, waiver=waiver)
        return Response(RoundBody(round_).data, status=status.HTTP_201_CREATED)


class CutView(APIView):
    """Start the cut.

    Permission: organisers, head judges and scorekeepers, checked by the service.
    """

    permission_classes = (IsAuthenticated,)

    @extend_schema(request=CutBody, responses={201: RoundBody}, operation_id="cut_start", tags=["rounds"])
    def post(self, request: Request, slug: str) -> Response:
        """Seed the cut and pair its first round without publishing it."""
        assert isinstance(request.user, User)
        event = get_api_event(request, slug)
        data, waiver = _validate_waiver_body(CutBody, request)
        round_ = start_cut(request.user, event, size=data.get("size"), waiver=waiver)
        return Response(RoundBody(round_).data, status=status.HTTP_201_CREATED)


class PublishView(APIView):
    """Publish a paired round.

    Permission: organisers, head judges and scorekeepers, checked by the service.
    """

    permission_classes = (IsAuthenticated,)

    @extend_schema(request=WaiverBody, responses={200: RoundBody}, operation_id="round_publish", tags=["rounds"])
    def post(self, request: Request, round_id: int) -> Response:
        """Publish a paired round to the players. Its byes become wins."""
        assert isinstance(request.user, User)
        round_ = get_round_or_404(request, round_id)
        _data, waiver = _validate_waiver_body(WaiverBody, request)
        return Response(RoundBody(publish_round(request.user, round_, waiver=waiver)).data)


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
        serializer = EventStepRequest(data=request.data)
        serializer.is_valid(raise_exception=True)
        done = _STEPS[serializer.validated_data["step"]](request.user, event, serializer.validated_data["reason"])
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


class ExplanationBody(serializers.Serializer[Any]):
    """The explanation of a pairing or bye."""

    sentences = serializers.ListField(child=serializers.CharField(), help_text="The reasons stored with the match.")
    facts = serializers.ListField(child=serializers.CharField(), help_text="Facts about the players' scores.")
    alternative = serializers.ListField(
        child=serializers.CharField(), help_text="The best alternative without this pairing."
    )
    verdict = serializers.CharField(help_text="The cost of the alternative. Empty unless the round is a Swiss round.")


class ExplanationView(APIView):
    """The explanation of one match.

    Permission: everyone. Unpublished rounds and avoidances: staff.
    """

    permission_classes = (AllowAny,)

    @extend_schema(responses={200: ExplanationBody}, operation_id="match_why", tags=["rounds"])
    def get(self, request: Request, match_id: int) -> Response:
        """Explain a match or a bye, with the best alternative pairing."""
        match = get_match_or_404(request, match_id)
        explanation = explain_match(match, staff=is_staff_of(request.user, match.round.stage.event))
        body = {
            "sentences": explanation.sentences,
            "facts": [plain(fact) for fact in explanation.facts],
            "alternative": [plain(pair) for pair in explanation.alternative],
            "verdict": explanation.verdict,
        }
        return Response(ExplanationBody(body).data)


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
            raise MissingError(_("This pair does not exist."))
        remove_avoidance(request.user, avoidance)
        return Response(status=status.HTTP_204_NO_CONTENT)


class PodSeatBody(serializers.Serializer[Any]):
    """A player's seat in a pod."""

    seat = serializers.IntegerField()
    registration = serializers.IntegerField(source="registration_id")
    player = serializers.CharField(source="registration.name")


class PodBody(serializers.Serializer[Any]):
    """A pod with its players in seat order."""

    stage = serializers.IntegerField(help_text="Order of the stage in the event, from 1.")
    pod = serializers.IntegerField()
    seats = PodSeatBody(many=True)


class PodsView(APIView):
    """Pods of an event.

    Permission: every user who may view the event; unpublished pods only for the staff.
    """

    permission_classes = (AllowAny,)

    @extend_schema(responses={200: PodBody(many=True)}, operation_id="pods_list", tags=["rounds"])
    def get(self, request: Request, slug: str) -> Response:
        """List the pods of every stage, by stage and number."""
        event = get_api_event(request, slug)
        rows = poddings(event, drafts=is_staff_of(request.user, event))
        pods = [
            {"stage": podding.stage.order, "pod": row.number, "seats": row.seats}
            for podding in rows
            for row in pod_rows(podding.stage)
        ]
        return Response(PodBody(pods, many=True).data)
