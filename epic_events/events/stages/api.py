"""API endpoint of an event's stage plan."""

from dataclasses import fields
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from epic_events.accounts.models import User
from epic_events.events.api import StageBody, get_api_event
from epic_events.events.models import Event, Stage
from epic_events.events.permissions import require_organiser
from epic_events.events.stages import services
from epic_events.events.stages.plans import MAX_STAGES, StagePlan

MAX_NUMBER = 32_767  # maximum of the database columns


class StagePlanBody(serializers.Serializer[Any]):
    """Settings of a stage; missing values take the default for its kind and position."""

    id = serializers.IntegerField(
        required=False, min_value=1, help_text="Id of the stage to change; omit for a new one."
    )
    kind = serializers.ChoiceField(choices=Stage.Kind.choices)
    name = serializers.CharField(required=False, allow_blank=True, max_length=60)
    format = serializers.CharField(
        required=False, allow_blank=True, max_length=50, help_text="Slug of the deck format; empty for the event's."
    )
    best_of = serializers.ChoiceField(choices=[1, 3, 5], default=1)
    minutes = serializers.IntegerField(required=False, allow_null=True, min_value=0, max_value=MAX_NUMBER)
    rounds = serializers.IntegerField(
        required=False, allow_null=True, min_value=0, max_value=MAX_NUMBER, help_text="Null for the recommended number."
    )
    cut_size = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=0,
        max_value=MAX_NUMBER,
        help_text="Number of players who advance to the stage; null for all.",
    )
    carries = serializers.BooleanField(
        required=False, allow_null=True, help_text="Carry over points and opponents from the previous stage."
    )
    power_from = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=0,
        max_value=MAX_NUMBER,
        help_text="Swiss: first round of the stage, counted from 1, that is paired by rank.",
    )
    pod_size = serializers.IntegerField(required=False, allow_null=True, min_value=0, max_value=MAX_NUMBER)
    pod_order = serializers.ChoiceField(choices=Stage.PodOrder.choices, required=False, allow_blank=True)
    legs = serializers.ChoiceField(
        choices=[1, 2], default=1, help_text="Round robin: how often each pair of players meets."
    )
    third_place = serializers.BooleanField(default=False)
    final_reset = serializers.BooleanField(required=False, allow_null=True)


class PlanBody(serializers.Serializer[Any]):
    """All stages of an event, in order."""

    stages = serializers.ListField(child=StagePlanBody(), max_length=MAX_STAGES)


class StagesView(APIView):
    """Stage plan.

    Permission: to read, everyone who may see the event; to write, its organisers.
    """

    def get_permissions(self) -> list[Any]:
        """Require authentication for writes."""
        return [IsAuthenticated() if self.request.method == "POST" else AllowAny()]

    @extend_schema(responses={200: StageBody(many=True)}, operation_id="stages_list", tags=["events"])
    def get(self, request: Request, slug: str) -> Response:
        """List all stages, in order."""
        return self._answer(get_api_event(request, slug))

    @extend_schema(
        request=PlanBody, responses={200: StageBody(many=True)}, operation_id="stages_replace", tags=["events"]
    )
    def post(self, request: Request, slug: str) -> Response:
        """Replace the stage plan; stages that have begun must stay unchanged and first."""
        assert isinstance(request.user, User)
        event = get_api_event(request, slug)
        require_organiser(request.user, event)
        given = PlanBody(data=request.data)
        given.is_valid(raise_exception=True)
        names = {field.name for field in fields(StagePlan)}
        plans = [
            StagePlan(**{name: value for name, value in stage.items() if name in names})
            for stage in given.validated_data["stages"]
        ]
        return self._answer(services.plan_stages(request.user, event, plans))

    def _answer(self, event: Event) -> Response:
        return Response(StageBody(event.stages.select_related("event"), many=True).data)
