"""API of a stage's tie-breakers: readable by everyone, writable by organisers."""

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from epic_events.accounts.models import User
from epic_events.events.api import get_api_event
from epic_events.events.models import Stage
from epic_events.infra.errors import UserError
from epic_events.pairings.methods.standings import PRESETS, Points
from epic_events.pairings.methods.tie_breaks.chain import Chain, preset_of, serialize_chain
from epic_events.pairings.standings import ranking
from epic_events.pairings.standings.services import MAX_POINTS, change_tie_breaks, parse_tie_breaks
from epic_events.pairings.standings.stage_lookup import stage_with_standings
from epic_events.pairings.standings.tie_break_labels import PRESET_NAMES, describe_chain


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


class ChainChangeBody(serializers.Serializer[Any]):
    """New tie-breakers: the name of a preset, or a list in order."""

    preset = serializers.ChoiceField(choices=[*PRESETS], required=False)
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
        """Replace the tie-breakers by a preset or a list; match points only if they are sent."""
        assert isinstance(request.user, User)
        stage = stage_with_standings(get_api_event(request, slug), order)
        given = ChainChangeBody(data=request.data)
        given.is_valid(raise_exception=True)
        chain, points = _asked(given.validated_data)
        changed = change_tie_breaks(request.user, stage, chain, points=points, reason=given.validated_data["reason"])
        return Response(_chain(changed))


def _asked(data: dict[str, Any]) -> tuple[Chain, Points | None]:
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
