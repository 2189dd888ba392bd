"""API endpoints for judge calls."""

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
from epic_events.events.api import get_api_event
from epic_events.infra.errors import MissingError, UserError
from epic_events.judging.calls import services
from epic_events.judging.models import MAX_ANSWER_LENGTH, MAX_REASON_LENGTH, Call
from epic_events.pairings.models import Match

MAX_ID = 2**63 - 1


class CallBody(serializers.ModelSerializer[Call]):
    """A judge call."""

    match = serializers.IntegerField(source="match_id", allow_null=True, help_text="Null if the match was deleted.")
    registration = serializers.IntegerField(
        source="registration_id", allow_null=True, help_text="The player who called; null for staff."
    )
    assignee = serializers.IntegerField(
        source="assignee_id", allow_null=True, help_text="User id of the judge who took the call."
    )

    class Meta:
        model = Call
        fields = (
            "id",
            "match",
            "table",
            "registration",
            "reason",
            "status",
            "assignee",
            "answer",
            "at",
            "taken_at",
            "ended_at",
        )


class CallRequest(serializers.Serializer[Any]):
    """The match to call a judge to, and the reason."""

    match = serializers.IntegerField(min_value=1, max_value=MAX_ID)
    reason = serializers.CharField(max_length=MAX_REASON_LENGTH, allow_blank=True, default="")


class CallStepRequest(serializers.Serializer[Any]):
    """An action on a call."""

    step = serializers.ChoiceField(
        choices=[
            (services.TAKE, "The judge who asks takes it"),
            (services.HAND_OVER, "Another judge gets it: `to`"),
            (services.PUT_BACK, "It waits again"),
            (services.FINISH, "It is done, with an `answer`"),
            (services.WITHDRAW, "No judge is needed any more"),
        ]
    )
    to = serializers.IntegerField(
        min_value=1, max_value=MAX_ID, allow_null=True, default=None, help_text="User id of a judge of the event."
    )
    answer = serializers.CharField(max_length=MAX_ANSWER_LENGTH, allow_blank=True, default="")


class CallFilter(filters.FilterSet):
    """Query parameters of the list, such as ``?status=open``."""

    class Meta:
        model = Call
        fields = ("status",)


@extend_schema_view(get=extend_schema(operation_id="calls_list", tags=["judging"]))
class CallList(ListAPIView[Call]):
    """Calls of an event, oldest first.

    Permission: staff read all calls; players read the calls of their own matches.
    """

    permission_classes = (IsAuthenticated,)
    serializer_class = CallBody
    filterset_class = CallFilter
    queryset = Call.objects.none()

    def get_queryset(self) -> QuerySet[Call]:
        """Return the calls of the event that the user may read."""
        event = get_api_event(self.request, self.kwargs["slug"])
        return Call.objects.visible_to(self.request.user).filter(event=event).order_by("pk")

    @extend_schema(request=CallRequest, responses={201: CallBody}, operation_id="calls_open", tags=["judging"])
    def post(self, request: Request, slug: str) -> Response:
        """Call a judge to a table, or return the call that is already waiting there."""
        assert isinstance(request.user, User)
        event = get_api_event(request, slug)
        serializer = CallRequest(data=request.data)
        serializer.is_valid(raise_exception=True)
        key, reason = serializer.validated_data["match"], serializer.validated_data["reason"]
        match = Match.objects.visible_to(request.user).filter(round__stage__event=event, pk=key).first()
        if match is None:
            raise MissingError(_("This match does not exist."))
        call = services.call_judge(request.user, match, reason=reason)
        return Response(CallBody(call).data, status=status.HTTP_201_CREATED)


class CallDetail(APIView):
    """A call.

    Permission: staff of the event and players of the match; the service checks actions.
    """

    permission_classes = (IsAuthenticated,)

    @extend_schema(responses={200: CallBody}, operation_id="calls_retrieve", tags=["judging"])
    def get(self, request: Request, call_id: int) -> Response:
        """Return a call."""
        return Response(CallBody(_get_call_or_404(request, call_id)).data)

    @extend_schema(request=CallStepRequest, responses={200: CallBody}, operation_id="calls_step", tags=["judging"])
    def post(self, request: Request, call_id: int) -> Response:
        """Take, hand over, put back, finish or cancel a call."""
        assert isinstance(request.user, User)
        call = _get_call_or_404(request, call_id)
        serializer = CallStepRequest(data=request.data)
        serializer.is_valid(raise_exception=True)
        return Response(CallBody(_apply_step(request.user, call, serializer.validated_data)).data)


def _get_call_or_404(request: Request, key: int) -> Call:
    """Return a call.

    Raises:
        MissingError: no such call is visible to the user.
    """
    call = Call.objects.visible_to(request.user).select_related("event").filter(pk=key).first()
    if call is None:
        raise MissingError(_("This call does not exist."))
    return call


def _apply_step(actor: User, call: Call, data: dict[str, Any]) -> Call:
    """Apply the requested action to a call.

    Raises:
        UserError: the judge to hand over to is missing, or the service rejected the action.
    """
    step = data["step"]
    if step == services.FINISH:
        return services.finish_call(actor, call, answer=data["answer"])
    if step == services.HAND_OVER:
        to = User.objects.filter(pk=data["to"]).first() if data["to"] else None
        if to is None:
            message = _("Choose the judge who takes over the call.")
            raise UserError(message, fields={"to": message})
        return services.hand_over(actor, call, to)
    plain = {
        services.TAKE: services.take_call,
        services.PUT_BACK: services.put_back,
        services.WITHDRAW: services.withdraw_call,
    }
    return plain[step](actor, call)
