"""Root and schema of the API, and 404 responses.

The schema is public, and generating it takes seconds of processor time: it is cached per process, format and language.
"""

from functools import lru_cache
from typing import Any

from django.conf import settings
from django.http import HttpResponse, HttpResponsePermanentRedirect
from django.http.response import HttpResponseBase
from django.urls import Resolver404, resolve, reverse
from django.utils import translation
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from epic_events.api.schema import Generator
from epic_events.infra.errors import MissingError


class RootBody(serializers.Serializer[Any]):
    """Links to start from."""

    docs = serializers.URLField(help_text="This documentation.")
    schema = serializers.URLField(help_text="The OpenAPI schema.")
    events = serializers.URLField()
    disputes = serializers.URLField()
    rules = serializers.URLField()
    cards = serializers.URLField()
    rulings = serializers.URLField()


class RootView(APIView):
    """Root of the API. Permission: public."""

    permission_classes = (AllowAny,)

    @extend_schema(responses={200: RootBody}, operation_id="root", tags=["about"])
    def get(self, request: Request) -> Response:
        """Return the links to start from."""
        return Response({name: request.build_absolute_uri(reverse(f"api:{name}")) for name in RootBody().fields})


class NotFoundView(APIView):
    """JSON response for unknown addresses below the API. Permission: public."""

    permission_classes = (AllowAny,)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse every method.

        Raises:
            MissingError: always.
        """
        super().initial(request, *args, **kwargs)
        raise MissingError(
            _("There is no endpoint at this address. All endpoints are listed at %(docs)s.")
            % {"docs": request.build_absolute_uri(reverse("api:docs"))}
        )

    def dispatch(self, request: Any, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Redirect addresses without the trailing slash."""
        if request.method in ("GET", "HEAD") and settings.APPEND_SLASH and _is_an_endpoint(f"{request.path_info}/"):
            return HttpResponsePermanentRedirect(request.get_full_path(force_append_slash=True))
        return super().dispatch(request, *args, **kwargs)


def _is_an_endpoint(path: str) -> bool:
    """Return True if a path belongs to an endpoint."""
    try:
        resolved = resolve(path)
    except Resolver404:
        return False
    return resolved.url_name != "nowhere"


FORMS: dict[str, type[BaseRenderer]] = {form.media_type: form for form in SpectacularAPIView.renderer_classes}
"""Renderers of the schema by media type: YAML and JSON, with two media types each."""


@lru_cache(maxsize=16)
def render_schema(media_type: str, language: str) -> bytes:
    """Return the serialised schema.

    Args:
        media_type: one of ``FORMS``.
        language: language of the descriptions.
    """
    renderer = FORMS[media_type]
    with translation.override(language):
        described = Generator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]  # half typed by its makers
        rendered = renderer().render(described, renderer.media_type, {})
    return rendered if isinstance(rendered, bytes) else rendered.encode()


class DescriptionView(SpectacularAPIView):
    """OpenAPI schema of the API. Permission: public."""

    permission_classes = (AllowAny,)
    generator_class = Generator

    def _get_schema_response(self, request: Request) -> HttpResponse:
        renderer = request.accepted_renderer
        language_code = translation.get_language() or ""
        language = language_code if language_code in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
        charset = f"; charset={renderer.charset}" if renderer.charset else ""
        name = self._get_filename(request, self.api_version or request.version)  # type: ignore[no-untyped-call]
        return HttpResponse(
            render_schema(renderer.media_type, language),
            content_type=f"{renderer.media_type}{charset}",
            headers={"Content-Disposition": f'inline; filename="{name}"'},
        )
