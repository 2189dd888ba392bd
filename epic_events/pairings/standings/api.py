"""API of standings and tie-breakers."""

from fractions import Fraction
from typing import Any, Final

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from epic_events.accounts.models import User
from epic_events.events.api import get_api_event
from epic_events.events.models import Stage
from epic_events.infra.errors import MissingError, UserError
from epic_events.infra.names import plain
from epic_events.pairings import selectors
from epic_events.pairings.methods.standings import PRESETS, Points
from epic_events.pairings.methods.tie_breaks.chain import Chain, preset_of, serialize_chain
from epic_events.pairings.methods.tie_breaks.values import Share
from epic_events.pairings.standings import ranking
from epic_events.pairings.standings.ranking import stage_with_standings
from epic_events.pairings.standings.rows import (
    StandingRow,
    ValueBreakdown,
    build_standing_rows,
    format_exact,
    standing_rows,
)
from epic_events.pairings.standings.services import MAX_POINTS, change_tie_breaks, parse_tie_breaks
from epic_events.pairings.standings.tie_break_labels import PRESET_NAMES, describe_chain


class TieBreakValueBody(serializers.Serializer[Any]):
    """A tie-breaker value, exact and rounded; null if the tie-breaker does not apply."""

    name = serializers.CharField()
    value = serializers.FloatField(allow_null=True)
    exact = serializers.CharField(allow_null=True, help_text="For example 2/3.")


class StandingBody(serializers.Serializer[Any]):
    """A row of the standings; percentages are fractions of 1."""

    rank = serializers.IntegerField()
    registration = serializers.IntegerField()
    player = serializers.CharField()
    match_points = serializers.IntegerField()
    won = serializers.IntegerField(help_text="Matches won, including byes.")
    lost = serializers.IntegerField()
    drawn = serializers.IntegerField()
    omw = serializers.FloatField(
        allow_null=True, help_text="Opponents' match-win percentage; null if the event does not use it."
    )
    gw = serializers.FloatField(
        allow_null=True, help_text="Own game-win percentage; null if the event does not use it."
    )
    ogw = serializers.FloatField(
        allow_null=True, help_text="Opponents' game-win percentage; null if the event does not use it."
    )
    tie_breaks = TieBreakValueBody(many=True, help_text="All tie-breakers of the event, in order.")
    dropped = serializers.BooleanField()


class TermBody(serializers.Serializer[Any]):
    """Contribution of one round or opponent to a value."""

    round = serializers.IntegerField(allow_null=True)
    opponent = serializers.IntegerField(allow_null=True, help_text="Registration id of the opponent; null for a bye.")
    name = serializers.CharField(help_text="Name of the opponent.")
    text = serializers.CharField(help_text="The term as text.")
    won = serializers.IntegerField(allow_null=True, help_text="Points won, if the term is a percentage.")
    possible = serializers.IntegerField(allow_null=True, help_text="Points possible, if the term is a percentage.")
    value = serializers.CharField(help_text="The exact value that counts.")
    floored = serializers.BooleanField(help_text="True if the floor raised the value.")
    capped = serializers.BooleanField(help_text="True if the ceiling lowered the value.")


class BreakdownBody(serializers.Serializer[Any]):
    """A tie-breaker value with the terms from which it is computed."""

    name = serializers.CharField()
    title = serializers.CharField()
    value = serializers.FloatField(allow_null=True)
    exact = serializers.CharField(allow_null=True)
    derivation = serializers.CharField(
        help_text="How the value is computed from the terms: mean, share, sum, running, meetings, chance."
    )
    terms = TermBody(many=True)
    byes_left_out = serializers.ListField(
        child=serializers.IntegerField(), help_text="Rounds of the player's own byes that do not count."
    )
    settings = serializers.ListField(child=serializers.CharField(), help_text="Notes on floors and byes.")
    remarks = serializers.ListField(child=serializers.CharField())


class StandingBreakdownBody(StandingBody):
    """A row of the standings with the breakdown of every value."""

    breakdown = BreakdownBody(many=True)


class StandingsQuery(serializers.Serializer[Any]):
    """Query parameters of the standings."""

    after = serializers.IntegerField(
        min_value=1,
        max_value=ranking.MAX_ROUNDS,
        required=False,
        help_text="A finished round; the last one by default.",
    )


def _requested_stage_and_round(request: Request, slug: str) -> tuple[Stage, int] | None:
    """Return the stage and the requested round; None before a round is finished.

    Raises:
        MissingError: there is no such event, or the round is not finished.
    """
    event = get_api_event(request, slug)
    query = StandingsQuery(data=request.query_params)
    query.is_valid(raise_exception=True)
    requested: int | None = query.validated_data.get("after")
    plan = selectors.event_plan(event)
    stage = plan.counting_stage
    finished = plan.last_finished(stage)
    if requested is not None and requested > finished:
        raise MissingError(_("There are no standings after this round yet."))
    if stage is None or not finished:
        return None
    return stage, requested or finished


class StandingsView(APIView):
    """Swiss standings after a finished round.

    Permission: every user who may view the event.
    """

    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="standings_list",
        responses={200: StandingBody(many=True)},
        parameters=[StandingsQuery],
        tags=["rounds"],
    )
    def get(self, request: Request, slug: str) -> Response:
        """List the standings, best rank first; empty before a round is finished."""
        selection = _requested_stage_and_round(request, slug)
        return Response([_standing(row) for row in standing_rows(*selection, request.user)] if selection else [])


class StandingView(APIView):
    """A row of the standings. Permission: every user who may view the event."""

    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="standings_retrieve",
        responses={200: StandingBreakdownBody},
        parameters=[StandingsQuery],
        tags=["rounds"],
    )
    def get(self, request: Request, slug: str, registration_id: int) -> Response:
        """Return a player's row with the breakdown of every tie-breaker."""
        selection = _requested_stage_and_round(request, slug)
        ranked = ranking.standings(*selection) if selection else []
        at = next((number for number, row in enumerate(ranked) if row.player == registration_id), None)
        if selection is None or at is None:
            raise MissingError(_("This player is not in these standings."))
        row = build_standing_rows(selection[0], ranked, request.user, part=slice(at, at + 1))[0]
        return Response({**_standing(row), "breakdown": [_breakdown(row, value) for value in row.breakdown]})


def _standing(row: StandingRow) -> dict[str, Any]:
    won, lost, drawn = row.won_lost_drawn
    values = {link.name: value for link, value in row.standing.values}
    return {
        "rank": row.standing.rank,
        "registration": row.registration.pk,
        "player": row.registration.name,
        "match_points": row.standing.match_points,
        "won": won,
        "lost": lost,
        "drawn": drawn,
        **{name: _number(values.get(name)) for name in ("omw", "gw", "ogw")},
        "tie_breaks": [
            {"name": name, "value": _number(value), "exact": format_exact(value)} for name, value in values.items()
        ],
        "dropped": row.has_dropped,
    }


def _number(value: Fraction | None) -> float | None:
    return None if value is None else float(value)


def _breakdown(row: StandingRow, shown: ValueBreakdown) -> dict[str, Any]:
    value_breakdown = row.computed.breakdown(shown.link.name)
    return {
        "name": shown.link.name,
        "title": shown.title,
        "value": _number(value_breakdown.value),
        "exact": format_exact(value_breakdown.value),
        "derivation": value_breakdown.derivation.value,
        "terms": [
            {
                "round": term.term.round,
                "opponent": term.term.opponent,
                "name": term.name,
                "text": term.text,
                "won": term.term.share.won if isinstance(term.term.share, Share) else None,
                "possible": term.term.share.possible if isinstance(term.term.share, Share) else None,
                "value": str(term.term.value),
                "floored": isinstance(term.term.share, Share) and term.term.share.floored,
                "capped": isinstance(term.term.share, Share) and term.term.share.capped,
            }
            for term in shown.terms
        ],
        "byes_left_out": list(value_breakdown.byes_left_out),
        "settings": shown.settings,
        "remarks": [plain(remark) for remark in shown.remarks],
    }


class PointsBody(serializers.Serializer[Any]):
    """Match points for a win, a draw, a loss and a bye."""

    win = serializers.IntegerField(min_value=0, max_value=MAX_POINTS)
    draw = serializers.IntegerField(min_value=0, max_value=MAX_POINTS)
    loss = serializers.IntegerField(min_value=0, max_value=MAX_POINTS)
    bye = serializers.IntegerField(min_value=0, max_value=MAX_POINTS)


class TieBreakBody(serializers.Serializer[Any]):
    """A tie-breaker with its settings."""

    name = serializers.CharField()
    title = serializers.CharField()
    settings = serializers.DictField(
        child=serializers.CharField(), help_text="Settings by name, bounds as fractions of 1."
    )
    notes = serializers.ListField(child=serializers.CharField(), help_text="Notes on the settings.")


class PresetBody(serializers.Serializer[Any]):
    """A preset of tie-breakers."""

    name = serializers.CharField()
    title = serializers.CharField()


class ChainBody(serializers.Serializer[Any]):
    """Match points and tie-breakers of a stage, and the available presets."""

    stage = serializers.IntegerField(help_text="Order of the stage in the event, from 1.")
    preset = serializers.CharField(help_text="Name of the preset; empty for custom tie-breakers.")
    points = PointsBody()
    tie_breaks = TieBreakBody(many=True, help_text="Tie-breakers in order.")
    presets = PresetBody(many=True, help_text="Available presets.")


PRESET_CHOICES: Final = [(name, name) for name in PRESETS]


class ChainChangeBody(serializers.Serializer[Any]):
    """New tie-breakers: the name of a preset, or a list in order."""

    preset = serializers.ChoiceField(choices=PRESET_CHOICES, required=False)
    tie_breaks = serializers.ListField(
        child=serializers.JSONField(),
        required=False,
        help_text='Names, or objects with a name and settings: ["omw", {"name": "gw", "floor": "0"}].',
    )
    points = PointsBody(required=False, help_text="Cannot change after a round has been published.")
    reason = serializers.CharField(
        required=False, default="", max_length=500, help_text="Required once play has started."
    )


class TieBreaksView(APIView):
    """Tie-breakers of a stage.

    Permission: every user may read; only organisers of the event may write, which the service checks.
    """

    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(responses={200: ChainBody}, operation_id="tie_breaks_retrieve", tags=["rounds"])
    def get(self, request: Request, slug: str, order: int) -> Response:
        """Return the tie-breakers of a stage, in order, with their settings."""
        return Response(_chain(stage_with_standings(get_api_event(request, slug), order)))

    @extend_schema(
        request=ChainChangeBody, responses={200: ChainBody}, operation_id="tie_breaks_change", tags=["rounds"]
    )
    def put(self, request: Request, slug: str, order: int) -> Response:
        """Replace the tie-breakers by a preset or a list.

        Match points only if they are sent.
        """
        assert isinstance(request.user, User)
        stage = stage_with_standings(get_api_event(request, slug), order)
        serializer = ChainChangeBody(data=request.data)
        serializer.is_valid(raise_exception=True)
        chain, points = _requested_settings(serializer.validated_data)
        changed = change_tie_breaks(
            request.user, stage, chain, points=points, reason=serializer.validated_data["reason"]
        )
        return Response(_chain(changed))


def _requested_settings(data: dict[str, Any]) -> tuple[Chain, Points | None]:
    """Return the requested tie-breakers and match points.

    Raises:
        UserError: neither or both of a preset and a list were sent, or the list is invalid.
    """
    if ("preset" in data) == ("tie_breaks" in data):
        raise UserError(_("Send either a preset or a list of tie-breaks."))
    points = Points(**data["points"]) if "points" in data else None
    if "preset" in data:
        return PRESETS[data["preset"]].chain, points
    return parse_tie_breaks(data["tie_breaks"]), points


def _chain(stage: Stage) -> dict[str, Any]:
    settings = ranking.settings_of(stage)
    plain = serialize_chain(settings.chain)
    return {
        "stage": stage.order,
        "preset": preset_of(settings.chain),
        "points": settings.points._asdict(),
        "tie_breaks": [
            {
                "name": shown.link.name,
                "title": shown.title,
                "settings": {key: value for key, value in link.items() if key != "name"},
                "notes": shown.notes,
            }
            for shown, link in zip(describe_chain(settings.chain), plain, strict=True)
        ],
        "presets": [{"name": name, "title": str(title)} for name, title in PRESET_NAMES.items()],
    }
