"""View for the table rules of each stage."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from epic_events.events.models import Event, Stage
from epic_events.events.permissions import require_organiser, rights
from epic_events.events.views.shared import get_event_or_404, signed_in_user
from epic_events.infra.edit_conflicts import EditConflictError, expected_version, version_context
from epic_events.infra.errors import MissingError
from epic_events.infra.form_errors import show_error
from epic_events.pairings.results.forms import TableRulesForm
from epic_events.pairings.results.services.table_rules import change_table_rules, table_rules_version
from rules.games import GAMES


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def table_rules(request: HttpRequest, slug: str) -> HttpResponse:
    """Show and change the table rules of the stages.

    Permission: the organisers of the event.
    """
    event = get_event_or_404(request, slug)
    require_organiser(signed_in_user(request), event)
    invalid_form, changed = None, None
    if request.method == "POST":
        stage = event.stages.filter(order=_order(request)).first()
        if stage is None:
            raise MissingError(_("This event has no such stage."))
        stage.event = event
        invalid_form = _form(stage, request.POST)
        if invalid_form.is_valid():
            try:
                change_table_rules(
                    signed_in_user(request),
                    stage,
                    **invalid_form.cleaned_data,
                    expected_version=expected_version(request),
                )
            except EditConflictError as error:
                show_error(invalid_form, error)
                changed = error
            else:
                messages.success(request, _("Saved."))
                return redirect("pairings:table_rules", event.slug)
    return _page(request, event, invalid_form, changed)


def _order(request: HttpRequest) -> int:
    """Return the order of the stage that the form names, or 0."""
    text = request.POST.get("stage", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else 0


def _form(stage: Stage, data: Any = None) -> TableRulesForm:
    initial = {"play_first": stage.play_first, "records_health": stage.records_health}
    return TableRulesForm(data, initial=initial, auto_id=f"id_{stage.order}_%s")


def _page(
    request: HttpRequest, event: Event, invalid_form: TableRulesForm | None, changed: EditConflictError | None
) -> HttpResponse:
    """Render the page. A rejected form replaces the form of its stage."""
    order = _order(request)
    stages: list[tuple[Stage, TableRulesForm, dict[str, object]]] = []
    for stage in event.stages.all():
        stamp = table_rules_version(stage)
        if invalid_form and stage.order == order:
            stages.append((stage, invalid_form, version_context(stamp, request, changed)))
        else:
            stages.append((stage, _form(stage), {"seen": stamp}))
    game = GAMES.get(event.game)
    context = {
        "event": event,
        "rights": rights(request.user, event),
        "stages": stages,
        "play_first": game.play_first if game else "",
    }
    return render(request, "pairings/table_rules.html", context, status=400 if invalid_form else 200)
