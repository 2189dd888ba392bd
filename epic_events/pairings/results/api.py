"""API of matches and results: list, show, report, confirm, enter and undo."""

from collections.abc import Sequence
from typing import Any

from django.db.models import F, QuerySet
from django.utils.functional import SimpleLazyObject, cached_property
from django.utils.translation import gettext as _
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from epic_events.accounts.models import User
from epic_events.events.api import IntegerFilter, get_api_event
from epic_events.events.models import Event, Registration
from epic_events.events.permissions import is_staff_of, require_staff
from epic_events.infra.errors import UserError
from epic_events.infra.names import plain
from epic_events.pairings.methods.scores import MAX_HEALTH, Kind, Score, kind_of_games
from epic_events.pairings.models import Match, Seat
from epic_events.pairings.results import match_state
from epic_events.pairings.results.serializers import (
    MatchBody,
    RoundBody,
    build_match_response,
    get_match_or_404,
    get_round_or_404,
)
from epic_events.pairings.results.services.bulk_entry import (
    MAX_LINES,
    MAX_TEXT_LENGTH,
    LinePreview,
    enter_lines,
    preview_lines,
)
from epic_events.pairings.results.services.reporting import (
    confirm_result,
    enter_result,
    report_result,
    undo_report,
    undo_staff_entry,
)
from epic_events.pairings.results.services.tables import call_time, undo_time_call
from epic_events.pairings.results.table_rows import build_table_row


class MatchFilter(filters.FilterSet):
    """Query parameters of the match list, for example ``?stage=1&round=2&mine=true``."""

    stage = IntegerFilter(field_name="round__stage__order", label="Order of the stage, from 1.")
    round = IntegerFilter(field_name="round__number", label="Number of the round in its stage.")
    registration = IntegerFilter(field_name="seats__registration", label="Only the tables of this registration.")
    mine = filters.BooleanFilter(method="only_mine", label="Only the tables of the current user.")

    class Meta:
        model = Match
        fields = ("status",)

    def only_mine(self, matches: QuerySet[Match], _name: str, selected: Any) -> QuerySet[Match]:
        """Filter to the user's own tables, or exclude them."""
        entries = Registration.objects.of_user(getattr(self.request, "user", None))
        own = Seat.objects.filter(registration__in=entries).values("match")
        return matches.filter(pk__in=own) if selected else matches.exclude(pk__in=own)


@extend_schema_view(get=extend_schema(operation_id="matches_list", tags=["rounds"]))
class MatchList(ListAPIView[Match]):
    """The matches of an event by stage, round and table, byes last.

    Permission: everyone; unpublished rounds for staff.
    """

    permission_classes = (AllowAny,)
    serializer_class = MatchBody
    filterset_class = MatchFilter
    queryset = Match.objects.none()

    @cached_property
    def event(self) -> Event:
        """The event named in the URL."""
        return get_api_event(self.request, self.kwargs["slug"])

    def get_queryset(self) -> QuerySet[Match]:
        """Filter by event and by what the user may see."""
        matches = Match.objects.visible_to(self.request.user).filter(round__stage__event=self.event)
        return match_state.with_seats(matches).order_by(
            "round__stage__order", "round__number", F("table").asc(nulls_last=True), "pk"
        )

    def get_serializer_context(self) -> dict[str, Any]:
        """Add whether the user is staff, evaluated once for all rows."""
        staff = SimpleLazyObject(lambda: is_staff_of(self.request.user, self.event))
        return {**super().get_serializer_context(), "staff": staff}


class MatchDetail(APIView):
    """One match. Permission: everyone; in an unpublished round, staff."""

    permission_classes = (AllowAny,)

    @extend_schema(responses={200: MatchBody}, operation_id="matches_retrieve", tags=["rounds"])
    def get(self, request: Request, match_id: int) -> Response:
        """Return a match with its seats."""
        return build_match_response(request, match_id)


MAX_GAMES = 9


def _overrides_reports() -> serializers.ListField:
    """Return the field with the reports that a staff entry may contradict."""
    return serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=2**63 - 1),
        max_length=2 * MAX_LINES,
        default=list,
        help_text="Staff only: ids of the players' unconfirmed reports that the result may contradict. Without them, a "
        "different result is rejected with 409, the code `report_differs` and the `reports` to compare.",
    )


class ResultBody(serializers.Serializer[Any]):
    """The result of a match, reported by a player or entered by staff."""

    game_wins = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=MAX_GAMES),
        min_length=2,
        max_length=2,
        help_text="Games won by seat 1 and seat 2.",
    )
    games_drawn = serializers.IntegerField(
        min_value=0,
        max_value=MAX_GAMES,
        default=0,
        help_text="Drawn games, including a game that was unfinished when time ran out.",
    )
    result_kind = serializers.ChoiceField(
        choices=[kind.value for kind in Kind],
        required=False,
        help_text="How the match ended. Default: `played` for a score that decides the match, otherwise `time`. Only "
        "staff can send `awarded`, `double_loss` and `no_show`. `no_show`: the loser was absent, or both at 0-0.",
    )
    course = serializers.RegexField(
        "^[12du]*$",
        max_length=9,
        allow_blank=True,
        default="",
        help_text="The games in order: `1` or `2` for the seat that won, `d` drawn, `u` not finished in time.",
    )
    health = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=MAX_HEALTH, allow_null=True),
        min_length=2,
        max_length=2,
        required=False,
        help_text="Remaining health of seat 1 and seat 2, if the stage records it. Null if unknown.",
    )
    drops = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=2),
        max_length=2,
        default=list,
        help_text="Seats of players who drop when the result is final. Players can name only their own seat.",
    )
    as_staff = serializers.BooleanField(
        default=False, help_text="Enter the result as staff although you play in this match."
    )
    reason = serializers.CharField(
        allow_blank=True, default="", max_length=500, help_text="Staff only: why a final result changes."
    )
    overrides_reports = _overrides_reports()


class ConfirmBody(serializers.Serializer[Any]):
    """The confirmation of a report."""

    report = serializers.IntegerField(
        min_value=1,
        max_value=2**63 - 1,
        required=False,
        help_text="The id of the report to confirm. If another report is current, the request fails.",
    )
    drops = serializers.BooleanField(default=False, help_text="Drop from the event with this result.")


class UndoResultBody(serializers.Serializer[Any]):
    """The undo of a report or of a staff entry."""

    as_staff = serializers.BooleanField(
        default=False, help_text="Undo the staff entry although you play in this match."
    )
    reason = serializers.CharField(
        allow_blank=True,
        default="",
        max_length=500,
        help_text="Staff only: reason, required for another user's entry.",
    )


def _score(data: dict[str, Any], match: Match) -> Score:
    (first, second), drawn = data["game_wins"], data["games_drawn"]
    kind_value = data.get("result_kind")
    kind = Kind(kind_value) if kind_value else kind_of_games(first, second, drawn, match.round.stage.best_of)
    one, two = data.get("health") or (None, None)
    return Score(first, second, drawn, kind, data["course"], (one, two))


def _own_drop(drops: Sequence[int], place: int) -> bool:
    """Return True if the player drops with the result.

    Raises:
        UserError: the player names the opponent.
    """
    if set(drops) - {place}:
        message = _("You can only drop yourself. Your seat is %(place)d.") % {"place": place}
        raise UserError(message, fields={"drops": message})
    return bool(drops)


class ResultView(APIView):
    """Report or enter a result.

    Permission: the two players and the event's staff, checked by the services.
    """

    permission_classes = (IsAuthenticated,)

    @extend_schema(request=ResultBody, responses={200: MatchBody}, operation_id="match_result", tags=["results"])
    def post(self, request: Request, match_id: int) -> Response:
        """As a player of the match, report its result; as staff, enter or correct it.

        Idempotent.

        An equal report of the opponent makes the result final. A different one waits for the staff.
        """
        assert isinstance(request.user, User)
        match = get_match_or_404(request, match_id)
        serializer = ResultBody(data=request.data)
        serializer.is_valid(raise_exception=True)
        data = serializer.validated_data
        score, seat = _score(data, match), build_table_row(match, request.user).mine
        if data["as_staff"] or seat is None:
            details = {"reason": data["reason"], "drops": data["drops"], "overrides": data["overrides_reports"]}
            enter_result(request.user, match, score, **details)
        elif data["reason"]:
            message = _("Only staff can give a reason.")
            raise UserError(message, fields={"reason": message})
        else:
            report_result(request.user, match, score, drops=_own_drop(data["drops"], seat.place))
        return build_match_response(request, match_id)


class ConfirmView(APIView):
    """Confirm a report.

    Permission: the other player and the event's staff, checked by the service.
    """

    permission_classes = (IsAuthenticated,)

    @extend_schema(request=ConfirmBody, responses={200: MatchBody}, operation_id="match_confirm", tags=["results"])
    def post(self, request: Request, match_id: int) -> Response:
        """Confirm the score that another user reported.

        Sending that score as a result has the same effect.
        """
        assert isinstance(request.user, User)
        match = get_match_or_404(request, match_id)
        serializer = ConfirmBody(data=request.data)
        serializer.is_valid(raise_exception=True)
        data = serializer.validated_data
        confirm_result(request.user, match, expected_report=data.get("report"), drops=data["drops"])
        return build_match_response(request, match_id)


class UndoResultView(APIView):
    """Undo a report or entry.

    Permission: its player; staff for staff entries; checked by the services.
    """

    permission_classes = (IsAuthenticated,)

    @extend_schema(request=UndoResultBody, responses={200: MatchBody}, operation_id="match_undo", tags=["results"])
    def post(self, request: Request, match_id: int) -> Response:
        """Undo your own report while the result is open, or the latest staff entry.

        Players undo their report, staff undo the entry. The result before that entry is restored, or the table is open
        again.
        Players who dropped with it stay dropped.
        """
        assert isinstance(request.user, User)
        match = get_match_or_404(request, match_id)
        serializer = UndoResultBody(data=request.data)
        serializer.is_valid(raise_exception=True)
        data = serializer.validated_data
        if data["as_staff"] or build_table_row(match, request.user).mine is None:
            undo_staff_entry(request.user, match, reason=data["reason"])
        else:
            undo_report(request.user, match)
        return build_match_response(request, match_id)


class TimeBody(serializers.Serializer[Any]):
    """The call of time in a round."""

    called = serializers.BooleanField(default=True, help_text="False undoes a time call.")


class TimeView(APIView):
    """Call time.

    Permission: everyone with a role at the event, checked by the services.
    """

    permission_classes = (IsAuthenticated,)

    @extend_schema(request=TimeBody, responses={200: RoundBody}, operation_id="round_time", tags=["rounds"])
    def post(self, request: Request, round_id: int) -> Response:
        """Call time in a round.

        Active players finish their turn, opponents take one more, then unfinished games are draws.
        """
        assert isinstance(request.user, User)
        round_ = get_round_or_404(request, round_id)
        serializer = TimeBody(data=request.data)
        serializer.is_valid(raise_exception=True)
        call = call_time if serializer.validated_data["called"] else undo_time_call
        return Response(RoundBody(call(request.user, round_)).data)


class LinesBody(serializers.Serializer[Any]):
    """Results of a round: one line per table, or CSV or JSON."""

    lines = serializers.CharField(
        max_length=MAX_TEXT_LENGTH,
        help_text="One line per table: `12 21`, `12 2-1`, `12 101` (time), `12 d`, `12 id`, `12 c1`, `12 ns2`, "
        "`12 dl`, `12 aw1`; followed by `x1` or `x2` for drops, `h17-0` for health, `# text` for a reason. "
        "Or CSV with a header row, such as the result file of this site or the match export of melee.gg. "
        "Or the JSON of either, or of Tabletop.to. Rows of other rounds, byes and open matches are skipped.",
    )
    reason = serializers.CharField(
        allow_blank=True, default="", max_length=500, help_text="Reason for changing recorded results."
    )
    skip_wrong = serializers.BooleanField(
        default=False, help_text="Enter the valid lines and skip the others. Default: all or none."
    )
    overrides_reports = _overrides_reports()
    only_look = serializers.BooleanField(default=False, help_text="Preview the effect of every line without saving.")


class EnteredBody(serializers.Serializer[Any]):
    """A line and its effect or previewed effect."""

    line = serializers.IntegerField(help_text="Line number, from 1. In JSON the number of the match.")
    table = serializers.IntegerField(allow_null=True, help_text="Null if the table is unknown or nothing is entered.")
    match = serializers.IntegerField(allow_null=True)
    result = serializers.CharField(help_text="The result as a sentence. Empty if nothing is entered.")
    state = serializers.ChoiceField(
        choices=["enters", "stands", "changes", "left_out", "wrong"],
        help_text="`stands`: already recorded. The last two occur only with `only_look`.",
    )
    problem = serializers.CharField(help_text="Reason why the line cannot be entered or is skipped; else empty.")


def _line_data(line: LinePreview) -> dict[str, Any]:
    """Return the response data of a previewed line."""
    state = "enters"
    if not line.good:
        state = "wrong" if line.problem else "left_out"
    elif line.current_result:
        state = "stands" if line.same else "changes"
    return {
        "line": line.number,
        "table": line.entry.table if line.good and line.entry else None,
        "match": line.row.match.pk if line.good and line.row else None,
        "result": plain(line.description) if line.good else "",
        "state": state,
        "problem": plain(line.problem or line.left_out),
    }


class LinesView(APIView):
    """Enter the results of a round.

    Permission: everyone with a role at the event, checked by the service.
    """

    permission_classes = (IsAuthenticated,)

    @extend_schema(
        request=LinesBody, responses={200: EnteredBody(many=True)}, operation_id="round_results", tags=["results"]
    )
    def post(self, request: Request, round_id: int) -> Response:
        """Enter many results at once: all of them, or none if a line is invalid.

        The error names every invalid line.
        """
        assert isinstance(request.user, User)
        round_ = get_round_or_404(request, round_id)
        serializer = LinesBody(data=request.data)
        serializer.is_valid(raise_exception=True)
        data = serializer.validated_data
        details = {"reason": data["reason"], "overrides": data["overrides_reports"]}
        if data["only_look"]:
            require_staff(request.user, round_.stage.event)
            lines = preview_lines(request.user, round_, data["lines"], **details)
        else:
            lines = enter_lines(request.user, round_, data["lines"], skip_wrong=data["skip_wrong"], **details)
        return Response([_line_data(line) for line in lines])
