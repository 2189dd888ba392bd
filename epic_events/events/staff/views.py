"""Pages of staff roles and invitations."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from epic_events.accounts.idempotency import once
from epic_events.accounts.models import User
from epic_events.events.forms import RoleForm
from epic_events.events.models import Event, Invitation, StaffRole
from epic_events.events.staff.services import invitations, roles
from epic_events.events.views.shared import get_event_for_staff, signed_in_user
from epic_events.infra.errors import MissingError
from epic_events.infra.form_errors import errors_in_form


def _add_message(request: HttpRequest, made: StaffRole | Invitation) -> None:
    """Add a message about the assigned role or the sent invitation."""
    if isinstance(made, StaffRole):
        messages.success(request, _("The role has been assigned."))
    elif made.sent_at:
        words = _("An invitation has been sent to %(email)s. The role takes effect when it is accepted.")
        messages.success(request, words % {"email": made.email})
    else:
        messages.error(request, _("The e-mail to %(email)s could not be sent. Send it again.") % {"email": made.email})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def staff(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the staff and assign roles.

    Permission: the event's staff; to assign, organisers.
    """
    event, held = get_event_for_staff(request, slug)
    form = RoleForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        with errors_in_form(form):
            made = roles.assign_role(
                signed_in_user(request), event, **form.cleaned_data, address=request.build_absolute_uri
            )
            _add_message(request, made)
            return redirect("events:staff", slug)
    context = {
        "event": event,
        "rights": held,
        "form": form,
        "team": event.staff.select_related("user").order_by("role", "pk"),
        "invitations": event.invitations.order_by("invited_at", "pk") if held.organise else [],
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
    roles.revoke_role(signed_in_user(request), role)
    messages.success(request, _("The role has been revoked."))
    still = event.staff.filter(user=signed_in_user(request)).exists() or signed_in_user(request).is_superuser
    return redirect("events:staff", slug) if still else redirect("web:me")


def _get_invitation_or_404(event: Event, key: int) -> Invitation:
    """Return an invitation of the event.

    Raises:
        MissingError: there is no such invitation.
    """
    found = event.invitations.filter(pk=key).first()
    if found is None:
        raise MissingError(_("This invitation has already been used or revoked."))
    found.event = event
    return found


@login_required
@require_POST
def revoke_invitation(request: HttpRequest, slug: str, key: int) -> HttpResponse:
    """Revoke an invitation. Permission: organisers, checked by the service."""
    event, _held = get_event_for_staff(request, slug)
    invitations.revoke_invitation(signed_in_user(request), _get_invitation_or_404(event, key))
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
        invitations.send_again(signed_in_user(request), _get_invitation_or_404(event, key), request.build_absolute_uri),
    )
    return redirect("events:staff", slug)


@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Show, accept or decline an invitation.

    Permission: anyone with the link; to respond, the account with the invited address.
    """
    found = invitations.load_invitation(token)
    if request.method == "POST":
        return _answer_invitation(request, token)
    reader = request.user if isinstance(request.user, User) else None
    context = {
        "invitation": found,
        "event_invited": found.event,
        "reader": reader,
        "is_addressee": reader is not None and reader.email == found.email,
    }
    return render(request, "events/invitation.html", context)


@login_required
def _answer_invitation(request: HttpRequest, token: str) -> HttpResponse:
    if "decline" in request.POST:
        invitations.decline_invitation(signed_in_user(request), token)
        messages.success(request, _("You have declined the invitation."))
        return redirect("web:me")
    held = invitations.accept_invitation(signed_in_user(request), token)
    role = {"role": held.get_role_display(), "event": held.event.name}
    messages.success(request, _("You are now on the staff of %(event)s: %(role)s.") % role)
    return redirect("events:staff", held.event.slug)
