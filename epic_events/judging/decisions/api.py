"""API endpoints for decisions and appeals."""

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
from epic_events.events.permissions import build_permission_error, is_staff_of
from epic_events.infra.errors import MissingError
from epic_events.judging.decisions import selectors, services
from epic_events.judging.decisions.validation import MAX_CITATIONS, DecisionContent, NewPenalty
from epic_events.judging.models import (
    MAX_APPEAL_LENGTH,
    MAX_MINUTES,
    MAX_REMEDY_LENGTH,
    MAX_TEXT_LENGTH,
    Appeal,
    Case,
    Decision,
)
from epic_events.pairings.selectors import get_match

MAX_ID = 2**63 - 1


class DecisionBody(serializers.ModelSerializer[Decision]):
    """A decision on a case. The one with the highest number is current."""

    citations = serializers.ListField(child=serializers.CharField())
    penalty = serializers.IntegerField(source="penalty_id", allow_null=True)
    appeal = serializers.IntegerField(source="appeal_id", allow_null=True, help_text="The appeal that it decides.")

    class Meta:
        model = Decision
        fields = ("number", "text", "remedy", "citations", "minutes", "penalty", "appeal", "at")


class AppealBody(serializers.ModelSerializer[Appeal]):
    """An appeal to the head judge."""

    registration = serializers.IntegerField(source="registration_id", allow_null=True)

    class Meta:
        model = Appeal
        fields = ("id", "registration", "reason", "status", "at", "ended_at")


class CaseBody(serializers.ModelSerializer[Case]):
    """A case with all its decisions and appeals, newest first."""

    match = serializers.IntegerField(source="match_id", allow_null=True)
    call = serializers.IntegerField(source="call_id", allow_null=True)
    decisions = DecisionBody(many=True)
    appeals = AppealBody(many=True)

    class Meta:
        model = Case
        fields = ("id", "match", "table", "call", "status", "frozen", "at", "decisions", "appeals")


class DecisionRequest(serializers.Serializer[Any]):
    """The content of a decision."""

    text = serializers.CharField(max_length=MAX_TEXT_LENGTH)
    remedy = serializers.CharField(max_length=MAX_REMEDY_LENGTH, allow_blank=True, default="")
    citations = serializers.ListField(
        child=serializers.CharField(max_length=60),
        max_length=MAX_CITATIONS,
        default=list,
        help_text="Citations of rules.",
    )
    minutes = serializers.IntegerField(min_value=0, max_value=MAX_MINUTES, default=0)

    @staticmethod
    def build_content(data: dict[str, Any]) -> DecisionContent:
        """Return the content from validated data."""
        return DecisionContent(data["text"], data["remedy"], tuple(data["citations"]), data["minutes"])


class NewPenaltyRequest(serializers.Serializer[Any]):
    """A penalty to give together with a decision."""

    registration = serializers.IntegerField(min_value=1, max_value=MAX_ID)
    infraction = serializers.CharField(max_length=50, help_text="Slug of an infraction of the game's policy.")
    level = serializers.CharField(
        max_length=50,
        allow_blank=True,
        default="",
        help_text="Slug of a level of the game's policy; empty for the recommended level.",
    )

    @staticmethod
    def build(event: Event | None, data: dict[str, Any] | None) -> NewPenalty | None:
        """Return the penalty from validated data; None without data.

        Raises:
            MissingError: the event has no such entry.
        """
        if not data:
            return None
        entry = event.registrations.select_related("player").filter(pk=data["registration"]).first() if event else None
        if entry is None:
            raise MissingError(_("This entry does not exist in this event."))
        return NewPenalty(entry, data["infraction"], data["level"])


class DecideRequest(DecisionRequest):
    """A decision at a table."""

    new_penalty = NewPenaltyRequest(required=False, allow_null=True, help_text="A penalty to give with the decision.")
    match = serializers.IntegerField(min_value=1, max_value=MAX_ID)
    penalty = serializers.IntegerField(min_value=1, max_value=MAX_ID, allow_null=True, default=None)


class CorrectRequest(DecisionRequest):
    """A corrected decision and the reason for the correction."""

    reason = serializers.CharField(max_length=500)


class AppealRequest(serializers.Serializer[Any]):
    """The reason for an appeal."""

    reason = serializers.CharField(max_length=MAX_APPEAL_LENGTH, allow_blank=True, default="")


class AppealDecisionRequest(DecisionRequest):
    """The head judge's decision on an appeal."""

    upheld = serializers.BooleanField(help_text="True if the appealed decision stands.")
    new_penalty = NewPenaltyRequest(required=False, allow_null=True, help_text="A penalty to give with the decision.")


def _get_case_or_404(request: Request, key: int) -> Case:
    """Return a case.

    Raises:
        MissingError: no such case is visible to the user.
    """
    case = selectors.with_decisions_and_appeals(Case.objects.visible_to(request.user)).filter(pk=key).first()
    if case is None:
        raise MissingError(_("This decision does not exist."))
    return case


def _respond_with_case(request: Request, key: int, code: int = status.HTTP_200_OK) -> Response:
    return Response(CaseBody(_get_case_or_404(request, key)).data, status=code)


@extend_schema_view(get=extend_schema(operation_id="decisions_list", tags=["judging"]))
class CaseList(ListAPIView[Case]):
    """Cases of an event with their decisions, newest first.

    Permission: staff read all; players read those of their own matches.
    """

    permission_classes = (IsAuthenticated,)
    serializer_class = CaseBody
    queryset = Case.objects.none()

    def get_queryset(self) -> QuerySet[Case]:
        """Return the cases of the event that the user may read."""
        event = get_api_event(self.request, self.kwargs["slug"])
        return (
            selectors.with_decisions_and_appeals(Case.objects.visible_to(self.request.user))
            .filter(event=event)
            .order_by("-pk")
        )

    @extend_schema(request=DecideRequest, responses={201: CaseBody}, operation_id="decisions_give", tags=["judging"])
    def post(self, request: Request, slug: str) -> Response:
        """Decide at a table and notify its players."""
        assert isinstance(request.user, User)
        event = get_api_event(request, slug)
        if not is_staff_of(request.user, event):
            raise build_permission_error(request.user, event, _("Only a judge of this event may do this."))
        serializer = DecideRequest(data=request.data)
        serializer.is_valid(raise_exception=True)
        data = serializer.validated_data
        match = get_match(event, data["match"])
        penalty = event.penalties.filter(pk=data["penalty"]).first() if data["penalty"] else None
        if data["penalty"] and penalty is None:
            raise MissingError(_("This penalty does not exist."))
        new_penalty = NewPenaltyRequest.build(event, data.get("new_penalty"))
        decision = services.decide(
            request.user, match, serializer.build_content(data), penalty=penalty, new_penalty=new_penalty
        )
        return _respond_with_case(request, decision.case_id, status.HTTP_201_CREATED)


class CaseDetail(APIView):
    """A case with its decisions and appeals.

    Permission: staff of the event and players of the match.
    """

    permission_classes = (IsAuthenticated,)

    @extend_schema(responses={200: CaseBody}, operation_id="decisions_retrieve", tags=["judging"])
    def get(self, request: Request, case_id: int) -> Response:
        """Return a case with all its decisions."""
        return _respond_with_case(request, case_id)

    @extend_schema(
        request=CorrectRequest, responses={200: CaseBody}, operation_id="decisions_correct", tags=["judging"]
    )
    def post(self, request: Request, case_id: int) -> Response:
        """Correct the decision. Earlier decisions remain readable."""
        assert isinstance(request.user, User)
        case = _get_case_or_404(request, case_id)
        serializer = CorrectRequest(data=request.data)
        serializer.is_valid(raise_exception=True)
        data = serializer.validated_data
        services.correct(request.user, case, serializer.build_content(data), reason=data["reason"])
        return _respond_with_case(request, case_id)


class AppealView(APIView):
    """Makes or withdraws an appeal.

    Permission: players of the match, checked by the service.
    """

    permission_classes = (IsAuthenticated,)

    @extend_schema(request=AppealRequest, responses={200: CaseBody}, operation_id="appeals_make", tags=["judging"])
    def post(self, request: Request, case_id: int) -> Response:
        """Appeal to the head judge, or return the open appeal."""
        assert isinstance(request.user, User)
        case = _get_case_or_404(request, case_id)
        serializer = AppealRequest(data=request.data)
        serializer.is_valid(raise_exception=True)
        services.appeal(request.user, case, reason=serializer.validated_data["reason"])
        return _respond_with_case(request, case_id)

    @extend_schema(request=None, responses={200: CaseBody}, operation_id="appeals_withdraw", tags=["judging"])
    def delete(self, request: Request, case_id: int) -> Response:
        """Withdraw the user's own appeal."""
        assert isinstance(request.user, User)
        services.withdraw_appeal(request.user, _get_last_appeal_or_404(_get_case_or_404(request, case_id)))
        return _respond_with_case(request, case_id)


class AppealDecisionView(APIView):
    """Decides an appeal.

    Permission: head judges, checked by the service.
    """

    permission_classes = (IsAuthenticated,)

    @extend_schema(
        request=AppealDecisionRequest, responses={200: CaseBody}, operation_id="appeals_decide", tags=["judging"]
    )
    def post(self, request: Request, case_id: int) -> Response:
        """Decide the open appeal. The decision is final."""
        assert isinstance(request.user, User)
        case = _get_case_or_404(request, case_id)
        serializer = AppealDecisionRequest(data=request.data)
        serializer.is_valid(raise_exception=True)
        data = serializer.validated_data
        new_penalty = NewPenaltyRequest.build(case.event, data.get("new_penalty"))
        services.decide_appeal(
            request.user,
            _get_last_appeal_or_404(case),
            serializer.build_content(data),
            upheld=data["upheld"],
            new_penalty=new_penalty,
        )
        return _respond_with_case(request, case_id)


def _get_last_appeal_or_404(case: Case) -> Appeal:
    """Return the latest appeal of a case.

    Raises:
        MissingError: the case has no appeal.
    """
    last = case.appeals.order_by("-pk").first()
    if last is None:
        raise MissingError(_("This appeal does not exist."))
    last.case = case
    return last
