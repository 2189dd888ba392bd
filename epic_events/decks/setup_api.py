"""API endpoints of deck rules, submission period and locks of decklists."""

from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from epic_events.accounts.models import User
from epic_events.decks import services
from epic_events.decks.context import DeckContext, current_deck_rules
from epic_events.decks.models import DeckRules
from epic_events.decks.services import DeckRulesInput, set_deck_rules
from epic_events.events.api import get_api_entry, get_api_event
from epic_events.events.models import Event
from epic_events.events.permissions import build_permission_error, is_staff_of
from epic_events.events.services import EventPlan, edit_event
from rules.decks.event_rules import MAX_NAME_LENGTH, MAX_NAMES


def _names(**kwargs: Any) -> serializers.ListField:
    return serializers.ListField(
        child=serializers.CharField(max_length=MAX_NAME_LENGTH), max_length=MAX_NAMES, **kwargs
    )


class DeckRulesBody(serializers.Serializer[Any]):
    """Deck rules of an event in addition to the rules of its format."""

    version = serializers.IntegerField(
        source="number", default=None, allow_null=True, help_text="Null if the event has no deck rules."
    )
    banned = _names(
        default=None, allow_null=True, help_text="Banned cards. Null if not stated, empty if there are none."
    )
    restricted = _names(
        default=None,
        allow_null=True,
        help_text="Cards limited to one copy. Null if not stated, empty if there are none.",
    )
    facts = serializers.DictField(
        child=serializers.ListField(), default=dict, help_text="Values of the game's deck facts by slug."
    )


class SetDeckRulesRequest(serializers.Serializer[Any]):
    """The new deck rules; omitted values are removed."""

    banned = _names(
        default=None, allow_null=True, help_text="Banned cards. Null if not stated, empty if there are none."
    )
    restricted = _names(
        default=None,
        allow_null=True,
        help_text="Cards limited to one copy. Null if not stated, empty if there are none.",
    )
    facts = serializers.DictField(
        child=_names(),
        default=dict,
        help_text="Names, or sizes such as “0-15”, by slug of the fact. HEX: least_in_limited, reserves, "
        "champions and gems. Champions: side_deck, limited_champions, limited_blessings and "
        "limited_actions.",
    )


class DeckRulesView(APIView):
    """Deck rules of an event.

    Permission: everyone who may view the event reads them; organisers change them until the event is over.
    """

    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(responses={200: DeckRulesBody}, operation_id="deck_rules_retrieve", tags=["events"])
    def get(self, request: Request, slug: str) -> Response:
        """Return the current deck rules."""
        return _answer(current_deck_rules(get_api_event(request, slug)))

    @extend_schema(
        request=SetDeckRulesRequest, responses={200: DeckRulesBody}, operation_id="deck_rules_say", tags=["events"]
    )
    def post(self, request: Request, slug: str) -> Response:
        """Replace the deck rules; lists are rechecked when they are next viewed."""
        assert isinstance(request.user, User)
        event = get_api_event(request, slug)
        serializer = SetDeckRulesRequest(data=request.data)
        serializer.is_valid(raise_exception=True)
        set_deck_rules(request.user, event, DeckRulesInput(**serializer.validated_data))
        return _answer(current_deck_rules(event))


def _answer(deck_rules: DeckRules | None) -> Response:
    return Response(DeckRulesBody(deck_rules or {}).data)


MAX_REASON_LENGTH = 500


class SubmissionPeriodBody(serializers.Serializer[Any]):
    """Submission period of an event's decklists."""

    opens_at = serializers.DateTimeField(
        source="decks_open_at", allow_null=True, help_text="Start of the submission period; null if it is always open."
    )
    due_at = serializers.DateTimeField(
        source="decks_due_at",
        allow_null=True,
        help_text="End of the submission period; null for the start of the event.",
    )
    locked = serializers.BooleanField(
        source="decks_locked",
        allow_null=True,
        help_text="True or false if the staff locked or unlocked all lists; null to follow the submission period.",
    )
    closed = serializers.SerializerMethodField(
        help_text="True if lists are closed now, apart from unlocks of single players."
    )

    def get_closed(self, event: Event) -> bool:
        """Return True if lists are closed now."""
        return DeckContext(event).is_closed


class SubmissionPeriodRequest(serializers.Serializer[Any]):
    """New start and end of the submission period; omitted values stay unchanged."""

    opens_at = serializers.DateTimeField(required=False, allow_null=True, help_text="Null if it is always open.")
    due_at = serializers.DateTimeField(required=False, allow_null=True, help_text="Null for the start of the event.")


class EventLockRequest(serializers.Serializer[Any]):
    """Lock of all decklists by the staff."""

    locked = serializers.BooleanField(allow_null=True, help_text="Null to follow the submission period.")
    reason = serializers.CharField(max_length=MAX_REASON_LENGTH, allow_blank=True, default="")


class ListLockRequest(serializers.Serializer[Any]):
    """Lock of one player's decklist by the staff."""

    locked = serializers.BooleanField()
    reason = serializers.CharField(max_length=MAX_REASON_LENGTH, allow_blank=True, default="")


class ListLockBody(serializers.Serializer[Any]):
    """Lock state of a player's decklist."""

    registration = serializers.IntegerField()
    locked = serializers.BooleanField()
    own_word = serializers.BooleanField(help_text="True if the staff locked or unlocked this list.")


class SubmissionPeriodView(APIView):
    """Submission period of decklists.

    Permission: everyone reads; organisers change it.
    """

    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(responses={200: SubmissionPeriodBody}, operation_id="decklists_window", tags=["decklists"])
    def get(self, request: Request, slug: str) -> Response:
        """Return the submission period and whether lists are closed now."""
        return Response(SubmissionPeriodBody(get_api_event(request, slug)).data)

    @extend_schema(
        request=SubmissionPeriodRequest,
        responses={200: SubmissionPeriodBody},
        operation_id="decklists_window_change",
        tags=["decklists"],
    )
    def post(self, request: Request, slug: str) -> Response:
        """Change the submission period. Permission: organisers, checked by the service."""
        assert isinstance(request.user, User)
        event = get_api_event(request, slug)
        serializer = SubmissionPeriodRequest(data=request.data)
        serializer.is_valid(raise_exception=True)
        times = {
            f"decks_{'open' if name == 'opens_at' else 'due'}_at": at for name, at in serializer.validated_data.items()
        }
        changed = edit_event(request.user, event, replace(EventPlan.of(event), **times))
        return Response(SubmissionPeriodBody(changed).data)


class EventLockView(APIView):
    """Lock of all decklists. Permission: the event's staff, checked by the service."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(
        request=EventLockRequest,
        responses={200: SubmissionPeriodBody},
        operation_id="decklists_lock_all",
        tags=["decklists"],
    )
    def post(self, request: Request, slug: str) -> Response:
        """Lock or unlock all lists, or follow the submission period."""
        assert isinstance(request.user, User)
        event = get_api_event(request, slug)
        serializer = EventLockRequest(data=request.data)
        serializer.is_valid(raise_exception=True)
        data = serializer.validated_data
        changed = services.set_event_lock(request.user, event, to_locked=data["locked"], reason=data["reason"])
        return Response(SubmissionPeriodBody(changed).data)


class ListLockView(APIView):
    """Lock of one player's decklist.

    Permission: the event's staff, checked by the service.
    """

    permission_classes = (IsAuthenticated,)

    @extend_schema(
        request=ListLockRequest, responses={200: ListLockBody}, operation_id="decklists_lock", tags=["decklists"]
    )
    def post(self, request: Request, entry_id: int) -> Response:
        """Lock or unlock one player's list, regardless of the event's lock."""
        assert isinstance(request.user, User)
        entry = get_api_entry(request, entry_id)
        if not is_staff_of(request.user, entry.event):
            raise build_permission_error(
                request.user, entry.event, _("Only the staff of this event may lock and unlock decklists.")
            )
        serializer = ListLockRequest(data=request.data)
        serializer.is_valid(raise_exception=True)
        data = serializer.validated_data
        services.set_lock(request.user, entry, to_locked=data["locked"], reason=data["reason"])
        deck = DeckContext.of(entry)
        body = {"registration": entry.pk, "locked": deck.is_locked, "own_word": deck.lock is not None}
        return Response(ListLockBody(body).data)
