"""API endpoint of an event's deck rules."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from epic_events.accounts.models import User
from epic_events.decks.event_rules import services
from epic_events.decks.event_rules.current import current_deck_rules
from epic_events.decks.models import DeckRules
from epic_events.events.api import get_api_event
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
        services.set_deck_rules(request.user, event, services.DeckRulesInput(**serializer.validated_data))
        return _answer(current_deck_rules(event))


def _answer(deck_rules: DeckRules | None) -> Response:
    return Response(DeckRulesBody(deck_rules or {}).data)
