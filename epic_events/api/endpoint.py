"""Common behaviour of endpoints: input validation, rate limit headers, idempotency keys."""

from typing import Any

from django.http import HttpResponse
from django.urls import URLPattern, path
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from epic_events.api import limits
from epic_events.api.accepted_fields import (
    accepted_fields_of,
    reject_invalid_values,
    reject_unknown_fields,
    reject_unknown_parameters,
)
from epic_events.api.idempotency import WRITES, once
from epic_events.api.parsers import BoundedJSONParser
from epic_events.api.tokens.scopes import require_scope


class Endpoint(APIView):
    """Mixin of every endpoint."""

    asked_limits: list[BaseThrottle] | None = None

    def get_throttles(self) -> list[BaseThrottle]:
        """Return the throttles and remember them for the response headers."""
        if self.asked_limits is None:
            self.asked_limits = list(super().get_throttles())
        return self.asked_limits

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Check authentication, scope and rate limits, then that the request has no unknown input.

        Raises:
            ScopeError: the token lacks the scope.
            UnknownError: the request has unknown parameters or fields.
            ParameterError: a query parameter is invalid.
        """
        super().initial(request, *args, **kwargs)
        match = request.resolver_match
        method = "get" if request.method == "HEAD" else str(request.method).lower()
        known = accepted_fields_of(match.route, method) if match and method in ("get", *WRITES) else None
        if known is None:
            return
        require_scope(request.auth, known.scope)
        reject_unknown_parameters(known, request.query_params)
        reject_invalid_values(known, request.query_params)
        if method != "get":
            reject_unknown_fields(known, request.data)

    def finalize_response(self, request: Any, response: Any, *args: Any, **kwargs: Any) -> Response:
        """Add rate limit headers; do not count unchanged responses."""
        final: Response = super().finalize_response(request, response, *args, **kwargs)
        asked = self.asked_limits or []
        for name, value in limits.headers(asked).items():
            final[name] = value
        plain = getattr(request, "_request", request)

        def settle(made: HttpResponse) -> None:
            limits.refund_unchanged(plain, made, asked)

        if isinstance(final, Response):  # what is streamed is rendered nowhere
            final.add_post_render_callback(settle)
        return final


def endpoint(route: str, view: type[APIView], name: str) -> URLPattern:
    """Return the URL pattern of an endpoint, with bounded parsing and idempotency."""
    writes = {name: once(getattr(view, name)) for name in WRITES if hasattr(view, name)}
    attributes = {"__doc__": view.__doc__, "__module__": view.__module__}
    whole: Any = type(view.__name__, (Endpoint, view), {**attributes, **writes})
    address: URLPattern = path(route, whole.as_view(parser_classes=(BoundedJSONParser,)), name=name)
    return address
