"""The page on which staff store the decklists of many players at once."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from epic_events.decks.many import services
from epic_events.decks.many.pasted import COLUMNS
from epic_events.decks.many.services import LONGEST_PASTED, ListsRefusedError
from epic_events.events.models import Event
from epic_events.events.views.shared import person, staffed_event
from epic_events.pages.refusals import Refusal, show_error
from epic_events.pasted_tables import decoded
from epic_events.sizes import PastedField, check_upload

LARGEST_FILE = 4 * LONGEST_PASTED


class ListsForm(forms.Form):
    """The lists of many players, pasted or read from a file; a file goes before what stands in the field."""

    text = PastedField(
        label=_("Decklists"),
        required=False,
        strip=False,
        max_length=LONGEST_PASTED,
        widget=forms.Textarea(attrs={"class": "code", "rows": 14, "spellcheck": "false", "autocapitalize": "off"}),
        help_text=_(
            "For each player a line “Player: Name”, then one card a line; or a table: the files of decklists of this "
            "site, melee.gg's export of decklists, or the columns Player, Card and Quantity."
        ),
    )
    file = forms.FileField(
        label=_("Or read a file"),
        required=False,
        allow_empty_file=True,
        max_length=200,
        widget=forms.FileInput(attrs={"accept": ".csv,.tsv,.txt,.json,text/csv,text/plain,application/json"}),
    )
    reason = forms.CharField(
        label=_("Reason"), required=False, max_length=500, help_text=_("The players read it with their lists.")
    )

    def clean_file(self) -> Any:
        """Refuse, before it is read, a file that is too large."""
        upload = self.cleaned_data["file"]
        if upload:
            check_upload(upload, LARGEST_FILE)
        return upload

    def typed(self) -> str:
        """Return the text of a valid form.

        Raises:
            UserError: the file is no text in UTF-8.
        """
        upload = self.cleaned_data["file"]
        if not upload:
            return str(self.cleaned_data["text"])
        upload.seek(0)  # a form that comes back is read twice
        return decoded(upload.read(), LARGEST_FILE)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def many(request: HttpRequest, slug: str) -> HttpResponse:
    """Look over the lists of many players, then store all of them. Permission: the event's staff."""
    event, held = staffed_event(request, slug)
    columns = [(titles[0], titles[1:]) for titles in COLUMNS.values()]
    context: dict[str, Any] = {"event": event, "rights": held, "columns": columns}
    form, status = ListsForm(), 200
    if request.method == "POST":
        status = 400
        form = ListsForm(request.POST, request.FILES)
        with Refusal() as refusal:
            if form.is_valid():
                return _pasted(request, event, form, context)
        if isinstance(refusal.error, ListsRefusedError):
            form, context["refused"] = _again(form), refusal.error
        elif refusal.error:
            show_error(form, refusal.error)
    return render(request, "decks/many.html", context | {"form": form}, status=status)


def _pasted(request: HttpRequest, event: Event, form: ListsForm, context: dict[str, Any]) -> HttpResponse:
    """Store what was pasted if it was looked over, else show what it would store.

    Raises:
        UserError: as the services.
    """
    text, reason = form.typed(), form.cleaned_data["reason"]
    if "save" in request.POST:
        made = services.submit_many(person(request), event, text, reason=reason)
        words = ngettext("%(count)d list is stored.", "%(count)d lists are stored.", len(made))
        messages.success(request, words % {"count": len(made)})
        return redirect("decks:list", event.slug)
    context["looked"] = looked = services.look_over(person(request), event, text)
    context["new"] = sum(not each.same for each in looked)
    context["not_counting"] = sum(not each.same and not each.counts for each in looked)
    return render(request, "decks/many.html", context | {"form": _again(form)})


def _again(form: ListsForm) -> ListsForm:
    """Return the form with what was sent, that of a file in the field."""
    return ListsForm(initial={"text": form.typed(), "reason": form.cleaned_data["reason"]})
