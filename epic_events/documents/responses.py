"""Page responses for PDF documents: the page that waits for one, and the file.

Each takes a document built from what the user may see; the view checks the permission.
"""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django_htmx.http import HttpResponseClientRedirect

from epic_events.accounts.rate_limits import client_key
from epic_events.documents import services
from epic_events.documents.content import Document
from epic_events.infra.form_errors import errors_as_message
from epic_events.jobs.models import JobStatus


def poll_response(request: HttpRequest) -> HttpResponse | None:
    """Return the response to a poll for an unfinished document.

    None for any other request. Called before the document is built, which is expensive.
    """
    digest, _dash, state = request.GET.get("expected_version", "").partition("-")
    if len(digest) <= 64 and "\0" not in digest and services.is_still_in_state(digest, state):
        return HttpResponse(status=204)
    return None


def url_with_query(request: HttpRequest, address: str, **more: str) -> str:
    """Return a URL with the query parameters of a request and further ones."""
    parameters = request.GET.copy()
    parameters.pop("expected_version", None)
    parameters.update(more)
    return f"{address}?{parameters.urlencode()}" if parameters else address


def page(request: HttpRequest, paper: Document, *, back: str, file: str, holds: str) -> HttpResponse:
    """Show the progress of a document and the link to it.

    Args:
        request: a POST requests the document and redirects here, or with the field ``open`` to the file. With the query
            parameter ``open`` the page opens the file as soon as it is ready.
        paper: the document.
        back: URL of the printed page.
        file: URL of :func:`file`.
        holds: what the PDF contains, as a sentence.
    """
    order = services.order_of(paper)
    if request.method == "POST":
        with errors_as_message(request):
            requested = services.request_document(client_key(request), order)
            if "open" in request.POST:
                if requested.status == JobStatus.DONE:
                    return HttpResponseRedirect(file)
                return HttpResponseRedirect(url_with_query(request, request.path, open="1"))
        return HttpResponseRedirect(url_with_query(request, request.path))
    document = services.find(order)
    is_fragment = request.headers.get("HX-Target") == "print"
    if is_fragment and "open" in request.GET and document is not None and document.status == JobStatus.DONE:
        return HttpResponseClientRedirect(file)
    context = {
        "paper": paper,
        "print": document,
        "ahead": services.queue_position(document) if document is not None and document.is_open else 0,
        "here": url_with_query(request, request.path),
        "again": url_with_query(
            request, request.path, expected_version=f"{order.digest}-{document.status}" if document else ""
        ),
        "back": back,
        "file": file,
        "holds": holds,
        "fragment": is_fragment,
    }
    name = "documents/partials/print.html" if context["fragment"] else "documents/print.html"
    response = render(request, name, context)
    response["Cache-Control"] = "private, no-store"
    return response


def file(paper: Document, *, name: str, page: str) -> HttpResponse:
    """Return a document as PDF; redirect to the waiting page if it is missing.

    Args:
        paper: the document.
        name: file name without extension.
        page: URL of :func:`page`.
    """
    pdf = services.pdf_of(services.order_of(paper))
    if pdf is None:
        return redirect(page)
    response = HttpResponse(pdf, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{name}.pdf"'
    response["Cache-Control"] = "private, no-store"
    return response
