"""URLs of site administration and probes."""

from django.urls import path

from epic_events.site_admin import probes, record_views, views

app_name = "site_admin"

urlpatterns = [
    path("health/", probes.health, name="health"),
    path("ready/", probes.ready, name="ready"),
    path("metrics/", probes.metrics_view, name="metrics"),
    path("site/status/", views.status, name="status"),
    path("site/records/", record_views.tables, name="tables"),
    path("site/records/<str:table>/", record_views.rows, name="records"),
    path("site/records/<str:table>/<int:key>/", record_views.row, name="record"),
]
