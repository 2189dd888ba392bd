"""Addresses of what chooses language and time zone."""

from django.urls import path

from epic_events.accounts.language import pages

app_name = "language"

urlpatterns = [
    path("", pages.page, name="page"),
    path("switch/", pages.switch, name="switch"),
]
