"""Root URL configuration; each app includes its own."""

from allauth.account.views import password_set
from django.contrib.auth.decorators import login_required
from django.urls import include, path

from epic_events.accounts import urls as accounts
from epic_events.accounts.access.serialised import one_at_a_time
from epic_events.accounts.access.sign_ins import recent_sign_in_required
from epic_events.accounts.access.sign_up import SignUpView

handler500 = "epic_events.web.unavailable.handle_server_error"

urlpatterns = [
    path("accounts/access/", include(accounts.access)),
    path("accounts/language/", include(accounts.language)),
    # A first password gives lasting access, but allauth requires no reauthentication to set it.
    path("accounts/password/set/", login_required(recent_sign_in_required(password_set)), name="account_set_password"),
    path("accounts/signup/", SignUpView.as_view(), name="account_signup"),
    path("accounts/", include("allauth.account.urls")),
    path("accounts/second-factor/", include(one_at_a_time("allauth.mfa.urls"))),
    path("", include("epic_events.site_admin.urls")),
    path("me/notices/", include("epic_events.integrations.notices.urls")),
    path("site/", include(accounts.site_roles)),
    path("events/", include("epic_events.events.urls")),
    path("events/", include("epic_events.judging.clock.urls")),
    path("events/", include("epic_events.pairings.urls")),
    path("events/", include("epic_events.decks.urls")),
    path("events/", include("epic_events.judging.urls")),
    path("events/", include("epic_events.integrations.webhooks.urls")),
    path("pictures/", include("epic_events.artwork.urls")),
    path("rulings/", include("epic_events.judging.rulings.urls")),
    path("disputes/", include("epic_events.disputes.urls")),
    path("api/v1/", include("epic_events.api.urls")),
    path("", include("epic_events.reference.urls")),  # below /rules/ and /cards/
    path("", include("epic_events.web.urls")),
]
