"""The plan of an event's stages through the API."""

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
from epic_events.events.stages.plans import MOST_STAGES, StagePlan

MOST = 32_767  # what the columns hold


class StagePlanBody(serializers.Serializer[Any]):
    """What is decided about one stage; what is left out is as usual for its kind and place."""

    id = serializers.IntegerField(
        required=False, min_value=1, help_text="The stage it changes; left out for a new one."
    )
    kind = serializers.ChoiceField(choices=Stage.Kind.choices)
    name = serializers.CharField(required=False, allow_blank=True, max_length=60)
    format = serializers.CharField(
        required=False, allow_blank=True, max_length=50, help_text="Slug of the deck format; empty for the event's."
    )
    best_of = serializers.ChoiceField(choices=[1, 3, 5], default=1)
    minutes = serializers.IntegerField(required=False, allow_null=True, min_value=0, max_value=MOST)
    rounds = serializers.IntegerField(
        required=False, allow_null=True, min_value=0, max_value=MOST, help_text="Null: the recommended number."
    )
    cut_size = serializers.IntegerField(
        required=False, allow_null=True, min_value=0, max_value=MOST, help_text="How many go on to it; null: all."
    )
    carries = serializers.BooleanField(
        required=False, allow_null=True, help_text="Whether points and opponents of the stage before count on."
    )
    power_from = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=0,
        max_value=MOST,
        help_text="Swiss: the round of the stage, from 1, from which players are paired by standing.",
    )
    pod_size = serializers.IntegerField(required=False, allow_null=True, min_value=0, max_value=MOST)
    pod_order = serializers.ChoiceField(choices=Stage.PodOrder.choices, required=False, allow_blank=True)
    legs = serializers.ChoiceField(choices=[1, 2], default=1, help_text="Round robin: how often everybody meets.")
    third_place = serializers.BooleanField(default=False)
    final_reset = serializers.BooleanField(required=False, allow_null=True)


class PlanBody(serializers.Serializer[Any]):
    """Every stage of an event in its order."""

    stages = serializers.ListField(child=StagePlanBody(), max_length=MOST_STAGES)


class StagesView(APIView):
    """The plan of stages. Permission: reading, everybody who may know of the event; writing, its organisers."""

    def get_permissions(self) -> list[Any]:
        """Ask for a person where something is written."""
        return [IsAuthenticated() if self.request.method == "POST" else AllowAny()]

    @extend_schema(responses={200: StageBody(many=True)}, operation_id="stages_list", tags=["events"])
    def get(self, request: Request, slug: str) -> Response:
        """Give every stage in its order."""
        return self._answer(get_api_event(request, slug))

    @extend_schema(
        request=PlanBody, responses={200: StageBody(many=True)}, operation_id="stages_replace", tags=["events"]
    )
    def post(self, request: Request, slug: str) -> Response:
        """Put a plan in place of the present one; stages that have begun have to stay as they are, in front."""
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
