"""URLs of the language settings."""

from django.urls import path

from epic_events.accounts.language import views

app_name = "language"

urlpatterns = [
    path("", views.page, name="page"),
    path("switch/", views.switch, name="switch"),
]
