"""Pages to change the tie-breakers of a stage and to compare other ones."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from epic_events.events.models import Event, Stage
from epic_events.events.permissions import require_organiser, rights
from epic_events.events.views.shared import get_event_or_404, signed_in_user
from epic_events.infra.edit_conflicts import expected_version, version_context
from epic_events.infra.errors import MissingError
from epic_events.infra.form_errors import errors_in_form
from epic_events.pairings import selectors
from epic_events.pairings.methods.standings import PRESETS, Settings
from epic_events.pairings.standings import ranking
from epic_events.pairings.standings.ranking_changes import RankingChanges, ranking_changes
from epic_events.pairings.standings.services import change_tie_breaks, has_published_round, tie_breaks_version
from epic_events.pairings.standings.stage_lookup import stage_with_standings
from epic_events.pairings.standings.tie_break_form import PresetForm, TieBreakForm
from epic_events.pairings.standings.tie_break_labels import describe_chain, preset_name


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def tie_breaks(request: HttpRequest, slug: str, order: int) -> HttpResponse:
    """Change the tie-breakers of a stage, with a preview. Permission: organisers of the event.

    ``?preset=`` fills the form with a preset; a POST with ``do=preview`` stores nothing.
    """
    event = get_event_or_404(request, slug)
    require_organiser(signed_in_user(request), event)
    stage = stage_with_standings(event, order)
    fixed = has_published_round(stage)
    form = TieBreakForm(
        _initial_settings(request, stage, fixed=fixed),
        request.POST if request.method == "POST" else None,
        points_fixed=fixed,
    )
    preview: Settings | None = None
    seen = version_context(tie_breaks_version(ranking.settings_of(stage)), request)
    if request.method == "POST" and form.is_valid():
        preview = Settings(form.chain, form.points, stage.tie_break_seed)
        if request.POST.get("do") != "preview":
            with errors_in_form(form) as refusal:
                change_tie_breaks(
                    signed_in_user(request),
                    stage,
                    form.chain,
                    points=form.points,
                    reason=form.cleaned_data["reason"],
                    expected_version=expected_version(request),
                )
                messages.success(request, _("Tie-breakers saved. The standings use the new order."))
                return redirect("pairings:standings", event.slug)
            if refusal.error:
                seen = version_context("", request, refusal.error)
    elif request.method != "POST" and "preset" in request.GET:
        preview = _initial_settings(request, stage, fixed=fixed)
    context = {
        "event": event,
        "rights": rights(request.user, event),
        "stage": stage,
        "form": form,
        "presets": PresetForm(initial={"preset": request.GET.get("preset", "")}),
        "fixed": fixed,
        "now": preset_name(ranking.settings_of(stage).chain),
        **_comparison_context(event, stage, preview),
        **seen,
    }
    return render(request, "pairings/tie_breaks.html", context, status=400 if form.errors else 200)


def _initial_settings(request: HttpRequest, stage: Stage, *, fixed: bool) -> Settings:
    """Return the requested preset, or the settings of the stage."""
    own = ranking.settings_of(stage)
    preset = PRESETS.get(request.GET.get("preset", ""))
    if preset is None:
        return own
    return Settings(preset.chain, own.points if fixed else preset.points, own.seed)


def _comparison_context(event: Event, stage: Stage, settings: Settings | None) -> dict[str, Any]:
    """Return template context that describes other settings and the rank changes they cause."""
    if settings is None:
        return {}
    context: dict[str, Any] = {"preview": describe_chain(settings.chain), "preview_points": settings.points}
    after = ranking.last_finished(stage)
    if after is not None:
        context |= {"after": after, "changes": _compute_ranking_changes(event, stage, after, settings)}
    return context


def _compute_ranking_changes(event: Event, stage: Stage, after: int, settings: Settings) -> RankingChanges:
    cut = selectors.cut_stage(event)
    before = ranking.standings(stage, after)
    other = ranking.standings(stage, after, settings)
    return ranking_changes(before, other, best=(cut.cut_size if cut else None) or 8)


@require_safe
def what_if(request: HttpRequest, slug: str) -> HttpResponse:
    """Compare the standings with those of another preset. Permission: every user who may view the event."""
    event = get_event_or_404(request, slug)
    stage = selectors.swiss_stage(event)
    if stage is None or ranking.last_finished(stage) is None:
        raise MissingError(_("There are no standings after this round yet."))
    form = PresetForm(request.GET if "preset" in request.GET else None)
    settings = None
    if form.is_bound and form.is_valid():
        chosen = form.settings
        settings = Settings(chosen.chain, chosen.points, stage.tie_break_seed)
    context = {
        "event": event,
        "rights": rights(request.user, event),
        "stage": stage,
        "form": form,
        "now": preset_name(ranking.settings_of(stage).chain),
        **_comparison_context(event, stage, settings),
    }
    return render(request, "pairings/what_if.html", context, status=400 if form.errors else 200)
