"""Pairing through the API: the next round, the cut, publishing; by the services that the desk uses."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from epic_events.accounts.models import User
from epic_events.events.api import event_for
from epic_events.events.models import Stage
from epic_events.events.readiness import Waiver
from epic_events.pairings.results.api.bodies import RoundBody, known_round
from epic_events.pairings.rounds.services.ending import start_cut
from epic_events.pairings.rounds.services.pairing import pair_round, publish_round

MOST_NAMED = 10_000
BIGGEST_KEY = 2**63 - 1


class GoOnBody(serializers.Serializer[Any]):
    """Who plays although they lack what the event asks of every player."""

    without = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=BIGGEST_KEY),
        max_length=MOST_NAMED,
        default=list,
        help_text="Ids of the entries that play although they have no decklist that counts. Whoever is not named stops "
        "the round: the answer is 409 `not_ready` and names everybody. The word holds for the stage.",
    )
    reason = serializers.CharField(
        allow_blank=True,
        default="",
        max_length=500,
        help_text="Why; needed when somebody is named.",
    )


class CutBody(GoOnBody):
    """How the cut begins."""

    size = serializers.IntegerField(
        min_value=2,
        max_value=Stage.MOST_IN_A_BRACKET,
        required=False,
        help_text="How many go on, when the plan's size does not fit the field any more.",
    )


def _read(body: type[GoOnBody], request: Request) -> tuple[dict[str, Any], Waiver | None]:
    """Return what was sent, and the staff's word about players who are not ready."""
    given = body(data=request.data)
    given.is_valid(raise_exception=True)
    data = given.validated_data
    return data, Waiver(frozenset(data["without"]), data["reason"]) if data["without"] else None


class PairView(APIView):
    """Pairs the next round. Permission: organisers, head judges and scorekeepers, checked by the service."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(request=GoOnBody, responses={201: RoundBody}, operation_id="rounds_pair", tags=["rounds"])
    def post(self, request: Request, slug: str) -> Response:
        """Pair the next round as a draft; an open event begins with it, a round with all results in is finished."""
        assert isinstance(request.user, User)
        event = event_for(request, slug)
        _data, waiver = _read(GoOnBody, request)
        round_ = pair_round(request.user, event, waiver=waiver)
        return Response(RoundBody(round_).data, status=status.HTTP_201_CREATED)


class CutView(APIView):
    """Starts the cut. Permission: organisers, head judges and scorekeepers, checked by the service."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(request=CutBody, responses={201: RoundBody}, operation_id="cut_start", tags=["rounds"])
    def post(self, request: Request, slug: str) -> Response:
        """Take the best into the elimination; its first round is a draft."""
        assert isinstance(request.user, User)
        event = event_for(request, slug)
        data, waiver = _read(CutBody, request)
        round_ = start_cut(request.user, event, size=data.get("size"), waiver=waiver)
        return Response(RoundBody(round_).data, status=status.HTTP_201_CREATED)


class PublishView(APIView):
    """Publishes a draft. Permission: organisers, head judges and scorekeepers, checked by the service."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(request=GoOnBody, responses={200: RoundBody}, operation_id="round_publish", tags=["rounds"])
    def post(self, request: Request, round_id: int) -> Response:
        """Show a draft to the players; its byes are won with this."""
        assert isinstance(request.user, User)
        round_ = known_round(request, round_id)
        _data, waiver = _read(GoOnBody, request)
        return Response(RoundBody(publish_round(request.user, round_, waiver=waiver)).data)
