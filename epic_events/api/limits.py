"""Rate limit headers; unchanged responses (304) are not counted."""

from math import ceil
from typing import Any, Final

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, set_response_etag
from rest_framework.throttling import BaseThrottle, SimpleRateThrottle

FREE: Final = 4
"""Unchanged (304) responses count against the limit only above this multiple of it."""
_ANY: Final = "*"


def counted(throttles: list[BaseThrottle]) -> list[Any]:
    """Return the throttles that counted this request."""
    limits = [each for each in throttles if isinstance(each, SimpleRateThrottle) and getattr(each, "key", None)]
    return [each for each in limits if hasattr(each, "history")]


def headers(throttles: list[BaseThrottle]) -> dict[str, str]:
    """Return the ``RateLimit-*`` headers of the limit with the fewest requests left."""
    remaining = [(_left(each), each) for each in counted(throttles)]
    if not remaining:
        return {}
    left, first = min(remaining, key=lambda each: each[0])
    return {
        "RateLimit-Limit": str(first.num_requests),
        "RateLimit-Remaining": str(left),
        "RateLimit-Reset": str(_reset(first)),
    }


def refund_unchanged(request: HttpRequest, response: HttpResponse, throttles: list[BaseThrottle]) -> None:
    """Uncount a conditional request whose copy is current.

    Args:
        request: the request.
        response: the full response; middleware turns it into 304.
        throttles: the throttles that counted it.
    """
    shown = request.META.get("HTTP_IF_NONE_MATCH", _ANY)
    if request.method != "GET" or response.status_code != 200 or shown.strip() == _ANY:
        return
    set_response_etag(response)
    answer = get_conditional_response(request, response["ETag"], None, response)
    if answer is not None and answer.status_code == 304:
        for each in counted(throttles):
            _refund(each)


def _left(throttle: Any) -> int:
    return max(0, int(throttle.num_requests) - len(throttle.history))


def _reset(throttle: Any) -> int:
    oldest = throttle.history[-1] if throttle.history else throttle.now
    return max(1, ceil(float(throttle.duration - (throttle.now - oldest))))


def _refund(throttle: Any) -> None:
    free = f"{throttle.key}:unchanged"
    cache.add(free, 0, timeout=throttle.duration)
    try:
        if cache.incr(free) > FREE * throttle.num_requests:
            return
    except ValueError:  # the window ended between the two calls
        return
    history = cache.get(throttle.key, [])
    if throttle.now in history:
        history.remove(throttle.now)
        cache.set(throttle.key, history, throttle.duration)
