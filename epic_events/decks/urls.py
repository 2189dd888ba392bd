"""URLs of decklists, below ``/events/<slug>/``."""

from django.urls import path

from epic_events.decks import views
from epic_events.decks.card_files import views as card_files
from epic_events.decks.pools import views as pools

app_name = "decks"

urlpatterns = [
    path("<slug:slug>/deck/", views.edit, name="edit"),
    path("<slug:slug>/deck/check/", views.live_check, name="check"),
    path("<slug:slug>/decks/", views.deck_list, name="list"),
    path("<slug:slug>/decks/rules/", views.deck_rules, name="rules"),
    path("<slug:slug>/decks/many/", views.bulk_import, name="many"),
    path("<slug:slug>/decks/pools/", pools.pool_list, name="pools"),
    path("<slug:slug>/decks/pools/many/", pools.bulk_import, name="pools_many"),
    path("<slug:slug>/decks/<int:key>/pool/", pools.pool, name="pool"),
    path("<slug:slug>/decks/<int:key>/pool/take-back/", pools.remove_pool, name="take_pool_back"),
    path("<slug:slug>/decks/<int:key>/", views.detail, name="detail"),
    path("<slug:slug>/decks/<int:key>/sheet/", views.sheet, name="sheet"),
    path("<slug:slug>/decks/<int:key>/edit/", views.edit_for, name="edit_for"),
    path("<slug:slug>/decks/lock/", views.lock_all, name="lock_all"),
    path("<slug:slug>/decks/<int:key>/lock/", views.lock, name="lock"),
    path("<slug:slug>/cards/", card_files.cards, name="cards"),
    path("<slug:slug>/cards/files/", card_files.versions, name="card_files"),
    path("<slug:slug>/cards/files/choose/", card_files.choose, name="choose_card_file"),
    path("<slug:slug>/cards/files/<int:number>/", card_files.version, name="card_file"),
]
