"""URLs of the clock pages."""

from django.urls import path

from epic_events.judging.clock.views import screen, staff

app_name = "clock"
urlpatterns = [
    path("<slug:slug>/screen/", screen.screen, name="screen"),
    path("<slug:slug>/desk/clock/", staff.clock_page, name="page"),
    path("<slug:slug>/desk/clock/<slug:action>/", staff.apply_action, name="act"),
]
