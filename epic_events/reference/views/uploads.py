"""Pages of the official texts that organisers bring in: upload, look at the preview, publish, withdraw."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from epic_events.accounts.forms import show_error
from epic_events.accounts.models import User
from epic_events.errors import NotAllowedError, UserError
from epic_events.reference import services, shelf
from epic_events.reference.forms import PublishForm, UploadForm, WithdrawForm
from epic_events.reference.models import DocumentUnit, DocumentVersion
from epic_events.reference.permissions import (
    can_manage,
    can_upload,
    known_version,
    readable_owners,
    require_manage,
    require_upload,
)
from rules.rulebooks.importing import FindingKind

PER_PAGE = 30


def _person(request: HttpRequest) -> User:
    """Return who is signed in; ``login_required`` stands in front.

    Raises:
        NotAllowedError: never for these views.
    """
    if not isinstance(request.user, User):
        raise NotAllowedError(_("Sign in first."))
    return request.user


@login_required
@require_safe
def uploads(request: HttpRequest) -> HttpResponse:
    """List the official texts that one may read. Permission: everybody who is signed in."""
    found = DocumentVersion.objects.readable_by(request.user, readable_owners(request.user)).with_steps()
    ordered = found.defer("source", "findings").order_by("document__title", "-pk")
    page = Paginator(ordered, PER_PAGE).get_page(request.GET.get("page"))
    context = {"page_obj": page, "may_upload": can_upload(request.user), "books": shelf.rulebooks()}
    return render(request, "reference/uploads.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def upload_new(request: HttpRequest) -> HttpResponse:
    """Upload an official text and see what is read of it. Permission: who organises an event."""
    require_upload(request.user)
    form = UploadForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            version, new = services.upload(
                _person(request),
                game=data["game"],
                profile=data["profile"],
                title=data["title"],
                content=data["content"],
            )
        except UserError as error:
            show_error(form, error)
        else:
            words = _("Read as a preview: look at the warnings, then publish it.")
            known = _("This file was uploaded before and has not changed: nothing was added.")
            (messages.success if new else messages.info)(request, words if new else known)
            return redirect(version)
    context = {"form": form, "books": shelf.rulebooks()}
    return render(request, "reference/upload_new.html", context, status=400 if form.errors else 200)


@require_safe
def upload(request: HttpRequest, key: int) -> HttpResponse:
    """Show a version: tree, units, warnings. Permission: who may read it; a preview only its uploader."""
    return _show(request, known_version(request.user, key))


def _show(
    request: HttpRequest, version: DocumentVersion, form: PublishForm | None = None, status: int = 200
) -> HttpResponse:
    """Render the page of a version."""
    units = list(version.units.all())
    places = {unit.citation: unit.order for unit in units}
    book = shelf.rulebooks().get(version.document.rulebook)
    first = {"effective_on": version.revised or timezone.localdate(), "permission": ""}
    context: dict[str, Any] = {
        "version": version,
        "document": version.document,
        "step": version.last_step,
        "book": book,
        "books": shelf.rulebooks(),
        "chapters": _chapters(units),
        "findings": [
            {**finding, "what": FindingKind[finding["kind"]].value, "order": places.get(finding["unit"])}
            for finding in version.findings
        ],
        "lacking": _lacking(version, units),
        "may_manage": can_manage(request.user, version),
        "publish_form": form or PublishForm(initial=first),
        "withdraw_form": WithdrawForm(),
    }
    return render(request, "reference/upload.html", context, status=status)


def _chapters(units: list[DocumentUnit]) -> list[tuple[DocumentUnit, list[DocumentUnit]]]:
    """Return the outermost units, each with everything below it in order; the index is one chapter."""
    chapters: list[tuple[DocumentUnit, list[DocumentUnit]]] = []
    for unit in units:
        in_index = unit.kind == "term" and chapters and chapters[-1][0].kind == "term"
        if chapters and (unit.depth or in_index):
            chapters[-1][1].append(unit)
        else:
            chapters.append((unit, []))
    return chapters


def _lacking(version: DocumentVersion, units: list[DocumentUnit]) -> list[str]:
    """Return the rules of ours that the uploaded text does not have."""
    book = shelf.rulebooks().get(version.document.rulebook)
    theirs = {unit.citation for unit in units}
    return [rule.id for rule in book.units if rule.id not in theirs] if book else []


@login_required
@require_POST
def publish(request: HttpRequest, key: int) -> HttpResponse:
    """Publish a version. Permission: its uploader, and who looks after the site."""
    version = known_version(request.user, key)
    require_manage(request.user, version)
    form = PublishForm(request.POST)
    if form.is_valid():
        try:
            services.publish(_person(request), version, **form.cleaned_data)
        except UserError as error:
            show_error(form, error)
        else:
            messages.success(request, _("Published: the official wording now stands beside ours."))
            return redirect(version)
    return _show(request, version, form, status=400)


@login_required
@require_POST
def withdraw(request: HttpRequest, key: int) -> HttpResponse:
    """Withdraw a version. Permission: its uploader, and who looks after the site."""
    version = known_version(request.user, key)
    require_manage(request.user, version)
    form = WithdrawForm(request.POST)
    services.withdraw(_person(request), version, reason=form.cleaned_data["reason"] if form.is_valid() else "")
    messages.success(request, _("Withdrawn: the official wording is shown no more."))
    return redirect(version)
