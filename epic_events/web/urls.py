"""URLs of site-wide pages."""

from django.urls import path

from epic_events.integrations import calendars, embeds, link_previews
from epic_events.integrations.archives import views as whole_events
from epic_events.integrations.exports import views as exports
from epic_events.web import views

app_name = "web"

urlpatterns = [
    path("", views.home, name="home"),
    path("device/", views.device, name="device"),
    path("me/", views.me, name="me"),
    path("me/close/", views.close, name="close"),
    path("calendar/<str:token>.ics", calendars.user_calendar, name="my_calendar"),
    path("events/<slug:slug>/calendar.ics", calendars.event_calendar, name="calendar"),
    path("events/<slug:slug>/embed/pairings/", embeds.pairings, name="embedded_pairings"),
    path("events/<slug:slug>/embed/standings/", embeds.standings, name="embedded_standings"),
    path("events/<slug:slug>/preview.png", link_previews.preview, name="preview"),
    path("events/<slug:slug>/at-hand/", views.offline_tables, name="at_hand"),
    path("events/<slug:slug>/scan/", views.scan, name="scan"),
    path("events/<slug:slug>/result/", views.result, name="result"),
    path("players/<int:key>/", views.player, name="player"),
    path("no-signal/", views.no_signal, name="no_signal"),
    path("events/<slug:slug>/duplicate/", views.duplicate, name="duplicate"),
    path("site/whole-events/", whole_events.import_archive, name="take_in"),
    path("events/<slug:slug>/files/whole-event.json", whole_events.download_archive, name="whole_event"),
    path("events/<slug:slug>/files/", exports.files, name="files"),
    path("events/<slug:slug>/files/<slug:name>.<slug:kind>", exports.file, name="file"),
]
