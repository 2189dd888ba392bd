"""API endpoints of the stage plan, staff roles and invitations of an event."""

from dataclasses import fields
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from epic_events.accounts.models import User, display_name
from epic_events.events import services
from epic_events.events.api import StageBody, get_api_event
from epic_events.events.models import Event, Invitation, StaffRole, Stage
from epic_events.events.permissions import require_organiser, require_staff
from epic_events.events.stage_plans import MAX_STAGES, StagePlan
from epic_events.infra.errors import MissingError, NotAllowedError

MAX_NUMBER = 32_767  # maximum of the database columns


class StagePlanBody(serializers.Serializer[Any]):
    """Settings of a stage; missing values take the default for its kind and position."""

    id = serializers.IntegerField(
        required=False, min_value=1, help_text="Id of the stage to change; omit for a new one."
    )
    kind = serializers.ChoiceField(choices=Stage.Kind.choices)
    name = serializers.CharField(required=False, allow_blank=True, max_length=60)
    format = serializers.CharField(
        required=False, allow_blank=True, max_length=50, help_text="Slug of the deck format; empty for the event's."
    )
    best_of = serializers.ChoiceField(choices=[1, 3, 5], default=1)
    minutes = serializers.IntegerField(required=False, allow_null=True, min_value=0, max_value=MAX_NUMBER)
    rounds = serializers.IntegerField(
        required=False, allow_null=True, min_value=0, max_value=MAX_NUMBER, help_text="Null for the recommended number."
    )
    cut_size = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=0,
        max_value=MAX_NUMBER,
        help_text="Number of players who advance to the stage; null for all.",
    )
    carries = serializers.BooleanField(
        required=False, allow_null=True, help_text="Carry over points and opponents from the previous stage."
    )
    power_from = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=0,
        max_value=MAX_NUMBER,
        help_text="Swiss: first round of the stage, counted from 1, that is paired by rank.",
    )
    pod_size = serializers.IntegerField(required=False, allow_null=True, min_value=0, max_value=MAX_NUMBER)
    pod_order = serializers.ChoiceField(choices=Stage.PodOrder.choices, required=False, allow_blank=True)
    draft_minutes = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=0,
        max_value=MAX_NUMBER,
        help_text="Minutes to draft before the first round; null for the usual ones of the format, 0 for none.",
    )
    build_minutes = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=0,
        max_value=MAX_NUMBER,
        help_text="Minutes to build before the first round; null for the usual ones of the format, 0 for none.",
    )
    legs = serializers.ChoiceField(
        choices=[1, 2], default=1, help_text="Round robin: how often each pair of players meets."
    )
    third_place = serializers.BooleanField(default=False)
    final_reset = serializers.BooleanField(required=False, allow_null=True)


class PlanBody(serializers.Serializer[Any]):
    """All stages of an event, in order."""

    stages = serializers.ListField(child=StagePlanBody(), max_length=MAX_STAGES)


class StagesView(APIView):
    """Stage plan.

    Permission: to read, everyone who may see the event; to write, its organisers.
    """

    def get_permissions(self) -> list[Any]:
        """Require authentication for writes."""
        return [IsAuthenticated() if self.request.method == "POST" else AllowAny()]

    @extend_schema(responses={200: StageBody(many=True)}, operation_id="stages_list", tags=["events"])
    def get(self, request: Request, slug: str) -> Response:
        """List all stages, in order."""
        return self._answer(get_api_event(request, slug))

    @extend_schema(
        request=PlanBody, responses={200: StageBody(many=True)}, operation_id="stages_replace", tags=["events"]
    )
    def post(self, request: Request, slug: str) -> Response:
        """Replace the stage plan; stages that have begun must stay unchanged and first."""
        assert isinstance(request.user, User)
        event = get_api_event(request, slug)
        require_organiser(request.user, event)
        serializer = PlanBody(data=request.data)
        serializer.is_valid(raise_exception=True)
        names = {field.name for field in fields(StagePlan)}
        plans = [
            StagePlan(**{name: value for name, value in stage.items() if name in names})
            for stage in serializer.validated_data["stages"]
        ]
        return self._answer(services.plan_stages(request.user, event, plans))

    def _answer(self, event: Event) -> Response:
        return Response(StageBody(event.stages.select_related("event"), many=True).data)


Made = StaffRole | Invitation


class StaffBody(serializers.Serializer[Any]):
    """A role and its holder."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    role = serializers.ChoiceField(choices=StaffRole.Role.choices)
    given_at = serializers.DateTimeField()


class InvitationBody(serializers.Serializer[Any]):
    """An invitation to a role."""

    id = serializers.IntegerField()
    email = serializers.EmailField()
    role = serializers.ChoiceField(choices=StaffRole.Role.choices)
    invited_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField()
    sent_at = serializers.DateTimeField(
        allow_null=True, help_text="Null if the e-mail could not be sent. Invite again."
    )


class TeamBody(serializers.Serializer[Any]):
    """The staff of an event; organisers also see pending invitations."""

    staff = StaffBody(many=True)
    invitations = InvitationBody(many=True)


class AssignRoleRequest(serializers.Serializer[Any]):
    """The role to assign and the e-mail address of its holder."""

    email = serializers.EmailField(max_length=254)
    role = serializers.ChoiceField(choices=StaffRole.Role.choices)


class AssignedRoleBody(serializers.Serializer[Any]):
    """The assigned role, or the invitation sent to an unconfirmed address."""

    given = StaffBody(allow_null=True)
    invited = InvitationBody(allow_null=True)


def _role_body(staff_role: StaffRole) -> dict[str, Any]:
    return {
        "id": staff_role.pk,
        "name": display_name(staff_role.user),
        "role": staff_role.role,
        "given_at": staff_role.given_at,
    }


def _invitation_body(invitation: Invitation) -> dict[str, Any]:
    names = ("email", "role", "invited_at", "expires_at", "sent_at")
    return {"id": invitation.pk, **{name: getattr(invitation, name) for name in names}}


def _person(request: Request) -> User:
    assert isinstance(request.user, User)
    return request.user


class StaffList(APIView):
    """Staff of an event. Permission: its staff; to assign roles, its organisers."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(responses={200: TeamBody}, operation_id="staff_list", tags=["events"])
    def get(self, request: Request, slug: str) -> Response:
        """List the roles; organisers also get the pending invitations."""
        user, event = _person(request), get_api_event(request, slug)
        require_staff(user, event)
        staff_roles = event.staff.select_related("user").order_by("role", "pk")
        invited = event.invitations.order_by("invited_at", "pk") if _is_organiser(user, event) else []
        return Response(
            {
                "staff": [_role_body(one) for one in staff_roles],
                "invitations": [_invitation_body(one) for one in invited],
            }
        )

    @extend_schema(
        request=AssignRoleRequest, responses={201: AssignedRoleBody}, operation_id="staff_give", tags=["events"]
    )
    def post(self, request: Request, slug: str) -> Response:
        """Assign a role, or send an invitation if no account has confirmed the address."""
        serializer = AssignRoleRequest(data=request.data)
        serializer.is_valid(raise_exception=True)
        event = get_api_event(request, slug)
        assigned: Made = services.assign_role(
            _person(request), event, **serializer.validated_data, address=request.build_absolute_uri
        )
        body = {"given": None, "invited": None}
        answer: dict[str, Any] = (
            {**body, "given": _role_body(assigned)}
            if isinstance(assigned, StaffRole)
            else {**body, "invited": _invitation_body(assigned)}
        )
        return Response(answer, status=status.HTTP_201_CREATED)


def _is_organiser(user: User, event: Event) -> bool:
    try:
        require_organiser(user, event)
    except NotAllowedError:
        return False
    return True


class StaffDetail(APIView):
    """A role. Permission: organisers and its holder."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(request=None, responses={204: None}, operation_id="staff_take", tags=["events"])
    def delete(self, request: Request, slug: str, key: int) -> Response:
        """Revoke a role, or resign from one's own."""
        event = get_api_event(request, slug)
        require_staff(_person(request), event)
        staff_role = StaffRole.objects.filter(event=event, pk=key).first()
        if staff_role is None:
            raise MissingError(_("Select a valid role."))
        services.revoke_role(_person(request), staff_role)
        return Response(status=status.HTTP_204_NO_CONTENT)


class InvitationDetail(APIView):
    """An invitation. Permission: organisers."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(request=None, responses={204: None}, operation_id="staff_invitation_withdraw", tags=["events"])
    def delete(self, request: Request, slug: str, key: int) -> Response:
        """Revoke an invitation; its link stops working."""
        event = get_api_event(request, slug)
        require_organiser(_person(request), event)
        invitation = event.invitations.filter(pk=key).first()
        if invitation is None:
            raise MissingError(_("This invitation has already been used or revoked."))
        services.revoke_invitation(_person(request), invitation)
        return Response(status=status.HTTP_204_NO_CONTENT)
