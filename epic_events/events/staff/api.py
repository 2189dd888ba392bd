"""API endpoints of staff roles and invitations."""

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from epic_events.accounts.models import User, display_name
from epic_events.events.api import get_api_event
from epic_events.events.models import Event, Invitation, StaffRole
from epic_events.events.permissions import require_organiser, require_staff
from epic_events.events.staff.services import invitations, roles
from epic_events.infra.errors import MissingError, NotAllowedError

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


def _role_body(held: StaffRole) -> dict[str, Any]:
    return {"id": held.pk, "name": display_name(held.user), "role": held.role, "given_at": held.given_at}


def _invitation_body(found: Invitation) -> dict[str, Any]:
    names = ("email", "role", "invited_at", "expires_at", "sent_at")
    return {"id": found.pk, **{name: getattr(found, name) for name in names}}


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
        held = event.staff.select_related("user").order_by("role", "pk")
        invited = event.invitations.order_by("invited_at", "pk") if _is_organiser(user, event) else []
        return Response(
            {"staff": [_role_body(one) for one in held], "invitations": [_invitation_body(one) for one in invited]}
        )

    @extend_schema(
        request=AssignRoleRequest, responses={201: AssignedRoleBody}, operation_id="staff_give", tags=["events"]
    )
    def post(self, request: Request, slug: str) -> Response:
        """Assign a role, or send an invitation if no account has confirmed the address."""
        given = AssignRoleRequest(data=request.data)
        given.is_valid(raise_exception=True)
        event = get_api_event(request, slug)
        made: Made = roles.assign_role(
            _person(request), event, **given.validated_data, address=request.build_absolute_uri
        )
        body = {"given": None, "invited": None}
        answer: dict[str, Any] = (
            {**body, "given": _role_body(made)}
            if isinstance(made, StaffRole)
            else {**body, "invited": _invitation_body(made)}
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
        held = StaffRole.objects.filter(event=event, pk=key).first()
        if held is None:
            raise MissingError(_("Select a valid role."))
        roles.revoke_role(_person(request), held)
        return Response(status=status.HTTP_204_NO_CONTENT)


class InvitationDetail(APIView):
    """An invitation. Permission: organisers."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(request=None, responses={204: None}, operation_id="staff_invitation_withdraw", tags=["events"])
    def delete(self, request: Request, slug: str, key: int) -> Response:
        """Revoke an invitation; its link stops working."""
        event = get_api_event(request, slug)
        require_organiser(_person(request), event)
        found = event.invitations.filter(pk=key).first()
        if found is None:
            raise MissingError(_("This invitation has already been used or revoked."))
        invitations.revoke_invitation(_person(request), found)
        return Response(status=status.HTTP_204_NO_CONTENT)
