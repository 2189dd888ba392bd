"""Disputes through the API: read what one may see, open one, change its record, decide, publish."""

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.generics import GenericAPIView, ListAPIView
from rest_framework.permissions import AllowAny, IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import ScopedRateThrottle
from rest_framework.views import APIView

from epic_events.accounts.models import User
from epic_events.disputes import permissions, services
from epic_events.disputes.models import Dispute
from epic_events.disputes.presenting import replay_page
from epic_events.errors import MissingError
from epic_events.events.api import event_for
from epic_events.pairings.models import Match


class DisputeBody(serializers.ModelSerializer[Dispute]):
    """A dispute in a list."""

    event = serializers.SlugRelatedField[Any](slug_field="slug", read_only=True)
    match = serializers.IntegerField(source="match_id", read_only=True, allow_null=True)

    class Meta:
        model = Dispute
        fields = (
            "slug", "title", "event", "match", "game", "rules_version", "status", "verdict", "decision", "opened_at",
            "decided_at", "published_at", "record_released",
        )  # fmt: skip

    def to_representation(self, instance: Dispute) -> dict[str, Any]:
        """Keep the draft of a decision with those who write it."""
        body = super().to_representation(instance)
        if not instance.published_at and not self.context.get("judging"):
            body["decision"] = ""
        return body


class DisputeDetailBody(DisputeBody):
    """A dispute with its replay, as much of it as the reader may see."""

    replay = serializers.JSONField(read_only=True, help_text="Timeline, reasons and the last board; null until done.")
    record = serializers.CharField(read_only=True, allow_null=True, help_text="Null where the record is not open.")

    class Meta(DisputeBody.Meta):
        fields = (*DisputeBody.Meta.fields, "replay", "record")


class OpenBody(serializers.Serializer[Any]):
    """A new dispute."""

    title = serializers.CharField(max_length=160)
    record = serializers.CharField(trim_whitespace=False, max_length=services.LONGEST_RECORD)
    event = serializers.SlugField(required=False, allow_blank=True, default="")
    match = serializers.IntegerField(required=False, allow_null=True, default=None)


class RecordBody(serializers.Serializer[Any]):
    """The next version of a record."""

    record = serializers.CharField(trim_whitespace=False, max_length=services.LONGEST_RECORD)


class DecisionBody(serializers.Serializer[Any]):
    """A decision; ``publish`` shows it to everybody at once."""

    decision = serializers.CharField(max_length=services.LONGEST_DECISION)
    publish = serializers.BooleanField(default=False)


def _dispute(request: Request, slug: str) -> Dispute:
    known = Dispute.objects.visible_to(request.user).select_related("event", "record")
    dispute = known.filter(slug=slug).first()
    if dispute is None:
        raise MissingError("There is no such dispute, or its decision is not published.")
    return dispute


def _full_body(request: Request, dispute: Dispute) -> dict[str, Any]:
    full = permissions.can_see_record(request.user, dispute)
    page = replay_page(dispute, "", full=full)
    judging = permissions.can_judge_dispute(request.user, dispute)
    body = DisputeBody(dispute, context={"judging": judging}).data
    replay = None
    if "steps" in page:
        replay = {name: page[name] for name in ("decisions", "illegal", "steps", "board")}
    text = dispute.record.text if full and dispute.record else None
    return {**body, "replay": replay, "record": text}


class DisputeList(ListAPIView[Dispute]):
    """Published disputes, and those of the viewer's own events; judges open new ones here."""

    permission_classes = (IsAuthenticatedOrReadOnly,)
    serializer_class = DisputeBody
    filterset_fields = ("verdict", "status", "rules_version")
    queryset = Dispute.objects.all()

    def get_throttles(self) -> list[Any]:
        """Replays cost: opening is throttled apart."""
        if self.request.method == "POST":
            self.throttle_scope = "replay"
            return [ScopedRateThrottle()]
        return super().get_throttles()

    def get_queryset(self) -> QuerySet[Dispute]:
        """Filter by the viewer."""
        return Dispute.objects.visible_to(self.request.user).select_related("event").defer("result")

    @extend_schema(request=OpenBody, responses={201: DisputeDetailBody}, operation_id="disputes_open")
    def post(self, request: Request) -> Response:
        """Open a dispute; a worker replays it."""
        assert isinstance(request.user, User)
        given = OpenBody(data=request.data)
        given.is_valid(raise_exception=True)
        data = given.validated_data
        match = None
        if data["match"] is not None:
            match = Match.objects.visible_to(request.user).filter(pk=data["match"]).first()
            if match is None:
                raise MissingError("There is no such match.")
        event = event_for(request, data["event"]) if data["event"] else None
        dispute = services.open_dispute(
            request.user, title=data["title"], record=data["record"], event=event, match=match
        )
        return Response(_full_body(request, dispute), status=status.HTTP_201_CREATED)


class DisputeDetail(APIView):
    """One dispute. Permission: everybody once it is published, its staff before."""

    permission_classes = (AllowAny,)

    @extend_schema(responses={200: DisputeDetailBody}, operation_id="disputes_retrieve")
    def get(self, request: Request, slug: str) -> Response:
        """Show verdict, timeline, last board and decision."""
        return Response(_full_body(request, _dispute(request, slug)))


class RecordView(GenericAPIView[Dispute]):
    """The record of a dispute. Permission: judges of the dispute, checked by the service."""

    permission_classes = (IsAuthenticated,)
    throttle_classes = (ScopedRateThrottle,)
    throttle_scope = "replay"
    serializer_class = RecordBody
    queryset = Dispute.objects.none()

    @extend_schema(responses={200: DisputeDetailBody}, operation_id="disputes_record")
    def post(self, request: Request, slug: str) -> Response:
        """Add the next version of the record and replay it."""
        assert isinstance(request.user, User)
        given = RecordBody(data=request.data)
        given.is_valid(raise_exception=True)
        services.change_record(request.user, _dispute(request, slug), given.validated_data["record"])
        return Response(_full_body(request, _dispute(request, slug)))


class DecisionView(GenericAPIView[Dispute]):
    """The decision on a dispute. Permission: judges of the dispute, checked by the service."""

    permission_classes = (IsAuthenticated,)
    serializer_class = DecisionBody
    queryset = Dispute.objects.none()

    @extend_schema(responses={200: DisputeDetailBody}, operation_id="disputes_decide")
    def post(self, request: Request, slug: str) -> Response:
        """Keep the decision, and publish it if asked to."""
        assert isinstance(request.user, User)
        given = DecisionBody(data=request.data)
        given.is_valid(raise_exception=True)
        dispute = services.decide(request.user, _dispute(request, slug), given.validated_data["decision"])
        if given.validated_data["publish"]:
            services.publish(request.user, dispute)
        return Response(_full_body(request, _dispute(request, slug)))
