"""API endpoints of decklists: list, submit, check and import them."""

from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema, extend_schema_field, extend_schema_view
from rest_framework import serializers, status
from rest_framework.generics import ListAPIView
from rest_framework.permissions import AllowAny, IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import UserRateThrottle
from rest_framework.views import APIView

from epic_events.accounts.models import User
from epic_events.decks import services
from epic_events.decks.bulk_import import MAX_IMPORT_LENGTH, import_decklists, preview_import
from epic_events.decks.checking import MAX_LENGTH, CheckedLine, check_text, get_format, read_text
from epic_events.decks.context import DeckContext
from epic_events.decks.models import DeckVersion
from epic_events.events.api import IntegerFilter, get_api_event
from epic_events.events.models import Event, Registration
from epic_events.events.permissions import is_staff_of, owns_registration, require_staff
from epic_events.events.selectors import load_my_entry
from epic_events.infra.collation import name_order
from epic_events.infra.errors import MissingError, NotAllowedError, UserError
from epic_events.reference.chosen_game import usual_game
from rules.decks.card_files import Source
from rules.games import GAMES, Game

FORMATS = sorted({slug for game in GAMES.values() for slug in game.formats})
FORMATS_HELP = "; ".join(f"{game.slug}: {', '.join(game.formats)}" for game in GAMES.values())


class AlignmentBody(serializers.Serializer[Any]):
    """Balance of one alignment in the main deck."""

    zero = serializers.IntegerField(help_text="Cards that cost 0.")
    one = serializers.IntegerField(help_text="Cards that cost 1.")
    needed = serializers.IntegerField(help_text="Cards costing 1 that the free cards require.")


class ProblemBody(serializers.Serializer[Any]):
    """One problem or warning of a deck check."""

    code = serializers.CharField()
    message = serializers.CharField()
    card = serializers.CharField(allow_null=True)
    lines = serializers.ListField(child=serializers.IntegerField())
    rule = serializers.CharField(help_text="Source of the rule.")


class UnknownBody(serializers.Serializer[Any]):
    """A name that matches no card, with suggestions."""

    line = serializers.IntegerField()
    text = serializers.CharField()
    suggestions = serializers.ListField(child=serializers.CharField())


class UncheckedBody(ProblemBody):
    """One rule that could not be checked because a fact is missing."""

    settled_by = serializers.CharField(help_text="Information needed for this check.")


class ReportBody(serializers.Serializer[Any]):
    """Report of a deck check."""

    format = serializers.CharField()
    on = serializers.DateField(help_text="Date whose ban list applied.")
    legal = serializers.BooleanField(help_text="True if there are no problems and everything could be checked.")
    cards = serializers.IntegerField(help_text="Number of known copies in the main deck.")
    alignments = serializers.DictField(child=AlignmentBody())
    problems = ProblemBody(many=True)
    warnings = ProblemBody(many=True)
    unknown = UnknownBody(many=True)
    verdict = serializers.CharField(required=False, help_text="Present only if something could not be checked.")
    unchecked = UncheckedBody(many=True, required=False)


class LineBody(serializers.Serializer[Any]):
    """Result of the deck check for one line of the text."""

    line = serializers.IntegerField(help_text="Line number, from 1.")
    text = serializers.CharField()
    status = serializers.ChoiceField(choices=["ok", "unknown", "unreadable", "comment", "section"])
    section = serializers.CharField()
    quantity = serializers.IntegerField()
    card = serializers.CharField(allow_null=True)
    cost = serializers.IntegerField(allow_null=True)
    alignments = serializers.ListField(child=serializers.CharField())
    suggestions = serializers.ListField(child=serializers.CharField())
    message = serializers.CharField(allow_blank=True)
    problems = ProblemBody(many=True)
    card_file = serializers.ChoiceField(
        choices=list(Source), allow_null=True, help_text="How the event's card file affects the card."
    )


class CheckBody(ReportBody):
    """Report of a deck check with the result of every non-blank line."""

    lines = LineBody(many=True)


class CheckRequest(serializers.Serializer[Any]):
    """A list to check without storing it."""

    text = serializers.CharField(trim_whitespace=False, max_length=MAX_LENGTH, help_text="The list, one card per line.")
    game = serializers.ChoiceField(choices=sorted(GAMES), default=usual_game().slug)
    format = serializers.ChoiceField(
        choices=FORMATS, error_messages={"invalid_choice": f"“{{input}}” is no format. Known are {FORMATS_HELP}."}
    )
    on = serializers.DateField(required=False, help_text="Date whose rules apply; today by default.")
    pool = serializers.CharField(
        trim_whitespace=False,
        max_length=MAX_LENGTH,
        required=False,
        help_text="The pool to check the list against, one card per line.",
    )
    event = serializers.SlugField(
        required=False, help_text="Slug of an event, whose game and card file are used instead of `game`."
    )


class CardCopiesBody(serializers.Serializer[Any]):
    """Number of copies of one card in one section of a list."""

    quantity = serializers.IntegerField()
    name = serializers.CharField()


class SubmissionBody(serializers.Serializer[Any]):
    """Details of a submission that only the player and the staff may read."""

    text = serializers.CharField(help_text="The text as the player typed it.")
    report = ReportBody()
    accepted = serializers.BooleanField(help_text="True if the player may play with this list.")
    by_staff = serializers.BooleanField()
    reason = serializers.CharField(allow_blank=True, help_text="Reason of the staff for submitting it.")
    fingerprint = serializers.CharField(help_text="Short hash on the receipt.")


class DeckBody(serializers.ModelSerializer[DeckVersion]):
    """A version of a player's decklist."""

    registration = serializers.IntegerField(source="registration_id")
    player = serializers.CharField(source="registration.name")
    main = CardCopiesBody(many=True, source="deck.main")
    sideboard = CardCopiesBody(many=True, source="deck.sideboard")
    card_file = serializers.IntegerField(
        source="card_file.number",
        default=None,
        allow_null=True,
        help_text="Version of the event's card file used for the deck check.",
    )
    pool = serializers.IntegerField(
        source="pool.number", default=None, allow_null=True, help_text="Number of the pool used for the deck check."
    )
    legal = serializers.BooleanField(
        source="is_legal", help_text="True if the list is legal and everything could be checked."
    )
    verdict = serializers.CharField(
        help_text="The stored verdict: “legal”, “legal as far as known” (provisionally legal) or “not legal”."
    )
    submission = serializers.SerializerMethodField(help_text="Visible only to the player and the staff.")

    class Meta:
        model = DeckVersion
        fields = (
            "id", "registration", "player", "number", "game", "format", "checked_on", "card_file", "pool", "legal",
            "verdict", "submitted_at", "main", "sideboard", "submission",
        )  # fmt: skip

    @extend_schema_field(SubmissionBody(allow_null=True))
    def get_submission(self, version: DeckVersion) -> dict[str, Any] | None:
        """Return text, verdict and reason, or None if the viewer may not read them."""
        if not (self.context["staff"] or owns_registration(self.context["request"].user, version.registration)):
            return None
        fields = dict(SubmissionBody(version).data)
        fields["report"]["legal"] = version.is_legal
        return fields


class SubmitRequest(serializers.Serializer[Any]):
    """A decklist to submit; staff name the entry that it is for."""

    text = serializers.CharField(trim_whitespace=False, max_length=MAX_LENGTH, help_text="The list, one card per line.")
    registration = serializers.IntegerField(
        min_value=1,
        max_value=2**63 - 1,
        required=False,
        help_text="For staff: number of the entry; one's own entry by default.",
    )
    accept_problems = serializers.BooleanField(
        default=False, help_text="For staff: accept the list despite its problems."
    )
    reason = serializers.CharField(allow_blank=True, default="", max_length=500, help_text="For staff: the reason.")
    open_list_consent = serializers.BooleanField(
        allow_null=True, default=None, help_text="Consent to show the list to other players in the cut."
    )


class DeckFilter(filters.FilterSet):
    """Filters of the list of decklists, such as ``?mine=true&counting=true``."""

    registration = IntegerFilter(label="Filter by entry.")
    counting = filters.BooleanFilter(method="only_counting", label="Only the current accepted version of each player.")
    mine = filters.BooleanFilter(method="only_mine", label="Only the user's own lists.")

    class Meta:
        model = DeckVersion
        fields = ()

    def only_counting(self, versions: QuerySet[DeckVersion], _name: str, value: Any) -> QuerySet[DeckVersion]:
        """Filter by whether a version is the current accepted one."""
        current_versions = DeckVersion.objects.counting().values("pk")
        return versions.filter(pk__in=current_versions) if value else versions.exclude(pk__in=current_versions)

    def only_mine(self, versions: QuerySet[DeckVersion], _name: str, value: Any) -> QuerySet[DeckVersion]:
        """Filter by whether a version belongs to the viewer."""
        own = Registration.objects.of_user(getattr(self.request, "user", None)).values("pk")
        return versions.filter(registration__in=own) if value else versions.exclude(registration__in=own)


def _readable_versions(request: Request) -> QuerySet[DeckVersion]:
    visible = DeckVersion.objects.visible_to(request.user)
    return visible.select_related("registration__player", "registration__event", "card_file", "pool").defer(
        "card_file__text", "pool__text"
    )


def _body(request: Request, version: DeckVersion) -> dict[str, Any]:
    staff = is_staff_of(request.user, version.registration.event)
    return dict(DeckBody(version, context={"request": request, "staff": staff}).data)


def get_entry(user: User, event: Event, number: int | None) -> Registration:
    """Return the entry with the given number, or the user's own entry without one.

    Raises:
        NotAllowedError: no number was given and the user has no entry.
        UserError: the event has no such entry.
    """
    if number is not None:
        entries = Registration.objects.visible_to(user).filter(event=event).select_related("player", "event")
        entry = entries.filter(pk=number).first()
        if entry is None:
            message = _("This entry does not exist in this event.")
            raise UserError(message, fields={"registration": message})
        return entry
    entry = load_my_entry(user, event).registration
    if entry is None:
        raise NotAllowedError(_("You are not registered for this event. Staff must send the number of an entry."))
    return entry


@extend_schema_view(get=extend_schema(operation_id="decklists_list", tags=["decklists"]))
class DeckList(ListAPIView[DeckVersion]):
    """Decklists of an event that the viewer may read.

    Players read their own lists, staff read all, and others read what the event's visibility policy allows. Submitting
    requires the player or the staff; the service checks it.
    """

    permission_classes = (IsAuthenticatedOrReadOnly,)
    serializer_class = DeckBody
    filterset_class = DeckFilter
    queryset = DeckVersion.objects.none()

    def get_queryset(self) -> QuerySet[DeckVersion]:
        """Return the event's versions that the viewer may read."""
        event = get_api_event(self.request, self.kwargs["slug"])
        self.staff = is_staff_of(self.request.user, event)
        versions = _readable_versions(self.request).filter(registration__event=event)
        return versions.order_by(name_order("registration__name"), "registration", "-number")

    def get_serializer_context(self) -> dict[str, Any]:
        """Add whether the viewer is staff, computed once for all rows."""
        return {**super().get_serializer_context(), "staff": getattr(self, "staff", False)}

    @extend_schema(
        request=SubmitRequest, responses={201: DeckBody}, operation_id="decklists_submit", tags=["decklists"]
    )
    def post(self, request: Request, slug: str) -> Response:
        """Submit a list as a new version.

        The same text again returns the existing version.
        """
        assert isinstance(request.user, User)
        event = get_api_event(request, slug)
        serializer = SubmitRequest(data=request.data)
        serializer.is_valid(raise_exception=True)
        data = serializer.validated_data
        version = services.submit(
            request.user,
            get_entry(request.user, event, data.get("registration")),
            data["text"],
            accept_problems=data["accept_problems"],
            reason=data["reason"],
            open_list_consent=data["open_list_consent"],
        )
        return Response(_body(request, version), status=status.HTTP_201_CREATED)


class DeckDetail(APIView):
    """One version of a list.

    Permission: its player, the staff and readers allowed by the event's policy.
    """

    permission_classes = (AllowAny,)

    @extend_schema(responses={200: DeckBody}, operation_id="decklists_retrieve", tags=["decklists"])
    def get(self, request: Request, deck_id: int) -> Response:
        """Return one version of a list."""
        version = _readable_versions(request).filter(pk=deck_id).first()
        if version is None:
            raise MissingError(_("This decklist does not exist, or you may not view it."))
        return Response(_body(request, version))


class CheckRate(UserRateThrottle):
    """Rate limit of deck checks, because an unknown name is compared with every card."""

    rate = "60/min"
    scope = "deck-check"


class DeckCheck(APIView):
    """Check a list without storing it. Permission: everyone; rate-limited."""

    permission_classes = (AllowAny,)
    throttle_classes = (CheckRate,)

    @extend_schema(request=CheckRequest, responses={200: CheckBody}, operation_id="decklists_check", tags=["decklists"])
    def post(self, request: Request) -> Response:
        """Return all problems of a list and the result of every line."""
        serializer = CheckRequest(data=request.data)
        serializer.is_valid(raise_exception=True)
        data = serializer.validated_data
        on = data.get("on") or timezone.localdate()
        game = DeckContext(_get_event_by_slug(request, data["event"])).game if "event" in data else GAMES[data["game"]]
        _require_format(game, data["format"])
        checked = check_text(game, data["format"], on, read_text(data["text"]), data.get("pool"))
        return Response({**checked.report.to_json(), "lines": [_line(line) for line in checked.lines]})


def _require_format(game: Game, slug: str) -> None:
    try:
        get_format(game, slug)
    except MissingError as error:
        raise UserError(str(error), fields={"format": str(error)}) from error


def _get_event_by_slug(request: Request, slug: str) -> Event:
    try:
        return get_api_event(request, slug)
    except MissingError as error:
        raise UserError(str(error), fields={"event": str(error)}) from error


def _line(answer: CheckedLine) -> dict[str, Any]:
    problems = [problem.to_json() for problem in answer.problems]
    return {**answer.line.to_json(), "problems": problems, "card_file": answer.source}


class ImportDecklistsRequest(serializers.Serializer[Any]):
    """A text with the lists of many players, stored completely or not at all."""

    text = serializers.CharField(
        trim_whitespace=False,
        max_length=MAX_IMPORT_LENGTH,
        help_text="One of three formats. Blocks: a line “Player: Name” or “Player: #17” (entry number), then the "
        "cards. CSV with a header line: the exports `decklists` and `deck-cards` of this site, the "
        "decklist export of melee.gg, or the columns Player, Card and Quantity. JSON: the export of "
        "Tabletop.to.",
    )
    reason = serializers.CharField(
        allow_blank=True, default="", max_length=500, help_text="Reason, shown to the players with their lists."
    )
    only_look = serializers.BooleanField(default=False, help_text="Return a preview without storing anything.")


class DecklistPreviewBody(serializers.Serializer[Any]):
    """The list that an import stores for one player."""

    registration = serializers.IntegerField(source="registration.pk")
    player = serializers.CharField(source="registration.name")
    line = serializers.IntegerField(help_text="First line of the list in the text, from 1.")
    replaces = serializers.IntegerField(
        source="replaces.number", default=None, allow_null=True, help_text="Number of the latest version."
    )
    same = serializers.BooleanField(
        help_text="True if the latest version has the same content, so that nothing is stored."
    )
    counts = serializers.BooleanField(
        help_text="True if the list is accepted; a list with problems is stored but not accepted."
    )
    problems = serializers.ListField(child=serializers.CharField())


class DecklistImportView(APIView):
    """Import of decklists. Permission: the event's staff, until the event is over."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(
        request=ImportDecklistsRequest,
        responses={200: DecklistPreviewBody(many=True)},
        operation_id="decklists_submit_many",
        tags=["decklists"],
    )
    def post(self, request: Request, slug: str) -> Response:
        """Import all lists or none.

        ``fields.text`` of an error response has one line per error.
        """
        assert isinstance(request.user, User)
        event = get_api_event(request, slug)
        require_staff(request.user, event)
        serializer = ImportDecklistsRequest(data=request.data)
        serializer.is_valid(raise_exception=True)
        data = serializer.validated_data
        if data["only_look"]:
            previews = preview_import(request.user, event, data["text"])
        else:
            previews = import_decklists(request.user, event, data["text"], reason=data["reason"]).previews
        return Response(DecklistPreviewBody(previews, many=True).data)
