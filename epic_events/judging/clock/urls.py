"""URLs of the clock pages."""

from django.urls import path

from epic_events.judging.clock import views

app_name = "clock"
urlpatterns = [
    path("<slug:slug>/screen/", views.big_screen, name="screen"),
    path("<slug:slug>/desk/clock/", views.clock_page, name="page"),
    path("<slug:slug>/desk/preparation/<slug:kind>/<slug:action>/", views.prepare, name="prepare"),
    path("<slug:slug>/desk/clock/<slug:action>/", views.apply_action, name="act"),
]
