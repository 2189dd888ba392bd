"""Views of the repair wizard and of past repairs."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from epic_events.accounts.models import display_name
from epic_events.events.models import Event
from epic_events.events.permissions import Rights, require_scorekeeper
from epic_events.events.views.shared import get_event_for_staff, signed_in_user
from epic_events.infra.errors import MissingError
from epic_events.infra.form_errors import errors_in_form
from epic_events.infra.names import isolated
from epic_events.pairings.methods.scores import DASH
from epic_events.pairings.models import Match, Repair, Round
from epic_events.pairings.repairs import services as repairing
from epic_events.pairings.repairs.forms import FORMS, FindForm, RepairForm, Subject
from epic_events.pairings.repairs.services import StalePreviewError, can_undo
from epic_events.pairings.repairs.services.kinds import get_match, get_round
from epic_events.pairings.repairs.services.undo import get_repair
from epic_events.pairings.repairs.summaries import DESCRIPTIONS, TITLES, get_title, summarise
from epic_events.pairings.round_names import name_of_round


@require_safe
@login_required
@never_cache
def repairs(request: HttpRequest, slug: str) -> HttpResponse:
    """List available and past repairs.

    Permission: the event's staff. Available repairs are shown to users who may pair.
    """
    event, event_rights = get_event_for_staff(request, slug)
    done = list(Repair.objects.of_event(event).defer("changes", "summary"))
    for repair in done:
        repair.event = event
    context = {
        "event": event,
        "rights": event_rights,
        "choices": [(kind, TITLES[kind], DESCRIPTIONS[kind]) for kind in _possible_kinds(event)]
        if event_rights.score
        else [],
        "done": [
            (repair, get_title(repair.kind), _author_name(repair), _may_undo(request, repair, event_rights))
            for repair in done
        ],
    }
    return render(request, "pairings/repairs.html", context)


def _possible_kinds(event: Event) -> list[str]:
    """Return the kinds of repair that are possible in the event's status."""
    if event.status == Event.Status.FINISHED:
        return ["reopen"]
    if event.status != Event.Status.RUNNING:
        return []
    return [kind for kind in DESCRIPTIONS if kind != "reopen"]


def _author_name(repair: Repair) -> str:
    return display_name(repair.actor) if repair.actor else ""


def _may_undo(request: HttpRequest, repair: Repair, event_rights: Rights) -> bool:
    own = (
        event_rights.head_judge or event_rights.organise or (event_rights.score and repair.actor_id == request.user.pk)
    )
    return own and not hasattr(repair, "undone_by")


@require_safe
@login_required
@never_cache
def repair_page(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show a repair and its changes. Permission: the event's staff."""
    event, event_rights = get_event_for_staff(request, slug)
    repair = get_repair(event, pk)
    repair.event = event
    context = {
        "event": event,
        "rights": event_rights,
        "repair": repair,
        "title": get_title(repair.kind),
        "who": _author_name(repair),
        "shown": summarise(event, repair.summary),
        "may_undo": can_undo(signed_in_user(request), repair) and not hasattr(repair, "undone_by"),
    }
    return render(request, "pairings/repair.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def repair_new(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """Collect the parameters of a repair, preview it, and execute it.

    Permission: organisers, head judges and scorekeepers. For an undo see ``can_undo``, checked by the service.
    """
    event, event_rights = get_event_for_staff(request, slug)
    require_scorekeeper(signed_in_user(request), event)
    form_of = FORMS.get(kind)
    if form_of is None:
        raise MissingError(_("This kind of repair does not exist."))
    parameters = request.POST if request.method == "POST" else request.GET
    subject = _subject(event, form_of.needs, parameters)
    if form_of.needs and subject is None:
        return _find(request, event, event_rights, kind, form_of.needs)
    data = request.POST if request.method == "POST" else None
    form = form_of(data, event=event, subject=subject, initial=_initial(parameters))
    if data is not None and form.is_valid() and "edit" not in data:
        with errors_in_form(form):
            return _preview_or_do(request, event, event_rights, kind, form)
    return _page(request, event, event_rights, kind, form)


def _subject(event: Event, needs: str, parameters: QueryDict) -> Subject:
    """Return the object of the repair if the URL or the form names it."""
    value = parameters.get(needs, "") if needs else ""
    if not value.isdecimal() or len(value) > 18:
        return None
    if needs == "match":
        return get_match(event, int(value))
    return get_round(event, int(value)) if needs == "round" else get_repair(event, int(value))


def _initial(parameters: QueryDict) -> dict[str, Any]:
    """Return the initial form values given in the URL."""
    return {name: parameters[name] for name in ("first", "second", "entry") if name in parameters}


def _find(request: HttpRequest, event: Event, event_rights: Rights, kind: str, needs: str) -> HttpResponse:
    """Show the search for a round or table.

    Raises:
        MissingError: an undo must be opened from the repair.
    """
    if needs == "repair":
        raise MissingError(_("This repair does not exist in this event."))
    form = FindForm(request.GET if "table" in request.GET else None, event=event, needs=needs)
    found = form.find_matches() if form.is_bound and form.is_valid() else []
    if len(found) == 1:
        return redirect(f"{reverse('pairings:repair_new', args=[event.slug, kind])}?match={found[0].pk}")
    context = {
        "event": event,
        "rights": event_rights,
        "title": get_title(kind),
        "about": DESCRIPTIONS.get(kind, ""),
        "form": form,
        "kind": kind,
        "found": [(match.pk, _describe_subject(match)) for match in found],
    }
    return render(request, "pairings/repair_find.html", context, status=400 if form.errors else 200)


def _page(request: HttpRequest, event: Event, event_rights: Rights, kind: str, form: RepairForm) -> HttpResponse:
    context = {
        "event": event,
        "rights": event_rights,
        "kind": kind,
        "title": get_title(kind),
        "form": form,
        "about": _describe_subject(form.subject) or DESCRIPTIONS.get(kind, ""),
        "subject": (form.needs, form.subject.pk) if form.subject else None,
    }
    return render(request, "pairings/repair_new.html", context, status=400 if form.errors else 200)


def _describe_subject(subject: Subject) -> str:
    """Describe the object of a repair."""
    if isinstance(subject, Match):
        names = f" {DASH} ".join(
            isolated(seat.registration.name) for seat in subject.seats.select_related("registration")
        )
        table = _("table %(table)s") % {"table": subject.table} if subject.table else _("bye")
        return f"{name_of_round(subject.round)}, {table}: {names}"
    if isinstance(subject, Round):
        return name_of_round(subject)
    return f"{get_title(subject.kind)}: {subject.reason}" if subject else ""


def _preview_or_do(
    request: HttpRequest, event: Event, event_rights: Rights, kind: str, form: RepairForm
) -> HttpResponse:
    """Preview the repair, or execute it if the form has a preview's fingerprint.

    Raises:
        UserError: the repair is not possible.
    """
    actor, reason = signed_in_user(request), form.cleaned_data["reason"]
    fingerprint, stale = request.POST.get("fingerprint", ""), False
    if fingerprint:
        try:
            repair = repairing.repair(actor, event, form.kind, reason=reason, fingerprint=fingerprint)
        except StalePreviewError as error:
            messages.warning(request, str(error))
            stale = True
        else:
            messages.success(request, _("The repair was made."))
            return redirect("pairings:repair", event.slug, repair.pk)
    preview = repairing.preview(actor, event, form.kind, reason=reason)
    context = {
        "event": event,
        "rights": event_rights,
        "kind": kind,
        "title": get_title(kind),
        "about": _describe_subject(form.subject) or DESCRIPTIONS.get(kind, ""),
        "reason": reason,
        "preview": preview,
        "shown": summarise(event, preview.difference.as_json()),
        "sent": [
            (name, value)
            for name, value in request.POST.items()
            if name not in ("csrfmiddlewaretoken", "fingerprint", "edit")
        ],
    }
    return render(request, "pairings/repair_preview.html", context, status=409 if stale else 200)
