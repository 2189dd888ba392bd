"""API endpoints of the desk: pair a round, publish it, and start the cut."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from epic_events.accounts.models import User
from epic_events.events.api import get_api_event
from epic_events.events.models import Stage
from epic_events.events.readiness import Waiver
from epic_events.pairings.results.api.serializers import RoundBody, get_round_or_404
from epic_events.pairings.rounds.services.ending import start_cut
from epic_events.pairings.rounds.services.pairing import pair_round, publish_round

MAX_NAMED = 10_000
MAX_KEY = 2**63 - 1


class WaiverBody(serializers.Serializer[Any]):
    """A waiver for players who do not meet the event's requirements."""

    without = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=MAX_KEY),
        max_length=MAX_NAMED,
        default=list,
        help_text="Ids of registrations that may play without a valid decklist. If another player has none, the "
        "response is 409 `not_ready` with the names of all such players. The waiver applies to the stage.",
    )
    reason = serializers.CharField(
        allow_blank=True,
        default="",
        max_length=500,
        help_text="Reason, required if `without` is not empty.",
    )


class CutBody(WaiverBody):
    """The size of the cut, and a waiver."""

    size = serializers.IntegerField(
        min_value=2,
        max_value=Stage.MAX_BRACKET_SIZE,
        required=False,
        help_text="Size of the cut, if the planned size no longer fits the number of players.",
    )


def _read(body: type[WaiverBody], request: Request) -> tuple[dict[str, Any], Waiver | None]:
    """Validate a request body and return its data and the waiver."""
    given = body(data=request.data)
    given.is_valid(raise_exception=True)
    data = given.validated_data
    return data, Waiver(frozenset(data["without"]), data["reason"]) if data["without"] else None


class PairView(APIView):
    """Pair the next round.

    Permission: organisers, head judges and scorekeepers, checked by the service.
    """

    permission_classes = (IsAuthenticated,)

    @extend_schema(request=WaiverBody, responses={201: RoundBody}, operation_id="rounds_pair", tags=["rounds"])
    def post(self, request: Request, slug: str) -> Response:
        """Pair the next round without publishing it.

        It starts an open event, and finishes the current round if all its results are in.
        """
        assert isinstance(request.user, User)
        event = get_api_event(request, slug)
        _data, waiver = _read(WaiverBody, request)
        round_ = pair_round(request.user, event, waiver=waiver)
        return Response(RoundBody(round_).data, status=status.HTTP_201_CREATED)


class CutView(APIView):
    """Start the cut.

    Permission: organisers, head judges and scorekeepers, checked by the service.
    """

    permission_classes = (IsAuthenticated,)

    @extend_schema(request=CutBody, responses={201: RoundBody}, operation_id="cut_start", tags=["rounds"])
    def post(self, request: Request, slug: str) -> Response:
        """Seed the cut and pair its first round without publishing it."""
        assert isinstance(request.user, User)
        event = get_api_event(request, slug)
        data, waiver = _read(CutBody, request)
        round_ = start_cut(request.user, event, size=data.get("size"), waiver=waiver)
        return Response(RoundBody(round_).data, status=status.HTTP_201_CREATED)


class PublishView(APIView):
    """Publish a paired round.

    Permission: organisers, head judges and scorekeepers, checked by the service.
    """

    permission_classes = (IsAuthenticated,)

    @extend_schema(request=WaiverBody, responses={200: RoundBody}, operation_id="round_publish", tags=["rounds"])
    def post(self, request: Request, round_id: int) -> Response:
        """Publish a paired round to the players. Its byes become wins."""
        assert isinstance(request.user, User)
        round_ = get_round_or_404(request, round_id)
        _data, waiver = _read(WaiverBody, request)
        return Response(RoundBody(publish_round(request.user, round_, waiver=waiver)).data)
