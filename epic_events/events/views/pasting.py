"""The page on which staff enter many players at once: pasted, or read from a file."""

from typing import Any, Final

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from epic_events.accounts.sent_forms import once
from epic_events.events.permissions import require_scorekeeper, rights
from epic_events.events.services.pasted_players import (
    MOST_CHARACTERS,
    PastedPlayer,
    add_players,
    look_over_players,
)
from epic_events.events.views.shared import known_event, person
from epic_events.pages.refusals import shown_on
from epic_events.pasted_tables import decoded
from epic_events.sizes import PastedField, check_upload

LARGEST_FILE: Final = 4 * MOST_CHARACTERS
"""Bytes; a character takes up to four."""


class PasteForm(forms.Form):
    """A list of players, pasted or read from a file; a file goes before what stands in the field."""

    text = PastedField(
        label=_("Players"),
        required=False,
        max_length=MOST_CHARACTERS,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 12}),
        help_text=_(
            "A name a line; or a table with commas, semicolons or tabs whose first line names a column “name” or "
            "“player”, or “FirstName” and “LastName” as melee.gg has them. Other columns, such as addresses, are not "
            "read."
        ),
    )
    file = forms.FileField(
        label=_("Or read a file"),
        required=False,
        allow_empty_file=True,
        max_length=200,
        widget=forms.FileInput(attrs={"accept": ".csv,.tsv,.txt,.json,text/csv,text/plain,application/json"}),
    )

    def clean_file(self) -> Any:
        """Refuse, before it is read, a file that is too large."""
        upload = self.cleaned_data["file"]
        if upload:
            check_upload(upload, LARGEST_FILE)
        return upload


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@once
def paste(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter many players: look the list over, then enter all. Permission: organisers, head judges, scorekeepers."""
    event = known_event(request, slug)
    require_scorekeeper(person(request), event)
    form = _sent(request) if request.method == "POST" else PasteForm()
    players: list[PastedPlayer] = []
    if form.is_valid():
        with shown_on(form):
            players = look_over_players(event, form.cleaned_data["text"])
            if "enter" in request.POST:
                number = len(add_players(person(request), event, form.cleaned_data["text"]))
                text = ngettext("%(number)d player is entered.", "%(number)d players are entered.", number)
                messages.success(request, text % {"number": number})
                return redirect("events:players", slug)
    context = {
        "event": event,
        "rights": rights(request.user, event),
        "form": form,
        "players": players,
        "problems": sum(bool(each.problem) for each in players),
    }
    return render(request, "events/paste_players.html", context, status=400 if form.errors else 200)


def _sent(request: HttpRequest) -> PasteForm:
    """Return the form as it was sent; of a file, with its text in the field, from where it is sent again."""
    form = PasteForm(request.POST, request.FILES)
    if form.is_valid() and form.cleaned_data["file"]:
        with shown_on(form):
            return PasteForm({"text": decoded(form.cleaned_data["file"].read(), LARGEST_FILE)})
    return form
