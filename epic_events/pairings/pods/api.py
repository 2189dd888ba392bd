"""API of pods and their seats."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from epic_events.events.api import get_api_event
from epic_events.events.permissions import is_staff_of
from epic_events.pairings.pods.selectors import pod_rows, poddings


class PodSeatBody(serializers.Serializer[Any]):
    """A player's seat in a pod."""

    seat = serializers.IntegerField()
    registration = serializers.IntegerField(source="registration_id")
    player = serializers.CharField(source="registration.name")


class PodBody(serializers.Serializer[Any]):
    """A pod with its players in seat order."""

    stage = serializers.IntegerField(help_text="Order of the stage in the event, from 1.")
    pod = serializers.IntegerField()
    seats = PodSeatBody(many=True)


class PodsView(APIView):
    """Pods of an event. Permission: every user who may view the event; unpublished pods only for the staff."""

    permission_classes = (AllowAny,)

    @extend_schema(responses={200: PodBody(many=True)}, operation_id="pods_list", tags=["rounds"])
    def get(self, request: Request, slug: str) -> Response:
        """List the pods of every stage, by stage and number."""
        event = get_api_event(request, slug)
        rows = poddings(event, drafts=is_staff_of(request.user, event))
        pods = [
            {"stage": podding.stage.order, "pod": row.number, "seats": row.seats}
            for podding in rows
            for row in pod_rows(podding.stage)
        ]
        return Response(PodBody(pods, many=True).data)
