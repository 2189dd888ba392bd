"""Status page and read-only pages of stored records for site administrators."""

import platform
import shutil
from typing import Any

import django
from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from epic_events.accounts.models import User
from epic_events.accounts.permissions import require_site_admin
from epic_events.events.views.shared import signed_in_user
from epic_events.infra.processes import site_version
from epic_events.integrations.notices.availability import load_availability
from epic_events.site_admin import queues, records
from epic_events.site_admin.probes import check_health, lacks_statistics, missing_migrations


@login_required
@require_safe
@never_cache
def status(request: HttpRequest) -> HttpResponse:
    """Show queues, workers and versions. Permission: site administrator."""
    assert isinstance(request.user, User)
    require_site_admin(request.user)
    health = check_health()
    lengths = queues.lengths()
    seen = queues.workers() if lengths is not None else None
    disk = shutil.disk_usage(settings.VAR_DIR)
    context = {
        "parts": [(_("Database"), health.database), (_("Cache"), health.cache), (_("Queue"), health.queue)],
        "missing": missing_migrations(),
        "plans_by_guesses": lacks_statistics(),
        "lengths": lengths,
        "waiting": queues.unfinished_work(),
        "workers": seen,
        "version": site_version(),
        "other_versions": sorted({one.version for one in seen or ()} - {site_version()}),
        "versions": _versions(),
        "notices": load_availability(request),
        "disk_free": disk.free,
        "disk_share": round(100 * disk.free / disk.total),
    }
    return render(request, "site_admin/status.html", context)


def _versions() -> list[tuple[str, str]]:
    """Return names and versions of the software."""
    database = {"postgresql": "PostgreSQL", "sqlite": "SQLite"}[connection.vendor]
    return [
        ("Epic Events", site_version()),
        ("Python", platform.python_version()),
        ("Django", django.get_version()),
        (database, ".".join(map(str, _database_version()))),
        ("Redis", queues.redis_facts().get("version", "")),
    ]


def _database_version() -> tuple[Any, ...]:
    return connection.get_database_version()


MAX_QUERY_LENGTH = 80
MAX_LINES = 100


@login_required
@require_safe
@never_cache
def tables(request: HttpRequest) -> HttpResponse:
    """List the tables. Permission: site administrator."""
    require_site_admin(signed_in_user(request))
    rows = [
        (records.model_meta(model).label_lower, records.model_meta(model).label, number)
        for model, number in records.tables()
    ]
    return render(request, "site_admin/tables.html", {"tables": rows})


@login_required
@require_safe
@never_cache
def rows(request: HttpRequest, table: str) -> HttpResponse:
    """List or search the rows of a table. Permission: site administrator."""
    require_site_admin(signed_in_user(request))
    model = records.get_model(table)
    query_text = request.GET.get("q", "").replace("\0", "").strip()[:MAX_QUERY_LENGTH]
    page = Paginator(records.build_standing_rows(model, query_text), records.PAGE_SIZE).get_page(
        request.GET.get("page")
    )
    context = {
        "label": records.model_meta(model).label,
        "table": table,
        "asked": query_text,
        "page": page,
        "rows": [(row.pk, records.url_of(model, row.pk), records.short(row)) for row in page],
    }
    return render(request, "site_admin/records.html", context)


@login_required
@require_safe
@never_cache
def row(request: HttpRequest, table: str, key: int) -> HttpResponse:
    """Show a row with its audit entries and the link to its page.

    Permission: site administrator.
    """
    require_site_admin(signed_in_user(request))
    model = records.get_model(table)
    table_row = records.get_row(model, key)
    context = {
        "label": records.model_meta(model).label,
        "table": table,
        "key": key,
        "cells": records.whole(table_row),
        "url": table_row.get_absolute_url() if hasattr(table_row, "get_absolute_url") else "",
        "log": records.audit_entries(table_row)[:MAX_LINES],
    }
    return render(request, "site_admin/record.html", context)
