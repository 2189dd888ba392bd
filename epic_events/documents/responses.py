"""What an app answers with whose page is printed: the page that waits for a PDF, the order, the file.

Each takes a paper that the app built of what this very reader may see; the app's view names the permission.
"""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render

from epic_events.accounts.rate_limits import asker
from epic_events.documents import services
from epic_events.documents.content import Paper
from epic_events.infra.form_errors import errors_as_message


def still_waits(request: HttpRequest) -> HttpResponse | None:
    """Return the answer to a page that asks whether its paper is made and it is not; None for every other request.

    Asked before the paper is built, which costs more than looking.
    """
    digest, _dash, state = request.GET.get("seen", "").partition("-")
    if len(digest) <= 64 and "\0" not in digest and services.waits_as(digest, state):
        return HttpResponse(status=204)
    return None


def asking_the_same(request: HttpRequest, address: str, **more: str) -> str:
    """Return an address with what is asked for in the address of a request, and more."""
    kept = request.GET.copy()
    kept.pop("seen", None)
    kept.update(more)
    return f"{address}?{kept.urlencode()}" if kept else address


def page(request: HttpRequest, paper: Paper, *, back: str, file: str, holds: str) -> HttpResponse:
    """Show how far a paper is, and the way to it.

    Args:
        request: of who asks; a POST has the paper made and leads to the same address.
        paper: what is printed.
        back: the address of the page that it is a print of.
        file: the address under which :func:`file` answers.
        holds: what the PDF holds, in a sentence.
    """
    order = services.order_of(paper)
    if request.method == "POST":
        with errors_as_message(request):
            services.ask(asker(request), order)
        return HttpResponseRedirect(asking_the_same(request, request.path))
    found = services.find(order)
    context = {
        "paper": paper,
        "print": found,
        "ahead": services.before(found) if found is not None and found.is_open else 0,
        "here": asking_the_same(request, request.path),
        "again": asking_the_same(request, request.path, seen=f"{order.digest}-{found.state}" if found else ""),
        "back": back,
        "file": file,
        "holds": holds,
        "fragment": request.headers.get("HX-Target") == "print",
    }
    name = "documents/partials/print.html" if context["fragment"] else "documents/print.html"
    response = render(request, name, context)
    response["Cache-Control"] = "private, no-store"
    return response


def file(paper: Paper, *, name: str, page: str) -> HttpResponse:
    """Give a paper as PDF; where it is not made, or not any more, lead to the page that has it made.

    Args:
        paper: what is printed.
        name: of the file, without its ending.
        page: the address under which :func:`page` answers.
    """
    made = services.pdf_of(services.order_of(paper))
    if made is None:
        return redirect(page)
    response = HttpResponse(made, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{name}.pdf"'
    response["Cache-Control"] = "private, no-store"
    return response
