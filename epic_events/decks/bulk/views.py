"""Page on which staff import the decklists of many players."""

from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from epic_events.bulk_import.forms import ImportForm, add_saved_message, differs_from_preview, preview_context
from epic_events.decks.bulk import services
from epic_events.decks.bulk.parsing import COLUMNS
from epic_events.decks.bulk.services import MAX_IMPORT_LENGTH, InvalidDecklistsError
from epic_events.events.models import Event
from epic_events.events.views.shared import get_event_for_staff, signed_in_user
from epic_events.infra.form_errors import ErrorDisplay, show_error
from epic_events.infra.limits import LongTextField


class ListsForm(ImportForm):
    """Form with the decklists of many players."""

    longest = MAX_IMPORT_LENGTH

    text = LongTextField(
        label=_("Decklists"),
        required=False,
        strip=False,
        max_length=longest,
        widget=forms.Textarea(attrs={"class": "code", "rows": 14, "spellcheck": "false", "autocapitalize": "off"}),
        help_text=_(
            "For each player, enter a line “Player: Name”, then one card per line. Or paste a table: decklists "
            "exported from this site or from melee.gg, or a table with the columns Player, Card and Quantity."
        ),
    )
    reason = forms.CharField(
        label=_("Reason"), required=False, max_length=500, help_text=_("Shown to the players with their decklists.")
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def many(request: HttpRequest, slug: str) -> HttpResponse:
    """Preview and import the decklists of many players. Permission: the event's staff."""
    event, user_rights = get_event_for_staff(request, slug)
    columns = [(titles[0], titles[1:]) for titles in COLUMNS.values()]
    context: dict[str, Any] = {"event": event, "rights": user_rights, "columns": columns}
    form, status = ListsForm(), 200
    if request.method == "POST":
        form, status = ListsForm.sent(request), 400
        with ErrorDisplay() as refusal:
            if form.is_valid():
                return _import_or_preview(request, event, form, context)
        if isinstance(refusal.error, InvalidDecklistsError):
            context["refused"] = refusal.error
        elif refusal.error:
            show_error(form, refusal.error)
    return render(request, "decks/many.html", context | {"form": form}, status=status)


def _import_or_preview(request: HttpRequest, event: Event, form: ListsForm, context: dict[str, Any]) -> HttpResponse:
    """Import the text if its preview was confirmed, else show the preview."""
    text, save = form.cleaned_data["text"], "save" in request.POST
    if save and not differs_from_preview(request, text):
        versions = services.import_decklists(
            signed_in_user(request), event, text, reason=form.cleaned_data["reason"]
        ).versions
        new = ngettext("%(count)d decklist saved.", "%(count)d decklists saved.", len(versions))
        add_saved_message(request, len(versions), new, gettext("These decklists are already saved. Nothing changed."))
        return redirect("decks:list", event.slug)
    context["looked"] = previews = services.preview_import(signed_in_user(request), event, text)
    context["new"] = sum(not each.same for each in previews)
    context["not_counting"] = sum(not each.same and not each.counts for each in previews)
    return render(request, "decks/many.html", context | {"form": form} | preview_context(text, another=save))
