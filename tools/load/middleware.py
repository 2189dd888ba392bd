"""Middleware that reports processor time and queries of a response in its headers."""

import time
from collections.abc import Callable
from typing import Any

from django.db import connection
from django.http import HttpRequest, HttpResponse

CPU = "X-Load-Cpu"
QUERIES = "X-Load-Queries"


class MeasuringMiddleware:
    """Outermost middleware; counts the processor time of the thread that responds."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Return the response with headers for its processor time and queries."""
        asked = 0

        def counting(execute: Callable[..., Any], *arguments: Any) -> Any:
            nonlocal asked
            asked += 1
            return execute(*arguments)

        begun = time.thread_time()
        with connection.execute_wrapper(counting):
            response = self.get_response(request)
        response[CPU] = f"{1000 * (time.thread_time() - begun):.3f}"
        response[QUERIES] = str(asked)
        return response
