"""Pages of the standings, of the breakdown of a row, and of the tie-breakers."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe
from django.views.decorators.vary import vary_on_headers

from epic_events.events.models import Event, Stage
from epic_events.events.permissions import Rights, require_organiser, rights
from epic_events.events.selectors import load_my_entry, load_versioned_event
from epic_events.events.views.shared import get_event_or_404, has_current_version, renewal, signed_in_user
from epic_events.infra.cached_values import cached
from epic_events.infra.edit_conflicts import expected_version, version_context
from epic_events.infra.errors import MissingError
from epic_events.infra.form_errors import errors_in_form
from epic_events.page_cache.pages import Page, Placeholders, respond
from epic_events.pairings import selectors
from epic_events.pairings.methods.standings import PRESETS, Settings, Standing
from epic_events.pairings.standings import ranking
from epic_events.pairings.standings.cached_ranking import ROWS_A_PAGE, is_large, load_ranking
from epic_events.pairings.standings.forms import PresetForm, TieBreakForm
from epic_events.pairings.standings.ranking import RankingChanges, ranking_changes, stage_with_standings
from epic_events.pairings.standings.rows import (
    HasPlayer,
    StandingRow,
    build_cached_rows,
    build_standing_rows,
    columns_with_values,
    own_row_index,
)
from epic_events.pairings.standings.services import change_tie_breaks, has_published_round, tie_breaks_version
from epic_events.pairings.standings.tie_break_labels import describe_chain, preset_name

MAX_OPEN_ROWS = 64
"""Maximum number of rows with inline breakdowns; above, each row loads its breakdown on demand."""


@require_safe
def standings(request: HttpRequest, slug: str, number: int | None = None) -> HttpResponse:
    """Show the standings after a finished round, the last one by default.

    A finished event of several stages has one ranking: without a round, the page redirects to the final standings.

    The list is cached for all users; the reader's own rank and the mark of their row are inserted. Reported results do
    not change it until their round is finished.

    Permission: every user who may view the event.
    """
    event, tokens, event_rights = load_versioned_event(request.user, slug)
    if number is None and selectors.has_overall_standings(event):
        return redirect("pairings:final_standings", event.slug)
    query_text = request.GET.get("page", "")
    page_number = max(1, int(query_text)) if query_text.isdecimal() and len(query_text) < 6 else 1
    if has_current_version(request, tokens.lasting):
        return HttpResponse(status=204)
    version_token = f"{event.salt}.{tokens.lasting}"
    ranking_version_token = f"{event.salt}.{tokens.standings}"
    shown = _StandingsContent(event, event_rights, number, page_number, ranking_version_token)
    page = Page(
        name=("standings", page_number),
        query=f"page={page_number}" if page_number > 1 else "",
        version_token=version_token,
        shown=shown,
        own=lambda: {**shown.own_parts(request.user), "page_version": tokens.lasting},
        parts=shown.parts,
        frame_version_token=version_token,
        zone=event.zone,
    )
    return respond(request, page, staff=event_rights.staff)


class RankIndex(NamedTuple):
    """Registration ids in the order of the standings, and their ranks."""

    entries: list[int]
    ranks: list[int]


class _StandingsContent:
    """Content of the standings page.

    The frame and the list are equal for all users; the reader has own parts. The standings are computed at most once
    for all of them.
    """

    def __init__(
        self, event: Event, event_rights: Rights, number: int | None, page_number: int, version_token: str
    ) -> None:
        self.event, self.event_rights = event, event_rights
        self._number, self._wanted, self._version_token = number, page_number, version_token

    @cached_property
    def _found(self) -> tuple[Stage, int, int] | None:
        return _standings_after(self.event, self._number)

    @cached_property
    def _ranked(self) -> list[Standing]:
        return ranking.standings(*self._found[:2]) if self._found else []

    def _make_rank_index(self) -> RankIndex:
        if self._found is None:
            return RankIndex([], [])
        stage, after, _finished = self._found
        if is_large(stage):
            cached_ranking = load_ranking(stage, after, self._version_token)
            return RankIndex(cached_ranking.players, cached_ranking.ranks)
        return RankIndex([row.player for row in self._ranked], [row.rank for row in self._ranked])

    def _rank_index(self) -> RankIndex:
        return cached(("places", self.event.pk, self._number), self._version_token, self._make_rank_index)

    @cached_property
    def _cut(self) -> Stage | None:
        return selectors.event_plan(self.event).cut

    @cached_property
    def _words(self) -> dict[str, Any]:
        return _chain_context(ranking.settings_of(self._found[0])) if self._found else {}

    def __call__(self, _asked: HttpRequest) -> tuple[str, dict[str, Any]]:
        """Return template and context of the page."""
        context: dict[str, Any] = {"event": self.event, **renewal(self.event), "rights": self.event_rights}
        if self._found is None:
            return "pairings/no_standings.html", {**context, "stage": selectors.event_plan(self.event).counting_stage}
        stage, after, finished = self._found
        return "pairings/standings.html", {
            **context,
            "stage": stage,
            "after": after,
            "finished_rounds": range(1, finished + 1),
            **self._words,
            "cut": self._cut,
        }

    def parts(self, request: HttpRequest, own: Placeholders) -> dict[str, str]:
        """Return the rendered list; also cache the rank index, which is a by-product."""
        if self._found is None:
            return {}
        stage, after, _finished = self._found
        rows, page = self._rows(stage, after)
        context = {
            "event": self.event,
            "after": after,
            "own": own,
            "rows": rows,
            "columns_with_values": columns_with_values(rows),
            "page_obj": page,
            **self._words,
            "breakdown_on_own_page": len(rows) > MAX_OPEN_ROWS or is_large(stage),
            "cut": self._cut,
        }
        return {"list": render_to_string("pairings/partials/standings_list.html", context, request)}

    def _rows(self, stage: Stage, after: int) -> tuple[list[StandingRow], Any]:
        """Return the rows of the page, and the page of the paginator."""
        cut_size = self._cut.cut_size if self._cut else None
        if is_large(stage):
            cached_ranking = load_ranking(stage, after, self._version_token)
            shown = Paginator(cached_ranking.players, ROWS_A_PAGE).get_page(self._wanted)
            return build_cached_rows(self.event.pk, cached_ranking, shown.number, cut_size), shown
        ranked = self._ranked
        self._rank_index()
        page = Paginator(ranked, ROWS_A_PAGE).get_page(self._wanted)
        part = slice(page.start_index() - 1, page.end_index()) if ranked else slice(0)
        return build_standing_rows(stage, ranked, None, cut_size, part), page

    def own_parts(self, user: object) -> dict[str, str]:
        """Return the user's parts of the page.

        They are the reader's rank and the mark of their row.
        """
        entry = load_my_entry(user, self.event).registration
        if entry is None:
            return {}
        places = self._rank_index()
        if entry.pk not in places.entries:
            return {}
        at = places.entries.index(entry.pk)
        shown = {"mine": {"rank": places.ranks[at]}, "mine_page": _page_number(at, len(places.entries))}
        return {
            "rank": render_to_string("pairings/partials/my_rank.html", shown),
            f"entry-{entry.pk}": "mine",
        }


def _page_number(at: int, total: int) -> int | None:
    """Return the page number of a row by its index; None if all rows fit one page."""
    return at // ROWS_A_PAGE + 1 if total > ROWS_A_PAGE else None


def own(event: Event, ranked: Sequence[HasPlayer], viewer: object) -> dict[str, Any]:
    """Return the viewer's own row and its page number as template context."""
    at = own_row_index(event.pk, ranked, viewer)
    if at is None:
        return {"mine": None, "mine_page": None}
    return {"mine": ranked[at], "mine_page": _page_number(at, len(ranked))}


def _chain_context(settings: Settings) -> dict[str, Any]:
    return {
        "columns": describe_chain(settings.chain),
        "points": settings.points,
        "preset": preset_name(settings.chain),
    }


def _standings_after(event: Event, number: int | None) -> tuple[Stage, int, int] | None:
    """Return the Swiss stage, the requested round and the last finished round.

    None before the first round is finished.

    Raises:
        MissingError: the requested round is not finished.
    """
    plan = selectors.event_plan(event)
    stage = plan.counting_stage
    finished = plan.last_finished(stage)
    after = finished if number is None else number
    if stage is not None and 0 < after <= finished:
        return stage, after, finished
    if number is not None:
        raise MissingError(_("There are no standings after this round yet."))
    return None


@require_safe
@vary_on_headers("HX-Request")
def breakdown(request: HttpRequest, slug: str, number: int, entry: int) -> HttpResponse:
    """Show the breakdown of a player's tie-breakers.

    The response is a page, or a fragment for htmx. Permission: every user who may view the event; only after finished
    rounds.
    """
    event = get_event_or_404(request, slug)
    standings_after = _standings_after(event, number)
    ranked = ranking.standings(standings_after[0], standings_after[1]) if standings_after else []
    at = next((number for number, row in enumerate(ranked) if row.player == entry), None)
    row = (
        build_standing_rows(standings_after[0], ranked, request.user, part=slice(at, at + 1))[0]
        if standings_after and at is not None
        else None
    )
    if standings_after is None or row is None:
        raise MissingError(_("This player is not in these standings."))
    if request.headers.get("HX-Request"):
        return render(request, "pairings/partials/breakdown.html", {"row": row})
    context = {
        "event": event,
        "row": row,
        "after": number,
        **_chain_context(ranking.settings_of(standings_after[0])),
        "rights": rights(request.user, event),
    }
    return render(request, "pairings/breakdown.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def tie_breaks(request: HttpRequest, slug: str, order: int) -> HttpResponse:
    """Change the tie-breakers of a stage, with a preview.

    Permission: organisers of the event. ``?preset=`` fills the form with a preset; a POST with ``do=preview`` stores
    nothing.
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
    conflict = version_context(tie_breaks_version(ranking.settings_of(stage)), request)
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
                conflict = version_context("", request, refusal.error)
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
        **conflict,
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
    """Return template context of other settings and the rank changes they cause."""
    if settings is None:
        return {}
    context: dict[str, Any] = {"preview": describe_chain(settings.chain), "preview_points": settings.points}
    after = selectors.event_plan(event).last_finished(stage)
    if after:
        context |= {"after": after, "changes": _compute_ranking_changes(event, stage, after, settings)}
    return context


def _compute_ranking_changes(event: Event, stage: Stage, after: int, settings: Settings) -> RankingChanges:
    cut = selectors.event_plan(event).cut
    before = ranking.standings(stage, after)
    other = ranking.standings(stage, after, settings)
    return ranking_changes(before, other, best=(cut.cut_size if cut else None) or 8)


@require_safe
def what_if(request: HttpRequest, slug: str) -> HttpResponse:
    """Compare the standings with those of another preset.

    Permission: every user who may view the event.
    """
    event = get_event_or_404(request, slug)
    plan = selectors.event_plan(event)
    stage = plan.counting_stage
    if stage is None or not plan.last_finished(stage):
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
