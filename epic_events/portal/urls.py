"""Addresses of the pages that join everything."""

from django.urls import path

from epic_events.portal import closing, views
from epic_events.portal.duplicates import views as duplicates
from epic_events.portal.exports import views as exports
from epic_events.portal.whole_events import views as whole_events

app_name = "portal"

urlpatterns = [
    path("", views.home, name="home"),
    path("device/", views.device, name="device"),
    path("me/", views.me, name="me"),
    path("me/close/", closing.close, name="close"),
    path("no-signal/", views.no_signal, name="no_signal"),
    path("events/<slug:slug>/duplicate/", duplicates.duplicate, name="duplicate"),
    path("site/whole-events/", whole_events.take_in, name="take_in"),
    path("events/<slug:slug>/files/whole-event.json", whole_events.give, name="whole_event"),
    path("events/<slug:slug>/files/", exports.files, name="files"),
    path("events/<slug:slug>/files/<slug:name>.<slug:kind>", exports.file, name="file"),
]
