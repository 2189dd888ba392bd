"""A form whose token is too old: shown again with everything that was typed, so that one press sends it."""

from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import render

from epic_events.accounts.idempotency import is_from_outbox
from epic_events.web.form_recovery.pages import page_of_form

NOT_TYPED = ("csrfmiddlewaretoken", "request_key", "draft")


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a form that came with an old token, or none. For everybody.

    What was sent is shown again only to who sent it from a page of this site: a form that another site sent would
    otherwise be one press away from what Django has just kept it from. A password is never written into a page.
    """
    del reason  # for the developer, in Django's own page
    if is_from_outbox(request):
        return JsonResponse({"stale": True}, status=HTTPStatus.FORBIDDEN)
    return render(request, "403_csrf.html", saved_form(request), status=HTTPStatus.FORBIDDEN)


def saved_form(request: HttpRequest) -> dict[str, Any]:
    """Return what a page needs to show a form that was sent, so that one press sends it again.

    ``again`` is false where it must not be: another site sent it, or it holds a password.
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
    """Whether the browser says that a page of this site sent the form."""
    origin = request.headers.get("Origin", "")
    if not origin or origin == "null":
        return request.headers.get("Sec-Fetch-Site", "") == "same-origin"
    parts = urlsplit(origin)
    return (parts.scheme, parts.netloc) == (request.scheme, request.get_host())


def has_password(sent: QueryDict) -> bool:
    """Whether a field of a form is one for a password."""
    return any("password" in name.casefold() for name in sent)
