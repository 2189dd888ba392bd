"""API endpoints that export and import event archives."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from epic_events.accounts.models import User
from epic_events.accounts.permissions import require_site_admin
from epic_events.events.api import get_api_event
from epic_events.integrations.archives.services import check_archive, check_format, export_event, import_archive


class EventArchiveBody(serializers.Serializer[Any]):
    """Event archive; rows refer to each other by their number within each table."""

    whole = serializers.JSONField(help_text="Event archive, for import by /archives/ of this or another site.")


class EventArchiveRequest(serializers.Serializer[Any]):
    """Event archive to import, with options."""

    whole = serializers.JSONField(help_text="Event archive from /events/{slug}/whole/.")
    slug = serializers.CharField(
        max_length=80, allow_blank=True, default="", help_text="Default: the slug in the archive."
    )
    only_look = serializers.BooleanField(default=False, help_text="Check the archive without importing it.")


class ArchiveSummaryBody(serializers.Serializer[Any]):
    """Summary of an event archive."""

    slug = serializers.CharField(help_text="Slug of the event on this site.")
    name = serializers.CharField()
    rows = serializers.DictField(child=serializers.IntegerField(), help_text="Number of rows per table.")
    stored = serializers.BooleanField()


class EventArchiveView(APIView):
    """Export of an event archive. Permission: the event's organisers."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(responses={200: EventArchiveBody}, operation_id="archive_export", tags=["events"])
    def get(self, request: Request, slug: str) -> Response:
        """Return the event archive.

        It contains plan, entries, rounds, results, decklists and penalties, without accounts and audit log.
        """
        assert isinstance(request.user, User)
        return Response({"whole": export_event(request.user, get_api_event(request, slug))})


class EventArchiveImportView(APIView):
    """Import of event archives. Permission: site administrators."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(
        request=EventArchiveRequest,
        responses={201: ArchiveSummaryBody},
        operation_id="archive_import",
        tags=["events"],
    )
    def post(self, request: Request) -> Response:
        """Import an event archive exported by another site.

        Nothing is stored if any part is invalid.
        """
        assert isinstance(request.user, User)
        require_site_admin(request.user)
        serializer = EventArchiveRequest(data=request.data)
        serializer.is_valid(raise_exception=True)
        archive = check_format(serializer.validated_data["whole"])
        looked, slug = check_archive(archive), serializer.validated_data["slug"]
        if not serializer.validated_data["only_look"]:
            slug = import_archive(request.user, archive, slug=slug).slug
        answer = {"slug": slug or looked.slug, "name": looked.name, "rows": looked.rows}
        stored = not serializer.validated_data["only_look"]
        return Response(ArchiveSummaryBody({**answer, "stored": stored}).data, status=status.HTTP_201_CREATED)
