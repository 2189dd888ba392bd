"""User errors as typed exceptions.

Pages, API and command line render them in their own form.
"""

from collections.abc import Mapping
from typing import Any


class UserError(Exception):
    """An error that the user can correct; ``str()`` of it is a full sentence.

    Attributes:
        status: HTTP status of the response.
        code: stable identifier for API clients.
        fields: messages by form field.
        details: further values for programs, merged into the error of the API.
        retry_after: seconds after which a retry may succeed, if known.
    """

    status = 400
    code = "invalid"
    retry_after: int | None = None

    def __init__(self, message: str, *, fields: Mapping[str, str] | None = None) -> None:
        super().__init__(message)
        self.fields: dict[str, str] = dict(fields or {})
        self.details: dict[str, Any] = {}


class NotAllowedError(UserError):
    """The user has no permission; the message says who has."""

    status = 403
    code = "not_allowed"


class StateError(UserError):
    """The state of the object does not allow the action.

    The message says what has to happen first.
    """

    status = 409
    code = "wrong_state"


class TooLargeError(UserError):
    """The input exceeds a limit; the message states the limit and the actual size."""

    status = 413
    code = "too_large"


class NoLengthError(UserError):
    """The request has no ``Content-Length`` (chunked encoding).

    It would be read as empty.
    """

    status = 411
    code = "length_required"


class MissingError(UserError):
    """The object does not exist, or the user may not know that it does."""

    status = 404
    code = "not_found"


class UnavailableError(UserError):
    """A service that the site needs is unavailable.

    Nothing was saved, the request may be retried.
    """

    status = 503
    code = "unavailable"

    def __init__(self, message: str, *, retry_after: int) -> None:
        super().__init__(message)
        self.retry_after = retry_after
