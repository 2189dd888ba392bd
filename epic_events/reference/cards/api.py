"""API endpoints of cards: list, search syntax, completion and detail; public."""

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import ScopedRateThrottle
from rest_framework.views import APIView

from epic_events.infra.errors import MissingError, UserError
from epic_events.reference.cards import catalogue
from epic_events.reference.cards.forms import CardFilterForm
from epic_events.reference.chosen_game import get_game_by_slug, usual_game
from rules.card_search.parser import MAX_LENGTH
from rules.games import GAMES, Game
from rules.invented_cards import card_facts_of

QUERY_HELP = (
    'A question such as `a:wild t:champion off>=10 k:blitz cost=0 "break"`: plain words begin words of the name, a'
    " phrase stands in name or text, `field:value` and `field>=number` ask for a field, `is:free` for a fact,"
    " `f:full-constructed` and `banned:` for formats on the day `on:`, `-`"
    " leaves out, `or` and parentheses join, `sort:-off` orders."
)


_TEXT = {"type": "string"}


_PRINTING: dict[str, Any] = {
    "type": "object",
    "description": "What is known of one printing of a card, each fact under the game's own word for it.",
    "required": ["name"],
    "properties": {
        "name": _TEXT,
        "text": {
            "type": "array",
            "items": _TEXT,
            "nullable": True,
            "description": "Rules text rendered from what the engine does, a line an ability; null or absent where no"
            " engine plays it.",
        },
        "doubtful": {"type": "array", "items": _TEXT},
    },
    "additionalProperties": True,
}


_CARD: dict[str, Any] = {
    **_PRINTING,
    "description": "A card in its preferred printing (in a narrowed list: in the first printing that fits).",
    "required": ["name", "game", "slug", "url"],
    "properties": {
        **_PRINTING["properties"],
        "game": {"type": "string", "description": "The game's slug."},
        "slug": _TEXT,
        "url": {"type": "string", "format": "uri", "description": "Permanent URL of its page."},
    },
}


_CARD_DETAIL: dict[str, Any] = {
    **_CARD,
    "description": "A card in all its printings.",
    "required": [*_CARD["required"], "other_printings"],
    "properties": {**_CARD["properties"], "other_printings": {"type": "array", "items": _PRINTING}},
}


def _card(request: Request, game: Game, card: catalogue.Card) -> dict[str, Any]:
    name = game.card_fields.subject.name(card)
    return {
        **card_facts_of(game, card),
        "game": game.slug,
        "slug": catalogue.card_slug(name),
        "url": request.build_absolute_uri(catalogue.card_url(game, name)),
    }


_GAME = OpenApiParameter(
    "game", str, enum=list(GAMES), description=f"The game whose cards are meant; {usual_game().slug} if left out."
)


def _card_parameters() -> list[OpenApiParameter]:
    """Return the filter parameters of all games with their values."""
    values: dict[str, list[str]] = {}
    games: dict[str, list[str]] = {}
    for game in GAMES.values():
        for field, choices in catalogue.filter_choices(game):
            values.setdefault(field.name, []).extend(value for value, _name in choices)
            games.setdefault(field.name, []).append(game.name)
    narrows = [
        OpenApiParameter(name, str, enum=list(dict.fromkeys(choices)), description=f"For {', '.join(games[name])}.")
        for name, choices in values.items()
    ]
    return [OpenApiParameter("q", str, description=QUERY_HELP), _GAME, *narrows]


def _game(request: Request) -> Game:
    """Return the game named by the request.

    Raises:
        UserError: there is no such game.
    """
    try:
        return get_game_by_slug(request.query_params.get("game") or usual_game().slug)
    except MissingError as error:
        raise UserError(str(error), fields={"game": str(error)}) from error


class CardList(APIView):
    """Cards of a game that match a query and filters. Permission: everyone."""

    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="cards_list",
        responses={200: {"type": "array", "items": _CARD}},
        parameters=_card_parameters(),
        tags=["cards"],
    )
    def get(self, request: Request) -> Response:
        """List the matching cards, alphabetically unless the query sorts them."""
        game = _game(request)
        cards = catalogue.cards(game, _requested_filter(request, game))
        return Response([_card(request, game, card) for card in cards])


class QuestionBody(serializers.Serializer[Any]):
    """Interpretation of a card query."""

    read_as = serializers.ListField(
        child=serializers.DictField(child=serializers.CharField()),
        help_text="Replaced terms: `asked` and `used`.",
    )
    on = serializers.DateField(
        allow_null=True, help_text="Date of the formats and bans that the query uses; null if it uses none."
    )
    total = serializers.IntegerField(help_text="Number of matching cards.")
    meant = serializers.ListField(
        child=serializers.CharField(), help_text="At most three corrected queries if there are no matches."
    )


class CardQuestion(APIView):
    """Interpretation of a card query, with corrections if it has no results.

    Permission: everyone.
    """

    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="cards_question", responses={200: QuestionBody}, parameters=_card_parameters(), tags=["cards"]
    )
    def get(self, request: Request) -> Response:
        """Return used synonyms, the date of formats and bans, and suggested corrections."""
        game = _game(request)
        card_filter = _requested_filter(request, game)
        query, total = catalogue.parse_card_query(game, card_filter.query), len(catalogue.cards(game, card_filter))
        return Response(
            {
                "read_as": [
                    {"asked": substitution.asked, "used": substitution.used} for substitution in query.substitutions
                ],
                "on": query.day,
                "total": total,
                "meant": [] if total else catalogue.suggest_corrections(game, card_filter),
            }
        )


def _requested_filter(request: Request, game: Game) -> catalogue.CardFilter:
    """Return the filter of a request.

    Raises:
        UserError: a parameter is invalid.
    """
    form = CardFilterForm(request.query_params, game=game)
    if strange := [name for name in request.query_params if name not in {*form.fields, "game"}]:
        message = _("Cards of %(game)s have no such filter.") % {"game": game.name}
        raise UserError(message, fields=dict.fromkeys(strange, message))
    if not form.is_valid():
        fields = {name: " ".join(map(str, errors)) for name, errors in form.errors.items()}
        raise UserError(" ".join(f"{name}: {text}" for name, text in fields.items()), fields=fields)
    return form.to_filter()


class CompletionQuery(serializers.Serializer[Any]):
    """A card query that is being typed."""

    q = serializers.CharField(
        max_length=MAX_LENGTH, allow_blank=True, trim_whitespace=False, help_text="The text typed so far."
    )
    at = serializers.IntegerField(
        min_value=0,
        max_value=MAX_LENGTH,
        required=False,
        help_text="Position of the cursor; at the end by default.",
    )


class CompletionBody(serializers.Serializer[Any]):
    """A completion of a card query."""

    text = serializers.CharField(help_text="The whole query with the completion.")
    cursor = serializers.IntegerField(help_text="Position of the cursor after the completion.")
    shown = serializers.CharField(help_text="The completed part only.")
    meaning = serializers.CharField()


class CardCompletion(APIView):
    """Completions of a card query. Permission: everyone; rate-limited."""

    permission_classes = (AllowAny,)
    throttle_classes = (ScopedRateThrottle,)
    throttle_scope = "complete"

    @extend_schema(
        operation_id="cards_complete",
        responses={200: CompletionBody(many=True)},
        parameters=[CompletionQuery, _GAME],
        tags=["cards"],
    )
    def get(self, request: Request) -> Response:
        """Return at most eight completions at the cursor, most likely first."""
        query = CompletionQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        text = query.validated_data["q"]
        completions = catalogue.completions(_game(request), text, query.validated_data.get("at", len(text)))
        return Response(
            [{"text": c.text, "cursor": c.cursor, "shown": c.shown, "meaning": c.meaning} for c in completions]
        )


class CardDetail(APIView):
    """One card. Permission: everyone."""

    permission_classes = (AllowAny,)

    @extend_schema(responses={200: _CARD_DETAIL}, operation_id="cards_retrieve", parameters=[_GAME], tags=["cards"])
    def get(self, request: Request, slug: str) -> Response:
        """Return a card with all printings by its slug."""
        game = _game(request)
        preferred, *others = catalogue.printings(game, slug)
        facts = [game.card_facts(other) for other in others]
        return Response({**_card(request, game, preferred), "other_printings": facts})
