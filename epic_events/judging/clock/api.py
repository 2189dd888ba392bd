"""API endpoints for round clocks and time extensions."""

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.permissions import IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from epic_events.accounts.models import User
from epic_events.events.api import get_api_event
from epic_events.events.models import Event
from epic_events.events.permissions import is_staff_of, require_staff
from epic_events.infra.errors import MissingError, UserError
from epic_events.judging.clock import preparation, selectors, services
from epic_events.judging.clock.models import MAX_EXTENSION_MINUTES, TimeExtension
from epic_events.pairings.models import Match, Preparation, Round
from epic_events.pairings.preparation import PREPARATION_STATES
from epic_events.pairings.results.serializers import get_match_or_404, get_round_or_404
from epic_events.pairings.selectors import own_seat


class ClockTableBody(serializers.Serializer[Any]):
    """A table without a result."""

    match = serializers.IntegerField(source="match.pk")
    table = serializers.IntegerField(source="match.table")
    extension = serializers.IntegerField(source="minutes", help_text="Time extension in minutes.")
    ends_at = serializers.DateTimeField(allow_null=True, help_text="End time; null if the clock is not running.")


class ClockBody(serializers.Serializer[Any]):
    """The clock of a round at the current server time."""

    round = serializers.IntegerField(source="round.pk")
    now = serializers.DateTimeField(
        help_text="Server time. Count down from it, because the clock of a device may be wrong."
    )
    state = serializers.ChoiceField(
        choices=selectors.CLOCK_STATES,
        help_text="`ready` before the start; `up` when the time is up but time was not called; `called` when time was "
        "called.",
    )
    started_at = serializers.DateTimeField(source="clock.started_at", allow_null=True)
    paused_at = serializers.DateTimeField(source="clock.paused_at", allow_null=True)
    ends_at = serializers.DateTimeField(
        source="clock.ends_at", allow_null=True, help_text="Null before the start and during a pause."
    )
    left = serializers.IntegerField(
        source="left_seconds", help_text="Seconds left; before the start, the planned length."
    )
    time_called_at = serializers.DateTimeField(source="round.time_called_at", allow_null=True)
    open_tables = ClockTableBody(many=True, help_text="Tables without a result, ordered by end time.")


class ClockStepRequest(serializers.Serializer[Any]):
    """An action on a clock."""

    action = serializers.ChoiceField(choices=["start", "pause", "resume", "add", "set_back"])
    minutes = serializers.IntegerField(
        min_value=-MAX_EXTENSION_MINUTES,
        max_value=services.MAX_ROUND_MINUTES,
        required=False,
        help_text="For `start`, the length (default: as planned); for `add`, minutes to add (negative to remove).",
    )
    reason = serializers.CharField(
        allow_blank=True,
        default="",
        max_length=services.MAX_REASON_LENGTH,
        help_text="Reason for `pause`, `add` and `set_back`.",
    )


class ExtensionBody(serializers.ModelSerializer[TimeExtension]):
    """A time extension. Only players of the match and staff see the reason."""

    match = serializers.IntegerField(source="match_id")
    reason = serializers.SerializerMethodField()

    class Meta:
        model = TimeExtension
        fields = ("id", "match", "minutes", "reason", "at")

    def get_reason(self, extension: TimeExtension) -> str:
        """Return the reason; empty for the public."""
        return extension.reason if self.context["show_reason"] else ""


class ExtensionRequest(serializers.Serializer[Any]):
    """A new time extension."""

    minutes = serializers.IntegerField(min_value=1, max_value=MAX_EXTENSION_MINUTES)
    reason = serializers.CharField(max_length=services.MAX_REASON_LENGTH)


class ExtensionUndoRequest(serializers.Serializer[Any]):
    """The reason for undoing a time extension."""

    reason = serializers.CharField(allow_blank=True, default="", max_length=services.MAX_REASON_LENGTH)


class EventClockBody(serializers.Serializer[Any]):
    """Clock settings of an event."""

    calls_time = serializers.BooleanField(help_text="Call time automatically when a clock reaches zero.")


class PreparationBody(serializers.Serializer[Any]):
    """Drafting or building before the first round of a stage."""

    stage = serializers.IntegerField(help_text="Order of the stage in the event.")
    kind = serializers.ChoiceField(choices=Preparation.Kind.choices)
    state = serializers.ChoiceField(choices=PREPARATION_STATES, help_text="`skipped` if the staff did without it.")
    minutes = serializers.IntegerField(help_text="Planned minutes; 0 if none are planned.")
    now = serializers.DateTimeField(help_text="Server time. Count down from it.")
    clock = serializers.ChoiceField(
        choices=selectors.CLOCK_STATES, help_text="`up` when the time is up; `called` when it is over."
    )
    left = serializers.IntegerField(source="left_seconds", help_text="Seconds left; before the start, as planned.")
    started_at = serializers.DateTimeField(allow_null=True)
    ends_at = serializers.DateTimeField(
        source="end_for_table", allow_null=True, help_text="Null before the start, during a pause and after the end."
    )
    ended_at = serializers.DateTimeField(allow_null=True)


class PreparationStepRequest(serializers.Serializer[Any]):
    """An action on drafting or building."""

    kind = serializers.ChoiceField(choices=Preparation.Kind.choices)
    action = serializers.ChoiceField(choices=preparation.ACTIONS)
    minutes = serializers.IntegerField(
        min_value=-MAX_EXTENSION_MINUTES,
        max_value=services.MAX_ROUND_MINUTES,
        required=False,
        help_text="For `start`, the length (default: as planned); for `add`, minutes to add (negative to remove).",
    )
    reason = serializers.CharField(
        allow_blank=True,
        default="",
        max_length=services.MAX_REASON_LENGTH,
        help_text="Reason for `pause` and `add`.",
    )


def _respond_with_preparation(event: Event) -> Response:
    """Return drafting and building before the next round; empty if it has neither."""
    coming = preparation.load_current(event)
    clocks = [preparation.load_clock(coming, kind) for kind in coming.kinds] if coming is not None else []
    bodies = [
        {
            "stage": coming.stage.order if coming is not None else 0,
            "kind": clock.kind,
            "state": clock.state_of_step,
            "minutes": clock.minutes,
            "now": clock.now,
            "clock": clock.state,
            "left_seconds": clock.left_seconds,
            "started_at": clock.row.started_at if clock.row else None,
            "end_for_table": clock.end_for_table,
            "ended_at": clock.row.ended_at if clock.row else None,
        }
        for clock in clocks
    ]
    return Response(PreparationBody(bodies, many=True).data)


class PreparationView(APIView):
    """Drafting and building before the first round of a stage.

    Permission: everyone who may see the event; to pause, resume and add minutes, any role at it; to start, skip, end
    and reopen, organisers, head judges and scorekeepers. Checked by the services.
    """

    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(responses={200: PreparationBody(many=True)}, operation_id="preparation_list", tags=["clock"])
    def get(self, request: Request, slug: str) -> Response:
        """List drafting and building before the next round; empty if it has neither."""
        return _respond_with_preparation(get_api_event(request, slug))

    @extend_schema(
        request=PreparationStepRequest,
        responses={200: PreparationBody(many=True)},
        operation_id="preparation_step",
        tags=["clock"],
    )
    def post(self, request: Request, slug: str) -> Response:
        """Start, skip, pause, resume, end or reopen drafting or building, or add minutes.

        The end of building closes the decklists.
        """
        assert isinstance(request.user, User)
        event = get_api_event(request, slug)
        require_staff(request.user, event)
        serializer = PreparationStepRequest(data=request.data)
        serializer.is_valid(raise_exception=True)
        data = serializer.validated_data
        if data["action"] == "add":
            _require_minutes(data.get("minutes"))
        preparation.apply(request.user, event, data["kind"], data["action"], data.get("minutes"), data["reason"])
        return _respond_with_preparation(get_api_event(request, slug))


def _respond_with_clock(round_: Round) -> Response:
    round_clock = selectors.get_round_clock(Round.objects.select_related("stage").get(pk=round_.pk))
    return Response(ClockBody(_ClockWithTables(round_clock)).data)


class _ClockWithTables:
    """A clock and its unfinished tables, for serialisation."""

    def __init__(self, round_clock: selectors.RoundClock) -> None:
        self.round, self.clock, self.now = round_clock.round, round_clock.clock, round_clock.now
        self.state, self.left_seconds = round_clock.state.value, round_clock.left_seconds
        self.open_tables = selectors.open_tables(round_clock)


class ClockView(APIView):
    """The clock of a round.

    Permission: users who can read the round; any role at the event to change it, checked by the services.
    """

    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(responses={200: ClockBody}, operation_id="clock_get", tags=["clock"])
    def get(self, request: Request, round_id: int) -> Response:
        """Return the clock of a round with its unfinished tables."""
        return _respond_with_clock(get_round_or_404(request, round_id))

    @extend_schema(request=ClockStepRequest, responses={200: ClockBody}, operation_id="clock_step", tags=["clock"])
    def post(self, request: Request, round_id: int) -> Response:
        """Start, pause, resume or reset the clock, or add minutes to the round."""
        assert isinstance(request.user, User)
        round_ = get_round_or_404(request, round_id)
        serializer = ClockStepRequest(data=request.data)
        serializer.is_valid(raise_exception=True)
        data = serializer.validated_data
        action, minutes, reason = data["action"], data.get("minutes"), data["reason"]
        if action == "start":
            services.start_clock(request.user, round_, minutes)
        elif action == "resume":
            services.resume_clock(request.user, round_)
        elif action == "add":
            services.add_minutes(request.user, round_, _require_minutes(minutes), reason)
        else:
            service = services.pause_clock if action == "pause" else services.reset_clock
            service(request.user, round_, reason)
        return _respond_with_clock(round_)


def _require_minutes(minutes: int | None) -> int:
    """Return the minutes.

    Raises:
        UserError: the minutes are missing.
    """
    if minutes is None:
        message = _("Enter the number of minutes.")
        raise UserError(message, fields={"minutes": message})
    return minutes


def _can_see_reason(request: Request, match: Match) -> bool:
    """Return True if the user may see why a table has a time extension."""
    return own_seat(request.user, match) is not None or is_staff_of(request.user, match.round.stage.event)


class ExtensionList(APIView):
    """Time extensions of a match.

    Permission: users who can read the match; any role at the event to extend, checked by the service.
    """

    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(responses={200: ExtensionBody(many=True)}, operation_id="extensions_list", tags=["clock"])
    def get(self, request: Request, match_id: int) -> Response:
        """Return the active time extensions of a match."""
        match = get_match_or_404(request, match_id)
        extensions = selectors.list_extensions(match)
        return Response(
            ExtensionBody(extensions, many=True, context={"show_reason": _can_see_reason(request, match)}).data
        )

    @extend_schema(
        request=ExtensionRequest, responses={201: ExtensionBody}, operation_id="extensions_give", tags=["clock"]
    )
    def post(self, request: Request, match_id: int) -> Response:
        """Give a table a time extension, in addition to its earlier ones."""
        assert isinstance(request.user, User)
        match = get_match_or_404(request, match_id)
        serializer = ExtensionRequest(data=request.data)
        serializer.is_valid(raise_exception=True)
        extension = services.extend_time(
            match, serializer.validated_data["minutes"], serializer.validated_data["reason"], request.user
        )
        return Response(ExtensionBody(extension, context={"show_reason": True}).data, status=status.HTTP_201_CREATED)


class ExtensionUndo(APIView):
    """Undoes a time extension.

    Permission: any role at the event, checked by the service.
    """

    permission_classes = (IsAuthenticated,)

    @extend_schema(request=ExtensionUndoRequest, responses={204: None}, operation_id="extension_undo", tags=["clock"])
    def post(self, request: Request, extension_id: int) -> Response:
        """Undo a time extension. Idempotent."""
        assert isinstance(request.user, User)
        extension = TimeExtension.objects.select_related("match__round__stage__event").filter(pk=extension_id).first()
        if extension is None or not is_staff_of(request.user, extension.match.round.stage.event):
            raise MissingError(_("This time extension does not exist."))
        serializer = ExtensionUndoRequest(data=request.data)
        serializer.is_valid(raise_exception=True)
        services.undo_extension(request.user, extension, serializer.validated_data["reason"])
        return Response(status=status.HTTP_204_NO_CONTENT)


class EventClockView(APIView):
    """Clock settings of an event.

    Permission: staff read them; organisers, head judges and scorekeepers change them, checked by the service.
    """

    permission_classes = (IsAuthenticated,)

    @extend_schema(responses={200: EventClockBody}, operation_id="clocks_get", tags=["clock"])
    def get(self, request: Request, slug: str) -> Response:
        """Return whether the clocks of an event call time automatically."""
        assert isinstance(request.user, User)
        event = get_api_event(request, slug)
        require_staff(request.user, event)
        return Response({"calls_time": selectors.calls_time(event)})

    @extend_schema(
        request=EventClockBody, responses={200: EventClockBody}, operation_id="clocks_choose", tags=["clock"]
    )
    def post(self, request: Request, slug: str) -> Response:
        """Set whether the clocks of an event call time automatically."""
        assert isinstance(request.user, User)
        event = get_api_event(request, slug)
        serializer = EventClockBody(data=request.data)
        serializer.is_valid(raise_exception=True)
        settings = services.configure_clock(request.user, event, calls_time=serializer.validated_data["calls_time"])
        return Response({"calls_time": settings.calls_time})
