"""API of disputes.

List, read, open, change the record, cancel the replay, decide, PDF.
"""

from typing import Any, Final, TypeVar

from django.db import transaction
from django.db.models import Model, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from django_filters import rest_framework as filters
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field, extend_schema_view
from rest_framework import serializers, status
from rest_framework.generics import ListAPIView
from rest_framework.permissions import AllowAny, IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle, ScopedRateThrottle
from rest_framework.views import APIView

from epic_events.accounts.models import User
from epic_events.disputes import permissions, services
from epic_events.disputes.api_bodies import ReplayBody
from epic_events.disputes.decisions import services as deciding
from epic_events.disputes.models import Dispute
from epic_events.disputes.printout import build_requested_printout
from epic_events.disputes.queue import ahead_of, cancel
from epic_events.disputes.records import MAX_QUOTE_LENGTH, MAX_RECORD_LENGTH
from epic_events.disputes.replays.disputed_play import Answer
from epic_events.disputes.replays.page import replay_page
from epic_events.disputes.selectors import find_dispute
from epic_events.documents import api as prints
from epic_events.documents import responses
from epic_events.events.api import IntegerFilter, RulesVersionFilter
from epic_events.events.models import Event
from epic_events.infra.errors import UserError
from epic_events.judging.decisions.api import DecisionBody, DecisionRequest, NewPenaltyRequest
from epic_events.judging.models import Case
from epic_events.pairings.models import Match
from epic_events.reference.rules import selectors

MAX_STEPS = 1_000_000
Thing = TypeVar("Thing", bound=Model)


class DisputeBody(serializers.ModelSerializer[Dispute]):
    """A dispute in a list."""

    event = serializers.CharField(source="event.slug", default=None, allow_null=True, help_text="Slug of the event.")
    match = serializers.IntegerField(source="match_id", allow_null=True)
    replay_status = serializers.ChoiceField(source="status", choices=Dispute.Status.choices)
    case = serializers.IntegerField(source="case_id", help_text="Id of the case, for corrections and appeals.")
    decision_status = serializers.ChoiceField(source="case.status", choices=Case.Status.choices)
    decision = serializers.SerializerMethodField(
        help_text="Text of the current decision; empty until it is announced, in lists for judges too."
    )
    decided_at = serializers.SerializerMethodField(help_text="Time of the decision.")
    url = serializers.SerializerMethodField(help_text="The dispute's page.")

    class Meta:
        model = Dispute
        fields = (
            "slug", "title", "event", "match", "game", "rules_version", "disputed_line", "replay_status", "verdict",
            "case", "decision_status", "decision", "opened_at", "decided_at", "published_at", "record_released",
            "url",
        )  # fmt: skip

    def get_decision(self, dispute: Dispute) -> str:
        """Return the text of the decision.

        Empty for an unpublished one unless the user judges the dispute.
        """
        return dispute.decision.text if dispute.decision and self._open(dispute) else ""

    @extend_schema_field(serializers.DateTimeField(allow_null=True))
    def get_decided_at(self, dispute: Dispute) -> str | None:
        """Return the time of the decision; ``None`` until the players are notified."""
        at = dispute.decision.at if dispute.decision and self._open(dispute) else None
        return None if at is None else str(serializers.DateTimeField().to_representation(at))

    def _open(self, dispute: Dispute) -> bool:
        return dispute.is_announced or bool(self.context.get("judging"))

    def get_url(self, dispute: Dispute) -> str:
        """Return the address of the dispute's page."""
        return str(self.context["request"].build_absolute_uri(dispute.get_absolute_url()))


class DisputeDetailBody(DisputeBody):
    """A dispute with its replay, without hidden information for other readers."""

    failure = serializers.CharField(allow_blank=True, help_text="Error message of a failed replay; for the staff.")
    ahead = serializers.IntegerField(
        allow_null=True, help_text="Number of replays ahead in the queue; null if it is not queued."
    )
    replay = ReplayBody(allow_null=True, help_text="Null until the replay is finished.")
    record = serializers.CharField(allow_null=True, help_text="Null if the reader may not see the record.")
    decisions = DecisionBody(many=True, help_text="All decisions, the current one first; empty until one is announced.")

    class Meta:
        model = Dispute
        fields = (*DisputeBody.Meta.fields, "failure", "ahead", "replay", "record", "decisions")


class DisputedPlayField(serializers.CharField):
    """The play of a record that is disputed."""

    def __init__(self) -> None:
        super().__init__(
            default="",
            allow_blank=True,
            max_length=MAX_QUOTE_LENGTH,
            help_text="The disputed play: its text, “line 19” or “play 4”; the last one by default.",
        )


class OpenRequest(serializers.Serializer[Any]):
    """A new dispute."""

    title = serializers.CharField(max_length=160)
    record = serializers.CharField(trim_whitespace=False, max_length=MAX_RECORD_LENGTH)
    event = serializers.SlugField(required=False, help_text="Slug of the event; not needed if a match is given.")
    match = serializers.IntegerField(required=False, min_value=1, max_value=2**63 - 1)
    disputed_play = DisputedPlayField()


class RecordRequest(serializers.Serializer[Any]):
    """The next version of a record."""

    record = serializers.CharField(trim_whitespace=False, max_length=MAX_RECORD_LENGTH)
    disputed_play = DisputedPlayField()


class DisputeDecisionRequest(DecisionRequest):
    """A decision to save, to announce to the players, or to publish."""

    new_penalty = NewPenaltyRequest(
        required=False, allow_null=True, help_text="A penalty, assigned when the decision is announced."
    )
    tell = serializers.BooleanField(default=False, help_text="True to announce the decision to the players.")
    publish = serializers.BooleanField(default=False, help_text="True to publish the decision and announce it.")


class DetailQuery(serializers.Serializer[Any]):
    """Query parameters: the step whose board is returned."""

    step = serializers.IntegerField(
        required=False, min_value=0, max_value=MAX_STEPS, help_text="0 is the start. Default: the last step."
    )
    versions = serializers.BooleanField(default=False, help_text="Include rules versions with the same verdict.")


class DisputeFilter(filters.FilterSet):
    """Filters of the list, such as ``?event=spring-open&verdict=illegal``."""

    replay_status = filters.ChoiceFilter(field_name="status", choices=Dispute.Status.choices)
    rules_version = RulesVersionFilter()
    match = IntegerFilter(label="Only those about this match.")
    event = filters.CharFilter(field_name="event__slug", label="Slug of the event.")

    class Meta:
        model = Dispute
        fields = ("verdict", "rules_version")


def _resolve_reference(objects: QuerySet[Thing], field: str) -> Thing:
    """Return the object that a field of the request refers to.

    Raises:
        UserError: it does not exist, or the user may not see it.
    """
    thing = objects.first()
    if thing is None:
        message = _("This event does not exist.") if field == "event" else _("This match does not exist.")
        raise UserError(message, fields={field: message})
    return thing


def _full_body(
    request: Request, dispute: Dispute, step: int | None = None, *, versions: bool = False
) -> dict[str, Any]:
    full = permissions.can_see_record(request.user, dispute)
    judging = permissions.can_judge_dispute(request.user, dispute)
    page = replay_page(dispute, "" if step is None else str(step), full=full)
    body = DisputeBody(dispute, context={"request": request, "judging": judging}).data
    return {
        **body,
        "failure": dispute.failure if judging else "",
        "ahead": ahead_of(dispute),
        "replay": _replay(request, dispute.game, page, versions=versions) if "steps" in page else None,
        "record": dispute.record.text if full and dispute.record else None,
        "decisions": DecisionBody(
            dispute.case.decisions.all() if dispute.is_announced or judging else (), many=True
        ).data,
    }


def _replay(request: Request, game: str, page: dict[str, Any], *, versions: bool) -> dict[str, Any]:
    """Return the replay and stored board as JSON data, with absolute URLs of rules."""
    illegal = page["illegal"]
    if illegal:
        reasons = [
            {"text": reason["text"], "cited": _citation_body(request, game, reason["rule"])}
            for reason in illegal["reasons"]
        ]
        illegal = {**illegal, "reasons": reasons}
        del illegal["further"]
    steps = [
        {**step, "rules": [_citation_body(request, game, rule) for rule in step["rules"]]} for step in page["steps"]
    ]
    opinion, opening = page["opinion"], page["opening"]
    return {
        "answer": _answer(page["answer"]),
        "sentence": page["sentence"],
        "rule": _citation_body(request, game, page["rule"]) if page["rule"] else None,
        "rule_text": page["rule_text"],
        "decisions": page["decisions"],
        "illegal": illegal,
        "undetermined": page["undetermined"],
        "missing_passes": opinion["missing_passes"],
        "comparison": opinion["deviation"],
        "rests_on": [_interpretation_body(request, game, rest) for rest in (*opinion["reasons"], *opinion["rests"])],
        "assumed": opinion["assumed"],
        "cards": opinion["cards"],
        "without_decklists": opinion["without_decklists"],
        "printings": opinion["printings"],
        "other_versions": opinion["all_versions"] if versions else opinion["others"],
        "opening": {**opening, "rules": [_citation_body(request, game, rule) for rule in opening["rules"]]},
        "steps": steps,
        "step": page["current"],
        "board": page["stored"],
    }


def _answer(answer: Answer) -> dict[str, Any]:
    """Return the play that the verdict is about as JSON data."""
    play = {"line": answer.line or None, "actor": answer.actor, "text": answer.text}
    return {"verdict": answer.verdict, "reached": answer.reached, "step": answer.step, **play}


def _interpretation_body(request: Request, game: str, rest: dict[str, Any]) -> dict[str, Any]:
    """Return an applied interpretation as JSON data, with its URL instead of its id."""
    fields = {name: value for name, value in rest.items() if name != "id"}
    return {"cited": _citation_body(request, game, rest["id"]), **fields}


def _citation_body(request: Request, game: str, rule: str) -> dict[str, str]:
    """Return a citation with its heading and absolute URL."""
    reference = selectors.cited(rule, game)
    if reference is None:
        return {"rule": rule, "heading": "", "url": rule if rule.startswith("https://") else ""}
    return {"rule": rule, "heading": reference.heading, "url": request.build_absolute_uri(reference.url)}


@extend_schema_view(get=extend_schema(operation_id="disputes_list", tags=["disputes"]))
class DisputeList(ListAPIView[Dispute]):
    """List and open disputes.

    Permission: published disputes are public, others are for the event's staff. Opening is for judges, checked by the
    service.
    """

    permission_classes = (IsAuthenticatedOrReadOnly,)
    serializer_class = DisputeBody
    filterset_class = DisputeFilter
    queryset = Dispute.objects.none()

    def get_throttles(self) -> list[BaseThrottle]:
        """Return the throttles; opening has its own, because a replay is expensive."""
        if self.request.method == "POST":
            self.throttle_scope = "replay"
            return [ScopedRateThrottle()]
        return list(super().get_throttles())

    def get_queryset(self) -> QuerySet[Dispute]:
        """Return the disputes that the user may see."""
        return Dispute.objects.visible_to(self.request.user).with_decisions().select_related("event")

    @extend_schema(
        request=OpenRequest, responses={201: DisputeDetailBody}, operation_id="disputes_open", tags=["disputes"]
    )
    def post(self, request: Request) -> Response:
        """Open a dispute at a match, at an event or without one, and queue its replay."""
        assert isinstance(request.user, User)
        serializer = OpenRequest(data=request.data)
        serializer.is_valid(raise_exception=True)
        data = serializer.validated_data
        events = Event.objects.visible_to(request.user)
        matches = Match.objects.visible_to(request.user).select_related("round__stage__event")
        dispute = services.open_dispute(
            request.user,
            title=data["title"],
            record=data["record"],
            event=_resolve_reference(events.filter(slug=data["event"]), "event") if "event" in data else None,
            match=_resolve_reference(matches.filter(pk=data["match"]), "match") if "match" in data else None,
            disputed_play=data["disputed_play"],
        )
        return Response(_full_body(request, find_dispute(request.user, dispute.slug)), status=status.HTTP_201_CREATED)


class DisputeDetail(APIView):
    """Read a dispute.

    Permission: everyone once it is published, before that the event's staff.
    """

    permission_classes = (AllowAny,)

    @extend_schema(
        responses={200: DisputeDetailBody},
        parameters=[DetailQuery],
        operation_id="disputes_retrieve",
        tags=["disputes"],
    )
    def get(self, request: Request, slug: str) -> Response:
        """Return the verdict, the timeline, one board and the decision."""
        query = DetailQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        query_data = query.validated_data
        dispute = find_dispute(request.user, slug)
        return Response(_full_body(request, dispute, query_data.get("step"), versions=query_data["versions"]))


class RecordView(APIView):
    """Change a record. Permission: judges of the dispute, checked by the service."""

    permission_classes = (IsAuthenticated,)
    throttle_classes = (ScopedRateThrottle,)
    throttle_scope = "replay"

    @extend_schema(
        request=RecordRequest, responses={200: DisputeDetailBody}, operation_id="disputes_record", tags=["disputes"]
    )
    def post(self, request: Request, slug: str) -> Response:
        """Add a new version of the record and queue its replay."""
        assert isinstance(request.user, User)
        dispute = find_dispute(request.user, slug)
        serializer = RecordRequest(data=request.data)
        serializer.is_valid(raise_exception=True)
        data = serializer.validated_data
        services.change_record(request.user, dispute, data["record"], disputed_play=data["disputed_play"])
        return Response(_full_body(request, find_dispute(request.user, slug)))


class CancelView(APIView):
    """Cancel a queued or running replay.

    Permission: judges of the dispute, checked by the service.
    """

    permission_classes = (IsAuthenticated,)

    @extend_schema(request=None, responses={200: DisputeDetailBody}, operation_id="disputes_cancel", tags=["disputes"])
    def post(self, request: Request, slug: str) -> Response:
        """Remove the replay from the queue, or interrupt it."""
        assert isinstance(request.user, User)
        cancel(request.user, find_dispute(request.user, slug))
        return Response(_full_body(request, find_dispute(request.user, slug)))


class DecisionView(APIView):
    """Decide a dispute. Permission: judges of the dispute, checked by the service."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(
        request=DisputeDecisionRequest,
        responses={200: DisputeDetailBody},
        operation_id="disputes_decide",
        tags=["disputes"],
    )
    def post(self, request: Request, slug: str) -> Response:
        """Save, announce and publish the decision as requested, in one transaction."""
        assert isinstance(request.user, User)
        dispute = find_dispute(request.user, slug)
        permissions.require_judge_of(request.user, dispute)
        serializer = DisputeDecisionRequest(data=request.data)
        serializer.is_valid(raise_exception=True)
        data = serializer.validated_data
        ruling, new_penalty = (
            serializer.build_content(data),
            NewPenaltyRequest.build(dispute.event, data.get("new_penalty")),
        )
        if new_penalty is not None and not data["tell"]:
            message = _("A penalty can be given only when the players are notified. Leave it empty until then.")
            raise UserError(message, fields={"new_penalty": message})
        with transaction.atomic():
            if data["tell"]:
                deciding.announce(request.user, dispute, ruling, new_penalty=new_penalty)
            else:
                deciding.decide(request.user, dispute, ruling)
            if data["publish"]:
                deciding.publish(request.user, dispute)
        return Response(_full_body(request, find_dispute(request.user, slug)))


_MAX_STEP: Final = 1_000_000
WHAT_IS_SHOWN: Final = (
    OpenApiParameter(
        "step",
        {"type": "integer", "minimum": 0, "maximum": _MAX_STEP},
        description="The step after which the board is shown; 0 is the start. Default: the last step.",
    ),
    OpenApiParameter(
        "branch",
        {"type": "integer", "minimum": 1, "maximum": _MAX_STEP},
        description="Number of a what-if to show instead of the replay.",
    ),
    OpenApiParameter(
        "reading",
        OpenApiTypes.STR,
        description="Another option of an interpretation, such as `I-40:2`; only for readers of the full record.",
    ),
    OpenApiParameter(
        "as",
        {"type": "integer", "minimum": 0, "maximum": _MAX_STEP},
        description="Number of the player whose view is shown, in record order from 0; for readers of the full record.",
    ),
)
"""Query parameters shared with the HTML page."""


def _file(request: Request, dispute: Dispute) -> str:
    return responses.url_with_query(request, reverse("api:dispute-pdf-file", args=[dispute.slug]))


class PdfView(APIView):
    """Request the PDF of a dispute.

    Permission: as the dispute, with the same information.
    """

    permission_classes = (AllowAny,)

    @extend_schema(
        parameters=[*WHAT_IS_SHOWN],
        responses={200: prints.PrintBody},
        examples=[*prints.EXAMPLES],
        operation_id="disputes_pdf",
        tags=["disputes"],
    )
    def get(self, request: Request, slug: str) -> Response:
        """Return the status of the PDF."""
        dispute = find_dispute(request.user, slug)
        return prints.progress(request, build_requested_printout(request, dispute), file=_file(request, dispute))

    @extend_schema(
        parameters=[*WHAT_IS_SHOWN],
        request=None,
        responses={200: prints.PrintBody},
        examples=[*prints.EXAMPLES],
        operation_id="disputes_pdf_ask",
        tags=["disputes"],
    )
    def post(self, request: Request, slug: str) -> Response:
        """Queue the PDF with verdict, decision, the board and all steps."""
        dispute = find_dispute(request.user, slug)
        return prints.ask(request, build_requested_printout(request, dispute), file=_file(request, dispute))


class PdfFileView(prints.PdfEndpoint):
    """Download the PDF. Permission: as the dispute, with the same information."""

    permission_classes = (AllowAny,)

    @extend_schema(
        parameters=[*WHAT_IS_SHOWN],
        responses={(200, "application/pdf"): OpenApiTypes.BINARY},
        operation_id="disputes_pdf_file",
        tags=["disputes"],
    )
    def get(self, request: Request, slug: str) -> Response:
        """Return the PDF; 404 until it is generated and after it has been deleted."""
        dispute = find_dispute(request.user, slug)
        return prints.pdf(request, build_requested_printout(request, dispute), name=dispute.slug)
