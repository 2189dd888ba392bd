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

MAX_SYMBOLS = 500
"""Maximum number of symbols in one request."""


STATES = ("preview", "published", "withdrawn")


class DocumentBody(serializers.Serializer[Any]):
    """One version of an official rules document, as uploaded."""

    id = serializers.IntegerField()
    title = serializers.CharField()
    game = serializers.CharField()
    profile = serializers.CharField(help_text="Profile of the importer.")
    rulebook = serializers.CharField(
        allow_blank=True, help_text="Slug of our corresponding document; empty without one."
    )
    version = serializers.IntegerField(help_text="Number of the version within the document, from 1.")
    state = serializers.ChoiceField(choices=STATES)
    effective_on = serializers.DateField(
        allow_null=True, help_text="Date from which it is in force; null for a preview."
    )
    for_everybody = serializers.BooleanField(help_text="True if everyone may read it.")
    permission = serializers.CharField(
        allow_blank=True, help_text="Permission to reproduce the text, as stated by the uploader."
    )
    revised = serializers.DateField(allow_null=True, help_text="Revision date stated in the text.")
    rules = serializers.IntegerField()
    source_hash = serializers.CharField()
    url = serializers.URLField(help_text="Permanent URL of its page.")


class PassageBody(serializers.Serializer[Any]):
    """A paragraph of a unit, in light markup."""

    kind = serializers.ChoiceField(choices=["paragraph", "item", "example", "note"])
    text = serializers.CharField()


class UnitBody(serializers.Serializer[Any]):
    """One unit of an official text."""

    rule = serializers.CharField(help_text="Citation, equal to that of our corresponding rule.")
    number = serializers.CharField(allow_blank=True)
    printed = serializers.CharField(allow_blank=True)
    kind = serializers.ChoiceField(choices=["front", "section", "heading", "rule", "term", "back"])
    heading = serializers.CharField(allow_blank=True)
    above = serializers.CharField(allow_blank=True, help_text="Citation of the parent unit; empty without one.")
    passages = PassageBody(many=True)
    symbols = serializers.ListField(
        child=serializers.CharField(allow_blank=True),
        help_text="Text for each missing symbol (U+FFFC) of the passages; empty without one.",
    )
    lines = serializers.ListField(child=serializers.IntegerField(), help_text="First and last line in the source.")


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
        child=serializers.CharField(), help_text="Rules of this site's document that the text lacks."
    )


class SymbolBody(serializers.Serializer[Any]):
    """A place of an official text where a symbol is missing."""

    place = serializers.CharField(source="key", help_text="Identifier of the place within the version.")
    rule = serializers.CharField(source="unit.citation", help_text="Citation of the unit.")
    before = serializers.CharField(source="gap.before", help_text="The passage before the symbol.")
    after = serializers.CharField(source="gap.after", help_text="The passage after the symbol.")
    likely = serializers.CharField(help_text="Suggested text based on our rule; empty without one.")
    ours = serializers.CharField(help_text="Most similar sentence of our rule; empty without one.")
    words = serializers.CharField(help_text="The current text; empty without one.")
    expected_count = serializers.SerializerMethodField(
        help_text="Number of entries at this place; send it with a new text."
    )

    def get_expected_count(self, lost: MissingSymbol) -> int:
        """Return the number of entries at this place, used to detect edit conflicts."""
        return len(lost.filled)


class SymbolTextRequest(serializers.Serializer[Any]):
    """Text for one missing symbol."""

    place = serializers.CharField(max_length=40)
    expected_count = serializers.IntegerField(
        min_value=0, max_value=2**31 - 1, help_text="Number of entries at this place when it was read."
    )
    words = serializers.CharField(
        allow_blank=True, max_length=FilledSymbol.MAX_LENGTH, help_text="The new text; empty to remove the current one."
    )


class SaveSymbolsRequest(serializers.Serializer[Any]):
    """Texts for missing symbols; places that are not listed stay unchanged."""

    places = serializers.ListField(child=SymbolTextRequest(), max_length=MAX_SYMBOLS)


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
        versions = readable.with_steps().defer("source", "findings").order_by("-pk")
        return Response([_document(request, version) for version in versions])


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
        body = {"units": units, "warnings": version.findings, "lacking": lacking}
        return Response({**_document(request, version), **body})


class DocumentSymbols(APIView):
    """Missing symbols of an official text.

    Permission: its uploader and site administrators.
    """

    permission_classes = (IsAuthenticated,)

    @extend_schema(operation_id="document_symbols_list", responses={200: SymbolBody(many=True)}, tags=["rules"])
    def get(self, request: Request, key: int) -> Response:
        """List the places with missing symbols in the order of the text, with their texts."""
        version = get_version_or_404(request.user, key)
        require_manage(request.user, version)
        return Response(SymbolBody(find_missing_symbols(version), many=True).data)

    @extend_schema(
        operation_id="document_symbols_fill",
        request=SaveSymbolsRequest,
        responses={200: SymbolBody(many=True)},
        tags=["rules"],
    )
    def post(self, request: Request, key: int) -> Response:
        """Save texts of missing symbols.

        ``fields`` of an error response has one key per place.
        """
        assert isinstance(request.user, User)
        version = get_version_or_404(request.user, key)
        require_manage(request.user, version)
        serializer = SaveSymbolsRequest(data=request.data)
        serializer.is_valid(raise_exception=True)
        symbols = {
            each["place"]: (each["expected_count"], each["words"]) for each in serializer.validated_data["places"]
        }
        save_symbols(request.user, version, symbols)
        return Response(SymbolBody(find_missing_symbols(version), many=True).data)
