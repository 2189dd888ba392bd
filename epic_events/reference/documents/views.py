"""Pages of official texts: upload, preview, symbols, publication, and versions."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Page, Paginator
from django.forms import BoundField
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from epic_events.accounts.models import User
from epic_events.accounts.permissions import SITE_JUDGES_ONLY, is_site_judge
from epic_events.infra.errors import NotAllowedError
from epic_events.infra.form_errors import errors_in_form
from epic_events.reference.documents import services
from epic_events.reference.documents import uploads as upload_services
from epic_events.reference.documents.editions import Edition, edition, editions, history
from epic_events.reference.documents.forms import PublishForm, SymbolsForm, UploadForm, WithdrawForm
from epic_events.reference.documents.symbols import MissingSymbol, added_symbols, find_missing_symbols, save_symbols
from epic_events.reference.models import DocumentReading, DocumentUnit, DocumentVersion
from epic_events.reference.permissions import (
    can_manage,
    can_upload,
    get_version_or_404,
    readable_owners,
    require_manage,
    require_publish,
    require_upload,
)
from epic_events.reference.rules import selectors
from rules.rulebooks.diff import UnitChange, compare_versions
from rules.rulebooks.importer import LOST_SYMBOL, FindingKind

UPLOADS_PER_PAGE = 30
MAX_DIGITS = 12
SHOWN_IMPORTS = "readings_told"
"""Session key of the imports whose result was shown, latest last."""
MAX_SHOWN_IMPORTS = 50
"""Maximum number of imports in the session."""


def _person(request: HttpRequest) -> User:
    """Return the signed-in user; the views use ``login_required``."""
    if not isinstance(request.user, User):
        raise NotAllowedError(_("Sign in first."))
    return request.user


@login_required
@require_safe
def upload_list(request: HttpRequest) -> HttpResponse:
    """List the readable official texts. Permission: signed-in users."""
    versions = DocumentVersion.objects.readable_by(request.user, readable_owners(request.user)).with_steps()
    ordered = versions.defer("source", "findings").order_by("document__title", "-pk")
    page = Paginator(ordered, UPLOADS_PER_PAGE).get_page(request.GET.get("page"))
    context = {"page_obj": page, "may_upload": can_upload(request.user), "books": selectors.rulebooks()}
    return render(request, "reference/uploads.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def upload_new(request: HttpRequest) -> HttpResponse:
    """Upload an official text for import. Permission: organisers and site judges."""
    require_upload(request.user)
    form = UploadForm(request.POST or None, request.FILES or None, initial=_initial_from_failed(request))
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        with errors_in_form(form):
            received = upload_services.queue_import(
                _person(request),
                game=data["game"],
                profile=data["profile"],
                title=data["title"],
                content=data["content"],
            )
            return redirect(received)
    context = {"form": form, "books": selectors.rulebooks()}
    return render(request, "reference/upload_new.html", context, status=400 if form.errors else 200)


def _initial_from_failed(request: HttpRequest) -> dict[str, str]:
    """Return initial form values from the user's failed import.

    The user can then correct the text.
    """
    query_text = request.GET.get("again", "")[:MAX_DIGITS]
    if not query_text.isascii() or not query_text.isdecimal():
        return {}
    before = upload_services.get_reading_or_404(request.user, int(query_text))
    return {"document": f"{before.game}/{before.profile}", "title": before.title, "text": before.source}


@login_required
@require_safe
def reading(request: HttpRequest, key: int) -> HttpResponse:
    """Show the progress of an import, then redirect to its version.

    Permission: its uploader.
    """
    import_job = upload_services.get_reading_or_404(request.user, key)
    fragment = request.headers.get("HX-Target") == "reading"
    if import_job.version is not None:
        _add_result_message(request, import_job)
        if fragment:
            return HttpResponse(headers={"HX-Redirect": import_job.version.get_absolute_url()})
        return redirect(import_job.version)
    if fragment and request.GET.get("expected_version") == _progress(import_job):
        return HttpResponse(status=204)
    context = {
        "reading": import_job,
        "expected_version": _progress(import_job),
        "fragment": fragment,
        "books": selectors.rulebooks(),
    }
    return render(
        request, "reference/partials/import_state.html" if fragment else "reference/document_import.html", context
    )


def _add_result_message(request: HttpRequest, import_job: DocumentReading) -> None:
    """Add the message about an import's result, once per browser session."""
    shown_imports = request.session.get(SHOWN_IMPORTS, [])
    if import_job.pk in shown_imports:
        return
    request.session[SHOWN_IMPORTS] = [*shown_imports[-MAX_SHOWN_IMPORTS:], import_job.pk]
    if import_job.is_new:
        messages.success(request, _("Text imported as a preview. Check the warnings, then publish it."))
    else:
        messages.info(request, _("This file was uploaded before and has not changed. No version was added."))


def _progress(import_job: DocumentReading) -> str:
    return f"{import_job.status}-{import_job.lines_read}"


@require_safe
def upload(request: HttpRequest, key: int) -> HttpResponse:
    """Show a version with its units and warnings.

    Permission: its readers; a preview only its uploader.
    """
    return _render_upload(request, get_version_or_404(request.user, key))


def _render_upload(
    request: HttpRequest, version: DocumentVersion, form: PublishForm | None = None, status: int = 200
) -> HttpResponse:
    units = list(version.units.all())
    places = {unit.citation: unit.order for unit in units}
    book = selectors.rulebooks().get(version.document.rulebook)
    lost = added_symbols(version.document_id, units)
    for_the_site = is_site_judge(request.user)
    first = {"effective_on": version.revised or timezone.localdate(), "permission": ""}
    context: dict[str, Any] = {
        "version": version,
        "document": version.document,
        "step": version.last_step,
        "book": book,
        "books": selectors.rulebooks(),
        "chapters": _chapters(units),
        "findings": [
            {**finding, "what": FindingKind[finding["kind"]].value, "order": places.get(finding["unit"])}
            for finding in version.findings
        ],
        "lacking": _missing_rules(version, units),
        "symbols": lost,
        "lost": sum(map(len, lost.values())),
        "filled": sum(bool(words) for places in lost.values() for words in places),
        "may_manage": can_manage(request.user, version),
        "publish_form": form or PublishForm(initial=first, for_the_site=for_the_site),
        "for_the_site": for_the_site,
        "ask_for_the_role": SITE_JUDGES_ONLY,
        "withdraw_form": WithdrawForm(),
    }
    return render(request, "reference/upload.html", context, status=status)


def _chapters(units: list[DocumentUnit]) -> list[tuple[DocumentUnit, list[DocumentUnit]]]:
    """Return the top-level units, each with its descendants in order.

    The index is one chapter.
    """
    chapters: list[tuple[DocumentUnit, list[DocumentUnit]]] = []
    for unit in units:
        in_index = unit.kind == "term" and chapters and chapters[-1][0].kind == "term"
        if chapters and (unit.depth or in_index):
            chapters[-1][1].append(unit)
        else:
            chapters.append((unit, []))
    return chapters


def _missing_rules(version: DocumentVersion, units: list[DocumentUnit]) -> list[str]:
    """Return our rules that are missing from the uploaded text."""
    book = selectors.rulebooks().get(version.document.rulebook)
    return list(book.missing_units({unit.citation for unit in units})) if book else []


@login_required
@require_POST
def publish(request: HttpRequest, key: int) -> HttpResponse:
    """Publish a version.

    Permission: uploader and site administrators; site judges for public texts.
    """
    version = get_version_or_404(request.user, key)
    require_publish(_person(request), version, for_everybody=bool(request.POST.get("for_everybody")))
    form = PublishForm(request.POST, for_the_site=is_site_judge(request.user))
    if form.is_valid():
        with errors_in_form(form):
            services.publish(_person(request), version, **form.cleaned_data)
            messages.success(request, _("Version published. The official text is now shown next to ours."))
            return redirect(version)
    return _render_upload(request, version, form, status=400)


@login_required
@require_POST
def unpublish(request: HttpRequest, key: int) -> HttpResponse:
    """Unpublish a version. Permission: its uploader and site administrators."""
    version = get_version_or_404(request.user, key)
    require_manage(request.user, version)
    form = WithdrawForm(request.POST)
    services.unpublish(_person(request), version, reason=form.cleaned_data["reason"] if form.is_valid() else "")
    messages.success(request, _("Version unpublished. The official text is no longer shown."))
    return redirect(version)


SYMBOLS_PER_PAGE = 100
"""Symbols per page; each needs two of the limited number of form fields."""
AROUND = 140
"""Characters shown before and after a missing symbol."""


@dataclass(frozen=True)
class SymbolRow:
    """One missing symbol on the page.

    Attributes:
        place: the missing symbol with its texts.
        before: the passage before it.
        after: the passage after it.
        field: form field of the text.
        expected_count: hidden field with the expected number of entries.
    """

    place: MissingSymbol
    before: str
    after: str
    field: BoundField
    expected_count: BoundField


@dataclass(frozen=True)
class SymbolGroup:
    """The missing symbols of one unit, in order."""

    unit: DocumentUnit
    rows: list[SymbolRow]


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit_symbols(request: HttpRequest, key: int) -> HttpResponse:
    """Enter texts of missing symbols.

    Permission: the uploader and site administrators.
    """
    version = get_version_or_404(request.user, key)
    if not isinstance(request.user, User):
        raise NotAllowedError(_("Sign in first."))
    require_manage(request.user, version)
    places = find_missing_symbols(version)
    page = Paginator(places, SYMBOLS_PER_PAGE).get_page(request.GET.get("page"))
    form = SymbolsForm(list(page), request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        with errors_in_form(form):
            count = save_symbols(request.user, version, form.sent(take="take" in request.POST))
            _add_message(request, count)
            return redirect(f"{request.path}?page={page.number}" if page.has_other_pages() else request.path)
    return _render_symbols(request, version, places, page, form)


def _add_message(request: HttpRequest, count: int) -> None:
    if count:
        words = ngettext("%(count)d symbol saved.", "%(count)d symbols saved.", count)
        messages.success(request, words % {"count": count})
    else:
        messages.info(request, _("No changes to save."))


def _symbol_row(place: MissingSymbol, form: SymbolsForm) -> SymbolRow:
    before, after = (
        " ".join(part.replace(LOST_SYMBOL, "[…]").replace("**", "").split())
        for part in (place.gap.before, place.gap.after)
    )
    if len(before) > AROUND:
        before = f"… {before[-AROUND:].partition(' ')[2]}"
    if len(after) > AROUND:
        after = f"{after[:AROUND].rpartition(' ')[0]} …"
    return SymbolRow(place, before, after, form[place.key], form[f"expected-{place.key}"])


def _render_symbols(
    request: HttpRequest,
    version: DocumentVersion,
    places: list[MissingSymbol],
    page: "Page[MissingSymbol]",
    form: SymbolsForm,
) -> HttpResponse:
    groups: list[SymbolGroup] = []
    for place in page:
        if not groups or groups[-1].unit != place.unit:
            groups.append(SymbolGroup(place.unit, []))
        groups[-1].rows.append(_symbol_row(place, form))
    context = {
        "version": version,
        "document": version.document,
        "book": selectors.rulebooks().get(version.document.rulebook),
        "form": form,
        "groups": groups,
        "page_obj": page,
        "count": len(places),
        "filled": sum(bool(place.words) for place in places),
        "proposed": any(place.likely and not place.filled for place in page),
    }
    return render(request, "reference/symbols.html", context, status=400 if form.errors else 200)


CHANGES_PER_PAGE = 40


@require_safe
def version_list(request: HttpRequest, rulebook: str) -> HttpResponse:
    """List the readable versions of a document and compare two of them.

    Permission: everyone.
    """
    book = selectors.rulebook(rulebook)
    all_editions = editions(request.user, book)
    context = {"book": book, "books": selectors.rulebooks(), "editions": all_editions}
    if request.GET.get("old") and request.GET.get("new"):
        old, new = edition(all_editions, request.GET["old"]), edition(all_editions, request.GET["new"])
        altered = compare_versions(old.passages, new.passages)
        changed = [one for one in altered if one.changed]
        context |= {
            "old": old,
            "new": new,
            "counts": _counts(altered),
            "page_obj": Paginator(changed, CHANGES_PER_PAGE).get_page(request.GET.get("page")),
        }
    return _set_private_cache(render(request, "reference/versions.html", context), all_editions)


@require_safe
def rule_history(request: HttpRequest, rulebook: str, slug: str) -> HttpResponse:
    """Show a rule in every readable version. Permission: everyone."""
    book = selectors.rulebook(rulebook)
    unit = selectors.rule(book, slug)
    all_editions = editions(request.user, book)
    context = {"book": book, "rule": unit, "books": selectors.rulebooks(), "stands": history(all_editions, unit.id)}
    return _set_private_cache(render(request, "reference/history.html", context), all_editions)


def _set_private_cache(response: HttpResponse, all_editions: list[Edition]) -> HttpResponse:
    """Prevent shared caching of a page that shows a non-public text."""
    if not all(one.public for one in all_editions):
        patch_cache_control(response, private=True, no_store=True)
    return response


def _counts(altered: tuple[UnitChange, ...]) -> dict[str, int]:
    both = [one for one in altered if one.before and one.after]
    return {
        "reworded": sum(one.reworded for one in both),
        "renumbered": sum(one.is_renumbered and not one.reworded and not one.has_changed_examples for one in both),
        "examples": sum(one.has_changed_examples for one in both),
        "added": sum(one.before is None for one in altered),
        "dropped": sum(one.after is None for one in altered),
        "same": sum(not one.changed for one in altered),
    }
