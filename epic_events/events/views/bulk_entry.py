"""Page on which staff enter several players at once, from text or a file."""

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from epic_events.accounts.idempotency import once
from epic_events.bulk_import.forms import ImportForm, add_saved_message, differs_from_preview, preview_context
from epic_events.events.permissions import require_scorekeeper, rights
from epic_events.events.services.bulk_entry import MAX_CHARACTERS, ParsedPlayer, add_players, check_player_list
from epic_events.events.views.shared import get_event_or_404, signed_in_user
from epic_events.infra.form_errors import errors_in_form
from epic_events.infra.limits import LongTextField


class PlayerListForm(ImportForm):
    """Form of a list of players."""

    longest = MAX_CHARACTERS

    text = LongTextField(
        label=_("Players"),
        required=False,
        max_length=longest,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 12}),
        help_text=_(
            "One player per line, or a table with commas, semicolons or tabs. Its first line must have a column "
            "“name” or “player”, or the columns “FirstName” and “LastName” of melee.gg. Other columns are ignored."
        ),
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@once
def bulk_entry(request: HttpRequest, slug: str) -> HttpResponse:
    """Check a list of players, then enter them.

    Permission: organisers, head judges, scorekeepers.
    """
    event = get_event_or_404(request, slug)
    require_scorekeeper(signed_in_user(request), event)
    form = PlayerListForm.sent(request) if request.method == "POST" else PlayerListForm()
    players: list[ParsedPlayer] = []
    shown: dict[str, object] = {}
    if form.is_valid():
        with errors_in_form(form):
            text, enter = form.cleaned_data["text"], "enter" in request.POST
            players = check_player_list(event, text)
            another = differs_from_preview(request, text)
            shown = preview_context(text, another=enter and another)
            if enter and not another:
                number = len(add_players(signed_in_user(request), event, text))
                new = ngettext("%(count)d player has been entered.", "%(count)d players have been entered.", number)
                add_saved_message(request, number, new, gettext("Nothing changed. These players are already entered."))
                return redirect("events:players", slug)
    context = {
        "event": event,
        "rights": rights(request.user, event),
        "form": form,
        "players": players,
        "new": sum(not each.is_entered and not each.problem for each in players),
        "problems": sum(bool(each.problem) for each in players),
        **shown,
    }
    return render(request, "events/paste_players.html", context, status=400 if form.errors else 200)
