"""API endpoints for repairs: list, preview and execute."""

from dataclasses import MISSING, fields
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from epic_events.accounts.models import User
from epic_events.events.api import get_api_event
from epic_events.events.permissions import require_staff
from epic_events.infra.errors import UserError
from epic_events.infra.names import plain
from epic_events.pairings.models import Repair
from epic_events.pairings.repairs import services as repairing
from epic_events.pairings.repairs.services import KINDS
from epic_events.pairings.repairs.services.kinds import RepairKind


class RepairBody(serializers.ModelSerializer[Repair]):
    """An executed repair, with primary keys instead of names."""

    actor = serializers.IntegerField(source="actor_id", allow_null=True, help_text="Primary key of the user.")
    undo_of = serializers.IntegerField(source="undo_of_id", allow_null=True, help_text="The repair that it undoes.")
    undone = serializers.SerializerMethodField(help_text="True if another repair has undone it.")
    concerns = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField()),
        help_text="The affected rounds, each as order of the stage and number.",
    )
    parameters = serializers.DictField(help_text="The parameters of its kind.")
    summary = serializers.DictField(help_text="Changed standings, tables, registrations and cut, before and after.")

    class Meta:
        model = Repair
        fields = ("id", "kind", "parameters", "reason", "actor", "at", "concerns", "summary", "undo_of", "undone")

    def get_undone(self, repair: Repair) -> bool:
        """Return True if the repair was undone."""
        return hasattr(repair, "undone_by")


class RepairRequestBody(serializers.Serializer[Any]):
    """A requested repair."""

    kind = serializers.CharField(max_length=20, help_text="One of the kinds listed for `parameters`.")
    parameters = serializers.DictField(
        default=dict,
        help_text="By kind. result: match, first, second, drawn, result, draft; reinstate: entry, missed, draft;"
        " no_show: entry, award, draft; exchange: round, first, second, first_played, second_played, draft;"
        " by_hand: round, first, second; table: match, table; unpublish: round, then; reopen: none; undo: repair."
        " A played score is [won, lost, drawn, kind].",
    )
    reason = serializers.CharField(max_length=500, help_text="Reason. Public for manual pairings.")


class RepairExecutionBody(RepairRequestBody):
    """A repair to execute as previewed."""

    fingerprint = serializers.CharField(max_length=64, help_text="Fingerprint of the preview.")


class PreviewBody(serializers.Serializer[Any]):
    """The effect of a repair. Send its fingerprint to execute the repair."""

    kind = serializers.CharField()
    summary = serializers.DictField()
    warnings = serializers.ListField(child=serializers.CharField())
    fingerprint = serializers.CharField()


def build_repair(name: str, parameters: dict[str, Any]) -> RepairKind:
    """Return the requested repair.

    Raises:
        UserError: a parameter is missing, unknown or of the wrong type.
    """
    kind = KINDS.get(name)
    if kind is None:
        text = _("Unknown kind of repair. Valid kinds: %(kinds)s.") % {"kinds": ", ".join(KINDS)}
        raise UserError(text, fields={"kind": text})
    fields_by_name = {field.name: field for field in fields(kind)}
    invalid = sorted(set(parameters) - set(fields_by_name))
    missing = [
        field.name for field in fields_by_name.values() if field.default is MISSING and field.name not in parameters
    ]
    mistyped = [
        name
        for name in parameters
        if name in fields_by_name and not _has_type(fields_by_name[name].type, parameters[name])
    ]
    for names, message in (
        (invalid, _("Unknown parameters: %(names)s.")),
        (missing, _("Missing parameters: %(names)s.")),
        (mistyped, _("Parameters of the wrong type: %(names)s.")),
    ):
        if names:
            text = message % {"names": ", ".join(names)}
            raise UserError(text, fields={"parameters": text})
    return kind.read(parameters)


def _has_type(type_: Any, value: Any) -> bool:
    """Return True if a JSON value is valid for the type of a parameter."""
    if value is None:
        return type(None) in getattr(type_, "__args__", ())
    if type_ is bool:
        return isinstance(value, bool)
    if type_ is str:
        return isinstance(value, str) and len(value) <= 20
    if type_ is int or type_ == int | None:
        return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**31
    return _is_score(value)


def _is_score(value: Any) -> bool:
    if not isinstance(value, list) or len(value) != 4:
        return False
    games, kind = value[:3], value[3]
    return isinstance(kind, str) and all(type(number) is int and 0 <= number <= 9 for number in games)


@extend_schema_view(get=extend_schema(operation_id="repairs_list", tags=["repairs"]))
class RepairList(ListAPIView[Repair]):
    """The repairs of an event, newest first.

    Permission: its staff. Executing a repair: checked by the service.
    """

    permission_classes = (IsAuthenticated,)
    serializer_class = RepairBody
    queryset = Repair.objects.none()

    def get_queryset(self) -> QuerySet[Repair]:
        """Filter by event."""
        event = get_api_event(self.request, self.kwargs["slug"])
        assert isinstance(self.request.user, User)
        require_staff(self.request.user, event)
        return Repair.objects.of_event(event).defer("changes")

    @extend_schema(
        request=RepairExecutionBody, responses={201: RepairBody}, operation_id="repairs_create", tags=["repairs"]
    )
    def post(self, request: Request, slug: str) -> Response:
        """Execute a repair as previewed.

        Responds with 409 and ``stale_preview`` if its effect has changed since the preview.
        """
        event = get_api_event(request, slug)
        assert isinstance(request.user, User)
        require_staff(request.user, event)
        serializer = RepairExecutionBody(data=request.data)
        serializer.is_valid(raise_exception=True)
        data = serializer.validated_data
        kind = build_repair(data["kind"], data["parameters"])
        done = repairing.repair(request.user, event, kind, reason=data["reason"], fingerprint=data["fingerprint"])
        return Response(RepairBody(done).data, status=201)


class RepairPreview(APIView):
    """The effect of a repair.

    Permission: organisers, head judges and scorekeepers, checked by the service.
    """

    permission_classes = (IsAuthenticated,)

    @extend_schema(
        request=RepairRequestBody, responses={200: PreviewBody}, operation_id="repairs_preview", tags=["repairs"]
    )
    def post(self, request: Request, slug: str) -> Response:
        """Preview the effect of a repair without changing anything."""
        event = get_api_event(request, slug)
        assert isinstance(request.user, User)
        require_staff(request.user, event)
        serializer = RepairRequestBody(data=request.data)
        serializer.is_valid(raise_exception=True)
        data = serializer.validated_data
        shown = repairing.preview(
            request.user, event, build_repair(data["kind"], data["parameters"]), reason=data["reason"]
        )
        return Response(
            {
                "kind": shown.kind.name,
                "summary": shown.difference.as_json(),
                "warnings": [plain(warning) for warning in shown.warnings],
                "fingerprint": shown.fingerprint,
            }
        )
