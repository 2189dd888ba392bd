"""Page that imports a finished event from another program's file.

It has a preview.
"""

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from epic_events.accounts.idempotency import once
from epic_events.bulk_import.forms import TABLES, ImportForm, differs_from_preview, preview_context
from epic_events.events.defaults import check_slug
from epic_events.events.permissions import require_event_creation
from epic_events.events.views.shared import signed_in_user
from epic_events.infra.form_errors import errors_in_form
from epic_events.infra.limits import LongTextField
from epic_events.pairings.services import EventFile, import_results, read_event_file
from epic_events.pairings.standings.tie_break_labels import PRESET_NAMES

MAX_CHARACTERS = 1_000_000


class EventImportForm(ImportForm):
    """Form of a finished event: text or file, address and tie-breakers."""

    longest = MAX_CHARACTERS
    accepts = f"{TABLES},.tdf,.xml,.wer,.trf,.trfx"
    field_order = ("text", "file", "slug", "tie_breaks")

    text = LongTextField(
        label=gettext_lazy("Results"),
        required=False,
        max_length=longest,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 12}),
        help_text=gettext_lazy(
            "A table with one row per match and the columns round, player1, player2 and score, lines such as “Ana 2-1 "
            "Ben” below “Round 1”, or a file of TRF, TOM, WER, NRTM, Cobra, melee.gg, Challonge, start.gg or this site."
        ),
    )
    slug = forms.SlugField(
        label=gettext_lazy("Address"),
        max_length=80,
        required=False,
        validators=[check_slug],
        help_text=gettext_lazy("Leave empty for a new address. The address of your earlier import replaces it."),
    )
    tie_breaks = forms.ChoiceField(
        label=gettext_lazy("Tie-breakers"),
        required=False,
        choices=[("", gettext_lazy("Those of the program")), *PRESET_NAMES.items()],
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@once
def import_event(request: HttpRequest) -> HttpResponse:
    """Check a file with a finished event, then import it.

    Permission: users who may create events.
    """
    user = signed_in_user(request)
    require_event_creation(user)
    form = EventImportForm.sent(request) if request.method == "POST" else EventImportForm()
    file: EventFile | None = None
    extra: dict[str, object] = {}
    if form.is_valid():
        with errors_in_form(form):
            data = form.cleaned_data
            file = read_event_file(data["text"])
            another = differs_from_preview(request, data["text"])
            extra = preview_context(data["text"], another="save" in request.POST and another)
            if "save" in request.POST and not another:
                event = import_results(user, data["slug"], data["text"], tie_breaks=data["tie_breaks"])
                messages.success(request, _("“%(name)s” imported.") % {"name": event.name})
                return redirect(event.get_absolute_url())
    context = {"form": form, "file": file, "can_save": file is not None, **extra}
    return render(request, "web/import_event.html", context, status=400 if form.errors else 200)
