"""API endpoints of official texts that the viewer may read."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from epic_events.accounts.models import User
from epic_events.reference.documents.symbols import MissingSymbol, added_symbols, find_missing_symbols, save_symbols
from epic_events.reference.models import DocumentVersion, FilledSymbol
from epic_events.reference.permissions import get_version_or_404, readable_owners, require_manage
from epic_events.reference.rules.selectors import rulebooks

MOST_FILLED = 500
"""Places in one request."""


STATES = ("preview", "published", "withdrawn")


class DocumentBody(serializers.Serializer[Any]):
    """One version of an official rules document, as uploaded."""

    id = serializers.IntegerField()
    title = serializers.CharField()
    game = serializers.CharField()
    profile = serializers.CharField(help_text="How it was read.")
    rulebook = serializers.CharField(allow_blank=True, help_text="Our document that it stands beside, or empty.")
    version = serializers.IntegerField(help_text="Counts the versions of this document, from 1.")
    state = serializers.ChoiceField(choices=STATES)
    effective_on = serializers.DateField(allow_null=True, help_text="From when on it holds; null for a preview.")
    for_everybody = serializers.BooleanField(help_text="Whether every visitor may read it.")
    permission = serializers.CharField(allow_blank=True, help_text="What permits to reproduce it, by its uploader.")
    revised = serializers.DateField(allow_null=True, help_text="The day of revision that the text itself names.")
    rules = serializers.IntegerField()
    source_hash = serializers.CharField()
    url = serializers.URLField(help_text="Permanent address of its page.")


class PassageBody(serializers.Serializer[Any]):
    """A paragraph of a unit, in light markup."""

    kind = serializers.ChoiceField(choices=["paragraph", "item", "example", "note"])
    text = serializers.CharField()


class UnitBody(serializers.Serializer[Any]):
    """One unit of an official text."""

    rule = serializers.CharField(help_text="Its citation, the same as that of our rule beside it.")
    number = serializers.CharField(allow_blank=True)
    printed = serializers.CharField(allow_blank=True)
    kind = serializers.ChoiceField(choices=["front", "section", "heading", "rule", "term", "back"])
    heading = serializers.CharField(allow_blank=True)
    above = serializers.CharField(allow_blank=True, help_text="The citation of the unit it stands under, or empty.")
    passages = PassageBody(many=True)
    symbols = serializers.ListField(
        child=serializers.CharField(allow_blank=True),
        help_text="What was filled in for each U+FFFC of the passages, a lost symbol; empty for nothing.",
    )
    lines = serializers.ListField(child=serializers.IntegerField(), help_text="Its first and last line in the source.")


class FindingBody(serializers.Serializer[Any]):
    """A warning of the import."""

    kind = serializers.CharField()
    line = serializers.IntegerField()
    unit = serializers.CharField()
    message = serializers.CharField()


class DocumentDetailBody(DocumentBody):
    """A version with its units and import warnings."""

    units = UnitBody(many=True)
    warnings = FindingBody(many=True)
    lacking = serializers.ListField(
        child=serializers.CharField(), help_text="The rules of this site's document that the text does not have."
    )


class SymbolBody(serializers.Serializer[Any]):
    """A place of an official text where a symbol is missing."""

    place = serializers.CharField(source="key", help_text="Its name among the places of this version.")
    rule = serializers.CharField(source="unit.citation", help_text="The citation of the unit it stands in.")
    before = serializers.CharField(source="gap.before", help_text="The passage up to it.")
    after = serializers.CharField(source="gap.after", help_text="The passage from it on.")
    likely = serializers.CharField(
        help_text="What it probably stands for, as our text has it; empty if that is silent."
    )
    ours = serializers.CharField(help_text="The sentence of our text that says most nearly the same, or empty.")
    words = serializers.CharField(help_text="What stands there now; empty for nothing.")
    seen = serializers.SerializerMethodField(help_text="How many times it was filled in; send it along.")

    def get_seen(self, lost: MissingSymbol) -> int:
        """Return the number of entries at this place, used to detect edit conflicts."""
        return len(lost.filled)


class FilledRequest(serializers.Serializer[Any]):
    """Text for one missing symbol."""

    place = serializers.CharField(max_length=40)
    seen = serializers.IntegerField(
        min_value=0, max_value=2**31 - 1, help_text="How many times it had been filled in when it was read."
    )
    words = serializers.CharField(
        allow_blank=True, max_length=FilledSymbol.LONGEST, help_text="Empty to take back what stands there."
    )


class FillRequest(serializers.Serializer[Any]):
    """Texts for missing symbols; places that are not listed stay unchanged."""

    places = serializers.ListField(child=FilledRequest(), max_length=MOST_FILLED)


def _document(request: Request, version: DocumentVersion) -> dict[str, Any]:
    step = version.last_step
    document = version.document
    return {
        "id": version.pk,
        "title": document.title,
        "game": document.game,
        "profile": document.profile,
        "rulebook": document.rulebook,
        "version": version.number,
        "state": version.status,
        "effective_on": step.effective_on if step else None,
        "for_everybody": bool(step and step.for_everybody),
        "permission": step.permission if step else "",
        "revised": version.revised,
        "rules": version.rules,
        "source_hash": version.source_hash,
        "url": request.build_absolute_uri(version.get_absolute_url()),
    }


class DocumentList(APIView):
    """Official texts that the user may read. Permission: everyone."""

    permission_classes = (AllowAny,)

    @extend_schema(operation_id="documents_list", responses={200: DocumentBody(many=True)}, tags=["rules"])
    def get(self, request: Request) -> Response:
        """List the official texts that the user may read, newest first."""
        readable = DocumentVersion.objects.readable_by(request.user, readable_owners(request.user))
        found = readable.with_steps().defer("source", "findings").order_by("-pk")
        return Response([_document(request, version) for version in found])


class DocumentDetail(APIView):
    """One official text. Permission: its readers; a preview only its uploader."""

    permission_classes = (AllowAny,)

    @extend_schema(operation_id="documents_retrieve", responses={200: DocumentDetailBody}, tags=["rules"])
    def get(self, request: Request, key: int) -> Response:
        """Return an official text with its units and import warnings."""
        version = get_version_or_404(request.user, key)
        stored = list(version.units.all())
        symbols = added_symbols(version.document_id, stored)
        units = [
            {
                "rule": unit.citation,
                "number": unit.number,
                "printed": unit.printed,
                "kind": unit.kind,
                "heading": unit.heading,
                "above": unit.above,
                "passages": unit.passages,
                "symbols": symbols.get(unit.citation, ()),
                "lines": [unit.first, unit.last],
            }
            for unit in stored
        ]
        book = rulebooks().get(version.document.rulebook)
        lacking = book.missing_units({unit.citation for unit in stored}) if book else ()
        told = {"units": units, "warnings": version.findings, "lacking": lacking}
        return Response({**_document(request, version), **told})


class DocumentSymbols(APIView):
    """Missing symbols of an official text. Permission: its uploader and site administrators."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(operation_id="document_symbols_list", responses={200: SymbolBody(many=True)}, tags=["rules"])
    def get(self, request: Request, key: int) -> Response:
        """List the places with missing symbols in the order of the text, with their texts."""
        version = get_version_or_404(request.user, key)
        require_manage(request.user, version)
        return Response(SymbolBody(find_missing_symbols(version), many=True).data)

    @extend_schema(
        operation_id="document_symbols_fill",
        request=FillRequest,
        responses={200: SymbolBody(many=True)},
        tags=["rules"],
    )
    def post(self, request: Request, key: int) -> Response:
        """Save texts of missing symbols; ``fields`` of an error response has one key per place."""
        assert isinstance(request.user, User)
        version = get_version_or_404(request.user, key)
        require_manage(request.user, version)
        given = FillRequest(data=request.data)
        given.is_valid(raise_exception=True)
        sent = {each["place"]: (each["seen"], each["words"]) for each in given.validated_data["places"]}
        save_symbols(request.user, version, sent)
        return Response(SymbolBody(find_missing_symbols(version), many=True).data)
