"""URLs of site-wide pages."""

from django.urls import path

from epic_events.integrations import calendars, embeds, link_previews
from epic_events.integrations.archives import views as archives
from epic_events.integrations.exports import views as exports
from epic_events.web import event_imports, sharing, styleguide, views

app_name = "web"

urlpatterns = [
    path("", views.home, name="home"),
    path("styleguide/", styleguide.styleguide, name="styleguide"),
    path("device/", views.device, name="device"),
    path("me/", views.me, name="my_page"),
    path("me/close/", views.close, name="close_account"),
    path("calendar/<str:token>.ics", calendars.user_calendar, name="my_calendar"),
    path("events/<slug:slug>/calendar.ics", calendars.event_calendar, name="calendar"),
    path("events/<slug:slug>/embed/pairings/", embeds.pairings, name="embedded_pairings"),
    path("events/<slug:slug>/embed/standings/", embeds.standings, name="embedded_standings"),
    path("events/<slug:slug>/embed/final-standings/", embeds.final_standings, name="embedded_final_standings"),
    path("events/<slug:slug>/embed/bracket/", embeds.bracket, name="embedded_bracket"),
    path("events/<slug:slug>/preview.png", link_previews.preview, name="preview"),
    path("events/<slug:slug>/offline-tables/", views.offline_tables, name="offline_tables"),
    path("events/<slug:slug>/share/", sharing.share, name="share"),
    path("events/<slug:slug>/scan/", views.scan, name="scan"),
    path("events/<slug:slug>/result/", views.result, name="result"),
    path("players/<int:key>/", views.player, name="player"),
    path("no-connection/", views.no_connection, name="no_connection"),
    path("events/<slug:slug>/duplicate/", views.duplicate, name="duplicate"),
    path("site/imports/", event_imports.import_event, name="import_event"),
    path("site/archives/", archives.import_archive, name="import_archive"),
    path("events/<slug:slug>/files/archive.json", archives.download_archive, name="download_archive"),
    path("events/<slug:slug>/files/program/<slug:name>", exports.program_file, name="program_file"),
    path("events/<slug:slug>/files/", exports.files, name="files"),
    path("events/<slug:slug>/files/<slug:name>.<slug:kind>", exports.file, name="file"),
]
