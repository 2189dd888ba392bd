"""Common behaviour of endpoints.

Bounded input, rate limits and their headers, and idempotency keys.
"""

from collections.abc import Mapping
from math import ceil
from typing import IO, Any, Final

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils.cache import get_conditional_response, set_response_etag
from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle, SimpleRateThrottle
from rest_framework.views import APIView

from epic_events.api.accepted_fields import (
    accepted_fields_of,
    reject_invalid_values,
    reject_unknown_fields,
    reject_unknown_parameters,
)
from epic_events.api.authentication import require_scope
from epic_events.api.idempotency import WRITES, once


class BoundedJSONParser(JSONParser):
    """JSON parser that reports excessive nesting as a client error."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        """Return the parsed body.

        Raises:
            ParseError: the body is not valid JSON.
        """
        try:
            parsed: dict[str, Any] = super().parse(stream, media_type, parser_context)
        except RecursionError as error:
            raise ParseError(_("The JSON is nested too deeply.")) from error
        return parsed


FREE: Final = 4
"""Unchanged (304) responses count against the limit only above this multiple of it."""
_ANY: Final = "*"


def counted(throttles: list[BaseThrottle]) -> list[Any]:
    """Return the throttles that counted this request."""
    limits = [each for each in throttles if isinstance(each, SimpleRateThrottle) and getattr(each, "key", None)]
    return [each for each in limits if hasattr(each, "history")]


def rate_limit_headers(throttles: list[BaseThrottle]) -> dict[str, str]:
    """Return the ``RateLimit-*`` headers of the limit with the fewest requests left."""
    remaining = [(_remaining_requests(each), each) for each in counted(throttles)]
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
    if_none_match = request.META.get("HTTP_IF_NONE_MATCH", _ANY)
    if request.method != "GET" or response.status_code != 200 or if_none_match.strip() == _ANY:
        return
    set_response_etag(response)
    answer = get_conditional_response(request, response["ETag"], None, response)
    if answer is not None and answer.status_code == 304:
        for each in counted(throttles):
            _refund(each)


def _remaining_requests(throttle: Any) -> int:
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


class Endpoint(APIView):
    """Mixin of every endpoint."""

    asked_limits: list[BaseThrottle] | None = None

    def get_throttles(self) -> list[BaseThrottle]:
        """Return the throttles and remember them for the response headers."""
        if self.asked_limits is None:
            self.asked_limits = list(super().get_throttles())
        return self.asked_limits

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Check authentication, scope, rate limits and unknown input, in this order.

        Raises:
            ScopeError: the token lacks the scope.
            UnknownError: the request has unknown parameters or fields.
            ParameterError: a query parameter is invalid.
        """
        super().initial(request, *args, **kwargs)
        match = request.resolver_match
        method = "get" if request.method == "HEAD" else str(request.method).lower()
        accepted = accepted_fields_of(match.route, method) if match and method in ("get", *WRITES) else None
        if accepted is None:
            return
        require_scope(request.auth, accepted.scope)
        reject_unknown_parameters(accepted, request.query_params)
        reject_invalid_values(accepted, request.query_params)
        if method != "get":
            reject_unknown_fields(accepted, request.data)

    def finalize_response(self, request: Any, response: Any, *args: Any, **kwargs: Any) -> Response:
        """Add rate limit headers; do not count unchanged responses."""
        final: Response = super().finalize_response(request, response, *args, **kwargs)
        limits_checked = self.asked_limits or []
        for name, value in rate_limit_headers(limits_checked).items():
            final[name] = value
        plain = getattr(request, "_request", request)

        def settle(response: HttpResponse) -> None:
            refund_unchanged(plain, response, limits_checked)

        if isinstance(final, Response):  # streaming responses are not rendered
            final.add_post_render_callback(settle)
        return final


def endpoint(route: str, view: type[APIView], name: str) -> URLPattern:
    """Return the URL pattern of an endpoint, with bounded parsing and idempotency."""
    writes = {name: once(getattr(view, name)) for name in WRITES if hasattr(view, name)}
    attributes = {"__doc__": view.__doc__, "__module__": view.__module__}
    endpoint_class: Any = type(view.__name__, (Endpoint, view), {**attributes, **writes})
    address: URLPattern = path(route, endpoint_class.as_view(parser_classes=(BoundedJSONParser,)), name=name)
    return address
