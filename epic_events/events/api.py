"""API endpoints of events and their entries."""

from collections.abc import Callable
from dataclasses import MISSING, fields
from datetime import MAXYEAR, MINYEAR
from typing import Any, Final

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django_filters import rest_framework as filters
from django_filters.fields import IsoDateTimeField
from drf_spectacular.utils import extend_schema, extend_schema_field, extend_schema_view
from rest_framework import serializers, status
from rest_framework.generics import ListAPIView, RetrieveAPIView
from rest_framework.permissions import AllowAny, BasePermission, IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from epic_events.accounts.models import Player, User
from epic_events.events import services
from epic_events.events.defaults import check_slug, list_rules_versions
from epic_events.events.models import Event, Registration, Stage
from epic_events.events.permissions import build_permission_error, is_staff_of, owns_registration, require_organiser
from epic_events.events.readiness import Readiness, has_requirements, load_readiness
from epic_events.events.selectors import load_versioned_event
from epic_events.events.services import EventPlan
from epic_events.infra.collation import name_order
from epic_events.infra.errors import MissingError, UserError
from epic_events.infra.time_zones import check_time_zone
from epic_events.reference.chosen_game import get_game_by_slug
from rules.games import GAMES


def get_api_event(request: Request, slug: str, among: QuerySet[Event] | None = None) -> Event:
    """Return the event with this slug if the user of the request may see it.

    Args:
        request: the API request.
        slug: the slug of the event.
        among: the queryset to search; all events visible to the user if None.

    Raises:
        MissingError: there is no such event, or the user may not see it.
    """
    if among is None:
        return load_versioned_event(request.user, slug).event
    event = among.filter(slug=slug).first()
    if event is None:
        raise MissingError(_("This event does not exist."))
    return event


def get_api_entry(request: Request, key: int) -> Registration:
    """Return an entry with its player and event if the user may see it.

    Raises:
        MissingError: there is no such entry, or the user may not see it.
    """
    entry = Registration.objects.visible_to(request.user).select_related("player", "event").filter(pk=key).first()
    if entry is None:
        raise MissingError(_("This entry does not exist."))
    return entry


@extend_schema_field({"type": "integer", "minimum": 0, "maximum": 2**63 - 1})
class IntegerFilter(filters.NumberFilter):
    """Filter for a non-negative integer that fits into a database column.

    Also used for ids, because a choice field would reveal which ids exist.
    """

    field_class = forms.IntegerField  # type: ignore[assignment]  # the stubs know numbers with fractions only

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, min_value=0, max_value=2**63 - 1, **kwargs)


@extend_schema_field({"type": "string", "enum": [version for version, _name in list_rules_versions()]})
class RulesVersionFilter(filters.ChoiceFilter):
    """Filter for a rules version of any game."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(choices=list_rules_versions, **kwargs)


@extend_schema_field({"type": "string", "enum": list(GAMES), "description": "The slug of a game."})
class GameFilter(filters.CharFilter):
    """Filter for a game of this site."""


class BoundedDateTimeField(IsoDateTimeField):
    """ISO 8601 date and time that can be converted to any time zone without overflow."""

    def clean(self, value: Any) -> Any:
        """Return the date and time.

        Raises:
            forms.ValidationError: not a date and time, or in the first or last year that Python supports.
        """
        moment = super().clean(value)
        if moment is not None and not MINYEAR < moment.year < MAXYEAR:
            raise forms.ValidationError(_("Enter a date between the years 2 and 9998."))
        return moment


class BoundedDateTimeFilter(filters.IsoDateTimeFilter):
    """Filter for an ISO 8601 date and time."""

    field_class = BoundedDateTimeField


class StageBody(serializers.ModelSerializer[Stage]):
    """A stage of an event, with one pairing method."""

    format = serializers.CharField(source="deck_format", read_only=True)
    tie_breaks = serializers.ListField(
        source="tie_break_names",
        child=serializers.CharField(),
        read_only=True,
        help_text="Names of the tie-breakers, in order, without their options.",
    )

    class Meta:
        model = Stage
        fields = (
            "id", "order", "kind", "name", "format", "best_of", "minutes", "rounds", "first_round", "cut_size",
            "entered", "carries", "power_from", "pod_size", "pod_order", "draft_minutes", "build_minutes", "legs",
            "third_place", "final_reset", "tie_breaks",
        )  # fmt: skip


class EventBody(serializers.ModelSerializer[Event]):
    """An event. Times are in UTC; ``time_zone`` is the time zone of the venue."""

    stages = StageBody(many=True, read_only=True)
    playing = serializers.IntegerField(
        read_only=True, help_text="Number of players, including those who dropped after taking part."
    )
    waiting = serializers.IntegerField(read_only=True, help_text="Length of the waitlist.")
    check_in_opens_at = serializers.DateTimeField(read_only=True)
    interpretations = serializers.CharField(
        source="readings",
        read_only=True,
        help_text="Interpretations that differ from the rules version, in record notation: I-40=2, I-57=2.",
    )
    livery = serializers.ChoiceField(
        choices=Event.Livery.choices,
        source="shown_livery",
        read_only=True,
        help_text="Colours of the event's pictures: the chosen ones, or those that follow from the name.",
    )
    printings = serializers.CharField(
        read_only=True,
        help_text="Cards that use an older printing, in record notation: Teleport=Promo.",
    )
    url = serializers.SerializerMethodField(help_text="URL of the event's page.")

    class Meta:
        model = Event
        fields = (
            "slug", "name", "description", "place", "livery", "time_zone", "starts_at", "check_in_opens_at", "capacity",
            "playing", "waiting", "game", "format", "rules_version", "interpretations", "printings",
            "decklists_required", "deck_visibility", "decks_open_at", "decks_due_at",
            "second_factor_required", "embeddable",
            "status",
            "stages", "url",
        )  # fmt: skip

    @extend_schema_field({"type": "string", "format": "uri"})
    def get_url(self, event: Event) -> str:
        """Return the absolute URL of the event's page."""
        return str(self.context["request"].build_absolute_uri(event.get_absolute_url()))


class EventFilter(filters.FilterSet):
    """Filters of the list of events.

    Example: ``?status=running&game=epic&deck_format=full-constructed&starts_after=2026-01-01T00:00Z``.
    """

    status = filters.ChoiceFilter(choices=Event.Status.choices)
    game = GameFilter(method="of_game")
    rules_version = RulesVersionFilter()
    deck_format = filters.CharFilter(field_name="format")  # DRF reserves ?format=
    starts_after = BoundedDateTimeFilter(field_name="starts_at", lookup_expr="gte")
    starts_before = BoundedDateTimeFilter(field_name="starts_at", lookup_expr="lt")

    class Meta:
        model = Event
        fields = ("status", "game", "rules_version")

    def of_game(self, events: QuerySet[Event], _name: str, slug: str) -> QuerySet[Event]:
        """Return the events of a game.

        Raises:
            UserError: there is no such game; the message lists the available games.
        """
        try:
            return events.filter(game=get_game_by_slug(slug).slug)
        except MissingError as error:
            raise UserError(str(error), fields={"game": str(error)}) from error


def _events(request: Request) -> QuerySet[Event]:
    events = Event.objects.visible_to(request.user).with_counts().prefetch_related("stages")
    return events.order_by("-starts_at", "-pk")  # the annotation with counts drops the default ordering


@extend_schema_view(get=extend_schema(operation_id="events_retrieve", tags=["events"]))
class EventDetail(RetrieveAPIView[Event]):
    """An event with its stages.

    Permission: everyone; its staff if it is not published.
    """

    permission_classes = (AllowAny,)
    serializer_class = EventBody
    lookup_field = "slug"
    queryset = Event.objects.none()

    def get_object(self) -> Event:
        """Return the event if the user may see it."""
        return get_api_event(self.request, self.kwargs["slug"], _events(self.request))


class ReadinessBody(serializers.Serializer[Any]):
    """The state of an entry for one requirement of the event."""

    subject = serializers.CharField(help_text="The requirement.")
    code = serializers.CharField(
        help_text="For decklists: missing, problems, format, illegal (not ready); taken, stale, ok (ready)."
    )
    words = serializers.CharField()
    ready = serializers.BooleanField(help_text="True if the requirement is met.")
    waived = serializers.CharField(help_text="Reason of the staff's waiver; empty without one.")


class RegistrationBody(serializers.ModelSerializer[Registration]):
    """An entry, with the name used at the event."""

    player_id = serializers.IntegerField(help_text="Id of the player, the same in all events.")
    mine = serializers.SerializerMethodField(help_text="True if it is the user's own entry.")
    readiness = serializers.SerializerMethodField(
        help_text="Requirements in the current or next stage; null except for the staff."
    )

    class Meta:
        model = Registration
        fields = ("id", "player_id", "name", "status", "registered_at", "checked_in_at", "mine", "readiness")

    @extend_schema_field(ReadinessBody(many=True, allow_null=True))
    def get_readiness(self, registration: Registration) -> Any:
        """Return the readiness of the entry, or None if the user is not on the staff."""
        readiness = self.context["readiness"]
        return None if readiness is None else ReadinessBody(readiness.get(registration.pk, []), many=True).data

    def get_mine(self, registration: Registration) -> bool:
        """Return True if the entry belongs to the user."""
        viewer = self.context["request"].user
        return isinstance(viewer, User) and registration.player.user_id == viewer.pk


class RegistrationFilter(filters.FilterSet):
    """Filters such as ``?status=checked_in&mine=true``."""

    mine = filters.BooleanFilter(method="only_mine", label="Only the entry of the person who asks.")

    class Meta:
        model = Registration
        fields = ("status",)

    def only_mine(self, entries: QuerySet[Registration], _name: str, selected: Any) -> QuerySet[Registration]:
        """Return only the user's own entry, or all other entries."""
        own = Registration.objects.of_user(getattr(self.request, "user", None)).values("pk")
        return entries.filter(pk__in=own) if selected else entries.exclude(pk__in=own)


MAX_REASON_LENGTH: Final = 500
BEST_OF: Final = ((1, "1"), (3, "3"), (5, "5"))


class NewEventRequest(serializers.ModelSerializer[Event]):
    """Settings of a new event; missing values take their defaults."""

    slug = serializers.SlugField(
        required=False, max_length=80, validators=[check_slug], help_text="Omit to generate it from the name."
    )
    time_zone = serializers.CharField(max_length=60, required=False, validators=[check_time_zone])
    rounds = serializers.IntegerField(
        required=False, allow_null=True, min_value=1, max_value=20, help_text="Null for the recommended number."
    )
    best_of = serializers.ChoiceField(choices=BEST_OF, required=False)
    minutes = serializers.IntegerField(required=False, allow_null=True, min_value=5, max_value=600)
    cut = serializers.ChoiceField(choices=[0, 2, 4, 8], required=False)
    cut_best_of = serializers.ChoiceField(choices=BEST_OF, required=False)
    cut_minutes = serializers.IntegerField(required=False, allow_null=True, min_value=5, max_value=600)
    decklists_required = serializers.BooleanField(
        required=False,
        allow_null=True,
        help_text="Null, or omitted, for what is usual for the format: false if players choose no cards.",
    )

    class Meta:
        model = Event
        fields = (
            "name", "slug", "starts_at", "time_zone", "place", "livery", "description", "capacity", "check_in_minutes",
            "game", "format", "rules_version", "decklists_required", "deck_visibility", "decks_open_at", "decks_due_at",
            "second_factor_required", "embeddable", "rounds", "best_of", "minutes", "cut", "cut_best_of", "cut_minutes",
        )  # fmt: skip


def event_body(request: Request, event: Event) -> dict[str, Any]:
    """Return the response body of an event, reloaded from the database."""
    stored = Event.objects.with_counts().prefetch_related("stages").get(pk=event.pk)
    return dict(EventBody(stored, context={"request": request}).data)


@extend_schema_view(get=extend_schema(operation_id="events_list", tags=["events"]))
class EventsView(ListAPIView[Event]):
    """Events, latest first. Unpublished events are visible to their staff only.

    Permission: everyone.
    """

    permission_classes: tuple[type[BasePermission], ...] = (AllowAny,)
    serializer_class = EventBody
    filterset_class = EventFilter
    queryset = Event.objects.none()

    def get_queryset(self) -> QuerySet[Event]:
        """Return the events visible to the user."""
        return _events(self.request)

    def get_permissions(self) -> list[Any]:
        """Require authentication for POST only."""
        return [IsAuthenticated() if self.request.method == "POST" else AllowAny()]

    @extend_schema(request=NewEventRequest, responses={201: EventBody}, operation_id="events_create", tags=["events"])
    def post(self, request: Request) -> Response:
        """Create an event that is not published; the user becomes its organiser.

        Permission: users who may create events.
        """
        assert isinstance(request.user, User)
        serializer = NewEventRequest(data=request.data)
        serializer.is_valid(raise_exception=True)
        data = dict(serializer.validated_data)
        slug = data.pop("slug", "")
        usual = {field.name for field in fields(EventPlan) if field.default is not MISSING}
        plan = EventPlan(**{name: value for name, value in data.items() if value != "" or name not in usual})
        new_event = services.create_event(request.user, plan, slug=slug)
        return Response(event_body(request, new_event), status=status.HTTP_201_CREATED)


class EntryRequest(serializers.Serializer[Any]):
    """The player to enter."""

    name = serializers.CharField(
        max_length=80,
        allow_blank=True,
        default="",
        help_text="Name at the event; empty for the name of one's own account.",
    )
    own = serializers.BooleanField(default=False, help_text="Register oneself instead of entering a player by name.")
    consent = serializers.BooleanField(
        default=False, help_text="For oneself: agree to publish the name with pairings and standings."
    )


class EntryStep(serializers.Serializer[Any]):
    """An action on an entry."""

    step = serializers.ChoiceField(
        choices=["check_in", "undo_check_in", "drop", "reinstate", "withdraw", "admit"],
        help_text="`admit` gives a spot to a player on the waitlist.",
    )
    reason = serializers.CharField(max_length=MAX_REASON_LENGTH, allow_blank=True, default="")


def _entry_body(request: Request, entry: Registration) -> dict[str, Any]:
    stored = Registration.objects.select_related("player").get(pk=entry.pk)
    return dict(RegistrationBody(stored, context={"request": request, "readiness": None}).data)


@extend_schema_view(get=extend_schema(operation_id="registrations_list", tags=["events"]))
class EntriesView(ListAPIView[Registration]):
    """Entries of an event by name, with their status, without cancelled registrations.

    Permission: everyone.
    """

    permission_classes = (IsAuthenticatedOrReadOnly,)
    serializer_class = RegistrationBody
    filterset_class = RegistrationFilter
    queryset = Registration.objects.none()
    readiness: dict[int, list[Readiness]] | None = None

    def get_queryset(self) -> QuerySet[Registration]:
        """Return the entries of the event that the user may see."""
        self.event = get_api_event(self.request, self.kwargs["slug"])
        entries = Registration.objects.visible_to(self.request.user).filter(event=self.event).select_related("player")
        return entries.exclude(status=Registration.Status.WITHDRAWN).order_by(name_order("name"), "pk")

    def paginate_queryset(self, queryset: Any) -> Any:
        """Load the readiness of all entries of the page at once."""
        page = super().paginate_queryset(queryset)
        if page and has_requirements(self.event) and is_staff_of(self.request.user, self.event):
            self.readiness = load_readiness(self.event, None, [entry.pk for entry in page])
        return page

    def get_serializer_context(self) -> dict[str, Any]:
        """Add the loaded readiness to the context."""
        return {**super().get_serializer_context(), "readiness": self.readiness}

    @extend_schema(
        request=EntryRequest, responses={201: RegistrationBody}, operation_id="registrations_enter", tags=["events"]
    )
    def post(self, request: Request, slug: str) -> Response:
        """Enter a player by name, or register oneself; a full event has a waitlist.

        Permission: by name, organisers, head judges and scorekeepers; oneself, everyone while registration is open.
        """
        assert isinstance(request.user, User)
        event = get_api_event(request, slug)
        serializer = EntryRequest(data=request.data)
        serializer.is_valid(raise_exception=True)
        data = serializer.validated_data
        if data["own"]:
            entry = services.register(request.user, event, name=data["name"], consent=data["consent"])
        else:
            entry = services.add_player(request.user, event, name=data["name"])
        return Response(_entry_body(request, entry), status=status.HTTP_201_CREATED)


_STEPS: Final[dict[str, Callable[..., Registration]]] = {
    "check_in": lambda user, entry, _reason: services.check_in(user, entry),
    "undo_check_in": lambda user, entry, _reason: services.undo_check_in(user, entry),
    "drop": lambda user, entry, reason: services.drop(user, entry, reason=reason),
    "reinstate": lambda user, entry, reason: services.reinstate(user, entry, reason=reason),
    "withdraw": lambda user, entry, reason: services.withdraw(user, entry, reason=reason),
    "admit": lambda user, entry, _reason: services.admit(user, entry),
}


class EntryView(APIView):
    """Actions on an entry. Permission: its player and users who manage entries."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(
        request=EntryStep, responses={200: RegistrationBody}, operation_id="registrations_step", tags=["events"]
    )
    def post(self, request: Request, entry_id: int) -> Response:
        """Check in, undo a check-in, admit, withdraw, drop or reinstate a player."""
        assert isinstance(request.user, User)
        entry = get_api_entry(request, entry_id)
        if not owns_registration(request.user, entry) and not is_staff_of(request.user, entry.event):
            raise build_permission_error(
                request.user, entry.event, _("Only the player and the staff of this event may do this.")
            )
        serializer = EntryStep(data=request.data)
        serializer.is_valid(raise_exception=True)
        done = _STEPS[serializer.validated_data["step"]](request.user, entry, serializer.validated_data["reason"])
        return Response(_entry_body(request, done))


class MergePlayersRequest(serializers.Serializer[Any]):
    """The player who is the same person as the player of an entry."""

    player_id = serializers.IntegerField(min_value=1, max_value=2**63 - 1, help_text="Id of the player to merge.")
    reason = serializers.CharField(
        max_length=MAX_REASON_LENGTH, help_text="How you know that they are the same person, for the audit log."
    )


class MergePlayersView(APIView):
    """Merges two players.

    Permission: organisers of all affected events, and site administrators.
    """

    permission_classes = (IsAuthenticated,)

    @extend_schema(
        request=MergePlayersRequest,
        responses={200: RegistrationBody},
        operation_id="registrations_same_person",
        tags=["events"],
    )
    def post(self, request: Request, entry_id: int) -> Response:
        """Merge another player with the player of an entry.

        The player with an account stays, else the given one. Two players with accounts cannot be merged.
        """
        assert isinstance(request.user, User)
        entry = get_api_entry(request, entry_id)
        require_organiser(request.user, entry.event)
        serializer = MergePlayersRequest(data=request.data)
        serializer.is_valid(raise_exception=True)
        data = serializer.validated_data
        other = Player.objects.current().filter(pk=data["player_id"]).first()
        if other is None:
            message = _("This player does not exist.")
            raise UserError(message, fields={"player_id": message})
        services.merge_players(request.user, entry.player, other, reason=data["reason"])
        return Response(_entry_body(request, entry))
