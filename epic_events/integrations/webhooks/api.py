"""API endpoints of the change feed, the change stream and webhooks."""

from collections.abc import Callable
from typing import Any, Final

from django.db.models import QuerySet
from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import serializers, status
from rest_framework.generics import ListAPIView
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from epic_events.accounts.access.tokens import tokens_of
from epic_events.accounts.models import AccessToken, User
from epic_events.events.api import get_api_event
from epic_events.events.models import Event
from epic_events.events.permissions import is_staff_of, require_organiser, require_staff
from epic_events.infra.errors import MissingError
from epic_events.integrations.webhooks import services
from epic_events.integrations.webhooks.changes import (
    MAX_KINDS,
    MAX_SECONDS,
    SOME_KINDS,
    ChangeStream,
    change_of,
    changes_after,
    validate_kinds,
)
from epic_events.integrations.webhooks.models import MAX_ADDRESS_LENGTH, Delivery, Webhook
from epic_events.integrations.webhooks.sending import visible_secret

MAX_KEY: Final = 2**63 - 1
MAX_CHANGES: Final = 500
EVENTS: Final = "text/event-stream"


class SubjectBody(serializers.Serializer[Any]):
    """Object that was changed."""

    type = serializers.CharField(help_text="Such as pairings.round.")
    id = serializers.IntegerField()


class EventChangeBody(serializers.Serializer[Any]):
    """A change of an event, as in the body of webhooks: ids, never names."""

    id = serializers.IntegerField(help_text="Increases with each entry of the event's audit log.")
    type = serializers.CharField(help_text="Event type, such as round.published.")
    at = serializers.DateTimeField()
    event = serializers.SlugField()
    subject = SubjectBody()
    actor = serializers.IntegerField(allow_null=True, help_text="User who made the change; null for the site.")
    facts = serializers.JSONField(help_text="IDs and values, depending on the type.")


class ChangesBody(serializers.Serializer[Any]):
    """A page of changes, oldest first."""

    changes = EventChangeBody(many=True)
    next = serializers.IntegerField(help_text="Send it as ?after= to receive later changes.")
    more = serializers.BooleanField(help_text="True if there are more changes.")


class ChangesQuery(serializers.Serializer[Any]):
    """Filters and position of the change feed."""

    after = serializers.IntegerField(
        min_value=0, max_value=MAX_KEY, default=0, help_text="`next` of the last response."
    )
    updated_after = serializers.DateTimeField(required=False, help_text="Only changes after this time.")
    kinds = serializers.RegexField(
        SOME_KINDS, required=False, max_length=300, help_text="Comma-separated prefixes of types: round,result."
    )
    limit = serializers.IntegerField(min_value=1, max_value=MAX_CHANGES, default=100)


class ChangeList(APIView):
    """Change feed of an event. Permission: the event's staff."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(
        parameters=[ChangesQuery], responses={200: ChangesBody}, operation_id="changes_list", tags=["webhooks"]
    )
    def get(self, request: Request, slug: str) -> Response:
        """List the changes of an event since the last request.

        A client polls every few seconds and sends the `ETag` of the last response as `If-None-Match`: while nothing
        changes, the response is 304 without a body, which does not count towards the rate limits. Instead of polling,
        use a webhook, which is sent within seconds, or the stream of the same changes.
        """
        assert isinstance(request.user, User)
        event = get_api_event(request, slug)
        require_staff(request.user, event)
        query_serializer = ChangesQuery(data=request.query_params)
        query_serializer.is_valid(raise_exception=True)
        data = query_serializer.validated_data
        lines = changes_after(event, data["after"], validate_kinds(data.get("kinds", "").split(",")))
        if "updated_after" in data:
            lines = lines.filter(at__gt=data["updated_after"])
        changes = list(lines[: data["limit"] + 1])
        page_lines = changes[: data["limit"]]
        body = {
            "changes": [change_of(line, event.slug) for line in page_lines],
            "next": page_lines[-1].pk if page_lines else data["after"],
            "more": len(changes) > len(page_lines),
        }
        return Response(ChangesBody(body).data)


class StreamQuery(serializers.Serializer[Any]):
    """Filters, position and duration of the change stream."""

    after = serializers.IntegerField(
        min_value=0,
        max_value=MAX_KEY,
        required=False,
        help_text="ID of the last received change. Default: changes from now on. The header "
        "`Last-Event-ID`, which libraries send by themselves, goes before it.",
    )
    kinds = serializers.RegexField(
        SOME_KINDS, required=False, max_length=300, help_text="Comma-separated prefixes of types: round,result."
    )
    seconds = serializers.IntegerField(
        min_value=1, max_value=MAX_SECONDS, default=MAX_SECONDS, help_text="Maximum duration of the stream in seconds."
    )


class AnythingAccepted(BaseContentNegotiation):
    """Content negotiation that ignores the ``Accept`` header."""

    def select_parser(self, _request: Any, parsers: Any) -> Any:
        """Return the first parser."""
        return parsers[0]

    def select_renderer(self, _request: Any, renderers: Any, _format_suffix: Any = None) -> Any:
        """Return the first renderer."""
        return renderers[0], renderers[0].media_type


class ChangeStreamView(APIView):
    """Stream of the changes of an event. Permission: the event's staff."""

    permission_classes = (IsAuthenticated,)
    content_negotiation_class = AnythingAccepted

    @extend_schema(
        parameters=[StreamQuery],
        responses={(200, EVENTS): OpenApiTypes.STR},
        operation_id="changes_stream",
        tags=["webhooks"],
    )
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """Stream changes as server-sent events.

        Events are named `change`; `data` is the same as in the feed. The stream ends after some minutes; reconnect
        with the id of the last event to miss nothing. The number of open streams is limited, because each occupies a
        thread of the server: above the limit the response is 429 with `Retry-After`.
        """
        assert isinstance(request.user, User)
        event = get_api_event(request, slug)
        require_staff(request.user, event)
        query_serializer = StreamQuery(data=request.query_params)
        query_serializer.is_valid(raise_exception=True)
        data = query_serializer.validated_data
        kinds = validate_kinds(data.get("kinds", "").split(","))
        last = request.headers.get("Last-Event-ID", "")
        after = int(last) if last.isascii() and last.isdigit() and len(last) < 19 else data.get("after")
        if after is None:
            newest = changes_after(event, 0, ()).last()
            after = newest.pk if newest else 0
        if request.method == "HEAD":
            return HttpResponse(content_type=EVENTS)
        may_read = _asks_again(request.user, request.auth, event)
        stream = ChangeStream(event, after=after, kinds=kinds, seconds=data["seconds"], may_read=may_read)
        answer = StreamingHttpResponse(stream, content_type=f"{EVENTS}; charset=utf-8")
        answer["Cache-Control"] = "no-store"
        answer["X-Accel-Buffering"] = "no"  # disables buffering in proxies
        return answer


def _asks_again(user: User, auth: object, event: Event) -> Callable[[], bool]:
    """Return a function that checks that account, token and role still exist."""

    def may_read() -> bool:
        current_user = User.objects.filter(pk=user.pk, is_active=True).first()
        stands = Event.objects.filter(pk=event.pk).first()
        if current_user is None or stands is None or not is_staff_of(current_user, stands):
            return False
        return not isinstance(auth, AccessToken) or tokens_of(current_user).filter(pk=auth.pk).exists()

    return may_read


class DeliveryBody(serializers.ModelSerializer[Delivery]):
    """Delivery of an audit entry to a webhook."""

    class Meta:
        model = Delivery
        fields = ("line", "verb", "status", "tries", "due_at", "ended_at", "answer")


class WebhookBody(serializers.ModelSerializer[Webhook]):
    """A webhook, without its secret."""

    kinds = serializers.ListField(child=serializers.CharField())

    class Meta:
        model = Webhook
        fields = ("id", "address", "kinds", "active", "made_at")


class NewWebhookBody(WebhookBody):
    """A new webhook with its secret, which is returned only once."""

    secret = serializers.SerializerMethodField(help_text="Signing secret to verify requests of this site.")

    class Meta(WebhookBody.Meta):
        fields = (*WebhookBody.Meta.fields, "secret")  # type: ignore[assignment]

    def get_secret(self, webhook: Webhook) -> str:
        """Return the secret in the format of Standard Webhooks."""
        return visible_secret(webhook.secret)


class WebhookRequest(serializers.Serializer[Any]):
    """URL and kinds of changes of a new webhook."""

    address = serializers.CharField(max_length=MAX_ADDRESS_LENGTH, help_text="https://…")
    kinds = serializers.ListField(
        child=serializers.CharField(max_length=30),
        max_length=MAX_KINDS,
        default=list,
        help_text="Event types; empty for all.",
    )


class WebhookChange(serializers.Serializer[Any]):
    """Fields of a webhook to change."""

    active = serializers.BooleanField(required=False)
    kinds = serializers.ListField(child=serializers.CharField(max_length=30), max_length=MAX_KINDS, required=False)


def _event(request: Request, slug: str) -> Event:
    """Return an event that the user organises.

    Raises:
        NotAllowedError: the user is not an organiser.
    """
    assert isinstance(request.user, User)
    event = get_api_event(request, slug)
    require_organiser(request.user, event)
    return event


@extend_schema_view(get=extend_schema(operation_id="webhooks_list", tags=["webhooks"]))
class WebhookList(ListAPIView[Webhook]):
    """The webhooks of an event. Permission: the event's organisers."""

    permission_classes = (IsAuthenticated,)
    serializer_class = WebhookBody
    queryset = Webhook.objects.none()
    filter_backends = ()
    returns_secrets = True

    def get_queryset(self) -> QuerySet[Webhook]:
        """Return the webhooks of the event."""
        return _event(self.request, self.kwargs["slug"]).webhooks.order_by("pk")

    @extend_schema(
        request=WebhookRequest, responses={201: NewWebhookBody}, operation_id="webhooks_make", tags=["webhooks"]
    )
    def post(self, request: Request, slug: str) -> Response:
        """Create a webhook for changes from now on.

        Deliveries are signed as described by https://www.standardwebhooks.com.
        """
        assert isinstance(request.user, User)
        event = _event(request, slug)
        serializer = WebhookRequest(data=request.data)
        serializer.is_valid(raise_exception=True)
        new_webhook = services.create_webhook(request.user, event, **serializer.validated_data)
        return Response(NewWebhookBody(new_webhook).data, status=status.HTTP_201_CREATED)


def _webhook(request: Request, webhook_id: int) -> Webhook:
    """Return a webhook of an event that the user organises.

    Raises:
        MissingError: it does not exist, or the event is hidden from the user.
        NotAllowedError: the user is not an organiser.
    """
    webhook = Webhook.objects.select_related("event").filter(pk=webhook_id).first()
    if webhook is None or not Event.objects.visible_to(request.user).filter(pk=webhook.event_id).exists():
        raise MissingError(_("This webhook does not exist."))
    assert isinstance(request.user, User)
    require_organiser(request.user, webhook.event)
    return webhook


class WebhookDetail(APIView):
    """One webhook. Permission: the event's organisers."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(responses={200: WebhookBody}, operation_id="webhooks_retrieve", tags=["webhooks"])
    def get(self, request: Request, webhook_id: int) -> Response:
        """Return a webhook."""
        return Response(WebhookBody(_webhook(request, webhook_id)).data)

    @extend_schema(
        request=WebhookChange, responses={200: WebhookBody}, operation_id="webhooks_change", tags=["webhooks"]
    )
    def patch(self, request: Request, webhook_id: int) -> Response:
        """Turn a webhook on or off, or change the kinds of changes it receives."""
        assert isinstance(request.user, User)
        serializer = WebhookChange(data=request.data)
        serializer.is_valid(raise_exception=True)
        changed = services.update_webhook(request.user, _webhook(request, webhook_id), **serializer.validated_data)
        return Response(WebhookBody(changed).data)

    @extend_schema(request=None, responses={204: None}, operation_id="webhooks_delete", tags=["webhooks"])
    def delete(self, request: Request, webhook_id: int) -> Response:
        """Delete a webhook."""
        assert isinstance(request.user, User)
        services.delete_webhook(request.user, _webhook(request, webhook_id))
        return Response(status=status.HTTP_204_NO_CONTENT)


@extend_schema_view(get=extend_schema(operation_id="webhooks_deliveries", tags=["webhooks"]))
class DeliveryList(ListAPIView[Delivery]):
    """Deliveries of a webhook, newest first. Permission: the event's organisers."""

    permission_classes = (IsAuthenticated,)
    serializer_class = DeliveryBody
    queryset = Delivery.objects.none()
    filter_backends = ()

    def get_queryset(self) -> QuerySet[Delivery]:
        """Return the deliveries of the webhook."""
        return _webhook(self.request, self.kwargs["webhook_id"]).deliveries.order_by("-line")
