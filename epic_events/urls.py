"""Addresses of the site: each app brings its own."""

from django.urls import include, path

urlpatterns = [
    path("accounts/", include("allauth.account.urls")),
    path("events/", include("epic_events.events.urls")),
    path("events/", include("epic_events.pairings.urls")),
    path("events/", include("epic_events.decks.urls")),
    path("rulings/", include("epic_events.rulings.urls")),
    path("disputes/", include("epic_events.disputes.urls")),
    path("api/v1/", include("epic_events.api.urls")),
    path("", include("epic_events.reference.urls")),  # below /rules/ and /cards/
    path("", include("epic_events.portal.urls")),
]
