"""Rules, search and cards through the API: all of it public, all of it with ETags."""

from typing import Any

from django import forms
from django.urls import reverse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import ScopedRateThrottle
from rest_framework.views import APIView

from epic_events.errors import UserError
from epic_events.reference import catalogue, questions, shelf
from epic_events.reference.forms import CardFilterForm
from rules.card_search.grammar import LONGEST
from rules.epic.cards import Card
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


class PrintingBody(serializers.Serializer[Any]):
    """What is known of one printing of a card."""

    name = serializers.CharField()
    set = serializers.CharField()
    pack = serializers.CharField()
    alignments = serializers.ListField(child=serializers.CharField())
    deck_alignments = serializers.ListField(child=serializers.CharField(), help_text="Those it has in deck building.")
    cost = serializers.IntegerField(allow_null=True, help_text="Gold; null for what is not played from hand.")
    type = serializers.CharField()
    token = serializers.BooleanField()
    classes = serializers.ListField(child=serializers.CharField())
    offense = serializers.IntegerField(allow_null=True)
    defense = serializers.IntegerField(allow_null=True)
    keywords = serializers.ListField(child=serializers.CharField())
    abilities = serializers.ListField(child=serializers.CharField(), help_text="Kinds of ability it carries.")
    summary = serializers.CharField(allow_blank=True)
    text = serializers.ListField(
        child=serializers.CharField(),
        allow_null=True,
        help_text="Rules text rendered from what the engine does, a line an ability; null while it does not play it.",
    )
    engine = serializers.ChoiceField(choices=["plays", "not yet"])
    doubtful = serializers.ListField(child=serializers.CharField())
    also_written = serializers.ListField(child=serializers.CharField())
    sources = serializers.ListField(child=serializers.CharField())


class CardBody(PrintingBody):
    """A card in its preferred printing (in a narrowed list: in the first printing that fits)."""

    slug = serializers.SlugField()
    url = serializers.URLField(help_text="Permanent address of its page.")


class CardDetailBody(CardBody):
    """A card in all its printings."""

    other_printings = PrintingBody(many=True)


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


def _card(request: Request, card: Card) -> dict[str, Any]:
    return {
        **catalogue.GAME.card_facts(card),
        "slug": catalogue.card_slug(card.name),
        "url": request.build_absolute_uri(catalogue.card_url(card.name)),
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


def _card_parameters() -> list[OpenApiParameter]:
    """Return what narrows the list of cards, with the values that each can take."""
    parameters = []
    for name, field in CardFilterForm.base_fields.items():
        choices: Any = field.choices if isinstance(field, forms.ChoiceField) else None
        values = None if choices is None else [value for value, _ in choices if value]
        description = QUERY_HELP if values is None else ""
        parameters.append(OpenApiParameter(name, str, enum=values, description=description))
    return parameters


class CardList(APIView):
    """The cards, found by a question, alignment, cost, type, set and keyword. Permission: everybody."""

    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="cards_list", responses={200: CardBody(many=True)}, parameters=_card_parameters(), tags=["cards"]
    )
    def get(self, request: Request) -> Response:
        """List the cards that fit, in alphabetical order unless the question sorts them."""
        return Response([_card(request, card) for card in catalogue.cards(_narrowed(request))])


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
        narrowed = _narrowed(request)
        asked, total = catalogue.question(narrowed.query), len(catalogue.cards(narrowed))
        return Response(
            {
                "read_as": [{"asked": each.asked, "used": each.used} for each in asked.readings],
                "on": asked.day,
                "total": total,
                "meant": [] if total else catalogue.meant(narrowed),
            }
        )


def _narrowed(request: Request) -> catalogue.CardFilter:
    """Return what a request narrows the cards to.

    Raises:
        UserError: a parameter cannot be read.
    """
    form = CardFilterForm(request.query_params)
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
        parameters=[CompletionQuery],
        tags=["cards"],
    )
    def get(self, request: Request) -> Response:
        """List at most eight ways to go on from the cursor, the likeliest first."""
        query = CompletionQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        text = query.validated_data["q"]
        found = catalogue.completions(text, query.validated_data.get("at", len(text)))
        return Response([{"text": c.text, "cursor": c.cursor, "shown": c.shown, "meaning": c.meaning} for c in found])


class CardDetail(APIView):
    """One card. Permission: everybody."""

    permission_classes = (AllowAny,)

    @extend_schema(responses={200: CardDetailBody}, operation_id="cards_retrieve", tags=["cards"])
    def get(self, request: Request, slug: str) -> Response:
        """Give a card in all its printings, by its slug."""
        preferred, *others = catalogue.printings(slug)
        facts = [catalogue.GAME.card_facts(other) for other in others]
        return Response({**_card(request, preferred), "other_printings": facts})
