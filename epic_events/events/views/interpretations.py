"""Pages on which head judges choose the interpretations of an event."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from epic_events.events import services
from epic_events.events.models import Event
from epic_events.events.permissions import require_head_judge, rights
from epic_events.events.services.interpretations import chosen_options, chosen_printings, interpretations_version_token
from epic_events.events.views.shared import get_event_or_404, signed_in_user
from epic_events.infra.edit_conflicts import expected_version, version_context
from epic_events.infra.errors import UserError
from epic_events.infra.form_errors import errors_in_form
from rules.games import GAMES
from rules.judge.setup.printings import printing_label

if TYPE_CHECKING:
    from rules.rulebooks import Interpretation


class InterpretationsForm(forms.Form):
    """Form with one field per interpretation and per card with several printings."""

    def __init__(self, event: Event, data: Any = None) -> None:
        super().__init__(data)
        chosen, printed = chosen_options(event), chosen_printings(event)
        self.cards: list[str] = []
        for number, (name, printings) in enumerate(GAMES[event.game].cards.reworded.items()):
            field = f"printing-{number}"
            self.cards.append(name)
            self.fields[field] = forms.TypedChoiceField(
                label=name,
                choices=[
                    (
                        str(index),
                        _("%(set)s (newest)") % {"set": printing_label(printing)}
                        if not index
                        else printing_label(printing),
                    )
                    for index, printing in enumerate(printings)
                ],
                coerce=int,
                required=False,
                empty_value=str(printed.get(name, 0)),
                initial=str(printed.get(name, 0)),
            )
        self.points: list[tuple[Interpretation, int]] = []
        for entry in GAMES[event.game].interpretations.values():
            if not entry.is_selectable:
                continue
            preset = entry.default_option(event.rules_version)
            self.points.append((entry, chosen.get(entry.id, preset)))
            self.fields[entry.id] = forms.TypedChoiceField(
                label=entry.problem,
                choices=[(str(index), text) for index, text in enumerate(entry.options)],
                coerce=int,
                initial=str(chosen.get(entry.id, preset)),
                widget=forms.RadioSelect,
            )

    def chosen(self) -> dict[str, int]:
        """Return the index of the chosen option by interpretation id."""
        return {entry.id: int(self.cleaned_data[entry.id]) for entry, _index in self.points}

    def printed(self) -> dict[str, int]:
        """Return the index of the chosen printing by card name."""
        return {name: int(self.cleaned_data[f"printing-{number}"]) for number, name in enumerate(self.cards)}


def _context(
    request: HttpRequest, event: Event, form: InterpretationsForm, error: UserError | None = None
) -> dict[str, Any]:
    held = rights(request.user, event)
    version = event.rules_version
    points = [
        {
            "entry": entry,
            "field": form[entry.id],
            "taken": entry.options[index],
            "preset": entry.default_text(version),
            "deviates": index != entry.default_option(version),
        }
        for entry, index in form.points
    ]
    return {
        "event": event,
        "rights": held,
        "form": form,
        "may_choose": held.head_judge and not event.has_started and not event.is_over,
        "printings": [form[f"printing-{number}"] for number in range(len(form.cards))],
        "older": event.printings,
        **version_context(interpretations_version_token(event), request, error),
        "deviating": [point for point in points if point["deviates"]],
        # Points that need confirmation come first, because they vary most between tables.
        "points": sorted(points, key=lambda point: not point["entry"].needs_confirmation),
    }


@require_safe
def readings(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the interpretations of the event.

    Permission: everyone who may see the event.
    """
    event = get_event_or_404(request, slug)
    return render(request, "events/readings.html", _context(request, event, InterpretationsForm(event)))


@login_required
@require_POST
def choose(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose the interpretations. Permission: head judges and organisers."""
    event = get_event_or_404(request, slug)
    require_head_judge(signed_in_user(request), event)
    form, refused = InterpretationsForm(event, request.POST), None
    if form.is_valid():
        with errors_in_form(form) as refusal:
            services.choose_interpretations(
                signed_in_user(request),
                event,
                form.chosen(),
                form.printed(),
                expected_version=expected_version(request),
            )
            messages.success(request, _("Saved."))
            return redirect("events:readings", slug)
        if refusal.error:
            refused = refusal.error
    return render(request, "events/readings.html", _context(request, event, form, refused), status=400)
