"""Addresses for those who look after the site, and for the machines that watch it."""

from django.urls import path

from epic_events.operation import pages, probes, views

app_name = "operation"

urlpatterns = [
    path("health/", probes.health, name="health"),
    path("ready/", probes.ready, name="ready"),
    path("metrics/", probes.counted, name="metrics"),
    path("site/status/", views.status, name="status"),
    path("site/records/", pages.tables, name="tables"),
    path("site/records/<str:table>/", pages.rows, name="records"),
    path("site/records/<str:table>/<int:key>/", pages.row, name="record"),
]
