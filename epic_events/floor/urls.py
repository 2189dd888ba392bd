"""Addresses of the floor, below an event's own address."""

from django.urls import path

from epic_events.floor.calls import views as calls

app_name = "floor"
urlpatterns = [
    path("<slug:slug>/judges/", calls.board, name="board"),
    path("<slug:slug>/judges/calls/<int:pk>/<slug:action>/", calls.act, name="call_act"),
    path("<slug:slug>/rounds/tables/<int:pk>/call/", calls.call, name="call"),
    path("<slug:slug>/rounds/tables/<int:pk>/call/now/", calls.at_table, name="call_now"),
]
