"""Rules, search and cards through the API: all of it public, all of it with ETags."""

from typing import Any

from django.urls import reverse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import ScopedRateThrottle
from rest_framework.views import APIView

from epic_events.errors import MissingError, UserError
from epic_events.reference import catalogue, questions, shelf
from epic_events.reference.chosen_game import game_named, usual_game
from epic_events.reference.forms import CardFilterForm
from rules.card_search.grammar import LONGEST
from rules.games import GAMES, Game
from rules.rulebooks import Rule, Rulebook
from rules.search import rulebook_index

MOST_HITS = 50
QUERY_HELP = (
    'A question such as `a:wild t:champion off>=10 k:blitz cost=0 "break"`: plain words begin words of the name, a'
    " phrase stands in name or text, `field:value` and `field>=number` ask for a field, `is:free` for a fact,"
    " `f:full-constructed` and `banned:` for formats on the day `on:`, `-`"
    " leaves out, `or` and parentheses join, `sort:-off` orders."
)


class RulebookBody(serializers.Serializer[Any]):
    """A rules document."""

    slug = serializers.CharField()
    title = serializers.CharField()
    game = serializers.CharField()
    version = serializers.CharField(help_text="The rules version it stands for, as events and records name it.")
    revised = serializers.DateField(help_text="Date of the printed revision that is restated.")
    procedure = serializers.BooleanField(help_text="Whether it is tournament procedure and not rules of the game.")
    attribution = serializers.CharField(help_text="Whose document it is, and how this text relates to it.")
    units = serializers.IntegerField()
    url = serializers.URLField(help_text="Permanent address of its page.")


class NoteBody(serializers.Serializer[Any]):
    """A remark on a unit: a misprint, a duplicate, a question the printed text leaves open."""

    text = serializers.CharField(help_text="Light markup, as in the text of a rule.")
    interpretation = serializers.CharField(allow_blank=True, help_text="The numbered decision it rests on, or empty.")


class RuleBody(serializers.Serializer[Any]):
    """One unit in our own words under its official number."""

    rule = serializers.CharField(help_text="The citation, such as 4.4.6[2] or RB:battle-phase/before-damage-step.")
    number = serializers.CharField(allow_blank=True)
    printed = serializers.CharField(
        allow_blank=True, help_text="The number as printed, where the document misnumbers; empty where it is ours."
    )
    printed_twice = serializers.BooleanField()
    kind = serializers.ChoiceField(choices=["section", "heading", "rule"])
    heading = serializers.CharField(allow_blank=True)
    path = serializers.ListField(child=serializers.CharField(), help_text="The headings above it, outermost first.")
    above = serializers.CharField(allow_null=True, help_text="The citation of the unit it stands under.")
    text = serializers.CharField(
        allow_blank=True, help_text="Paragraphs, `- ` lists, `**bold**`, and `[words](unit)` for other units."
    )
    examples = serializers.ListField(child=serializers.CharField())
    notes = NoteBody(many=True)
    below = serializers.ListField(child=serializers.CharField(), help_text="Citations of the units directly below.")
    see = serializers.ListField(child=serializers.CharField(), help_text="Citations of the units the text refers to.")
    url = serializers.URLField(help_text="Permanent address of its page.")


class HitBody(serializers.Serializer[Any]):
    """A rule that may answer a question; scores compare within one answer only."""

    rule = serializers.CharField()
    heading = serializers.CharField()
    score = serializers.FloatField()
    url = serializers.URLField()


class ChangeBody(serializers.Serializer[Any]):
    """A word of a question that was read as another one."""

    asked = serializers.CharField()
    used = serializers.CharField()
    reason = serializers.CharField(help_text="Why: spelling, a synonym …")


class SearchBody(serializers.Serializer[Any]):
    """What was found, and how the question was read where not as it was written."""

    hits = HitBody(many=True)
    read_as = ChangeBody(many=True)


class SearchQuery(serializers.Serializer[Any]):
    """A question to a document."""

    q = serializers.CharField(max_length=2000, help_text="A number, a keyword or a question.")
    limit = serializers.IntegerField(min_value=1, max_value=MOST_HITS, default=8, help_text="At most this many hits.")


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
        "url": {"type": "string", "format": "uri", "description": "Permanent address of its page."},
    },
}
_CARD_DETAIL: dict[str, Any] = {
    **_CARD,
    "description": "A card in all its printings.",
    "required": [*_CARD["required"], "other_printings"],
    "properties": {**_CARD["properties"], "other_printings": {"type": "array", "items": _PRINTING}},
}


def _rulebook(request: Request, book: Rulebook) -> dict[str, Any]:
    return {
        "slug": book.slug,
        "title": book.title,
        "game": book.game,
        "version": book.version,
        "revised": book.revised,
        "procedure": book.procedure,
        "attribution": book.attribution,
        "units": len(book.units),
        "url": request.build_absolute_uri(reverse("reference:document", args=[book.slug])),
    }


def _rule(request: Request, book: Rulebook, rule: Rule) -> dict[str, Any]:
    return {
        "rule": rule.id,
        "number": rule.number,
        "printed": rule.printed,
        "printed_twice": rule.twice,
        "kind": rule.kind.value,
        "heading": rule.heading,
        "path": rule.path,
        "above": rule.parent,
        "text": rule.text,
        "examples": rule.examples,
        "notes": [{"text": note.text, "interpretation": note.interpretation} for note in rule.notes],
        "below": [child.id for child in book.children(rule)],
        "see": [found[1].id for one in book.references(rule.text) if (found := shelf.referred(book, one))],
        "url": request.build_absolute_uri(shelf.rule_url(book, rule)),
    }


def _card(request: Request, game: Game, card: catalogue.Card) -> dict[str, Any]:
    name = game.card_fields.subject.name(card)
    return {
        **game.card_facts(card),
        "game": game.slug,
        "slug": catalogue.card_slug(name),
        "url": request.build_absolute_uri(catalogue.card_url(game, name)),
    }


class RulebookList(APIView):
    """The rules documents. Permission: everybody."""

    permission_classes = (AllowAny,)

    @extend_schema(responses={200: RulebookBody(many=True)}, operation_id="rulebooks_list", tags=["rules"])
    def get(self, request: Request) -> Response:
        """List the rules documents."""
        return Response([_rulebook(request, book) for book in shelf.rulebooks().values()])


class RuleList(APIView):
    """Every unit of one document, in its order. Permission: everybody."""

    permission_classes = (AllowAny,)

    @extend_schema(responses={200: RuleBody(many=True)}, operation_id="rules_list", tags=["rules"])
    def get(self, request: Request, rulebook: str) -> Response:
        """List every unit of a document in its order, section titles left out."""
        book = shelf.rulebook(rulebook)
        return Response([_rule(request, book, rule) for rule in book.units])


class RuleDetail(APIView):
    """The units under one number or heading: two where the document prints a number twice. Permission: everybody."""

    permission_classes = (AllowAny,)

    @extend_schema(responses={200: RuleBody(many=True)}, operation_id="rules_retrieve", tags=["rules"])
    def get(self, request: Request, rulebook: str, number: str) -> Response:
        """Give the rules printed under a number such as 4.4.6, or at a heading path: two where it is printed twice."""
        book = shelf.rulebook(rulebook)
        found = book.find(number) or (shelf.rule(book, number),)
        return Response([_rule(request, book, rule) for rule in found])


class RuleSearch(APIView):
    """Finds the rule that answers a question. Permission: everybody; throttled, because it costs."""

    permission_classes = (AllowAny,)
    throttle_classes = (ScopedRateThrottle,)
    throttle_scope = "search"

    @extend_schema(operation_id="rules_search", responses={200: SearchBody}, parameters=[SearchQuery], tags=["rules"])
    def get(self, request: Request, rulebook: str) -> Response:
        """Search a document for the rule that answers a question, best first."""
        book = shelf.rulebook(rulebook)
        query = SearchQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        asked = questions.cleaned(query.validated_data["q"])
        results = rulebook_index(book).search(asked, limit=query.validated_data["limit"])
        found = [(book.get(hit.id), hit.score) for hit in results.hits]
        hits = [
            {
                "rule": rule.id,
                "heading": rule.title,
                "score": score,
                "url": request.build_absolute_uri(shelf.rule_url(book, rule)),
            }
            for rule, score in found
        ]
        read_as = [{"asked": c.asked, "used": c.used, "reason": c.reason.value} for c in results.changes]
        return Response({"hits": hits, "read_as": read_as})


_GAME = OpenApiParameter(
    "game", str, enum=list(GAMES), description=f"The game whose cards are meant; {usual_game().slug} if left out."
)


def _card_parameters() -> list[OpenApiParameter]:
    """Return what narrows the list of cards of some game, with the values that each can take."""
    values: dict[str, list[str]] = {}
    games: dict[str, list[str]] = {}
    for game in GAMES.values():
        for field, known in catalogue.narrowing(game):
            values.setdefault(field.name, []).extend(value for value, _name in known)
            games.setdefault(field.name, []).append(game.name)
    narrows = [
        OpenApiParameter(name, str, enum=list(dict.fromkeys(known)), description=f"For {', '.join(games[name])}.")
        for name, known in values.items()
    ]
    return [OpenApiParameter("q", str, description=QUERY_HELP), _GAME, *narrows]


def _game(request: Request) -> Game:
    """Return the game whose cards are meant.

    Raises:
        UserError: this site does not know it.
    """
    try:
        return game_named(request.query_params.get("game") or usual_game().slug)
    except MissingError as error:
        raise UserError(str(error), fields={"game": str(error)}) from error


class CardList(APIView):
    """The cards of a game, found by a question and by the fields the game puts forward. Permission: everybody."""

    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="cards_list",
        responses={200: {"type": "array", "items": _CARD}},
        parameters=_card_parameters(),
        tags=["cards"],
    )
    def get(self, request: Request) -> Response:
        """List the cards that fit, in alphabetical order unless the question sorts them."""
        game = _game(request)
        found = catalogue.cards(game, _narrowed(request, game))
        return Response([_card(request, game, card) for card in found])


class QuestionBody(serializers.Serializer[Any]):
    """How a question about cards is read."""

    read_as = serializers.ListField(
        child=serializers.DictField(child=serializers.CharField()),
        help_text="What was read in other words than it was written: asked, used.",
    )
    on = serializers.DateField(
        allow_null=True, help_text="The day whose formats and bans it asks for; null where it asks for none."
    )
    total = serializers.IntegerField(help_text="How many cards fit.")
    meant = serializers.ListField(
        child=serializers.CharField(), help_text="Where none fits: at most three questions in other spellings that do."
    )


class CardQuestion(APIView):
    """How a question about cards is read, and what was meant if it finds nothing. Permission: everybody."""

    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="cards_question", responses={200: QuestionBody}, parameters=_card_parameters(), tags=["cards"]
    )
    def get(self, request: Request) -> Response:
        """Tell synonyms that were understood, the day of formats and bans, and other spellings."""
        game = _game(request)
        narrowed = _narrowed(request, game)
        asked, total = catalogue.question(game, narrowed.query), len(catalogue.cards(game, narrowed))
        return Response(
            {
                "read_as": [{"asked": each.asked, "used": each.used} for each in asked.readings],
                "on": asked.day,
                "total": total,
                "meant": [] if total else catalogue.meant(game, narrowed),
            }
        )


def _narrowed(request: Request, game: Game) -> catalogue.CardFilter:
    """Return what a request narrows the cards of a game to.

    Raises:
        UserError: a parameter cannot be read.
    """
    form = CardFilterForm(request.query_params, game=game)
    if not form.is_valid():
        fields = {name: " ".join(map(str, errors)) for name, errors in form.errors.items()}
        raise UserError(" ".join(f"{name}: {text}" for name, text in fields.items()), fields=fields)
    return form.narrowed()


class CompletionQuery(serializers.Serializer[Any]):
    """A question that is being typed."""

    q = serializers.CharField(max_length=LONGEST, allow_blank=True, trim_whitespace=False, help_text="What is typed.")
    at = serializers.IntegerField(
        min_value=0, max_value=LONGEST, required=False, help_text="Where the cursor stands; at the end when left out."
    )


class CompletionBody(serializers.Serializer[Any]):
    """One way to go on."""

    text = serializers.CharField(help_text="The whole question with the completion in place.")
    cursor = serializers.IntegerField(help_text="Where to go on typing.")
    shown = serializers.CharField(help_text="The completed part alone.")
    meaning = serializers.CharField()


class CardCompletion(APIView):
    """What completes a question about cards. Permission: everybody; throttled."""

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
        """List at most eight ways to go on from the cursor, the likeliest first."""
        query = CompletionQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        text = query.validated_data["q"]
        found = catalogue.completions(_game(request), text, query.validated_data.get("at", len(text)))
        return Response([{"text": c.text, "cursor": c.cursor, "shown": c.shown, "meaning": c.meaning} for c in found])


class CardDetail(APIView):
    """One card. Permission: everybody."""

    permission_classes = (AllowAny,)

    @extend_schema(responses={200: _CARD_DETAIL}, operation_id="cards_retrieve", parameters=[_GAME], tags=["cards"])
    def get(self, request: Request, slug: str) -> Response:
        """Give a card in all its printings, by its slug."""
        game = _game(request)
        preferred, *others = catalogue.printings(game, slug)
        facts = [game.card_facts(other) for other in others]
        return Response({**_card(request, game, preferred), "other_printings": facts})
