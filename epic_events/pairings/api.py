"""Rounds, matches, results and standings through the API."""

from typing import Any

from django.db.models import F, QuerySet
from django.utils.functional import SimpleLazyObject, cached_property
from django.utils.translation import gettext as _
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema, extend_schema_field, extend_schema_view
from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from epic_events.accounts.models import User
from epic_events.errors import MissingError, UserError
from epic_events.events.api import WholeNumberFilter, event_for
from epic_events.events.models import Event, Registration
from epic_events.events.permissions import is_staff_of
from epic_events.pairings import reads, services
from epic_events.pairings.models import Match, Round, Seat
from epic_events.pairings.permissions import is_seated
from epic_events.pairings.reasons import sentences
from epic_events.pairings.scores import Kind, Score

MOST_GAMES = 9
MOST_ROUNDS = 32_767  # what the column holds


class RoundBody(serializers.ModelSerializer[Round]):
    """A round; a draft is shown to the staff of its event only."""

    stage = serializers.IntegerField(source="stage.order", help_text="Order of the stage in the event, from 1.")
    kind = serializers.CharField(source="stage.kind")

    class Meta:
        model = Round
        fields = ("id", "stage", "kind", "number", "status", "seed", "paired_at", "published_at", "finished_at")


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


class ReportedBody(serializers.Serializer[Any]):
    """What was said about how a match ended."""

    game_wins = serializers.ListField(child=serializers.IntegerField(), help_text="Games won by place 1 and place 2.")
    games_drawn = serializers.IntegerField()
    result_kind = serializers.CharField()


class ResultBody(serializers.Serializer[Any]):
    """How a match ended, said by one of its players or by the staff."""

    game_wins = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=MOST_GAMES),
        min_length=2,
        max_length=2,
        help_text="Games won by place 1 and place 2.",
    )
    games_drawn = serializers.IntegerField(min_value=0, max_value=MOST_GAMES, default=0)
    result_kind = serializers.ChoiceField(choices=[kind.value for kind in Kind], default=Kind.PLAYED.value)
    as_staff = serializers.BooleanField(
        default=False, help_text="Enter it as staff although you play in this match yourself."
    )
    reason = serializers.CharField(
        allow_blank=True, default="", max_length=500, help_text="Staff: why a settled result changes."
    )


class SeatBody(serializers.ModelSerializer[Seat]):
    """A player's place at a table; points and outcome are empty until the result is settled."""

    registration = serializers.IntegerField(source="registration_id")
    player = serializers.CharField(source="registration.name")

    class Meta:
        model = Seat
        fields = ("place", "registration", "player", "game_wins", "points", "outcome")


class MatchBody(serializers.ModelSerializer[Match]):
    """A table: two seats are a match, one is a bye."""

    event = serializers.CharField(source="round.stage.event.slug")
    stage = serializers.IntegerField(source="round.stage.order")
    round = serializers.IntegerField(source="round.number")
    is_bye = serializers.BooleanField()
    seats = SeatBody(many=True)
    reported = serializers.SerializerMethodField(
        help_text="What was reported and waits for a word; shown to the two players and the staff."
    )

    why = serializers.SerializerMethodField(help_text="Why this pairing or bye, one sentence for each reason.")

    class Meta:
        model = Match
        fields = (
            "id", "event", "stage", "round", "table", "is_bye", "status", "result_kind", "games_drawn", "seats",
            "reported", "why",
        )  # fmt: skip

    @extend_schema_field(ReportedBody(allow_null=True))
    def get_reported(self, match: Match) -> dict[str, Any] | None:
        """Return the last report while the result is open, to those it concerns."""
        row = reads.table_row(match, self.context["request"].user)
        if match.status == Match.Status.CONFIRMED or row.reported is None:
            return None
        return row.reported.values() if row.mine or self.context["staff"] else None

    @extend_schema_field(serializers.ListField(child=serializers.CharField()))
    def get_why(self, match: Match) -> list[str]:
        """Return the stored reasons; who is kept apart is told to the staff."""
        return sentences(match.explanation, staff=bool(self.context["staff"]))


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
        return reads.with_seats(matches).order_by(
            "round__stage__order", "round__number", F("table").asc(nulls_last=True), "pk"
        )

    def get_serializer_context(self) -> dict[str, Any]:
        """Say whether the viewer belongs to the staff, once for all rows."""
        staff = SimpleLazyObject(lambda: is_staff_of(self.request.user, self.event))
        return {**super().get_serializer_context(), "staff": staff}


def known_match(request: Request, match_id: int) -> Match:
    """Return the match, when this visitor may know of it.

    Raises:
        MissingError: there is none, or not for this visitor.
    """
    match = reads.with_seats(Match.objects.visible_to(request.user).filter(pk=match_id)).first()
    if match is None:
        raise MissingError(_("There is no such match."))
    return match


def _answer(request: Request, match_id: int) -> Response:
    """Answer with a match as it is now."""
    match = known_match(request, match_id)
    staff = is_staff_of(request.user, match.round.stage.event)
    return Response(MatchBody(match, context={"request": request, "staff": staff}).data)


class MatchDetail(APIView):
    """One table. Permission: everybody; of a draft, the staff."""

    permission_classes = (AllowAny,)

    @extend_schema(responses={200: MatchBody}, operation_id="matches_retrieve", tags=["rounds"])
    def get(self, request: Request, match_id: int) -> Response:
        """Give a match with its seats."""
        return _answer(request, match_id)


class ResultView(APIView):
    """Takes results. Permission: the two players and the event's staff, checked by the services."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(request=ResultBody, responses={200: MatchBody}, operation_id="match_result", tags=["results"])
    def post(self, request: Request, match_id: int) -> Response:
        """As a player of the match, report how it ended; as staff, enter or correct it."""
        assert isinstance(request.user, User)
        match = known_match(request, match_id)
        given = ResultBody(data=request.data)
        given.is_valid(raise_exception=True)
        data = given.validated_data
        first, second = data["game_wins"]
        score = Score(first, second, data["games_drawn"], Kind(data["result_kind"]))
        if data["as_staff"] or not is_seated(request.user, match):
            services.enter_result(request.user, match, score, reason=data["reason"])
        elif data["reason"]:
            message = _("Only the staff give a reason.")
            raise UserError(message, fields={"reason": message})
        else:
            services.report_result(request.user, match, score)
        return _answer(request, match_id)


class ConfirmView(APIView):
    """Takes confirmations. Permission: the other player and the event's staff, checked by the service."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(request=None, responses={200: MatchBody}, operation_id="match_confirm", tags=["results"])
    def post(self, request: Request, match_id: int) -> Response:
        """Confirm the score that somebody else reported; sending that score as a result does the same."""
        assert isinstance(request.user, User)
        services.confirm_result(request.user, known_match(request, match_id))
        return _answer(request, match_id)
