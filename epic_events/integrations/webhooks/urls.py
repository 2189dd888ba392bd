"""URLs of an event's webhooks."""

from django.urls import path

from epic_events.integrations.webhooks import views

app_name = "webhooks"

urlpatterns = [
    path("<slug:slug>/webhooks/", views.webhooks, name="page"),
    path("<slug:slug>/webhooks/<int:key>/switch/", views.toggle_webhook, name="toggle"),
    path("<slug:slug>/webhooks/<int:key>/delete/", views.delete_webhook, name="delete"),
]
