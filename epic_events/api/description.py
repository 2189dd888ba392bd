"""Endpoint of the OpenAPI schema, cached per process, format and language.

It is public, and generating the schema takes seconds of processor time.
"""

from functools import lru_cache

from django.conf import settings
from django.http import HttpResponse
from django.utils import translation
from drf_spectacular.views import SpectacularAPIView
from rest_framework.permissions import AllowAny
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from epic_events.api.schema import Generator

FORMS: dict[str, type[BaseRenderer]] = {form.media_type: form for form in SpectacularAPIView.renderer_classes}
"""By media type: YAML and JSON, under two names each."""


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
        found = renderer().render(described, renderer.media_type, {})
    return found if isinstance(found, bytes) else found.encode()


class DescriptionView(SpectacularAPIView):
    """OpenAPI schema of the API. Permission: public."""

    permission_classes = (AllowAny,)
    generator_class = Generator

    def _get_schema_response(self, request: Request) -> HttpResponse:
        renderer = request.accepted_renderer
        known = translation.get_language() or ""
        language = known if known in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
        charset = f"; charset={renderer.charset}" if renderer.charset else ""
        name = self._get_filename(request, self.api_version or request.version)  # type: ignore[no-untyped-call]
        return HttpResponse(
            render_schema(renderer.media_type, language),
            content_type=f"{renderer.media_type}{charset}",
            headers={"Content-Disposition": f'inline; filename="{name}"'},
        )
