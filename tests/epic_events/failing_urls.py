"""URL configuration with a view that raises an unexpected error."""

from django.http import HttpRequest, HttpResponse
from django.urls import path

from epic_events.urls import urlpatterns as ours


def fail(request: HttpRequest) -> HttpResponse:
    raise ZeroDivisionError


urlpatterns = [*ours, path("stumble/", fail)]
