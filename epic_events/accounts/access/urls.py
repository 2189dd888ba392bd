"""Addresses of what lets somebody in: devices and tokens, each seen and ended by their owner."""

from django.urls import path

from epic_events.accounts.access import pages

app_name = "access"

urlpatterns = [
    path("", pages.access, name="page"),
    path("again/", pages.sign_in_again, name="again"),
    path("tokens/", pages.new_token, name="new_token"),
    path("tokens/<int:key>/end/", pages.end_token, name="end_token"),
    path("devices/end/", pages.end_other_sessions, name="end_others"),
    path("devices/<int:key>/end/", pages.end_session, name="end_session"),
]
