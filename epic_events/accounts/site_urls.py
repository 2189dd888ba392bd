"""URLs of the site administration pages."""

from django.urls import path

from epic_events.accounts import site_role_views

app_name = "site"

urlpatterns = [
    path("judges/", site_role_views.site_judges, name="judges"),
    path("judges/<int:key>/take-away/", site_role_views.remove_role, name="take_judge"),
]
