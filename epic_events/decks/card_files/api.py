"""API endpoints of card files: upload, versions, choice and cards."""

from typing import Any

from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers, status
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from epic_events.accounts.models import User
from epic_events.decks.card_files import services
from epic_events.decks.card_files.selectors import card_file_entry, card_file_names, unplayed
from epic_events.decks.context import current_card_file, get_game, load_game_with_cards
from epic_events.decks.models import CardFile
from epic_events.events.api import get_api_event
from epic_events.events.models import Event
from epic_events.events.permissions import require_organiser
from epic_events.infra.errors import MissingError
from rules.decks.card_files import MAX_CHARACTERS, Source
from rules.games import NoCardFileError


class CardFileBody(serializers.ModelSerializer[CardFile]):
    """A version of an event's card file."""

    uploaded_by = serializers.CharField(source="uploaded_by.name", default=None, allow_null=True)
    counts = serializers.SerializerMethodField(help_text="True if this version is in use.")

    class Meta:
        model = CardFile
        fields = ("number", "game", "title", "cards", "hash", "uploaded_by", "uploaded_at", "counts")

    def get_counts(self, file: CardFile) -> bool:
        """Return True if this version is in use."""
        counting: CardFile | None = self.context["counting"]
        return counting is not None and counting.pk == file.pk


class UnsupportedCardBody(serializers.Serializer[Any]):
    """A card of a card file that the rules engine does not support yet."""

    card = serializers.CharField()
    missing = serializers.ListField(child=serializers.CharField())


class CardFileSummaryBody(CardFileBody):
    """A version of a card file with its unsupported cards."""

    unplayed = serializers.SerializerMethodField(
        help_text="Cards that the rules engine does not support yet, with the missing features."
    )

    class Meta(CardFileBody.Meta):
        fields = (*CardFileBody.Meta.fields, "unplayed")  # type: ignore[assignment]  # longer than the tuple above

    @extend_schema_field(UnsupportedCardBody(many=True))
    def get_unplayed(self, file: CardFile) -> list[dict[str, Any]]:
        """Return the unsupported cards, each with the missing features."""
        unsupported = unplayed(load_game_with_cards(file.game, file.hash))
        return [{"card": name, "missing": list(missing)} for name, missing in unsupported]


class CardFileTextBody(CardFileSummaryBody):
    """A version of a card file with its text."""

    class Meta(CardFileSummaryBody.Meta):
        fields = (*CardFileSummaryBody.Meta.fields, "text")  # type: ignore[assignment]  # longer than the tuple above


class WordMeaningBody(serializers.Serializer[Any]):
    """A word of the card file format with its meaning."""

    name = serializers.CharField()
    meaning = serializers.CharField()
    values = serializers.CharField(required=False, help_text="Allowed values of a field.")


class WordsBody(serializers.Serializer[Any]):
    """Words for card effects, grouped by use."""

    what = serializers.CharField()
    words = WordMeaningBody(many=True)


class CardFileFormatBody(serializers.Serializer[Any]):
    """Description of the card file format of a game."""

    game = serializers.CharField()
    language = serializers.CharField()
    head = WordMeaningBody(many=True, help_text="Keys of the header.")
    fields = WordMeaningBody(many=True, help_text="Fields of a card.")  # type: ignore[assignment]  # its key
    effects = serializers.CharField(help_text="How card effects are used.")
    words = WordsBody(many=True)
    example = serializers.CharField(help_text="A valid example file.")


class UploadRequest(serializers.Serializer[Any]):
    """A card file to upload."""

    text = serializers.CharField(
        trim_whitespace=False,
        max_length=MAX_CHARACTERS,
        help_text="The file, in the card file format of the event's game.",
    )


class ChoiceRequest(serializers.Serializer[Any]):
    """The version to use from now on."""

    number = serializers.IntegerField(
        min_value=1, max_value=services.MAX_VERSIONS, allow_null=True, help_text="Null to use no card file."
    )


class CardFileEntryBody(serializers.Serializer[Any]):
    """A card described by the card file of an event."""

    name = serializers.CharField(source="card.name")
    card_file = serializers.ChoiceField(
        source="source",
        choices=list(Source),
        help_text="`overridden`: the file overrides a known card; `added`: the file adds the card; `invented`: the "
        "card is invented.",
    )
    type = serializers.CharField(source="card.type")
    cost = serializers.IntegerField(source="card.cost", allow_null=True)
    alignments = serializers.ListField(child=serializers.CharField(), source="card.deck_alignments")
    facts = serializers.ListField(
        child=serializers.CharField(), source="described", help_text="Facts of the card, one per line."
    )
    unplayed = serializers.ListField(
        child=serializers.CharField(),
        help_text="Features missing from the rules engine; empty if the card is supported.",
    )


def _get_organised_event(request: Request, slug: str) -> tuple[User, Event]:
    """Return the user and the event, which the user must organise."""
    assert isinstance(request.user, User)
    event = get_api_event(request, slug)
    require_organiser(request.user, event)
    return request.user, event


def _bodies(event: Event) -> list[dict[str, Any]]:
    files = CardFile.objects.filter(event=event).select_related("uploaded_by").defer("text").order_by("-number")
    return list(CardFileBody(files, many=True, context={"counting": current_card_file(event)}).data)


class CardFileList(APIView):
    """Versions of an event's card file.

    Permission: organisers; uploads until the event is over.
    """

    permission_classes = (IsAuthenticated,)

    @extend_schema(responses={200: CardFileBody(many=True)}, operation_id="card_files_list", tags=["events"])
    def get(self, request: Request, slug: str) -> Response:
        """List all versions, newest first."""
        return Response(_bodies(_get_organised_event(request, slug)[1]))

    @extend_schema(
        request=UploadRequest, responses={201: CardFileSummaryBody}, operation_id="card_files_upload", tags=["events"]
    )
    def post(self, request: Request, slug: str) -> Response:
        """Upload a card file and use it.

        ``fields.text`` of an error response has one line per error.
        """
        user, event = _get_organised_event(request, slug)
        serializer = UploadRequest(data=request.data)
        serializer.is_valid(raise_exception=True)
        stored = services.upload(user, event, serializer.validated_data["text"])
        return Response(CardFileSummaryBody(stored, context={"counting": stored}).data, status=status.HTTP_201_CREATED)


class CardFileFormView(APIView):
    """Card file format of the event's game.

    Permission: everyone who may view the event.
    """

    permission_classes = (AllowAny,)

    @extend_schema(responses={200: CardFileFormatBody}, operation_id="card_files_form", tags=["events"])
    def get(self, request: Request, slug: str) -> Response:
        """Return the keys, fields and words with an example.

        404 if the game has no card files.
        """
        game = get_game(get_api_event(request, slug).game)
        form = game.card_files
        if form is None:
            raise MissingError(str(NoCardFileError(game)))
        body = {
            "game": game.slug,
            "language": form.language,
            "head": [{"name": name, "meaning": meaning} for name, meaning in form.head.items()],
            "fields": [
                {"name": name, "meaning": meaning, "values": values} for name, (meaning, values) in form.fields.items()
            ],
            "effects": form.effects,
            "words": [
                {"what": kind, "words": [{"name": name, "meaning": meaning} for name, meaning in words.items()]}
                for kind, words in form.words.items()
            ],
            "example": form.example,
        }
        return Response(body)


class CardFileDetail(APIView):
    """One version of an event's card file. Permission: the event's organisers."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(responses={200: CardFileTextBody}, operation_id="card_files_retrieve", tags=["events"])
    def get(self, request: Request, slug: str, number: int) -> Response:
        """Return a version with its text."""
        _user, event = _get_organised_event(request, slug)
        number = min(number, services.MAX_VERSIONS + 1)
        file = CardFile.objects.filter(event=event, number=number).select_related("uploaded_by").first()
        if file is None:
            raise MissingError(services.missing_version_message())
        return Response(CardFileTextBody(file, context={"counting": current_card_file(event)}).data)


class CardFileChoiceView(APIView):
    """Choice of the card file version in use.

    Permission: organisers, until the event is over.
    """

    permission_classes = (IsAuthenticated,)

    @extend_schema(
        request=ChoiceRequest,
        responses={200: CardFileBody(many=True)},
        operation_id="card_files_choose",
        tags=["events"],
    )
    def post(self, request: Request, slug: str) -> Response:
        """Use a version from now on, or none, and list all versions."""
        user, event = _get_organised_event(request, slug)
        serializer = ChoiceRequest(data=request.data)
        serializer.is_valid(raise_exception=True)
        services.choose(user, event, serializer.validated_data["number"])
        return Response(_bodies(event))


class CardFileEntryList(APIView):
    """Cards of the event's current card file.

    Permission: everyone who may view the event.
    """

    permission_classes = (AllowAny,)

    @extend_schema(responses={200: CardFileEntryBody(many=True)}, operation_id="own_cards_list", tags=["events"])
    def get(self, request: Request, slug: str) -> Response:
        """List the cards of the current version by name; empty if there is none."""
        file = current_card_file(get_api_event(request, slug))
        if file is None:
            return Response([])
        game = load_game_with_cards(file.game, file.hash)
        return Response(
            CardFileEntryBody([card_file_entry(game, name) for name in card_file_names(game)], many=True).data
        )
