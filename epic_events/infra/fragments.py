"""Responses that replace a part of an open page."""

from django.http import HttpResponse

MARK = "X-Fragment"
"""The header without which the pages' script puts no answer of 4xx or 5xx anywhere (``static/js/live.js``)."""


def mark_fragment(response: HttpResponse) -> HttpResponse:
    """Mark an error response as content for the page, such as a form with its errors.

    Responses with status 2xx need no mark. Unmarked errors, such as those of a proxy, do not change the page.
    """
    response[MARK] = "1"
    return response
