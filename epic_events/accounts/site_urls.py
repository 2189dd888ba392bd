"""Addresses of the pages for those who look after the site."""

from django.urls import path

from epic_events.accounts import site_role_pages

app_name = "site"

urlpatterns = [
    path("judges/", site_role_pages.site_judges, name="judges"),
    path("judges/<int:key>/take-away/", site_role_pages.take_away, name="take_judge"),
]
