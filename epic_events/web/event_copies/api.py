"""API to duplicate an event."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from epic_events.accounts.models import User
from epic_events.events.api import EventBody, get_api_event
from epic_events.events.defaults import check_slug
from epic_events.events.models import Event
from epic_events.events.permissions import require_organiser
from epic_events.web.event_copies.services import duplicate_event


class DuplicateBody(serializers.Serializer[Any]):
    """Start, name and address of the copy."""

    starts_at = serializers.DateTimeField(help_text="Start of the copy.")
    name = serializers.CharField(required=False, max_length=120, help_text="Default: the name of the source.")
    slug = serializers.SlugField(
        required=False, max_length=80, validators=[check_slug], help_text="Default: derived from the name."
    )


class DuplicateView(APIView):
    """Duplicate an event. Permission: its organisers who may create events."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(request=DuplicateBody, responses={201: EventBody}, operation_id="events_duplicate", tags=["events"])
    def post(self, request: Request, slug: str) -> Response:
        """Create an unpublished event with the plan, stages, rules and staff of an event."""
        assert isinstance(request.user, User)
        event = get_api_event(request, slug)
        require_organiser(request.user, event)
        given = DuplicateBody(data=request.data)
        given.is_valid(raise_exception=True)
        made = duplicate_event(request.user, event, **given.validated_data)
        copy = Event.objects.with_counts().prefetch_related("stages").get(pk=made.pk)
        return Response(EventBody(copy, context={"request": request}).data, status=201)
