"""The search box of the rules. For everybody; counted, because it costs."""

import re

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from epic_events.reference import catalogue, shelf
from epic_events.reference.throttle import count_search
from rules.rulebooks import Rule, Rulebook

LONGEST_QUESTION = 200  # characters; the rest of a longer one says nothing new
_NUMBER = re.compile(r"^(?:rule|section|§)?\s*\d+(?:\.\d+)+[a-z]?(?:\[\d\])?\s*\.?$", re.IGNORECASE)


@require_safe
@vary_on_headers("HX-Request")
def search(request: HttpRequest) -> HttpResponse:
    """Answer a question from one document: the page, or for htmx only the results."""
    books = shelf.rulebooks()
    book = books.get(request.GET.get("in", "")) or next(iter(books.values()))
    asked = " ".join(request.GET.get("q", "").replace("\0", " ").split())[:LONGEST_QUESTION]
    fragment = bool(request.headers.get("HX-Request"))
    context: dict[str, object] = {"book": book, "books": books, "asked": asked}
    if asked:
        count_search(request)
        named = _named_by_number(book, asked)
        if named and not fragment:
            return redirect(shelf.rule_url(book, named[0]))
        context |= {"found": book.find(asked), "card": catalogue.card_named(asked)}
    return render(request, "reference/partials/results.html" if fragment else "reference/search.html", context)


def _named_by_number(book: Rulebook, asked: str) -> tuple[Rule, ...]:
    """Return the units that a question names by their number, when it is nothing but that."""
    return book.find(asked) if _NUMBER.match(asked) else ()
