"""Addresses of the site: each app brings its own."""

from importlib import import_module

from django.urls import URLPattern, URLResolver, include, path

PLACES = (
    ("accounts/", "allauth.account.urls"),
    ("", "epic_events.reference.urls"),
    ("events/", "epic_events.events.urls"),
    ("events/", "epic_events.pairings.urls"),
    ("events/", "epic_events.decks.urls"),
    ("disputes/", "epic_events.disputes.urls"),
    ("api/v1/", "epic_events.api.urls"),
    ("", "epic_events.portal.urls"),
)

urlpatterns: list[URLPattern | URLResolver] = []
for _prefix, _module in PLACES:
    try:
        import_module(_module)
    except ImportError:  # until every app has landed
        continue
    urlpatterns.append(path(_prefix, include(_module)))
