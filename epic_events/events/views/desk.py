"""Pages on which staff manage an event's players.

List, entry, bulk entry and merging.
"""

from collections.abc import Callable, Collection, Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from epic_events.accounts.idempotency import once
from epic_events.accounts.models import Player, User
from epic_events.accounts.services import CLAIM_DAYS, claim_token
from epic_events.audit_log.models import Entry
from epic_events.bulk_import.forms import ImportForm, add_saved_message, differs_from_preview, preview_context
from epic_events.events import services
from epic_events.events.audit_pages import build_audit_log_lines
from epic_events.events.forms import AddPlayerForm, EntryForm, PlayersFilter, ReasonForm
from epic_events.events.models import Event, Registration
from epic_events.events.permissions import Rights, require_organiser, require_scorekeeper, rights
from epic_events.events.readiness import MAX_NAMED, has_requirements, list_unready_entries, load_readiness
from epic_events.events.selectors import get_entry_or_404, load_versioned_event, waitlist_position
from epic_events.events.services.bulk_entry import (
    MAX_CHARACTERS,
    ParsedPlayer,
    add_players,
    check_player_list,
    ignored_notice,
)
from epic_events.events.services.play import must_join_waitlist
from epic_events.events.views.shared import (
    get_event_for_staff,
    get_event_or_404,
    has_current_version,
    posted_text,
    renewal,
    signed_in_user,
)
from epic_events.infra.collation import name_order
from epic_events.infra.edit_conflicts import expected_version, version_context
from epic_events.infra.errors import MissingError
from epic_events.infra.form_errors import errors_as_message, errors_in_form
from epic_events.infra.limits import LongTextField
from epic_events.infra.names import isolated, within_sentence

PAGE_SIZE = 100
Status = Registration.Status


def _with_reason(act: Callable[..., Registration]) -> Callable[[User, Registration, str], Registration]:
    return lambda actor, entry, reason: act(actor, entry, reason=reason)


def _ignoring_reason(
    act: Callable[[User, Registration], Registration],
) -> Callable[[User, Registration, str], Registration]:
    return lambda actor, entry, _reason: act(actor, entry)


ACTIONS: dict[str, Callable[[User, Registration, str], Registration]] = {
    "check-in": _ignoring_reason(services.check_in),
    "undo-check-in": _ignoring_reason(services.undo_check_in),
    "admit": _ignoring_reason(services.admit),
    "withdraw": _with_reason(services.withdraw),
    "reinstate": _with_reason(services.reinstate),
    "remove-person": _with_reason(services.remove_person),
}


def _counts(event: Event) -> dict[str, int]:
    """Return the number of entries by status."""
    counts = event.registrations.order_by().values_list("status").annotate(Count("pk"))
    return {**dict.fromkeys(Status.values, 0), **dict(counts)}


def _presence(event: Event) -> dict[str, Any]:
    """Return the numbers of present, expected, missing and surplus players."""
    counts = _counts(event)
    expected = counts[Status.CHECKED_IN] + counts[Status.REGISTERED]
    return {
        "counts": counts,
        "present": counts[Status.CHECKED_IN],
        "expected": expected,
        "played": event.registrations.counted().count() if event.status == Event.Status.FINISHED else expected,
        "missing": counts[Status.REGISTERED] if event.status == Event.Status.RUNNING else 0,
        "beyond": max(0, expected - event.capacity) if event.capacity and not event.is_over else 0,
    }


def _players_context(request: HttpRequest, event: Event, event_rights: Rights) -> dict[str, Any]:
    """Return the template context of the list of players."""
    narrow = PlayersFilter(request.GET or None)
    entries = event.registrations.select_related("player").order_by(name_order("name"), "pk")
    if not event_rights.staff:
        entries = entries.exclude(status=Status.WITHDRAWN)
    if narrow.is_valid():
        if narrow.cleaned_data["q"]:
            entries = entries.filter(name__icontains=narrow.cleaned_data["q"])
        if narrow.cleaned_data["status"]:
            entries = entries.filter(status=narrow.cleaned_data["status"])
    waiting = {
        pk: place for place, pk in enumerate(event.registrations.waiting().values_list("pk", flat=True), start=1)
    }
    page = Paginator(entries, PAGE_SIZE).get_page(request.GET.get("page"))
    for entry in page:
        entry.place = waiting.get(entry.pk, 0)  # type: ignore[attr-defined]  # for the page
        entry.event = event
    if event_rights.staff:
        _add_readiness(event, list(page))
    return {
        "event": event,
        "rights": event_rights,
        "filter": narrow,
        "page_obj": page,
        "add_form": AddPlayerForm(),
        "must_join_waitlist": must_join_waitlist(event),
        **_presence(event),
    }


def _add_readiness(event: Event, entries: Sequence[Registration]) -> None:
    """Set ``readiness`` on all entries that are active or on the waitlist."""
    entry_ids = [entry.pk for entry in entries if entry.status not in (Status.WITHDRAWN, Status.DROPPED)]
    readiness = load_readiness(event, None, entry_ids)
    for entry in entries:
        entry.readiness = readiness.get(entry.pk, [])  # type: ignore[attr-defined]  # for the page


def _warn_about_unready(request: HttpRequest, event: Event, entries: Collection[int]) -> None:
    """Add a warning that names checked-in players who do not meet the requirements."""
    unready = list_unready_entries(event, None, entries) if has_requirements(event) else []
    lacking = [one for one in unready if one.readiness.blocks and not one.readiness.due_later]
    if lacking:
        descriptions = [one.description for one in lacking]
        names = ", ".join(descriptions[:MAX_NAMED]) + (" …" if len(descriptions) > MAX_NAMED else "")
        messages.warning(
            request, _("These players are not ready, and the next round waits for them: %(named)s.") % {"named": names}
        )


@require_safe
def players(request: HttpRequest, slug: str) -> HttpResponse:
    """List the players, with actions for the staff.

    Permission: everyone who may see the event.
    """
    event, tokens, event_rights = load_versioned_event(request.user, slug)
    if has_current_version(request, tokens.latest):
        return HttpResponse(status=204)
    context = {**_players_context(request, event, event_rights), **renewal(event, tokens.latest)}
    return render(request, "events/players.html", context)


@login_required
@require_POST
@once
def add_player(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter a player by name. Permission: organisers, head judges, scorekeepers."""
    event, event_rights = get_event_for_staff(request, slug)
    form = AddPlayerForm(request.POST)
    if form.is_valid():
        with errors_in_form(form):
            entry = services.add_player(signed_in_user(request), event, name=form.cleaned_data["name"])
            _add_entry_message(request, entry)
            return redirect("events:players", slug)
    context = {**_players_context(request, event, event_rights), "add_form": form}
    return render(request, "events/players.html", context, status=400)


def _add_entry_message(request: HttpRequest, entry: Registration) -> None:
    """Add a message that the player was entered or joined the waitlist."""
    name = {"name": isolated(entry.name), "place": waitlist_position(entry)}
    if entry.status == Status.WAITLISTED:
        text = _(
            "The event is full. %(name)s is number %(place)d on the waitlist and will not be paired until admitted."
        )
        messages.warning(request, text % name)
    elif entry.status == Status.CHECKED_IN:
        messages.success(request, _("%(name)s has been entered and plays from the next round.") % name)
    else:
        messages.success(request, _("%(name)s has been entered.") % name)


@login_required
@require_POST
def check_in_all(request: HttpRequest, slug: str) -> HttpResponse:
    """Check in all registered players.

    Permission: organisers, head judges, scorekeepers.
    """
    event = get_event_or_404(request, slug)
    number = services.check_in_all(signed_in_user(request), event)
    text = ngettext("%(number)d player is checked in.", "%(number)d players are checked in.", number)
    messages.success(request, text % {"number": number})
    here = event.registrations.filter(status=Status.CHECKED_IN)
    _warn_about_unready(request, event, list(here.values_list("pk", flat=True)) if has_requirements(event) else [])
    return redirect("events:players", slug)


@login_required
@require_POST
def act_on_player(request: HttpRequest, slug: str, key: int, action: str) -> HttpResponse:
    """Change the status of an entry.

    Permission: organisers, head judges, scorekeepers.

    The actions are check in, undo check-in, admit, withdraw (or drop) and reinstate; organisers may also remove
    personal data after the event.
    """
    event, event_rights = get_event_for_staff(request, slug)
    act = ACTIONS.get(action)
    if act is None:
        raise MissingError(_("This action does not exist."))
    reason = ReasonForm(request.POST)
    words = reason.cleaned_data["reason"] if reason.is_valid() else ""
    entry = act(signed_in_user(request), get_entry_or_404(event, key), words)
    entry.event = event
    if getattr(request, "htmx", False):
        _add_readiness(event, [entry])
        context = {"event": event, "rights": event_rights, "entry": entry, **_presence(event)}
        return render(request, "events/partials/player_update.html", context)
    _add_action_message(request, entry)
    if action == "check-in":
        _warn_about_unready(request, event, [entry.pk])
    return redirect("events:player", slug, key) if "reason" in request.POST else redirect("events:players", slug)


def _add_action_message(request: HttpRequest, entry: Registration) -> None:
    """Add messages about the new status of an entry."""
    name, here = isolated(entry.name), _presence(entry.event)
    status = within_sentence(entry.get_status_display())
    messages.success(request, _("%(name)s: %(status)s.") % {"name": name, "status": status})
    if entry.status == Status.REGISTERED and here["missing"]:
        messages.warning(
            request, _("Check in %(name)s as well. Only players who are checked in are paired.") % {"name": name}
        )
    if entry.status == Status.CHECKED_IN and here["beyond"]:
        text = _("The event now has %(taken)d players, more than its capacity of %(capacity)d.")
        messages.warning(request, text % {"taken": here["expected"], "capacity": entry.event.capacity})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@once
def player(request: HttpRequest, slug: str, key: int) -> HttpResponse:
    """Show and edit an entry, with the link to claim it.

    Permission: the event's staff.
    """
    event, event_rights = get_event_for_staff(request, slug)
    entry = get_entry_or_404(event, key)
    initial = {"name": entry.name, "fixed_table": entry.fixed_table, "awarded_byes": entry.awarded_byes}
    form = EntryForm(request.POST if request.method == "POST" else None, initial=initial)
    conflict = version_context(services.entry_version_token(entry), request)
    if request.method == "POST" and form.is_valid():
        with errors_in_form(form) as refusal:
            services.edit_entry(
                signed_in_user(request), entry, **form.cleaned_data, expected_version=expected_version(request)
            )
            messages.success(request, _("Saved."))
            return redirect("events:players", slug)
        if refusal.error:
            conflict = version_context("", request, refusal.error)
    claim_url, removed = "", entry.name == services.pseudonym(entry)
    if entry.player.user_id is None and event_rights.score and not removed:
        claim_url = request.build_absolute_uri(reverse("events:claim", args=[claim_token(entry.player)]))
    context = {
        "event": event,
        "rights": event_rights,
        "entry": entry,
        "form": form,
        **conflict,
        "reason_form": ReasonForm(),
        "claim_url": claim_url,
        "claim_days": CLAIM_DAYS,
        "lines": build_audit_log_lines(Entry.objects.about(entry)),
        "readiness": load_readiness(event, None, [entry.pk])[entry.pk],
        "may_leave": entry.status in (*Registration.ACTIVE_STATUSES, Status.WAITLISTED) and not event.is_over,
        "may_remove": event_rights.organise and event.is_over and not removed,
        "may_return": entry.status in (Status.DROPPED, Status.WITHDRAWN) and not event.is_over,
    }
    return render(request, "events/player.html", context, status=400 if form.errors else 200)


class PlayerListForm(ImportForm):
    """Form of a list of players."""

    longest = MAX_CHARACTERS

    text = LongTextField(
        label=gettext_lazy("Players"),
        required=False,
        max_length=longest,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 12}),
        help_text=gettext_lazy(
            "One player per line, or a table with commas, semicolons or tabs whose first line names the columns, "
            "such as “name”. Exports of Google Forms, pretix, Meetup, start.gg, Challonge and melee.gg, and files of "
            "TOM, WER, "
            "NRTM and TRF are recognised."
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
    extra: dict[str, object] = {}
    if form.is_valid():
        with errors_in_form(form):
            text, save = form.cleaned_data["text"], "save" in request.POST
            players = check_player_list(event, text)
            extra["ignored"] = ignored_notice(text)
            another = differs_from_preview(request, text)
            extra |= preview_context(text, another=save and another)
            if save and not another:
                number = len(add_players(signed_in_user(request), event, text))
                words = ngettext("%(count)d player has been entered.", "%(count)d players have been entered.", number)
                add_saved_message(request, number, words, _("Nothing changed. These players are already entered."))
                return redirect("events:players", slug)
    new = sum(not each.is_entered and not each.problem for each in players)
    problems = sum(bool(each.problem) for each in players)
    context = {
        "event": event,
        "rights": rights(request.user, event),
        "form": form,
        "players": players,
        "new": new,
        "problems": problems,
        "can_save": new and not problems,
        **extra,
    }
    return render(request, "events/bulk_entry.html", context, status=400 if form.errors else 200)


MAX_QUERY_LENGTH = 80


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def merge_players_page(request: HttpRequest, slug: str, key: int) -> HttpResponse:
    """Search for a duplicate of an entry's player and merge the two.

    Permission: organisers of all affected events, and site administrators.
    """
    event = get_event_or_404(request, slug)
    require_organiser(signed_in_user(request), event)
    entry = get_entry_or_404(event, key)
    if request.method == "POST":
        with errors_as_message(request):
            services.merge_players(
                signed_in_user(request), entry.player, _selected_player(request), reason=posted_text(request, "reason")
            )
            messages.success(request, _("The players have been merged into %(name)s.") % {"name": isolated(entry.name)})
            return redirect("events:player", slug, key)
    words = request.GET.get("q", entry.name)[:MAX_QUERY_LENGTH].replace("\0", "")
    players = list(services.search_merge_candidates(signed_in_user(request), entry, words))
    context = {
        "event": event,
        "rights": rights(request.user, event),
        "entry": entry,
        "words": words,
        "found": [(player, _entries_of(request, player)) for player in players],
        "reason": request.POST.get("reason", ""),
    }
    return render(request, "events/merge_players.html", context)


def _selected_player(request: HttpRequest) -> Player:
    """Return the selected player.

    Raises:
        MissingError: there is no such player.
    """
    key = request.POST.get("player", "")
    player = Player.objects.current().filter(pk=int(key)).first() if key.isdecimal() and len(key) < 19 else None
    if player is None:
        raise MissingError(_("This player does not exist."))
    return player


def _entries_of(request: HttpRequest, player: Player) -> list[Registration]:
    """Return the entries of a player that the user may see, latest first."""
    visible = Event.objects.visible_to(request.user)
    entries = player.registrations.filter(event__in=visible).select_related("event")
    return list(entries.order_by("-event__starts_at", "-pk")[:5])
