"""Page for entering the texts of missing symbols."""

from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Page, Paginator
from django.forms import BoundField
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from epic_events.accounts.models import User
from epic_events.infra.errors import NotAllowedError
from epic_events.infra.form_errors import errors_in_form
from epic_events.reference.documents.forms import SymbolsForm
from epic_events.reference.documents.symbols import MissingSymbol, find_missing_symbols, save_symbols
from epic_events.reference.models import DocumentUnit, DocumentVersion
from epic_events.reference.permissions import get_version_or_404, require_manage
from epic_events.reference.rules import selectors
from rules.rulebooks.importer import LOST_SYMBOL

PER_PAGE = 100
"""Symbols per page; each needs two of the limited number of form fields."""


AROUND = 140
"""Characters shown before and after a missing symbol."""


@dataclass(frozen=True)
class Row:
    """One missing symbol on the page.

    Attributes:
        place: the missing symbol with its texts.
        before: the passage before it.
        after: the passage after it.
        field: form field of the text.
        seen: hidden field with the expected number of entries.
    """

    place: MissingSymbol
    before: str
    after: str
    field: BoundField
    seen: BoundField


@dataclass(frozen=True)
class Group:
    """The missing symbols of one unit, in order."""

    unit: DocumentUnit
    rows: list[Row]


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def symbols(request: HttpRequest, key: int) -> HttpResponse:
    """Enter texts of missing symbols. Permission: the uploader and site administrators."""
    version = get_version_or_404(request.user, key)
    if not isinstance(request.user, User):
        raise NotAllowedError(_("Sign in first."))
    require_manage(request.user, version)
    places = find_missing_symbols(version)
    page = Paginator(places, PER_PAGE).get_page(request.GET.get("page"))
    form = SymbolsForm(list(page), request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        with errors_in_form(form):
            count = save_symbols(request.user, version, form.sent(take="take" in request.POST))
            _add_message(request, count)
            return redirect(f"{request.path}?page={page.number}" if page.has_other_pages() else request.path)
    return _show(request, version, places, page, form)


def _add_message(request: HttpRequest, count: int) -> None:
    if count:
        words = ngettext("%(count)d symbol saved.", "%(count)d symbols saved.", count)
        messages.success(request, words % {"count": count})
    else:
        messages.info(request, _("No changes to save."))


def _row(place: MissingSymbol, form: SymbolsForm) -> Row:
    before, after = (
        " ".join(part.replace(LOST_SYMBOL, "[…]").replace("**", "").split())
        for part in (place.gap.before, place.gap.after)
    )
    if len(before) > AROUND:
        before = f"… {before[-AROUND:].partition(' ')[2]}"
    if len(after) > AROUND:
        after = f"{after[:AROUND].rpartition(' ')[0]} …"
    return Row(place, before, after, form[place.key], form[f"seen-{place.key}"])


def _show(
    request: HttpRequest,
    version: DocumentVersion,
    places: list[MissingSymbol],
    page: "Page[MissingSymbol]",
    form: SymbolsForm,
) -> HttpResponse:
    groups: list[Group] = []
    for place in page:
        if not groups or groups[-1].unit != place.unit:
            groups.append(Group(place.unit, []))
        groups[-1].rows.append(_row(place, form))
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
