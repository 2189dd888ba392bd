"""Addresses of decklists, below ``/events/<slug>/``."""

from django.urls import path

from epic_events.decks import views

app_name = "decks"

urlpatterns = [
    path("<slug:slug>/deck/", views.edit, name="edit"),
    path("<slug:slug>/deck/check/", views.live_check, name="check"),
    path("<slug:slug>/decks/", views.deck_list, name="list"),
    path("<slug:slug>/decks/<int:key>/", views.detail, name="detail"),
    path("<slug:slug>/decks/<int:key>/edit/", views.edit_for, name="edit_for"),
    path("<slug:slug>/decks/<int:key>/lock/", views.lock, name="lock"),
]
