"""URLs of site administration and probes."""

from django.urls import path

from epic_events.site_admin import probes, views

app_name = "site_admin"

urlpatterns = [
    path("health/", probes.health, name="health"),
    path("ready/", probes.ready, name="ready"),
    path("metrics/", probes.metrics_view, name="metrics"),
    path("site/status/", views.status, name="status"),
    path("site/records/", views.tables, name="tables"),
    path("site/records/<str:table>/", views.rows, name="records"),
    path("site/records/<str:table>/<int:key>/", views.row, name="record"),
]
