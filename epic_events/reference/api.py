"""API endpoints of rules documents and their search; public, with ETags."""

from typing import Any

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import ScopedRateThrottle
from rest_framework.views import APIView

from epic_events.reference.documents.editions import altered_rules
from epic_events.reference.rules import selectors
from epic_events.reference.search import questions
from rules.rulebooks import Rule, Rulebook
from rules.search import rulebook_index

MAX_HITS = 50


class RulebookBody(serializers.Serializer[Any]):
    """A rules document."""

    slug = serializers.CharField()
    title = serializers.CharField()
    game = serializers.CharField()
    version = serializers.CharField(help_text="The rules version of the document, as used by events and records.")
    revised = serializers.DateField(help_text="Date of the printed edition that is restated.")
    procedure = serializers.BooleanField(
        help_text="True if it describes tournament procedure instead of rules of the game."
    )
    attribution = serializers.CharField(help_text="Publisher of the document, and relation of this text to it.")
    units = serializers.IntegerField()
    url = serializers.URLField(help_text="Permanent URL of its page.")


class NoteBody(serializers.Serializer[Any]):
    """A remark on a rule.

    It is, for example, a misprint or a question that the printed text leaves open.
    """

    text = serializers.CharField(help_text="Light markup, as in the text of a rule.")
    interpretation = serializers.CharField(
        allow_blank=True, help_text="Id of the interpretation it is based on; empty without one."
    )


class RuleBody(serializers.Serializer[Any]):
    """A rule in our own words under its official number."""

    rule = serializers.CharField(help_text="The citation, such as 4.4.6[2] or RB:battle-phase/before-damage-step.")
    number = serializers.CharField(allow_blank=True)
    printed = serializers.CharField(
        allow_blank=True, help_text="The number as printed, including misprints; empty if the number is ours."
    )
    printed_twice = serializers.BooleanField()
    kind = serializers.ChoiceField(choices=["section", "heading", "rule"])
    heading = serializers.CharField(allow_blank=True)
    path = serializers.ListField(child=serializers.CharField(), help_text="The headings above it, outermost first.")
    above = serializers.CharField(allow_null=True, help_text="Citation of the parent unit.")
    text = serializers.CharField(
        allow_blank=True, help_text="Paragraphs, `- ` lists, `**bold**`, and `[words](unit)` for other units."
    )
    examples = serializers.ListField(child=serializers.CharField())
    notes = NoteBody(many=True)
    below = serializers.ListField(child=serializers.CharField(), help_text="Citations of the child units.")
    see = serializers.ListField(
        child=serializers.CharField(), help_text="Citations of the units that the text refers to."
    )
    url = serializers.URLField(help_text="Permanent URL of its page.")


class HitBody(serializers.Serializer[Any]):
    """A search result; scores are comparable within one response only."""

    rule = serializers.CharField()
    heading = serializers.CharField()
    score = serializers.FloatField()
    url = serializers.URLField()
    altered = serializers.BooleanField(
        help_text="True if a public official text in force differs from this rule; the official text applies."
    )


class ChangeBody(serializers.Serializer[Any]):
    """A search term that was replaced, for example by a synonym."""

    asked = serializers.CharField()
    used = serializers.CharField()
    reason = serializers.CharField(help_text="Reason for the replacement, such as spelling or synonym.")


class SearchBody(serializers.Serializer[Any]):
    """Search results and the replaced search terms."""

    hits = HitBody(many=True)
    read_as = ChangeBody(many=True)


class SearchQuery(serializers.Serializer[Any]):
    """Parameters of a search."""

    q = serializers.CharField(max_length=2000, help_text="A number, a keyword or a question.")
    limit = serializers.IntegerField(min_value=1, max_value=MAX_HITS, default=8, help_text="Maximum number of results.")


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
        "see": [
            resolved[1].id
            for reference in book.references(rule.text)
            if (resolved := selectors.find_referenced_rule(book, reference))
        ],
        "url": request.build_absolute_uri(selectors.rule_url(book, rule)),
    }


class RulebookList(APIView):
    """List of rules documents. Permission: everyone."""

    permission_classes = (AllowAny,)

    @extend_schema(responses={200: RulebookBody(many=True)}, operation_id="rulebooks_list", tags=["rules"])
    def get(self, request: Request) -> Response:
        """List the rules documents."""
        return Response([_rulebook(request, book) for book in selectors.rulebooks().values()])


class RuleList(APIView):
    """Rules of one document in order. Permission: everyone."""

    permission_classes = (AllowAny,)

    @extend_schema(responses={200: RuleBody(many=True)}, operation_id="rules_list", tags=["rules"])
    def get(self, request: Request, rulebook: str) -> Response:
        """List the rules of a document in order, without section titles."""
        book = selectors.rulebook(rulebook)
        return Response([_rule(request, book, rule) for rule in book.units])


class RuleDetail(APIView):
    """Rules with one number or heading.

    Two if a number is used twice. Permission: everyone.
    """

    permission_classes = (AllowAny,)

    @extend_schema(responses={200: RuleBody(many=True)}, operation_id="rules_retrieve", tags=["rules"])
    def get(self, request: Request, rulebook: str, number: str) -> Response:
        """Return the rules with a number such as 4.4.6, or with a heading path."""
        book = selectors.rulebook(rulebook)
        rules = book.find(number) or (selectors.rule(book, number),)
        return Response([_rule(request, book, rule) for rule in rules])


class RuleSearch(APIView):
    """Search in one document. Permission: everyone; rate-limited."""

    permission_classes = (AllowAny,)
    throttle_classes = (ScopedRateThrottle,)
    throttle_scope = "search"

    @extend_schema(operation_id="rules_search", responses={200: SearchBody}, parameters=[SearchQuery], tags=["rules"])
    def get(self, request: Request, rulebook: str) -> Response:
        """Search a document; return the best results first."""
        book = selectors.rulebook(rulebook)
        query = SearchQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        query_text = questions.clean_question(query.validated_data["q"])
        results = rulebook_index(book).search(query_text, limit=query.validated_data["limit"])
        rules = [(book.get(hit.id), hit.score) for hit in results.hits]
        # The response is the same for everyone, so it must not use texts that only some may read.
        altered = altered_rules(None, book).rules if rules else frozenset()
        hits = [
            {
                "rule": rule.id,
                "heading": rule.title,
                "score": score,
                "url": request.build_absolute_uri(selectors.rule_url(book, rule)),
                "altered": rule.id in altered,
            }
            for rule, score in rules
        ]
        read_as = [{"asked": c.asked, "used": c.used, "reason": c.reason.value} for c in results.changes]
        return Response({"hits": hits, "read_as": read_as})
