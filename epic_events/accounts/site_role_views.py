"""Administration page of site roles."""

from dataclasses import dataclass

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from epic_events.accounts import site_roles
from epic_events.accounts.models import SiteRole, User
from epic_events.accounts.permissions import require_site_admin
from epic_events.audit_log.models import Entry
from epic_events.infra.errors import MissingError
from epic_events.infra.form_errors import errors_in_form

DESCRIPTIONS = {
    ("site_role.given", SiteRole.Role.JUDGE): gettext_lazy("is now a site judge"),
    ("site_role.taken", SiteRole.Role.JUDGE): gettext_lazy("is no longer a site judge"),
    ("site_role.given", SiteRole.Role.ORGANISER): gettext_lazy("can now create events"),
    ("site_role.taken", SiteRole.Role.ORGANISER): gettext_lazy("can no longer create events"),
}
VERBS = {verb for verb, _role in DESCRIPTIONS}
LINES_SHOWN = 100


class SiteRoleForm(forms.Form):
    """Form to assign a site role."""

    email = forms.EmailField(
        label=gettext_lazy("E-mail address"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
        help_text=gettext_lazy("The account must have confirmed this address."),
    )
    role = forms.ChoiceField(
        label=gettext_lazy("Role"), choices=SiteRole.Role.choices, initial=SiteRole.Role.JUDGE, required=False
    )
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=site_roles.MAX_REASON_LENGTH)


@dataclass(frozen=True)
class RoleLogLine:
    """An audit entry about a site role with the names of its users."""

    entry: Entry
    who: User | None
    words: str


def _lines() -> list[RoleLogLine]:
    """Return the latest role changes, newest first."""
    entries = list(Entry.objects.filter(verb__in=VERBS).select_related("actor").order_by("-pk")[:LINES_SHOWN])
    people = User.objects.in_bulk([entry.subject_id for entry in entries])
    return [RoleLogLine(entry, people.get(entry.subject_id), _describe(entry)) for entry in entries]


def _describe(entry: Entry) -> str:
    return str(DESCRIPTIONS[entry.verb, SiteRole.Role(entry.data.get("role", SiteRole.Role.JUDGE))])


def _success_message(user: User, verb: str, role: str) -> str:
    return f"{user} {DESCRIPTIONS[verb, SiteRole.Role(role)]}."


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def site_judges(request: HttpRequest) -> HttpResponse:
    """List and assign site roles. Permission: site administrators."""
    assert isinstance(request.user, User)
    require_site_admin(request.user)
    form = SiteRoleForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        with errors_in_form(form):
            given = {**form.cleaned_data, "role": form.cleaned_data["role"] or SiteRole.Role.JUDGE}
            site_role = site_roles.assign_site_role(request.user, **given)
            messages.success(request, _success_message(site_role.user, "site_role.given", site_role.role))
            return redirect("site:judges")
    site_roles_held = SiteRole.objects.select_related("user", "given_by")
    context = {"form": form, "judges": site_roles_held.order_by("role", "user__name", "pk"), "lines": _lines()}
    return render(request, "site/judges.html", context, status=400 if form.errors else 200)


@login_required
@require_POST
def remove_role(request: HttpRequest, key: int) -> HttpResponse:
    """Remove a site role with a reason. Permission: site administrators."""
    assert isinstance(request.user, User)
    require_site_admin(request.user)
    site_role = SiteRole.objects.filter(pk=key).select_related("user").first()
    if site_role is None:
        raise MissingError(_("This role has already been revoked."))
    site_roles.remove_site_role(
        request.user, site_role.user, reason=request.POST.get("reason", ""), role=site_role.role
    )
    messages.success(request, _success_message(site_role.user, "site_role.taken", site_role.role))
    return redirect("site:judges")
