"""Addresses of the site: each app brings its own."""

from django.urls import include, path

urlpatterns = [
    path("accounts/", include("allauth.account.urls")),
    path("rules/", include("epic_events.reference.urls")),
    path("events/", include("epic_events.events.urls")),
    path("events/", include("epic_events.pairings.urls")),
    path("events/", include("epic_events.decks.urls")),
    path("disputes/", include("epic_events.disputes.urls")),
    path("api/v1/", include("epic_events.api.urls")),
    path("", include("epic_events.portal.urls")),
]
