"""Results through the API: reported, confirmed, entered and taken back by the services that the pages use."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from epic_events.accounts.models import User
from epic_events.events.permissions import require_staff
from epic_events.infra.display_names import plain
from epic_events.infra.errors import UserError
from epic_events.pairings.methods.scores import MOST_HEALTH, Kind, Score, kind_of_games
from epic_events.pairings.models import Match
from epic_events.pairings.results.api.bodies import MatchBody, RoundBody, answer_with, known_match, known_round
from epic_events.pairings.results.services.at_the_table import call_time, take_time_back
from epic_events.pairings.results.services.reporting import confirm_result, enter_result, report_result
from epic_events.pairings.results.services.undo import take_back_result, withdraw_report
from epic_events.pairings.results.services.whole_round import LONGEST_BLOCK, Looked, enter_lines, look_over
from epic_events.pairings.results.table_rows import table_row

MOST_GAMES = 9


class ResultBody(serializers.Serializer[Any]):
    """How a match ended, said by one of its players or by the staff."""

    game_wins = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=MOST_GAMES),
        min_length=2,
        max_length=2,
        help_text="Games won by place 1 and place 2.",
    )
    games_drawn = serializers.IntegerField(
        min_value=0,
        max_value=MOST_GAMES,
        default=0,
        help_text="Games drawn; a game that time cut short is one of them.",
    )
    result_kind = serializers.ChoiceField(
        choices=[kind.value for kind in Kind],
        required=False,
        help_text="How it came about. Left out: `played` for a score that ends the match, else `time`. Only the staff "
        "may say `awarded`, `double_loss` and `no_show`; in the last the loser was missing, or both at 0-0.",
    )
    course = serializers.RegexField(
        "^[12du]*$",
        max_length=9,
        allow_blank=True,
        default="",
        help_text="Each game in its order: `1` or `2` for the place that won it, `d` drawn, `u` not finished in time.",
    )
    health = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=MOST_HEALTH, allow_null=True),
        min_length=2,
        max_length=2,
        required=False,
        help_text="Health left of place 1 and place 2, where the stage records it; null where it is not known.",
    )
    drops = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=2),
        max_length=2,
        default=list,
        help_text="Places of those who leave the event once the result stands; a player names the own place only.",
    )
    as_staff = serializers.BooleanField(
        default=False, help_text="Enter it as staff although you play in this match yourself."
    )
    reason = serializers.CharField(
        allow_blank=True, default="", max_length=500, help_text="Staff: why a settled result changes."
    )


class ConfirmBody(serializers.Serializer[Any]):
    """What is confirmed."""

    report = serializers.IntegerField(
        min_value=1,
        max_value=2**63 - 1,
        required=False,
        help_text="The id of the report you have seen; another one that stands by now is refused instead of confirmed.",
    )
    drops = serializers.BooleanField(default=False, help_text="You leave the event with this result.")


class TakeBackBody(serializers.Serializer[Any]):
    """What is taken back."""

    as_staff = serializers.BooleanField(
        default=False, help_text="Take the staff's entry back although you play in this match yourself."
    )
    reason = serializers.CharField(
        allow_blank=True, default="", max_length=500, help_text="Staff: why; needed for somebody else's entry."
    )


def _score(data: dict[str, Any], match: Match) -> Score:
    """Return the score that a body tells."""
    (first, second), drawn = data["game_wins"], data["games_drawn"]
    said = data.get("result_kind")
    kind = Kind(said) if said else kind_of_games(first, second, drawn, match.round.stage.best_of)
    one, two = data.get("health") or (None, None)
    return Score(first, second, drawn, kind, data["course"], (one, two))


def _own_drop(drops: Sequence[int], place: int) -> bool:
    """Whether a player leaves with the result.

    Raises:
        UserError: when the player names somebody else.
    """
    if set(drops) - {place}:
        message = _("You can only drop yourself. Your seat is %(place)d.") % {"place": place}
        raise UserError(message, fields={"drops": message})
    return bool(drops)


class ResultView(APIView):
    """Takes results. Permission: the two players and the event's staff, checked by the services."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(request=ResultBody, responses={200: MatchBody}, operation_id="match_result", tags=["results"])
    def post(self, request: Request, match_id: int) -> Response:
        """As a player of the match, report how it ended; as staff, enter or correct it. Twice the same changes nothing.

        What the opponent has reported alike settles the match; what differs waits for the staff.
        """
        assert isinstance(request.user, User)
        match = known_match(request, match_id)
        given = ResultBody(data=request.data)
        given.is_valid(raise_exception=True)
        data = given.validated_data
        score, seat = _score(data, match), table_row(match, request.user).mine
        if data["as_staff"] or seat is None:
            enter_result(request.user, match, score, reason=data["reason"], drops=data["drops"])
        elif data["reason"]:
            message = _("Only staff can give a reason.")
            raise UserError(message, fields={"reason": message})
        else:
            report_result(request.user, match, score, drops=_own_drop(data["drops"], seat.place))
        return answer_with(request, match_id)


class ConfirmView(APIView):
    """Takes confirmations. Permission: the other player and the event's staff, checked by the service."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(request=ConfirmBody, responses={200: MatchBody}, operation_id="match_confirm", tags=["results"])
    def post(self, request: Request, match_id: int) -> Response:
        """Confirm the score that somebody else reported; sending that score as a result does the same."""
        assert isinstance(request.user, User)
        match = known_match(request, match_id)
        given = ConfirmBody(data=request.data)
        given.is_valid(raise_exception=True)
        data = given.validated_data
        confirm_result(request.user, match, seen=data.get("report"), drops=data["drops"])
        return answer_with(request, match_id)


class TakeBackView(APIView):
    """Takes back what was said. Permission: its player, the event's staff for their own; checked by the services."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(request=TakeBackBody, responses={200: MatchBody}, operation_id="match_take_back", tags=["results"])
    def post(self, request: Request, match_id: int) -> Response:
        """As a player take the own report back while the result is open; as staff, the staff's latest entry.

        The result before that entry comes back, or the table is open again; who dropped with it stays dropped.
        """
        assert isinstance(request.user, User)
        match = known_match(request, match_id)
        given = TakeBackBody(data=request.data)
        given.is_valid(raise_exception=True)
        data = given.validated_data
        if data["as_staff"] or table_row(match, request.user).mine is None:
            take_back_result(request.user, match, reason=data["reason"])
        else:
            withdraw_report(request.user, match)
        return answer_with(request, match_id)


class TimeBody(serializers.Serializer[Any]):
    """Whether time is called."""

    called = serializers.BooleanField(default=True, help_text="False takes a call back that was made by mistake.")


class TimeView(APIView):
    """Takes the call of time. Permission: everybody with a role at the event, checked by the services."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(request=TimeBody, responses={200: RoundBody}, operation_id="round_time", tags=["rounds"])
    def post(self, request: Request, round_id: int) -> Response:
        """Call time on a round: turns are finished, opponents have one more, then unfinished games are draws."""
        assert isinstance(request.user, User)
        round_ = known_round(request, round_id)
        given = TimeBody(data=request.data)
        given.is_valid(raise_exception=True)
        call = call_time if given.validated_data["called"] else take_time_back
        return Response(RoundBody(call(request.user, round_)).data)


class LinesBody(serializers.Serializer[Any]):
    """Results of a round: one line a table, or a whole table with titles."""

    lines = serializers.CharField(
        max_length=LONGEST_BLOCK,
        help_text="One line a table: `12 21`, `12 2-1`, `12 101` (time), `12 d`, `12 id`, `12 c1`, `12 ns2`, `12 dl`, "
        "`12 aw1`; behind it `x1` or `x2` for who leaves, `h17-0` for health, `# words` for a reason. Or a CSV whose "
        "first line names its columns, such as the file of results of this site or the export of matches of melee.gg; "
        "or the JSON of either or of Tabletop.to. Rows of other rounds, byes and open matches are left out.",
    )
    reason = serializers.CharField(
        allow_blank=True, default="", max_length=500, help_text="Why results change that stand already."
    )
    skip_wrong = serializers.BooleanField(
        default=False, help_text="Enter the lines that can be entered and leave out the others; else all or none."
    )
    only_look = serializers.BooleanField(
        default=False, help_text="Tell of every line what it would do, and write nothing."
    )


class EnteredBody(serializers.Serializer[Any]):
    """A line, and what became of it or would become of it."""

    line = serializers.IntegerField(help_text="Number of the line, from 1; in JSON that of the match.")
    table = serializers.IntegerField(allow_null=True, help_text="Null where it cannot be told, or nothing is entered.")
    match = serializers.IntegerField(allow_null=True)
    result = serializers.CharField(help_text="In words; empty where nothing is entered.")
    state = serializers.ChoiceField(
        choices=["enters", "stands", "changes", "left_out", "wrong"],
        help_text="`stands`: it stands already. The last two come with `only_look` only.",
    )
    problem = serializers.CharField(help_text="Why it cannot be entered, or is left out; else empty.")


def _told(line: Looked) -> dict[str, Any]:
    """Return what the API says of a line, as it was looked over."""
    state = "enters"
    if not line.good:
        state = "wrong" if line.problem else "left_out"
    elif line.stands:
        state = "stands" if line.same else "changes"
    return {
        "line": line.number,
        "table": line.entry.table if line.good and line.entry else None,
        "match": line.row.match.pk if line.good and line.row else None,
        "result": plain(line.told) if line.good else "",
        "state": state,
        "problem": plain(line.problem or line.left_out),
    }


class LinesView(APIView):
    """Takes the results of a whole round. Permission: everybody with a role at the event, checked by the service."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(
        request=LinesBody, responses={200: EnteredBody(many=True)}, operation_id="round_results", tags=["results"]
    )
    def post(self, request: Request, round_id: int) -> Response:
        """Enter many results at once: all of them or, when one line is wrong, none; every wrong line is named."""
        assert isinstance(request.user, User)
        round_ = known_round(request, round_id)
        given = LinesBody(data=request.data)
        given.is_valid(raise_exception=True)
        data = given.validated_data
        if data["only_look"]:
            require_staff(request.user, round_.stage.event)
            lines = look_over(request.user, round_, data["lines"], reason=data["reason"])
        else:
            skip = data["skip_wrong"]
            lines = enter_lines(request.user, round_, data["lines"], reason=data["reason"], skip_wrong=skip)
        return Response([_told(line) for line in lines])
