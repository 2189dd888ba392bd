"""Pages on which organisers set up stages, staff and interpretations."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from epic_events.accounts.idempotency import once
from epic_events.accounts.models import User
from epic_events.events import services
from epic_events.events.forms import PlanForm, RoleForm
from epic_events.events.models import Event, Invitation, StaffRole
from epic_events.events.permissions import require_head_judge, require_organiser, rights
from epic_events.events.services.interpretations import chosen_options, chosen_printings, interpretations_version_token
from epic_events.events.services.stages import list_started_stages
from epic_events.events.views.shared import get_event_for_staff, get_event_or_404, signed_in_user
from epic_events.infra.edit_conflicts import expected_version, version_context
from epic_events.infra.errors import MissingError, UserError
from epic_events.infra.form_errors import ErrorDisplay, errors_in_form
from rules.games import GAMES
from rules.judge.setup.printings import printing_label

if TYPE_CHECKING:
    from rules.rulebooks import Interpretation


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def plan(request: HttpRequest, slug: str) -> HttpResponse:
    """Edit the stage plan. Permission: organisers.

    Buttons that move, add or remove a stage change only the form.
    """
    event = get_event_or_404(request, slug)
    require_organiser(signed_in_user(request), event)
    form = PlanForm(event, request.POST if request.method == "POST" else None)
    conflict, status = version_context(services.stage_plan_version_token(event), request), 200
    if request.method == "POST" and not form.change(request.POST.get("do", "")):
        status = 400
        if form.is_valid():
            with ErrorDisplay(lambda error: form.show(str(error), error.fields)) as refusal:
                services.plan_stages(
                    signed_in_user(request), event, form.plans(), expected_version=expected_version(request)
                )
                messages.success(request, _("The stage plan has been saved."))
                return redirect(event)
            conflict = version_context("", request, refusal.error)
    context = {
        "event": event,
        "form": form,
        **conflict,
        "rights": rights(request.user, event),
        "begun": len(list_started_stages(event)),
    }
    return render(request, "events/stages.html", context, status=status)


def _add_message(request: HttpRequest, assigned: StaffRole | Invitation) -> None:
    """Add a message about the assigned role or the sent invitation."""
    if isinstance(assigned, StaffRole):
        messages.success(request, _("The role has been assigned."))
    elif assigned.sent_at:
        words = _("An invitation has been sent to %(email)s. The role takes effect when it is accepted.")
        messages.success(request, words % {"email": assigned.email})
    else:
        messages.error(
            request, _("The e-mail to %(email)s could not be sent. Send it again.") % {"email": assigned.email}
        )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def staff(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the staff and assign roles.

    Permission: the event's staff; to assign, organisers.
    """
    event, event_rights = get_event_for_staff(request, slug)
    form = RoleForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        with errors_in_form(form):
            assigned = services.assign_role(
                signed_in_user(request), event, **form.cleaned_data, address=request.build_absolute_uri
            )
            _add_message(request, assigned)
            return redirect("events:staff", slug)
    context = {
        "event": event,
        "rights": event_rights,
        "form": form,
        "team": event.staff.select_related("user").order_by("role", "pk"),
        "invitations": event.invitations.order_by("invited_at", "pk") if event_rights.organise else [],
    }
    return render(request, "events/staff.html", context, status=400 if form.errors else 200)


@login_required
@require_POST
def revoke_role(request: HttpRequest, slug: str, key: int) -> HttpResponse:
    """Revoke a role, or resign from one's own. Permission: organisers and its holder."""
    event, _held = get_event_for_staff(request, slug)
    role = StaffRole.objects.filter(event=event, pk=key).first()
    if role is None:
        raise MissingError(_("Select a valid role."))
    role.event = event
    services.revoke_role(signed_in_user(request), role)
    messages.success(request, _("The role has been revoked."))
    still = event.staff.filter(user=signed_in_user(request)).exists() or signed_in_user(request).is_superuser
    return redirect("events:staff", slug) if still else redirect("web:my_page")


def _get_invitation_or_404(event: Event, key: int) -> Invitation:
    """Return an invitation of the event.

    Raises:
        MissingError: there is no such invitation.
    """
    invitation = event.invitations.filter(pk=key).first()
    if invitation is None:
        raise MissingError(_("This invitation has already been used or revoked."))
    invitation.event = event
    return invitation


@login_required
@require_POST
def revoke_invitation(request: HttpRequest, slug: str, key: int) -> HttpResponse:
    """Revoke an invitation. Permission: organisers, checked by the service."""
    event, _held = get_event_for_staff(request, slug)
    services.revoke_invitation(signed_in_user(request), _get_invitation_or_404(event, key))
    messages.success(request, _("The invitation has been revoked. Its link no longer works."))
    return redirect("events:staff", slug)


@login_required
@require_POST
@once
def send_again(request: HttpRequest, slug: str, key: int) -> HttpResponse:
    """Send an invitation again. Permission: organisers, checked by the service."""
    event, _held = get_event_for_staff(request, slug)
    _add_message(
        request,
        services.send_again(signed_in_user(request), _get_invitation_or_404(event, key), request.build_absolute_uri),
    )
    return redirect("events:staff", slug)


@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Show, accept or decline an invitation.

    Permission: anyone with the link; to respond, the account with the invited address.
    """
    invitation = services.load_invitation(token)
    if request.method == "POST":
        return _answer_invitation(request, token)
    reader = request.user if isinstance(request.user, User) else None
    context = {
        "invitation": invitation,
        "event_invited": invitation.event,
        "reader": reader,
        "is_addressee": reader is not None and reader.email == invitation.email,
    }
    return render(request, "events/invitation.html", context)


@login_required
def _answer_invitation(request: HttpRequest, token: str) -> HttpResponse:
    if "decline" in request.POST:
        services.decline_invitation(signed_in_user(request), token)
        messages.success(request, _("You have declined the invitation."))
        return redirect("web:my_page")
    held = services.accept_invitation(signed_in_user(request), token)
    role = {"role": held.get_role_display(), "event": held.event.name}
    messages.success(request, _("You are now on the staff of %(event)s: %(role)s.") % role)
    return redirect("events:staff", held.event.slug)


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

    def chosen_options(self) -> dict[str, int]:
        """Return the index of the chosen option by interpretation id."""
        return {entry.id: int(self.cleaned_data[entry.id]) for entry, _index in self.points}

    def chosen_printings(self) -> dict[str, int]:
        """Return the index of the chosen printing by card name."""
        return {name: int(self.cleaned_data[f"printing-{number}"]) for number, name in enumerate(self.cards)}


def _interpretations_context(
    request: HttpRequest, event: Event, form: InterpretationsForm, error: UserError | None = None
) -> dict[str, Any]:
    event_rights = rights(request.user, event)
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
        "rights": event_rights,
        "form": form,
        "may_choose": event_rights.head_judge and not event.has_started and not event.is_over,
        "printings": [form[f"printing-{number}"] for number in range(len(form.cards))],
        "older": event.printings,
        **version_context(interpretations_version_token(event), request, error),
        "deviating": [point for point in points if point["deviates"]],
        # Points that need confirmation come first, because they vary most between tables.
        "points": sorted(points, key=lambda point: not point["entry"].needs_confirmation),
    }


@require_safe
def interpretations(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the interpretations of the event.

    Permission: everyone who may see the event.
    """
    event = get_event_or_404(request, slug)
    return render(
        request, "events/interpretations.html", _interpretations_context(request, event, InterpretationsForm(event))
    )


@login_required
@require_POST
def choose_interpretations(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose the interpretations. Permission: head judges and organisers."""
    event = get_event_or_404(request, slug)
    require_head_judge(signed_in_user(request), event)
    form, refused = InterpretationsForm(event, request.POST), None
    if form.is_valid():
        with errors_in_form(form) as refusal:
            services.choose_interpretations(
                signed_in_user(request),
                event,
                form.chosen_options(),
                form.chosen_printings(),
                expected_version=expected_version(request),
            )
            messages.success(request, _("Saved."))
            return redirect("events:interpretations", slug)
        if refusal.error:
            refused = refusal.error
    return render(
        request, "events/interpretations.html", _interpretations_context(request, event, form, refused), status=400
    )
