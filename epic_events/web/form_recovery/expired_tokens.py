"""CSRF failures: show the submitted form again with its entries."""

from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import render

from epic_events.accounts.idempotency import is_from_outbox
from epic_events.web.form_recovery.pages import page_of_form

NOT_TYPED = ("csrfmiddlewaretoken", "request_key", "draft")


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Show a form with a missing or expired CSRF token again. Permission: public.

    The entries are shown only if the form was sent from this site. Otherwise a forged form would need only one more
    click. Passwords are never shown.
    """
    del reason  # used only by Django's debug page
    if is_from_outbox(request):
        return JsonResponse({"stale": True}, status=HTTPStatus.FORBIDDEN)
    return render(request, "403_csrf.html", saved_form(request), status=HTTPStatus.FORBIDDEN)


def saved_form(request: HttpRequest) -> dict[str, Any]:
    """Return the template context that shows a submitted form again.

    ``again`` is False if another site sent the form or it contains a password.
    """
    again = request.method == "POST" and is_same_origin(request) and not has_password(request.POST)
    sent = [
        (name, value)
        for name, values in request.POST.lists()
        for value in values
        if again and name != "csrfmiddlewaretoken"
    ]
    return {
        "again": again,
        "sent": sent,
        "typed": [(name, value) for name, value in sent if name not in NOT_TYPED and value.strip()],
        "address": request.get_full_path(),
        "files": sorted(request.FILES) if again else [],
        "multipart": (request.content_type or "").startswith("multipart/"),
        "page": page_of_form(request),
    }


def is_same_origin(request: HttpRequest) -> bool:
    """Return True if the headers show that the form was sent from this site."""
    origin = request.headers.get("Origin", "")
    if not origin or origin == "null":
        return request.headers.get("Sec-Fetch-Site", "") == "same-origin"
    parts = urlsplit(origin)
    return (parts.scheme, parts.netloc) == (request.scheme, request.get_host())


def has_password(sent: QueryDict) -> bool:
    """Return True if a field name contains "password"."""
    return any("password" in name.casefold() for name in sent)
