"""Read-only pages of stored records for site administrators."""

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from epic_events.accounts.permissions import require_site_admin
from epic_events.events.views.shared import signed_in_user
from epic_events.site_admin import records

MAX_QUERY_LENGTH = 80
MAX_LINES = 100


@login_required
@require_safe
@never_cache
def tables(request: HttpRequest) -> HttpResponse:
    """List the tables. Permission: site administrator."""
    require_site_admin(signed_in_user(request))
    found = [
        (records.model_meta(model).label_lower, records.model_meta(model).label, number)
        for model, number in records.tables()
    ]
    return render(request, "site_admin/tables.html", {"tables": found})


@login_required
@require_safe
@never_cache
def rows(request: HttpRequest, table: str) -> HttpResponse:
    """List or search the rows of a table. Permission: site administrator."""
    require_site_admin(signed_in_user(request))
    model = records.get_model(table)
    asked = request.GET.get("q", "").replace("\0", "").strip()[:MAX_QUERY_LENGTH]
    page = Paginator(records.build_standing_rows(model, asked), records.PAGE_SIZE).get_page(request.GET.get("page"))
    context = {
        "label": records.model_meta(model).label,
        "table": table,
        "asked": asked,
        "page": page,
        "rows": [(row.pk, records.url_of(model, row.pk), records.short(row)) for row in page],
    }
    return render(request, "site_admin/records.html", context)


@login_required
@require_safe
@never_cache
def row(request: HttpRequest, table: str, key: int) -> HttpResponse:
    """Show a row with its audit entries and the link to its page. Permission: site administrator."""
    require_site_admin(signed_in_user(request))
    model = records.get_model(table)
    found = records.get_row(model, key)
    context = {
        "label": records.model_meta(model).label,
        "table": table,
        "key": key,
        "cells": records.whole(found),
        "url": found.get_absolute_url() if hasattr(found, "get_absolute_url") else "",
        "log": records.audit_entries(found)[:MAX_LINES],
    }
    return render(request, "site_admin/record.html", context)
