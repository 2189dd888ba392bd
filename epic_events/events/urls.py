"""URLs below ``/events/``.

Fixed first segments are reserved in ``events.defaults.RESERVED_SLUGS``.
"""

from django.urls import path, re_path

from epic_events.events import audit_pages
from epic_events.events.views import desk, entries, pages, pictures, setup

app_name = "events"

urlpatterns = [
    path("", pages.event_list, name="list"),
    path("create/", pages.create, name="create"),
    path("claim/<str:token>/", entries.claim, name="claim"),
    path("invitation/<str:token>/", setup.invitation, name="invitation"),
    path("<slug:slug>/", pages.detail, name="detail"),
    path("<slug:slug>/edit/", pages.edit, name="edit"),
    path("<slug:slug>/picture/", pictures.picture, name="picture"),
    path("<slug:slug>/picture/<slug:digest>.jpg", pictures.picture_file, name="picture_file"),
    path("<slug:slug>/stages/", setup.plan, name="stages"),
    path("<slug:slug>/open/", pages.open_event, name="open"),
    path("<slug:slug>/cancel/", pages.cancel, name="cancel"),
    path("<slug:slug>/register/", entries.register, name="register"),
    path("<slug:slug>/withdraw/", entries.withdraw, name="withdraw"),
    path("<slug:slug>/check-in/", entries.check_in, name="check_in"),
    path("<slug:slug>/players/", desk.players, name="players"),
    path("<slug:slug>/players/bulk/", desk.bulk_entry, name="bulk_entry"),
    path("<slug:slug>/players/add/", desk.add_player, name="add_player"),
    path("<slug:slug>/players/check-in/", desk.check_in_all, name="check_in_all"),
    path("<slug:slug>/players/<int:key>/", desk.player, name="player"),
    path("<slug:slug>/players/<int:key>/merge/", desk.merge_players_page, name="merge_players"),
    path("<slug:slug>/players/<int:key>/<slug:action>/", desk.act_on_player, name="act_on_player"),
    path("<slug:slug>/staff/", setup.staff, name="staff"),
    path("<slug:slug>/staff/<int:key>/remove/", setup.revoke_role, name="revoke_role"),
    path("<slug:slug>/staff/invitations/<int:key>/withdraw/", setup.revoke_invitation, name="revoke_invitation"),
    path("<slug:slug>/staff/invitations/<int:key>/send/", setup.send_again, name="send_invitation"),
    path("<slug:slug>/interpretations/", setup.interpretations, name="interpretations"),
    path("<slug:slug>/interpretations/choose/", setup.choose_interpretations, name="choose_interpretations"),
    path("<slug:slug>/version/", pages.version_token_view, name="version"),
    path("<slug:slug>/log/", audit_pages.log, name="audit_log"),
    re_path(r"^(?P<slug>[-a-zA-Z0-9_]+)/log\.(?P<kind>csv|json)$", audit_pages.log_file, name="log_file"),
]
