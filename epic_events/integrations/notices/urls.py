"""URLs of notice preferences."""

from django.urls import path

from epic_events.integrations.notices import views

app_name = "notices"

urlpatterns = [
    path("", views.choices, name="page"),
    path("question/", views.question, name="question"),
    path("devices/", views.add_device, name="add_device"),
    path("devices/<int:key>/remove/", views.remove_device, name="remove_device"),
    path("end/<str:token>/", views.end, name="unsubscribe"),
]
