"""API endpoints for rulings."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.generics import GenericAPIView
from rest_framework.permissions import AllowAny, IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from epic_events.accounts.models import User
from epic_events.events.models import Event
from epic_events.events.selectors import load_altered_rules
from epic_events.infra.errors import UserError
from epic_events.judging.rulings import permissions, services
from epic_events.judging.rulings.forms import STATUSES
from epic_events.judging.rulings.models import Ruling
from epic_events.judging.rulings.selectors import RulingFilter, find_ruling, search_rulings
from epic_events.judging.rulings.validation import (
    MAX_CARDS,
    MAX_RECORD_LENGTH,
    MAX_RULES,
    MAX_TEXT_LENGTH,
    RulingContent,
)
from epic_events.reference.cards import catalogue
from epic_events.reference.rules import selectors
from rules.games import GAMES


class BoundRuleBody(serializers.Serializer[Any]):
    """A rule cited by a ruling."""

    rule = serializers.CharField()
    version = serializers.CharField(help_text="Version of the rules when the ruling was given.")
    is_unchanged = serializers.BooleanField(help_text="True if the text of the rule has not changed since.")
    url = serializers.CharField(allow_blank=True, help_text="The page of the rule; empty if the rule no longer exists.")


class BoundCardBody(serializers.Serializer[Any]):
    """A card that a ruling is about."""

    name = serializers.CharField()
    url = serializers.URLField()


class RulingBody(serializers.Serializer[Any]):
    """A ruling."""

    slug = serializers.CharField()
    game = serializers.CharField()
    title = serializers.CharField()
    question = serializers.CharField()
    answer = serializers.CharField()
    status = serializers.ChoiceField(choices=Ruling.Status.choices)
    check_again = serializers.BooleanField(help_text="True if a cited rule has changed since.")
    by = serializers.CharField(allow_blank=True, help_text="Name of the source, if it is not a judge of this site.")
    given_at = serializers.DateTimeField()
    published_at = serializers.DateTimeField(allow_null=True)
    changed_at = serializers.DateTimeField()
    event = serializers.CharField(allow_null=True, help_text="Slug of the event where it was given.")
    round = serializers.IntegerField(allow_null=True, help_text="Id of the round in which it was given.")
    rules = BoundRuleBody(many=True)
    cards = BoundCardBody(many=True)
    link = serializers.CharField(allow_blank=True, help_text="Link to the source.")
    record = serializers.CharField(allow_blank=True, help_text="Game record that leads to this answer.")
    superseded_by = serializers.CharField(allow_null=True, help_text="Slug of the ruling that replaced it.")
    note = serializers.CharField(allow_blank=True, help_text="For judges of its event; empty for other users.")
    url = serializers.URLField()


class RulingQuery(serializers.Serializer[Any]):
    """Query parameters of the list.

    Example: ``?rule=4.4.6&card=Kong&status=official&q=can a blocker``.
    """

    q = serializers.CharField(
        required=False, max_length=400, help_text="Search words or a question; results by relevance."
    )
    rule = serializers.CharField(required=False, max_length=200, help_text="A citation, such as 4.4.6.")
    card = serializers.CharField(required=False, max_length=120)
    status = serializers.ChoiceField(required=False, choices=STATUSES)
    event = serializers.CharField(required=False, max_length=80, help_text="Slug of an event.")
    game = serializers.CharField(required=False, max_length=40)


class RulingRequest(serializers.Serializer[Any]):
    """A new ruling; ``publish`` makes it public at once."""

    title = serializers.CharField(max_length=160)
    question = serializers.CharField(max_length=MAX_TEXT_LENGTH)
    answer = serializers.CharField(max_length=MAX_TEXT_LENGTH)
    rules = serializers.ListField(child=serializers.CharField(max_length=200), max_length=MAX_RULES, required=False)
    cards = serializers.ListField(child=serializers.CharField(max_length=120), max_length=MAX_CARDS, required=False)
    status = serializers.ChoiceField(choices=Ruling.Status.choices, default=Ruling.Status.PROVISIONAL)
    event = serializers.SlugField(required=False)
    game = serializers.ChoiceField(
        required=False, choices=sorted(GAMES), help_text="For a ruling without an event; default: the first game."
    )
    link = serializers.URLField(required=False, max_length=500, help_text="Link to the source.")
    by = serializers.CharField(required=False, max_length=160)
    record = serializers.CharField(required=False, trim_whitespace=False, max_length=MAX_RECORD_LENGTH)
    note = serializers.CharField(required=False, max_length=MAX_TEXT_LENGTH)
    publish = serializers.BooleanField(default=False)


def _serialise_ruling(
    request: Request,
    ruling: Ruling,
    load_altered_rules: Callable[[Event | None, str], Mapping[str, str]] = load_altered_rules,
) -> dict[str, Any]:
    altered = load_altered_rules(ruling.event, ruling.game)
    plain = ("slug", "game", "title", "question", "answer", "status", "given_at", "published_at", "changed_at")
    return {
        **{name: getattr(ruling, name) for name in plain},
        "check_again": ruling.check_since is not None,
        "by": ruling.source_words,
        "event": ruling.event.slug if ruling.event else None,
        "round": ruling.round_id,
        "rules": [
            {
                "rule": bound.citation,
                "version": bound.version,
                "is_unchanged": services.is_unchanged(ruling.game, bound, altered),
                "url": request.build_absolute_uri(cited.url)
                if (cited := selectors.cited(bound.citation, ruling.game))
                else "",
            }
            for bound in ruling.rules.all()
        ],
        "cards": [
            {"name": card.name, "url": request.build_absolute_uri(catalogue.card_url(GAMES[ruling.game], card.name))}
            for card in ruling.cards.all()
        ],
        "link": ruling.source,
        "record": ruling.record,
        "superseded_by": ruling.superseded_by.slug if ruling.superseded_by else None,
        "note": ruling.note if permissions.can_read_note(request.user, ruling) else "",
        "url": request.build_absolute_uri(ruling.get_absolute_url()),
    }


class RulingList(GenericAPIView[Ruling]):
    """Rulings.

    Permission: published rulings are public; recording needs a judge, checked by the service.
    """

    permission_classes = (IsAuthenticatedOrReadOnly,)
    queryset: QuerySet[Ruling] = Ruling.objects.none()
    serializer_class = RulingBody

    @extend_schema(
        operation_id="rulings_list", parameters=[RulingQuery], responses={200: RulingBody(many=True)}, tags=["rulings"]
    )
    def get(self, request: Request) -> Response:
        """List matching rulings: by relevance with search words, otherwise newest first."""
        query = RulingQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        parameters = dict(query.validated_data)
        rows = search_rulings(request.user, RulingFilter(words=parameters.pop("q", ""), **parameters))
        page = self.paginate_queryset(rows)
        once = cache(load_altered_rules)
        return self.get_paginated_response([_serialise_ruling(request, ruling, once) for ruling in page or []])

    @extend_schema(operation_id="rulings_give", request=RulingRequest, responses={201: RulingBody}, tags=["rulings"])
    def post(self, request: Request) -> Response:
        """Record a ruling, with or without an event."""
        assert isinstance(request.user, User)
        serializer = RulingRequest(data=request.data)
        serializer.is_valid(raise_exception=True)
        data = serializer.validated_data
        content = RulingContent(
            title=data["title"],
            question=data["question"],
            answer=data["answer"],
            rules=tuple(data.get("rules", ())),
            cards=tuple(data.get("cards", ())),
            status=data["status"],
            game=data.get("game", ""),
            event=_get_event_or_error(request.user, data.get("event")),
            source=data.get("link", ""),
            source_words=data.get("by", ""),
            record=data.get("record", ""),
            note=data.get("note", ""),
        )
        ruling = services.create_ruling(request.user, content, publish=data["publish"])
        return Response(_serialise_ruling(request, ruling), status=status.HTTP_201_CREATED)


def _get_event_or_error(viewer: User, slug: str | None) -> Event | None:
    """Return the event with this slug; None without a slug.

    Raises:
        UserError: no such event is visible to the user.
    """
    if slug is None:
        return None
    event = Event.objects.visible_to(viewer).filter(slug=slug).first()
    if event is None:
        message = _("This event does not exist.")
        raise UserError(message, fields={"event": message})
    return event


class RulingDetail(APIView):
    """A ruling.

    Permission: public when published; before, its author and the judges of its event.
    """

    permission_classes = (AllowAny,)

    @extend_schema(operation_id="rulings_retrieve", responses={200: RulingBody}, tags=["rulings"])
    def get(self, request: Request, slug: str) -> Response:
        """Return a ruling with its rules and cards."""
        return Response(_serialise_ruling(request, find_ruling(request.user, slug)))


class RulingPublish(APIView):
    """Publishes a ruling.

    Permission: users who can change the ruling, checked by the service.
    """

    permission_classes = (IsAuthenticated,)

    @extend_schema(operation_id="rulings_publish", request=None, responses={200: RulingBody}, tags=["rulings"])
    def post(self, request: Request, slug: str) -> Response:
        """Publish a ruling."""
        assert isinstance(request.user, User)
        services.publish(request.user, find_ruling(request.user, slug))
        return Response(_serialise_ruling(request, find_ruling(request.user, slug)))
