"""Views of the desk.

Pair, publish, collect results, start the cut, finish, and the table board.
"""

import secrets
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from epic_events.accounts.idempotency import once
from epic_events.accounts.models import User
from epic_events.audit_log.services import version_tokens
from epic_events.events.models import Event, Registration, Stage
from epic_events.events.permissions import Rights, require_staff, rights, staff_only_error
from epic_events.events.readiness import Waiver
from epic_events.events.selectors import load_versioned_event
from epic_events.events.views.shared import get_event_or_404, new_version_token, posted_text, signed_in_user
from epic_events.infra.collation import name_order
from epic_events.infra.errors import MissingError
from epic_events.infra.form_errors import errors_as_message
from epic_events.page_cache.pages import Placeholders
from epic_events.page_cache.rows import CSRF, REQUEST_KEY
from epic_events.pairings import selectors
from epic_events.pairings.cut.selectors import has_final_standings
from epic_events.pairings.cut.services import has_outdated_seeds, players_still_in
from epic_events.pairings.methods.schedules import recommended_rounds
from epic_events.pairings.methods.scores import usual_scores
from epic_events.pairings.models import Round
from epic_events.pairings.pods import (
    discard_pods,
    pod_rows,
    publish_pods,
    seat_late_players,
    seat_pods,
    unseated_players,
)
from epic_events.pairings.preparation import load_next_preparation
from epic_events.pairings.results.scores import label_with_winner
from epic_events.pairings.results.selectors import get_submitted_round, load_own_table
from epic_events.pairings.results.services.tables import call_time, undo_time_call
from epic_events.pairings.round_names import name_of_round, round_log_facts, round_name_in_log
from epic_events.pairings.rounds import desk as tables
from epic_events.pairings.rounds.desk import DeskRound, DeskSubject, PreparationSubject, desk_panels, preparation_panels
from epic_events.pairings.rounds.forms import CutForm, FinishForm
from epic_events.pairings.rounds.lists import ListQuery, RoundList, parse_list_query
from epic_events.pairings.rounds.progress import (
    Step,
    describe_remaining_rounds,
    find_unmet_requirements,
    get_next_round,
)
from epic_events.pairings.rounds.services.ending import finish_event, start_cut
from epic_events.pairings.rounds.services.pairing import (
    discard_round,
    finish_round,
    pair_again,
    pair_round,
    publish_round,
)
from epic_events.reference.extensions import Panel

MAX_NAMED = 10_000
_TYPED = ("waiver_reason", "reason", "size")
"""Fields of the desk's forms that keep their values after an error."""


@require_safe
@login_required
@never_cache
def control(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the desk.

    Permission: everyone with a role at the event; buttons for those who may pair.

    An open page polls with its ``expected_version`` and gets 204 if nothing has changed.
    """
    event, tokens, event_rights = load_versioned_event(request.user, slug)
    if not event_rights.staff:
        raise staff_only_error(request.user, event)
    version_token = new_version_token(request, tokens)
    if version_token is None:
        return HttpResponse(status=204)
    lasting = f"{event.salt}.{tokens.lasting}"
    return _page(request, event, event_rights, renews=not event.is_over, version_token=version_token, lasting=lasting)


def _page(
    request: HttpRequest,
    event: Event,
    event_rights: Rights,
    *,
    status: int = 200,
    renews: bool = False,
    version_token: str = "",
    lasting: str = "",
) -> HttpResponse:
    """Render the desk. A page with a rejected form does not refresh itself.

    `lasting` is the version token for cached rows. Empty disables the cache.
    """
    plan = selectors.event_plan(event)
    last = plan.latest_round
    step, stage, number = get_next_round(event, last)
    desk = DeskRound(last) if last else None
    draft = RoundList(last, ListQuery(page=parse_list_query(request).page)) if last and step is Step.PUBLISH else None
    cut = plan.cut
    unfinished = event.status == Event.Status.RUNNING and step is not Step.FINISH
    context: dict[str, Any] = {
        "event": event,
        "rights": event_rights,
        "desk_panels": desk_panels.of(request, DeskSubject(last, event_rights, desk.still_open > 0))
        if last and desk
        else [],
        "preparation_panels": _preparation_panels(request, event, event_rights, step),
        "round": last,
        "step": step,
        "list": draft,
        "further": f"&page={draft.page.number}" if draft and draft.page.number > 1 else "",
        "rows": draft.rows if draft else None,
        "own": Placeholders(_placeholders(request, last)),
        "lasting": lasting,
        "desk": desk,
        "waiting": desk.waiting if desk and not draft else [],
        "settled": desk.settled if desk and not draft else [],
        "played": desk.played if desk else 0,
        **_next_round_context(stage, number, last, step),
        "rounds_open": not event.is_over and (last is None or not last.stage.is_elimination),
        "outdated": last is not None and last.stage.is_elimination and has_outdated_seeds(event),
        "left": describe_remaining_rounds(last, under_way=step in (Step.PUBLISH, Step.RESULTS)) if unfinished else "",
        "finish_form": FinishForm(initial={"reason": request.POST.get("reason", "")}),
        "waiver_reason": request.POST.get("waiver_reason", ""),
        "has_result": event.status == Event.Status.FINISHED and has_final_standings(event),
        "renews": renews,
        "version_token": version_token,
        "news": _news(step, last, desk),
        **_attendance_context(event, last),
        **_requirements_context(event, last, step, stage, number),
    }
    if step is Step.CUT and cut is not None and last is not None:
        context["cut_form"] = CutForm(
            left=players_still_in(last.stage, last).count(), planned=cut.cut_size, chosen=_size(request)
        )
    return render(request, "pairings/desk.html", context, status=status)


def _preparation_panels(request: HttpRequest, event: Event, event_rights: Rights, step: Step) -> list[Panel]:
    """Return the panels about drafting and building before the round that comes next."""
    if step not in (Step.DRAFTING, Step.BUILDING, Step.PAIR):
        return []
    preparation = load_next_preparation(selectors.event_plan(event))
    if preparation is None or not preparation.kinds:
        return []
    return preparation_panels.of(request, PreparationSubject(preparation, event_rights))


def _news(step: Step, last: Round | None, desk: DeskRound | None) -> str:
    """Describe the progress of the round, for a desk with an older state."""
    if last is None or desk is None or step not in (Step.RESULTS, Step.PUBLISH):
        return _("All results are in.") if last is not None and last.status == Round.Status.PUBLISHED else ""
    if step is Step.PUBLISH:
        return _("%(round)s is paired but not published.") % {"round": name_of_round(last)}
    sentences = [_("%(settled)d of %(played)d results are in.") % {"settled": desk.done, "played": desk.played}]
    sentences += [_("Table %(table)s: the reports differ.") % {"table": table} for table in desk.disputed]
    return " ".join(sentences)


def _attendance_context(event: Event, last: Round | None) -> dict[str, Any]:
    """Return context about checked-in and missing players and the number of rounds."""
    counts = event.registrations.aggregate(
        here=Count("pk", filter=Q(status=Registration.Status.CHECKED_IN)),
        missing=Count("pk", filter=Q(status=Registration.Status.REGISTERED)),
    )
    here = counts["here"]
    swiss = selectors.event_plan(event).counting_stage
    planned = swiss.rounds if swiss else None
    automatic = swiss is not None and swiss.kind == Stage.Kind.SWISS and here
    is_past = event.is_over or (last is not None and last.stage.is_elimination)
    return {
        "here": here,
        "played_by": event.registrations.counted().count() if event.is_over else here,
        "swiss_kind": swiss is None or swiss.kind == Stage.Kind.SWISS,
        "stage_title": swiss.title if swiss else "",
        "missing": counts["missing"],
        "planned": None if is_past else planned or (recommended_rounds(here) if automatic else None),
        "fixed": planned is not None,
    }


def _next_round_context(stage: Stage | None, number: int, last: Round | None, step: Step) -> dict[str, Any]:
    """Return context about the next round: its name and stage."""
    if stage is None:
        return {"next_name": "", "next_stage": None, "begins": False}
    return {
        "next_name": round_name_in_log(round_log_facts(stage, number)),
        "next_stage": stage,
        "begins": last is not None and last.stage_id != stage.pk,
        "pods": pod_rows(stage) if step in (Step.PUBLISH_PODS, Step.DRAFTING, Step.BUILDING) else [],
        "unseated": _unseated_names(stage, step),
    }


def _unseated_names(stage: Stage, step: Step) -> list[str]:
    """Return the names of late players without a seat in published pods."""
    if stage.kind != Stage.Kind.PODS or step not in (Step.DRAFTING, Step.BUILDING):
        return []
    return list(unseated_players(stage).order_by(name_order("name"), "pk").values_list("name", flat=True))


def _requirements_context(
    event: Event, last: Round | None, step: Step, stage: Stage | None, number: int
) -> dict[str, Any]:
    """Return context about unmet and waived requirements of the next round.

    Waivers from before the latest published round are omitted.
    """
    unmet = find_unmet_requirements(event, last, step, stage, number)
    published = [round_.published_at for round_ in selectors.event_plan(event).rounds if round_.published_at]
    since = max(published, default=None)
    return {
        "lacking": [one for one in unmet if one.readiness.blocks],
        "waived": [
            one
            for one in unmet
            if one.readiness.waived_at is not None and (since is None or one.readiness.waived_at > since)
        ],
    }


def _waiver(request: HttpRequest) -> Waiver | None:
    """Return the waiver in the submitted form, or `None`."""
    keys = [key for key in request.POST.getlist("without")[:MAX_NAMED] if key.isdecimal() and len(key) < 19]
    return Waiver(frozenset(map(int, keys)), posted_text(request, "waiver_reason")) if keys else None


def _placeholders(request: HttpRequest, last: Round | None) -> dict[str, str]:
    """Return the placeholder values of the rows: form tokens and the user's own table."""
    mine = load_own_table(last, request.user) if last is not None and last.status == Round.Status.DRAFT else None
    return {
        CSRF: get_token(request),
        REQUEST_KEY: secrets.token_hex(16),
        **({f"table-{mine.match.pk}": mark_safe(' class="mine"')} if mine else {}),
    }


def _seat_pods(request: HttpRequest, actor: User, event: Event) -> str:
    seat_pods(actor, event)
    del request
    return _("The pods are seated. Check them, then publish them.")


def _publish_pods(request: HttpRequest, actor: User, event: Event) -> str:
    publish_pods(actor, event)
    del request
    return _("The pods are published. Players can see their pods and seats.")


def _seat_late_players(request: HttpRequest, actor: User, event: Event) -> str:
    seated = seat_late_players(actor, event)
    del request
    text = ngettext("%(seated)d player got a seat in the pods.", "%(seated)d players got a seat in the pods.", seated)
    return text % {"seated": seated}


def _discard_pods(request: HttpRequest, actor: User, event: Event) -> str:
    discard_pods(actor, event)
    del request
    return _("The pods were discarded.")


def _pair(request: HttpRequest, actor: User, event: Event) -> str:
    round_ = pair_round(actor, event, waiver=_waiver(request))
    return _("%(round)s is paired. Check the pairings, then publish them.") % {"round": name_of_round(round_)}


def _pair_again(request: HttpRequest, actor: User, event: Event) -> str:
    pair_again(actor, get_submitted_round(request, event))
    return _("The round was paired again with a new random seed.")


def _publish(request: HttpRequest, actor: User, event: Event) -> str:
    round_ = publish_round(actor, get_submitted_round(request, event), waiver=_waiver(request))
    return _("%(round)s is published. Players can see their tables.") % {"round": name_of_round(round_)}


def _discard(request: HttpRequest, actor: User, event: Event) -> str:
    discard_round(actor, get_submitted_round(request, event))
    return _("The pairings were discarded.")


def _finish_round(request: HttpRequest, actor: User, event: Event) -> str:
    round_ = finish_round(actor, get_submitted_round(request, event))
    if round_.stage.is_elimination:
        return _("%(round)s is finished.") % {"round": name_of_round(round_)}
    return _("%(round)s is finished. The standings after it are published.") % {"round": name_of_round(round_)}


def _call_time(request: HttpRequest, actor: User, event: Event) -> str:
    round_ = call_time(actor, get_submitted_round(request, event))
    return _("Time was called in %(round)s. Each table's page says what is still to be played.") % {
        "round": name_of_round(round_)
    }


def _undo_time_call(request: HttpRequest, actor: User, event: Event) -> str:
    undo_time_call(actor, get_submitted_round(request, event))
    return _("The time call was undone.")


def _size(request: HttpRequest) -> int | None:
    """Return the size of the cut in the submitted form, or `None`."""
    size = request.POST.get("size", "")
    return int(size) if size.isdecimal() and len(size) < 3 else None


def _start_cut(request: HttpRequest, actor: User, event: Event) -> str:
    start_cut(actor, event, size=_size(request), waiver=_waiver(request))
    return _("The cut is seeded. Check it, then publish it.")


def _finish_event(request: HttpRequest, actor: User, event: Event) -> str:
    finish_event(actor, event, reason=posted_text(request, "reason"))
    return _("The event is finished. Its standings are final.")


ACTIONS: dict[str, Callable[[HttpRequest, User, Event], str]] = {
    "pair": _pair,
    "seat-pods": _seat_pods,
    "publish-pods": _publish_pods,
    "discard-pods": _discard_pods,
    "seat-late-players": _seat_late_players,
    "pair-again": _pair_again,
    "publish": _publish,
    "discard": _discard,
    "finish-round": _finish_round,
    "call-time": _call_time,
    "take-time-back": _undo_time_call,
    "start-cut": _start_cut,
    "finish-event": _finish_event,
}


@require_POST
@login_required
@once
def act(request: HttpRequest, slug: str, action: str) -> HttpResponse:
    """Execute an action of the desk.

    Permission: organisers, head judges and scorekeepers, checked by the service.
    """
    event = get_event_or_404(request, slug)
    actor = signed_in_user(request)
    do = ACTIONS.get(action)
    if do is None:
        raise MissingError(_("This action does not exist."))
    require_staff(actor, event)
    with errors_as_message(request) as refusal:
        done = do(request, actor, event)
        messages.success(request, done)
    if refusal.error and any(request.POST.get(name) for name in _TYPED):
        event = get_event_or_404(request, slug)
        return _page(request, event, rights(actor, event), status=refusal.error.status)
    return redirect("pairings:desk", event.slug)


@require_safe
@login_required
@never_cache
def board(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the tables of the latest round.

    Permission: everyone with a role at the event.

    An open page polls with its ``expected_version`` and gets 204 if nothing has changed.
    """
    event = get_event_or_404(request, slug)
    require_staff(signed_in_user(request), event)
    version_token = new_version_token(request, version_tokens(event))
    if version_token is None:
        return HttpResponse(status=204)
    event_rights, round_ = rights(request.user, event), selectors.event_plan(event).latest_round
    context: dict[str, Any] = {"event": event, "rights": event_rights, "round": round_, "version_token": version_token}
    if round_ is not None:
        context |= _filter_tiles(request, round_)
        context["panels"] = desk_panels.of(request, DeskSubject(round_, event_rights))
    return render(request, "pairings/board.html", context)


def _filter_tiles(request: HttpRequest, round_: Round) -> dict[str, Any]:
    """Return the filtered tiles and the selected table."""
    show = request.GET.get("show", "")
    show = show if show in tables.FILTERS else "all"
    tiles_as = request.GET.get("tiles", "")
    tiles_as = tiles_as if tiles_as in tables.DENSITIES else ""
    every = tables.load_tiles(round_)
    table = request.GET.get("table", "")
    chosen = next((tile for tile in every if str(tile.table) == table), None)
    counts = tables.count_by_filter(every)
    query = {"show": show, "tiles": tiles_as}
    link = f"?{urlencode(query)}&table="
    return {
        "tiles": tables.render_tiles([t for t in every if show in t.filters], link, chosen.table if chosen else None),
        "tiles_as": tiles_as,
        "show": show,
        "counts": counts,
        "filters": [(name, label, counts[name]) for name, label in tables.FILTERS.items()],
        "densities": list(tables.DENSITIES.items()),
        "chosen": chosen,
        "scores": _scores(round_, chosen) if chosen else [],
        "keys": _scores(round_, None),
        "enterable": round_.status == Round.Status.PUBLISHED,
        "back": f"{request.path}?{urlencode(query)}",
    }


def _scores(round_: Round, chosen: tables.Tile | None) -> list[tuple[int, str, str]]:
    """Return the usual scores: keyboard key, form value and label."""
    stage = round_.stage
    names = chosen.names if chosen and len(chosen.names) == 2 else ("A", "B")
    usual = usual_scores(stage.best_of, needs_winner=stage.is_elimination)[:9]
    return [
        (key, f"{one.first}-{one.second}-{one.drawn}-{one.kind.value}", label_with_winner(one, names))
        for key, one in enumerate(usual, 1)
    ]
