"""URLs below ``/pictures/``."""

from django.urls import re_path

from epic_events.artwork import views
from epic_events.artwork.drawing.palette import LIVERIES
from epic_events.artwork.drawing.pictures import DRAWINGS

app_name = "artwork"

_MOTIF = rf"(?P<game>[-\w]+)/(?P<livery>{'|'.join(LIVERIES)})/(?P<seed>[0-9a-f]{{8}})"

urlpatterns = [
    re_path(rf"^(?P<revision>\d+)/(?P<kind>{'|'.join(DRAWINGS)})/{_MOTIF}\.svg$", views.picture, name="picture")
]
