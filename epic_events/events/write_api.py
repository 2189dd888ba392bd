"""API endpoints that create events and change entries."""

from collections.abc import Callable
from dataclasses import MISSING, fields
from typing import Any, Final

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.permissions import AllowAny, IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from epic_events.accounts.models import Player, User
from epic_events.events import services
from epic_events.events.api import (
    EventBody,
    EventList,
    RegistrationBody,
    RegistrationList,
    get_api_entry,
    get_api_event,
)
from epic_events.events.defaults import check_slug
from epic_events.events.models import Event, Registration
from epic_events.events.permissions import build_permission_error, is_staff_of, owns_registration, require_organiser
from epic_events.events.services import EventPlan
from epic_events.infra.errors import UserError
from epic_events.infra.time_zones import check_time_zone

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

    class Meta:
        model = Event
        fields = (
            "name", "slug", "starts_at", "time_zone", "place", "description", "capacity", "check_in_minutes", "game",
            "format", "rules_version", "decklists_required", "deck_visibility", "decks_open_at", "decks_due_at",
            "second_factor_required", "embeddable", "rounds", "best_of", "minutes", "cut", "cut_best_of", "cut_minutes",
        )  # fmt: skip


def event_body(request: Request, event: Event) -> dict[str, Any]:
    """Return the response body of an event, reloaded from the database."""
    stored = Event.objects.with_counts().prefetch_related("stages").get(pk=event.pk)
    return dict(EventBody(stored, context={"request": request}).data)


class EventsView(EventList):
    """Events, latest first. Unpublished events are visible to their staff only.

    Permission: everyone.
    """

    def get_permissions(self) -> list[Any]:
        """Require authentication for POST only."""
        return [IsAuthenticated() if self.request.method == "POST" else AllowAny()]

    @extend_schema(request=NewEventRequest, responses={201: EventBody}, operation_id="events_create", tags=["events"])
    def post(self, request: Request) -> Response:
        """Create an event that is not published; the user becomes its organiser.

        Permission: users who may create events.
        """
        assert isinstance(request.user, User)
        given = NewEventRequest(data=request.data)
        given.is_valid(raise_exception=True)
        data = dict(given.validated_data)
        slug = data.pop("slug", "")
        usual = {one.name for one in fields(EventPlan) if one.default is not MISSING}
        plan = EventPlan(**{name: value for name, value in data.items() if value != "" or name not in usual})
        made = services.create_event(request.user, plan, slug=slug)
        return Response(event_body(request, made), status=status.HTTP_201_CREATED)


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


class EntriesView(RegistrationList):
    """Entries of an event by name, with their status, without cancelled registrations.

    Permission: everyone.
    """

    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(
        request=EntryRequest, responses={201: RegistrationBody}, operation_id="registrations_enter", tags=["events"]
    )
    def post(self, request: Request, slug: str) -> Response:
        """Enter a player by name, or register oneself; a full event has a waitlist.

        Permission: by name, organisers, head judges and scorekeepers; oneself, everyone while registration is open.
        """
        assert isinstance(request.user, User)
        event = get_api_event(request, slug)
        given = EntryRequest(data=request.data)
        given.is_valid(raise_exception=True)
        data = given.validated_data
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
        given = EntryStep(data=request.data)
        given.is_valid(raise_exception=True)
        done = _STEPS[given.validated_data["step"]](request.user, entry, given.validated_data["reason"])
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
        given = MergePlayersRequest(data=request.data)
        given.is_valid(raise_exception=True)
        data = given.validated_data
        other = Player.objects.current().filter(pk=data["player_id"]).first()
        if other is None:
            message = _("There is no such player.")
            raise UserError(message, fields={"player_id": message})
        services.merge_players(request.user, entry.player, other, reason=data["reason"])
        return Response(_entry_body(request, entry))
