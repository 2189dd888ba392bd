"""Style guide: every component of the pages in both colour schemes."""

import re
from functools import cache
from typing import Any, Final

from django import forms
from django.contrib.staticfiles.finders import find
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from epic_events.artwork.addresses import picture_url
from epic_events.artwork.drawing.palette import LIVERIES
from epic_events.artwork.drawing.pictures import DRAWINGS
from epic_events.events.models import Event
from rules.games import GAMES

SCHEMES: Final = ("light", "dark")
SIZES: Final = (72, 49, 39, 31, 25, 20)
"""Sizes of the sign face in pixels."""
_EXAMPLE: Final = "Lantern League"


class ExampleForm(forms.Form):
    """Form with each kind of field, one of them with an error."""

    name = forms.CharField(label="Name", max_length=100, initial=_EXAMPLE, help_text="Shown on pairings and standings.")
    format = forms.ChoiceField(label="Format", choices=[("full", "Full Constructed"), ("sealed", "Sealed")])
    starts_at = forms.CharField(label="Start", max_length=40, required=False, disabled=True)
    decklists = forms.BooleanField(label="Players submit a decklist", required=False, initial=True)
    best_of = forms.ChoiceField(
        label="Games per match", choices=[("1", "One game"), ("3", "Best of 3")], widget=forms.RadioSelect, initial="3"
    )
    livery = forms.ChoiceField(
        label="Colour",
        choices=[("", "From the name"), *Event.Livery.choices],
        widget=forms.RadioSelect(attrs={"class": "liveries"}),
        required=False,
        initial="ember",
    )
    description = forms.CharField(
        label="Information for players", max_length=2_000, required=False, widget=forms.Textarea
    )


def example_form(scheme: str) -> ExampleForm:
    """Return the example form with an error; the scheme makes names and ids unique."""
    data = {f"{scheme}-{name}": field.initial or "" for name, field in ExampleForm.base_fields.items()}
    return ExampleForm({**data, f"{scheme}-name": "", f"{scheme}-format": "full"}, prefix=scheme)


@cache
def icon_names() -> list[str]:
    """Return the names of the icons in the sprite."""
    path = find("icons/sprite.svg")
    assert isinstance(path, str)
    with open(path, encoding="utf-8") as sprite:  # noqa: PTH123 - the finder returns a string
        return re.findall(r'<symbol id="([\w-]+)"', sprite.read())


@require_safe
@cache_control(public=True, max_age=3600)
def styleguide(request: HttpRequest) -> HttpResponse:
    """Show every component in light and dark. Permission: everyone."""
    context: dict[str, Any] = {
        "schemes": [(scheme, example_form(scheme)) for scheme in SCHEMES],
        "sizes": SIZES,
        "icons": icon_names(),
        "backs": [
            (livery, game, picture_url("back", _EXAMPLE, game, livery))
            for livery, game in zip(LIVERIES, [*GAMES] * len(LIVERIES), strict=False)
        ],
        "pictures": {kind: picture_url(kind, _EXAMPLE, "epic", "ember") for kind in DRAWINGS},
    }
    return render(request, "web/styleguide.html", context)
