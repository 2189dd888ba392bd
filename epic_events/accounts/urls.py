"""URLs of accounts: sessions and API tokens, language settings, and site roles."""

from django.urls import path

from epic_events.accounts import views

access = (
    [
        path("", views.access, name="page"),
        path("again/", views.sign_in_again, name="again"),
        path("tokens/", views.new_token, name="new_token"),
        path("tokens/<int:key>/end/", views.revoke_token, name="end_token"),
        path("devices/end/", views.end_other_sessions, name="end_others"),
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
        path("judges/<int:key>/take-away/", views.remove_role, name="take_judge"),
    ],
    "site",
)
