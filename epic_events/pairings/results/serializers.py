"""Serializers for rounds and matches, and lookups with permission checks."""

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from epic_events.events.permissions import is_staff_of
from epic_events.infra.errors import MissingError
from epic_events.infra.names import plain
from epic_events.pairings.models import Match, Round, Seat
from epic_events.pairings.reasons import sentences
from epic_events.pairings.results import match_state, table_rows
from epic_events.pairings.results.table_rows import first_choice


class RoundBody(serializers.ModelSerializer[Round]):
    """A round. Unpublished rounds are visible to the event's staff only."""

    stage = serializers.IntegerField(source="stage.order", help_text="Order of the stage in the event, from 1.")
    kind = serializers.CharField(source="stage.kind")

    class Meta:
        model = Round
        fields = (
            "id", "stage", "kind", "number", "status", "seed", "paired_at", "published_at", "time_called_at",
            "finished_at",
        )  # fmt: skip


class ReportedBody(serializers.Serializer[Any]):
    """A reported result."""

    id = serializers.IntegerField(help_text="Send it to confirm this report and no later one.")
    game_wins = serializers.ListField(child=serializers.IntegerField(), help_text="Games won by seat 1 and seat 2.")
    games_drawn = serializers.IntegerField()
    result_kind = serializers.CharField()
    course = serializers.CharField(help_text="Each game: 1 or 2 (won by that seat), d drawn, u unfinished.")
    health = serializers.ListField(
        child=serializers.IntegerField(allow_null=True),
        help_text="Remaining health by seat, null if not recorded.",
    )
    words = serializers.CharField(help_text="The report as a sentence.")


class SeatBody(serializers.ModelSerializer[Seat]):
    """A player's seat at a table.

    Points and outcome are empty until the result is final.
    """

    registration = serializers.IntegerField(source="registration_id")
    player = serializers.CharField(source="registration.name")

    class Meta:
        model = Seat
        fields = ("place", "registration", "player", "game_wins", "points", "outcome", "health")


class MatchBody(serializers.ModelSerializer[Match]):
    """A match with two seats, or a bye with one."""

    event = serializers.CharField(source="round.stage.event.slug")
    stage = serializers.IntegerField(source="round.stage.order")
    round = serializers.IntegerField(source="round.number")
    is_bye = serializers.BooleanField()
    seats = SeatBody(many=True)
    result = serializers.SerializerMethodField(help_text="The final result as a sentence. Empty while it is open.")
    chooses_first = serializers.SerializerMethodField(
        help_text="Seat of the player who chooses who plays first in the first game. Null for a bye."
    )
    reported = serializers.SerializerMethodField(
        help_text="The report that waits for confirmation. Shown to the two players and staff."
    )

    why = serializers.SerializerMethodField(help_text="Reasons for this pairing or bye, one sentence each.")

    class Meta:
        model = Match
        fields = (
            "id", "event", "stage", "round", "table", "is_bye", "status", "result_kind", "games_drawn", "result",
            "chooses_first", "first_player", "turn_at_time", "seats", "reported", "why",
        )  # fmt: skip

    def get_result(self, match: Match) -> str:
        """Return the final result as text."""
        return plain(table_rows.build_table_row(match).result_words)

    def get_chooses_first(self, match: Match) -> int | None:
        """Return the seat of the player who chooses the first player."""
        choice = first_choice(table_rows.build_table_row(match))
        return choice.place if choice else None

    @extend_schema_field(ReportedBody(allow_null=True))
    def get_reported(self, match: Match) -> dict[str, Any] | None:
        """Return the latest report of an open match, for the two players and staff."""
        row = table_rows.build_table_row(match, self.context["request"].user)
        if match.status == Match.Status.CONFIRMED or row.reported is None:
            return None
        if not (row.mine or self.context["staff"]):
            return None
        noted = {"course": row.reported.course, "health": list(row.reported.health)}
        return {**row.reported.values(), **noted, "id": row.reports[-1].pk, "words": plain(row.reported_words)}

    @extend_schema_field(serializers.ListField(child=serializers.CharField()))
    def get_why(self, match: Match) -> list[str]:
        """Return the stored reasons. Avoidances are included for staff only."""
        return sentences(match.explanation, staff=bool(self.context["staff"]))


def get_match_or_404(request: Request, match_id: int) -> Match:
    """Return the match if the user may see it.

    Raises:
        MissingError: there is no such match that the user may see.
    """
    match = match_state.find_visible_match(request.user, match_id)
    if match is None:
        raise MissingError(_("This match does not exist."))
    return match


def build_match_response(request: Request, match_id: int) -> Response:
    """Return the response with the current state of a match."""
    match = get_match_or_404(request, match_id)
    staff = is_staff_of(request.user, match.round.stage.event)
    return Response(MatchBody(match, context={"request": request, "staff": staff}).data)


def get_round_or_404(request: Request, round_id: int) -> Round:
    """Return the round if the user may see it.

    Raises:
        MissingError: there is no such round that the user may see.
    """
    round_ = Round.objects.visible_to(request.user).filter(pk=round_id).select_related("stage__event").first()
    if round_ is None:
        raise MissingError(_("This round does not exist."))
    return round_
