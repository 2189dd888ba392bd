"""URLs of the site plus a minimal page with one query and one template."""

from django.http import HttpRequest, HttpResponse
from django.template import engines
from django.urls import include, path

from epic_events.events.models import Event

_PLAIN = engines["django"].from_string("<!DOCTYPE html><title>Plain</title><h1>{{ name }}</h1>")


def plain(_request: HttpRequest) -> HttpResponse:
    """Show the name of the newest event."""
    return HttpResponse(_PLAIN.render({"name": Event.objects.values_list("name", flat=True).order_by("-pk")[0]}))


urlpatterns = [path("load/plain/", plain), path("", include("epic_events.urls"))]
