"""URLs of accounts: sessions and API tokens, language settings, and site roles."""

from django.urls import path

from epic_events.accounts import views

access = (
    [
        path("", views.access, name="page"),
        path("again/", views.sign_in_again, name="sign_in_again"),
        path("tokens/", views.new_token, name="new_token"),
        path("tokens/<int:key>/end/", views.revoke_token, name="revoke_token"),
        path("devices/end/", views.end_other_sessions, name="end_other_sessions"),
        path("devices/<int:key>/end/", views.end_session, name="end_session"),
    ],
    "access",
)

language = (
    [
        path("", views.language_settings, name="page"),
        path("switch/", views.switch_language, name="switch"),
    ],
    "language",
)

site_roles = (
    [
        path("judges/", views.site_roles, name="judges"),
        path("judges/<int:key>/remove/", views.remove_role, name="revoke_role"),
    ],
    "site",
)
