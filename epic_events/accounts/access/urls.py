"""URLs of sessions and API tokens."""

from django.urls import path

from epic_events.accounts.access import views

app_name = "access"

urlpatterns = [
    path("", views.access, name="page"),
    path("again/", views.sign_in_again, name="again"),
    path("tokens/", views.new_token, name="new_token"),
    path("tokens/<int:key>/end/", views.revoke_token, name="end_token"),
    path("devices/end/", views.end_other_sessions, name="end_others"),
    path("devices/<int:key>/end/", views.end_session, name="end_session"),
]
