"""Parts of a page that are put into an open one."""

from django.http import HttpResponse

MARK = "X-Fragment"
"""The header without which the pages' script puts no answer of 4xx or 5xx anywhere (``static/js/live.js``)."""


def mark_fragment(response: HttpResponse) -> HttpResponse:
    """Return a refusal as what belongs into the page that asked, such as a form with its errors.

    An answer of 2xx needs no mark. What is not marked, such as a proxy's error page, leaves the open page as it is.
    """
    response[MARK] = "1"
    return response
