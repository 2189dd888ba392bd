"""API endpoints of pools: list, enter, import and status."""

from typing import Any

from django.db.models import QuerySet
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema, extend_schema_field, extend_schema_view
from rest_framework import serializers, status
from rest_framework.generics import ListAPIView
from rest_framework.permissions import IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from epic_events.accounts.models import User
from epic_events.decks.api import CardCopiesBody, get_entry
from epic_events.decks.checking import MAX_LENGTH
from epic_events.decks.context import DeckContext
from epic_events.decks.models import CardPool
from epic_events.decks.pools import services
from epic_events.decks.pools.selectors import build_pool_rows, copies_in_pool
from epic_events.decks.pools.services import MAX_IMPORT_LENGTH
from epic_events.events.api import IntegerFilter, get_api_event
from epic_events.events.models import Event
from epic_events.events.permissions import is_staff_of, owns_registration, require_staff
from epic_events.infra.collation import name_order


class PoolSubmissionBody(serializers.Serializer[Any]):
    """Details of a pool that only the player and the staff may read."""

    text = serializers.CharField(help_text="The text as typed. Empty if this entry removes the previous pool.")
    by_staff = serializers.BooleanField(help_text="False if the player entered it.")
    reason = serializers.CharField(allow_blank=True, help_text="Reason for the replacement.")


class PoolBody(serializers.ModelSerializer[CardPool]):
    """A player's pool."""

    registration = serializers.IntegerField(source="registration_id")
    player = serializers.CharField(source="registration.name")
    size = serializers.IntegerField(source="cards", help_text="The number of cards in the pool.")
    cards = serializers.SerializerMethodField(
        help_text="Recognised cards, or the names as written if the format accepts unknown cards."
    )
    submission = serializers.SerializerMethodField(help_text="Visible only to the player and the staff.")

    class Meta:
        model = CardPool
        fields = ("id", "registration", "player", "number", "game", "format", "at", "size", "cards", "submission")

    @extend_schema_field(CardCopiesBody(many=True))
    def get_cards(self, pool: CardPool) -> list[dict[str, Any]]:
        """Return the cards of the pool in their order."""
        copies = copies_in_pool(pool, self.context["game"])
        return [{"quantity": quantity, "name": name} for quantity, name in copies]

    @extend_schema_field(PoolSubmissionBody(allow_null=True))
    def get_submission(self, pool: CardPool) -> dict[str, Any] | None:
        """Return text and author, or None if the viewer may not read them."""
        if not (self.context["staff"] or owns_registration(self.context["request"].user, pool.registration)):
            return None
        return dict(PoolSubmissionBody(pool).data)


class WritePoolRequest(serializers.Serializer[Any]):
    """A pool to enter; staff name the entry that it is for."""

    text = serializers.CharField(
        trim_whitespace=False,
        allow_blank=True,
        max_length=MAX_LENGTH,
        help_text="The pool, one card per line. Empty to remove the pool.",
    )
    registration = serializers.IntegerField(
        min_value=1,
        max_value=2**63 - 1,
        required=False,
        help_text="For staff: number of the entry; one's own entry by default.",
    )
    reason = serializers.CharField(
        allow_blank=True, default="", max_length=500, help_text="Reason for the replacement."
    )


class ImportPoolsRequest(serializers.Serializer[Any]):
    """A text with the pools of many players, stored completely or not at all."""

    text = serializers.CharField(
        trim_whitespace=False,
        max_length=MAX_IMPORT_LENGTH,
        help_text="One of two formats. Blocks: a line “Player: Name” or “Player: #17” (entry number), then the "
        "cards. Table: a header line with the columns Player, Card and Quantity.",
    )
    reason = serializers.CharField(
        allow_blank=True, default="", max_length=500, help_text="Reason for replacing pools."
    )
    only_look = serializers.BooleanField(default=False, help_text="Return a preview without storing anything.")


class PoolPreviewBody(serializers.Serializer[Any]):
    """The pool that an import stores for one player."""

    registration = serializers.IntegerField(source="registration.pk")
    player = serializers.CharField(source="registration.name")
    size = serializers.IntegerField(source="cards")
    replaces = serializers.IntegerField(
        source="replaces.number", default=None, allow_null=True, help_text="Number of the current pool."
    )
    same = serializers.BooleanField(help_text="True if the current pool has the same text, so that nothing is stored.")
    warnings = serializers.ListField(child=serializers.CharField(), help_text="Warnings, such as an unusual size.")


class PoolStateBody(serializers.Serializer[Any]):
    """State of an entry's pool in the current format."""

    registration = serializers.IntegerField(source="registration.pk")
    player = serializers.CharField(source="registration.name")
    pool = serializers.IntegerField(
        source="pool.number", default=None, allow_null=True, help_text="Number of the pool."
    )
    size = serializers.IntegerField(source="pool.cards", default=None, allow_null=True)


class PoolFilter(filters.FilterSet):
    """Filters of the list of pools, such as ``?registration=17&counting=true``."""

    registration = IntegerFilter(label="Filter by entry.")
    counting = filters.BooleanFilter(method="only_counting", label="Only the current pool of each player.")

    class Meta:
        model = CardPool
        fields = ()

    def only_counting(self, pools: QuerySet[CardPool], _name: str, value: Any) -> QuerySet[CardPool]:
        """Filter by whether a pool is the current one."""
        latest_pool = CardPool.objects.counting().values("pk")
        return pools.filter(pk__in=latest_pool) if value else pools.exclude(pk__in=latest_pool)


def _context(request: Request, event: Event) -> dict[str, Any]:
    return {"request": request, "staff": is_staff_of(request.user, event), "game": DeckContext(event).game}


@extend_schema_view(get=extend_schema(operation_id="pools_list", tags=["decklists"]))
class PoolList(ListAPIView[CardPool]):
    """Pools of an event that the viewer may read.

    Players read their own pools, staff read all, and others read the current pools that the event's visibility policy
    allows. Entering a pool requires staff; the service checks it.
    """

    permission_classes = (IsAuthenticatedOrReadOnly,)
    serializer_class = PoolBody
    filterset_class = PoolFilter
    queryset = CardPool.objects.none()

    def get_queryset(self) -> QuerySet[CardPool]:
        """Return the event's pools that the viewer may read."""
        self.event = get_api_event(self.request, self.kwargs["slug"])
        pools = CardPool.objects.visible_to(self.request.user).filter(registration__event=self.event)
        return pools.select_related("registration__player").order_by(
            name_order("registration__name"), "registration", "-number"
        )

    def get_serializer_context(self) -> dict[str, Any]:
        """Add the current cards and whether the viewer is staff.

        They are computed once for all rows.
        """
        event = getattr(self, "event", None)
        return {**super().get_serializer_context(), **(_context(self.request, event) if event else {})}

    @extend_schema(request=WritePoolRequest, responses={201: PoolBody}, operation_id="pools_write", tags=["decklists"])
    def post(self, request: Request, slug: str) -> Response:
        """Enter or remove a pool; the player's latest list is rechecked."""
        assert isinstance(request.user, User)
        event = get_api_event(request, slug)
        serializer = WritePoolRequest(data=request.data)
        serializer.is_valid(raise_exception=True)
        data = serializer.validated_data
        entry = get_entry(request.user, event, data.get("registration"))
        if data["text"].strip():
            pool = services.save_pool(request.user, entry, data["text"], reason=data["reason"])
        else:
            pool = services.remove_pool(request.user, entry, reason=data["reason"])
        return Response(PoolBody(pool, context=_context(request, event)).data, status=status.HTTP_201_CREATED)


class PoolImportView(APIView):
    """Import of pools. Permission: the event's staff, until the event is over."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(
        request=ImportPoolsRequest,
        responses={200: PoolPreviewBody(many=True)},
        operation_id="pools_write_many",
        tags=["decklists"],
    )
    def post(self, request: Request, slug: str) -> Response:
        """Import all pools or none.

        ``fields.text`` of an error response has one line per error.
        """
        assert isinstance(request.user, User)
        event = get_api_event(request, slug)
        require_staff(request.user, event)
        serializer = ImportPoolsRequest(data=request.data)
        serializer.is_valid(raise_exception=True)
        data = serializer.validated_data
        if data["only_look"]:
            previews = services.preview_import(request.user, event, data["text"])
        else:
            previews = services.import_pools(request.user, event, data["text"], reason=data["reason"]).previews
        return Response(PoolPreviewBody(previews, many=True).data)


class PoolStates(APIView):
    """Pool status of every player. Permission: the event's staff."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(responses={200: PoolStateBody(many=True)}, operation_id="pools_states", tags=["decklists"])
    def get(self, request: Request, slug: str) -> Response:
        """List the players of the event by name."""
        assert isinstance(request.user, User)
        event = get_api_event(request, slug)
        require_staff(request.user, event)
        return Response(PoolStateBody(build_pool_rows(DeckContext(event)), many=True).data)
