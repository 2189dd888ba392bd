"""URLs of rulings."""

from django.urls import path
from django.views.decorators.http import require_safe

from epic_events.judging.rulings import views
from epic_events.judging.rulings.views import RulingsFeed

app_name = "rulings"

urlpatterns = [
    path("", views.ruling_list, name="list"),
    path("new/", views.new, name="new"),
    path("similar/", views.similar_rulings, name="similar"),
    path("tables/<slug:game>.json", views.search_index, name="tables"),
    path("feed/", require_safe(RulingsFeed()), name="feed"),
    path("<slug:slug>/", views.detail, name="detail"),
    path("<slug:slug>/edit/", views.edit, name="edit"),
    path("<slug:slug>/publish/", views.publish, name="publish"),
    path("<slug:slug>/confirm/", views.confirm, name="confirm"),
    path("<slug:slug>/supersede/", views.supersede, name="supersede"),
]
