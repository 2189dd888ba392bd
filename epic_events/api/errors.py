"""Error responses as JSON.

Their form is ``{"code": identifier, "message": sentence, "fields": {name: sentence}}``.
"""

import logging
from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied, RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.core.signals import got_request_exception
from django.http import Http404
from django.http.multipartparser import MultiPartParserError
from django.utils.translation import gettext as _
from rest_framework import exceptions, status
from rest_framework.response import Response
from rest_framework.views import exception_handler

from epic_events.infra import database
from epic_events.infra.errors import UserError
from epic_events.infra.limits import too_many_bytes, too_many_fields
from epic_events.infra.names import plain

logger = logging.getLogger(__name__)


def handle(error: Exception, context: dict[str, Any]) -> Response:
    """Return the response for an exception.

    Unexpected ones are logged and answered with 500.
    """
    if isinstance(error, RequestDataTooBig):
        length = context["request"].META.get("CONTENT_LENGTH") or "0"
        error = too_many_bytes(int(length) if length.isdecimal() else 0, settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
    elif isinstance(error, TooManyFieldsSent | TooManyFilesSent):
        error = too_many_fields()
    elif isinstance(error, MultiPartParserError):
        error = exceptions.ParseError()
    if database.is_unavailable(error):
        return _unavailable(error, context)
    if isinstance(error, UserError):
        wait = {"Retry-After": str(error.retry_after)} if error.retry_after else {}
        answer = _answer(error.code, str(error), error.fields, error.status, wait)
        answer.data.update(error.details)
        return answer
    if isinstance(error, Http404):
        error = exceptions.NotFound()
    elif isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied()
    response = exception_handler(error, context)
    if response is None or not isinstance(error, exceptions.APIException):
        return _server_error(error, context)
    headers = {name: response[name] for name in ("Retry-After", "WWW-Authenticate") if response.has_header(name)}
    if isinstance(error, exceptions.ValidationError):
        return _answer("invalid", _sentences(error.detail), _fields(error.detail), response.status_code, headers)
    return _answer(error.default_code, _sentences(error.detail), {}, response.status_code, headers)


def _answer(
    code: str, message: str, fields: dict[str, str], status_code: int, headers: dict[str, str] | None = None
) -> Response:
    body = {
        "code": code,
        "message": _printable(message),
        "fields": {name: _printable(text) for name, text in fields.items()},
    }
    return Response(body, status=status_code, headers=headers)


def _unavailable(error: Exception, context: dict[str, Any]) -> Response:
    """Return 503 for an unavailable database, which is logged separately."""
    request = context["request"]
    refusal = database.unavailable_error(error, f"{request.method} {request.path}")
    headers = {"Retry-After": str(refusal.retry_after), "Cache-Control": "no-store"}
    response = _answer(refusal.code, str(refusal), {}, refusal.status, headers)
    response._has_been_logged = True  # type: ignore[attr-defined]  # noqa: SLF001 - how Django's own log marks it
    return response


def _server_error(error: Exception, context: dict[str, Any]) -> Response:
    """Log an unexpected error with traceback and return 500 without details."""
    request = context["request"]
    logger.error("The API failed at %s %s.", request.method, request.path, exc_info=error)
    got_request_exception.send(sender=None, request=request._request)  # noqa: SLF001 - the REST framework's way to the request beneath
    message = _("The server failed to process this request. The error has been logged.")
    return _answer("fault", message, {}, status.HTTP_500_INTERNAL_SERVER_ERROR)


def _fields(detail: Any) -> dict[str, str]:
    """Return error messages by field; errors without a field are in the message only."""
    if not isinstance(detail, dict):
        return {}
    return {str(name): _sentences(value) for name, value in detail.items() if name != "non_field_errors"}


def _sentences(detail: Any) -> str:
    """Return nested error details as one text."""
    if isinstance(detail, dict):
        return " ".join(
            _sentences(value) if name == "non_field_errors" else f"{name}: {_sentences(value)}"
            for name, value in detail.items()
        )
    if isinstance(detail, list | tuple):
        return " ".join(_sentences(value) for value in detail)
    return str(detail)


def _printable(text: str) -> str:
    """Return a text without lone surrogates, which UTF-8 cannot encode."""
    return plain(text).encode("utf-8", "replace").decode("utf-8")
