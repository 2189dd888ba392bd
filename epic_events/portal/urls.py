"""Addresses of the pages that join everything."""

from django.urls import path

from epic_events.portal import closing, views

app_name = "portal"

urlpatterns = [
    path("", views.home, name="home"),
    path("device/", views.device, name="device"),
    path("me/", views.me, name="me"),
    path("me/close/", closing.close, name="close"),
    path("no-signal/", views.no_signal, name="no_signal"),
]
